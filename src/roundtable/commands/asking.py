"""Questions that a command asks at a terminal. The question goes to standard error: the answer is not part of a result."""

import sys
from collections.abc import Sequence

from roundtable.commands.output import columns, complain
from roundtable.errors import WrongUse, quoted


def ask(question: str) -> str:
    """What somebody typed, trimmed; empty at the end of input."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip()


def confirm(question: str) -> bool:
    """Whether somebody said yes. Anything else, Enter included, is no."""
    return ask(f"{question} [y/N] ").lower() in {"y", "yes"}


def pick(choices: Sequence[tuple[str, str]]) -> int:
    """Which of these, each a name and a title, somebody wants: they say its number or its name."""
    for line in columns([(str(number), *choice) for number, choice in enumerate(choices, start=1)]):
        complain(f"  {line}")
    answer = ask(f"Which one? [1-{len(choices)}] ")
    if answer.isdecimal() and 1 <= int(answer) <= len(choices):
        return int(answer) - 1
    names = [name for name, _ in choices]
    if answer in names:
        return names.index(answer)
    if not answer:
        raise WrongUse("Nothing was chosen. Run the command again with one of the names.")
    raise WrongUse(f"{quoted(answer)} is none of them. Run the command again with one of the names.")
