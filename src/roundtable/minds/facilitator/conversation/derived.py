"""What follows from the requirements without asking anybody: a check, a rank, a story, the good run.

All of it is inferred, says from what, and stays open to correction; the review before the end reads it back.
"""

import re
from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import DRAFT_TURN, Inferred, Quote
from roundtable.analysis.facts import (
    Criterion,
    Fact,
    Journey,
    Priority,
    Problem,
    Requirement,
    Story,
    UserType,
)
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.conversation.things import singular
from roundtable.minds.facilitator.derive import derive
from roundtable.minds.facilitator.words import base_form

__all__ = ["check_of", "from_requirements", "good_run", "problem_from_wish", "wish_from_problem"]

_TOPIC: Final = "requirements-definition"


def from_requirements(analysis: Analysis, sight: Sight) -> list[Fact]:
    """A check, a rank and a story for each requirement that has none."""
    facts: list[Fact] = []
    for requirement in analysis.of(Requirement):
        if not analysis.criteria_of(requirement):
            facts.append(_criterion(requirement))
        if analysis.priority_of(requirement.id) is None:
            facts.append(_priority(requirement))
    stories = derive(analysis, (), {"story"}, _TOPIC, sight)
    told = {
        requirement for story in stories if isinstance(story, Story) for requirement in story.requirements
    }
    facts += stories
    facts += _other_stories(analysis, told)
    return facts


def _criterion(requirement: Requirement) -> Criterion:
    when, then = _scenario(requirement.text)
    return Criterion(
        id=f"new:ac-{requirement.id}",
        step_id=_TOPIC,
        requirement=requirement.id,
        text=check_of(requirement.text),
        when=when,
        then=then,
        evidence=(Inferred(sources=(requirement.id,), because="the requirement, turned into a check"),),
    )


_WHEN: Final = re.compile(
    r"^(?:When|If|While|Once|After)\s+(?P<when>[^,]+),\s*(?:then\s+)?(?P<then>.+)$", re.DOTALL
)
_SHALL: Final = re.compile(r"^(?P<who>.+?)\s+shall\s+(?P<not>not\s+)?(?P<what>.+)$", re.DOTALL)


def _scenario(text: str) -> tuple[str, str]:
    hit = _WHEN.match(text.rstrip("."))
    return (hit["when"].strip(), hit["then"].strip()) if hit else ("", "")


def check_of(text: str) -> str:
    """A requirement as something that one can look at and find untrue, in its own words."""
    bare = text.strip().rstrip(".")
    when, then = _scenario(bare)
    condition = f"When {when}, " if when else ""
    hit = _SHALL.match(then or bare)
    if hit is None:
        return f'On a real case it holds that "{bare}".'
    who, what, negated = hit["who"].strip(), hit["what"].strip(), bool(hit["not"])
    who = who if re.match(r"[A-Z]{2}|`", who) else who[:1].lower() + who[1:]
    let = re.match(r"let (?P<actor>.+)$", what)
    split = _split_actor(let["actor"]) if let else None
    possible = re.match(r"make it possible to (?P<deed>.+)$", what)
    if split is not None and not negated:
        return _sentence(f"{condition}{split[0]} can {split[1]}")
    if possible and not negated:
        return _sentence(f"{condition}somebody can {possible['deed']}")
    seen = "are seen" if singular(who) != who else "is seen"
    case = condition or "On a real case, "
    return _sentence(f"{case}{who} {seen} {'not ' if negated else ''}to {what}")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _split_actor(text: str) -> tuple[str, str] | None:
    """ "its users search for stocks" into who and what."""
    words = text.split()
    for at in range(1, min(len(words), 6)):
        if base_form(words[at]) == words[at].lower() or words[at].lower().endswith("ly"):
            return " ".join(words[:at]), " ".join(words[at:])
    return None


def _priority(requirement: Requirement) -> Priority:
    from_draft = any(isinstance(item, Quote) and item.turn == DRAFT_TURN for item in requirement.evidence)
    return Priority(
        id=f"new:pr-{requirement.id}",
        step_id=_TOPIC,
        target=requirement.id,
        level="Must" if from_draft else "Should",
        reason="asked for in the first message" if from_draft else "came up in the conversation",
        evidence=(Inferred(sources=(requirement.id,), because="when it was asked for"),),
    )


def _other_stories(analysis: Analysis, told: Iterable[str]) -> list[Fact]:
    """A story for a requirement that names nobody: the first kind of user wants it."""
    users = analysis.of(UserType)
    known = {*told, *(requirement for story in analysis.of(Story) for requirement in story.requirements)}
    if not users:
        return []
    return [
        Story(
            id=f"new:story-{requirement.id}",
            step_id=_TOPIC,
            title=requirement.title,
            role=singular(users[0].name),
            want=_want(requirement),
            requirements=(requirement.id,),
            criteria=tuple(criterion.id for criterion in analysis.criteria_of(requirement)),
            evidence=(
                Inferred(
                    sources=(requirement.id, users[0].id), because="the main user, and what was asked for"
                ),
            ),
        )
        for requirement in analysis.of(Requirement)
        if requirement.id not in known
    ]


def _want(requirement: Requirement) -> str:
    bare = requirement.text.rstrip(".")
    hit = _SHALL.match(bare)
    if hit is None or _WHEN.match(bare):
        return requirement.title[:1].lower() + requirement.title[1:]
    let = re.match(r"let (?P<actor>.+)$", hit["what"])
    split = _split_actor(let["actor"]) if let else None
    if split is not None:
        return f"to {split[1]}"
    who = hit["who"][:1].lower() + hit["who"][1:]
    return f"{who} {'not ' if hit['not'] else ''}to {hit['what']}"


def good_run(analysis: Analysis) -> list[Fact]:
    """One good run from start to result: the requirements of the draft, in the order in which they were named."""
    if analysis.of(Journey):
        return []
    named = analysis.of(Requirement)[:6]
    if not named:
        return []
    users = analysis.of(UserType)
    return [
        Journey(
            id="new:run",
            step_id="problem-discovery",
            title=shorten(analysis.title or named[0].title, most=10),
            actor=users[0].name if users else "",
            steps=tuple(requirement.title for requirement in named),
            evidence=(
                Inferred(sources=tuple(r.id for r in named), because="the order in which it was asked for"),
            ),
        )
    ]


def problem_from_wish(analysis: Analysis) -> list[Fact]:
    """Nobody told of any trouble: the wish itself stands for what is missing today."""
    wishes = analysis.of(Requirement)
    if analysis.of(Problem) or not wishes:
        return []
    wanted = "; ".join(requirement.title[:1].lower() + requirement.title[1:] for requirement in wishes[:3])
    return [
        Problem(
            id="new:pb",
            step_id="problem-discovery",
            text=f"Missing today: {wanted}.",
            evidence=(
                Inferred(
                    sources=tuple(r.id for r in wishes[:3]),
                    because="it was asked for, so it is not there yet",
                ),
            ),
        )
    ]


def wish_from_problem(analysis: Analysis) -> list[Fact]:
    """Nobody said what should be instead: that what goes wrong no longer does."""
    problems = analysis.of(Problem)
    if analysis.of(Requirement) or not problems:
        return []
    problem = problems[0]
    flat = " ".join(problem.text.split()).rstrip(".!")
    return [
        Requirement(
            id="new:fr-pb",
            step_id=_TOPIC,
            title=f"No longer: {shorten(flat)}",
            text=f'The system shall not let this happen any more: "{flat}".',
            evidence=(Inferred(sources=(problem.id,), because="it was told as the problem"),),
        )
    ]
