"""Which question comes next: the one worth most now.

Worth is how likely the person has something in mind there, more if the answer meets an open criterion, more if whoever just
contributed would ask it, less for what the person is not at home in or has tired of. Nothing is asked twice. After the item's
own subjects come the few that every item needs; then nothing, and the table sums up.
"""

import re
from typing import Final

from roundtable.analysis.analysis import Turn
from roundtable.analysis.evidence import DRAFT_TURN, Quote
from roundtable.analysis.facts import Quality, Requirement
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask
from roundtable.engine.conversation_rules import is_clean
from roundtable.minds.facilitator.answers.reading import names_in
from roundtable.minds.facilitator.answers.technologies import find_technologies
from roundtable.minds.facilitator.conversation.alex import main_file
from roundtable.minds.facilitator.conversation.closing_subjects import closing
from roundtable.minds.facilitator.conversation.code_subjects import about_code
from roundtable.minds.facilitator.conversation.own_topics import own_question, questions_of
from roundtable.minds.facilitator.conversation.splits import SPLIT
from roundtable.minds.facilitator.conversation.subjects import LONGEST, Subject, about_product
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.manner import MAYA, speakable

__all__ = ["label_of", "next_question", "subjects_of"]

_PRODUCT: Final = {Depth.BRIEF: 4, Depth.STANDARD: 9, Depth.DEEP: 16}
_CODE: Final = {Depth.BRIEF: 2, Depth.STANDARD: 4, Depth.DEEP: 8}
_SHORT: Final = 5
_TIRED: Final = 2


def subjects_of(talk: Talk) -> list[Subject]:
    """The item's own subjects, each once."""
    own = (
        about_product(talk.request)
        if talk.request.nature == "product"
        else about_code(talk.request, main_file(talk))
    )
    return list({subject.key: subject for subject in own}.values())


def label_of(talk: Talk, asked: Ask | None) -> str:
    """The subject of a question that was put, in a few words."""
    if asked is None:
        return ""
    every = [*subjects_of(talk), *closing(talk.analysis)]
    return next(
        (subject.label for subject in every if subject.key == asked.about or subject.text == asked.text), ""
    )


def next_question(talk: Talk, *, speakers: tuple[str, ...] = ()) -> Ask | None:
    """The question to put now; none when nothing is left that is worth asking."""
    wanted = talk.briefing.task.topic_id
    if wanted is not None:
        asked_for = _of_topic(talk, wanted)
        if asked_for is not None:
            return asked_for
    candidates = [subject for subject in _own(talk) if _fits(talk, subject)]
    theirs = own_question(talk)
    if theirs is not None and (not candidates or _is_their_turn(talk)):
        return theirs
    if not candidates:
        candidates = [
            s for s in closing(talk.analysis) if _fits(talk, s) and _is_open(talk, s) and _at_depth(talk, s)
        ]
    if not candidates:
        return None
    order = {subject.key: at for at, subject in enumerate(candidates)}
    best = max(candidates, key=lambda subject: (_worth(talk, subject, speakers), -order[subject.key]))
    return as_ask(best)


def _is_their_turn(talk: Talk) -> bool:
    """Whether a question of the project's own topics comes now: after the opening, and not twice in a row."""
    asked = talk.briefing.asked
    own = {topic.topic_id for topic in talk.briefing.topics if topic.is_own}
    return talk.exchanges >= 1 and (asked is None or asked.topic not in own)


def as_ask(subject: Subject) -> Ask:
    """A subject as a question of its persona."""
    text = f"{subject.why} {subject.text}".strip()
    if len(text.split()) > LONGEST or text.count("?") != 1 or not is_clean(text):
        text = subject.text
    return Ask(
        text=text,
        kinds=subject.kinds,
        origin="topic",
        options=subject.options,
        persona=subject.persona,
        topic=subject.topic,
        about=subject.key,
    )


def _own(talk: Talk) -> list[Subject]:
    """The item's own subjects while there is room for more of them."""
    every = subjects_of(talk)
    put = sum(1 for subject in every if _was_put(talk, subject))
    room = (_PRODUCT if talk.request.nature == "product" else _CODE)[talk.briefing.depth]
    return [subject for subject in every if not _was_put(talk, subject)] if put < room else []


def _was_put(talk: Talk, subject: Subject) -> bool:
    return any(subject.text in text for text in talk.situation.asked_before)


def _fits(talk: Talk, subject: Subject) -> bool:
    """Not put before, in the voice of its persona, in a topic that was not declined, and in good manners."""
    # "Which ships first" quotes a requirement, as other questions do; it is told apart by its own words (`_is_open`).
    alike = not subject.key.startswith(SPLIT) and talk.situation.was_asked(subject.text)
    if _was_put(talk, subject) or alike or _is_known(talk, subject):
        return False
    persona = talk.briefing.library.persona(subject.persona)
    return (
        subject.topic not in talk.analysis.declined
        and any(topic.topic_id == subject.topic for topic in talk.briefing.topics)
        and len(subject.text.split()) <= LONGEST
        and subject.text.count("?") == 1
        and is_clean(subject.text)
        and speakable(persona, subject.text)
    )


