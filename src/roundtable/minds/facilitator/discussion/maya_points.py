"""What Maya can say: from what people said and need. Gaps in the record, people without a voice, promises nobody can check."""

from collections.abc import Iterator

from roundtable.analysis.facts import (
    Journey,
    Need,
    OpenQuestion,
    OutOfScope,
    Priority,
    Problem,
    Requirement,
    Stakeholder,
    Story,
    SuccessMetric,
    UserType,
)
from roundtable.minds.facilitator.discussion.points import Point, Table, short, with_article
from roundtable.minds.facilitator.words import likeness

__all__ = ["maya_points"]

_MUST_SHARE = 0.6


def maya_points(table: Table) -> Iterator[Point]:
    """Her points, without an order of merit."""
    yield from _unchecked(table)
    yield from _unheard(table)
    yield from _priorities(table)
    yield from _purpose(table)
    yield from _boundaries(table)
    yield from _open(table)
    yield from _nothing_yet(table)


def _unchecked(table: Table) -> Iterator[Point]:
    for requirement in table.without_criteria[:3]:
        name = short(requirement.title)
        yield Point(
            topic=f'{requirement.id}, "{name}"',
            text=f'What would {table.somebody} look at to say that {requirement.id}, "{name}", works? Nobody has said it yet, and without that the acceptance criterion is missing.',
            insight=f'{requirement.id} ("{name}") cannot be checked yet: it has no acceptance criterion',
            question=f'How would {table.somebody} see that {requirement.id}, "{name}", works?',
            kinds=frozenset({"requirement", "criterion", "story"}),
            sources=(requirement.id,),
            weight=3,
        )


def _unheard(table: Table) -> Iterator[Point]:
    analysis = table.analysis
    told = " ".join(
        [
            *(f"{j.actor} {j.title} {' '.join(j.steps)}" for j in analysis.of(Journey)),
            *(f"{n.user_type or ''} {n.text}" for n in analysis.of(Need)),
            *(s.role for s in analysis.of(Story)),
        ]
    )
    for user in analysis.of(UserType):
        if likeness(user.name, told) >= 0.99:
            continue
        yield Point(
            topic=user.name,
            text=f"What happens to {user.name} in all of this? They are named as users, but nothing on record says what they are trying to get done.",
            insight=f"{_capital(user.name)} are named as users, but no need or journey of theirs is recorded",
            question=f"What do {user.name} need from this that the others do not?",
            kinds=frozenset({"user_type", "need", "journey", "story"}),
            sources=(user.id,),
            weight=3,
        )
        return


def _priorities(table: Table) -> Iterator[Point]:
    analysis = table.analysis
    levels = {p.target: p.level for p in analysis.of(Priority)}
    musts = [r for r in table.requirements if levels.get(r.id) == "Must"]
    if len(musts) >= 3 and len(musts) > _MUST_SHARE * len(table.requirements):
        last = musts[-1]
        yield Point(
            topic=f"the {len(musts)} Musts",
            text=f'{len(musts)} of {len(table.requirements)} requirements are a Must, so none of them is. What happens to {table.somebody} if we ship without {last.id}, "{short(last.title)}"?',
            insight=f"{len(musts)} of {len(table.requirements)} requirements are rated Must, which leaves no room to choose",
            question=f'What breaks for {table.somebody} if {last.id}, "{short(last.title)}", comes later?',
            kinds=frozenset({"priority", "requirement", "scope"}),
            sources=tuple(r.id for r in musts),
            weight=3,
        )
    unrated = [r for r in table.requirements if r.id not in levels]
    if unrated and levels:
        yield Point(
            topic=f"the priority of {unrated[0].id}",
            text=f'Where does {unrated[0].id}, "{short(unrated[0].title)}", stand? The others have a priority and this one was passed over.',
            insight=f'{unrated[0].id} ("{short(unrated[0].title)}") has no priority yet',
            question=f'How much does {unrated[0].id}, "{short(unrated[0].title)}", matter compared with the rest?',
            kinds=frozenset({"priority"}),
            sources=(unrated[0].id,),
            weight=2,
        )


