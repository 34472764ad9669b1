"""RT242: one promise, two figures. The same id says 800 ms in one document and 300 ms in another.

Only figures with a unit are compared, only of one dimension (a time with a time), and only where the two places share no
figure at all: a criterion may test at 31 days what the requirement limits to 30, but two places that speak of one id and have
nothing in common contradict each other.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from roundtable.documents.catalog import NFR_MATRIX, QUICK_SCAN, README, SPEC
from roundtable.documents.checks.copies import are_spelled_alike
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.escaping import spans_in
from roundtable.documents.reading.identifiers import ID, family_of, has_id, key_of, leading, mentions
from roundtable.documents.reading.inline_marks import content_words, plain_words, unlinked
from roundtable.documents.typography import NUMBER_WORDS
from roundtable.language.phrases import any_of, negation

_SPELT: Final[dict[tuple[str, float], str]] = {
    ("time", 1.0): "ms millisecond milliseconds", ("time", 604_800_000.0): "week weeks woche wochen",
    ("time", 1000.0): "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos",
    ("time", 60_000.0): "min mins minute minutes minuten minuto minutos",
    ("time", 3_600_000.0): "h hr hrs hour hours stunde stunden heure heures hora horas",
    ("time", 86_400_000.0): "day days tag tage tagen jour jours día días dia dias",
    ("months", 1.0): "month months monat monate monaten mois mes meses", ("months", 12.0): "year years jahr jahre jahren",
    ("share", 1.0): "% percent prozent", ("euros", 1.0): "€ eur euro euros", ("dollars", 1.0): "$ usd dollars",
    ("size", 1.0): "kb kib", ("size", 1024.0): "mb mib", ("size", 1024.0**2): "gb gib", ("size", 1024.0**3): "tb tib",
    ("attempts", 1.0): "retries retry attempts attempt tries versuche", ("clicks", 1.0): "clicks click",
    ("users", 1.0): "users user", ("requests", 1.0): "requests request", ("characters", 1.0): "characters chars",
    ("rows", 1.0): "rows row records record entries",
}  # fmt: skip
_UNITS: Final = {unit: known for known, units in _SPELT.items() for unit in units.split()}
_FIGURE: Final = re.compile(
    r"(?<![\w.,-])(?:(?P<before>[€$])\s?)?(?P<value>\d{1,3}(?:[ ,]\d{3})+(?!\d)|\d{1,9}(?:\.\d{1,4})?)"
    r"(?:\s?(?P<sign>[%€$])|[\s-]?(?P<unit>[A-Za-zí]{1,12})\b)?"
)
_RATE: Final = re.compile(
    r"(?i)(?<![\w.,-])(?P<value>\d{1,9})(?:\s+[a-z-]{2,20})?\s*(?:/|\bper\b|\ban?\b)\s*(?P<each>second|minute|hour|day|week|month|year)\b"
)
_UNIT_WORDS: Final = frozenset(unit[:5] for unit in _UNITS)
_LIMIT: Final = re.compile(
    r"(?:\b(?:within|under|below|up to|at most|less than|no more than|not more than|maximum(?: of)?|max\.?|höchstens)\s+|[<≤]=?\s*)\d",
    re.IGNORECASE,
)
_EXCEEDS_NOT: Final = any_of("not exceed | never exceed | not be more than | never be more than")
_QUOTED: Final = re.compile(r"[\"“'‘«](?P<text>[^\"”'’»\n]{3,80})[\"”'’»]")
_CLAUSE: Final = re.compile(r"(?<=[;])\s+|(?<=[.!?])\s+(?=[A-Z])|\s+\b(?:and|but|while)\b\s+")
_PART: Final = re.compile(r"[.;:]\s")
_PIECE: Final = re.compile(r"[.;:!?,]\s+|\s[–—-]\s")
_NOTE: Final = re.compile(r"\[\^[^\]\s]{1,60}\]")
_CHAPTER: Final = re.compile(r"^[\d.]+\s+")
_NUMBER: Final = re.compile(rf"(?i)(?<![\w.,-])\d+(?:[.,:]\d+)*|\b(?:{'|'.join(NUMBER_WORDS[2:])})\b")
_NOT: Final = negation()
_LABEL: Final = re.compile(r"^\*\*[^*]{1,40}\*\*:?\s+")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_MESSAGE: Final = 5
"""Words of a message; shorter ones are alike by chance."""
_LONGEST: Final = 60
"""Words of a sentence that is compared with all others but for one word of it: that takes the square of them."""
_ENOUGH: Final = 3
"""Words that two clauses have in common before they can be one."""
_LATER: Final = any_of(r"was|were|formerly|instead of|not|before|today|currently|old|previous\w*|now")


class _Said(NamedTuple):
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
        known = _UNITS.get((match["before"] or match["sign"] or match["unit"] or "").lower())
        if known is not None:
            value = float(match["value"].replace(" ", "").replace(",", "")) * known[1]
            found.setdefault(known[0], {})[value] = match[0].strip()
    for match in _RATE.finditer(text):
        found.setdefault(f"a {match['each'].lower()}", {})[float(match["value"].replace(",", ""))] = match[0]
    return found


def check_figures(item: Item) -> Iterator[Report]:
    homes = _at_home(item)
    seen: set[tuple[str, str]] = set()
    for key, place in _elsewhere(item):
        home = homes.get(key)
        if home is None or (place.name, key) in seen or (place.name, place.line) == (home.name, home.line):
            continue
        # They speak of one figure where they share a word, both set an upper limit, or say how often. A design has figures of its own.
        shared = content_words(ID.sub("", place.text)) & content_words(ID.sub("", home.text))
        limits = _LIMIT.search(home.text) and _LIMIT.search(place.text)
        often = _RATE.search(home.text) and _RATE.search(place.text)
        related = place.is_copy or shared - _UNIT_WORDS or limits or often
        difference = _difference(home.text, place.text) if related else None
        if difference is None and place.is_copy:
            difference = _added(home.text, place.text)
        if difference is not None:
            seen.add((place.name, key))
            said = f"{place.shown} says {difference[0]} here and {difference[1]} in {home.name}, line {home.line}."
            yield Report("RT242", place.name, place.line, key, said)
    yield from _in_stories(item, homes)
    yield from _beyond(item)
    yield from _copies(item)
    yield from _told_twice(item)
    yield from _literals(item)
    yield from _messages(item)


class _Clause(NamedTuple):
    file: str
    line: int
    values: tuple[tuple[str, ...], ...]
    """Its figures, what it denies, its words in quotation marks."""
    text: str


def _told_twice(item: Item) -> Iterator[Report]:
    """One clause in two documents, word for word but for a figure, a "not" or what it quotes."""
    known: dict[frozenset[str], dict[str, list[_Clause]]] = {}
    for key, clause in _clauses(item):
        known.setdefault(key, {}).setdefault(clause.file, []).append(clause)
    for by_file in known.values():
        first, *others = sorted(by_file, key=lambda name: (name != SPEC, name))
        for name in others:
            here, there = by_file[name][0], by_file[first][0]
            # Several of one document are a list of cases; one of them has to be the same. To leave a figure out is no other one.
            pairs = [(one.values, other.values) for one in by_file[name] for other in by_file[first]]
            is_same = are_spelled_alike(here.text, there.text)
            if (
                all(_contradict(*pair) for pair in pairs)
                and not is_same
                and not _LATER.search(f"{here.text} {there.text}".replace(" not ", " "))
            ):
                said = f"“{_short(here.text)}” is “{_short(there.text)}” in {first}, line {there.line}."
                yield Report("RT242", name, here.line, f"twice {_short(there.text)}", said)


def _clauses(item: Item) -> Iterator[tuple[frozenset[str], _Clause]]:
    """The clauses of all documents: the words without their figures, negations and quotations, and those."""
    told = [(one.name, said.line, said.text) for one in item.own_documents for said in one.page.texts]
    told += [
        (story.file, story.line, text) for story in item.stories for text in (*story.criteria, story.wording)
    ]
    for name, line, text in told:
        for part in _PIECE.split(_CHAPTER.sub("", unlinked(_NOTE.sub("", text)))):
            bare = ID.sub("", _NOT.sub(" ", _QUOTED.sub(" ", part)))
            key = content_words(_NUMBER.sub(" ", bare)) | frozenset(spans_in(part))
            if len(key) >= _ENOUGH:
                quoted = tuple(sorted(one["text"].casefold() for one in _QUOTED.finditer(part)))
                figures = tuple(_NUMBER.findall(ID.sub("", _QUOTED.sub(" ", part.casefold()))))
                yield (
                    key,
                    _Clause(name, line, (figures, tuple(_NOT.findall(part.lower())), quoted), part.strip()),
                )


def _literals(item: Item) -> Iterator[Report]:
    """A message in quotation marks or as code, in our own README.md any sentence, that the specification has too, but for one word."""
    known: dict[str, dict[tuple[str, ...], tuple[int, str]]] = {}
    for one in item.own_documents:
        found = known.setdefault(one.name, {})
        for said in one.page.texts:
            whole = (
                _SENTENCE.split(_LABEL.sub("", _NOTE.sub("", said.text)))
                if item.is_ours and one.name in (SPEC, README) and " · " not in said.text
                else ()
            )
            quoted = (match["text"] for match in _QUOTED.finditer(said.text))
            for written in (*spans_in(said.text), *quoted, *whole):
                words = tuple(plain_words(written).split())
                if _MESSAGE <= len(words) <= _LONGEST and "/" not in written:
                    found.setdefault(words, (said.line, written))
    home = known.pop(SPEC, {})
    near = {(*words[:at], "", *words[at + 1 :]): words for words in home for at in range(len(words))}
    for name, literals in known.items():
        for words, (line, written) in literals.items():
            but_one = (
                [(*words[:at], "", *words[at + 1 :]) for at in range(len(words))] if words not in home else []
            )
            other = next((near[one] for one in but_one if one in near), None)
            is_same = other is not None and are_spelled_alike(" ".join(words), " ".join(other))
            if other is not None and other not in literals and not is_same:
                said = f"“{written}” is “{home[other][1]}” in {SPEC}, line {home[other][0]}."
                yield Report("RT242", name, line, f"literal {written[:60]}", said)


def _messages(item: Item) -> Iterator[Report]:
    """A row that gives the message for a requirement or criterion, where that quotes another one."""
    for one in item.own_documents:
        for row in one.page.rows if one.name != SPEC and '"' in one.page.text else ():
            here = {
                plain_words(match["text"])
                for match in _QUOTED.finditer(row.get("message", "answer", "response"))
            }
            keys = {m.key for cell in row.cells for m in mentions(cell)} & item.spec.keys()
            entries = [item.spec[key] for key in keys] + [
                other for key in keys for other in item.criteria_of.get(key, ())
            ]
            told = " ".join(
                said.text
                for entry in entries
                for said in (*entry.reading.statements, *entry.reading.criteria)
            )
            there = {plain_words(match["text"]): match["text"] for match in _QUOTED.finditer(told)}
            about = content_words(" ".join(row.cells)) & content_words(_QUOTED.sub("", told))
            if here and there and not here & there.keys() and len(about) > 1:
                said = f"The message here is none that {SPEC} quotes: “{next(iter(there.values()))}”."
                yield Report("RT242", one.name, row.line, f"message {sorted(keys)}", said)


def _contradict(here: tuple[tuple[str, ...], ...], there: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the figures or quotations of the one are others than those of the other, or only one of them denies."""
    differ = [one != other for one, other in zip(here, there, strict=True)]
    both = [bool(one) and len(one) == len(other) for one, other in zip(here, there, strict=True)]
    return (differ[0] and both[0]) or (differ[2] and both[2]) or (differ == [False, True, False])


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"


