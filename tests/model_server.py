"""A language model that is no model: a server on this machine that speaks the protocols of OpenAI and Anthropic.

It answers with what a test tells it to, or goes wrong in one of the ways in which providers go wrong.
"""

import json
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal

Fault = Literal[
    "none",
    "slow",
    "cut",
    "garbage",
    "not json",
    "wrong schema",
    "empty",
    "429",
    "429 long",
    "500",
    "503",
    "401",
    "404",
    "too long",
    "closed",
    "endless",
    "stopped",
    "tool call",
    "refusal",
    "bad bytes",
    "error event",
]
FAULTS: tuple[Fault, ...] = (
    *("slow", "cut", "garbage", "not json", "wrong schema", "empty", "429", "429 long"),
    *("500", "503", "401", "404", "too long", "closed"),
    *("endless", "stopped", "tool call", "refusal", "bad bytes", "error event"),
)
Answering = Callable[[dict[str, Any]], dict[str, Any]]


@dataclass
class ModelServer:
    """`answer` makes the JSON of an answer from the request, or calls tools (`{"tool_calls": [(name, arguments), …]}`); `faults` are used up one request at a time, the last one stays."""

    address: str = ""
    answer: Answering = lambda _request: {"say": "So the manager decides."}
    faults: list[Fault] = field(default_factory=lambda: ["none"])
    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    released: threading.Event = field(default_factory=threading.Event)
    """Set when the test is over, so that slow answers stop waiting."""

    def next_fault(self) -> Fault:
        return self.faults.pop(0) if len(self.faults) > 1 else self.faults[0]


@contextmanager
def model_server() -> Generator[ModelServer]:
    """A server for the length of a test."""
    state = ModelServer()

    class Handler(_Handler):
        server_state = state

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    state.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        state.released.set()
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)


def _openai_event(delta: dict[str, Any]) -> bytes:
    chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "fake"}
    return f"data: {json.dumps({**chunk, 'choices': [{'index': 0, 'delta': delta, 'finish_reason': None}]})}\n\n".encode()


def _called(at: int, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"index": at, "id": f"call{at}", "type": "function", "function": function}


_CALL: dict[str, Any] = {"name": "write_file", "arguments": '{"path": "/etc/pas'}
_ODD_EVENTS: dict[Fault, tuple[bytes, bytes]] = {
    "tool call": (
        _openai_event({"tool_calls": [{"index": 0, "id": "t", "type": "function", "function": _CALL}]}),
        b'event: content_block_start\ndata: {"type": "content_block_start", "index": 5, "content_block": '
        b'{"type": "tool_use", "id": "t9", "name": "write_file", "input": {}}}\n\n',
    ),
    "refusal": (
        _openai_event({"refusal": "I cannot help with that."}),
        b'event: message_delta\ndata: {"type": "message_delta", "delta": {"stop_reason": "refusal"}, '
        b'"usage": {"output_tokens": 1}}\n\n',
    ),
    "bad bytes": (b"data: \xff\xfe\xc3{\n\n", b"event: \xff\ndata: \xff\xfe\xc3{\n\n"),
    "error event": (
        b'data: {"error": {"message": "overloaded", "type": "server_error"}}\n\n',
        b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "later"}}\n\n',
    ),
}
"""What a stream may bring that nobody asked for: as OpenAI and as Anthropic would send it."""


