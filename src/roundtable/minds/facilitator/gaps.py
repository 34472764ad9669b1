"""The rest of a phase was skipped, or nobody is there to talk to: what follows from the draft, the code and the facts.

Everything here is inferred or assumed, so its confidence stays Medium or Low. What the skipped questions would have asked
becomes a short list of open questions; nothing is filled in to look complete.
"""

from typing import Final

from roundtable.analysis.evidence import Assumed
from roundtable.analysis.facts import Fact, OpenQuestion
from roundtable.engine.briefing import Thought
from roundtable.engine.validation import is_met
from roundtable.minds.facilitator.derive import derive
from roundtable.minds.facilitator.opening import from_draft_text
from roundtable.minds.facilitator.scan_facts import propose
from roundtable.minds.facilitator.settling import who_could_settle
from roundtable.minds.facilitator.situation import Situation, proposals
from roundtable.minds.facilitator.unasked import first_criteria, stated_requirements

__all__ = ["fill_gaps"]

_MOST_QUESTIONS: Final = 6
_FROM_SCAN: Final = {
    "00-quick-scan": {"keyword", "scope", "direct_change"},
    "02-impact-analysis": {
        "direct_change",
        "indirect_change",
        "entry_point",
        "risk_zone",
        "coverage_gap",
        "order",
    },
}
_FROM_DRAFT: Final = {
    "00-quick-scan": {"out_of_scope"},
    "01-requirements": {"problem", "user_type", "stakeholder", "need", "requirement", "criterion", "story", "quality", "constraint", "out_of_scope", "success_metric", "assumption", "technology", "business_rule"},
    "03-architecture": {"option", "decision"},
    "04-design": {"error_case"},
}  # fmt: skip
_DERIVED: Final = {
    "01-requirements": {"story"},
    "03-architecture": {"decision", "integration"},
    "04-design": {"module", "interface", "error_case", "data_flow"},
}


def fill_gaps(situation: Situation) -> Thought:
    """Facts for the documents of this phase, and what nobody has said."""
    briefing = situation.briefing
    phase, analysis = briefing.phase_key, briefing.analysis
    facts: list[Fact] = []
    if briefing.scan is not None and phase in _FROM_SCAN:
        facts += propose(briefing.scan, analysis, _FROM_SCAN[phase], _step_id(situation))
    if phase in _FROM_DRAFT:
        facts += from_draft_text(situation, _FROM_DRAFT[phase])
    if phase == "01-requirements":
        if briefing.step is None:
            facts += stated_requirements(analysis, facts, _step_id(situation))
        facts += first_criteria(analysis, facts, _step_id(situation))
    facts += derive(analysis, facts, _DERIVED.get(phase, ()), _step_id(situation), situation.sight)
    return Thought(facts=proposals([*facts, *_open_questions(situation, {fact.kind for fact in facts})]))


def _step_id(situation: Situation) -> str | None:
    step = situation.briefing.step
    if step is not None:
        return step.step_id
    steps = situation.briefing.library.steps_of(situation.briefing.phase_key)
    return steps[0].step_id if steps else None


def _open_questions(situation: Situation, found: set[str]) -> list[Fact]:
    """The first question of each step whose criteria nothing meets, as open: at most a handful."""
    briefing = situation.briefing
    asked = set(briefing.analysis.answered)
    why = "the step was skipped" if briefing.step is not None else "nobody was asked"
    facts: list[Fact] = []
    for step in briefing.library.steps_of(briefing.phase_key):
        lacking = {c.kind for c in step.criteria if not is_met(briefing.analysis, c) and c.kind not in found}
        questions = step.questions_in(step.standard or step.deep or step.body)
        fitting = [q for q in questions if q.text not in asked and (not lacking or q.kinds[0] in lacking)]
        if lacking and fitting:
            question = fitting[0]
            facts.append(
                OpenQuestion(
                    id=f"new:oq-{step.step_id}", step_id=step.step_id, text=question.text, why=why, settles=who_could_settle(question.kinds, briefing.analysis),
                    evidence=(Assumed(because="nobody was asked"),),
                )
            )  # fmt: skip
    return facts[:_MOST_QUESTIONS]
