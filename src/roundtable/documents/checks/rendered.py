"""RT256, RT260: the pages of our own items, against what their record in analysis.json would write today.

Every page is made of the record, so that it can be made again: what somebody left as it was written is known by its fingerprint,
and what was changed stands beside what the record says of the same thing. A page may say more, and say it in other words. It may
not name another id, figure, file, link, level or turn, turn a sentence round, or leave out what was recorded.

Elsewhere: what one sentence says otherwise than another (`sayings`); documents against each other, with or without a record.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from roundtable.analysis.json_text import as_object
from roundtable.documents.catalog import README
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.checks.sayings import ANALYSIS, Saying, are_spelled_alike, change
from roundtable.documents.escaping import spans_in
from roundtable.documents.page import RenderContext
from roundtable.documents.pieces import HEADER, markdown_pieces
from roundtable.documents.reading.data_files import Tree, parse_yaml
from roundtable.documents.reading.identifiers import leading, mentions
from roundtable.documents.reading.inline_marks import (
    TURN_MARK,
    bare_fields,
    links_in,
    plain_words,
    unlinked,
)
from roundtable.documents.rendering import document_names, render_document
from roundtable.language.markdown import Markdown, read_markdown
from roundtable.language.markdown_blocks import FOOTNOTE, Block
from roundtable.language.phrases import any_of

_NEAR: Final = 0.5
"""Share of their words from which two lines are one that was changed."""
_MOST: Final = 200
"""Lines of a section that were changed; nobody changes more, and comparing takes the square of them."""
_FEWEST: Final = 2
_SENTENCE: Final = 4
"""Words of a value that says something; shorter ones are a name, a figure or a level."""
_LEVELS: Final = any_of(
    "must | should | could | won't | open | high | medium | low | accepted | proposed | rejected | superseded | deprecated"
)
_UNKNOWN: Final = ("edited by hand", "document title")
"""What the head of a document says, and the record does not."""
_HEAD: Final = ("status", "last updated", "coverage")
_TURN: Final = re.compile(r"(\*\*Last Updated\*\*: |last_updated: )(Turn \d+)")
_BAR: Final = " | "
"""Between the cells of a row."""
_DAY: Final = re.compile(r"\), (\d{4}-\d\d-\d\d)$", re.MULTILINE)
_SEEN: Final = re.compile(r"\[[^\]\n]*\]\([^)\s]*#L\d+[^)\s]*\)(?: and \d+ more lines?)?")
"""Lines of the code, which nobody has to say."""
_PLACED: Final = re.compile(r"^\d+\. |(\]\([^)\s#]*)#L[\d-]*L?\d*(?=\))")
_DATA: Final = (".json", ".yaml", ".csv")


_Names = tuple[Callable[[str], Iterable[object]], ...]
_KEPT: Final[_Names] = (
    lambda text: (mention.key for mention in mentions(text)), TURN_MARK.findall, spans_in,
    lambda text: (f"{file}#{place}" for file, place in links_in(text)), lambda text: Saying("", 1, text).quoted,
)  # fmt: skip
"""What a line names, and has to go on naming: ids, turns, code, places that its links lead to, what it quotes."""
_SAME: Final[_Names] = (
    lambda text: (level.lower() for level in _LEVELS.findall(text)),
    lambda text: Saying("", 1, unlinked(_SEEN.sub("", text))).figures,
)
"""And what must not come in either: levels, figures."""


class _Line(NamedTuple):
    """A line of a page, a row, or a value of a data file, and the place that it has there."""

    kind: str
    text: str
    line: int
    place: str = ""

    @property
    def words(self) -> str:
        return plain_words(self.text)


class _Part(NamedTuple):
    """A section of a page, a footnote, or a whole data file."""

    lines: list[_Line]
    print: str = ""


def check_rendered(item: Item) -> Iterator[Report]:
    analysis = item.analysis if item.get(README).status.startswith("complete") else None
    if analysis is None:
        return
    there = tuple(name for name, text in item.files.items() if isinstance(text, str))
    # Whoever goes on with an item on another day writes that day.
    later = [day for day in _DAY.findall(item.get(README).page.text) if day <= (item.context.today or day)]
    days = (str((item.meta or {}).get("created_at", ""))[:10], *later)
    # Of turns and topics the heads tell what most of them tell; of steps each phase counts its own.
    heads = [one.page.fields for one in item.own_documents]
    turn, coverage = (_usual(head.get(field, "") for head in heads) for field in ("last updated", "coverage"))
    context = RenderContext(
        date=max(days), default_coverage=coverage if " of " in coverage else "", slug=item.context.slug, mode="steps" if item.saved.get("mode") == "steps" else "conversation",
        existing=there, there=there, default_status="Complete",
    )  # fmt: skip
    called = {str(name) for fact in analysis.facts if (name := getattr(fact, "name", ""))}
    named = re.compile("|".join(map(re.escape, sorted(called, key=len, reverse=True))) or r"(?!)")
    names = (*_KEPT, named.findall)
    unknown = (*_UNKNOWN, *["coverage"] * ("step" in coverage))
    manifest = as_object(item.saved.get("manifest"))
    for name in document_names(analysis, context):
        known = {key: str(value) for key, value in as_object(manifest.get(name)).items()}
        if name in there:
            ours = render_document(name, analysis, context) or ""
            ours = _TURN.sub(lambda found: f"{found[1]}{turn or found[2]}", ours, count=1)
            found = _compared(item, name, ours, known, names)
            yield from (one for one in found if not one.about.endswith(unknown))


def _usual(told: Iterable[str]) -> str:
    """What most of several say; nothing where no two say the same."""
    ((usual, count), *_) = Counter(told).most_common(1) or [("", 0)]
    return usual if count > 1 else ""


def _compared(item: Item, name: str, ours: str, known: Mapping[str, str], names: _Names) -> Iterator[Report]:
    text = str(item.files[name])
    is_data = name.endswith(_DATA)
    here, there = (
        {"": _Part(_values(name, one))} if is_data else _parts(read_markdown(one)) for one in (text, ours)
    )
    whole = plain_words(text)
    for key, part in here.items():
        # What our fields in a head say is no part of its fingerprint.
        is_same = bool(part.print) and known.get(key) == part.print
        if key not in there or (is_same and key != HEADER):
            continue
        # Without what the scan saw some sections come out otherwise; then nothing can be missed in them.
        is_exact = is_data or known.get(key, there[key].print) == there[key].print
        lines, others = part.lines, there[key].lines
        if key == HEADER:
            # How sure a document is as a whole depends on what the scan saw.
            lines, others = (
                [one for one in side if (one.place in _HEAD if is_same else one.place != "confidence")]
                for side in (lines, others)
            )
        pairs, gone = _paired(lines, others)
        for line, other in pairs:
            said = _difference(line, other, names, is_exact=is_exact)
            if said and (is_exact or line.place in _HEAD or said not in ("value", "word")):
                rule = "RT260" if said == "order" else "RT256"
                severity = "info" if said == "word" else None
                recorded = Saying(ANALYSIS, 1, other.text, about=_name_of(other))
                shown = Saying(name, line.line, line.text).against(recorded)
                about = f"{said} {other.place or other.words[:60]}"
                yield Report(rule, name, line.line, about, f"{shown}.", severity=severity)
        for other in gone if is_exact else ():
            if (other.place or other.words not in whole) and other.kind not in ("heading", "footnote"):
                line = part.lines[0].line if part.lines else 1
                said = f"“{other.text[:120]}” was recorded, and does not stand here any more."
                yield Report("RT256", name, line, f"gone {other.place or other.words[:60]}", said)


def _name_of(line: _Line) -> str:
    """What a line is about: the id that it begins with, of a row its first cell."""
    lead = leading(line.text)
    return line.place or (lead[0] if lead else line.text.partition(_BAR)[0] if line.kind == "row" else "")


def _parts(page: Markdown) -> dict[str, _Part]:
    """The sections of a page by their keys, each with its lines."""
    found: dict[str, _Part] = {}
    told = [one for block in page.blocks for one in _lines(block)]
    line = 1
    for piece in markdown_pieces(page):
        end = line + len(piece.text.splitlines())
        found[piece.key] = _Part([one for one in told if line <= one.line < end], piece.print)
        line = end
    return found


def _lines(block: Block) -> Iterator[_Line]:
    if block.kind == "table":
        for row in block.rows:
            # The way that was chosen stands in bold type.
            chosen = f"chosen {row.cells[0]}" if row.cells and row.cells[0].startswith("**") else ""
            yield _Line("row", _BAR.join((*row.cells, *filter(None, [chosen]))), row.line)
    elif block.kind == "fence" and block.mark == "json":
        yield from (one._replace(line=block.line) for one in _values("block.json", block.text))
    elif block.kind == "fence":
        yield from (_Line("code", line.text, line.number) for line in block.lines if line.text)
    elif block.kind == "footnote":
        notes = [(line, FOOTNOTE.match(line.text)) for line in block.lines]
        yield from (_Line("footnote", line.text, line.number, note["name"]) for line, note in notes if note)
    elif block.kind in ("heading", "paragraph", "item", "quote"):
        if block.kind == "paragraph" and (fields := bare_fields(block)):
            yield from (_Line("field", value, block.line, key) for key, value in fields)
        else:
            mark = f"{block.mark}. " if block.mark.isdecimal() else ""
            yield _Line(
                block.kind, f"{mark}{block.words.removeprefix('[ ] ').removeprefix('[x] ')}", block.line
            )


def _values(name: str, text: str) -> list[_Line]:
    """The values of a data file: of JSON and YAML each with its place, of CSV row by row."""
    if not name.endswith(".csv"):
        tree = parse_yaml(text)[0]
        return list(_in_tree(tree, "")) if tree else []
    try:
        rows = list(csv.reader(text.splitlines()))
    except csv.Error:
        return []  # RT103 speaks of a table that cannot be read
    columns = [_Line("value", column, 1, f"column {column}") for column in rows[0]] if rows else []
    # A row is known by the ids that it begins with.
    return columns + [
        _Line("value", cell, at, f"{' '.join(row[:2])} {column}")
        for at, row in enumerate(rows[1:], start=2)
        for column, cell in zip(rows[0], row, strict=False)
    ]


def _in_tree(tree: Tree, place: str) -> Iterator[_Line]:
    for key, value in tree.fields:
        yield from _in_tree(value, f"{place} {key.replace('_', ' ')}")
    for at, value in enumerate(tree.items):
        # What has an id is known by that, anything else of a list only by what it says.
        yield from _in_tree(value, f"{place} {value.word('id') or at if value.fields else 'one'}")
    if not tree.fields and not tree.items:
        yield _Line("value", tree.text, tree.line, place.strip())


def _paired(here: Sequence[_Line], there: Sequence[_Line]) -> tuple[list[tuple[_Line, _Line]], list[_Line]]:
    """Lines that differ with those that they were made of, and recorded ones that nothing here was made of."""
    changed, left = _without(here, there)[:_MOST], _without(there, here)[:_MOST]
    ranked = sorted(
        ((_share(one, other), -at, -to) for at, one in enumerate(changed) for to, other in enumerate(left)),
        reverse=True,
    )
    pairs: dict[int, int] = {}
    for share, at, to in ranked:
        if share >= _NEAR and -at not in pairs and -to not in pairs.values():
            pairs[-at] = -to
    gone = [other for to, other in enumerate(left) if to not in pairs.values()]
    return [(changed[at], left[to]) for at, to in sorted(pairs.items())], gone


def _without(lines: Sequence[_Line], others: Sequence[_Line]) -> list[_Line]:
    """The lines that others have not, or not as often."""
    there = Counter((other.place, other.text) for other in others)
    left: list[_Line] = []
    for one in lines:
        there[one.place, one.text] -= 1
        left += [one] if there[one.place, one.text] < 0 else []
    return left


def _share(one: _Line, other: _Line) -> float:
    if one.kind != other.kind or bool(one.place) != bool(other.place):
        return 0
    if one.place:
        return float(one.place == other.place)
    words, others = Counter(one.words.split()), Counter(other.words.split())
    return 2 * (words & others).total() / ((words.total() + others.total()) or 1)


def _difference(one: _Line, other: _Line, known: _Names, *, is_exact: bool) -> str:
    """What a line says otherwise than the record; empty where it says it in other words, or says more."""
    if (
        one.words == other.words
        and links_in(one.text) == links_in(other.text)
        and TURN_MARK.findall(one.text) == TURN_MARK.findall(other.text)
    ):
        return ""
    if one.kind == "row" and one.text.count(_BAR) == other.text.count(_BAR):
        pairs = zip(one.text.split(_BAR), other.text.split(_BAR), strict=True)
        cells = [(one._replace(kind="value", text=a), other._replace(text=b)) for a, b in pairs]
        return next((said for a, b in cells if (said := _difference(a, b, known, is_exact=is_exact))), "")
    if not is_exact:
        # Which place a file has in the order, and which of its lines is shown, the scan said.
        one, other = (line._replace(text=_PLACED.sub(r"\1", line.text)) for line in (one, other))
    here, there = (Saying("", 1, unlinked(_SEEN.sub("", line.text))) for line in (one, other))
    is_said = len(there.words) >= _SENTENCE
    is_spelling = are_spelled_alike(here.words, there.words)
    if one.kind in ("value", "code", "field") and not is_said and not is_spelling:
        # Behind a value others may say why; behind a list comes another one.
        is_why = "," not in other.text and here.words[: len(there.words)] == there.words
        return "" if is_why else "value"
    if one.kind == "footnote":
        return "quotation"
    more, less = here.content - there.content, there.content - here.content
    # To what is said others may add a sentence with figures of its own, but not a word.
    is_word = is_exact and not is_spelling and len(more) <= _FEWEST
    for names in (*known, *_SAME):
        mine, theirs = Counter(names(one.text)), Counter(names(other.text))
        if theirs - mine or (is_word and names in _SAME and mine - theirs):
            return "name"
    if is_spelling:
        return ""
    if one.kind == "heading":
        return "name"
    if sorted(here.words) == sorted(there.words):
        return "order" if here.words != there.words else ""
    if here.denials != there.denials:
        return "not"
    if is_exact and len(less) >= _FEWEST and not more:
        return "gap"
    return change(here, there) or ("word" if less or (more and is_word) else "")
