"""quick-scan.md: how big the change looks, and the reader for what others wrote there.

The three labels that other tools look for stand on lines of their own (`Estimated Scope: small`); the bold forms that the
quick-scan agent writes and the closing JSON block are there too, so every reader finds what it knows.

`read_quick_scan` accepts label variants, table cells, ranges (the upper bound counts) and the JSON block.
"""

import json
import re
from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Fact, Keyword, Scope
from roundtable.analysis.quick_scan import QuickScan
from roundtable.documents.escaping import code, fenced, inline, lead
from roundtable.documents.from_scan import shown
from roundtable.documents.insights import MACHINE_READABLE
from roundtable.documents.listing import fields, labelled
from roundtable.documents.markdown import fences, prose_lines
from roundtable.documents.page import Page, RenderContext, page, section
from roundtable.documents.tables import split_row
from roundtable.documents.views import Column, View, render_table

__all__ = ["BREAKDOWN", "KEYWORDS", "NAME", "QuickScan", "quick_scan_page", "read_quick_scan", "said_scopes"]

NAME: Final = "quick-scan.md"
NAMED: Final = "Further words, without hits"
BREAKDOWN: Final = ("new", "modify", "test", "config", "docs")
KEYWORDS: Final = View(
    kind="keyword",
    columns=(
        Column(header="Keyword", field="word"),
        Column(header="Hits", field="hits", style="number", also=("Matches", "Files")),
        Column(header="Key Files", field="files", style="codes", also=("Key File", "Locations")),
    ),
)

_MOST_FILES: Final = 4
_LABEL: Final = re.compile(
    r"(?:^|[|*\s])(?P<label>(?:estimated\s+|final\s+)?scope(?:\s+estimate)?(?:\s+class)?|size"
    r"|(?:estimated\s+|total\s+)?(?:file\s*count|files)(?:\s+estimate)?|(?:overall\s+|estimated\s+)?complexity(?:\s+level)?)"
    r"\s*[*_`]*\s*(?::|\||=)\s*[*_`]*\s*[:|]?\s*[*_`]*(?P<value>[^|]*)",
    re.IGNORECASE,
)
_SCOPE_WORD: Final = re.compile(r"\b(small|medium|large)\b", re.IGNORECASE)
_LEVEL_WORD: Final = re.compile(r"\b(low|medium|high)\b", re.IGNORECASE)
_RANGE: Final = re.compile(r"(\d{1,7})(?:\s*(?:-|–|—|to|\.\.)\s*(\d{1,7}))?")


def quick_scan_page(analysis: Analysis, context: RenderContext) -> Page:
    """The quick scan as sections."""
    scopes = shown(Scope, analysis, context)
    sizes = [scope for scope in scopes if scope.size or scope.file_count is not None]
    size = sizes[-1] if sizes else None
    keywords = [
        word.model_copy(update={"files": word.files[:_MOST_FILES]})
        for word in shown(Keyword, analysis, context)
    ]
    searched = [word for word in keywords if word.hits]
    named = [word for word in keywords if not word.hits]
    weighed: tuple[Fact, ...] = (*scopes, *keywords)
    sections = (
        section(
            NAME,
            "1. Scope",
            scopes,
            "\n\n".join(lead(text) for text in said_scopes(scopes)),
            _labels(size) if size else "",
            analysis=analysis,
        ),
        section(
            NAME,
            "2. Keywords",
            keywords,
            render_table(KEYWORDS, searched, analysis),
            labelled(NAMED, (_named(word) for word in named)),
            analysis=analysis,
        ),
        section(NAME, "3. File Count", sizes[-1:], _count(size, context) if size else "", analysis=analysis),
        section(
            NAME, "4. Final Scope", sizes[-1:], _final(size, analysis) if size else "", analysis=analysis
        ),
    )
    return page(NAME, sections, weighed, analysis, tail=_tail(size, searched, context) if size else "")


_ESTIMATE: Final = re.compile(r"A (?:small|medium|large) change, about \d+ files?")


