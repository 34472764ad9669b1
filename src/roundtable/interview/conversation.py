"""The talk without visible structure: open it, take in what was said, let who has evidence speak, ask the next question.

Elsewhere: the words of questions (`library/content`), which comes next (`agenda`), when documents appear (the engine).
"""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.addressing import address_of
from roundtable.engine.briefing import Ask, Contribution, Thought
from roundtable.engine.hearing import REVIEW
from roundtable.facts import DirectChange
from roundtable.interview.agenda import WHAT_ELSE, next_question, unanswerable
from roundtable.interview.code_talk import (
    ALEX,
    JORDAN,
    NO_FORM,
    NO_PLACE,
    alex_says,
    jordan_says,
    propose_files,
)
from roundtable.interview.listening import listen
from roundtable.interview.named import IS_TEST
from roundtable.interview.reading_draft import facts_of_draft
from roundtable.interview.saying import acknowledge
from roundtable.interview.situation import Situation, as_facts
from roundtable.interview.taken import Taken, applied
from roundtable.language.acts import main_act
from roundtable.language.sentences import sentences

_MAYA: Final = "business-analyst"
_PATIENCE: Final = 2
"""How often something else may be said to a question before it is left; an interruption is nobody's refusal."""
_WHAT_ELSE: Final = "What else?"
_NO_MORE: Final = frozenset({"done", "not_applicable", "denial"})
_TESTS_TOO: Final = "What else, tests or docs that come along?"
"""What most plans forget, where there is code and nobody has named a test yet."""
_SHOWN: Final = 200
"""Letters of a request that is said back whole."""
_DESCRIBE: Final = "What would you like to change, and what goes wrong without it today?"
_FIRST: Final = Ask(text=_DESCRIBE, kinds=("requirement", "problem"), persona=_MAYA, origin="topic")


def open_conversation(situation: Situation) -> Thought:
    """Maya says what the request says, and asks for what it does not."""
    facts = facts_of_draft(situation)
    known = applied(situation.analysis, Taken(facts=facts))
    question = _next(situation, known) if facts or situation.analysis.facts else _FIRST
    words = situation.says(_opening(situation.analysis), _MAYA) if facts else ()
    return Thought(contributions=words, facts=as_facts(facts), question=question)


def _opening(analysis: Analysis) -> str:
    draft = " ".join(analysis.draft.split())
    words = draft if draft and len(draft) <= _SHOWN else analysis.title
    return f'"{words.strip().rstrip(".")}": that much is written down.'


def converse(situation: Situation) -> Thought:
    """One exchange."""
    if situation.briefing.heard is None:
        # Nothing was said about the item: only the next question is wanted.
        topic = situation.briefing.task.topic_id
        question = _next(situation, situation.analysis, topic) or _next(situation, situation.analysis)
        settled = unanswerable(situation, situation.analysis) if question is None else ()
        return Thought(question=question, settled=settled)
    taken = listen(situation)
    known = applied(situation.analysis, taken)
    words = situation.says(acknowledge(situation, taken))
    is_more = situation.asked.kinds[:1] == (WHAT_ELSE,) and taken.noted and taken.asks is None
    if is_more and not _is_all(situation) and situation.attempts <= _PATIENCE:
        # Whoever thought of one more thing may think of another.
        named = any(IS_TEST.search(fact.path) for fact in known.of(DirectChange))
        is_forgotten = situation.briefing.scan is not None and situation.attempts <= 1 and not named
        else_ = _TESTS_TOO if is_forgotten else _WHAT_ELSE
        more = situation.says(f"{acknowledge(situation, taken)} {else_}")
        taken.settled = []
        asked = situation.asked
        if is_forgotten:
            asked = asked.model_copy(update={"kinds": (WHAT_ELSE, "direct_change")})
        return taken.thought(more, asked)
    if situation.asked.about == REVIEW:
        # What could not be done keeps the review open, whatever was said behind it.
        held = situation.asked.model_copy(update={"insists": True}) if taken.trouble else None
        return taken.thought(words, taken.asks or held)
    if not taken.is_answered and situation.attempts >= _PATIENCE:
        # Whoever does not take a question up after it came again is not pressed.
        taken.settled.append(situation.asked.about)
        taken.is_answered = True
        known = applied(situation.analysis, taken)
    again = None if taken.is_answered else situation.briefing.asked
    question = taken.asks or again or _next(situation, known)
    if question is None:
        taken.settled += unanswerable(situation, known)
    return taken.thought((*words, *_others(situation, known, question)), question)


def _is_all(situation: Situation) -> bool:
    """Whether whoever told one more thing said that there is no other: "… Nothing else."."""
    text = situation.heard.text
    *before, (start, end) = sentences(text) or [(0, 0)]
    return bool(before) and main_act(text[start:end], "talk", _WHAT_ELSE, "").kind in _NO_MORE


def _next(situation: Situation, known: Analysis, topic_id: str | None = None) -> Ask | None:
    ask = next_question(situation, known, topic_id)
    if ask is None:
        return None
    if ask.kinds[:1] == ("direct_change",):
        if known.of(DirectChange):
            return ask.model_copy(update={"persona": ALEX})
        proposal = propose_files(situation, known, ask)
        if proposal is not None and proposal.text not in known.answered:
            return proposal
    # Alex and Jordan bring what the code says; what only people know is Maya's to ask.
    return ask.model_copy(update={"persona": _MAYA})


def _others(situation: Situation, known: Analysis, question: Ask | None) -> tuple[Contribution, ...]:
    """Alex and Jordan, when what they have concerns this change, or when they have not spoken yet."""
    must = situation.briefing.task.slots
    asks = question.persona if question else None
    said = {line.text for line in situation.briefing.said}
    # A question of theirs was answered already.
    asked_back = any(act.kind == "question_back" for act in situation.briefing.acts)
    named = address_of(situation.heard.text, situation.briefing.library.personas)
    addressed = None if asked_back else named
    found: list[Contribution] = []
    voices = [(ALEX, alex_says), (JORDAN, jordan_says)]
    for key, says in reversed(voices) if asks == ALEX else voices:
        if key not in must and key not in {asks, addressed}:
            continue
        text = says(situation, known, must=key in must)
        if text in {NO_PLACE, NO_FORM} and situation.heard.number == 1:
            continue  # by the next answer there may be something
        if text and text not in said:
            found.append(Contribution(persona=key, text=text))
    return tuple(found)
