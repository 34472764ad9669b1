"""Models for tests: scripted ones, and the way to a server on this machine."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from model_server import ModelServer
from roundtable.engine.briefing import Briefing, Thought
from roundtable.interview import Interviewer
from roundtable.minds.guarded import Guarded
from roundtable.minds.llm.connecting import Connection, connect
from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.ledger import Budget
from roundtable.minds.llm.mind import LanguageModel
from roundtable.minds.llm.prompt import Prompt
from roundtable.minds.llm.tasks import TOLD

SECOND_READING = TOLD["Second reading"][:40]
Answer = dict[str, Any] | str


async def at_once(_seconds: float) -> None:
    """No test waits for a clock."""


class Script:
    """A model that answers with prepared replies, the last one again and again; `heard` are the prompts it got."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.heard: list[str] = []
        self.instructions: list[str] = []
        self.read_again: list[str] = []
        self.unsaid: list[list[dict[str, Any]] | str] = []
        """What the second readings find, one after another, and what they were shown."""
        self.sent = 0
        """Characters of the current answer that have been sent."""

    def model(self) -> FunctionModel:
        return FunctionModel(stream_function=self._stream, model_name="scripted")

    async def _stream(self, messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        last = messages[-1]
        assert isinstance(last, ModelRequest)
        heard = " ".join(str(part.content) for part in last.parts if isinstance(part, UserPromptPart))
        if SECOND_READING in (info.instructions or ""):
            self.read_again.append(heard)
            found = self.unsaid.pop(0) if self.unsaid else []
            yield found if isinstance(found, str) else json.dumps({"unsaid": found})
            return
        self.heard.append(heard)
        self.instructions.append(info.instructions or "")
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        text = answer if isinstance(answer, str) else json.dumps(answer)
        for at in range(0, len(text), 7):
            self.sent = at
            yield text[at : at + 7]


def scripted(
    script: Script,
    *,
    sending: Sending | None = None,
    budget: Budget | None = None,
    show: Callable[[Prompt], None] | None = None,
) -> LanguageModel:
    """A language model that follows a script."""
    connection = Connection(name="test:script", model=script.model(), native=True)
    return LanguageModel(connection, sending=sending, budget=budget, show_prompt=show, wait=at_once)


def asked(server: ModelServer, protocol: str = "openai", timeout: float = 20.0) -> LanguageModel:
    """A language model behind a server on this machine."""
    address = f"{server.address}/v1" if protocol == "openai" else server.address
    return LanguageModel(connect(f"{protocol}:fake", base_url=address), timeout=timeout, wait=at_once)


def thoughts(mind: LanguageModel, *briefings: Briefing, pieces: list[str] | None = None) -> Sequence[Thought]:
    """What a guarded mind makes of these briefings, one after another."""

    async def think() -> list[Thought]:
        guarded = Guarded(mind, Interviewer())
        guarded.stream = (pieces if pieces is not None else []).append
        try:
            return [await guarded.think(briefing) for briefing in briefings]
        finally:
            await guarded.close()

    return asyncio.run(think())


def own_thought(briefing: Briefing) -> Thought:
    """What the offline mind alone says."""
    return asyncio.run(Interviewer().think(briefing))
