"""Where a person's words come from: an editing prompt at a terminal, plain lines from a pipe or a dumb terminal."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Protocol, TextIO

from roundtable.faces.lines import lines_of

__all__ = ["Lines", "Prompt", "Reader", "Stopped", "reader_for"]


class Stopped(Exception):  # noqa: N818 - it is no error: the person stopped
    """End of input, or Ctrl-C."""


class Reader(Protocol):
    """Reads what a person types next."""

    async def read(self, status: str) -> str:
        """The next input; raises `Stopped` when there is no more."""
        ...


class Lines:
    """One line, one input."""

    def __init__(self, stream: TextIO, prompt: Callable[[], None] = lambda: None) -> None:
        self._stream = stream
        self._prompt = prompt
        self._lines: AsyncIterator[str] | None = None

    async def read(self, status: str) -> str:
        """The next line."""
        del status
        if self._lines is None:
            self._lines = lines_of(self._stream)
        self._prompt()
        try:
            line = await anext(self._lines)
        except (StopAsyncIteration, asyncio.CancelledError) as end:
            raise Stopped from end
        return line.rstrip("\r\n")


class Prompt:
    """Line editing with history, several lines, and the person's own editor."""

    def __init__(self, history: Path | None) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.enums import EditingMode
        from prompt_toolkit.history import FileHistory, InMemoryHistory
        from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

        keys = KeyBindings()

        @keys.add("escape", "enter")
        def new_line(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text("\n")

        @keys.add("c-x", "c-e")
        def edit(event: KeyPressEvent) -> None:
            event.current_buffer.open_in_editor()

        self._session: PromptSession[str] = PromptSession(
            history=FileHistory(str(history)) if history else InMemoryHistory(),
            key_bindings=keys,
            editing_mode=EditingMode.VI if "vi" in os.environ.get("EDITOR", "") else EditingMode.EMACS,
            enable_open_in_editor=True,
            enable_history_search=True,
        )

    async def read(self, status: str) -> str:
        """What the person typed; the status stands in the last line of the screen."""
        from prompt_toolkit.formatted_text import FormattedText

        try:
            return await self._session.prompt_async(
                FormattedText([("bold", "> ")]),
                bottom_toolbar=FormattedText([("", f" {status}")]) if status else None,
                prompt_continuation="  ",
            )
        except (EOFError, KeyboardInterrupt) as end:
            raise Stopped from end


def reader_for(history: Path | None) -> Reader:
    """The best reader this terminal can bear."""
    if (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") not in {"dumb", "", "unknown"}
    ):
        return Prompt(history)
    if sys.stdin.isatty():

        def prompt() -> None:
            sys.stdout.write("> ")
            sys.stdout.flush()

        return Lines(sys.stdin, prompt)
    return Lines(sys.stdin)