def _is_known(talk: Talk, subject: Subject) -> bool:
    """Whether the draft says it already: what should happen instead, who is concerned."""
    first = [
        fact
        for fact in talk.analysis.facts
        if any(isinstance(e, Quote) and e.turn == DRAFT_TURN for e in fact.evidence)
    ]
    if subject.key == "expected":
        return any(isinstance(fact, Requirement) for fact in first)
    if subject.key in ("problem", "users"):
        # The opening asked for the problem, and an item's own subjects for its users; once is enough.
        return any(subject.kinds[0] in kinds for kinds in _kinds_put(talk))
    return False


def _kinds_put(talk: Talk) -> list[tuple[str, ...]]:
    """The main kinds of the questions that were put: the opening, and the item's own."""
    own = [subject.kinds[:1] for subject in subjects_of(talk) if _was_put(talk, subject)]
    opened = any(turn.question and turn.step_id == "problem-discovery" for turn in talk.analysis.turns[:2])
    return [*own, ("problem",)] if opened else own


def _is_open(talk: Talk, subject: Subject) -> bool:
    """Whether its main kind is still wanted somewhere."""
    kind = subject.kinds[0]
    if subject.key.startswith(SPLIT):
        return talk.briefing.depth is not Depth.BRIEF and not any(
            "ships first if only one can" in text for text in talk.situation.asked_before
        )
    if subject.key == "figure":
        known = talk.analysis.of(Quality)
        # A wish such as "fast" is asked for its number, also where another quality has one.
        vague = any(not quality.target for quality in known)
        return talk.wants("requirements-definition", kind) or vague or not known
    if kind == "requirement":
        return talk.wants("requirements-definition", "requirement")
    return any(
        talk.wants(topic.topic_id, kind) for topic in talk.briefing.topics if topic.topic_id != "security"
    )


def _at_depth(talk: Talk, subject: Subject) -> bool:
    """Who keeps it short is asked only what no assumption can stand for."""
    return talk.briefing.depth is not Depth.BRIEF or subject.kinds[0] in ("requirement", "problem")


def _worth(talk: Talk, subject: Subject, speakers: tuple[str, ...]) -> float:
    worth = subject.worth
    if subject.persona in speakers:
        # In a talk about code Maya's thread is not broken before it has got somewhere.
        worth += 0.5 if talk.request.nature == "product" else 0.0 if talk.exchanges <= _TIRED else 0.15
    elif subject.persona != MAYA and talk.exchanges < _TIRED:
        worth -= 0.3
    if any(talk.wants(subject.topic, kind) for kind in subject.kinds[:1]):
        worth += 0.05
    if subject.told and any(re.search(subject.told, turn.text, re.IGNORECASE) for turn in _spoken(talk)):
        worth -= 0.3
    if _is_tired(talk):
        asked = talk.briefing.asked
        worth += 0.1 if subject.options else 0.0
        worth -= (
            0.15
            if asked is not None and asked.persona == subject.persona and asked.topic == subject.topic
            else 0.0
        )
    technical = _technical(talk)
    if technical > 0.5 and subject.persona == MAYA and subject.topic == "problem-discovery":
        worth -= 0.15
    if technical < 0.05 and subject.persona != MAYA and talk.exchanges > 2:
        worth -= 0.1
    return worth


def _is_tired(talk: Talk) -> bool:
    turns = _spoken(talk)[-_TIRED:]
    return len(turns) == _TIRED and all(len(turn.text.split()) <= _SHORT for turn in turns)


def _spoken(talk: Talk) -> list[Turn]:
    return [turn for turn in talk.analysis.turns if turn.number > 0]


def _technical(talk: Talk) -> float:
    """How much of what the person says is code, tools and formats: 0 to 1."""
    turns = _spoken(talk)
    if not turns:
        return 0.3
    rich = sum(1 for turn in turns if names_in(turn.text) or find_technologies(turn.text))
    return rich / len(turns)


def _of_topic(talk: Talk, topic_id: str) -> Ask | None:
    """The person asked for a topic: its own subjects first, then the questions of its file."""
    mine = [subject for subject in subjects_of(talk) if subject.topic == topic_id and _fits(talk, subject)]
    if mine:
        return as_ask(max(mine, key=lambda subject: subject.worth))
    topic = next((topic for topic in talk.briefing.topics if topic.topic_id == topic_id), None)
    return next(questions_of(talk, topic), None) if topic is not None else None
