"""The best face for this terminal: a coloured page and line editing, or bare lines where those are better.

What only a good terminal needs (rich, prompt_toolkit) is loaded only there.
"""

import sys
from pathlib import Path
from typing import TextIO

from roundtable.faces.terminal.output import Output, is_plain, put
from roundtable.faces.terminal.plain import PlainLines
from roundtable.faces.terminal.readers import Lines, Reader


def output_for(root: Path, *, quiet: bool = False, stream: TextIO | None = None) -> Output:
    """The best output for this stream."""
    target = stream or sys.stdout
    if target.isatty() and not is_plain():
        from roundtable.faces.terminal.screen import Screen

        return Screen(target, root=root, quiet=quiet)
    return PlainLines(target, quiet=quiet)


def reader_for(history: Path, unsent: Path) -> Reader:
    """The best reader this terminal can bear."""
    if sys.stdin.isatty() and sys.stdout.isatty() and not is_plain():
        from roundtable.faces.terminal.prompting import Prompt

        return Prompt(history, unsent)
    if sys.stdin.isatty():
        return Lines(sys.stdin, prompt=lambda: put("> "), leave=lambda: put("\n"))
    return Lines(sys.stdin)
