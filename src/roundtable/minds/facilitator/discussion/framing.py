"""The lead opens a discussion: where the step landed, and one question that needs more than one perspective."""

from collections import Counter
from typing import Final

from roundtable.analysis.facts import Fact
from roundtable.engine.briefing import Thought
from roundtable.minds.facilitator.discussion.points import Point, Table, short
from roundtable.minds.facilitator.discussion.speaking import points_of
from roundtable.minds.facilitator.manner import speakable
from roundtable.minds.facilitator.rephrase import listed
from roundtable.minds.facilitator.situation import Situation

__all__ = ["frame"]

_LONGEST: Final = 30
_NAMES: Final = {
    "problem": ("problem", "problems"), "success_metric": ("sign of success", "signs of success"), "stakeholder": ("stakeholder", "stakeholders"),
    "user_type": ("kind of user", "kinds of user"), "need": ("need", "needs"), "journey": ("journey", "journeys"), "constraint": ("constraint", "constraints"),
    "assumption": ("assumption", "assumptions"), "scope": ("statement about scope", "statements about scope"), "out_of_scope": ("exclusion", "exclusions"),
    "requirement": ("requirement", "requirements"), "criterion": ("acceptance criterion", "acceptance criteria"), "business_rule": ("rule", "rules"),
    "quality": ("quality requirement", "quality requirements"), "story": ("story", "stories"), "priority": ("priority", "priorities"),
    "keyword": ("search word", "search words"), "direct_change": ("file to change", "files to change"), "indirect_change": ("file that notices", "files that notice"),
    "entry_point": ("entry point", "entry points"), "risk_zone": ("risk", "risks"), "coverage_gap": ("untested file", "untested files"), "order": ("place in the order", "places in the order"),
    "option": ("option", "options"), "decision": ("decision", "decisions"), "technology": ("technology", "technologies"), "integration": ("connection", "connections"),
    "module": ("module", "modules"), "interface": ("interface", "interfaces"), "data_flow": ("data flow", "data flows"), "state": ("set of states", "sets of states"),
    "error_case": ("failure", "failures"), "open_question": ("open question", "open questions"),
}  # fmt: skip


def frame(situation: Situation) -> Thought:
    """The summary (a clause, for "Here is where we landed: …") and the focus question."""
    table = Table(situation)
    return Thought(contributions=situation.says(_landed(table)), focus=_focus(table))


def _landed(table: Table) -> str:
    facts = [fact for fact in table.of_step() if fact.kind in _NAMES]
    persona = table.situation.briefing.persona
    if not facts:
        text = "nothing firm is on record from it yet"
        return text if speakable(persona, text) else "nothing is settled yet"
    counts = Counter(fact.kind for fact in facts)
    ranked = sorted(
        counts.items(),
        key=lambda entry: (-entry[1], _TELLING.index(entry[0]) if entry[0] in _TELLING else len(_TELLING)),
    )
    parts = [f"{number} {_NAMES[kind][0 if number == 1 else 1]}" for kind, number in ranked[:3]]
    lead = _most_telling(facts)
    name = (
        f', above all "{short(str(getattr(lead, "title", "") or lead.headline), 10)}"'
        if lead is not None
        else ""
    )
    text = f"we have {listed(parts)}{name}"
    return text if speakable(persona, text) else f"we have {listed(parts)}"


_TELLING: Final = (
    "decision",
    "requirement",
    "problem",
    "journey",
    "risk_zone",
    "direct_change",
    "interface",
    "module",
    "story",
    "quality",
)


def _most_telling(facts: list[Fact]) -> Fact | None:
    for kind in _TELLING:
        found = next((fact for fact in facts if fact.kind == kind), None)
        if found is not None:
            return found
    return facts[0] if facts else None


def _focus(table: Table) -> str:
    """A question from the evidence of somebody other than the lead, about what this step is about."""
    briefing = table.situation.briefing
    lead = briefing.persona
    wanted = set(table.situation.step_kinds)
    earlier = {d.summary for d in table.analysis.discussions}
    candidates: list[tuple[int, int, Point]] = []
    for persona in briefing.library.personas:
        for point in points_of(persona, table):
            fits = (
                len(point.question.split()) <= _LONGEST
                and point.question.count("?") == 1
                and speakable(lead, point.question)
            )
            if fits and (point.kinds & wanted or not wanted):
                candidates.append(
                    (point.weight + (1 if persona.key != lead.key else 0), -len(candidates), point)
                )
    fresh = [entry for entry in candidates if not any(entry[2].topic in summary for summary in earlier)]
    best = max(fresh or candidates, default=None, key=lambda entry: (entry[0], entry[1]))
    if best is not None:
        return best[2].question
    title = briefing.step.title if briefing.step else "this"
    about = short(table.analysis.title or table.analysis.draft, 8)
    return (
        f'What have we not yet said about {title} for "{about}"?'
        if about
        else f"What have we not yet said about {title}?"
    )
