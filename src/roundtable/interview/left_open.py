"""A question that nobody could answer: an open point, which blocks the build where nothing else can be checked, and its answer."""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Amendment, Ask
from roundtable.facts import Fact, OpenQuestion
from roundtable.interview.lead_ins import JOINT, without_fillers
from roundtable.interview.recording import Recorder
from roundtable.interview.situation import REPLACES, WHICH, Situation
from roundtable.interview.stating import statements_in
from roundtable.interview.which_fact import ID
from roundtable.interview.wording import listed, quoted
from roundtable.language.acts import main_act
from roundtable.language.phrases import rows
from roundtable.language.question_kinds import kinds_asked

_BLOCKING: Final = ("criterion", "business_rule", "error_case")
"""Without a single one of these there is only a title, and nobody can tell when it is built."""
WORTH_ASKING: Final = frozenset(
    rows(
        "problem | requirement | criterion | business_rule | error_case | direct_change | constraint | interface | decision | user_type"
    )
)
"""Kinds without an answer to which a builder would have to guess."""

_ANSWERS: Final = frozenset({"answer", "not_applicable", "assent_but", "denial_instead"})


def leave_open(situation: Situation, recorder: Recorder, why: str) -> None:
    """The question as an open point, where a builder would have to guess."""
    asked = situation.asked
    is_ours = asked.about.startswith((REPLACES, WHICH))  # what was meant by a sentence is nothing to be built
    if asked.offers or is_ours or not set(asked.kinds[:1]) & WORTH_ASKING:
        return
    quote = situation.quote(0, len(situation.heard.text))
    blocks = asked.kinds[0] in _BLOCKING and not any(map(situation.analysis.kinds, _BLOCKING))
    recorder.add(OpenQuestion, (quote,), text=asked.text, why=why, blocks=blocks)


def unblocked(analysis: Analysis, told: Iterable[Fact]) -> list[Amendment]:
    """What kept a builder from beginning no longer does, once something is known that can be checked."""
    if not any(fact.kind in _BLOCKING for fact in told):
        return []
    blocking = [question for question in analysis.of(OpenQuestion) if question.blocks]
    return [Amendment(fact_id=question.id, updates={"blocks": False}) for question in blocking]


def answer_behind(recorder: Recorder, question: OpenQuestion, part: tuple[int, int]) -> str:
    """ "OQ-001: yes", "OQ-001 is nonsense, I told you: nothing changes": what stands behind the name of an open point is
    taken in as an answer to it; the line that says so, none where it is no answer.
    """
    situation = recorder.situation
    text = situation.heard.text
    named = max((one.end() for one in ID.finditer(text, *part)), default=part[0])
    behind = JOINT.search(text, named, part[1])
    if behind is None:
        return ""
    start = behind.end() + without_fillers(text[behind.end() : part[1]])
    told = text[start : part[1]]
    reading = main_act(told, "talk", question.text, "")
    likely = reading.candidates[0] if reading.kind == "unsure" else reading.kind
    is_answer = text[named : behind.end()].strip() == ":" or likely in _ANSWERS
    if not is_answer or told.rstrip().endswith("?"):
        return ""
    asked = Ask(text=question.text, kinds=kinds_asked(question.text), label=question.text)
    recorder.situation = situation.but(asked=asked)
    made = [recorder.take(said) for said in statements_in(recorder.situation, [(start, part[1])])]
    recorder.situation = situation
    nouns = listed([fact.noun for fact in made if fact is not None])
    return f"{question.id} is answered: {quoted(told)}, {nouns}."
