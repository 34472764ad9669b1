"""MCP over streamable HTTP, for hosts that are no child of ours: on this machine alone, and only for who knows the token.

The kit speaks the protocol, old and new; what is answered is the same as over standard streams (`exchange`).
"""

import hmac
import os
import secrets
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Final

from roundtable import __version__
from roundtable.errors import CannotDoHere
from roundtable.hosts.exchange import INSTRUCTIONS, Exchange, Problem

try:
    import mcp_types as types
    import uvicorn
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp.shared.exceptions import MCPError
    from pydantic import BaseModel
    from starlette.types import ASGIApp, Receive, Scope, Send
except ImportError as missing:
    raise CannotDoHere(
        "`roundtable mcp --http` needs the extra [mcp]: pip install 'roundtable-analyst[mcp]'. Without it, over standard "
        "input and output, `roundtable mcp` works as it is."
    ) from missing

TOKEN: Final = "ROUNDTABLE_MCP_TOKEN"  # noqa: S105 - the name of the variable
_HERE: Final = "127.0.0.1"
_REFUSED: Final = (
    b'{"error": "Send the token that `roundtable mcp --http` printed: Authorization: Bearer TOKEN."}'
)


async def serve_http(exchange: Callable[[], Exchange], port: int) -> None:
    """Until Ctrl-C."""
    token = os.environ.get(TOKEN) or secrets.token_urlsafe(24)
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_HERE, port))
            listening.listen()  # whoever reads the address may call at once
        except OSError as error:
            raise CannotDoHere(f"Port {port} is taken; name another one, or 0 for any free one.") from error
        one = exchange()
        address = f"http://{_HERE}:{listening.getsockname()[1]}/mcp"
        sys.stderr.write(f"Serving {address}\nAuthorization: Bearer {token}\n")
        sys.stderr.flush()
        config = uvicorn.Config(guarded(app_for(one), token), log_level="warning", lifespan="on")
        try:
            await uvicorn.Server(config).serve(sockets=[listening])
        finally:
            await one.close()


def app_for(exchange: Exchange) -> ASGIApp:
    """The server as the kit wants it: each method answered by the exchange."""

    def answering(
        method: str, result: type[BaseModel]
    ) -> Callable[[ServerRequestContext[Any], BaseModel | None], Awaitable[Any]]:
        async def answer(context: ServerRequestContext[Any], params: BaseModel | None) -> Any:
            given = params.model_dump(by_alias=True, exclude_none=True) if params is not None else {}
            try:
                return result.model_validate(await exchange.answer(method, given))
            except Problem as problem:
                raise MCPError(problem.code, str(problem)) from problem

        return answer

    server: Server[Any] = Server(
        "roundtable",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=answering("tools/list", types.ListToolsResult),
        on_call_tool=answering("tools/call", types.CallToolResult),
        on_list_resources=answering("resources/list", types.ListResourcesResult),
        on_list_resource_templates=answering("resources/templates/list", types.ListResourceTemplatesResult),
        on_read_resource=answering("resources/read", types.ReadResourceResult),
        on_list_prompts=answering("prompts/list", types.ListPromptsResult),
        on_get_prompt=answering("prompts/get", types.GetPromptResult),
    )
    return server.streamable_http_app(host=_HERE)


def guarded(app: ASGIApp, token: str) -> ASGIApp:
    """Nobody without the token gets further than this."""
    wanted = f"Bearer {token}".encode()

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
            if not hmac.compare_digest(given, wanted):
                headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": _REFUSED})
                return
        await app(scope, receive, send)

    return guard
