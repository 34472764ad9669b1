"""Where a person's words come from, and the simple way to get them: one line, one input.

Elsewhere: the editing prompt of a good terminal (`prompting`).
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol, TextIO

from roundtable.engine.state import SessionState
from roundtable.faces.lines import lines_of
from roundtable.faces.terminal.output import put


class Stopped(Exception):  # it is no error: the person stopped
    """End of input, or Ctrl-C. `unsent` when something typed was not sent, and is kept."""

    def __init__(self, *, unsent: bool = False) -> None:
        super().__init__()
        self.unsent = unsent


class Reader(Protocol):
    @property
    def is_person(self) -> bool:
        """Whether somebody sits at a terminal, who could be given an editor."""
        ...

    @property
    def can_edit_lines(self) -> bool:
        """Whether arrow keys and several lines work."""
        ...

    async def read(self, state: SessionState) -> str:
        """The next input; raises `Stopped` when there is no more."""
        ...


class Lines:
    can_edit_lines = False

    def __init__(self, stream: TextIO, *, is_person: bool = False) -> None:
        self._stream = stream
        self.is_person = is_person
        self._lines: AsyncIterator[str] | None = None

    async def read(self, state: SessionState) -> str:
        if self._lines is None:
            self._lines = lines_of(self._stream)
        if self.is_person:
            put("> ")
        try:
            return await anext(self._lines)
        except (StopAsyncIteration, asyncio.CancelledError) as end:
            if self.is_person:
                put("\n")  # ends the line in which the person stopped
            raise Stopped from end
