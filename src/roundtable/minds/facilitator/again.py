"""Asking once more, because a criterion of the step is not met: a question about exactly that, in the terms of this item."""

import re
from typing import Final

from roundtable.analysis.facts import Fact, Requirement
from roundtable.analysis.questions import Criterion
from roundtable.analysis.wording import kinds_asked
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.manner import ALEX, JORDAN, MAYA, speakable
from roundtable.minds.facilitator.replies import reply_kind
from roundtable.minds.facilitator.situation import Situation

__all__ = ["ask_again"]

_LONGEST: Final = 30


def ask_again(situation: Situation) -> Thought:
    """A question that would meet the criterion; none when everything that could be asked was asked."""
    briefing = situation.briefing
    criterion = _criterion(situation)
    if _was_waved_away(situation, criterion.kind):
        return Thought()
    for text in _candidates(situation, criterion):
        fits = len(text.split()) <= _LONGEST and text.count("?") == 1
        if fits and speakable(briefing.persona, text) and not situation.was_asked(text):
            about = _owner(situation, criterion)
            return Thought(
                question=Ask(
                    text=text,
                    kinds=(criterion.kind,),
                    origin="validation",
                    about=about.id if about else criterion.text,
                )
            )
    return Thought()


def _criterion(situation: Situation) -> Criterion:
    briefing = situation.briefing
    wanted = briefing.task.criterion
    if briefing.step is not None:
        for criterion in briefing.step.criteria:
            if criterion.text == wanted:
                return criterion
    return Criterion(text=wanted, kind=kinds_asked(wanted)[0])


def _was_waved_away(situation: Situation, kind: str) -> bool:
    """Whether the person said in this step that they don't know, don't care or have none: never asked again."""
    step = situation.briefing.step
    if step is None:
        return False
    sections = (step.brief, step.standard, step.deep)
    kinds = {q.text: q.kinds for section in sections for q in step.questions_in(section)}
    return any(
        turn.step_id == step.step_id
        and reply_kind(turn.text) in ("unknown", "delegated", "passed", "nothing", "no", "unchanged")
        and (kinds.get(turn.question) or kinds_asked(turn.question, step.setting))[0] == kind
        for turn in situation.briefing.analysis.turns
        if turn.question
    )


def _owner(situation: Situation, criterion: Criterion) -> Fact | None:
    """The first fact that still lacks its own: the requirement without a criterion."""
    if criterion.per is None:
        return None
    analysis = situation.briefing.analysis
    for owner in analysis.kinds(criterion.per):
        held = [fact for fact in analysis.kinds(criterion.kind) if owner.id in _references(fact)]
        if not held:
            return owner
    return None


def _references(fact: Fact) -> set[str]:
    found: set[str] = set()
    for field in fact.refers:
        value = getattr(fact, field)
        found.update((value,) if isinstance(value, str) else value or ())
    return found


def _candidates(situation: Situation, criterion: Criterion) -> list[str]:
    subject = _subject(situation)
    persona = situation.briefing.persona.key
    owner = _owner(situation, criterion)
    texts: list[str] = []
    if owner is not None:
        name = str(getattr(owner, "title", "") or owner.headline)
        short = shorten(name, most=9)
        texts += [form.format(id=owner.id, name=short) for form in _PER.get(criterion.kind, _PER[""])]
    if (
        criterion.kind == "requirement"
        and criterion.at_least > len(situation.briefing.analysis.of(Requirement)) > 0
    ):
        known = len(situation.briefing.analysis.of(Requirement))
        texts.append(f"We have {known} so far: what else must {subject} do?")
    by_persona = _AGAIN.get(persona, _AGAIN[MAYA])
    texts += [form.format(subject=subject) for form in by_persona.get(criterion.kind, ())]
    texts += [
        form.format(subject=subject)
        for form in _AGAIN[MAYA].get(criterion.kind, ())
        if persona not in (ALEX, JORDAN)
    ]
    texts += _follow_ups_of_step(situation, criterion)
    bare = criterion.text.rstrip(".")
    texts.append(f'For {subject} we still need this: "{bare}". What can you say about it?')
    return texts


def _subject(situation: Situation) -> str:
    """The item by its title when that is short; one noun out of a long title would name something else."""
    title = re.sub(r"[?{}\"]", "", situation.briefing.analysis.title).strip(" .")
    return f'"{title}"' if title and len(title.split()) <= _SHORT_TITLE else "this change"


