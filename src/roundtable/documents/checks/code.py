"""RT3xx: what the documents cite from the code, against the code as it is now. Asks only through the context."""

import re
from collections.abc import Iterator
from typing import Final

from roundtable.analysis.staleness import directly_affected, overlap
from roundtable.documents.checks.citations import NOT_CITING, check_citations
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import SPEC, Item

__all__ = ["check_code"]

IMPACT: Final = "impact-analysis.md"
_SPAN: Final = re.compile(r"`([^`\n]{2,200})`")


def check_code(item: Item) -> Iterator[Report]:
    """Citations that no longer resolve, and those that changed."""
    if item.context.resolve_anchor is not None:
        yield from check_citations(item)
    if item.context.changed_symbols:
        yield from _changed(item)
    if item.context.changed_files:
        yield from _affected(item)


def _changed(item: Item) -> Iterator[Report]:
    total = len(item.requirements)
    for symbol in sorted(item.context.changed_symbols):
        cites = _Citing(symbol)
        citing: dict[str, int] = {}
        for key, entry in item.requirements.items():
            lines = [entry.definition.title, *(line.text for line in entry.definition.body)]
            cells = entry.definition.row.cells if entry.definition.row else ()
            if any(cites(text) for text in (*lines, *cells)):
                citing[key] = entry.definition.line
        for row in item.matrix.rows if item.matrix else ():
            if cites(row.source) or cites(f"`{row.source}`"):
                for key in row.requirements:
                    if key in item.requirements:
                        citing.setdefault(key, item.requirements[key].definition.line)
        if citing:
            verb = "cites" if len(citing) == 1 else "cite"
            said = f"{len(citing)} of {total} FRs {verb} `{symbol}`, which changed."
            yield Report("RT302", SPEC, min(citing.values()), symbol, said)
        for name, page in item.pages.items():
            if name in (SPEC, *NOT_CITING) or "/" in name:
                continue
            lines = [line.number for line in page.lines if cites(line.text)]
            if lines:
                times = "once" if len(lines) == 1 else f"{len(lines)} times"
                yield Report(
                    "RT302", name, lines[0], symbol, f"{name} cites `{symbol}` {times}, which changed."
                )


class _Citing:
    """Whether a text cites a symbol in code marks: by its whole name, as a call, or behind its file."""

    def __init__(self, symbol: str) -> None:
        self._symbol = symbol.removesuffix("()")
        self._end = re.compile(rf"(?:^|[.:/#]){re.escape(self._symbol)}(?:\(.*\))?$")

    def __call__(self, text: str) -> bool:
        if self._symbol not in text:
            return False
        return any(self._end.search(span) for span in _SPAN.findall(text))


def _affected(item: Item) -> Iterator[Report]:
    page = item.page(IMPACT)
    if page is None:
        return
    touched = overlap(item.context.changed_files, directly_affected(page.text))
    if touched:
        section = page.section("Directly Affected Files")
        shown = ", ".join(touched[:3]) + (f" and {len(touched) - 3} more" if len(touched) > 3 else "")
        count = "1 directly affected file" if len(touched) == 1 else f"{len(touched)} directly affected files"
        said = f"{count} changed since the analysis: {shown}."
        severity = "info" if len(touched) <= 3 else "warning"
        yield Report("RT303", IMPACT, section.line if section else 1, "changed", said, severity=severity)
