"""MCP as questions and answers: what a client may ask, and what it gets, as plain values. Transports carry them.

Every mistake is one error with one sentence. A tool that refuses answers with that sentence as a result, so that the model
reads it; what is no tool, resource or prompt of ours is an error of the protocol.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, cast
from urllib.parse import quote, unquote

from roundtable import __version__
from roundtable.errors import RoundtableError
from roundtable.hosts.messages import PARAMS, UNKNOWN
from roundtable.hosts.tools import TOOLS, Ask, Toolbox

VERSIONS: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
INSTRUCTIONS: Final = (
    "Roundtable interviews a developer about a backlog item and writes documents one can build from. begin or resume, then do "
    "what each answer says: think for the table, show its text word for word, hear the person's exact words, until it is over."
)
_SCHEME: Final = "roundtable://item/"
_MOST: Final = 500
_PROMPTS: Final = {
    "analyze": (
        "Talk an item through with three specialists",
        "Call begin with what {item!r} and mode {mode!r}, then follow the answers to the end.",
    ),
    "roundtable": (
        "Go on with an unfinished item, or choose one",
        "Call status. Show the person the unfinished items and ask which one; with their answer call resume. {item}",
    ),
}
_ARGUMENTS: Final = [
    {"name": "item", "description": "an item or an idea", "required": True},
    {"name": "mode", "description": "conversation or steps"},
]
_DOCUMENT: Final = {"uriTemplate": f"{_SCHEME}{{item}}/{{document}}", "name": "a document of an item"}
_FIXED: Final[Mapping[str, dict[str, Any]]] = {
    "ping": {},
    "resources/templates/list": {"resourceTemplates": [_DOCUMENT]},
    "prompts/list": {
        "prompts": [
            {"name": name, "description": words[0], "arguments": _ARGUMENTS if name == "analyze" else []}
            for name, words in _PROMPTS.items()
        ]
    },
}
"""Answers that are always the same."""


class Problem(Exception):
    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Exchange:
    def __init__(self, toolbox: Callable[[Callable[[], str]], Toolbox]) -> None:
        self._client = "host"
        self.toolbox: Final = toolbox(lambda: self._client)
        self.ask: Ask | None = None
        """Asks the person through the client, set by a transport that can carry that."""

    async def answer(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The result; raises `Problem`."""
        if method in _FIXED:
            return _FIXED[method]
        match method:
            case "initialize":
                return self._initialize(params)
            case "tools/list":
                return {"tools": listed_tools()}
            case "tools/call":
                return await self._call(params)
            case "resources/list":
                return await self._resources()
            case "resources/read":
                return await self._read(params)
            case "prompts/get":
                return _prompt(params)
            case _:
                raise Problem(UNKNOWN, f"There is no method {method[:80]!r} here.")

    async def close(self) -> None:
        await self.toolbox.close()

    def _initialize(self, params: Mapping[str, Any]) -> dict[str, Any]:
        name: object = (_object(params.get("clientInfo")) or {}).get("name")
        if isinstance(name, str) and name.strip():
            self._client = "".join(letter for letter in name if letter.isalnum() or letter in "-_. ")[:40]
        if "elicitation" in (_object(params.get("capabilities")) or {}):
            self.toolbox.ask = self.ask
        asked = params.get("protocolVersion")
        return {
            "protocolVersion": asked if asked in VERSIONS else VERSIONS[0],
            "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
            "serverInfo": {"name": "roundtable", "version": __version__},
            "instructions": INSTRUCTIONS,
        }

    async def _call(self, params: Mapping[str, Any]) -> dict[str, Any]:
        name, arguments = params.get("name"), _object(params.get("arguments"))
        if not isinstance(name, str) or arguments is None:
            raise Problem(PARAMS, "tools/call needs the name of a tool, and its arguments as an object.")
        names = [tool.name for tool in TOOLS]
        if name not in names:
            raise Problem(PARAMS, f"There is no tool {name[:60]!r}; there are {', '.join(names)}.")
        try:
            text, failed = await self.toolbox.call(name, arguments), False
        except RoundtableError as error:
            text, failed = str(error), True
        return {"content": [{"type": "text", "text": text}], "isError": failed}

    async def _resources(self) -> dict[str, Any]:
        listed: list[dict[str, str]] = []
        for folder, name in (await self.toolbox.documents())[:_MOST]:
            uri = f"{_SCHEME}{quote(folder)}/{quote(name)}"
            listed.append({"uri": uri, "name": f"{folder}/{name}", "mimeType": _mime(name)})
        return {"resources": listed}

    async def _read(self, params: Mapping[str, Any]) -> dict[str, Any]:
        uri = params.get("uri")
        parts = uri.removeprefix(_SCHEME).split("/") if isinstance(uri, str) else []
        if not isinstance(uri, str) or not uri.startswith(_SCHEME) or len(parts) != 2:
            raise Problem(PARAMS, f"A document is named {_SCHEME}ITEM/DOCUMENT; resources/list has them all.")
        try:
            text = await self.toolbox.document(*(unquote(part) for part in parts))
        except RoundtableError as error:
            raise Problem(PARAMS, str(error)) from error
        return {"contents": [{"uri": uri, "mimeType": _mime(parts[1]), "text": text}]}


def _prompt(params: Mapping[str, Any]) -> dict[str, Any]:
    name, given = params.get("name"), _object(params.get("arguments"))
    if not isinstance(name, str) or name not in _PROMPTS or given is None:
        raise Problem(PARAMS, f"There are the prompts {' and '.join(_PROMPTS)}.")
    values = {key: str(value)[:2000] for key, value in given.items()}
    summary, words = _PROMPTS[name]
    text = words.format(item=values.get("item", ""), mode=values.get("mode", "conversation"))
    message = {"role": "user", "content": {"type": "text", "text": text.strip()}}
    return {"description": summary, "messages": [message]}


@cache
def listed_tools() -> list[dict[str, Any]]:
    """Every tool as a client is told, with no word in its schema that is not needed to call it."""
    return [
        {
            "name": tool.name,
            "description": tool.description,
            "inputSchema": tool.schema(),
            **({"annotations": {"readOnlyHint": True}} if tool.reads_only else {}),
        }
        for tool in TOOLS
    ]


def _object(value: object) -> dict[str, Any] | None:
    """The arguments of a call; nothing given is an empty object."""
    if value is None:
        return {}
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _mime(name: str) -> str:
    return "text/markdown" if name.endswith(".md") else "text/plain"
