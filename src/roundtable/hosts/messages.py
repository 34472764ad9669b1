"""JSON-RPC over standard input and output, one message per line, for both protocols: what is none is answered with one error.

Elsewhere: what is made of a message (`stdio` for MCP, the kit for ACP).
"""

import json
import sys
from typing import Any, Final

from roundtable.analysis.json_text import json_object
from roundtable.faces.lines import is_too_long, lines_of
from roundtable.faces.parent import end_with_parent

PARSE, INVALID, UNKNOWN, PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603
_NO_JSON: Final = "This line is no JSON object. Send one JSON-RPC message per line."
_NO_REQUEST: Final = 'Send a request with "jsonrpc": "2.0", an id, and a method.'
_NO_PARAMS: Final = "params must be an object."
_LONGEST: Final = 64 * 1024 * 1024
"""Bytes that are read of a line, so that the number of a request that is far too large is known when it is refused."""


class Messages:
    def __init__(self) -> None:
        end_with_parent()
        self._lines = lines_of(sys.stdin, longest=_LONGEST)
        self._out = sys.stdout  # what is printed by mistake is led elsewhere from now on

    async def receive(self) -> dict[str, Any] | None:
        """The next request, notification or answer; none at the end."""
        async for line in self._lines:
            if line.strip() and (message := self._checked(line)) is not None:
                return message
        return None

    def _checked(self, line: str) -> dict[str, Any] | None:
        message = None if is_too_long(line, _LONGEST) else json_object(line)
        if message is None:
            return self.refuse(None, PARSE, _NO_JSON)
        number, method = message.get("id"), message.get("method")
        is_number = isinstance(number, str | int | None)
        if "result" in message or "error" in message:
            return message if is_number else None
        if not isinstance(method, str) or not is_number:
            return self.refuse(number if is_number else None, INVALID, _NO_REQUEST)
        if not isinstance(message.get("params", {}), dict):
            return self.refuse(number, PARAMS, _NO_PARAMS)
        return message

    def refuse(self, number: object, code: int, sentence: str) -> None:
        self.write({"id": number, "error": {"code": code, "message": sentence}})

    def write(self, message: dict[str, Any]) -> None:
        self._out.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
        self._out.flush()

    async def send(self, message: dict[str, Any]) -> None:
        self.write(message)

    async def close(self) -> None:
        """Nothing to let go of: the streams are the process's own."""
