"""Questions of topic files that somebody wrote for this project.

The shipped topics are covered by questions made for the item. Nobody but its author knows what a topic of a project's own is after,
so its questions are put as they are written: turn about with the item's own, so that neither has to wait for the end.
"""

import re
from collections.abc import Iterator
from typing import Final

from roundtable.analysis.content import Topic
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask
from roundtable.engine.conversation_rules import is_clean
from roundtable.minds.facilitator.conversation.subjects import LONGEST
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.manner import speakable

__all__ = ["own_question", "questions_of"]

_MOST: Final = {Depth.BRIEF: 2, Depth.STANDARD: 7, Depth.DEEP: 20}
"""Questions of one topic, by depth."""


def own_question(talk: Talk) -> Ask | None:
    """The next question of the project's own topics; none when they are through."""
    for topic in talk.briefing.topics:
        if not topic.is_own or topic.topic_id in talk.analysis.declined:
            continue
        put = sum(1 for question in topic.questions() if talk.situation.was_asked(question.text))
        if put < _MOST[talk.briefing.depth] and (ask := next(questions_of(talk, topic), None)) is not None:
            return ask
    return None


def questions_of(talk: Talk, topic: Topic) -> Iterator[Ask]:
    """What a topic file asks and was not put yet, as its persona may say it."""
    persona = talk.briefing.library.persona(topic.primary_persona)
    for question in topic.questions():
        text = re.sub(r"\s+", " ", question.text)
        if (
            len(text.split()) <= LONGEST
            and text.count("?") == 1
            and is_clean(text)
            and speakable(persona, text)
            and not talk.situation.was_asked(text)
        ):
            yield Ask(
                text=text,
                kinds=question.kinds,
                origin="topic",
                persona=persona.key,
                topic=topic.topic_id,
                about=text,
            )
