"""Questions that a command asks at a terminal. The question goes to standard error: the answer is not part of a result."""

import sys

__all__ = ["ask", "confirm"]


def ask(question: str) -> str:
    """What somebody typed, trimmed; empty at the end of input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def confirm(question: str) -> bool:
    """Whether somebody said yes. Anything else, Enter included, is no."""
    return ask(f"{question} [y/N] ").lower() in {"y", "yes"}
