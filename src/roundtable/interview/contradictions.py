"""Two statements about the same thing that cannot both hold: quoted, and asked about; neither is chosen.

Conservative: the two share most of their words, and differ in a figure of the same thing, in the words of one message, in a
yes against a no, or in one of a few opposites.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Ask
from roundtable.facts import Fact, Note
from roundtable.interview.lead_ins import JOINT
from roundtable.interview.named import messages_in
from roundtable.interview.situation import Situation
from roundtable.interview.which_fact import two_facts
from roundtable.interview.wording import content_words, quoted
from roundtable.language.phrases import any_phrase, leading_phrase, negation, rows

CONFLICT: Final = "conflict:"
_KINDS: Final = frozenset(
    rows(
        "requirement | criterion | business_rule | constraint | quality | error_case | out_of_scope | decision | interface | state"
    )
)
_CONTRAST: Final = re.compile(r",\s*(?:and |but )?not\b", re.IGNORECASE)
_ALIKE: Final = 0.6
_NEAR: Final = 0.4
_CHOICE: Final = 6
"""Words with which somebody picks one of two."""
_LEAST: Final = 2
_FIGURE: Final = re.compile(r"(?<![\w.])(\d+(?:[.,]\d+)*)[.,]?\s*([a-z%]+)?", re.IGNORECASE)
_OPPOSITES: Final = (
    (rows("one | single"), rows("each | own | separate | several")),
    (rows("allowed | may | can"), rows("forbidden | refused | denied")),
    (rows("before"), rows("after")),
)
_WHICH: Final = (
    rows("first | former | earlier | old | before"),
    rows("second | latter | latest | now | new | last"),
)
"""Words by which somebody names what was said first, and what was said last."""
_BOTH: Final = rows("both | it'?s the same | they don'?t contradict | there is no contradiction")


def conflict_in(situation: Situation, new: Iterable[Fact]) -> Ask | None:
    """The question about the first contradiction that the new facts bring, if any."""
    title = situation.analysis.title  # which says nothing that its first example could contradict
    known = [fact for fact in situation.analysis.facts if fact.kind in _KINDS and fact.headline != title]
    for fact in new:
        if fact.kind not in _KINDS or isinstance(fact, Note):
            continue
        for other in known:
            if _disagree(other.headline, fact.headline):
                text = f"Earlier: {quoted(other.headline)}. Now: {quoted(fact.headline)}. Which of the two holds?"
                return Ask(
                    text=text,
                    kinds=(fact.kind,),
                    about=f"{CONFLICT}{other.id}|{fact.headline}",
                    topic=situation.asked.topic,
                )
    return None


def still_in_conflict(analysis: Analysis) -> tuple[Fact, Fact] | None:
    """The first two statements on record that give two figures or two wordings for one thing, notes among them."""
    known = [
        fact
        for fact in analysis.facts
        if fact.kind in _KINDS or (isinstance(fact, Note) and fact.about in {"what", "limits"})
    ]
    pairs = itertools.combinations(known, 2)
    exact = (_figures_differ, _messages_differ)
    return next((pair for pair in pairs if _disagree(pair[0].headline, pair[1].headline, exact)), None)


def _disagree(some: str, other: str, ways: Sequence[Callable[[str, str], bool]] = ()) -> bool:
    one, two = content_words(some), content_words(other)
    shared = one & two
    least = min(len(one), len(two))
    plain, others = (f" {' '.join(_plain(text))} " for text in (some, other))
    is_part = plain in others or others in plain  # said again, with or without more
    if is_part or len(shared) < _LEAST or len(shared) / least < _ALIKE:
        return False
    every = (_figures_differ, _messages_differ, _signs_differ)
    # One of two that speaks of much more may mean "each" and "once" of something else.
    is_near = len(shared) / max(len(one), len(two)) >= _NEAR
    return any(differ(some, other) for differ in ways or every) or (
        not ways and is_near and _are_opposite(some, other)
    )


def _figures_differ(some: str, other: str) -> bool:
    first, second = _FIGURE.findall(some), _FIGURE.findall(other)
    return len(first) == len(second) == 1 and first[0][1] == second[0][1] and first[0][0] != second[0][0]


def _messages_differ(some: str, other: str) -> bool:
    """Two wordings of what is nearly one message."""
    first, second = messages_in(some), messages_in(other)
    if len(first) != 1 or len(second) != 1 or _plain(first[0]) == _plain(second[0]):
        return False
    one, two = content_words(first[0]), content_words(second[0])
    return len(one & two) >= max(_LEAST, _ALIKE * max(len(one), len(two)))


def _plain(words: str) -> list[str]:
    return re.findall(r"\w+", words.casefold())


def _signs_differ(some: str, other: str) -> bool:
    """A yes against a no; a sentence that holds both ("one file, not one for each") is no plain no."""
    if _CONTRAST.search(some) or _CONTRAST.search(other):
        return False
    denies = negation()
    one, two = content_words(denies.sub(" ", some)), content_words(denies.sub(" ", other))
    same = len(one & two) == min(len(one), len(two)) > _LEAST
    return same and bool(denies.search(some)) != bool(denies.search(other))


def _are_opposite(some: str, other: str) -> bool:
    return any(
        (a.search(some) and b.search(other)) or (b.search(some) and a.search(other))
        for a, b in (map(any_phrase, pair) for pair in _OPPOSITES)
    )


def both_hold(text: str) -> bool:
    """Whether a reply says that there is no contradiction; why is nothing of the item."""
    return leading_phrase(_BOTH, text) is not None


def resolved(situation: Situation) -> tuple[str, str]:
    """The id of the statement that goes, and the line that says so; empty when the reply does not tell."""
    first, second = two_facts(situation.analysis, situation.asked.about)
    heard = situation.heard.text.strip()
    text = heard[: joint.start()] if (joint := JOINT.search(heard)) else heard
    chosen = text if len(text.split()) <= _CHOICE else ""  # a longer clause tells something else
    named = (any_phrase(table).search(chosen) for table in _WHICH)
    hits = sorted((match.start(), at) for at, match in enumerate(named) if match)
    if first is None or second is None or not hits:
        return "", ""
    stays, goes = (first, second) if hits[0][1] == 0 else (second, first)
    return goes.id, f"{quoted(stays.headline)} holds. Removed, {goes.id}: {quoted(goes.headline)}"
