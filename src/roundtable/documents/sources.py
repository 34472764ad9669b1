"""Source words for files that programs read, and notes of the old form that are read back.

Elsewhere: how Markdown documents show sources (`footnotes`).
"""

import re
from typing import Final

from roundtable.documents.escaping import one_line, plain
from roundtable.facts import Fact
from roundtable.facts.evidence import DRAFT_TURN, CodeAnchor, Confidence, Confirmed, Evidence, HandEdit, Quote

_MOST_SOURCES: Final = 3
_TURN: Final = re.compile(r"\bturn \d+\b", re.IGNORECASE)


def source_words(fact: Fact) -> str:
    """`turn 4; turn 9`, `src/cart.py:12`; empty for what was inferred or assumed."""
    found = [item for item in fact.evidence if isinstance(item, Quote)] or fact.evidence
    words = dict.fromkeys(word for item in found if (word := _words(item)))
    return "; ".join(list(words)[:_MOST_SOURCES])


def read_note(document: str, note: str, mark: Confidence | None = None) -> HandEdit:
    """Evidence from a note found in a document; `mark` is a confidence that stood elsewhere."""
    parts = [part.strip() for part in note.strip().split("; ")]
    if parts and (found := confidence_of_word(parts[-1])):
        mark, parts = mark or found, parts[:-1]
    source = "; ".join(part for part in parts if part)
    if source == f"Written in {plain(document)}":
        source = ""
    return HandEdit(document=document, source=source, marked=mark)


def confidence_of_word(word: str) -> Confidence | None:
    """`Medium`, in any case, as a confidence."""
    bare = word.strip().strip("*`.").lower()
    return next((one for one in Confidence if one.value == bare), None)


def _words(item: Evidence) -> str:
    match item:
        case Quote() | Confirmed():
            return "request" if item.turn == DRAFT_TURN else f"turn {item.turn}"
        case CodeAnchor():
            return one_line(item.path if item.line is None else f"{item.path}:{item.line}")
        case HandEdit():
            turn = _TURN.search(item.source)
            return turn[0].lower() if turn else one_line(item.source)
        case _:
            return ""
