"""A session over JSON lines: events on standard output, `{"text": "…"}` on standard input.

Standard output carries events only. A malformed line gives a recoverable error, then `awaiting` again. End of input pauses.
"""

import json
import sys
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TextIO, cast

from roundtable.engine.events import AnyEvent, Ended
from roundtable.faces.lines import lines_of
from roundtable.faces.wire import as_json

__all__ = ["JsonLines"]

_LONGEST_LINE = 8 * 1024 * 1024


class _Session(Protocol):
    show: Callable[[Sequence[AnyEvent]], None]

    @property
    def awaiting(self) -> str | None: ...
    @property
    def ended(self) -> Ended | None: ...
    async def begin(self) -> None: ...
    async def hear(self, text: str) -> None: ...
    async def pause(self) -> None: ...


class JsonLines:
    """The face for programs."""

    def __init__(self, slug: str, out: TextIO = sys.stdout, source: TextIO = sys.stdin) -> None:
        self._slug = slug
        self._out = out
        self._source = source

    async def run(self, session: _Session) -> None:
        """Drive the session until it ends or the input does."""
        session.show = self.show
        await session.begin()
        async for line in lines_of(self._source):
            if session.ended is not None:
                break
            if not line.strip():
                continue
            text = self._text(line)
            if text is None:
                self._send({"event": "awaiting", "what": session.awaiting})
                continue
            await session.hear(text)
            if session.ended is not None:
                break
        await session.pause()

    def show(self, events: Sequence[AnyEvent]) -> None:
        """Send what is for show, at once."""
        for event in events:
            for message in as_json(event, self._slug):
                self._send(message)

    def _text(self, line: str) -> str | None:
        """The words in one line of input; after an error has been sent, none."""
        problem = 'Send one JSON object per line, such as {"text": "yes"}.'
        if len(line) > _LONGEST_LINE:
            problem = "The line is longer than 8 MiB; send the text in smaller pieces."
        else:
            try:
                message: Any = json.loads(line)
            except (ValueError, RecursionError):
                message = None
            text = cast("dict[str, object]", message).get("text") if isinstance(message, dict) else None
            if isinstance(text, str):
                # A lone surrogate cannot be stored as UTF-8.
                return text.encode("utf-8", "replace").decode("utf-8")
            if isinstance(message, dict):
                problem = 'The field "text" is missing or no string.'
        self._send({"event": "error", "message": problem, "recoverable": True})
        return None

    def _send(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps(message, ensure_ascii=False) + "\n")
        self._out.flush()
