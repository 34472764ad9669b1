"""Bring a document up to date without losing what people wrote into it.

Both texts are cut into pieces (sections, stories, rows), merged three ways and put together again. Sections edited by hand keep
their bytes, and sections moved by hand their order; the header says which were edited. A document that nobody touched comes out
exactly as rendered. Merging the result again changes nothing. What we write takes the line end that the file has; a file with
several kinds of line ends keeps each of them. One that was deleted or emptied is written anew.

Elsewhere: the rules (`threeway`), how Markdown is cut (`pieces`), JSON and CSV (`stories`).
"""

from typing import Final

from roundtable.documents import pieces, threeway
from roundtable.documents.catalog import document
from roundtable.documents.pieces import FOOTNOTE, join_pieces, markdown_pieces, yaml_pieces
from roundtable.documents.reading.data_files import parse_yaml
from roundtable.documents.stories import merge_matrix, merge_stories
from roundtable.documents.threeway import Manifest, MergeResult, Pieces, fingerprint, merge_pieces
from roundtable.language.markdown import newline_of, read_markdown

_Known = dict[str, str]
WHOLE_FILE: Final = "the whole file"
_ORDER: Final = "(order)"
"""The hash of the keys of our pieces in their order: not the key of any piece."""


def merge(name: str, theirs: str | None, ours: str, manifest: Manifest) -> MergeResult:
    """The document `name` with our news and their words; `theirs` is what is on disk, none when there is no file."""
    known = manifest.of(name)
    kind = document(name)
    theirs = theirs if theirs is not None and theirs.strip("\ufeff \t\r\n\f\v") else None
    rows = {"json": merge_stories, "csv": merge_matrix}.get(kind.format if kind else "markdown")
    if rows is not None:
        fresh = rows(ours, ours, {})
        hashes = fresh.hashes if fresh else {}
        merged = rows(theirs, ours, known) if theirs is not None else MergeResult(text=ours, hashes=hashes)
        return merged or _kept_whole(theirs or "", ours, known, hashes)
    is_yaml = kind is not None and kind.format == "yaml"
    if theirs is None:
        return MergeResult(text=ours, hashes=_hashes(_cut(ours, is_yaml=is_yaml)))
    newline = newline_of(theirs)
    result = _merged_text(theirs, ours, known, newline, is_yaml=is_yaml)
    if newline_of(result.text) != newline:
        # The piece that decided about the line end is gone. What is there now decides, as it will the next time.
        result = _merged_text(theirs, ours, known, newline_of(result.text), is_yaml=is_yaml)
    return result


def _merged_text(theirs: str, ours: str, known: _Known, newline: str, *, is_yaml: bool) -> MergeResult:
    ours = ours.replace("\n", newline)
    mine = _cut(ours, is_yaml=is_yaml)
    there = yaml_pieces(theirs) if is_yaml else markdown_pieces(read_markdown(theirs))
    if there is None:
        return _kept_whole(theirs, ours, known, _hashes(mine))
    mine = pieces.fitted_yaml(mine, there) if is_yaml else mine
    merged = merge_pieces(there, mine, known) if is_yaml else _with_footnotes(there, mine, known)
    merged = merged.changed(hashes={**merged.hashes, _ORDER: _order(mine)})
    current = {piece.print for piece in mine}
    as_rendered = all(origin == "ours" or piece.print in current for origin, piece in merged.pieces)
    # A footnote that somebody took out and that came back moved nothing.
    now = _order([piece for _, piece in merged.pieces])
    moved = known.get(_ORDER, _order(there)) != _order(there) and now != _order(mine)
    if as_rendered and not (merged.edited or merged.deleted or moved):
        return merged.put_together(ours)
    text = join_pieces(merged, there, newline, gap="" if is_yaml else newline)
    text = (pieces.with_yaml_header if is_yaml else pieces.with_header)(text, ours, merged.edited, newline)
    if is_yaml and parse_yaml(theirs)[0] is not None and parse_yaml(text)[0] is None:
        # Pieces of text do not always fit together: somebody nested or quoted them in another way.
        return _kept_whole(theirs, ours, known, _hashes(mine))
    return merged.put_together(text)


def _with_footnotes(there: Pieces, mine: Pieces, known: _Known) -> MergeResult:
    """The merged pieces of a Markdown document, with every footnote that its words name.

    Ours come back when somebody took them out, and those that are no longer ours stay while words that somebody kept name them.
    """
    present = {piece.key for piece in there}
    remembered = [key for key in known if key in present or not key.startswith(FOOTNOTE)]
    merged = merge_pieces(there, mine, {key: known[key] for key in remembered})
    text = "".join(piece.text for _, piece in merged.pieces)
    ours = {piece.key for origin, piece in merged.pieces if origin == "ours"}
    seen = {piece.key for piece in markdown_pieces(read_markdown(text))}
    if any(key.startswith(FOOTNOTE) for key in ours - seen):
        # Somebody left code or a comment open: what we add there nobody sees as a footnote, not even we.
        return merge_pieces(there, mine, known)
    kept = {piece.key for _, piece in merged.pieces}
    gone = [piece for piece in there if piece.key.startswith(FOOTNOTE) and piece.key not in kept]
    named = [piece for piece in gone if piece.key in text]
    hashes = {**merged.hashes, **{one.key: known[one.key] for one in named if one.key in known}}
    return merged.changed(pieces=(*merged.pieces, *(("theirs", piece) for piece in named)), hashes=hashes)


def _cut(ours: str, *, is_yaml: bool) -> Pieces:
    mine = yaml_pieces(ours) if is_yaml else markdown_pieces(read_markdown(ours))
    assert mine is not None  # what we render can always be cut
    return mine


def _hashes(pieces: Pieces) -> dict[str, str]:
    return {**{piece.key: piece.print for piece in pieces}, _ORDER: _order(pieces)}


def _order(pieces: Pieces) -> str:
    return fingerprint("\n".join(piece.key for piece in pieces))


def _kept_whole(theirs: str, ours: str, known: _Known, hashes: dict[str, str]) -> MergeResult:
    """A file that cannot be read as what it should be is not ours to repair."""
    marked = {**hashes, "": fingerprint(ours)}
    conflicts = () if known.get("") == marked[""] else (threeway.Conflict(piece=WHOLE_FILE, ours=ours),)
    return MergeResult(text=theirs, edited=(WHOLE_FILE,), conflicts=conflicts, hashes=marked)
