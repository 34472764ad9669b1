"""MCP over standard input and output: one JSON-RPC message per line, as editors and coding agents start it.

It is written out here, and not left to the kit, because that takes two seconds to load, and a host starts every server with
every session. Several calls may be under way at once; answers come as they are ready.

Elsewhere: lines into messages (`messages`), what is answered (`exchange`), the kit and its transport for the network (`http`).
"""

import asyncio
import itertools
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import Any, Final

from roundtable.faces.lines import storable
from roundtable.hosts.exchange import Exchange, Problem
from roundtable.hosts.messages import INTERNAL, Messages

_FORM: Final = {
    "type": "object",
    "properties": {"answer": {"type": "string", "title": "Your answer"}},
    "required": ["answer"],
}
_LONGEST_ANSWER: Final = 100_000


class Client:
    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._messages = Messages()
        self._under_way: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._asked: dict[str, asyncio.Future[object]] = {}  # our own requests to the client, by number
        exchange.ask = self._ask

    async def run(self) -> None:
        try:
            while (message := await self._messages.receive()) is not None:
                self._take(message)
        finally:
            for task in list(self._under_way):
                task.cancel()
            await self._exchange.close()

    def _take(self, message: dict[str, Any]) -> None:
        number = message.get("id")
        if "method" not in message:
            waiting = self._asked.pop(str(number), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message.get("result"))
        elif number is not None:  # else a notification: nothing that we would act on
            task = asyncio.create_task(self._answer(number, message["method"], message.get("params", {})))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _ask(self, text: str) -> str | None:
        """What the person typed into the client's own form; none when they closed it."""
        number = f"ask-{next(self._numbers)}"
        self._asked[number] = waiting = asyncio.get_running_loop().create_future()
        params = {"mode": "form", "message": text, "requestedSchema": _FORM}
        self._messages.write({"id": number, "method": "elicitation/create", "params": params})
        match await waiting:
            case {"action": "accept", "content": {"answer": str(answer)}}:
                return storable(answer)[:_LONGEST_ANSWER]
            case _:
                return None

    async def _answer(self, number: str | int, method: str, params: dict[str, Any]) -> None:
        try:
            self._messages.write({"id": number, "result": await self._exchange.answer(method, params)})
        except Problem as problem:
            self._messages.refuse(number, problem.code, str(problem))
        except Exception as error:  # one bad call must not end the others
            words = f"Something unexpected went wrong ({type(error).__name__}: {error})."
            self._messages.refuse(number, INTERNAL, words)


async def serve(exchange: Callable[[], Exchange]) -> None:
    """Until the client is gone. What is printed by mistake must not be taken for a message."""
    client = Client(exchange())
    with redirect_stdout(sys.stderr):
        await client.run()
