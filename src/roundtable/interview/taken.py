"""What one input changes, collected act by act, and the analysis as it will be."""

from dataclasses import dataclass, field
from typing import Literal

from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Amendment, Ask, Contribution, Thought
from roundtable.facts import Fact
from roundtable.interview.situation import as_facts

Outcome = Literal["told", "changed", "agreed", "denied", "unknown", "none", "delegated", "nothing"]


@dataclass(slots=True)
class Taken:
    """What one input changes."""

    facts: list[Fact] = field(default_factory=list[Fact])
    noted: list[Fact] = field(default_factory=list[Fact])
    """Of the facts, those that the person's sentences became, in order."""
    retracted: list[str] = field(default_factory=list[str])
    amended: list[Amendment] = field(default_factory=list[Amendment])
    confirmed: list[str] = field(default_factory=list[str])
    none_of: list[str] = field(default_factory=list[str])
    settled: list[str] = field(default_factory=list[str])
    lines: list[str] = field(default_factory=list[str])
    """Changes to what was known, before and after."""
    trouble: str = ""
    """What could not be done, in one sentence."""
    outcome: Outcome = "nothing"
    is_answered: bool = False
    """Whether the open question need not be put again."""
    asks: Ask | None = None
    """The one short question that what was said leads to."""

    def thought(self, words: tuple[Contribution, ...], question: Ask | None) -> Thought:
        """All of it with what is said and asked then."""
        return Thought(
            contributions=words,
            facts=as_facts(self.facts),
            retracted=tuple(dict.fromkeys(self.retracted)),
            amended=tuple(self.amended),
            confirmed=tuple(self.confirmed),
            none_of=tuple(self.none_of),
            settled=tuple(self.settled),
            question=question,
        )


def applied(analysis: Analysis, taken: Taken) -> Analysis:
    """The analysis as it will be, so that the next question looks ahead."""
    for fact_id in dict.fromkeys(taken.retracted):
        analysis = changes.retract(analysis, fact_id)
    for one in taken.amended:
        analysis = changes.amend(analysis, one.fact_id, one.updates, one.evidence)
    analysis, _ = changes.add(analysis, taken.facts)
    return analysis.changed(
        none_of=tuple(dict.fromkeys((*analysis.none_of, *taken.none_of))),
        settled=tuple(dict.fromkeys((*analysis.settled, *taken.settled))),
    )
