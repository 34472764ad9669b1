"""Does a message belong somewhere else? Only where its words say so plainly: priorities in a journey step, schemas in a
problem step. In doubt nobody is redirected."""

import re
from typing import Final

from roundtable.analysis.content import Persona, Step
from roundtable.analysis.phases import phase_of_step
from roundtable.engine.addressing import address_of
from roundtable.minds.facilitator.discussion.points import Table
from roundtable.minds.facilitator.words import stems

__all__ = ["drifts_to", "raises_it"]

_SUBJECTS: Final[tuple[tuple[str, str], ...]] = (
    ("priority", r"priorit\w*|moscow|must[- ]haves?|nice[- ]to[- ]haves?|which (?:one )?(?:comes|ships) first|roadmap"),
    ("technology", r"which (?:database|framework|library|language|stack)|should we use (?:\w+ )?(?:postgres|mysql|redis|kafka|react|vue|docker|kubernetes)|tech stack|programming language"),
    ("option", r"micro-?services?|monolith|architecture (?:style|options?)|event[- ]driven"),
    ("interface", r"function signature|api contract|request body|response format|parameter types?|return types?"),
    ("module", r"class (?:diagram|hierarchy)|module boundar\w+|package structure"),
    ("state", r"database schema|table columns?|data model"),
    ("story", r"user stor(?:y|ies)"),
    ("quality", r"load tests?|uptime|sla|penetration test\w*"),
    ("stakeholder", r"stakeholders?|budget approval|who pays"),
    ("entry_point", r"entry points?"),
    ("risk_zone", r"technical debt|code coverage|test coverage"),
)  # fmt: skip
_PATTERNS: Final = tuple((kind, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for kind, words in _SUBJECTS)


def drifts_to(table: Table, message: str) -> str | None:
    """The step that a message is really about, as people call it; nothing when it belongs here."""
    briefing = table.situation.briefing
    step = briefing.step
    if step is None:
        return None
    subject = next((kind for kind, pattern in _PATTERNS if pattern.search(message)), None)
    if subject is None or subject in _kinds(step) or _shares_focus(briefing.focus, message):
        return None
    home = next(
        (
            one
            for one in briefing.library.steps
            if one.step_id != step.step_id and _main_kinds(one)[:1] == (subject,)
        ),
        None,
    )
    home = home or next(
        (
            one
            for one in briefing.library.steps
            if one.step_id != step.step_id and subject in _main_kinds(one)
        ),
        None,
    )
    if home is None:
        return None
    phase = phase_of_step(home.step_id)
    here = phase_of_step(step.step_id)
    return (
        home.title
        if phase is None or here is None or phase.key == here.key
        else f"{home.title} in {phase.label}"
    )


def _kinds(step: Step) -> set[str]:
    sections = (step.brief, step.standard, step.deep)
    return {
        kind for section in sections for question in step.questions_in(section) for kind in question.kinds
    }


def _main_kinds(step: Step) -> tuple[str, ...]:
    kinds = [
        question.kinds[0]
        for section in (step.standard, step.deep)
        for question in step.questions_in(section)
        if question.kinds
    ]
    return tuple(sorted(dict.fromkeys(kinds), key=lambda kind: -kinds.count(kind)))


def _shares_focus(focus: str, message: str) -> bool:
    """A message that takes up the focus question is no drift, whatever else it mentions."""
    mine = stems(focus)
    return len(mine & stems(message)) >= 2


def raises_it(table: Table, message: str, persona: Persona) -> bool:
    """Whether this persona is the one to notice: whoever was addressed, else the lead. The others stay silent."""
    address = address_of(message, table.library.personas)
    return persona.key == (address.persona or table.lead().key)
