"""A language model as a guardable mind: compose, ask, let it look, read.

Each request stands alone: rules, personas, the talk, the code that was seen, facts, the latest words. What is remembered
between requests can be made anew from the briefing, so a session can be resumed on another machine.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, cast

from pydantic import ValidationError

from roundtable.engine.briefing import Briefing, Shown, Thought
from roundtable.errors import MindUnavailable
from roundtable.minds.guarded import Hear, Refused, Report, Unreadable
from roundtable.minds.guards.renderings import Rendering
from roundtable.minds.llm.answers import KeptAnswers
from roundtable.minds.llm.asking import Asker, TooLong
from roundtable.minds.llm.connecting import Connection
from roundtable.minds.llm.excerpts import excerpts_for
from roundtable.minds.llm.fencing import Sending, fence
from roundtable.minds.llm.ledger import Budget, Ledger
from roundtable.minds.llm.memory import LOOKED_AT, Memory
from roundtable.minds.llm.prompt import Prompt, compose
from roundtable.minds.llm.reading import Reading
from roundtable.minds.llm.replies import answered, read_reply, to_thought
from roundtable.minds.llm.schema import WORDS, SecondReading
from roundtable.minds.llm.tasks import TOLD
from roundtable.ports import CodeView


class LanguageModel:
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
        self.name: Final = connection.name
        self.ledger = Ledger(connection.name, budget or Budget())
        self.preamble = ""  # what stands before everything else: the brief of somebody who works for a lead
        self._connection = connection
        self._sending = sending or Sending()
        self._small = connection.small
        self._show_prompt = show_prompt
        self._notes: list[str] = []
        self._code = code
        self._context = connection.context
        self._memory = Memory()
        self._glimpsed: list[Shown] = []
        """Single lines that a look found earlier: they need not be sent again to be cited."""
        self._reading = Reading(code, self._sending)
        tools = () if connection.small else self._reading.tools
        self._asker = Asker(
            connection, self.ledger, personas=personas, timeout=timeout, wait=wait, tools=tools
        )

    async def attempt(
        self, briefing: Briefing, refused: Sequence[Refused], hear: Hear
    ) -> tuple[Thought, str]:
        if not refused:
            self._glimpsed += self._reading.hits
            self._reading.begin(briefing.scan)
            if isinstance(self._connection.model, KeptAnswers):
                self._connection.model.begin(f"{briefing.phase_key}/{briefing.task.kind}")
        answer = ""
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
            self._memory.see(self._reading.keep(answer), self._sending, because=LOOKED_AT)
        thought = answered(raw, answer, briefing.changed(shown=self.shown), self._code)
        return thought.changed(is_round=thought.is_round and not self._small), answer

    async def unsaid(self, told: Sequence[Rendering]) -> Mapping[int, str]:
        """Which statements say what the words beside them do not; a small model cannot tell."""
        if self._small:
            return {}
        answers: dict[str, list[str]] = {}
        for at, one in enumerate(told, 1):
            beside = f"Code:\n{one.words}" if one.is_code else f"Question: {one.question}\nWords: {one.words}"
            answers.setdefault(beside, []).append(f"{at}. {one.statement}")
        pairs = "\n\n".join("\n".join((words, *stated)) for words, stated in answers.items())
        prompt = Prompt(TOLD["Second reading"], fence("statements", pairs, self._sending, 20_000))
        if self._show_prompt is not None:
            self._show_prompt(prompt)
        raw = await self._asker.check(prompt, SecondReading)
        try:
            return {one.number: one.why for one in SecondReading.model_validate(raw).unsaid}
        except ValidationError as error:
            raise Unreadable(str(raw), "The second reading had another shape.") from error

    @property
    def reads_documents(self) -> bool:
        return not self._small

    @property
    def shown(self) -> tuple[Shown, ...]:
        return (*self._memory.shown, *self._reading.seen, *self._reading.hits, *self._glimpsed)

    def report(self) -> Report:
        """What was sent (how much, and the words when they are to be seen), looked at and spent since this was last asked."""
        told, self._reading.told = tuple(dict.fromkeys(self._reading.told)), []
        notes, self._notes = tuple(self._notes), []
        files, self._reading.files = tuple(dict.fromkeys(self._reading.files)), []
        lines, self._reading.lines = tuple(dict.fromkeys(self._reading.lines)), []
        spent = self.ledger.since_last()
        return Report(notes, told, spent and spent.changed(looked_at=files), lines)

    async def close(self) -> None:
        """Close what the provider's kit keeps open."""
        async with self._connection.model:
            pass

    async def _ask(
        self, briefing: Briefing, refused: Sequence[Refused], hear: Hear
    ) -> tuple[dict[str, Any], str]:
        if not self._small and not refused:
            self._memory.recall(briefing.looked, self._code, self._sending)
            excerpts = excerpts_for(briefing, self._code, self._sending, self._memory.shown)
            self._memory.see(excerpts, self._sending, because="code that matters now")
        last, memory, context = refused[-1:], self._memory, self._context
        prompt = compose(briefing, self._sending, last, small=self._small, memory=memory, context=context)
        if self.preamble:
            prompt = prompt._replace(stable=f"{self.preamble}\n\n{prompt.stable}")
        sizes = f"{len(prompt.stable.encode())} + {len(prompt.changing.encode())} bytes"
        self._notes.append(f"model: sent {sizes} for {briefing.task.kind}")
        if self._show_prompt is not None:
            self._show_prompt(prompt)
            self._notes.append(f"model: the request ends with\n{prompt.changing}")
        return await self._asker.ask(prompt, briefing.task.kind, _Ear(briefing, hear))


class _Ear:
    """Hears an answer grow: the words of the speaker who was asked, then all words and the question at once."""

    def __init__(self, briefing: Briefing, hear: Hear) -> None:
        self._briefing = briefing
        self._hear = hear
        self._is_done = False

    def __call__(self, raw: Mapping[str, Any]) -> None:
        if self._is_done:
            return
        said: object = raw.get("say")
        lines: object = raw.get("lines")
        if not said and isinstance(lines, list) and lines and isinstance(lines[0], dict):
            first = cast("dict[str, object]", lines[0])
            said = first.get("text") if first.get("persona") == self._briefing.task.persona else None
        self._is_done = not raw.keys() <= WORDS
        whole = {name: value for name, value in raw.items() if name in WORDS} if self._is_done else None
        words = said.lstrip() if isinstance(said, str) else ""
        if words or whole:
            self._hear(words, to_thought(read_reply(whole), self._briefing) if whole else None)
