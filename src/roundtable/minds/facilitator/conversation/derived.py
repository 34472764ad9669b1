"""What follows from the requirements without asking anybody: checks, ranks, stories, the good run.

All of it is inferred, says from what, and stays open to correction; the review before the end reads it back.

Elsewhere: how a requirement becomes a check (`checks`).
"""

import re
from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import DRAFT_TURN, Inferred, Quote
from roundtable.analysis.facts import (
    Fact,
    Journey,
    Priority,
    Problem,
    Requirement,
    Story,
    UserType,
)
from roundtable.minds.facilitator.answers.criteria import find_scenarios
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.conversation.anecdotes import without_lead
from roundtable.minds.facilitator.conversation.checks import checks_from_what_was_said
from roundtable.minds.facilitator.derive import derive
from roundtable.minds.facilitator.observations import SHALL, split_actor
from roundtable.minds.facilitator.spans import Heard
from roundtable.minds.facilitator.things import singular
from roundtable.minds.facilitator.unasked import first_criteria
from roundtable.minds.facilitator.words import base_form, is_english

__all__ = [
    "from_requirements",
    "good_run",
    "main_users",
    "problem_from_wish",
    "stories_of",
    "wish_from_problem",
]

_TOPIC: Final = "requirements-definition"
_TITLE: Final = 72
_LONGEST_RUN: Final = 9
_RUN: Final = 2
"""Steps that make a run."""


def from_requirements(analysis: Analysis) -> list[Fact]:
    """A check and a rank for each requirement that has none."""
    facts = checks_from_what_was_said(analysis)
    facts += first_criteria(analysis, facts, _TOPIC)
    return facts + [
        _priority(requirement)
        for requirement in analysis.of(Requirement)
        if analysis.priority_of(requirement.id) is None
    ]


def stories_of(analysis: Analysis, sight: Sight, *, final: bool = False) -> list[Fact]:
    """A story for each requirement that has none. `final`: nobody better will be named."""
    users = main_users(analysis) or (list(analysis.of(UserType)) if final else [])
    if not users:
        return []
    facts: list[Fact] = []
    others = [fact for fact in analysis.facts if not isinstance(fact, UserType)]
    stories = derive(analysis.changed(facts=(*others, *users)), (), {"story"}, _TOPIC, sight)
    told = {
        requirement for story in stories if isinstance(story, Story) for requirement in story.requirements
    }
    facts += [
        story.model_copy(update={"want": _wanted(story.want)}) if isinstance(story, Story) else story
        for story in stories
    ]
    facts += _other_stories(analysis, told, users)
    return facts


def _wanted(want: str) -> str:
    """What can follow "I want": a verb needs its "to"."""
    first = want.split(maxsplit=1)[0] if want.split() else ""
    return f"to {want}" if base_form(first) == first.lower() and first else want


def _from_draft(fact: Fact) -> bool:
    return any(isinstance(item, Quote) and item.turn == DRAFT_TURN for item in fact.evidence)


def _priority(requirement: Requirement) -> Priority:
    from_draft = _from_draft(requirement)
    return Priority(
        id=f"new:pr-{requirement.id}",
        step_id=_TOPIC,
        target=requirement.id,
        level="Must" if from_draft else "Should",
        reason="asked for in the first message" if from_draft else "came up in the conversation",
        evidence=(Inferred(sources=(requirement.id,), because="when it was asked for"),),
    )


def _other_stories(analysis: Analysis, told: Iterable[str], users: list[UserType]) -> list[Fact]:
    """A story for a requirement that names nobody: the first kind of user wants it."""
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
    """What somebody wants, read off the requirement: a deed with its "to", a thing, or that something does something."""
    bare = requirement.text.rstrip(".")
    hit = SHALL.match(bare)
    if hit is None or re.match(r"(?:When|If|While|Once|After)\b", bare):
        return _wanted(requirement.title[:1].lower() + requirement.title[1:])
    let = re.match(r"let (?P<actor>.+)$", hit["what"])
    split = split_actor(let["actor"]) if let else None
    if split is not None:
        return f"to {split[1]}"
    given = re.match(r"(?:provide|have) (?P<thing>.+)$", hit["what"])
    if given is not None and not hit["not"] and hit["who"].lower() == "the system":
        return given["thing"]
    who = (
        hit["who"]
        if re.match(r"[A-Z]{2}|[A-Z]\w*[A-Z]|`", hit["who"])
        else hit["who"][:1].lower() + hit["who"][1:]
    )
    return f"{who} {'not ' if hit['not'] else ''}to {hit['what']}"


def good_run(analysis: Analysis) -> list[Fact]:
    """One good run from start to result: the requirements of the draft, in the order in which they were named."""
    if analysis.of(Journey):
        return []
    # The rest of what was asked for is not a run from start to end; a run of one step is none either.
    named = [fact for fact in analysis.of(Requirement) if _from_draft(fact)][:6]
    if len(named) < _RUN:
        return _told_run(analysis)
    users = main_users(analysis)
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


_CASE: Final = re.compile(r"\b(?:real case|real call|shortest way to make)\b")
_SENTENCES: Final = re.compile(r"(?:[.;!?]\s+|\n+|\s*(?:->|→|=>)\s*)")
_THENS: Final = re.compile(r",?\s+(?:and\s+)?(?:then|after that|afterwards)\s+(?!again)")


def _told_run(analysis: Analysis) -> list[Fact]:
    """The real case that was told, when it has steps: sentences, or what is joined by "then" in a single one."""
    for turn in analysis.turns:
        if not _CASE.search(turn.question) or not is_english(turn.text):
            continue
        told = find_scenarios(turn.text)
        steps = (
            [_capital(part) for part in (told[0].given, told[0].when, told[0].then) if part]
            if told
            else _cut(_SENTENCES, turn.text)
        )
        steps = steps if len(steps) >= _RUN else _cut(_THENS, turn.text)
        if not _RUN <= len(steps) <= _LONGEST_RUN:
            continue
        users = main_users(analysis)
        return [
            Journey(
                id="new:run",
                step_id="problem-discovery",
                title=shorten(analysis.title or steps[0], most=10),
                actor=users[0].name if users else "",
                steps=tuple(steps),
                evidence=(Heard(turn.number, turn.text).quote(0, len(turn.text)),),
            )
        ]
    return []


def _cut(pattern: re.Pattern[str], text: str) -> list[str]:
    parts = [" ".join(part.split()).strip(" ,.") for part in pattern.split(text)]
    plain = [without_lead(part) for part in parts if part]
    return [_capital(part) for part in plain]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def main_users(analysis: Analysis) -> list[UserType]:
    """Those whom the draft names, or who were named when somebody asked who; whoever only came up is not among them."""
    asked = {turn.number for turn in analysis.turns if re.search(r"\bWho\b", turn.question)} | {DRAFT_TURN}
    return [
        user
        for user in analysis.of(UserType)
        if any(isinstance(item, Quote) and item.turn in asked for item in user.evidence)
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
            title=f'No more "{flat if len(flat) <= _TITLE else shorten(flat)}"'.replace('""', '"'),
            text=f'The system shall not let this happen any more: "{flat}".',
            evidence=(Inferred(sources=(problem.id,), because="it was told as the problem"),),
        )
    ]
