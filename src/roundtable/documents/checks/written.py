"""RT132, RT133, RT252, RT253: what this tool knows about an item, by its own record in analysis.json, against what is in the folder.

The record names every document and section that was written. A document that is gone, or a section whose heading changed,
is not found by the next run, nor by tools that look for it under its name. It also names what was taken back: neither its id
nor the file of a decision may linger.
"""

from collections.abc import Iterator
from typing import Any, Final

from roundtable.documents.catalog import document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, list_of, table_of
from roundtable.documents.pieces import FOOTNOTE, HEADER, markdown_pieces
from roundtable.documents.reading.identifiers import key_of

_ANALYSIS: Final = "analysis.json"
_SHORTEST: Final = 15
"""Characters of a sentence that was taken back; shorter ones occur by chance."""
_READ_BY_OTHERS: Final = frozenset({"directly affected files"})
_LEAVES: Final = ("(", "=", FOOTNOTE, "pending sections", "elaboration", "open questions", "gaps", "notes")
"""Sections that come and go on their own, and what the record says of a document as a whole."""


def check_written(item: Item) -> Iterator[Report]:
    """Documents and sections that were written once and are no longer there, and facts that are no longer and still there."""
    yield from _gone(item)
    yield from _withdrawn(item)


def _gone(item: Item) -> Iterator[Report]:
    for name, sections in sorted(table_of(item.saved.get("manifest")).items()):
        kind = document(name)
        if kind is None or kind.location != "item":
            continue
        if name not in item.files:
            # An interface specification may change its format.
            others = [other for other in item.files if other.startswith("interface-spec.")]
            if not (name.startswith("interface-spec.") and others):
                said = f"{name} was written by the analysis and is not there any more."
                yield Report("RT132", _ANALYSIS, 1, name, said)
            continue
        one = item.documents.get(name)
        there = {piece.key for piece in markdown_pieces(one.page)} if one else set[str]()
        for key in sorted(set(table_of(sections)) - there) if one else ():
            # Sections of single facts come and go with them; only the document's own ones are its frame.
            if key == HEADER or key.startswith(_LEAVES) or "/" in key or "#" in key:
                continue
            said = f"The section “{key}” was removed or renamed; the next run writes it anew beside yours."
            severity = "warning" if key in _READ_BY_OTHERS else None
            yield Report("RT133", name, 1, key, said, severity=severity)


def _withdrawn(item: Item) -> Iterator[Report]:
    """What was taken back: by its id, by its words, and the file of a decision that is no more."""
    analysis = table_of(item.saved.get("analysis"))
    retracted = {key_of(str(one)) for one in list_of(analysis.get("retracted"))}
    for one in item.own_documents:
        for key, entry in one.entries.by_key.items():
            if key in retracted and item.is_defined_in(key, one.name):
                said = f"{entry.id} was taken back, and still stands here."
                yield Report("RT252", one.name, entry.line, key, said)
    facts = item.saved_facts
    known = " ".join(_folded(str(one.get("text") or one.get("choice") or "")) for one in facts)
    for words in _taken_back(analysis):
        if words in known:
            continue  # somebody said it again
        for one in item.own_documents:
            for block in one.page.blocks if words in _folded(one.page.text) else ():
                if block.kind in ("paragraph", "item", "table", "heading") and words in _folded(block.text):
                    said = "These words were taken back, and still stand here."
                    yield Report("RT252", one.name, block.line, words[:60], said)
                    break
    decided = {key_of(str(one.get("id", ""))) for one in facts if one.get("kind") == "decision"}
    ours = table_of(item.saved.get("manifest"))
    for name, number in item.decision_files.items() if facts else ():
        key = f"ADR-{number}"
        if key not in decided and (name in ours or key in retracted):
            said = f"{name} tells a decision that the analysis no longer holds."
            yield Report("RT253", name, 1, f"ADR-{number}", said)


def _taken_back(analysis: dict[str, Any]) -> Iterator[str]:
    turns = {
        table_of(one).get("number"): str(table_of(one).get("text", ""))
        for one in list_of(analysis.get("turns"))
    }
    for one in list_of(analysis.get("withdrawn")):
        place = table_of(one)
        start, end = place.get("start"), place.get("end")
        text = (
            turns.get(place.get("turn"), "")[start:end]
            if isinstance(start, int) and isinstance(end, int)
            else ""
        )
        if len(words := _folded(text).strip(" .")) >= _SHORTEST:
            yield words


def _folded(text: str) -> str:
    """Words for comparing: our typography (code marks, escapes, a capital) does not count."""
    return " ".join(text.replace("`", "").replace("\\", "").casefold().split())