def _beyond(item: Item) -> Iterator[Report]:
    """A criterion that ends with another figure than the one its requirement gives; where that is a limit, with more.

    Times are left out: one requirement has many of them. What a criterion computes from figures of its own is no other figure.
    """
    for key, entry in item.requirements.items():
        told = " ".join(said.text for said in entry.reading.statements)
        is_limit = _LIMIT.search(told) or _EXCEEDS_NOT.search(told)
        for one in item.criteria_of.get(key, ()):
            before, _, outcome = " ".join(said.text for said in one.reading.statements).partition(" then ")
            computed = _NUMBER.search(ID.sub("", before)) is not None
            for dimension, figures in figures_in(outcome).items():
                given = figures_in(told).get(dimension, {})
                if len(given) != 1 or dimension == "time" or (not is_limit and computed):
                    continue
                ((value, shown),) = given.items()
                if min(figures) > value if is_limit else value and 0 not in figures and value not in figures:
                    most = f"allows {shown} at most" if is_limit else f"says {shown}"
                    said = f"{one.id} ends with {figures[min(figures)]}; {entry.id} {most}."
                    yield Report("RT242", one.name, one.line, one.key, said)


def _copies(item: Item) -> Iterator[Report]:
    """Our README.md and the shared matrix repeat what the specification says, each sentence as it stands there."""
    readme, spec = item.get(README).page, item.get(SPEC).page
    told = plain_words(spec.text)
    boxes = [line for line in readme.prose if line.text.startswith("- [ ] ")] if item.is_ours else []
    checks = [one for key, one in item.spec.items() if family_of(key) in ("AC", "ERR")]
    told_of = [(one, [said.text for said in one.reading.statements]) for one in checks]
    both = [(one, content_words(" ".join(texts))) for one, texts in told_of] if boxes else []
    for line in boxes:
        words = content_words(line.text)
        # Nearly all words are the same, figures apart.
        near = [one for one, theirs in both if len(words & theirs) >= 0.8 * max(1, len(words | theirs))]
        here = plain_words(line.text[6:])
        alike = [text for one, texts in told_of if one in near for text in texts]
        if near and here not in told and not any(are_spelled_alike(here, plain_words(one)) for one in alike):
            said = f"{near[0].id} has other words in {SPEC}, line {near[0].line}."
            yield Report("RT242", README, line.number, near[0].key, said)
    for one in (one for name, one in item.documents.items() if name.endswith(NFR_MATRIX) and item.is_ours):
        section = one.page.find(item.context.slug)
        for row in (row for block in one.page.below(section) for row in block.rows) if section else ():
            said = plain_words(row.cells[0])
            home = next((line for line in spec.prose if said in plain_words(line.text)), None)
            difference = _difference(home.text, row.get("target")) if home and row.get("target") else None
            if difference:
                said = f"The target is {difference[0]} here and {difference[1]} in {SPEC}."
                yield Report("RT242", one.name, row.line, row.cells[0][:60], said)


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
    words, copied = content_words(home), content_words(here)
    if not more or len(words & copied) < 0.6 * max(1, len(words | copied)):
        return None
    return next(iter(figures_in(here)[min(more)].values())), "nothing of it"