def _purpose(table: Table) -> Iterator[Point]:
    analysis = table.analysis
    problems, metrics = analysis.of(Problem), analysis.of(SuccessMetric)
    if problems and not metrics:
        yield Point(
            topic="the missing sign of success",
            text=f'How would anyone notice that "{short(problems[0].text, 10)}" is over? The trouble is on record, but no sign of success is.',
            insight=f'The problem ("{short(problems[0].text, 10)}") is recorded, but no sign of success',
            question=f'What would show that "{short(problems[0].text, 8)}" is no longer true?',
            kinds=frozenset({"success_metric", "problem", "quality"}),
            sources=(problems[0].id,),
            weight=2,
        )
    for requirement in table.requirements:
        if (
            problems
            and not any(likeness(requirement.text, problem.text) > 0 for problem in problems)
            and len(table.requirements) > 1
        ):
            yield Point(
                topic=f"what {requirement.id} is for",
                text=f'Who benefits from {requirement.id}, "{short(requirement.title)}"? It shares no word with the trouble you described, so I want to be sure that somebody needs it.',
                insight=f'{requirement.id} ("{short(requirement.title)}") is not tied to the problem that was described',
                question=f'Which part of the trouble goes away with {requirement.id}, "{short(requirement.title)}"?',
                kinds=frozenset({"requirement", "need", "story"}),
                sources=(requirement.id, problems[0].id),
                weight=1,
            )
            return


def _boundaries(table: Table) -> Iterator[Point]:
    for out in table.analysis.of(OutOfScope):
        for requirement in table.requirements:
            if likeness(out.text, requirement.title) >= 0.5:
                yield Point(
                    topic=f'"{short(out.text)}" and {requirement.id}',
                    text=f'What does {table.somebody} get in the end? "{short(out.text)}" is left out, yet {requirement.id}, "{short(requirement.title)}", sounds as if it were in.',
                    insight=f'"{short(out.text)}" is out of scope, yet {requirement.id} ("{short(requirement.title)}") sounds close to it',
                    question=f'Where exactly does {requirement.id} end and "{short(out.text)}" begin?',
                    kinds=frozenset({"out_of_scope", "scope", "requirement"}),
                    sources=(out.id, requirement.id),
                    weight=3,
                )
                return


def _open(table: Table) -> Iterator[Point]:
    for question in table.analysis.of(OpenQuestion)[-2:]:
        whom = question.settles or "somebody"
        yield Point(
            topic="a question that is still open",
            text=f'What do we tell people until this is settled: "{short(question.text, 14)}"? It is still open, and {whom} would have to answer it.',
            insight=f'Still open: "{short(question.text, 14)}"; {whom} could settle it',
            question="",
            kinds=frozenset({"open_question"}),
            sources=(question.id,),
            weight=1,
        )


def _nothing_yet(table: Table) -> Iterator[Point]:
    analysis = table.analysis
    title = short(analysis.title or analysis.draft, 8)
    if title and not analysis.of(Problem) and not table.requirements:
        yield Point(
            topic=f'the reason for "{title}"',
            text=f'Before we go deeper, who benefits from "{title}"? All I have is the request itself; no person and no trouble is on record.',
            insight=f'For "{title}" neither the problem nor a user is on record yet',
            question=f'Who notices first when "{title}" is there, and what changes for them?',
            kinds=frozenset({"problem", "user_type", "scope"}),
            weight=1,
        )
    for stakeholder in analysis.of(Stakeholder)[:1]:
        name = with_article(stakeholder.name)
        yield Point(
            topic=f"the interest of {name}",
            text=f"What would {name} call a good result? They have a say, and so far nobody has put their side into words.",
            insight=f"The measure of a good result for {name} is not recorded",
            question=f"What would {name} want to see before calling this done?",
            kinds=frozenset({"stakeholder", "success_metric", "priority"}),
            sources=(stakeholder.id,),
            weight=1,
        )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def is_must(table: Table, requirement: Requirement) -> bool:
    """Whether somebody rated it a Must."""
    return table.analysis.priority_of(requirement.id) == "Must"
