"""Where a person's words come from, and the simple way to get them: one line, one input.

Elsewhere: the editing prompt of a good terminal (`prompting`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Protocol, TextIO

from roundtable.engine.state import SessionState
from roundtable.faces.lines import lines_of


class Stopped(Exception):  # it is no error: the person stopped
    """End of input, or Ctrl-C. `unsent` when something typed was not sent, and is kept."""

    def __init__(self, *, unsent: bool = False) -> None:
        super().__init__()
        self.unsent = unsent


class Reader(Protocol):
    """Reads what a person types next."""

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
    """One line, one input."""

    can_edit_lines = False

    def __init__(
        self,
        stream: TextIO,
        prompt: Callable[[], None] | None = None,
        leave: Callable[[], None] | None = None,
    ) -> None:
        self._stream = stream
        self._prompt = prompt
        self._leave = leave
        """Ends the line in which the person stopped."""
        self._lines: AsyncIterator[str] | None = None

    @property
    def is_person(self) -> bool:
        """A prompt is for somebody."""
        return self._prompt is not None

    async def read(self, state: SessionState) -> str:
        """The next line."""
        del state
        if self._lines is None:
            self._lines = lines_of(self._stream)
        if self._prompt is not None:
            self._prompt()
        try:
            return await anext(self._lines)
        except (StopAsyncIteration, asyncio.CancelledError) as end:
            if self._leave is not None:
                self._leave()
            raise Stopped from end
