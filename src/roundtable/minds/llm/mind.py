"""A language model as a guardable mind: compose, ask, let it look, read.

Each request stands alone: rules, personas, the talk, the code that was seen, facts, the latest words. What is remembered
between requests can be made anew from the briefing, so a session can be resumed on another machine.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from roundtable.engine.briefing import Briefing, Shown, Spending, Thought
from roundtable.errors import MindUnavailable
from roundtable.minds.guarded import Refused, Unreadable
from roundtable.minds.llm.asking import Asker, TooLong
from roundtable.minds.llm.connecting import Connection
from roundtable.minds.llm.excerpts import excerpts_for
from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.ledger import Budget, Ledger
from roundtable.minds.llm.memory import Memory
from roundtable.minds.llm.prompt import Prompt, compose
from roundtable.minds.llm.reading import Reading
from roundtable.minds.llm.replies import is_answer, read_reply, to_thought
from roundtable.ports import CodeView


class LanguageModel:
    """One model, asked through one connection."""

    def __init__(
        self,
        connection: Connection,
        *,
        sending: Sending | None = None,
        budget: Budget | None = None,
        personas: Sequence[str] = (),
        timeout: float = 60.0,
        show_prompt: Callable[[Prompt], None] | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
        code: CodeView | None = None,
    ) -> None:
        self.ledger = Ledger(connection.name, budget or Budget())
        self._connection = connection
        self._sending = sending or Sending()
        self._small = connection.small
        self._show_prompt = show_prompt
        self._notes: list[str] = []
        self._code = code
        self._context = connection.context
        self._memory = Memory()
        self._reading = Reading(code, self._sending)
        tools = () if connection.small else self._reading.tools
        self._asker = Asker(
            connection, self.ledger, personas=personas, timeout=timeout, wait=wait, tools=tools
        )

    @property
    def name(self) -> str:
        """`provider:name`."""
        return self._connection.name

    async def attempt(
        self, briefing: Briefing, refused: Sequence[Refused], hear: Callable[[str], None]
    ) -> tuple[Thought, str]:
        """One thought, unguarded, and the answer it was read from."""
        if not refused:
            self._reading.begin(briefing)
        try:
            raw, answer = await self._ask(briefing, refused, hear)
        except TooLong as error:
            if self._small:
                raise
            # From here on less is sent: fewer words per fact, but never fewer facts.
            self._small = True
            try:
                raw, answer = await self._ask(briefing, refused, hear)
            except TooLong:
                raise MindUnavailable(error.reason, is_final=True) from error
        finally:
            # What was looked at stays in the log, also when the answer is worth nothing.
            self._memory.see(self._reading.seen, self._sending, because="code that you looked at")
        reply = read_reply(raw)
        if not is_answer(raw) and not briefing.task.may_stay_silent:
            raise Unreadable(answer, "The answer had none of the fields that were asked for.")
        seen = briefing.model_copy(update={"shown": self.shown})
        return to_thought(reply, seen, self._code), answer

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The code that the model has seen so far."""
        return (*self._memory.shown, *self._reading.seen)

    def take_looks(self) -> tuple[str, ...]:
        """What was looked at since this was last asked."""
        told, self._reading.told = tuple(dict.fromkeys(self._reading.told)), []
        return told

    def take_spending(self) -> Spending | None:
        """What was spent since it was last asked."""
        return self.ledger.since_last()

    async def close(self) -> None:
        """Close what the provider's kit keeps open."""
        async with self._connection.model:
            pass

    def take_notes(self) -> tuple[str, ...]:
        """What was sent since this was last asked: how much, and the words themselves when they are to be seen."""
        notes, self._notes = tuple(self._notes), []
        return notes

    async def _ask(
        self, briefing: Briefing, refused: Sequence[Refused], hear: Callable[[str], None]
    ) -> tuple[dict[str, Any], str]:
        earlier = [(one.answer, one.reasons) for one in refused[-1:]]
        if not self._small and not refused:
            excerpts = excerpts_for(briefing, self._code, self._sending, self._memory.shown)
            self._memory.see(excerpts, self._sending, because="code that matters now")
        prompt = compose(
            briefing,
            self._sending,
            earlier,
            small=self._small,
            memory=self._memory,
            context=self._context,
        )
        sizes = f"{len(prompt.stable.encode())} + {len(prompt.changing.encode())} bytes"
        self._notes.append(f"model: sent {sizes} for {briefing.task.kind}")
        if self._show_prompt is not None:
            self._show_prompt(prompt)
            self._notes.append(f"model: the request ends with\n{prompt.changing}")
        return await self._asker.ask(prompt, briefing.task.kind, lambda raw: _hear(raw, briefing, hear))


def _hear(raw: Mapping[str, Any], briefing: Briefing, hear: Callable[[str], None]) -> None:
    """The words of the speaker who was asked, as far as they have come."""
    said: object = raw.get("say")
    lines: object = raw.get("lines")
    if isinstance(lines, list) and lines and isinstance(lines[0], dict):
        first = cast("dict[str, object]", lines[0])
        said = first.get("text") if first.get("persona") == briefing.task.persona else None
    if isinstance(said, str) and said.strip():
        hear(said.lstrip())
