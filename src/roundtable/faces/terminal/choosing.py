"""The best face for this terminal: a coloured page and line editing, or bare lines where those are better.

What only a good terminal needs (rich, prompt_toolkit) is loaded only there.
"""

import sys
from pathlib import Path

from roundtable.faces.terminal.output import Output, is_plain
from roundtable.faces.terminal.plain import PlainLines
from roundtable.faces.terminal.readers import Lines, Reader


def output_for(root: Path, *, quiet: bool = False) -> Output:
    if sys.stdout.isatty() and not is_plain():
        from roundtable.faces.terminal.screen import Screen

        return Screen(sys.stdout, root=root, quiet=quiet)
    return PlainLines(sys.stdout, quiet=quiet)


def reader_for(history: Path, unsent: Path) -> Reader:
    if sys.stdin.isatty() and sys.stdout.isatty() and not is_plain():
        from roundtable.faces.terminal.prompting import Prompt

        return Prompt(history, unsent)
    return Lines(sys.stdin, is_person=sys.stdin.isatty())
