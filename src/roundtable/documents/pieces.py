"""Cut Markdown documents into pieces with stable keys, and put merged pieces together.

A section's key is the path of headings above it; a heading that starts with an identifier is known by that alone, so that a new
title does not make a new section. What a discussion brought is known by its marker. The header (title and `**Key**: value`
lines) is a piece of its own: our fields in it are always brought up to date, the rest of it may be anybody's.

Elsewhere: YAML (`yaml_pieces`), the rules of merging (`threeway`).
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from roundtable.documents.escaping import inline, plain
from roundtable.documents.identifiers import leading
from roundtable.documents.markdown import MarkdownSection, lines_of, plain_title, prose_lines, split
from roundtable.documents.threeway import Merged, Piece, Pieces

__all__ = ["EDITED", "HEADER", "join_pieces", "markdown_pieces", "with_header", "without_fields"]

HEADER: Final = "(header)"
EDITED: Final = "Edited by Hand"
_FIELDS: Final = ("Source", "Date", "Status", "Confidence", "Last Updated", "Coverage", EDITED)
_FIELD: Final = re.compile(rf"^\*\*(?P<key>{'|'.join(_FIELDS)})(?:\*\*:|:\*\*)")
_ANY_FIELD: Final = re.compile(r"^\*\*[^*]{1,60}(?:\*\*:|:\*\*)")
_TITLE: Final = re.compile(r"^ {0,3}#(?:[ \t]|$)")
# Not `^`, which does not know that a lone CR ends a line.
_MARKER: Final = re.compile(r"(?<![^\r\n])<!-- Elaboration: (?P<what>[^\r\n]*?) -->[ \t]*(?:\r\n|\r|\n)\s*\Z")
_MOST_NAMED: Final = 12


def markdown_pieces(text: str) -> Pieces:
    """The header and every section of a Markdown document."""
    parts = split(text)
    sections = list(parts.sections)
    head = parts.header
    if sections and sections[0].level == 1:
        head += sections.pop(0).text
    head, waiting = _cut_marker(head)
    pieces = [Piece(key=HEADER, name="the header", text=head, level=0, stable=without_fields(head))]
    used: dict[str, int] = {}
    above: list[tuple[int, str]] = []
    for section in sections:
        own, marker = _cut_marker(section.text)
        above = [entry for entry in above if entry[0] < section.level]
        parents = tuple(key for _, key in above)
        key = _unique("/".join((*parents[-1:], _name_of(section, waiting))), used)
        pieces.append(
            Piece(key=key, name=_shown(section), text=waiting + own, level=section.level, parents=parents)
        )
        above.append((section.level, key))
        waiting = marker
    if waiting:
        last = pieces[-1]
        pieces[-1] = last.model_copy(update={"text": last.text + waiting})
    return pieces


def join_pieces(merged: Merged, theirs: Pieces, newline: str, gap: str) -> str:
    """The text of merged pieces; a gap is added only where pieces meet that did not stand together before."""
    neighbours = {(a.key, b.key) for a, b in pairwise(theirs)}
    text = ""
    previous = ""
    for _, piece in merged.pieces:
        if text and (previous, piece.key) not in neighbours:
            if not text.endswith(("\n", "\r")):
                text += newline
            if gap and lines_of(text[-4:])[-1].strip("\r\n"):
                text += gap
        text += piece.text
        previous = piece.key
    if merged.pieces and merged.pieces[-1][0] == "ours":
        text = text.rstrip("\r\n") + newline
    return text


def with_header(text: str, ours: str, edited: Sequence[str], newline: str) -> str:
    """The text with our fields in its header, and the line that names what was edited by hand."""
    head = markdown_pieces(text)[0].text
    mine = markdown_pieces(ours)[0].text
    lines = lines_of(mine)
    fields = {key: lines[at].rstrip() for at, key in _our_fields(mine).items()}
    named = [inline(name) for name in edited if name != "the header"]
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], f"and {len(named) - _MOST_NAMED} more"]
    if named:
        fields[EDITED] = f"**{EDITED}**: {'; '.join(named)}"
    ordered = [fields[key] for key in _FIELDS if key in fields]
    written = f"  {newline}".join(ordered) + newline if ordered else ""
    there = _our_fields(head)
    if not there:
        return _put_below_title(head, written, newline) + text[len(head) :]
    before = "".join(lines_of(head)[: min(there)])
    return before + written + without_fields(head)[len(before) :] + text[len(head) :]


def without_fields(head: str) -> str:
    """A header without our fields: what of it somebody can have edited."""
    there = _our_fields(head)
    return "".join(line for at, line in enumerate(lines_of(head)) if at not in there)


def _our_fields(head: str) -> Mapping[int, str]:
    """Which lines of a header are fields of ours: those in its first block of fields.

    Behind other words, `**Status**: waiting for legal` is somebody's sentence.
    """
    found: dict[int, str] = {}
    for number, line in prose_lines(head):
        field = _FIELD.match(line)
        if field:
            found[number - 1] = field["key"]
        elif found and line.strip() and not _ANY_FIELD.match(line):
            break
    return found


def _put_below_title(head: str, written: str, newline: str) -> str:
    title = next((number for number, line in prose_lines(head) if _TITLE.match(line)), None)
    if title is None or not written:
        return head
    lines = lines_of(head)
    before, after = "".join(lines[:title]), "".join(lines[title:])
    if not before.endswith(("\n", "\r")):
        before += newline
    gap = "" if not after or after.startswith(("\r", "\n")) else newline
    return f"{before}{newline}{written}{gap}{after}"


def _cut_marker(text: str) -> tuple[str, str]:
    """A marker at the end of a section belongs to the section that follows."""
    found = _MARKER.search(text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def _name_of(section: MarkdownSection, marker: str) -> str:
    if marker:
        return f"elaboration {marker.strip()[5:-4].strip()}"
    found = leading(plain(section.title))
    return found[0] if found else plain_title(plain(section.title))


def _shown(section: MarkdownSection) -> str:
    found = leading(plain(section.title))
    return found[0] if found else plain(section.title)


def _unique(key: str, used: dict[str, int]) -> str:
    used[key] = used.get(key, 0) + 1
    return key if used[key] == 1 else f"{key}#{used[key]}"
