"""Bring a document up to date without losing what people wrote into it.

`merge(name, theirs, ours, manifest)` cuts both texts into pieces (sections, stories, rows), merges them three ways and puts the
document together again. Sections edited by hand keep their bytes, and sections moved by hand their order; the header says which
were edited. A document that nobody touched comes out exactly as rendered. Merging the result again changes nothing.

What we write takes the line end that the file has (`newline_of`); a file with several kinds of line ends keeps each of them.

A whole file that was deleted or emptied is written anew; one that cannot be read as what it should be stays as it is, and ours
is offered as a conflict.

Elsewhere: the rules (`threeway`), how Markdown is cut (`pieces`), JSON and CSV (`rows`).
"""

from collections.abc import Callable
from typing import Final, Literal

from pydantic import Field

from roundtable.documents.catalog import document
from roundtable.documents.manifest import Manifest
from roundtable.documents.pieces import FOOTNOTE, join_pieces, markdown_pieces, with_header
from roundtable.documents.rows import merge_matrix, merge_stories
from roundtable.documents.threeway import Conflict, Merged, Pieces, fingerprint, merge_pieces
from roundtable.documents.yaml_files import parse_yaml
from roundtable.documents.yaml_pieces import fitted_yaml, with_yaml_header, yaml_pieces
from roundtable.facts.record import Record
from roundtable.language.markdown import newline_of

__all__ = ["Manifest", "MergeResult", "merge"]

WHOLE_FILE: Final = "the whole file"
_ORDER: Final = "(order)"
"""The hash of the keys of our pieces in their order: not the key of any piece."""


class MergeResult(Record):
    """The text to write, and what to tell about it."""

    text: str
    edited: tuple[str, ...] = ()
    """Pieces that stayed because somebody edited or added them."""
    deleted: tuple[str, ...] = ()
    """Keys of pieces that somebody took out and that stay out."""
    conflicts: tuple[Conflict, ...] = ()
    """What we would have written where somebody else's words stayed."""
    hashes: dict[str, str] = Field(default_factory=dict)
    """For `Manifest.remembering`, once the text is on disk."""


def merge(name: str, theirs: str | None, ours: str, manifest: Manifest) -> MergeResult:
    """The document `name` with our news and their words; `theirs` is what is on disk, none when there is no file."""
    known = manifest.of(name)
    kind = document(name)
    format_ = kind.format if kind else "markdown"
    theirs = theirs if theirs is not None and theirs.strip("\ufeff \t\r\n\f\v") else None
    match format_:
        case "json":
            return _rows(merge_stories, theirs, ours, known)
        case "csv":
            return _rows(merge_matrix, theirs, ours, known)
        case "yaml" | "markdown":
            return _text(format_, theirs, ours, known)


def _text(
    format_: Literal["yaml", "markdown"], theirs: str | None, ours: str, known: dict[str, str]
) -> MergeResult:
    if theirs is None:
        return MergeResult(text=ours, hashes=_hashes(_cut(format_, ours)))
    newline = newline_of(theirs)
    result = _merged_text(format_, theirs, ours, known, newline)
    if newline_of(result.text) != newline:
        # The piece that decided about the line end is gone. What is there now decides, as it will the next time.
        result = _merged_text(format_, theirs, ours, known, newline_of(result.text))
    return result


