"""A question of the person's, answered: what a question is for, what is meant by it, what the facts and the code show.

Nothing is recorded; the interrupted question comes again.
"""

from typing import Final

from roundtable.engine.briefing import Ask, Thought
from roundtable.interview.code_talk import about_code
from roundtable.interview.recap import known_about
from roundtable.interview.situation import Situation
from roundtable.language.phrases import any_phrase, rows

_WHY: Final = rows(
    "why | what for | what difference | matter | need that | need to know | warum | weshalb | wozu | pourquoi "
    "| por qu[eé] | para qu[eé]"
)
SHOWS_NOTHING: Final = "The code does not tell."


def answer_back(situation: Situation) -> Thought:
    """The answer, and where it ends."""
    text = _question_in(situation)
    asked = situation.asked
    shown = about_code(situation, text)
    if shown:
        return Thought(
            contributions=situation.says(f"{shown} What follows from that, the code does not tell.")
        )
    if _names_somebody(situation, text):
        known = known_about(situation.analysis, text)
        return Thought(contributions=situation.says(known or SHOWS_NOTHING))
    if any_phrase(_WHY).search(text) and asked.purpose:
        return Thought(contributions=situation.says(_because(asked.purpose)), question=_simpler(asked))
    if asked.simpler:
        return Thought(question=_simpler(asked))
    return Thought(contributions=situation.says(known_about(situation.analysis, text) or SHOWS_NOTHING))


def _simpler(asked: Ask) -> Ask:
    """The same question in simpler words; its answer is still an answer to it."""
    return asked.model_copy(update={"text": asked.simpler or asked.text})


def _question_in(situation: Situation) -> str:
    said = [line.text for line in situation.briefing.said if line.persona is None]
    text = situation.briefing.heard.text if situation.briefing.heard else (said[-1] if said else "")
    acts = [act for act in situation.briefing.acts if act.kind == "question_back"]
    return " ".join(text[act.start : act.end] for act in acts).strip() or text


def _names_somebody(situation: Situation, text: str) -> bool:
    names = [persona.first_name.casefold() for persona in situation.briefing.library.personas]
    return any(name in text.casefold() for name in names)


def _because(purpose: str) -> str:
    plain = purpose.strip().rstrip(".")
    return f"{plain[:1].upper()}{plain[1:]}."
