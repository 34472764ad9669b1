"""`Analysis`: all that is known about one item. Documents are views of it.

It holds what was said (`turns`), the facts drawn from it, the counters that keep ids unique, and which facts are stale and
why. It changes only through `roundtable.analysis.changes`, which returns a new one. What a discussion brought has one form, for
the conversation that shows it and the document that takes it in (`synthesis`).
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Literal, TypeVar, cast

from pydantic import Field

from roundtable.facts import AnyFact, Criterion, Fact, Priority, PriorityLevel, Requirement
from roundtable.facts.evidence import Confidence, Inferred, confidence_from
from roundtable.facts.record import Record

F = TypeVar("F", bound=Fact)
K = TypeVar("K")
V = TypeVar("V")


class Turn(Record):
    """Something a person said, whole and unchanged; turn 0 is the draft."""

    number: int
    text: str
    question: str = ""  # what it answered
    step_id: str | None = None  # the step or topic that was open
    persona: str | None = None  # who had asked
    at: str = ""


class Withdrawal(Record):
    """A sentence that was taken back: where it was said, and the turn that took it back. Its words are gone."""

    turn: int
    start: int
    end: int
    at: int


class Discussion(Record):
    """What one elaboration brought: rendered into the documents of its step, and never removed from them."""

    step_id: str
    step_title: str
    at: str  # ISO 8601; part of the marker in the documents
    turn_count: int
    exit: Literal["user-initiated", "turn-limit"]
    participants: tuple[str, ...]  # as shown: `Maya Chen (BA)`
    insights: tuple[tuple[str, str], ...] = ()  # (attribution such as `Maya/Alex`, insight)
    decisions: tuple[tuple[str, str], ...] = ()  # (decision, rationale)
    open_questions: tuple[tuple[str, str], ...] = ()  # (question, why it is open)
    summary: str = ""
    targets: tuple[tuple[str, str], ...] = ()  # (document, section heading) that took the insights


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
    withdrawn: tuple[Withdrawal, ...] = ()
    answered: tuple[str, ...] = ()  # questions that were asked and answered or waved away; never asked again
    none_of: tuple[str, ...] = ()  # fact kinds of which the person said that there are none
    settled: tuple[str, ...] = ()
    """Criteria (`topic_id: text`) that the person settled without a fact of their kind."""
    written: dict[str, int] = Field(default_factory=dict)  # how often each document was written
    declined: tuple[str, ...] = ()  # topics the person did not want to cover
    covered: tuple[str, ...] = ()  # topics that count as covered
    discussions: tuple[Discussion, ...] = ()
    extra: dict[str, Any] = Field(default_factory=dict)

    def changed(self, **updates: Any) -> "Analysis":
        """The same with these fields replaced, and without the cached index of the old facts."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return Analysis.model_construct(**(fields | updates))

    @cached_property
    def by_id(self) -> dict[str, Fact]:
        return {fact.id: fact for fact in self.facts}

    @cached_property
    def by_type(self) -> dict[type[Fact], tuple[Fact, ...]]:
        return grouped((type(fact), fact) for fact in self.facts)

    @cached_property
    def confidences(self) -> dict[str, Confidence]:
        """The confidence of every fact. What rests on others is raised once one of those is more than Low.

        Passed on from fact to fact rather than asked for recursively, so that long and tangled chains cost no more than
        their length.
        """
        known = {fact.id: confidence_from(fact.evidence) for fact in self.facts}
        resting = grouped((source, fact) for fact in self.facts for source in _inferred_from(fact))
        risen = [fact_id for fact_id, confidence in known.items() if confidence is not Confidence.LOW]
        while risen:
            source = risen.pop()
            for fact in resting.get(source, ()):
                if known[fact.id] is Confidence.LOW and fact.id != source:
                    known[fact.id] = confidence_from(fact.evidence, (known[source],))
                    if known[fact.id] is not Confidence.LOW:
                        risen.append(fact.id)
        return known

    def of(self, *kinds: type[F]) -> tuple[F, ...]:
        """The facts of these kinds, one kind after the other."""
        # Every type of fact is a leaf, so the exact type is the type.
        return cast("tuple[F, ...]", sum((self.by_type.get(kind, ()) for kind in kinds), ()))

    def kinds(self, kind: str) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.facts if fact.kind == kind)

    def get(self, fact_id: str) -> Fact | None:
        return self.by_id.get(fact_id)

    def confidence(self, fact: Fact) -> Confidence:
        """Computed from the evidence, through the facts it was inferred from. The fact need not be recorded here."""
        sources = [self.confidences[source] for source in _inferred_from(fact) if source in self.confidences]
        return confidence_from(fact.evidence, sources)

    @cached_property
    def criteria_by_requirement(self) -> dict[str, tuple[Criterion, ...]]:
        return grouped((criterion.requirement, criterion) for criterion in self.of(Criterion))

    @cached_property
    def priorities(self) -> dict[str, PriorityLevel]:
        """The latest priority of each fact that has one."""
        return {priority.target: priority.level for priority in self.of(Priority)}

    def criteria_of(self, requirement: Requirement) -> tuple[Criterion, ...]:
        return self.criteria_by_requirement.get(requirement.id, ())

    def priority_of(self, fact_id: str) -> PriorityLevel | None:
        return self.priorities.get(fact_id)

    def turn(self, number: int) -> Turn | None:
        return next((turn for turn in self.turns if turn.number == number), None)

    @property
    def next_turn(self) -> int:
        return max((turn.number for turn in self.turns), default=0) + 1

    @property
    def draft(self) -> str:
        turn = self.turn(0)
        return turn.text if turn else ""


def grouped(entries: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    found: dict[K, list[V]] = {}
    for key, value in entries:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def _inferred_from(fact: Fact) -> tuple[str, ...]:
    inferred = [item for item in fact.evidence if isinstance(item, Inferred)]
    return tuple(source for item in inferred for source in item.sources if source != fact.id)


Escape = Callable[[str], str]


def synthesis(told: Discussion, *, inline: Escape = str, lead: Escape = str, heading: Escape = str) -> str:
    """`lead` escapes words at the beginning of a list item, `heading` those in a heading, `inline` all others."""

    def pair(what: str, why: str) -> str:
        return f"{lead(what.rstrip('. '))}: {inline(why)}" if why.strip() else lead(what)

    lines = [
        f"### Elaboration Insights (Step {inline(told.step_id)}: {heading(told.step_title)})",
        "",
        f"**Participants**: {', '.join(inline(name) for name in told.participants)}",
        f"**Turns**: {told.turn_count} | **Exit**: {told.exit}",
        "",
        "#### Key Insights",
        *_items(f"[{inline(who)}] {inline(text)}" for who, text in told.insights),
        "",
        "#### Decisions Made",
        *_items(pair(*decision) for decision in told.decisions),
        "",
        "#### Open Questions",
        *_items(pair(*question) for question in told.open_questions),
    ]
    return "\n".join(lines)


def _items(entries: Iterable[str]) -> list[str]:
    # An empty list says "none" aloud: the three headings are part of the format.
    return [f"- {entry}" for entry in entries] or ["- None."]