class _Handler(BaseHTTPRequestHandler):
    server_state: ModelServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        request: dict[str, Any] = json.loads(body)
        state = self.server_state
        state.requests.append(
            {"path": self.path, "headers": dict(self.headers), "size": len(body), **request}
        )
        fault = state.next_fault()
        try:
            self._answer(fault, request)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name the library calls it by
        pass

    @property
    def _is_anthropic(self) -> bool:
        return self.path.rstrip("/").endswith("/messages")

    def _answer(self, fault: Fault, request: dict[str, Any]) -> None:
        match fault:
            case "429" | "429 long":
                self._error(
                    429, "rate_limit_error", "slow down", {"retry-after": "1" if fault == "429" else "120"}
                )
            case "500":
                self._error(500, "api_error", "boom")
            case "503":
                self._error(503, "overloaded_error", "later")
            case "401":
                self._error(401, "authentication_error", "invalid x-api-key")
            case "404":
                self._error(404, "not_found_error", "model: nobody", code="model_not_found")
            case "too long":
                words = "prompt is too long: 300000 tokens > 200000 maximum"
                self._error(400, "invalid_request_error", words, code="context_length_exceeded")
            case "closed":
                self.close_connection = True
            case "garbage":
                self._body(200, b"<html>a proxy speaks</html>", "text/html")
            case _:
                self._stream(fault, request)

    def _error(
        self,
        status: int,
        kind: str,
        words: str,
        headers: dict[str, str] | None = None,
        code: str | None = None,
    ) -> None:
        error: dict[str, Any] = {"type": kind, "message": words, "code": code}
        body = json.dumps({"type": "error", "error": error}).encode()
        self._body(status, body, "application/json", headers)

    def _body(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    # -- answers, as server-sent events --------------------------------------------------------------------------------

    def _stream(self, fault: Fault, request: dict[str, Any]) -> None:
        told = self.server_state.answer(request)
        calls: list[tuple[str, dict[str, Any]]] = told.pop("tool_calls", [])
        text = json.dumps(told) if not calls else ""
        if fault == "not json":
            text = "Sure! Here is what I think: the manager decides."
        elif fault == "wrong schema":
            text = '{"colour": "blue", "lines": 7, "items": "none", "say": ["a", 1]}'
        elif fault in {"empty", "tool call", "refusal", "bad bytes", "error event"}:
            text = ""
        elif fault == "endless":
            text = json.dumps({"say": "the manager decides and " * 9000})
        elif fault == "stopped":
            text = text[: len(text) // 2]
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        size = 2000 if fault == "endless" else 20
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        events = list(self._anthropic(pieces, request) if self._is_anthropic else self._openai(pieces))
        if calls:
            events[1:1] = [
                _openai_event({"tool_calls": [_called(at, *call) for at, call in enumerate(calls)]})
            ]
        if fault in _ODD_EVENTS:
            events[1:1] = [_ODD_EVENTS[fault][self._is_anthropic]]
        for number, event in enumerate(events):
            if fault == "slow" and number == 1:
                self.server_state.released.wait(30)
                return
            if fault == "cut" and number == len(events) // 2:
                self.connection.close()
                return
            self.wfile.write(event)
            self.wfile.flush()

    def _openai(self, pieces: list[str]) -> Iterator[bytes]:
        def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
            data: dict[str, Any] = {
                "id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "fake",
                "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
            }  # fmt: skip
            if finish:
                data["usage"] = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
            return f"data: {json.dumps(data)}\n\n".encode()

        yield chunk({"role": "assistant", "content": ""})
        for piece in pieces:
            yield chunk({"content": piece})
        yield chunk({}, "stop")
        yield b"data: [DONE]\n\n"

    def _anthropic(self, pieces: list[str], request: dict[str, Any]) -> Iterator[bytes]:
        def event(kind: str, **fields: Any) -> bytes:
            return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()

        usage = {"input_tokens": 100, "output_tokens": 1, "cache_read_input_tokens": 80}
        message: dict[str, Any] = {
            "id": "m1", "type": "message", "role": "assistant", "model": "fake", "content": [],
            "stop_reason": None, "stop_sequence": None, "usage": usage,
        }  # fmt: skip
        yield event("message_start", message=message)
        tool: dict[str, Any] = {
            "type": "tool_use",
            "id": "t1",
            "name": request["tools"][0]["name"],
            "input": {},
        }
        yield event("content_block_start", index=0, content_block=tool)
        for piece in pieces:
            yield event(
                "content_block_delta", index=0, delta={"type": "input_json_delta", "partial_json": piece}
            )
        yield event("content_block_stop", index=0)
        yield event(
            "message_delta",
            delta={"stop_reason": "tool_use", "stop_sequence": None},
            usage={"output_tokens": 20},
        )
        yield event("message_stop")
