"""RT3xx: what the documents cite from the code, against the code as it is now. Asks only through the context."""

import re
from collections.abc import Iterator

from roundtable.analysis.staleness import directly_affected, overlap
from roundtable.documents.checks.citations import check_citations
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import IMPACT, SPEC, Item
from roundtable.documents.escaping import spans_in


def check_code(item: Item) -> Iterator[Report]:
    """Citations that no longer resolve, and those that changed."""
    yield from check_citations(item)
    for symbol in sorted(item.context.changed_symbols):
        yield from _changed(item, symbol)
    one = item.get(IMPACT)
    touched = overlap(item.context.changed_files, directly_affected(one.page.text)) if one else ()
    if one is not None and touched:
        section = one.page.find("Directly Affected Files")
        shown = ", ".join(touched[:3]) + (f" and {len(touched) - 3} more" if len(touched) > 3 else "")
        count = "1 directly affected file" if len(touched) == 1 else f"{len(touched)} directly affected files"
        said = f"{count} changed since the analysis: {shown}."
        severity = "info" if len(touched) <= 3 else "warning"
        yield Report("RT303", IMPACT, section.line if section else 1, "changed", said, severity=severity)


def _changed(item: Item, symbol: str) -> Iterator[Report]:
    cites = _Citing(symbol)
    citing = {
        key: entry.line
        for key, entry in item.requirements.items()
        if any(cites(line.text) for line in entry.lines)
    }
    for row in item.matrix.rows if item.matrix else ():
        if cites(row.source) or cites(f"`{row.source}`"):
            known = [key for key in row.requirements if key in item.requirements]
            citing = {**{key: item.requirements[key].line for key in known}, **citing}
    if citing:
        verb = "cites" if len(citing) == 1 else "cite"
        said = f"{len(citing)} of {len(item.requirements)} FRs {verb} `{symbol}`, which changed."
        yield Report("RT302", SPEC, min(citing.values()), symbol, said)
    for one in item.own_documents:
        lines = [line.number for line in one.page.prose if cites(line.text)] if one.name != SPEC else []
        if lines:
            times = "once" if len(lines) == 1 else f"{len(lines)} times"
            said = f"{one.name} cites `{symbol}` {times}, which changed."
            yield Report("RT302", one.name, lines[0], symbol, said)


class _Citing:
    """Whether a text cites a symbol in code marks: by its whole name, as a call, or behind its file."""

    def __init__(self, symbol: str) -> None:
        self._symbol = symbol.removesuffix("()")
        self._end = re.compile(rf"(?:^|[.:/#]){re.escape(self._symbol)}(?:\(.*\))?$")

    def __call__(self, text: str) -> bool:
        return self._symbol in text and any(self._end.search(span) for span in spans_in(text))
