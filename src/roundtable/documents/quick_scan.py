"""quick-scan.md: how big the change looks, and the reader for what others wrote there.

The three labels that other tools look for stand on lines of their own (`Estimated Scope: small`). The number of files is that
of the impact analysis as soon as the files are known.

`read_quick_scan` accepts label variants, table cells, ranges (the upper bound counts) and a JSON block.
"""

import re
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.json_text import json_object
from roundtable.analysis.scanning import Level, QuickScan
from roundtable.documents.catalog import QUICK_SCAN
from roundtable.documents.from_scan import direct_changes, shown
from roundtable.documents.impact import DIRECT_FILES, complexity_of, level_of_size, size_of, told_apart
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import counted, ended, joined
from roundtable.facts import DirectChange, Keyword, Scope
from roundtable.language.markdown import read_markdown
from roundtable.language.markdown_blocks import split_row
from roundtable.language.phrases import any_phrase

_LABEL: Final = re.compile(
    r"(?i)(?:^|[|*\s])(?P<label>(?:estimated\s+|final\s+)?scope(?:\s+estimate)?(?:\s+class)?|size"
    r"|(?:estimated\s+|total\s+)?(?:file\s*count|files)(?:\s+estimate)?|(?:overall\s+|estimated\s+)?complexity(?:\s+level)?)"
    r"\s*[*_`]*\s*(?::|\||=)\s*[*_`]*\s*[:|]?\s*[*_`]*(?P<value>[^|]*)"
)
_WORDS: Final = {"complexity": ("low", "medium", "high"), "scope": ("small", "medium", "large")}
_RANGE: Final = re.compile(r"(\d{1,7})(?:\s*(?:-|–|—|to|\.\.)\s*(\d{1,7}))?")


def quick_scan_page(analysis: Analysis, context: RenderContext) -> Page:
    scopes = shown(Scope, analysis, context)
    planned = direct_changes(analysis, context)
    files = [*told_apart(planned)[0]] or planned
    page = Page(QUICK_SCAN, analysis, context, [fact for fact in scopes if fact.is_stated] or files or scopes)
    if (sizes := [scope for scope in scopes if scope.size or scope.file_count is not None]) or files:
        is_known = bool(analysis.of(DirectChange)) or context.default_status == "Complete"
        level = complexity_of(size_of(analysis, context)) if is_known and files else None
        page.opening(_labels(sizes[-1] if sizes else None, files if is_known else [], level))
    page.section("", page.paragraph(scope for scope in scopes if scope.text))
    for size in sizes[-1:]:
        page.show(size)
    words = [page.words(one.word) + page.mark(one, one.word) for one in analysis.of(Keyword) if one.is_stated]
    page.section("", ended(f"Searched for: {joined(words)}") if words else "")
    if analysis.of(DirectChange):
        many = f"{counted(len(files))} files" if len(files) != 1 else "file"
        page.opening(f"The {many}: [impact-analysis.md]({DIRECT_FILES}).")
    if not page.sections:
        page.opening("How big it is is not known so far.")
    return page


def _labels(size: Scope | None, files: list[DirectChange], complexity: Level | None) -> str:
    """The three lines; what nobody stated follows the files that change and what is at risk in them."""
    count = len(files) or (size.file_count if size else None)
    is_stated = size is not None and size.is_stated
    stated = size.size if size and (is_stated or not files) else None
    level = dict(zip(_WORDS["complexity"], _WORDS["scope"], strict=True))[level_of_size(count or 0)]
    pairs = (
        ("Estimated Scope", stated or (level if count else None)),
        ("File Count", None if count is None else str(count)),
        ("Complexity", complexity if complexity and not is_stated else size.complexity if size else None),
    )
    return "  \n".join(f"{label}: {value}" for label, value in pairs if value)


def read_quick_scan(text: str) -> QuickScan:
    """Scope, file count and complexity from any quick-scan.md; unknown, 0 and unknown where it does not say."""
    found: dict[str, str | int] = {}
    page = read_markdown(text)
    for line in page.prose:
        if line.text.lstrip().startswith("|"):
            cells = [cell.strip("*` ") for cell in split_row(line.text)]
            _take(found, *(*cells, "", "")[:2])
        elif labelled := _LABEL.search(line.text):
            _take(found, labelled["label"], labelled["value"])
    for fence in page.fences:
        told = json_object(fence.text) if fence.mark.casefold() in {"json", ""} else None
        for key, value in (told or {}).items():
            if isinstance(value, str | int) and not isinstance(value, bool):
                _take(found, key.replace("_", " "), str(value))
    return QuickScan.model_validate(found)


def _take(found: dict[str, str | int], label: str, value: str) -> None:
    name = "scope" if label.casefold() == "size" else label.casefold()
    asked = next((key for key in ("complexity", "file", "scope") if key in name), "")
    if asked == "file" and (number := _RANGE.search(value.replace(",", ""))):
        found.setdefault("file_count", int(number[2] or number[1]))
    elif level := any_phrase(_WORDS.get(asked, ())).search(value):
        found.setdefault(asked, level[0].lower())
