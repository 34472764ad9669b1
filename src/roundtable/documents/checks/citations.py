"""RT301: places in the code that documents cite and the repository does not have.

Cited is what stands in back-quotes (`src/tax.py`, `src/tax.py:12`, `src/tax.py::compute`), what a link leads to, and a path in
plain text that gives a line or lies in a folder that other citations prove. A name in back-quotes counts where its file is
named beside it (`compute` in `src/tax.py`), a file's bare name where no path that ends with it is cited. What is marked as new
or deleted is not asked about.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.reading import CODE_ENDINGS, Document
from roundtable.language.markdown import Line, Row

_KEPT_BY_PROGRAMS: Final = ("analysis.json", "journal.jsonl", "meta.json")
_OWN: Final = "docs/requirements/"
_SPAN: Final = re.compile(r"`([^`\n]{2,200})`")
_ENDING: Final = r"\.(?P<ending>[A-Za-z][A-Za-z0-9]{0,9})"
_ANCHOR: Final = re.compile(
    rf"^(?:\./)?(?P<path>[\w@.+-]+(?:/[\w@.+\[\]-]+)*{_ENDING})(?P<place>:\d+(?:-\d+)?|#L\d+(?:-L?\d+)?|::[\w.]+)?$"
)
_PLAIN: Final = re.compile(
    rf"(?<![\w/.@:`\\-])(?P<path>(?:[\w@+-][\w@.+-]*/)+[\w@.+-]+{_ENDING})(?P<place>:\d+|#L\d+)?(?![\w/])"
)
_LINKED: Final = re.compile(
    r"\]\(\s*<?(?P<target>[^)\s>#]{1,300})(?:#L(?P<line>\d+)[^)\s>]*)?>?[^)\n]{0,100}\)"
)
_BESIDE: Final = re.compile(
    r"`(?P<name>[A-Za-z_][\w.]*)(?:\(\))?`\s+(?:in|of|from|at)\s+`(?P<path>[^`\s:#]+\.\w+)(?:(?::|#L)\d+)?`|"
    r"`(?P<path2>[^`\s:#]+\.\w+)(?::\d+)?`\s+\(`(?P<name2>[A-Za-z_][\w.]*)(?:\(\))?`\)"
)
_PLANNED: Final = re.compile(
    r"\b(?:new|create[sd]?|proposed|planned|add(?:ed|s)?|to be|will be|delete[sd]?|removed?|rename[sd]?)\b",
    re.IGNORECASE,
)
_MARKED: Final = re.compile(
    r"^\W*(?:new|created?|proposed|planned|added|deleted?|removed?|renamed?)\b|\bnew (?:file|module|class|function|endpoint|script|test)\b|"
    r"\b(?:to be|will be) (?:created|added|written|removed|deleted)\b",
    re.IGNORECASE,
)
_ACTION: Final = ("change", "action", "type", "status", "operation", "kind", "new")


class _Cited(NamedTuple):
    line: int
    anchor: str
    """As the code is asked."""


def check_citations(item: Item) -> Iterator[Report]:
    """Every citation that leads nowhere, once per document."""
    resolve = item.context.resolve_anchor
    if resolve is None:
        return
    asked: dict[str, bool] = {}

    def is_there(anchor: str) -> bool:
        if anchor not in asked:
            asked[anchor] = bool(resolve(anchor))
        return asked[anchor]

    documents = list(item.own_documents)
    cited = {one.name: [*_quoted(item, one), *_linked(item, one)] for one in documents}
    there = [
        place.anchor
        for places in cited.values()
        for place in places
        if "/" in place.anchor and is_there(place.anchor)
    ]
    proven = {anchor.split("/")[0] for anchor in there}
    names = {_file_of(anchor).rsplit("/", 1)[-1] for anchor in there}
    for one in documents:
        seen: set[str] = set()
        plain = [place for line in _unplanned(one) for place in _paths(_bare(line.text), line.number, proven)]
        for place in (*cited[one.name], *plain):
            if (
                place.anchor not in seen
                and _file_of(place.anchor) not in names
                and not is_there(place.anchor)
            ):
                said = f"`{place.anchor}` is not in the repository."
                yield Report("RT301", one.name, place.line, place.anchor, said)
            seen.add(place.anchor)
        yield from _names(item, one, is_there)
    for name, text in sorted(item.files.items()):
        is_data = name.endswith((".yaml", ".yml", ".csv", ".json")) and name not in _KEPT_BY_PROGRAMS
        for number, line in enumerate(
            text.splitlines() if is_data and isinstance(text, str) else (), start=1
        ):
            if "/" not in line or _PLANNED.search(_PLAIN.sub("", line)):
                continue
            for place in _paths(line.replace("`", " "), number, proven):
                if not is_there(place.anchor):
                    yield Report(
                        "RT301", name, place.line, place.anchor, f"{place.anchor} is not in the repository."
                    )


def _file_of(anchor: str) -> str:
    return anchor.partition(":")[0].partition("#")[0]


def _unplanned(one: Document) -> Iterator[Line]:
    """The lines that do not speak of something new or gone."""
    return (line for line in one.page.prose if not _PLANNED.search(_SPAN.sub("", line.text)))


def _bare(text: str) -> str:
    return _LINKED.sub("", _SPAN.sub(" ", text)).replace("\\_", "_")


def _quoted(item: Item, one: Document) -> Iterator[_Cited]:
    rows = {row.line: row for row in one.page.rows}
    for line in one.page.prose:
        row = rows.get(line.number)
        if "`" not in line.text or (row is None and _PLANNED.search(_SPAN.sub("", line.text))):
            continue
        for at, cell in enumerate(row.cells if row is not None else (line.text,)):
            if row is not None and _is_planned(row, at):
                continue
            for span in _SPAN.findall(cell):
                anchor = _ANCHOR.match(span)
                if anchor is None or anchor["path"] in item.files or span.startswith(_OWN):
                    continue
                if "/" in span or anchor["ending"].lower() in CODE_ENDINGS:
                    yield _Cited(line.number, span)


def _is_planned(row: Row, at: int) -> bool:
    """Whether a row marks what one of its cells cites as new or gone: in that cell, in its column for actions, or plainly elsewhere."""
    for place, cell in enumerate(row.cells):
        header = row.headers[place] if place < len(row.headers) else ""
        about_it = place == at or any(word in header for word in _ACTION)
        if (_PLANNED if about_it else _MARKED).search(_SPAN.sub("", cell)):
            return True
    return False


def _linked(item: Item, one: Document) -> Iterator[_Cited]:
    folder = item.context.folder
    for line in _unplanned(one) if "](" in one.page.text and folder else ():
        for found in _LINKED.finditer(line.text):
            target = found["target"]
            if ":" in target or "/" not in target or target.rsplit(".", 1)[-1].lower() not in CODE_ENDINGS:
                continue
            absolute = target.startswith("/")
            path = posixpath.normpath(target.lstrip("/") if absolute else posixpath.join(folder, target))
            if not path.startswith(".."):
                yield _Cited(line.number, f"{path}:{found['line']}" if found["line"] else path)


def _paths(text: str, number: int, proven: set[str]) -> Iterator[_Cited]:
    for found in _PLAIN.finditer(text) if "/" in text else ():
        is_code = found["ending"].lower() in CODE_ENDINGS and not found["path"].startswith(_OWN)
        if is_code and (found["place"] or found["path"].split("/")[0] in proven):
            yield _Cited(number, found["path"] + (found["place"] or ""))


def _names(item: Item, one: Document, is_there: Callable[[str], bool]) -> Iterator[Report]:
    """Names in back-quotes whose file stands beside them."""
    read = item.context.read_file
    for line in _unplanned(one):
        for found in _BESIDE.finditer(line.text) if line.text.count("`") >= 4 else ():
            name, path = found["name"] or found["name2"], found["path"] or found["path2"]
            last = name.rsplit(".", 1)[-1]
            endings = (path.rsplit(".", 1)[-1].lower() in CODE_ENDINGS, last.lower() in CODE_ENDINGS)
            if len(last) < 3 or endings != (True, False) or not is_there(path):
                continue
            text = read(path) if read is not None else None
            # An attribute or a constant is no definition, but it stands in the file.
            there = (
                is_there(f"{path}::{name}")
                if text is None
                else re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text)
            )
            if not there:
                said = f"`{name}` is not in `{path}`."
                yield Report("RT301", one.name, line.number, f"{path} {name}", said)
