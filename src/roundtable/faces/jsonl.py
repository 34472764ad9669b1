"""A session over JSON lines: events on standard output, `{"text": "…"}` on standard input.

Standard output carries events only. A malformed line gives a recoverable error, then `awaiting` again, so that every line
sent is answered. End of input and Ctrl-C pause.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Any, Final

from roundtable.analysis.json_text import json_object
from roundtable.driver.session import Session
from roundtable.engine.events import AnyEvent
from roundtable.errors import RoundtableError
from roundtable.faces.lines import is_too_long, lines_of, storable
from roundtable.faces.parent import Breath, end_with_parent
from roundtable.faces.wire import as_json

_EXPECTED: Final = 'Send one JSON object per line, such as {"text": "yes"}.'
_TOO_LONG: Final = "The line is longer than 8 MiB; send the text in smaller pieces."
_NO_TEXT: Final = 'The field "text" is missing or no string.'


class JsonLines:
    def __init__(self, slug: str) -> None:
        self._slug = slug
        self._breath = Breath()

    async def run(self, session: Session) -> None:
        end_with_parent()
        session.before_writing = self._breath.end
        session.show = self.show
        session.delta = lambda piece: self._send({"event": "delta", "text": piece})
        try:
            await self._talk(session)
        except asyncio.CancelledError:  # Ctrl-C, or whoever started us wants us gone
            await session.pause()
        except RoundtableError as error:
            self._send({"event": "error", "message": str(error), "recoverable": False})
            raise

    async def _talk(self, session: Session) -> None:
        await session.begin()
        if session.ended is not None:
            return
        async for line in lines_of(sys.stdin):
            text = self._text(line)
            if text is None:
                self._send({"event": "awaiting", "what": session.awaiting})
                continue
            self._breath.begin()
            await session.hear(text)
            if session.ended is not None:
                return
        await session.pause()

    def show(self, events: Sequence[AnyEvent]) -> None:
        self._send(*(message for event in events for message in as_json(event, self._slug)))

    def _text(self, line: str) -> str | None:
        """The words in one line of input; after an error has been sent, none."""
        message = None if is_too_long(line) else json_object(line)
        text = None if message is None else message.get("text")
        if isinstance(text, str):
            return storable(text)
        problem = _TOO_LONG if is_too_long(line) else _EXPECTED if message is None else _NO_TEXT
        self._send({"event": "error", "message": problem, "recoverable": True})
        return None

    def _send(self, *messages: dict[str, Any]) -> None:
        if messages:
            sys.stdout.write("".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in messages))
            sys.stdout.flush()
