"""RT301: places in the code that documents cite and the repository does not have.

Cited is what stands in back-quotes (`src/tax.py`, `src/tax.py:12`, `src/tax.py::compute`), what a link leads to, and a path in
plain text that gives a line or lies in a folder that other citations prove. A name in back-quotes counts where its file is
named beside it (`compute` in `src/tax.py`). What is marked as new or deleted is not asked about.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.checks.pages import Cells, Page

__all__ = ["NOT_CITING", "check_citations"]

NOT_CITING: Final = ("draft.md",)
_KEPT_BY_PROGRAMS: Final = ("analysis.json", "journal.jsonl", "meta.json")
_OWN: Final = "docs/requirements/"
_ENDINGS: Final = frozenset(
    [
        "py",
        "pyi",
        "js",
        "jsx",
        "mjs",
        "cjs",
        "ts",
        "tsx",
        "vue",
        "svelte",
        "java",
        "kt",
        "kts",
        "scala",
        "go",
        "rs",
        "rb",
        "php",
        "cs",
        "fs",
        "swift",
        "m",
        "mm",
        "c",
        "h",
        "cc",
        "cpp",
        "cxx",
        "hpp",
        "hh",
        "sh",
        "bash",
        "ps1",
        "sql",
        "html",
        "css",
        "scss",
        "less",
        "xml",
        "gradle",
        "toml",
        "ini",
        "cfg",
        "tf",
        "proto",
        "graphql",
        "ex",
        "exs",
        "erl",
        "hs",
        "lua",
        "pl",
        "r",
        "dart",
        "groovy",
    ]
)
_SPAN: Final = re.compile(r"`([^`\n]{2,200})`")
_ANCHOR: Final = re.compile(
    r"^(?:\./)?(?P<path>[\w@.+-]+(?:/[\w@.+\[\]-]+)*\.(?P<ending>[A-Za-z][A-Za-z0-9]{0,9}))"
    r"(?P<place>:\d+(?:-\d+)?|#L\d+(?:-L?\d+)?|::[\w.]+)?$"
)
_PLAIN: Final = re.compile(
    r"(?<![\w/.@:`\\-])(?P<path>(?:[\w@+-][\w@.+-]*/)+[\w@.+-]+\.(?P<ending>[A-Za-z][A-Za-z0-9]{0,9}))(?P<place>:\d+|#L\d+)?(?![\w/])"
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
    shown: str


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

    quoted = {name: list(_quoted(item, page)) for name, page in item.pages.items() if _cites(name)}
    proven = {
        one.anchor.split("/")[0]
        for cited in quoted.values()
        for one in cited
        if "/" in one.anchor and is_there(one.anchor)
    }
    for name, page in item.pages.items():
        if not _cites(name):
            continue
        seen: set[str] = set()
        for cited in (*quoted[name], *_linked(item, page), *_plain(page, proven)):
            if cited.anchor not in seen and not is_there(cited.anchor):
                yield Report(
                    "RT301", name, cited.line, cited.shown, f"`{cited.shown}` is not in the repository."
                )
            seen.add(cited.anchor)
        yield from _names(item, page, is_there)
    for name, text in sorted(item.files.items()):
        if (
            isinstance(text, str)
            and name.endswith((".yaml", ".yml", ".csv", ".json"))
            and name not in _KEPT_BY_PROGRAMS
        ):
            for cited in _in_data(text, proven):
                if not is_there(cited.anchor):
                    yield Report(
                        "RT301", name, cited.line, cited.shown, f"{cited.shown} is not in the repository."
                    )


def _cites(name: str) -> bool:
    return name not in NOT_CITING and "/" not in name


def _quoted(item: Item, page: Page) -> Iterator[_Cited]:
    rows = {row.line: row for row in page.rows}
    for line in page.lines:
        if "`" not in line.text:
            continue
        row = rows.get(line.number)
        if row is None and _PLANNED.search(_SPAN.sub("", line.text)):
            continue
        cells = row.cells if row is not None else (line.text,)
        for at, cell in enumerate(cells):
            if "`" not in cell or (row is not None and _is_planned(row, at)):
                continue
            for span in _SPAN.findall(cell):
                anchor = _ANCHOR.match(span)
                if anchor is None or anchor["path"] in item.files or span.startswith(_OWN):
                    continue
                if "/" in span or anchor["ending"].lower() in _ENDINGS:
                    yield _Cited(line.number, span, span)


def _is_planned(row: Cells, at: int) -> bool:
    """Whether a row marks what one of its cells cites as new or gone: in that cell, in its column for actions, or plainly elsewhere."""
    for place, cell in enumerate(row.cells):
        header = row.headers[place] if place < len(row.headers) else ""
        words = _SPAN.sub("", cell)
        about_it = place == at or any(word in header for word in _ACTION)
        if (_PLANNED if about_it else _MARKED).search(words):
            return True
    return False


def _linked(item: Item, page: Page) -> Iterator[_Cited]:
    folder = item.context.folder
    for line in page.lines if "](" in page.text and folder else ():
        if "](" not in line.text or _PLANNED.search(_SPAN.sub("", line.text)):
            continue
        for found in _LINKED.finditer(line.text):
            target = found["target"]
            if ":" in target or "/" not in target or target.rsplit(".", 1)[-1].lower() not in _ENDINGS:
                continue
            path = posixpath.normpath(
                target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target)
            )
            if not path.startswith(".."):
                anchor = f"{path}:{found['line']}" if found["line"] else path
                yield _Cited(line.number, anchor, anchor)


def _plain(page: Page, proven: set[str]) -> Iterator[_Cited]:
    for line in page.lines:
        if "/" not in line.text or _PLANNED.search(_SPAN.sub("", line.text)):
            continue
        text = _LINKED.sub("", _SPAN.sub(" ", line.text)).replace("\\_", "_")
        yield from _paths(text, line.number, proven)


def _in_data(text: str, proven: set[str]) -> Iterator[_Cited]:
    for number, line in enumerate(text.splitlines(), start=1):
        if "/" in line and not _PLANNED.search(_PLAIN.sub("", line)):
            yield from _paths(line.replace("`", " "), number, proven)


def _paths(text: str, number: int, proven: set[str]) -> Iterator[_Cited]:
    for found in _PLAIN.finditer(text):
        known = found["path"].split("/")[0] in proven
        if (
            found["ending"].lower() in _ENDINGS
            and (found["place"] or known)
            and not found["path"].startswith(_OWN)
        ):
            yield _Cited(number, found["path"] + (found["place"] or ""), found[0])


def _names(item: Item, page: Page, is_there: Callable[[str], bool]) -> Iterator[Report]:
    """Names in back-quotes whose file stands beside them."""
    read = item.context.read_file
    for line in page.lines:
        if line.text.count("`") < 4 or _PLANNED.search(_SPAN.sub("", line.text)):
            continue
        for found in _BESIDE.finditer(line.text):
            name, path = found["name"] or found["name2"], found["path"] or found["path2"]
            last = name.rsplit(".", 1)[-1]
            endings = (path.rsplit(".", 1)[-1].lower() in _ENDINGS, last.lower() in _ENDINGS)
            if len(last) < 3 or endings != (True, False) or not is_there(path):
                continue
            text = read(path) if read is not None else None
            # An attribute or a constant is no definition, but it stands in the file.
            there = (
                re.search(rf"(?<!\w){re.escape(last)}(?!\w)", text)
                if text is not None
                else is_there(f"{path}::{name}")
            )
            if not there:
                yield Report(
                    "RT301", page.name, line.number, f"{path} {name}", f"`{name}` is not in `{path}`."
                )
