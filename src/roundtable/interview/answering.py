"""A question of the person's, answered: what a question is for, what is meant by it, what the facts and the code show.

Nothing is recorded; the interrupted question comes again.
"""

from typing import Final

from roundtable.engine.addressing import EVERYBODY, address_of
from roundtable.engine.at_menu import HINT
from roundtable.engine.briefing import Ask, Thought
from roundtable.interview.code_talk import NO_NAME, about_code, about_plan, asks_for_place, not_in_code
from roundtable.interview.recap import known_about
from roundtable.interview.situation import Situation
from roundtable.interview.which_fact import facts_named
from roundtable.interview.wording import capital, content_words
from roundtable.language.phrases import any_phrase, rows
from roundtable.language.sentences import sentences

_WHY: Final = rows(
    "why | what for | what difference | matter | need that | need to know | warum | weshalb | wozu | pourquoi "
    "| por qu[eé] | para qu[eé]"
)
_OF_ITS_OWN: Final = 4
"""So many words of its own has a question that is about something else than the open one."""
_UNKNOWN: Final = f"Nothing on record tells. {NO_NAME}"
_NOTHING_OPEN: Final = f"No question is open here, and nothing on record tells. {HINT}"


def answer_back(situation: Situation) -> Thought:
    """The answer, and where it ends."""
    text = question_in(situation)
    asked = situation.asked
    if facts_named(situation.analysis, text):
        return Thought(contributions=situation.says(known_about(situation.analysis, text)))
    absent = not_in_code(situation, text)
    shown = about_code(situation, text) or (() if absent else about_plan(situation, text))
    if shown:
        return Thought(contributions=shown)
    is_place, step = asks_for_place(text), situation.briefing.step
    on_record = situation.says("" if is_place else known_about(situation.analysis, text))
    missing = () if on_record else absent
    addressed = address_of(text, situation.briefing.library.personas)
    if is_place or missing or addressed not in {None, EVERYBODY, asked.persona or (step and step.persona)}:
        unknown = NO_NAME if is_place else _UNKNOWN
        return Thought(contributions=on_record or missing or situation.says(unknown))
    if any_phrase(_WHY).search(text) and asked.purpose:
        return Thought(
            contributions=situation.says(capital(f"{asked.purpose.strip().rstrip('.')}.")),
            question=_simpler(asked),
        )
    is_alone = all(act.kind == "question_back" for act in situation.briefing.acts)
    if is_alone and asked.simpler and len(content_words(text) - content_words(asked.text)) < _OF_ITS_OWN:
        return Thought(question=_simpler(asked))
    unknown = _UNKNOWN if asked.text or step is None else _NOTHING_OPEN
    return Thought(contributions=on_record or situation.says(unknown))


def _simpler(asked: Ask) -> Ask:
    """The same question in simpler words; its answer is still an answer to it."""
    return asked.model_copy(update={"text": asked.simpler or asked.text})


def question_in(situation: Situation) -> str:
    """What the person asks, without what they say beside it."""
    said = [line.text for line in situation.briefing.said if line.persona is None]
    text = situation.briefing.heard.text if situation.briefing.heard else (said[-1] if said else "")
    acts = [act for act in situation.briefing.acts if act.kind == "question_back"]
    asked = " ".join(text[act.start : act.end] for act in acts).strip() or text
    parts = [asked[start:end] for start, end in sentences(asked)]
    return " ".join(part for part in parts if part.rstrip().endswith("?")) or asked
