"""Two answers that disagree about one thing: both are quoted, and the person says which one wins.

They disagree when they speak of the same with different figures in one unit, or when one forbids what the other demands. The
loser is taken back with everything that was read from the same words; nothing is decided silently.
"""

import re
from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import DRAFT_TURN, Quote
from roundtable.analysis.facts import Fact
from roundtable.engine.briefing import Ask
from roundtable.engine.conversation_rules import is_clean
from roundtable.minds.facilitator.answers.numbers import find_figures
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.conversation.talk import Talk
from roundtable.minds.facilitator.manner import MAYA, speakable
from roundtable.minds.facilitator.rephrase import clean
from roundtable.minds.facilitator.words import content_words, likeness

__all__ = ["CONTRADICTION", "disagreement", "losers"]

CONTRADICTION: Final = "contradiction"
_KINDS: Final = ("requirement", "quality", "constraint", "business_rule", "criterion")
_ALIKE: Final = 0.6
_SAME: Final = 0.8
_NOT: Final = re.compile(
    r"\b(?:not|never|no|without|cannot|can't|don't|doesn't|mustn't|won't)\b", re.IGNORECASE
)
_FIGURE: Final = re.compile(r"\d[\d.,]*")


def disagreement(talk: Talk, new: Iterable[Fact]) -> Ask | None:
    """The question which of two answers wins, when what was said now does not go with what was said before."""
    now = talk.situation.heard.number
    fresh = [fact for fact in talk.analysis.facts if fact.kind in _KINDS and _turns(fact) == {now}]
    if not any(fact.kind in _KINDS for fact in new):
        return None
    for mine in fresh:
        for theirs in talk.analysis.facts:
            if theirs.kind not in _KINDS or now in _turns(theirs) or not _turns(theirs):
                continue
            if _disagree(_said(theirs), _said(mine)) and (ask := _ask(talk, theirs, mine)) is not None:
                return ask
    return None


def _disagree(one: str, other: str) -> bool:
    bare, beside = _FIGURE.sub("", one), _FIGURE.sub("", other)
    if len(content_words(bare)) < 2 or len(content_words(beside)) < 2:
        return False
    if bool(_NOT.search(one)) != bool(_NOT.search(other)):
        return (
            likeness(_NOT.sub("", bare), _NOT.sub("", beside)) >= _SAME
            and len(content_words(_NOT.sub("", bare))) >= 3
        )
    if likeness(bare, beside) < _ALIKE:
        return False
    figures = {figure.unit.lower(): figure.number for figure in find_figures(one) if figure.unit}
    return any(
        figure.unit.lower() in figures and figures[figure.unit.lower()] != figure.number
        for figure in find_figures(other)
    )


def _ask(talk: Talk, before: Fact, now: Fact) -> Ask | None:
    old, new = (clean(shorten(_said(fact), most=9, longest=60)).strip(" .,;:\"'") for fact in (before, now))
    when = "The draft says" if _turns(before) == {DRAFT_TURN} else "Earlier you said"
    text = f'{when} "{old}", now "{new}". Does the new one win?'
    about = f"{CONTRADICTION}:{before.id}:{now.id}"
    persona = talk.briefing.library.persona(MAYA)
    put = any(ask == about for ask in (talk.briefing.asked.about if talk.briefing.asked else "",))
    if old == new or put or talk.situation.was_asked(text) or "?" in old + new:
        return None
    if len(text.split()) > 30 or not is_clean(text) or not speakable(persona, text):
        return None
    return Ask(
        text=text,
        kinds=(now.kind, "decision"),
        origin="follow_up",
        options=(new, old),
        persona=MAYA,
        topic=now.step_id or "requirements-definition",
        about=about,
    )


def losers(analysis: Analysis, about: str, at: int) -> tuple[tuple[str, ...], str]:
    """What goes when the option `at` wins (0 the new, 1 the old words), and the fact that stays."""
    _, _, pair = about.partition(":")
    before, _, now = pair.partition(":")
    loses, wins = (before, now) if at == 0 else (now, before)
    fact = analysis.get(loses)
    if fact is None:
        return (), wins
    spans = [item for item in fact.evidence if isinstance(item, Quote)]
    gone = [
        other.id
        for other in analysis.facts
        if other.id != wins and any(_overlap(item, span) for item in other.evidence for span in spans)
    ]
    return tuple(dict.fromkeys((loses, *gone))), wins


def _overlap(item: object, span: Quote) -> bool:
    return (
        isinstance(item, Quote) and item.turn == span.turn and item.start < span.end and span.start < item.end
    )


def _said(fact: Fact) -> str:
    quote = next((item.text for item in fact.evidence if isinstance(item, Quote)), "")
    return " ".join(quote.split()) or fact.headline


def _turns(fact: Fact) -> set[int]:
    return {item.turn for item in fact.evidence if isinstance(item, Quote)}
