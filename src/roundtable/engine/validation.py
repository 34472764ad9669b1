"""Which criteria are met, computed from the typed facts and never guessed; and whether a question suits an item.

A criterion's tag says what meets it: `user_type` (one such fact), `requirement:3` (three), `criterion:per requirement`
(one for each requirement). A criterion without a tag is judged by the kinds that its words suggest.
"""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import CODE, Criterion, Question, applies
from roundtable.analysis.scanning import ScanResult
from roundtable.facts import Criterion as AcceptanceCriterion
from roundtable.facts import Fact, OpenQuestion, Requirement, Story
from roundtable.language.natures import UNSURE, nature_of

ALREADY_MET: Final = frozenset({"approval", "note", "open_question", "assumption"})
"""What a step has asked for by the time it is checked; no fact has to show it."""

# Tags name what a question is about; some of them are stored as facts of another kind.
_STORED_AS = {
    "risk": ("risk_zone",),
    "file_count": ("scope",),
    "need": ("need", "requirement", "story"),
    "integration": ("integration", "constraint"),
    "technology": ("technology", "constraint", "decision"),
    "scope": ("scope", "requirement"),
    "business_rule": ("business_rule", "criterion"),
    "constraint": ("constraint", "technology"),
}


def facts_for(analysis: Analysis, kind: str) -> tuple[Fact, ...]:
    kinds = _STORED_AS.get(kind, (kind,))
    return tuple(fact for fact in analysis.facts if fact.kind in kinds)


def is_met(analysis: Analysis, criterion: Criterion) -> bool:
    if criterion.kind in ALREADY_MET or criterion.kind in analysis.none_of:
        return True
    if criterion.per is not None:
        owners = facts_for(analysis, criterion.per)
        return bool(owners) and all(_has_own(analysis, owner, criterion.kind) for owner in owners)
    return len(facts_for(analysis, criterion.kind)) >= criterion.at_least


def unmet(analysis: Analysis, criteria: Iterable[Criterion]) -> tuple[Criterion, ...]:
    return tuple(criterion for criterion in criteria if not is_met(analysis, criterion))


def _has_own(analysis: Analysis, owner: Fact, kind: str) -> bool:
    if isinstance(owner, Story) and kind == "criterion":
        # A story is checked by the criteria it names, or by those of the requirements it tells of.
        checked = {criterion.requirement for criterion in analysis.of(AcceptanceCriterion)}
        return bool(owner.criteria) or not checked.isdisjoint(owner.requirements)
    if isinstance(owner, Requirement) and kind == "criterion":
        return is_checked(analysis, owner)
    return any(owner.id in fact.references for fact in facts_for(analysis, kind))


def is_checked(analysis: Analysis, requirement: Requirement) -> bool:
    """A requirement has a check; or one was asked for, or is an open point: then it is known to be missing."""
    return (
        bool(analysis.criteria_of(requirement))
        or f"criterion: {requirement.id}" in analysis.answered
        or "criterion" in analysis.none_of
        or any(question.about == requirement.id for question in analysis.of(OpenQuestion))
    )


def suits(question: Question, analysis: Analysis, scan: ScanResult | None, depth: Depth) -> bool:
    """Whether to put the question; without a scan there may be code."""
    request, said = analysis.draft or analysis.title, words_since(analysis)
    known = {fact.kind for fact in analysis.facts}
    nature = nature_of(request, said)
    if scan is None or scan.total_files:
        known.add(CODE)
    elif nature == UNSURE:
        nature = "product"  # where there is nothing yet, something is to be made
    return applies(question, nature, known, said=request, told=" ".join(said), deep=depth is Depth.DEEP)


def words_since(analysis: Analysis) -> tuple[str, ...]:
    """What the person said after the request, in order."""
    return tuple(turn.text for turn in analysis.turns if turn.number > 0)
