"""One request to a model: streamed, timed, retried where that helps, and on the account.

An answer is a JSON object of the shape asked for. While it arrives, `hear` gets the growing words of the speaker. What
cannot be mended raises `MindUnavailable`; an answer that is no JSON of this shape raises `Unreadable`.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, cast

from pydantic import BaseModel
from pydantic_ai import Agent, NativeOutput, StructuredDict, Tool, UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.messages import CachePoint, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.settings import ModelSettings
from pydantic_ai.usage import RunUsage, UsageLimits
from pydantic_core import from_json

from roundtable.engine.briefing import TaskKind
from roundtable.errors import MindUnavailable
from roundtable.minds.guarded import Unreadable
from roundtable.minds.llm.connecting import Connection
from roundtable.minds.llm.failures import HalfAnswer, failure_of
from roundtable.minds.llm.ledger import Ledger
from roundtable.minds.llm.prompt import Prompt
from roundtable.minds.llm.schema import Reply, bare_schema, narrow_schema

_TRIES: Final = 3
_BACK_OFF: Final = (0.5, 2.0)
_MOST_TOKENS: Final = 8192
_MOST_TOKENS_SMALL: Final = 160
_LONGEST_ANSWER: Final = 60_000
"""Characters, far beyond the tokens that were asked for: a server that goes on is cut off, or it would go on for ever."""
_MARKED: Final = ("anthropic:", "bedrock:")
"""Makers whose caches go by marks; the others find the common beginning themselves."""
_LIMITS: Final = UsageLimits(request_limit=12)
"""Requests of one turn: looks are few (`reading`), and a model that goes on looking all the same is stopped."""
_SHOWN: Final = 1000  # characters of an endless answer that go back with the reason


class TooLong(MindUnavailable):
    """The request does not fit the model; a shorter one may."""


class Asker:
    def __init__(
        self,
        connection: Connection,
        ledger: Ledger,
        *,
        personas: Sequence[str] = (),
        timeout: float = 60.0,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        tools: Sequence[Callable[..., Awaitable[str]]] = (),
    ) -> None:
        self._tools = tuple(tools)
        self._connection = connection
        self._ledger = ledger
        self._wait = wait
        self._personas = tuple(personas)
        self._patience = timeout
        self._agents: dict[tuple[str, str], Agent[object, dict[str, Any]]] = {}
        self._settings = ModelSettings(
            max_tokens=_MOST_TOKENS_SMALL if connection.small else _MOST_TOKENS,
            timeout=timeout,
            request_timeout=timeout * 2,
            first_event_timeout=timeout,
            max_retries=0,  # we retry ourselves, and count
            cache={"messages": False},  # each request is a new conversation: only its beginning comes again
        )

    async def check(self, prompt: Prompt, shape: type[BaseModel]) -> dict[str, Any]:
        """One short answer of that shape, without tools and without another try: nothing hangs on it."""
        if self._ledger.is_spent:
            raise MindUnavailable("the budget is spent")
        self._ledger.requests += 1
        agent = self._made(prompt.stable, bare_schema(shape), ())
        try:
            return (await self._once(agent, prompt.changing, lambda _raw: None))[0]
        except (Unreadable, MindUnavailable, asyncio.CancelledError):
            raise
        except Exception as error:  # as below
            raise MindUnavailable(failure_of(error).reason) from error

    async def ask(
        self, prompt: Prompt, kind: TaskKind, hear: Callable[[Mapping[str, Any]], None]
    ) -> tuple[dict[str, Any], str]:
        agent = self._agent(prompt.stable, kind)
        clock = asyncio.get_running_loop().time
        began = clock()
        for tried in range(1, _TRIES + 1):
            if self._ledger.is_spent:
                raise MindUnavailable("the budget is spent", is_final=True)
            self._ledger.requests += 1
            try:
                return await self._once(agent, self._parts(prompt), hear)
            except (Unreadable, MindUnavailable, asyncio.CancelledError):
                raise
            except Exception as error:  # whatever a kit or the network raises, the session must go on
                failure = failure_of(error)
                if failure.too_long:
                    raise TooLong(failure.reason) from error
                if self._tools and failure.no_tools:
                    self._tools, self._agents = (), {}
                    agent = self._agent(prompt.stable, kind)
                    continue
                # Who has already waited as long as one request may take is not made to wait for another.
                if not failure.retry or tried == _TRIES or clock() - began >= self._patience:
                    raise MindUnavailable(failure.reason, is_final=failure.is_final) from error
                await self._wait(failure.wait if failure.wait is not None else _BACK_OFF[tried - 1])
        raise AssertionError  # the last try either returned or raised

    def _agent(self, stable: str, kind: TaskKind) -> "Agent[object, dict[str, Any]]":
        # What comes between answers, or after the last, has their shape: what is sent begins as it did before.
        kind = "converse" if kind in {"answer_back", "review"} else kind
        shape = kind if self._connection.native else ""
        known = self._agents.get((stable, shape))
        if known is None:
            native, small = self._connection.native, self._connection.small
            shown = narrow_schema(kind, self._personas, small=small) if native else Reply.model_json_schema()
            known = self._agents[stable, shape] = self._made(stable, shown, self._tools)
        return known

    def _made(
        self, stable: str, shown: dict[str, Any], tools: Sequence[Callable[..., Awaitable[str]]]
    ) -> "Agent[object, dict[str, Any]]":
        output = StructuredDict(shown, name="reply")
        return Agent(
            self._connection.model,
            name="roundtable",
            instructions=stable,
            output_type=NativeOutput(output, strict=False) if self._connection.native else output,
            tools=[Tool(tool, takes_ctx=False, max_retries=1) for tool in tools],
            retries={"output": 0, "tools": 0},
            model_settings=self._settings,
        )

    def _parts(self, prompt: Prompt) -> "str | list[str | CachePoint]":
        """The prompt, for makers who want to be told how far it will come again with a mark after the log."""
        end = prompt.changing.removeprefix(prompt.log)
        if not prompt.log or not end.strip() or not self._connection.name.startswith(_MARKED):
            return prompt.changing
        return [prompt.log, CachePoint(), end.lstrip()]

    async def _once(
        self,
        agent: "Agent[object, dict[str, Any]]",
        text: "str | list[str | CachePoint]",
        hear: Callable[[Mapping[str, Any]], None],
    ) -> tuple[dict[str, Any], str]:
        answer = ""
        response: ModelResponse | None = None
        used = RunUsage()
        try:
            async with agent.run_stream(text, usage=used, usage_limits=_LIMITS) as stream:
                async for response in stream.stream_response(debounce_by=None):
                    answer = _text_of(response)
                    if len(answer) > _LONGEST_ANSWER:
                        self._ledger.enter(response.usage)
                        raise Unreadable(answer[:_SHOWN], "The answer was far too long.")
                    if partial := _read(answer):
                        hear(partial)
                output = await stream.get_output()
                self._ledger.enter(stream.usage)
        except UsageLimitExceeded:
            self._ledger.enter(used)
            raise
        except UnexpectedModelBehavior as error:
            if response is not None:
                self._ledger.enter(response.usage)
            begun = _read(answer)
            if begun and response is not None and response.finish_reason == "length":
                return begun, answer  # cut off at the limit of tokens: what is whole of it may still be good
            # A stream that ends too early looks like one that was finished; the object in it was not.
            if begun and not _read(answer, partial=False):
                raise HalfAnswer from error
            raise Unreadable(answer, "The answer was not one JSON object of the shape asked for.") from error
        return dict(output), answer or json.dumps(output, ensure_ascii=False)


def _text_of(response: ModelResponse) -> str:
    for part in response.parts:
        if isinstance(part, TextPart) and part.content.strip():
            return part.content
        if isinstance(part, ToolCallPart):
            given = part.args or {}
            return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return ""


def _read(text: str, *, partial: bool = True) -> dict[str, Any]:
    """What can be read of a JSON object, also of one that is still growing."""
    try:
        found: object = from_json(text, allow_partial="trailing-strings" if partial else False)
    except ValueError:
        return {}
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}
