"""Where a person's words come from, and the simple ways to get them: one line, one input; or answers that were prepared.

Those are typed as a person would type them, and any key hurries the typing on; on a pipe they are only printed, because whoever
reads the transcript has to see what was said.

Elsewhere: the editing prompt of a good terminal (`prompting`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Final, Protocol, TextIO

from roundtable.engine.state import SessionState
from roundtable.faces.lines import lines_of
from roundtable.faces.terminal.output import put


class Stopped(Exception):  # it is no error: the person stopped
    """End of input, or Ctrl-C. `unsent` when something typed was not sent, and is kept."""

    def __init__(self, *, unsent: bool = False) -> None:
        super().__init__()
        self.unsent = unsent


class Reader(Protocol):
    is_person: bool = False  # whether somebody sits at a terminal, who could be given an editor
    can_edit_lines: bool = False  # whether arrow keys and several lines work

    async def read(self, state: SessionState) -> str:
        """The next input; raises `Stopped` when there is no more."""
        ...


class Lines(Reader):
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


_READING: Final = 0.9  # seconds before somebody who has just been asked starts to type
_PER_LETTER: Final = 0.022
_LONGEST: Final = 1.8  # seconds for the longest answer
_MOST: Final = 250  # answers in one session; with more, something is being asked in a circle
_STOPPING: Final = frozenset({"c-c", "c-d"})


class PreparedAnswers(Reader):
    def __init__(self, choose: Callable[[SessionState], str], out: TextIO, *, slowly: bool = False) -> None:
        self._choose = choose
        self._out = out
        self._slowly = slowly
        self._given = 0

    async def read(self, state: SessionState) -> str:
        self._given += 1
        if self._given > _MOST:
            raise Stopped
        answer = self._choose(state)
        shown = answer.replace("\n", "\n  ")
        if self._slowly:
            await _type(shown)
        else:
            self._out.write(f"> {shown}\n")
            self._out.flush()
        return answer


async def _type(text: str) -> None:
    """Show the text, as fast as somebody types or at once when a key is pressed; raises `Stopped` on Ctrl-C."""
    from prompt_toolkit.input import create_input

    hurry, stop = asyncio.Event(), asyncio.Event()
    keyboard = create_input()

    def pressed() -> None:
        for key in keyboard.read_keys():
            if str(getattr(key.key, "value", key.key)) in _STOPPING:
                stop.set()
            hurry.set()

    put("> ")
    with keyboard.raw_mode(), keyboard.attach(pressed):
        await _unless(hurry, _READING)
        for letter in text:
            put(letter)
            await _unless(hurry, min(_PER_LETTER, _LONGEST / len(text)))
    put("\n")
    if stop.is_set():
        raise Stopped


async def _unless(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
