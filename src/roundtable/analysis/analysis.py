"""`Analysis`: all that is known about one item. Documents are views of it.

It holds what was said (`turns`), the facts drawn from it, the counters that keep ids unique, and which facts are stale and
why. It changes only through `roundtable.analysis.changes`, which returns a new one.
"""

from functools import cached_property
from typing import Any, Literal, TypeVar

from pydantic import Field

from roundtable.analysis.evidence import Confidence, Inferred, confidence_from
from roundtable.analysis.facts import AnyFact, Criterion, Fact, Priority, PriorityLevel, Requirement, Story
from roundtable.analysis.record import Record

__all__ = ["Analysis", "Discussion", "Turn"]

F = TypeVar("F", bound=Fact)


class Turn(Record):
    """Something a person said, whole and unchanged; turn 0 is the draft."""

    number: int
    text: str
    question: str = ""
    """What it answered."""
    step_id: str | None = None
    """The step or topic that was open."""
    persona: str | None = None
    """Who had asked."""
    at: str = ""


class Discussion(Record):
    """What one elaboration brought: rendered into the documents of its step, and never removed from them."""

    step_id: str
    step_title: str
    at: str
    """ISO 8601; part of the marker in the documents."""
    turn_count: int
    exit: Literal["user-initiated", "turn-limit"]
    participants: tuple[str, ...]
    """As shown: `Maya Chen (BA)`."""
    insights: tuple[tuple[str, str], ...] = ()
    """(attribution such as `Maya/Alex`, insight)."""
    decisions: tuple[tuple[str, str], ...] = ()
    """(decision, rationale)."""
    open_questions: tuple[tuple[str, str], ...] = ()
    """(question, why it is open)."""
    summary: str = ""
    targets: tuple[tuple[str, str], ...] = ()
    """(document, section heading) that took the insights."""


class Analysis(Record):
    """Everything known about one item."""

    slug: str = ""
    title: str = ""
    source: str = "manual"
    source_id: str | None = None
    turns: tuple[Turn, ...] = ()
    facts: tuple[AnyFact, ...] = ()
    counters: dict[str, int] = Field(default_factory=dict)
    stale: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Fact id -> ids of the changed or retracted facts that made it so."""
    retracted: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    """Questions that were asked and answered or waved away; never asked again."""
    none_of: tuple[str, ...] = ()
    """Fact kinds of which the person said that there are none."""
    settled: tuple[str, ...] = ()
    """Criteria (`topic_id: text`) that the person settled without a fact of their kind."""
    written: dict[str, int] = Field(default_factory=dict)
    """How often each document was written."""
    declined: tuple[str, ...] = ()
    """Topics the person did not want to cover."""
    covered: tuple[str, ...] = ()
    """Topics that count as covered."""
    discussions: tuple[Discussion, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict)

    def changed(self, **updates: Any) -> "Analysis":
        """A new analysis with these fields replaced.

        Not `model_copy`: that would carry the cached index of the old facts along.
        """
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return Analysis.model_construct(**(fields | updates))

    @cached_property
    def by_id(self) -> dict[str, Fact]:
        """Facts by id."""
        return {fact.id: fact for fact in self.facts}

    def of(self, kind: type[F]) -> tuple[F, ...]:
        """All facts of one type, oldest first."""
        return tuple(fact for fact in self.facts if isinstance(fact, kind))

    def kinds(self, kind: str) -> tuple[Fact, ...]:
        """All facts whose `kind` is this word."""
        return tuple(fact for fact in self.facts if fact.kind == kind)

    def get(self, fact_id: str) -> Fact | None:
        """The fact of that id."""
        return self.by_id.get(fact_id)

    def confidence(self, fact: Fact, _seen: frozenset[str] = frozenset()) -> Confidence:
        """Computed from the evidence, through the facts it was inferred from."""
        seen = _seen | {fact.id}
        sources = [
            self.confidence(source, seen)
            for item in fact.evidence
            if isinstance(item, Inferred)
            for source_id in item.sources
            if source_id not in seen and (source := self.by_id.get(source_id)) is not None
        ]
        return confidence_from(fact.evidence, sources)

    def criteria_of(self, requirement: Requirement) -> tuple[Criterion, ...]:
        """The acceptance criteria of one requirement."""
        return tuple(criterion for criterion in self.of(Criterion) if criterion.requirement == requirement.id)

    def stories_of(self, fact_id: str) -> tuple[Story, ...]:
        """The stories that name this requirement or criterion."""
        return tuple(s for s in self.of(Story) if fact_id in s.requirements or fact_id in s.criteria)

    def priority_of(self, fact_id: str) -> PriorityLevel | None:
        """The latest priority given to a fact."""
        levels: list[PriorityLevel] = [p.level for p in self.of(Priority) if p.target == fact_id]
        return levels[-1] if levels else None

    def turn(self, number: int) -> Turn | None:
        """What was said at that turn."""
        return next((turn for turn in self.turns if turn.number == number), None)

    @property
    def next_turn(self) -> int:
        """The number of the next thing a person says."""
        return max((turn.number for turn in self.turns), default=0) + 1

    @property
    def draft(self) -> str:
        """What was asked, verbatim."""
        turn = self.turn(0)
        return turn.text if turn else ""
