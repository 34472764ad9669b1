"""`Point`: one thing a persona can say about this item, with the evidence it rests on; and `Table`, what all points look at.

A point has a text (as its persona says it), a topic (as the others refer to it), an insight (as the synthesis records it)
and sometimes a question it leaves open. Nothing is a point without a fact or a place in the code behind it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.content import Library, Persona
from roundtable.analysis.facts import (
    Criterion,
    DirectChange,
    ErrorCase,
    Fact,
    Requirement,
    UserType,
)
from roundtable.analysis.scanning import ScanResult
from roundtable.engine.briefing import Spoken
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.situation import Situation
from roundtable.minds.facilitator.words import stems

__all__ = ["Point", "Table", "short", "with_article", "without_label"]


@dataclass(frozen=True, slots=True)
class Point:
    """Something worth saying."""

    topic: str
    text: str
    insight: str
    question: str = ""
    """An open question it raises, good for all perspectives."""
    kinds: frozenset[str] = frozenset()
    """The kinds of fact it is about; a step that asks for them is where it belongs."""
    sources: tuple[str, ...] = ()
    """Fact ids."""
    path: str = ""
    weight: int = 1

    @property
    def words(self) -> frozenset[str]:
        """What it speaks of, for comparing with what was said."""
        return stems(f"{self.topic} {self.text} {self.path.replace('/', ' ')}")


@dataclass(frozen=True)
class Table:
    """What lies on the table: facts, code, step, and what was said in this discussion."""

    situation: Situation

    @property
    def analysis(self) -> Analysis:
        """All that is known."""
        return self.situation.briefing.analysis

    @property
    def scan(self) -> ScanResult | None:
        """What the scan found, when there is a result."""
        return self.situation.briefing.scan

    @property
    def sight(self) -> Sight:
        """The code."""
        return self.situation.sight

    @property
    def library(self) -> Library:
        """The personas."""
        return self.situation.briefing.library

    @property
    def said(self) -> tuple[Spoken, ...]:
        """The discussion so far."""
        return self.situation.briefing.said

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:
        """The requirements, oldest first."""
        return self.analysis.of(Requirement)

    @cached_property
    def without_criteria(self) -> tuple[Requirement, ...]:
        """Requirements that nobody could check yet."""
        owned = {criterion.requirement for criterion in self.analysis.of(Criterion)}
        return tuple(r for r in self.requirements if r.id not in owned)

    @cached_property
    def without_failure(self) -> tuple[Requirement, ...]:
        """Requirements that say nothing about what happens when they fail."""
        handled = {case.requirement for case in self.analysis.of(ErrorCase)}
        failing = re.compile(r"\b(?:fail|invalid|expired|error|missing|reject|refus)", re.IGNORECASE)
        told = {c.requirement for c in self.analysis.of(Criterion) if failing.search(c.text)}
        return tuple(
            r for r in self.requirements if r.id not in handled | told and not failing.search(r.text)
        )

    @cached_property
    def changes(self) -> tuple[DirectChange, ...]:
        """Files that change, from the facts."""
        return self.analysis.of(DirectChange)

    @property
    def somebody(self) -> str:
        """The first kind of user by name, else a neutral word."""
        users = self.analysis.of(UserType)
        return with_article(users[0].name) if users else "somebody"

    def of_step(self) -> tuple[Fact, ...]:
        """The facts that this step gathered."""
        step = self.situation.briefing.step
        return tuple(fact for fact in self.analysis.facts if step and fact.step_id == step.step_id)

    def lead(self) -> Persona:
        """Who leads this phase."""
        return self.library.persona_of_phase(self.situation.briefing.phase_key)


_QUOTED: Final = 60


def short(text: str, most: int = 8) -> str:
    """A few words of a text, for quoting."""
    words = " ".join(text.split()).strip(" .,;:\"'“”?").replace('"', "'").replace("?", "").split()
    shown = " ".join(words[:most])
    if len(shown) > _QUOTED:
        shown = shown[:_QUOTED].rpartition(" ")[0] or shown[:_QUOTED]
    return shown.rstrip(" ,;:") + ("…" if len(" ".join(words)) > len(shown) else "")


def with_article(name: str) -> str:
    """A role as it stands in a sentence: `customers`, `the customer`, `Anna`."""
    words = name.split()
    if (
        not words
        or not name.isascii()
        or words[0].lower() in ("the", "a", "an", "our", "every", "all", "any")
    ):
        return name
    plural = words[-1].lower().endswith("s") and not words[-1].lower().endswith("ss")
    is_name = words[-1][:1].isupper() and len(words) <= 2
    return name if plural or is_name else f"the {name}"


def without_label(text: str, personas: Sequence[Persona]) -> str:
    """An utterance without the `Maya Chen (Business Analyst): ` that the record puts before it."""
    for persona in personas:
        if text.startswith(f"{persona.label}: "):
            return text.removeprefix(f"{persona.label}: ")
    return text
