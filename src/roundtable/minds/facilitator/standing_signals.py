"""Signals that come from what is on record, not from the wording of one answer: contradictions, too many Musts, busy files."""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from roundtable.analysis.facts import (
    Priority,
    Requirement,
)
from roundtable.minds.facilitator.answers.numbers import find_figures
from roundtable.minds.facilitator.answers.reading import Reading, shorten
from roundtable.minds.facilitator.code_sight import Sight
from roundtable.minds.facilitator.words import (
    content_words,
    likeness,
)

__all__ = ["Signal", "SignalKind", "callers", "contradictions", "musts"]

SignalKind = Literal[
    "contradiction",
    "vague",
    "unit",
    "absolute",
    "actor",
    "technology",
    "example",
    "failure",
    "edges",
    "split",
    "open_list",
    "dangerous",
    "callers",
    "musts",
    "success",
]


class Signal(NamedTuple):
    """Something to follow up, and the words that show it."""

    kind: SignalKind
    term: str
    about: str = ""
    """A second term: the other of two contradicting answers, a number of callers."""


def contradictions(reading: Reading) -> Iterator[Signal]:
    """Two figures for one thing: what was said now, and what was said before."""
    now = [
        (fact, figures[0])
        for fact in reading.facts
        if isinstance(text := getattr(fact, "text", None), str) and (figures := find_figures(text))
    ]
    for fact, figure in now:
        for known in reading.analysis.facts:
            said = getattr(known, "text", None)
            if known.kind != fact.kind or not isinstance(said, str):
                continue
            earlier = [one for one in find_figures(said) if one.unit.lower() == figure.unit.lower()]
            mine = re.sub(r"\d[\d.,]*", "", str(getattr(fact, "text", "")))
            theirs = re.sub(r"\d[\d.,]*", "", said)
            if (
                earlier
                and earlier[0].number != figure.number
                and len(content_words(mine)) >= 2
                and likeness(mine, theirs) >= 0.6
            ):
                yield Signal("contradiction", earlier[0].text, figure.text)
                return


_MUST_SHARE: Final = 0.6


def musts(reading: Reading) -> Iterator[Signal]:
    """Nearly everything is a Must."""
    given = [fact for fact in reading.facts if isinstance(fact, Priority)]
    if not given:
        return
    levels = {priority.target: priority.level for priority in (*reading.analysis.of(Priority), *given)}
    musts = [target for target, level in levels.items() if level == "Must"]
    if len(levels) >= 3 and len(musts) > _MUST_SHARE * len(levels):
        last = reading.analysis.get(musts[-1])
        if isinstance(last, Requirement):
            yield Signal("musts", shorten(last.title, most=7), last.id)


def callers(reading: Reading, sight: Sight) -> Iterator[Signal]:
    """A file that many others depend on, or that no test reaches."""
    for fact in reading.facts:
        path = getattr(fact, "path", "")
        if fact.kind in ("direct_change", "risk_zone") and path:
            callers = [caller for caller in sight.callers(path) if not caller.is_test]
            if len(callers) >= 3:
                yield Signal("callers", path, str(len(callers)))
                return