_SHORT_TITLE: Final = 8


def _follow_ups_of_step(situation: Situation, criterion: Criterion) -> list[str]:
    """Questions of the deeper section about the same kind that were not put."""
    step = situation.briefing.step
    if step is None:
        return []
    questions = [*step.questions_in(step.deep), *step.questions_in(step.standard)]
    return [question.text for question in questions if question.kinds and question.kinds[0] == criterion.kind]


_PER: Final = {
    "criterion": (
        'How would you check that {id}, "{name}", works: one real input and its result?',
        "What would you look at to say that {id} is done?",
    ),
    "priority": ('How much does {id}, "{name}", matter: must, should, could or won\'t?',),
    "story": ('Who is {id}, "{name}", for, and what do they get from it?',),
    "error_case": ('What happens when {id}, "{name}", fails half-way?',),
    "": ('What belongs to {id}, "{name}"?',),
}

_AGAIN: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    MAYA: {
        "problem": (
            "What happens today, to whom, because {subject} is missing?",
            "When did the lack of {subject} last cause trouble?",
        ),
        "stakeholder": ("Who would be unhappy if {subject} never came?", "Who asked for {subject}?"),
        "success_metric": ("What would you count, a month after {subject} ships, to see that it helps?",),
        "user_type": ("Who, or which program, will be the first to use {subject}?",),
        "need": ("What is the main user trying to get done with {subject}?",),
        "journey": ("Walk me through one use of {subject}: what happens first, and how does it end?",),
        "constraint": ("What must not change, whatever we decide about {subject}?",),
        "integration": ("Which other system or file does {subject} have to get along with?",),
        "assumption": ("What do you take for granted about {subject}?",),
        "quality": ("Which number would {subject} have to reach so that a review lets it pass?",),
        "risk": ("If {subject} went badly wrong, whom would it hurt first?",),
        "requirement": (
            "What must {subject} do, one thing at a time?",
            "What is the first thing somebody must be able to do with {subject}?",
        ),
        "criterion": ("How would you check that {subject} works: one real input and its result?",),
        "business_rule": ("Which rule must {subject} always keep?",),
        "story": ("Who wants what from {subject}, and what for?",),
        "priority": ("If only one part of {subject} could ship, which one?",),
        "scope": ("How big does {subject} feel to you: small, medium or large?",),
        "out_of_scope": ("What will you leave alone while doing {subject}?",),
        "keyword": ("Which two words would you search the code for to find {subject}?",),
        "file_count": ("About how many files do you expect {subject} to touch?",),
        "direct_change": ("Which file would you open first for {subject}?",),
        "error_case": ("What should somebody see when {subject} fails?",),
    },
    ALEX: {
        "direct_change": ("Which file has to change for {subject}, or which new one has to appear?",),
        "indirect_change": ("Which part of the code would notice {subject} without being changed?",),
        "entry_point": ("Through which command, route, job or function is {subject} reached?",),
        "risk_zone": ("Which place in the code would you least like to touch for {subject}?",),
        "risk": ("Which risk of {subject} would you rather not carry?",),
        "order": ("Which piece of {subject} has to be in place before the others can follow?",),
        "option": ("Which two ways of doing {subject} are on the table?",),
        "decision": ("Which way do you take for {subject}, and what speaks for it?",),
        "technology": ("What will {subject} be built with, and is any of it new here?",),
        "integration": ("Which part calls which for {subject}, and what travels between them?",),
        "constraint": ("Which limit does every option for {subject} have to respect?",),
        "quality": ("Which load or delay would rule an option for {subject} out?",),
    },
    JORDAN: {
        "module": ("Which unit owns {subject}, and what is its one responsibility?",),
        "interface": ("What is the exact call for {subject}: name, inputs, output?",),
        "data_flow": ("In which steps does the data of {subject} move, from input to stored result?",),
        "state": ("In which states can the main record of {subject} be?",),
        "error_case": (
            "What exactly is returned when {subject} gets invalid input?",
            "Which failure of {subject} needs its own message, and what does it say?",
        ),
        "criterion": ("Given one real input for {subject}, what is the exact result?",),
        "business_rule": ("Which inputs of {subject} are invalid, exactly?",),
    },
}
