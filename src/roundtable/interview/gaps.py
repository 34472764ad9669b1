"""The rest of a phase was skipped, or nobody is there to talk to: what the request says and the code shows, and what is open.

Nothing is filled in to look complete.
"""

from typing import Final

from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Thought
from roundtable.engine.validation import suits, unmet
from roundtable.facts import DirectChange, Fact, NoChange, OpenQuestion
from roundtable.facts.evidence import Assumed, CodeAnchor
from roundtable.interview.reading_draft import facts_of_draft
from roundtable.interview.situation import Situation, as_facts

_MOST_OPEN: Final = 3
_MOST_FILES: Final = 5
_IMPACT: Final = "02-impact-analysis"
_A_BUILDER_ASKS: Final = frozenset(
    ["problem", "requirement", "criterion", "business_rule", "error_case", "interface", "decision"]
)


def fill_gaps(situation: Situation) -> Thought:
    """Facts for the documents of this phase, and what nobody has said."""
    facts = facts_of_draft(situation)
    if situation.briefing.phase_key == _IMPACT:
        facts += _places(situation)
    facts += _open(situation)
    return Thought(facts=as_facts(facts))


def _places(situation: Situation) -> list[Fact]:
    """The files that the scan found, as long as nobody named any; their evidence is the code alone."""
    scan, analysis = situation.briefing.scan, situation.analysis
    if scan is None or analysis.of(DirectChange):
        return []
    out = {fact.path for fact in analysis.of(NoChange)}
    lines = {file.path: file.best_line for file in scan.files}
    return [
        DirectChange(
            path=item.path, why=item.reason, evidence=(CodeAnchor(path=item.path, line=lines.get(item.path)),)
        )
        for item in scan.impact.direct[:_MOST_FILES]
        if item.path not in out
    ]


def _open(situation: Situation) -> list[Fact]:
    """What the skipped steps would have asked and a builder has to know: at most a handful."""
    briefing, analysis = situation.briefing, situation.analysis
    why = "the step was skipped" if briefing.step is not None else "nobody was asked"
    found: list[Fact] = []
    for step in briefing.library.steps_of(briefing.phase_key):
        lacking = {c.kind for c in unmet(analysis, step.criteria)} & _A_BUILDER_ASKS
        fitting = [
            q
            for q in step.questions(Depth.STANDARD)
            if q.kinds[0] in lacking
            and q.text not in analysis.answered
            and suits(q, analysis, briefing.scan, briefing.depth)
        ]
        if fitting:
            evidence = (Assumed(because=why),)
            found.append(OpenQuestion(text=fitting[0].text, why=why, evidence=evidence, step_id=step.step_id))
    return found[:_MOST_OPEN]
