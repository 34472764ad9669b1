"""RT242, RT260, RT261: what two places say about one thing is the same in both.

Two places speak of one thing where they name one id, where they use the same words but for a figure, a "not" or a quotation, or
where one page is made to repeat the other. What is compared of them is in `sayings`. A criterion may test at 31 days what the
requirement limits to 30; two places that speak of one id and have no figure in common contradict each other.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from roundtable.documents.catalog import NFR_MATRIX, QUICK_SCAN, SPEC
from roundtable.documents.checks import sayings
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.checks.sayings import (
    FIGURE,
    QUOTED,
    Saying,
    difference,
    measures,
    sayings_in,
)
from roundtable.documents.escaping import spans_in
from roundtable.documents.reading.entries import Entry
from roundtable.documents.reading.identifiers import ID, family_of, has_id, key_of, leading, mentions
from roundtable.documents.reading.inline_marks import content_words, plain_words, unlinked
from roundtable.language.phrases import any_of, spelled
from roundtable.language.tongue import small_words

_LIMIT: Final = re.compile(
    r"(?:\b(?:within|under|below|up to|at most|less than|no more than|not more than|maximum(?: of)?|max\.?|höchstens)\s+|[<≤]=?\s*)\d"
    r"|\b(?:not|never) (?:exceed|be more than)\b",
    re.IGNORECASE,
)
_BOUND: Final = re.compile(
    r"(?i)\b(?P<than>(?:longer|more|fewer|less|older|larger|smaller) than|at most|at least|up to) (?P<value>\d[\d.,]*) (?P<unit>[a-z]+)"
)
_CLAUSE: Final = re.compile(r"(?<=[;])\s+|(?<=[.!?])\s+(?=[A-Z])|\s+\b(?:and|but|while)\b\s+")
_THEN: Final = any_of(r"was|were|formerly|instead of|today|currently|old|previous\w*|now")
"""Words of a sentence that tells how it is, beside how it shall be."""
_ENOUGH: Final = 3
"""Words that two sentences have in common before they can be one."""
_MESSAGE: Final = 5
"""Words of a message; shorter ones are alike by chance."""
_MOST: Final = 20
"""Sentences of one document with the same words; nobody writes more, and comparing takes the square of them."""
_NAME: Final = re.compile(
    r"(?<![\w/.-])--[a-z][a-z0-9-]{3,40}\b|\b[A-Za-z]\w*_\w{2,40}\b|\b[A-Z]?[a-z0-9]+[A-Z][A-Za-z0-9]{2,40}\b"
    r"|\b[A-Z]\w*(?:-[A-Z]\w*){1,5}\b"
)
"""What only code is called: an option, a name with an underscore or a hump, a header."""
_PART: Final = re.compile(r"[_-]|(?<=[a-z])(?=[A-Z])")
_NEAR: Final = 5
"""Letters with which two names have to begin alike, and so many they may differ in at most."""


def check_contradictions(item: Item) -> Iterator[Report]:
    for check in (_by_id, _names, _targets, _limits):
        yield from check(item)
    messages = list(_messages(item))
    told = {(report.name, report.line) for report in messages}
    yield from (*messages, *(one for one in _told_twice(item) if (one.name, one.line) not in told))


class _About(NamedTuple):
    """A place that says something about an id of the specification."""

    key: str
    shown: str
    saying: Saying
    is_copy: bool = False
    """Whether it repeats the whole text."""
    quotes: str = ""
    """What it says is shown; in quotation marks."""


def _by_id(item: Item) -> Iterator[Report]:
    homes = {key: Saying(SPEC, entry.line, _whole(entry)) for key, entry in item.spec.items()}
    seen: set[tuple[str, str]] = set()
    for about in _elsewhere(item):
        here, home = about.saying, homes.get(about.key)
        is_elsewhere = home and (here.file, here.line) != (home.file, home.line)
        if not home or not is_elsewhere or (here.file, about.shown) in seen:
            continue
        # They speak of one figure where they share a word, or both set an upper limit. A design has figures of its own.
        shared = content_words(ID.sub("", here.text)) & content_words(ID.sub("", home.text))
        limits = _LIMIT.search(home.text) and _LIMIT.search(here.text)
        is_related = about.is_copy or shared - sayings.UNIT_STEMS or limits
        pair = _other_figure(home.text, here.text, is_copy=about.is_copy) if is_related else None
        said = f"says {pair[0]} here and {pair[1]} in {SPEC}, line {home.line}" if pair else ""
        told = " ".join((home.text, *map(_whole, item.criteria_of.get(about.key, ()))))
        quoted, known = _quotations(about.quotes), _quotations(told)
        if quoted and known and not quoted.keys() & known.keys() and (about.is_copy or len(shared) > 1):
            one, other = next(iter(quoted.values())), next(iter(known.values()))
            said = f"quotes “{one}” here, which is none that {SPEC} quotes: “{other}”"
        if said:
            seen.add((here.file, about.shown))
            yield Report("RT242", here.file, here.line, about.shown, f"{about.shown} {said}.")


def _quotations(text: str) -> dict[str, str]:
    return {plain_words(found["text"]): found["text"] for found in QUOTED.finditer(text)}


def _whole(entry: Entry) -> str:
    """What the specification says about an id: title, statement, criteria without ids, and the cells of a row."""
    row = entry.row
    pairs = zip(row.cells, row.headers, strict=False) if row else ()
    told = [said.text for said in (*entry.reading.statements, *entry.reading.criteria)]
    return " ".join([entry.title, *told, *(cell for cell, header in pairs if "source" not in header)])


def _elsewhere(item: Item) -> Iterator[_About]:
    """Stories and what they repeat, clauses with one id, rows with the message for one."""
    for story in item.stories:
        for text in (*story.criteria, story.wording):
            if (lead := leading(text)) is not None and family_of(key_of(lead[0])) == "AC":
                told = Saying(story.file, story.line, lead[1])
                yield _About(key_of(lead[0]), lead[0], told, is_copy=True, quotes=lead[1])
            elif not mentions(text):
                told = Saying(story.file, story.line, text)
                near = [key for key in sorted(story.traces) if len(told.content & _content(item, key)) > 1]
                yield from (_About(key, story.id, told) for key in near)
    for name, one in item.documents.items():
        is_foreign = "/" in name and not name.endswith(NFR_MATRIX)
        is_asked = name not in (SPEC, "draft.md", QUICK_SCAN) and not is_foreign and has_id(one.page.text)
        for line in item.lines_of(one) if is_asked else ():
            text = unlinked(line.text)
            ids = [m for m in mentions(text) if family_of(m.key) in ("FR", "NFR", "AC")]
            if not ids or not FIGURE.search(ID.sub("", text)) or _THEN.search(text) or " not " in text:
                continue
            for clause in [text] if text.lstrip().startswith("|") else _CLAUSE.split(text):
                named = {m.key: m.id for m in mentions(clause)}
                if len(named) == 1:
                    key, shown = next(iter(named.items()))
                    yield _About(key, shown, Saying(name, line.number, clause))
        for row in one.page.rows if is_asked and '"' in one.page.text else ():
            message = row.get("message", "answer", "response")
            for key in sorted({m.key for cell in row.cells for m in mentions(cell)}) if message else ():
                told = Saying(name, row.line, " ".join(row.cells))
                yield _About(key, item.shown(key), told, quotes=message)


def _content(item: Item, key: str) -> frozenset[str]:
    return content_words(_whole(item.spec[key])) if key in item.spec else frozenset()


def _other_figure(home: str, here: str, *, is_copy: bool = False) -> tuple[str, str] | None:
    """A figure here and one there that are of one dimension, in which the two places have none in common; of a copy any other."""
    mine, theirs = measures(here), measures(home)
    for dimension in sorted(mine if is_copy else mine.keys() & theirs.keys()):
        known = theirs.get(dimension, {})
        odd = mine[dimension].keys() - known.keys()
        if odd and (is_copy or not mine[dimension].keys() & known.keys()):
            shown = next(text for value, text in mine[dimension].items() if value in odd)
            return shown, next(iter(known.values()), "nothing of it")
    return None


def _told_twice(item: Item) -> Iterator[Report]:
    """One sentence or clause in two documents, word for word but for a figure, a "not", what it quotes, or the order."""
    known: dict[frozenset[str], dict[str, dict[tuple[str, ...], Saying]]] = {}
    for saying in _sayings(item):
        if len(saying.content) > 1:
            alike = known.setdefault(saying.content, {}).setdefault(saying.file, {})
            if len(alike) < _MOST:
                alike.setdefault(saying.words, saying)
    told: set[tuple[str, int]] = set()
    for by_file in known.values():
        first, *others = sorted(by_file, key=lambda name: (name != SPEC, name))
        for name in others:
            # Several of one document are a list of cases; one of them has to be the same.
            here, there = (list(by_file[one].values()) for one in (name, first))
            kinds = [difference(one, other) for one in here for other in there]
            is_order = "order" in kinds
            if not all(kinds) or (name, here[0].line) in told:
                continue
            # Of a short one every word but the "not" is the same.
            if len(here[0].content) < _ENOUGH and not here[0].denies(there[0]):
                continue
            # One of them may tell how it was before.
            if is_order or len({_THEN.search(one.text) is None for one in (here[0], there[0])}) == 1:
                told.add((name, here[0].line))
                rule, said = "RT242", here[0].against(there[0])
                if is_order:
                    rule, said = "RT260", f"{said.lower()}, in another order"
                yield Report(rule, name, here[0].line, f"twice {there[0].text[:80]}", f"{said}.")


def _targets(item: Item) -> Iterator[Report]:
    """A row whose target is not the one that its own sentence sets."""
    for one in item.documents.values():
        lines = {line.number for line in item.lines_of(one)}
        for row in one.page.rows:
            target, said = row.get("target", "goal", "limit"), row.get("requirement", "metric", "measure")
            pair = _other_figure(said, target) if row.line in lines else None
            if pair:
                told = f"The target is {pair[0]}, and the sentence beside it says {pair[1]}."
                yield Report("RT242", one.name, row.line, f"target {said[:60]}", told)


def _limits(item: Item) -> Iterator[Report]:
    """ "Longer than 128 characters" in two places of which one has another figure, while they speak of the same."""
    known: dict[tuple[str, str], list[tuple[Saying, str]]] = {}
    for one in sorted(item.own_documents, key=lambda one: one.name != SPEC):
        for told in (told for told in one.page.texts if told.kind not in ("footnote", "quote")):
            here = Saying(one.name, told.line, unlinked(told.text))
            for found in _BOUND.finditer(here.text.replace(",", "")):
                known.setdefault((found["than"].lower(), found["unit"].lower()), []).append(
                    (here, found["value"])
                )
    for (_, unit), places in known.items():
        for at, (here, value) in enumerate(places):
            for there, other in places[:at]:
                shared = (here.content & there.content) - {unit.rstrip("s"), unit}
                if value != other and len(shared) > 2:
                    said = f"{here.against(there)}."
                    yield Report("RT242", here.file, here.line, f"limit {value} {unit}", said)
                    break


def _sayings(item: Item) -> Iterator[Saying]:
    for one in item.own_documents:
        yield from sayings.sayings_of(one)
    for story in item.stories:
        for text in (*story.criteria, story.wording):
            yield from sayings_in(story.file, story.line, text)


def _messages(item: Item) -> Iterator[Report]:
    """Exact words that one document quotes, and another one nearly so."""
    known: dict[tuple[str, ...], Saying] = {}
    for one in sorted(item.own_documents, key=lambda one: one.name != SPEC):
        quoted = [
            Saying(one.name, told.line, text)
            for told in one.page.texts
            for text in (*spans_in(told.text), *(found["text"] for found in QUOTED.finditer(told.text)))
        ]
        quoted = [said for said in quoted if len(said.words) >= _MESSAGE and "/" not in said.text]
        own = {said.words for said in quoted}
        for said in quoted:
            near = [
                there for words, there in known.items() if words not in own and sayings.change(said, there)
            ]
            if near and said.words not in known:
                kind = sayings.change(said, near[0])
                severity = "info" if kind == "word" else None
                about = f"literal {said.text[:60]}"
                yield Report(
                    "RT242", one.name, said.line, about, f"{said.against(near[0])}.", severity=severity
                )
        known |= {said.words: said for said in quoted[:_MOST]}


_LONGEST_NOUN: Final = 60


def _names(item: Item) -> Iterator[Report]:
    """A name that stands once, and nearly as another one that stands in several documents."""
    places: dict[str, list[tuple[str, int]]] = {}
    nouns: dict[str, set[str]] = {}
    """The words before a name: "the table `orders_notes`"."""
    for one in item.own_documents:
        told = [*one.page.texts, *(line for fence in one.page.fences for line in fence.lines)]
        for at, text in ((line[0], line.text) for line in told):
            bare = unlinked(text)
            for found in _NAME.finditer(bare):
                places.setdefault(found[0], []).append((one.name, at))
                # Looking at all that is before each name would take the square of the length.
                before = plain_words(bare[max(0, found.start() - _LONGEST_NOUN) : found.start()]).split()[-1:]
                nouns.setdefault(found[0], set()).update(before)
    often = [name for name, where in places.items() if len({file for file, _ in where}) > 1]
    known = f"{item.files.get('draft.md', '')} {item.files.get('analysis.json', '')}"
    for name, where in places.items():
        alike = [other for other in often if other != name and nouns[name] & nouns[other] - small_words("en")]
        near = next((other for other in often if other != name and _is_near(name, other)), "")
        near = near or next((other for other in alike if _PART.split(other)[0] == _PART.split(name)[0]), "")
        is_there = item.context.resolve_anchor is not None and item.context.resolve_anchor(name)
        if near and len(where) == 1 and not is_there and not spelled(name).search(known):
            yield Report("RT261", *where[0], name, f"`{name}` stands only here; elsewhere it is `{near}`.")


def _is_near(one: str, other: str) -> bool:
    """Whether two names begin alike, and differ by a little in one place."""
    shorter = min(len(one), len(other))
    same = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    rest, others = one[same:], other[same:]
    shorter = min(len(rest), len(others))
    end = next((at for at in range(shorter) if rest[-1 - at] != others[-1 - at]), shorter)
    differ = max(len(rest), len(others)) - end
    return same >= _NEAR and 0 < differ <= _NEAR and one.casefold() != other.casefold()