def _at_home(item: Item) -> dict[str, _Said]:
    """What the specification says about each id: statement, criteria without ids, and the cells of a row."""
    found: dict[str, _Said] = {}
    for key, entry in item.spec.items():
        row = entry.row
        pairs = zip(row.cells, row.headers, strict=False) if row else ()
        told = [said.text for said in (*entry.reading.statements, *entry.reading.criteria)]
        parts = [entry.title, *told, *(cell for cell, header in pairs if "source" not in header)]
        found[key] = _Said(SPEC, entry.line, entry.id, " ".join(parts))
    return found


def _elsewhere(item: Item) -> Iterator[tuple[str, _Said]]:
    """What other places say: clauses with one id, and stories that repeat a criterion."""
    for story in item.stories:
        for text in story.criteria:
            lead = leading(text)
            if lead is not None and family_of(key_of(lead[0])) == "AC":
                yield key_of(lead[0]), _Said(story.file, story.line, lead[0], lead[1], is_copy=True)
    for name, one in item.documents.items():
        is_foreign = "/" in name and not name.endswith(NFR_MATRIX)
        is_asked = name not in (SPEC, "draft.md", QUICK_SCAN) and not is_foreign and has_id(one.page.text)
        for line in item.lines_of(one) if is_asked else ():
            text = unlinked(line.text)
            ids = [m for m in mentions(text) if family_of(m.key) in ("FR", "NFR", "AC")]
            if not ids or not _FIGURE.search(ID.sub("", text)) or _LATER.search(text):
                continue
            for clause in [text] if text.lstrip().startswith("|") else _CLAUSE.split(text):
                named = {m.key: m.id for m in mentions(clause)}
                if len(named) == 1:
                    key, shown = next(iter(named.items()))
                    yield key, _Said(name, line.number, shown, clause)


