"""A question that nobody could answer: an open point, which blocks the build where nothing else can be checked."""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Amendment
from roundtable.facts import Fact, OpenQuestion
from roundtable.interview.recording import Recorder
from roundtable.interview.situation import REPLACES, WHICH, Situation
from roundtable.language.phrases import rows

_BLOCKING: Final = ("criterion", "business_rule", "error_case")
"""Without a single one of these there is only a title, and nobody can tell when it is built."""
WORTH_ASKING: Final = frozenset(
    rows(
        "problem | requirement | criterion | business_rule | error_case | direct_change | constraint | interface | decision | user_type"
    )
)
"""Kinds without an answer to which a builder would have to guess."""


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
