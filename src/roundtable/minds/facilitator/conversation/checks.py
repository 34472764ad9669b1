"""Acceptance criteria that follow from what was said, for requirements that nobody gave one.

A rule or a failure that the person stated is the better check, because it has an outcome of its own; it is taken first.

Elsewhere: the observation of itself that a requirement without any becomes (`unasked.first_criteria`).
"""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import DRAFT_TURN, Inferred, Quote
from roundtable.analysis.facts import BusinessRule, Criterion, ErrorCase, Fact, Requirement
from roundtable.minds.facilitator.observations import lowered
from roundtable.minds.facilitator.words import is_clause, is_english, likeness

__all__ = ["checks_from_what_was_said"]

_TOPIC: Final = "requirements-definition"
_MOST: Final = 3
"""Said rules that one requirement takes as its checks."""
_ALIKE: Final = 0.75
_RELATED: Final = 0.25


def checks_from_what_was_said(analysis: Analysis) -> list[Fact]:
    """Rules and failures in the person's words, each as a check of the requirement that it belongs to."""
    facts: list[Fact] = []
    for fact in (*analysis.of(BusinessRule), *analysis.of(ErrorCase)):
        check = _as_check(fact)
        requirement = _owner(analysis, fact, check[0]) if check is not None and _was_said(fact) else None
        if check is None or requirement is None:
            continue
        known = [criterion.text for criterion in analysis.criteria_of(requirement)]
        known += [c.text for c in facts if isinstance(c, Criterion) and c.requirement == requirement.id]
        if len(known) >= _MOST or any(likeness(check[0], text) >= _ALIKE for text in known):
            continue
        facts.append(
            Criterion(
                id=f"new:ac-{fact.id}",
                step_id=_TOPIC,
                requirement=requirement.id,
                text=check[0],
                when=check[1],
                then=check[2],
                evidence=(Inferred(sources=(fact.id,), because="what was said, as a check"),),
            )
        )
    return facts


def _was_said(fact: Fact) -> bool:
    return any(isinstance(item, Quote) and item.turn > DRAFT_TURN for item in fact.evidence)


def _as_check(fact: Fact) -> tuple[str, str, str] | None:
    """Text, condition and outcome; none for a fragment that could not fail."""
    if isinstance(fact, ErrorCase):
        condition, outcome = fact.condition.strip().rstrip("."), fact.recovery.strip().rstrip(".")
        if not outcome or not is_clause(condition):
            return None
        return f"When {lowered(condition)}, {lowered(outcome)}.", lowered(condition), lowered(outcome)
    if isinstance(fact, BusinessRule) and (is_clause(fact.text) or not is_english(fact.text)):
        return fact.text, "", ""
    return None


def _owner(analysis: Analysis, fact: Fact, text: str) -> Requirement | None:
    """The requirement that it names, the only one there is, or the one that speaks of the same."""
    named = analysis.get(getattr(fact, "requirement", None) or "")
    if isinstance(named, Requirement):
        return named
    known = analysis.of(Requirement)
    if len(known) == 1:
        return known[0]
    ranked = sorted(known, key=lambda one: -likeness(one.text, text))
    return ranked[0] if ranked and likeness(ranked[0].text, text) >= _RELATED else None
