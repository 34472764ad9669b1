"""Say in a few words where a fact comes from, and read those words back.

- `source_line`: the quiet line below a requirement, with the quote.
- `source_note`: the same without quotes, for table cells and CSV.
- `marked_note`: the note with the confidence behind it unless that is High, as lists and tables show it.
- `read_note`: evidence from such words, so that a document read back says the same when it is written again.
"""

import re
from collections.abc import Iterable
from typing import Final, assert_never

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import (
    DRAFT_TURN,
    Assumed,
    CodeAnchor,
    Confidence,
    Confirmed,
    Evidence,
    HandEdit,
    Inferred,
    Quote,
)
from roundtable.analysis.facts import Fact
from roundtable.documents.escaping import code, inline, plain, shorten

__all__ = [
    "assumption_line",
    "confidence_of_word",
    "low_because",
    "marked_note",
    "read_note",
    "source_line",
    "source_note",
]

_LONGEST_QUOTE: Final = 240
_MOST_SOURCES: Final = 4
_QUOTED: Final = re.compile(r": “[^”]*”")
_MARK: Final = re.compile(r"^(high|medium|low)$", re.IGNORECASE)


def source_line(fact: Fact) -> str:
    """`Said in turn 3: “they expire after a month”; confirmed in turn 5`, as Markdown."""
    return _joined(_words(item, fact, quote=True) for item in fact.evidence)


def source_note(fact: Fact) -> str:
    """`Said in turn 3; confirmed in turn 5`, as Markdown."""
    return _joined(_words(item, fact, quote=False) for item in fact.evidence)


def marked_note(fact: Fact, analysis: Analysis) -> str:
    """The note, with `; Medium` or `; Low` where the confidence is not High."""
    confidence = analysis.confidence(fact)
    note = source_note(fact) or "Nobody said it"
    return note if confidence is Confidence.HIGH else f"{note}; {confidence.label}"


def read_note(document: str, note: str, mark: Confidence | None = None) -> HandEdit:
    """Evidence from a note found in a document; `mark` is a confidence that stood elsewhere."""
    parts = [part.strip() for part in note.strip().split("; ")]
    if parts and (found := confidence_of_word(parts[-1])):
        mark, parts = mark or found, parts[:-1]
    source = "; ".join(part for part in parts if part)
    if source == _joined([_written_in(document)]):
        source = ""
    return HandEdit(document=document, source=source, marked=mark)


def confidence_of_word(word: str) -> Confidence | None:
    """`Medium`, in any case, as a confidence."""
    found = _MARK.match(word.strip().strip("*`."))
    return Confidence(found[1].lower()) if found else None


def assumption_line(fact: Fact) -> str:
    """The flag below a fact that rests on an assumption; empty for others."""
    reasons = [item.because for item in fact.evidence if isinstance(item, Assumed)]
    if not reasons or any(isinstance(item, Confirmed | HandEdit) for item in fact.evidence):
        return ""
    return f"> **Assumption**: {_sentence(reasons[0]) or 'Nobody said it'}. Flagged for validation."


def low_because(facts: Iterable[Fact]) -> str:
    """Why a section as a whole is Low."""
    told = {origin for fact in facts for item in fact.evidence for origin in _origins(item)}
    if told == {"assumed", "code"}:
        return "assumed or read from the code; nobody has confirmed it"
    if told == {"code"}:
        return "read from the code alone; nobody has confirmed it"
    return "assumed; nobody has said or confirmed it"


def _origins(item: Evidence) -> set[str]:
    if isinstance(item, HandEdit):
        words = item.source.casefold()
        found = {"code"} if "seen " in words or "proposed as new" in words else set[str]()
        return found | ({"assumed"} if "assumed" in words else set[str]())
    return {item.kind} & {"code", "assumed"}


def _sentence(text: str) -> str:
    words = inline(text.strip().rstrip(". "))
    return words[:1].upper() + words[1:]


def _joined(words: Iterable[str]) -> str:
    distinct = list(dict.fromkeys(word for word in words if word))[:_MOST_SOURCES]
    text = "; ".join(distinct)
    return text[:1].upper() + text[1:]


def _words(item: Evidence, fact: Fact, *, quote: bool) -> str:
    match item:
        case Quote():
            where = "said in the draft" if item.turn == DRAFT_TURN else f"said in turn {item.turn}"
            said = shorten(item.text, _LONGEST_QUOTE).replace("“", "'").replace("”", "'")
            return f"{where}: “{inline(said)}”" if quote and said else where
        case CodeAnchor():
            return _anchor(item, fact)
        case Inferred():
            return f"inferred from {', '.join(item.sources)}" if item.sources else "inferred"
        case Assumed():
            return "assumed"
        case Confirmed():
            return f"confirmed in turn {item.turn}"
        case HandEdit():
            if not item.source:
                return _written_in(item.document)
            return item.source if quote else _QUOTED.sub("", item.source)
        case _:
            assert_never(item)


def _anchor(item: CodeAnchor, fact: Fact) -> str:
    symbol = f" ({code(item.symbol)})" if item.symbol else ""
    if item.path == getattr(fact, "path", None):
        # The path stands in the same row already.
        if item.status == "proposed-new":
            return "proposed as new"
        return f"seen at line {item.line}{symbol}" if item.line is not None else f"seen in the code{symbol}"
    place = item.path if item.line is None else f"{item.path}:{item.line}"
    return f"{'proposed as new:' if item.status == 'proposed-new' else 'seen in'} {code(place)}{symbol}"


def _written_in(document: str) -> str:
    return f"written in {plain(document)}"