def said_scopes(scopes: Iterable[Scope]) -> list[str]:
    """What counts as done, in somebody's words; the estimate of the scan is on the labelled lines."""
    return [scope.text for scope in scopes if scope.text and not _ESTIMATE.fullmatch(scope.text)]


def _named(word: Keyword) -> str:
    """A word that was named and found nowhere by the search, with where it leads when the code knows it."""
    where = f" (in {', '.join(code(path) for path in word.files)})" if word.files else ""
    return f"{inline(word.word)}{where}"


def read_quick_scan(text: str) -> QuickScan:
    """Scope, file count and complexity from any quick-scan.md; unknown, 0 and unknown where it does not say."""
    found: dict[str, str | int] = {}
    for _, line in prose_lines(text):
        for label, value in _labelled(line):
            _take(found, label, value)
    for fence in fences(text):
        if fence.language.casefold() in {"json", ""}:
            _take_json(found, fence.body)
    return QuickScan.model_validate(found)


def _labelled(line: str) -> list[tuple[str, str]]:
    if line.lstrip().startswith("|"):
        cells = [cell.strip("*` ") for cell in split_row(line)]
        return [(cells[0], cells[1])] if len(cells) > 1 else []
    return [(match["label"], match["value"]) for match in [_LABEL.search(line)] if match is not None]


def _take(found: dict[str, str | int], label: str, value: str) -> None:
    name = label.casefold()
    if "complexity" in name:
        if level := _LEVEL_WORD.search(value):
            found.setdefault("complexity", level[1].lower())
    elif "file" in name:
        if number := _RANGE.search(value.replace(",", "")):
            found.setdefault("file_count", int(number[2] or number[1]))
    elif ("scope" in name or name == "size") and (size := _SCOPE_WORD.search(value)):
        found.setdefault("scope", size[1].lower())


def _take_json(found: dict[str, str | int], body: str) -> None:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return
    if not isinstance(data, dict):
        return
    for key, value in data.items():  # pyright: ignore[reportUnknownVariableType]
        if isinstance(value, str | int) and not isinstance(value, bool):
            _take(found, str(key).replace("_", " "), str(value))  # pyright: ignore[reportUnknownArgumentType]


def _labels(size: Scope) -> str:
    pairs = (
        ("Estimated Scope", size.size),
        ("File Count", None if size.file_count is None else str(size.file_count)),
        ("Complexity", size.complexity),
    )
    return "  \n".join(f"{label}: {value}" for label, value in pairs if value)


def _count(size: Scope, context: RenderContext) -> str:
    known = [kind for kind in BREAKDOWN if size.breakdown.get(kind)]
    lines: list[str] = []
    if known:
        lines = ["| Kind | Files |", "| --- | --- |"]
        lines += [f"| {kind.capitalize()} | {size.breakdown[kind]} |" for kind in known]
        lines += [f"| **Total** | {size.file_count or sum(size.breakdown.values())} |"]
    elif size.file_count is not None:
        lines = [f"{size.file_count} files in all."]
    if context.scan is not None and context.scan.file_count.reason:
        reason = inline(context.scan.file_count.reason).rstrip(".")
        lines += ["", f"{reason[:1].upper()}{reason[1:]}."]
    return "\n".join(lines)


def _final(size: Scope, analysis: Analysis) -> str:
    count = size.file_count
    return fields(
        ("Estimated Scope", size.size or ""),
        ("File Count Estimate", "" if count is None else f"~{count} {'file' if count == 1 else 'files'}"),
        ("Complexity", size.complexity or ""),
        ("Confidence", analysis.confidence(size).label),
    )


def _tail(size: Scope, keywords: list[Keyword], context: RenderContext) -> str:
    data = {
        "scan_completed_at": context.date or None,
        "keywords_searched": [word.word for word in keywords],
        "files_matched": len({path for word in keywords for path in word.files}),
        "scope_estimate": size.size,
        "file_count_estimate": size.file_count,
        "complexity": size.complexity,
    }
    known = {key: value for key, value in data.items() if value is not None}
    return f"## {MACHINE_READABLE}\n\n{fenced('json', json.dumps(known, indent=2, ensure_ascii=False))}"
