"""A model that thinks outside this process: it is handed a briefing, and answers when it is ready.

It is told what a model in the process is told, in the same words, and judged by the same guards. A host keeps what it was
told, though, so a later briefing has only what is new: rules once, words and code since, facts that changed.

Elsewhere: who carries briefings and answers to and fro (`roundtable.hosts`).
"""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, runtime_checkable

from roundtable.engine.briefing import Briefing, Shown, Thought
from roundtable.facts import AnyFact
from roundtable.minds.guarded import Hear, Refused, Report
from roundtable.minds.guards.renderings import Rendering
from roundtable.minds.llm.excerpts import excerpts_for
from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.memory import LOOKED_AT, Memory
from roundtable.minds.llm.prompt import Prompt, compose
from roundtable.minds.llm.reading import Reading
from roundtable.minds.llm.replies import answered
from roundtable.minds.llm.tasks import task_words
from roundtable.ports import CodeView

_FILES: Final = '<data name="files found in the code">'


@runtime_checkable
class _Opening(Protocol):
    """A view of the code that can be made ready before the first scan."""

    def open(self) -> None: ...


class HostModel:
    def __init__(self, name: str, code: CodeView | None, sending: Sending) -> None:
        self.name: Final = name
        self.reading: Final = Reading(code, sending)
        self.wanted: Final = asyncio.Event()  # set while an answer is waited for
        self._code = code
        self._sending = sending
        self._memory = Memory()
        self.attempts = 0  # answers that were refused, for the briefing that is wanted now
        self._answer: asyncio.Future[Mapping[str, Any]] | None = None
        self._request: Callable[[], str] = str
        self._told = _Told()
        self._notes: list[str] = []

    def tell(self) -> str:
        """What the host is asked for now: as much of it as it was not told before."""
        text = self._request()
        self._notes.append(f"model: sent {len(text.encode())} bytes")
        return text

    def forget(self) -> None:
        """Another host takes over, or the same one lost its memory: from now on everything is told again."""
        self._told = _Told()

    def answer(self, reply: Mapping[str, Any]) -> None:
        """What the host thinks; nobody asks twice for the same."""
        if self._answer is not None and not self._answer.done():
            self.wanted.clear()
            self._answer.set_result(reply)

    async def look(self, what: str, how: str, lines: str) -> str:
        """Code for the host, which it can cite from now on."""
        if isinstance(self._code, _Opening):
            await asyncio.to_thread(self._code.open)
        return await self.reading.at(what, how, lines)

    async def attempt(
        self, briefing: Briefing, refused: Sequence[Refused], hear: Hear
    ) -> tuple[Thought, str]:
        """One thought, unguarded; it takes as long as the host takes."""
        del hear  # nothing is shown before it is whole
        self.attempts = len(refused)
        if not refused:
            self.reading.begin(briefing.scan)
            self._memory.recall(briefing.looked, self._code, self._sending)
            excerpts = excerpts_for(briefing, self._code, self._sending, self._memory.shown)
            self._memory.see(excerpts, self._sending, because="code that matters now")

        def request() -> str:
            known, last = self._told.facts, refused[-1:]
            prompt = compose(briefing, self._sending, last, memory=self._memory, told=known)
            return self._told.since(prompt, briefing, refused)

        self._request = request
        self._answer = asyncio.get_running_loop().create_future()
        self.wanted.set()
        try:
            raw = await self._answer
        finally:
            self.wanted.clear()
            self._memory.see(self.reading.seen, self._sending, because=LOOKED_AT)
        answer = json.dumps(raw, ensure_ascii=False)
        return answered(raw, answer, briefing.changed(shown=self.shown), self._code), answer

    async def unsaid(self, told: Sequence[Rendering]) -> Mapping[int, str]:
        """Nothing: a host would have to be called once more for it, and its person waits."""
        del told
        return {}

    @property
    def reads_documents(self) -> bool:
        return True

    @property
    def shown(self) -> tuple[Shown, ...]:
        return (*self._memory.shown, *self.reading.seen)

    def report(self) -> Report:
        """What was sent and looked at since this was last asked; what it cost, the host knows."""
        told, self.reading.told = tuple(dict.fromkeys(self.reading.told)), []
        notes, self._notes = tuple(self._notes), []
        lines, self.reading.lines = tuple(dict.fromkeys(self.reading.lines)), []
        return Report(notes, told, None, lines)

    async def close(self) -> None:
        if self._answer is not None:
            self._answer.cancel()


class _Told:
    def __init__(self) -> None:
        self.facts: tuple[AnyFact, ...] = ()
        self._rules: set[str] = set()
        self._log = ""
        self._blocks: frozenset[str] = frozenset()

    def since(self, prompt: Prompt, briefing: Briefing, refused: Sequence[Refused]) -> str:
        """The request without what was told before; of a refused answer only the reasons."""
        if refused and self.facts == briefing.analysis.facts:
            return f"About your answer: {refused[-1].reasons}\n\n{task_words(briefing)}"
        rules = prompt.stable.split("\n\n")
        parts = [block for block in rules if block not in self._rules]
        self._rules.update(rules)
        news = prompt.log.removeprefix(self._log) if prompt.log.startswith(self._log) else prompt.log
        end = prompt.changing.removeprefix(prompt.log).strip().split("\n\n")
        kept = [block for block in end if not block.startswith(_FILES) or block not in self._blocks]
        self._log, self._blocks, self.facts = prompt.log, frozenset(end), briefing.analysis.facts
        return "\n\n".join(part for part in (*parts, news.strip(), *kept) if part)
