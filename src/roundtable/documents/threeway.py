"""Three-way merge of pieces that have keys: what people wrote stays, what we wrote is replaced by what we write now.

A manifest remembers the hash of every piece as we last wrote it, so our text can be told from theirs:

- unchanged since: ours, replaced by the new text or dropped with it
- changed by hand: stays byte for byte; when ours changed too, ours is offered as a conflict, once
- added by hand: stays where it is
- deleted by hand: stays deleted; when ours changed since, the new text is offered as a conflict, once

Elsewhere: cutting documents into pieces and putting them together (`merge`).
"""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

from pydantic import Field

from roundtable.facts.record import Record
from roundtable.language.markdown import lines_of

WHOLE: Final = "="
"""The key of the hash of a whole text: no piece has it."""


class Piece(Record):
    """Part of a document: a section, a story, a row."""

    key: str
    """Unique within the document."""
    name: str
    """As shown to people."""
    text: str
    level: int = 1
    parents: tuple[str, ...] = ()
    stable: str | None = None
    """What counts as its content, when that is not the whole text."""

    @cached_property
    def print(self) -> str:
        return fingerprint(self.text if self.stable is None else self.stable)


Pieces = Sequence[Piece]
_Mine = Mapping[str, Piece]
_Placed = list[tuple[Literal["ours", "theirs"], Piece]]


class Conflict(Record):
    """A piece that a person changed and that we would write differently now."""

    piece: str
    ours: str
    """The text we would have written; empty when we would have taken it out."""


class MergeResult(Record):
    """The text to write, and what to tell about it."""

    text: str = ""
    pieces: tuple[tuple[Literal["ours", "theirs"], Piece], ...] = ()
    """The merged document, before its pieces are put together to a text."""
    edited: tuple[str, ...] = ()
    """Names of the pieces that stayed because somebody edited or added them."""
    deleted: tuple[str, ...] = ()
    """Keys of ours that somebody took out and that stay out."""
    conflicts: tuple[Conflict, ...] = ()
    """What we would have written where somebody else's words stayed."""
    hashes: dict[str, str] = Field(default_factory=dict)
    """The manifest entry to keep for next time."""

    def put_together(self, text: str) -> "MergeResult":
        return self.changed(text=text, pieces=())


class Manifest(Record):
    """Document -> key of a piece -> hash of its text as we last wrote it."""

    documents: dict[str, dict[str, str]] = Field(default_factory=dict)

    def of(self, name: str) -> dict[str, str]:
        """The pieces of one document as we last wrote them; empty when we never did."""
        return self.documents.get(name, {})

    def remembering(self, name: str, hashes: dict[str, str]) -> "Manifest":
        return Manifest(documents={**self.documents, name: hashes})

    def wrote(self, name: str, text: str) -> bool:
        """Whether the document still is what we last wrote, so that nobody can have edited it."""
        return self.of(name).get(WHOLE) == fingerprint(text)


def unique(key: str, used: dict[str, int]) -> str:
    """The key, with a number behind it where the document has had it before."""
    used[key] = used.get(key, 0) + 1
    return key if used[key] == 1 else f"{key}#{used[key]}"


def fingerprint(text: str) -> str:
    """A hash that line ends, trailing white space and blank lines around do not change."""
    lines = [line.rstrip() for line in lines_of(text)]
    return hashlib.sha256("\n".join(lines).strip("\n").encode("utf-8", "surrogatepass")).hexdigest()


def merge_pieces(theirs: Pieces, ours: Pieces, known: Mapping[str, str]) -> MergeResult:
    """Merge what is on disk with what we would write; `known` is the manifest entry of the last time."""
    mine = {piece.key: piece for piece in ours}
    there = {piece.key for piece in theirs}
    edited: list[str] = []
    conflicts: list[Conflict] = []
    result: _Placed = []
    for piece in theirs:
        new = mine.get(piece.key)
        untouched = known.get(piece.key) == piece.print
        if new is not None and new.print == piece.print:
            result.append(("theirs", piece))
        elif new is not None and untouched:
            result.append(("ours", new))
        elif new is None and untouched and not _carries_others(piece, theirs, mine, known):
            continue
        else:
            result.append(("theirs", piece))
            edited.append(piece.name)
            if new is not None and known.get(piece.key) != new.print:
                conflicts.append(Conflict(piece=piece.name, ours=new.text))
    gone = {key for key in known if key not in there and key in mine}
    for at, piece in enumerate(ours):
        if piece.key in there:
            continue
        if piece.key in gone or set(piece.parents) & gone:
            if known.get(piece.key) != piece.print:
                conflicts.append(Conflict(piece=piece.name, ours=piece.text))
        else:
            result.insert(_place(piece, ours[:at], result, mine), ("ours", piece))
    kept = {piece.key for _, piece in result}
    hashes = {piece.key: piece.print for piece in ours}
    hashes |= {key: value for key, value in known.items() if key in kept and key not in mine}
    names, removed, doubts = tuple(dict.fromkeys(edited)), tuple(sorted(gone)), tuple(conflicts)
    return MergeResult(pieces=tuple(result), edited=names, deleted=removed, conflicts=doubts, hashes=hashes)


def _carries_others(piece: Piece, theirs: Pieces, mine: _Mine, known: Mapping[str, str]) -> bool:
    """Whether taking the piece out would leave something of theirs under the wrong heading."""
    below = [other for other in theirs if piece.key in other.parents and other.key not in mine]
    return any(known.get(other.key) != other.print for other in below)


def _place(piece: Piece, before: Pieces, result: _Placed, mine: _Mine) -> int:
    """Behind the last of our pieces that comes before it, and behind what people put under that one."""
    positions = {placed.key: at for at, (_, placed) in enumerate(result)}
    previous = next((earlier for earlier in reversed(before) if earlier.key in positions), None)
    at = positions[previous.key] + 1 if previous else 0
    while at < len(result):
        placed = result[at][1]
        below = previous is not None and previous.key in placed.parents
        if placed.key in mine or not (placed.level > piece.level or below):
            break
        at += 1
    return at
