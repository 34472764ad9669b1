"""How far a long look at the code is: one line at a terminal that goes away again, nothing anywhere else."""

import sys

from roundtable.commands.output import can_show_progress

_CLEAR_LINE = "\r\x1b[2K"


class Progress:
    """A line on standard error. Use it with `with`, so that it is gone before the result is printed."""

    def __init__(self, *, quiet: bool) -> None:
        self._shown = False
        self._wanted = not quiet and can_show_progress()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write(_CLEAR_LINE)
            sys.stderr.flush()

    def __call__(self, doing: str, done: int, of: int) -> None:
        """`reading`, 120, 5200."""
        if self._wanted and of:
            self._shown = True
            sys.stderr.write(f"{_CLEAR_LINE}{doing} {done} of {of} files")
            sys.stderr.flush()
