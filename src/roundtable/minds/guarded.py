"""A mind under guard: it thinks, the guards look, and when it cannot be used the offline mind speaks.

- A refused thought goes back with the reasons, at most twice; then the offline mind speaks for that turn and the journal
  says so. Nothing of a refused thought is shown or stored.
- A mind that does not answer costs nothing but a line: the offline mind carries on at once. After repeated failures, or one
  that no retry can mend (a wrong key, a spent budget), it is not asked again in this session.
- The offline mind reads every answer too, so what a mind leaves out of the person's words is never lost.

Elsewhere: the rules (`guards`), putting both thoughts together (`joining`), language models (`llm`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from roundtable.engine.briefing import Briefing, Spending, TaskKind, Thought
from roundtable.errors import MindUnavailable
from roundtable.minds.gate import SentenceGate
from roundtable.minds.guards import judge
from roundtable.minds.joining import joined
from roundtable.ports import CodeView, Mind

__all__ = ["BY_RULE", "Guardable", "Guarded", "Refused", "Unreadable"]

BY_RULE: Final[frozenset[TaskKind]] = frozenset(
    {"open_step", "take_draft_reply", "recap", "review", "answer_back"}
)
"""What the offline mind does better alone: these repeat facts word for word, or settle what the person confirmed."""
_MOST_REFUSALS: Final = 2
_MOST_FAILURES: Final = 2


@dataclass(frozen=True, slots=True)
class Refused:
    """An answer that was sent back, and why."""

    answer: str
    reasons: str


class Unreadable(Exception):
    """An answer came, but not in the shape that was asked for: it goes back like a refused one."""

    def __init__(self, answer: str, reasons: str) -> None:
        super().__init__(reasons)
        self.answer = answer
        self.reasons = reasons


class Guardable(Protocol):
    """A mind that can be told why its last answer was refused, and asked what it has spent."""

    @property
    def name(self) -> str: ...

    async def attempt(
        self, briefing: Briefing, refused: Sequence[Refused], hear: Callable[[str], None]
    ) -> tuple[Thought, str]:
        """One try: the thought, and the answer it was read from. Raises `MindUnavailable` or `Unreadable`.

        `hear` may be called with the growing text of what the speaker says, as it arrives.
        """
        ...

    def take_spending(self) -> Spending | None:
        """What was spent since it was last asked."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...

    def take_notes(self) -> tuple[str, ...]:
        """Lines for the journal since it was last asked."""
        ...


class Guarded:
    """The mind of a session with a model."""

    def __init__(self, mind: Guardable, fallback: Mind, code: CodeView | None = None) -> None:
        self._mind = mind
        self._fallback = fallback
        self._code = code
        self._failures = 0
        self._resting = False
        self.stream: Callable[[str], None] = lambda _piece: None
        """Hears the words as they come, sentence by sentence, each one already past the guards."""

    @property
    def name(self) -> str:
        """The model's."""
        return self._mind.name

    async def think(self, briefing: Briefing) -> Thought:
        """A thought that passed, or the offline mind's."""
        own = await self._fallback.think(briefing)
        if self._resting or briefing.task.kind in BY_RULE or own.draft:
            return own
        notes: list[str] = []
        notice = ""
        gate = SentenceGate(briefing, self.stream, self._code)
        try:
            thought = await self._guarded(briefing, own, gate, notes)
            self._failures = 0
        except MindUnavailable as failure:
            thought, notice = gate.pinned(own), self._after_failure(failure, notes)
        return thought.model_copy(
            update={
                "notes": (*self._mind.take_notes(), *thought.notes, *notes),
                "notice": notice,
                "spending": self._mind.take_spending(),
            }
        )

    async def close(self) -> None:
        """Let go of connections."""
        await self._mind.close()

    async def _guarded(
        self, briefing: Briefing, own: Thought, gate: SentenceGate, notes: list[str]
    ) -> Thought:
        refused: list[Refused] = []
        unreadable = 0
        for _ in range(_MOST_REFUSALS + 1):
            try:
                proposed, answer = await self._mind.attempt(briefing, refused, gate.hear)
            except Unreadable as error:
                gate.close()
                unreadable += 1
                notes.append(f"guard: {self.name} was refused (form): {error.reasons}")
                refused.append(Refused(error.answer, error.reasons))
                continue
            verdict = judge(gate.pinned(proposed), briefing, self._code)
            notes += [f"guard: {line}" for line in (*verdict.dropped, *verdict.mended)]
            if verdict.is_fine:
                gate.finish(verdict.thought)
                return joined(verdict.thought, own, briefing)
            gate.close()
            families = ", ".join(dict.fromkeys(refusal.family for refusal in verdict.refusals))
            notes.append(f"guard: {self.name} was refused ({families}): {verdict.reasons}")
            refused.append(Refused(answer, verdict.reasons))
        if unreadable == len(refused):
            raise MindUnavailable("its answers could not be read")
        notes.append(f"guard: {self.name} was refused {len(refused)} times; the offline mind spoke instead")
        return gate.pinned(own)

    def _after_failure(self, failure: MindUnavailable, notes: list[str]) -> str:
        """The line for the person. One outage is one line."""
        self._failures += 1
        notes.append(f"mind: {failure.reason}; the offline mind spoke instead")
        if failure.is_final or self._failures >= _MOST_FAILURES:
            self._resting = True
            return f"{self.name}: {failure.reason}. The offline mind takes over for the rest of this session."
        return f"{self.name}: {failure.reason}. The offline mind answers this time; nothing was lost."
