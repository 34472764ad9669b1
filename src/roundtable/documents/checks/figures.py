"""RT242: one promise, two figures. The same id says 800 ms in one document and 300 ms in another.

Only figures with a unit are compared, only of one dimension (a time with a time), and only where the two places share no
figure at all: a criterion may test at 31 days what the requirement limits to 30, but two places that speak of one id and have
nothing in common contradict each other.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.ids import (
    CRITERIA,
    ID,
    QUALITIES,
    REQUIREMENTS,
    key_of,
    leading_id,
    mentions,
    prefix_of,
)
from roundtable.documents.checks.item import SPEC, Item
from roundtable.documents.checks.words_in import content_words

__all__ = ["check_figures", "figures_in"]

_SECOND: Final = 1000.0
_UNITS: Final[dict[str, tuple[str, float]]] = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds"), ("time", 1.0)),
    **dict.fromkeys(
        (
            "s",
            "sec",
            "secs",
            "second",
            "seconds",
            "sekunde",
            "sekunden",
            "seconde",
            "secondes",
            "segundo",
            "segundos",
        ),
        ("time", _SECOND),
    ),
    **dict.fromkeys(
        ("min", "mins", "minute", "minutes", "minuten", "minuto", "minutos"), ("time", 60 * _SECOND)
    ),
    **dict.fromkeys(
        ("h", "hr", "hrs", "hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas"),
        ("time", 3600 * _SECOND),
    ),
    **dict.fromkeys(
        ("day", "days", "tag", "tage", "tagen", "jour", "jours", "día", "días", "dia", "dias"),
        ("time", 86400 * _SECOND),
    ),
    **dict.fromkeys(("week", "weeks", "woche", "wochen"), ("time", 7 * 86400 * _SECOND)),
    **dict.fromkeys(
        ("month", "months", "monat", "monate", "monaten", "mois", "mes", "meses"), ("months", 1.0)
    ),
    **dict.fromkeys(("year", "years", "jahr", "jahre", "jahren"), ("months", 12.0)),
    **dict.fromkeys(("%", "percent", "prozent"), ("share", 1.0)),
    **dict.fromkeys(("kb", "kib"), ("size", 1.0)),
    **dict.fromkeys(("mb", "mib"), ("size", 1024.0)),
    **dict.fromkeys(("gb", "gib"), ("size", 1024.0**2)),
    **dict.fromkeys(("tb", "tib"), ("size", 1024.0**3)),
    **dict.fromkeys(("€", "eur", "euro", "euros"), ("euros", 1.0)),
    **dict.fromkeys(("$", "usd", "dollars"), ("dollars", 1.0)),
    **dict.fromkeys(("retries", "retry", "attempts", "attempt", "tries", "versuche"), ("attempts", 1.0)),
    **dict.fromkeys(("users", "user"), ("users", 1.0)),
    **dict.fromkeys(("requests", "request"), ("requests", 1.0)),
    **dict.fromkeys(("rows", "row", "records", "record", "entries"), ("rows", 1.0)),
    **dict.fromkeys(("characters", "chars"), ("characters", 1.0)),
    **dict.fromkeys(("clicks", "click"), ("clicks", 1.0)),
}
_FIGURE: Final = re.compile(
    r"(?<![\w.,-])(?:(?P<before>[€$])\s?)?(?P<value>\d{1,3}(?:[ ,]\d{3})+(?!\d)|\d{1,9}(?:\.\d{1,4})?)"
    r"(?:\s?(?P<sign>[%€$])|[\s-]?(?P<unit>[A-Za-zí]{1,12})\b)?"
)
_UNIT_WORDS: Final = frozenset(unit[:5] for unit in _UNITS)
_LIMIT: Final = re.compile(
    r"(?:\b(?:within|under|below|up to|at most|less than|no more than|not more than|maximum(?: of)?|max\.?|höchstens)\s+|[<≤]=?\s*)\d",
    re.IGNORECASE,
)
_SPOKEN_OF: Final = REQUIREMENTS | QUALITIES | CRITERIA
_QUOTED: Final = re.compile(r"[\"“'‘«](?P<text>[^\"”'’»\n]{3,80})[\"”'’»]")
_CLAUSE: Final = re.compile(r"(?<=[;])\s+|(?<=[.!?])\s+(?=[A-Z])|\s+\b(?:and|but|while)\b\s+")
_LATER: Final = re.compile(
    r"\b(?:was|were|formerly|instead of|not|before|today|currently|old|previous\w*|now)\b", re.IGNORECASE
)


class _Said(NamedTuple):
    """What one place says about an id."""

    name: str
    line: int
    shown: str
    text: str
    is_copy: bool = False
    """Whether it repeats the whole text, so that a figure of its own is a difference too."""


def figures_in(text: str) -> dict[str, dict[float, str]]:
    """Dimension -> the figures of a text in one unit each, with how they are written."""
    found: dict[str, dict[float, str]] = {}
    for match in _FIGURE.finditer(text):
        unit = (match["before"] or match["sign"] or match["unit"] or "").lower()
        known = _UNITS.get(unit)
        if known is not None:
            value = float(re.sub(r"[ ,]", "", match["value"])) * known[1]
            found.setdefault(known[0], {})[value] = match[0].strip()
    return found


def check_figures(item: Item) -> Iterator[Report]:
    """Places that give one id another figure than its definition does."""
    said_at_home = _at_home(item)
    seen: set[tuple[str, str]] = set()
    for key, place in _elsewhere(item):
        home = said_at_home.get(key)
        if home is None or (place.name, key) in seen or (place.name, place.line) == (home.name, home.line):
            continue
        related = place.is_copy or _is_related(home.text, place.text)
        difference = _difference(home.text, place.text) if related else None
        if difference is None and place.is_copy:
            difference = _added(home.text, place.text)
        if difference is not None:
            seen.add((place.name, key))
            here, there = difference
            said = f"{place.shown} says {here} here and {there} in {home.name}, line {home.line}."
            yield Report("RT242", place.name, place.line, key, said)
    yield from _in_stories(item, said_at_home)
    yield from _quotes(item)


def _is_related(home: str, here: str) -> bool:
    """Whether two texts speak of one figure: they share a word, or both set an upper limit. A design has figures of its own."""
    shared = content_words(ID.sub("", here)) & content_words(ID.sub("", home))
    return bool(shared - _UNIT_WORDS) or (_LIMIT.search(home) is not None and _LIMIT.search(here) is not None)


def _difference(home: str, here: str) -> tuple[str, str] | None:
    mine = figures_in(here)
    theirs = figures_in(home) if mine else {}
    for dimension in sorted(mine.keys() & theirs.keys()):
        if not mine[dimension].keys() & theirs[dimension].keys():
            return next(iter(mine[dimension].values())), next(iter(theirs[dimension].values()))
    return None


def _added(home: str, here: str) -> tuple[str, str] | None:
    """A figure that only the copy has, while the words are the same."""
    more = figures_in(here).keys() - figures_in(home).keys()
    words, copied = (
        (content_words(home), content_words(here)) if more else (frozenset[str](), frozenset[str]())
    )
    if not more or len(words & copied) < 0.6 * max(1, len(words | copied)):
        return None
    return next(iter(figures_in(here)[min(more)].values())), "nothing of it"


def _at_home(item: Item) -> dict[str, _Said]:
    """What the specification says about each id: statement, criteria without ids, and the cells of a row."""
    found: dict[str, _Said] = {}
    for key, entry in item.readings.items():
        definition = entry.definition
        cells = [
            cell
            for cell, header in zip(definition.row.cells, definition.row.headers, strict=False)
            if "source" not in header
        ] if definition.row else []  # fmt: skip
        parts = [definition.title, *(s.text for s in (*entry.statements, *entry.criteria)), *cells]
        found[key] = _Said(SPEC, definition.line, definition.id, " ".join(parts))
    return found


def _elsewhere(item: Item) -> Iterator[tuple[str, _Said]]:
    """What other places say: clauses with one id, and stories that repeat a criterion."""
    for story in item.stories:
        for text in story.criteria:
            lead = leading_id(text)
            if lead is not None and prefix_of(key_of(lead[0])) in CRITERIA:
                yield key_of(lead[0]), _Said(story.file, story.line, lead[0], lead[1], is_copy=True)
    for name, page in item.pages.items():
        if name in (SPEC, "draft.md", "quick-scan.md") or (
            "/" in name and not name.endswith("nfr-matrix.md")
        ):
            continue
        lines = page.with_ids
        if "/" in name:  # shared between items: only this item's section speaks of these ids
            own = page.section(item.context.slug)
            lines = page.within(own) if own else []
        for line in lines:
            ids = [m for m in mentions(line.text) if prefix_of(m.key) in _SPOKEN_OF]
            if not ids or not _FIGURE.search(ID.sub("", line.text)) or _LATER.search(line.text):
                continue
            clauses = [line.text] if line.text.lstrip().startswith("|") else _CLAUSE.split(line.text)
            for clause in clauses:
                named = {m.key: m.id for m in mentions(clause)}
                if len(named) == 1:
                    key, shown = next(iter(named.items()))
                    yield key, _Said(name, line.number, shown, clause)


def _in_stories(item: Item, homes: dict[str, _Said]) -> Iterator[Report]:
    """A story that spells out a criterion with another figure than the requirement it traces to."""
    for story in item.stories:
        owners = [homes[key] for key in sorted(story.traces) if key in homes]
        for text in story.criteria:
            if mentions(text) or not figures_in(text):
                continue
            words = content_words(text)
            for home in owners:
                near = [
                    part for part in re.split(r"[.;:]\s", home.text) if len(words & content_words(part)) >= 2
                ]
                difference = _difference(" ".join(near), text) if near else None
                if difference is not None:
                    said = f"{story.id} says {difference[0]}, its requirement {home.shown} {difference[1]}."
                    yield Report("RT242", story.file, story.line, f"{story.id} {home.shown}", said)
                    break


def _quotes(item: Item) -> Iterator[Report]:
    """A story that repeats a criterion with other words in quotation marks: what the user sees differs."""
    for story in item.stories:
        for text in story.criteria:
            lead = leading_id(text)
            entry = item.criteria.get(key_of(lead[0])) if lead else None
            if lead is None or entry is None:
                continue
            home = " ".join(statement.text for statement in entry.statements)
            there = {found["text"].casefold().strip(" .") for found in _QUOTED.finditer(home)}
            here = {
                found["text"].casefold().strip(" ."): found["text"] for found in _QUOTED.finditer(lead[1])
            }
            if there and here and not there & here.keys():
                said = f"{lead[0]} quotes “{next(iter(here.values()))}” here, which {SPEC} does not say."
                yield Report("RT242", story.file, story.line, f"quote {entry.definition.key}", said)