def _in_stories(item: Item, homes: dict[str, _Said]) -> Iterator[Report]:
    """A story that spells out a criterion with another figure, or with other words in quotation marks: what the user sees differs."""
    for story in item.stories:
        owners = [homes[key] for key in sorted(story.traces) if key in homes]
        for text in (*story.criteria, story.wording):
            lead = leading(text)
            entry = item.criteria.get(key_of(lead[0])) if lead else None
            if lead is not None and entry is not None:
                home = " ".join(said.text for said in entry.reading.statements)
                there = {found["text"].casefold().strip(" .") for found in _QUOTED.finditer(home)}
                here = {one["text"].casefold().strip(" ."): one["text"] for one in _QUOTED.finditer(lead[1])}
                if there and here and not there & here.keys():
                    said = f"{lead[0]} quotes “{next(iter(here.values()))}” here, which {SPEC} does not say."
                    yield Report("RT242", story.file, story.line, f"quote {entry.key}", said)
            if mentions(text) or not figures_in(text):
                continue
            words = content_words(text)
            for owner in owners:
                near = [part for part in _PART.split(owner.text) if len(words & content_words(part)) >= 2]
                difference = _difference(" ".join(near), text) if near else None
                if difference is not None:
                    said = f"{story.id} says {difference[0]}, its requirement {owner.shown} {difference[1]}."
                    yield Report("RT242", story.file, story.line, f"{story.id} {owner.shown}", said)
                    break
