"""RT132, RT133: what this tool wrote, by its own record in analysis.json, against what is in the folder.

The record names every document and section that was written. A document that is gone, or a section whose heading changed,
is not found by the next run, nor by tools that look for it under its name.
"""

import json
from collections.abc import Iterator
from typing import Final, cast

from roundtable.documents.catalog import document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item
from roundtable.documents.pieces import HEADER, markdown_pieces

__all__ = ["check_written"]

ANALYSIS: Final = "analysis.json"
_READ_BY_OTHERS: Final = frozenset({"directly affected files"})
_LEAVES: Final = ("pending sections", "elaboration", "open questions", "gaps")
"""Sections that come and go on their own."""


def check_written(item: Item) -> Iterator[Report]:
    """Documents and sections that were written once and are no longer there."""
    for name, sections in _record(item).items():
        kind = document(name)
        if kind is None or kind.location != "item":
            continue
        if name not in item.files:
            if not _replaced(item, name):
                said = f"{name} was written by the analysis and is not there any more."
                yield Report("RT132", ANALYSIS, 1, name, said)
            continue
        page = item.page(name)
        if page is None:
            continue
        there = {piece.key for piece in markdown_pieces(page.text)}
        for key in sorted(sections - there):
            # Sections of single facts come and go with them; only the document's own ones are its frame. What the record says
            # of a document as a whole stands in brackets or after an equals sign, and is no section either.
            if key == HEADER or key.startswith(("(", "=", *_LEAVES)) or "/" in key or "#" in key:
                continue
            said = f"The section “{key}” was removed or renamed; the next run writes it anew beside yours."
            severity = "warning" if key in _READ_BY_OTHERS else None
            yield Report("RT133", name, 1, key, said, severity=severity)


def _replaced(item: Item, name: str) -> bool:
    """An interface specification may change its format."""
    return name.startswith("interface-spec.") and any(
        other.startswith("interface-spec.") for other in item.files
    )


def _record(item: Item) -> dict[str, set[str]]:
    text = item.files.get(ANALYSIS)
    if not isinstance(text, str):
        return {}
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    kept = cast("dict[str, object]", value).get("manifest") if isinstance(value, dict) else None
    if not isinstance(kept, dict):
        return {}
    return {
        str(name): {str(key) for key in cast("dict[object, object]", sections)}
        for name, sections in sorted(
            cast("dict[object, object]", kept).items(), key=lambda pair: str(pair[0])
        )
        if isinstance(sections, dict)
    }
