"""MCP over standard input and output: one JSON-RPC message per line, as editors and coding agents start it.

It is written out here, and not left to the kit, because that takes two seconds to load, and a host starts every server with
every session. Several calls may be under way at once; answers come as they are ready.

Elsewhere: what is answered (`exchange`), the kit and its transport for the network (`http`).
"""

import asyncio
import itertools
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, Final, TextIO, cast

from roundtable.analysis.json_text import json_object
from roundtable.faces.lines import is_too_long, lines_of, storable
from roundtable.faces.parent import end_with_parent
from roundtable.hosts.exchange import INTERNAL, INVALID, PARAMS, PARSE, Exchange, Problem

_NO_JSON: Final = "This line is no JSON object. Send one JSON-RPC message per line."
_NO_REQUEST: Final = 'Send a request with "jsonrpc": "2.0", an id, and a method.'
_FORM: Final = {
    "type": "object",
    "properties": {"answer": {"type": "string", "title": "Your answer"}},
    "required": ["answer"],
}
_LONGEST_ANSWER: Final = 100_000
_NO_PARAMS: Final = "params must be an object."
_LONGEST: Final = 64 * 1024 * 1024
"""Bytes that are read of a line, so that the number of a request that is far too large is known when it is refused."""


class Lines:
    def __init__(self, exchange: Exchange, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._exchange = exchange
        self._source = source or sys.stdin
        self._out = out or sys.stdout
        self._under_way: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._asked: dict[str, asyncio.Future[object]] = {}
        """Our own requests to the client, by number."""
        exchange.ask = self._ask

    async def run(self) -> None:
        if self._source is sys.stdin:
            end_with_parent()
        try:
            async for line in lines_of(self._source, longest=_LONGEST):
                if line.strip():
                    self._take(line)
        finally:
            for task in list(self._under_way):
                task.cancel()
            await self._exchange.close()

    def _take(self, line: str) -> None:
        message = None if is_too_long(line, _LONGEST) else json_object(line)
        if message is None:
            self._send({"id": None, "error": {"code": PARSE, "message": _NO_JSON}})
            return
        number, method = message.get("id"), message.get("method")
        if "result" in message or "error" in message:
            waiting = self._asked.pop(str(number), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message.get("result"))
            return
        if not isinstance(method, str) or not isinstance(number, str | int | None):
            number = number if isinstance(number, str | int) else None
            self._send({"id": number, "error": {"code": INVALID, "message": _NO_REQUEST}})
            return
        if number is None:
            return  # a notification: nothing that we would act on
        task = asyncio.create_task(self._answer(number, method, message.get("params", {})))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _ask(self, text: str) -> str | None:
        """What the person typed into the client's own form; none when they closed it."""
        number = f"ask-{next(self._numbers)}"
        self._asked[number] = waiting = asyncio.get_running_loop().create_future()
        params = {"mode": "form", "message": text, "requestedSchema": _FORM}
        self._send({"id": number, "method": "elicitation/create", "params": params})
        match await waiting:
            case {"action": "accept", "content": {"answer": str(answer)}}:
                return storable(answer)[:_LONGEST_ANSWER]
            case _:
                return None

    async def _answer(self, number: str | int, method: str, params: object) -> None:
        try:
            if not isinstance(params, dict):
                raise Problem(PARAMS, _NO_PARAMS)
            result = await self._exchange.answer(method, cast("dict[str, Any]", params))
            self._send({"id": number, "result": result})
        except Problem as problem:
            self._send({"id": number, "error": {"code": problem.code, "message": str(problem)}})
        except Exception as error:  # one bad call must not end the others
            words = f"Something unexpected went wrong ({type(error).__name__}: {error})."
            self._send({"id": number, "error": {"code": INTERNAL, "message": words}})

    def _send(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
        self._out.flush()


async def serve(exchange: Callable[[], Exchange]) -> None:
    """Until the client is gone. What is printed by mistake must not be taken for a message."""
    client = Lines(exchange())
    with redirect_stdout(sys.stderr):
        await client.run()