def _merged_text(
    format_: Literal["yaml", "markdown"], theirs: str, ours: str, known: dict[str, str], newline: str
) -> MergeResult:
    ours = ours.replace("\n", newline)
    mine = _cut(format_, ours)
    there = yaml_pieces(theirs) if format_ == "yaml" else markdown_pieces(theirs)
    if there is None:
        return _kept_whole(theirs, ours, known, _hashes(mine))
    if format_ == "yaml":
        mine = fitted_yaml(mine, there)
    merged = merge_pieces(there, mine, known) if format_ == "yaml" else _with_footnotes(there, mine, known)
    merged = merged.model_copy(update={"hashes": {**merged.hashes, _ORDER: _order(mine)}})
    current = {piece.print for piece in mine}
    as_rendered = all(origin == "ours" or piece.print in current for origin, piece in merged.pieces)
    moved = known.get(_ORDER, _order(there)) != _order(there)
    if as_rendered and not (merged.edited or merged.deleted or moved):
        return MergeResult(text=ours, hashes=merged.hashes, conflicts=merged.conflicts)
    if format_ == "yaml":
        text = with_yaml_header(join_pieces(merged, there, newline, gap=""), ours, merged.edited, newline)
        if parse_yaml(theirs)[0] is not None and parse_yaml(text)[0] is None:
            # Pieces of text do not always fit together: somebody nested or quoted them in another way.
            return _kept_whole(theirs, ours, known, _hashes(mine))
        return _result(text, merged)
    text = join_pieces(merged, there, newline, gap=newline)
    return _result(with_header(text, ours, merged.edited, newline), merged)


def _with_footnotes(there: Pieces, mine: Pieces, known: dict[str, str]) -> Merged:
    """The merged pieces of a Markdown document, with every footnote that its words name.

    Ours come back when somebody took them out, and those that are no longer ours stay while words that somebody kept name them.
    """
    present = {piece.key for piece in there}
    remembered = {
        key: value for key, value in known.items() if key in present or not key.startswith(FOOTNOTE)
    }
    merged = merge_pieces(there, mine, remembered)
    text = "".join(piece.text for _, piece in merged.pieces)
    added = {
        piece.key for origin, piece in merged.pieces if origin == "ours" and piece.key.startswith(FOOTNOTE)
    }
    if added - {piece.key for piece in markdown_pieces(text)}:
        # Somebody left code or a comment open: what we add there nobody sees as a footnote, not even we.
        return merge_pieces(there, mine, known)
    kept = {piece.key for _, piece in merged.pieces}
    gone = [piece for piece in there if piece.key.startswith(FOOTNOTE) and piece.key not in kept]
    named = [piece for piece in gone if piece.key in text]
    return merged.model_copy(
        update={
            "pieces": (*merged.pieces, *(("theirs", piece) for piece in named)),
            "hashes": {**merged.hashes, **{one.key: known[one.key] for one in named if one.key in known}},
        }
    )


def _cut(format_: Literal["yaml", "markdown"], ours: str) -> Pieces:
    mine = yaml_pieces(ours) if format_ == "yaml" else markdown_pieces(ours)
    assert mine is not None  # what we render can always be cut
    return mine


def _hashes(pieces: Pieces) -> dict[str, str]:
    return {**{piece.key: piece.print for piece in pieces}, _ORDER: _order(pieces)}


def _order(pieces: Pieces) -> str:
    return fingerprint("\n".join(piece.key for piece in pieces))


def _rows(
    merge_rows: Callable[[str, str, dict[str, str]], tuple[str, Merged] | None],
    theirs: str | None,
    ours: str,
    known: dict[str, str],
) -> MergeResult:
    fresh = merge_rows(ours, ours, {})
    hashes = fresh[1].hashes if fresh else {}
    if theirs is None:
        return MergeResult(text=ours, hashes=hashes)
    found = merge_rows(theirs, ours, known)
    if found is None:
        return _kept_whole(theirs, ours, known, hashes)
    return _result(*found)


def _kept_whole(theirs: str, ours: str, known: dict[str, str], hashes: dict[str, str]) -> MergeResult:
    """A file that cannot be read as what it should be is not ours to repair."""
    marked = {**hashes, "": fingerprint(ours)}
    conflicts = () if known.get("") == marked[""] else (Conflict(piece=WHOLE_FILE, ours=ours),)
    return MergeResult(text=theirs, edited=(WHOLE_FILE,), conflicts=conflicts, hashes=marked)


def _result(text: str, merged: Merged) -> MergeResult:
    return MergeResult(
        text=text,
        edited=merged.edited,
        deleted=merged.deleted,
        conflicts=merged.conflicts,
        hashes=merged.hashes,
    )
