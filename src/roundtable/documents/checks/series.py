"""RT201, RT202, RT206: ids of any series that a house numbers for itself: tasks (T001), tests (TC-04), error codes (E-PAY-01).

What a list, a heading, the first cell of a table or the `id` of an entry in a data file begins with is defined there. A series
counts as this item's own where two of its ids are, from the first on; then every other number of it has to be there too. Ids
that documents of any house share (FR, AC, ADR…) are `traceability`'s, and so is how those are spelt.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from roundtable.documents.catalog import TAXONOMY
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import RETIRED, Item
from roundtable.documents.reading.identifiers import family_of, mentions

_CODE: Final = re.compile(
    r"(?<![\w/#.@\\-])(?:(?P<series>[A-Z](?:[A-Z0-9]{0,9}[A-Z])?(?:[-_][A-Z]{1,12}){0,3}?)(?P<mark>[-_]?)(?P<number>\d{1,5}(?:\.[a-z\d]{1,2})?)|"
    r"(?P<kind>ERR|ERROR)[-_][A-Z]+(?:[-_][A-Z]+)*)(?![\w-]|\.\d)"
)
_LONGEST_LEAD: Final = 4
_COLUMNS: Final = frozenset({"#", "id", "no", "nr", "number"})
_FIELD: Final = re.compile(r"""^[\s,{-]*["']?id["']?\s*[:=]\s*["']?""")


class _Code(NamedTuple):
    file: str
    line: int
    series: str
    written: str
    section: str | int = 0
    """The list, table or chapter that defines it: two of them may take up the same id, one may not."""


def check_series(item: Item, judged: frozenset[str]) -> Iterator[Report]:
    """`judged`: families that have rules of their own."""
    shared = [(code, {family_of(m.key) for m in mentions(code.written)}) for code in _defined(item)]
    defined = [code for code, families in shared if not families & judged]
    known: dict[str, set[str]] = {}
    for code in defined:
        known.setdefault(code.series, set()).add(_folded(code.written))
    listed = {code.series for code in defined if code.file == TAXONOMY}
    # Of what documents of many houses number (constraints, assumptions), one is enough.
    usual = {code.series for code in defined if mentions(code.written)}
    numbers = Counter(code.series for code in defined)
    counted = {name for name in known if numbers[name] > 1 or name in usual}
    own = {name for name in counted if name in listed or known[name] & {f"{name}0", f"{name}1"}}
    seen: dict[tuple[str, str | int, str], int] = {}
    for code in defined:
        place = (code.file, code.section, _folded(code.written))
        if code.section and code.series in own and seen.setdefault(place, code.line) != code.line:
            said = f"{code.written} is already defined at line {seen[place]}."
            yield Report("RT201", code.file, code.line, code.written, said)
    told: set[tuple[str, str]] = set()
    for code in _mentioned(item) if own else ():
        is_known = code.series not in own or _folded(code.written) in known[code.series]
        if is_known or (code.file, code.written) in told:
            continue
        told.add((code.file, code.written))
        rule, where = "RT202", "others of its series are"
        if code.series in listed:
            rule, where = "RT206", f"{TAXONOMY} does not list it"
        said = f"{code.written} is not defined anywhere: {where}."
        yield Report(rule, code.file, code.line, code.written, said)


def _code(found: re.Match[str] | None, *, is_short: bool = False) -> tuple[str, str] | None:
    """Its series and how it is written; `P1` and `Q3` are too short to be meant."""
    if found is None or not (is_short or found["kind"] or found["mark"] or len(found["number"]) > 1):
        return None
    return (found["kind"] or found["series"]) + (found["mark"] or ""), found[0]


def _folded(written: str) -> str:
    """`T1` for T001; a name behind the series as it is."""
    bare = written.rstrip("0123456789")
    return f"{bare}{int(written[len(bare) :])}" if bare != written else written


def _defined(item: Item) -> Iterator[_Code]:
    for one in item.own_documents:
        starts = [(told.line, told.text) for told in one.page.texts if told.kind in ("heading", "item")]
        # Of a table only what has its first cell to itself.
        rows = [row for row in one.page.rows if row.cells]
        cells = [(row.line, row.cells[0].strip(" *`_"), row.table) for row in rows]
        # In a column that holds nothing but numbers `D1` is one, too.
        counted = {row.line for row in rows if row.headers[0].strip(" .") in _COLUMNS}
        sections = {section.line: section for section in one.page.sections}
        for line, text in starts:
            head = text[:_LONGEST_LEAD]
            if found := _code(_CODE.match(text, len(head) - len(head.lstrip("*_`[(")))):
                chapter = " / ".join(("in", *sections[line].path[:-1])) if line in sections else ""
                above = max((at for at in sections if at <= line), default=1)
                yield _Code(one.name, line, *found, chapter or above)
        for line, text, table in cells:
            if found := _code(_CODE.fullmatch(text), is_short=line in counted):
                yield _Code(one.name, line, *found, -table - 1)
    for name, number, line in item.data_lines:
        if (start := _FIELD.match(line)) and (found := _code(_CODE.match(line, start.end()))):
            yield _Code(name, number, *found)


def _mentioned(item: Item) -> Iterator[_Code]:
    for one in item.own_documents:
        for line in item.lines_of(one):
            matches = _CODE.finditer(line.text) if not RETIRED.search(line.text) else ()
            codes = [found for match in matches if (found := _code(match))]
            yield from (_Code(one.name, line.number, *found) for found in codes)
    for name, number, line in item.data_lines:
        yield from (_Code(name, number, *found) for match in _CODE.finditer(line) if (found := _code(match)))
