"""RT132, RT133, RT202, RT252, RT253, RT256: what is in the folder of our own items, against the record in analysis.json.

The record names every document and section that was written: one that is gone, or whose heading changed, is not found by the next
run, nor by tools that look for it under its name. It names what was taken back: neither its id nor its words may linger.

And it holds turns and facts: what names a turn names one that there was, an id is one that some fact has, and what was recorded of
a requirement stands somewhere. Elsewhere: what the pages say of all this (`rendered`).
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from roundtable.analysis.json_text import as_object
from roundtable.documents.catalog import README, SPEC, document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, list_of, wrong
from roundtable.documents.footnotes import TURN
from roundtable.documents.pieces import FOOTNOTE as FOOTNOTE_PIECE
from roundtable.documents.pieces import markdown_pieces
from roundtable.documents.reading.identifiers import family_of, key_of, mentions
from roundtable.facts import FACT_TYPES
from roundtable.language.phrases import rows

_ANALYSIS: Final = "analysis.json"
_SHORTEST: Final = 15
"""Characters of a sentence that was taken back; shorter ones occur by chance."""
_READ_BY_OTHERS: Final = frozenset({"directly affected files"})
_LEAVES: Final = ("(", "=", FOOTNOTE_PIECE, *rows("pending sections|elaboration|open questions|gaps|notes"))
"""Sections that come and go on their own, and what the record says of a document as a whole."""


def _gone(item: Item) -> Iterator[Report]:
    """Documents and sections that were written once and are no longer there."""
    for name, sections in sorted(as_object(item.saved.get("manifest")).items()):
        if (kind := document(name)) is None or kind.location != "item":
            continue
        # An interface specification may change its format.
        is_spec = name.startswith("interface-spec.")
        if not any(one == name or (is_spec and one.startswith("interface-spec.")) for one in item.files):
            said = f"{name} was written by the analysis and is not there any more."
            yield Report("RT132", _ANALYSIS, 1, name, said)
        one = item.documents.get(name)
        there = {piece.key for piece in markdown_pieces(one.page)} if one else set[str]()
        for key in sorted(set(as_object(sections)) - there) if one else ():
            # Sections of single facts come and go with them; only the document's own ones are its frame.
            if not (key.startswith(_LEAVES) or "/" in key or "#" in key):
                said = f"The section “{key}” was removed or renamed; the next run writes it anew beside yours"
                severity = "warning" if key in _READ_BY_OTHERS else None
                yield Report("RT133", name, 1, key, f"{said}.", severity=severity)


def _withdrawn(item: Item) -> Iterator[Report]:
    """What was taken back: by its id, by its words, and the file of a decision that is no more."""
    analysis = item.record
    retracted = {key_of(str(one)) for one in list_of(analysis.get("retracted"))}
    for one in item.own_documents:
        for key, entry in one.entries.by_key.items():
            if key in retracted and item.is_defined_in(key, one.name):
                yield wrong("RT252", entry, f"{entry.id} was taken back, and still stands here.")
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
    ours = as_object(item.saved.get("manifest"))
    for name, number in item.decision_files.items() if facts else ():
        key = f"ADR-{number}"
        if key not in decided and (name in ours or key in retracted):
            said = f"{name} tells a decision that the analysis no longer holds."
            yield Report("RT253", name, 1, f"ADR-{number}", said)


def _taken_back(analysis: dict[str, Any]) -> Iterator[str]:
    told = map(as_object, list_of(analysis.get("turns")))
    turns = {one.get("number"): str(one.get("text", "")) for one in told}
    for place in map(as_object, list_of(analysis.get("withdrawn"))):
        start, end = place.get("start"), place.get("end")
        is_known = isinstance(start, int) and isinstance(end, int)
        text = turns.get(place.get("turn"), "")[start:end] if is_known else ""
        if len(words := _folded(text).strip(" .")) >= _SHORTEST:
            yield words


def _folded(text: str) -> str:
    """Words for comparing: our typography (code marks, escapes, a capital) does not count."""
    return " ".join(text.replace("`", "").replace("\\", "").casefold().split())


# Pull requests and criteria of success have these two as well.
_PREFIXES: Final = sorted({one.prefix for one in FACT_TYPES.values()} - {"PR", "SC"})
_ID: Final = re.compile(rf"(?<![\w/#.-])(?:{'|'.join(_PREFIXES)})-\d{{3,4}}(?![\w-])")
_SHOWN: Final = frozenset({"FR", "AC", "BR", "ERR"})


def check_record(item: Item) -> Iterator[Report]:
    yield from _gone(item)
    yield from _withdrawn(item)
    saved = [as_object(one) for one in list_of(item.record.get("turns"))]
    turns = {one["number"]: str(one.get("text", "")) for one in saved if isinstance(one.get("number"), int)}
    is_whole = 0 in turns and bool(item.saved_facts)  # the request is turn 0 of every whole record
    if not is_whole:
        return
    yield from _ids(item, turns)
    told = [(one.name, note.line, note.text) for one in item.own_documents for note in one.page.footnotes]
    for name, line, text in (*told, *item.data_lines):
        for number in (number for number in TURN.findall(text) if int(number) not in turns):
            yield Report("RT256", name, line, f"turn {number}", f"There was no turn {number}.")


def _ids(item: Item, turns: dict[int, str]) -> Iterator[Report]:
    """Ids that no fact has, and facts that stand nowhere."""
    known = {key_of(str(one.get("id", ""))): one for one in item.saved_facts}
    gone = {key_of(str(one)) for one in list_of(item.record.get("retracted"))}
    passed = set(known) | gone | item.retired | {key for keys in item.homes.values() for key in keys}
    spoken, shown = " ".join(turns.values()), set[str]()
    for one in item.own_documents:
        for line in item.lines_of(one):
            shown |= {mention.key for mention in mentions(line.text)}
            for written in _ID.findall(line.text):
                judged = family_of(key_of(written)) in item.homes and family_of(key_of(written)) in _SHOWN
                if key_of(written) not in passed and written not in spoken and not judged:
                    said = f"{written} is not defined anywhere: nothing of that number was recorded."
                    yield Report("RT202", one.name, line.number, key_of(written), said)
    is_done = item.get(README).status.startswith("complete")
    for key, fact in known.items() if SPEC in item.documents else ():
        if family_of(key) in _SHOWN and key not in shown:
            said = f"{fact['id']} was recorded, and stands in no document."
            yield Report("RT256", SPEC, 1, key, said, severity="error" if is_done else "info")
