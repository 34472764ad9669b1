"""Cut Markdown and YAML documents into pieces with stable keys, and put merged pieces together.

A section's key is the path of headings above it; a heading that starts with an identifier is known by that alone, so that a new
title does not make a new section. What a discussion brought is known by its marker. The header (title and `**Key**: value`
lines) is a piece of its own: our fields in it are always brought up to date, the rest of it may be anybody's.
"""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from roundtable.documents.escaping import inline, plain
from roundtable.documents.identifiers import leading
from roundtable.documents.markdown import MarkdownSection, lines_of, plain_title, split
from roundtable.documents.threeway import Merged, Piece, Pieces

__all__ = ["EDITED", "HEADER", "join_pieces", "markdown_pieces", "with_header", "yaml_pieces"]

HEADER: Final = "(header)"
EDITED: Final = "Edited by Hand"
_FIELDS: Final = ("Source", "Date", "Status", "Confidence", "Last Updated", "Coverage", EDITED)
_FIELD: Final = re.compile(
    rf"^\*\*(?P<key>{'|'.join(_FIELDS)})(?:\*\*:|:\*\*)[^\r\n]*(?:\r\n|\r|\n|\Z)", re.MULTILINE
)
_MARKER: Final = re.compile(
    r"^<!-- Elaboration: (?P<what>[^\r\n]*?) -->[ \t]*(?:\r\n|\r|\n)\s*\Z", re.MULTILINE
)
_MOST_NAMED: Final = 12
_YAML_KEY: Final = re.compile(r"^(?P<key>[A-Za-z_][\w-]*):")
_YAML_ITEM: Final = re.compile(r"^(?P<indent> *)- ")
_YAML_NAME: Final = re.compile(r"^ *-? *(?:id|code|name): *['\"]?(?P<name>[^'\"\r\n]+)")


def markdown_pieces(text: str) -> Pieces:
    """The header and every section of a Markdown document."""
    parts = split(text)
    sections = list(parts.sections)
    head = parts.header
    if sections and sections[0].level == 1:
        head += sections.pop(0).text
    head, waiting = _cut_marker(head)
    stable = _FIELD.sub("", head)
    pieces = [Piece(key=HEADER, name="the header", text=head, level=0, stable=stable)]
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


def yaml_pieces(text: str) -> Pieces | None:
    """Top-level keys and the items of their lists; none when the text has no such shape."""
    pieces: list[Piece] = []
    used: dict[str, int] = {}
    parent = ""
    indent: str | None = None
    for line in lines_of(text):
        key = _YAML_KEY.match(line)
        item = _YAML_ITEM.match(line)
        if key:
            parent, indent = _unique(key["key"], used), None
            pieces.append(Piece(key=parent, name=key["key"], text=line))
        elif item and parent and indent in {None, item["indent"]}:
            indent = item["indent"]
            name = _YAML_NAME.match(line)
            shown = name["name"].strip() if name else "item"
            pieces.append(
                Piece(
                    key=_unique(f"{parent}/{shown}", used), name=shown, text=line, level=2, parents=(parent,)
                )
            )
        elif pieces:
            pieces[-1] = pieces[-1].model_copy(update={"text": pieces[-1].text + line})
        else:
            pieces.append(Piece(key=HEADER, name="the header", text=line, level=0))
    if not any(piece.level == 1 for piece in pieces):
        return None
    # The fields about the document itself are ours, like the header of a Markdown document.
    return [p.model_copy(update={"stable": ""}) if p.key == "document" else p for p in pieces]


def join_pieces(merged: Merged, theirs: Pieces, newline: str) -> str:
    """The text of merged pieces; blank lines are added only where pieces meet that did not stand together before."""
    neighbours = {(a.key, b.key) for a, b in pairwise(theirs)}
    yaml = any(piece.key == "document" for _, piece in merged.pieces)
    gap = "" if yaml else newline
    text = ""
    previous = ""
    for _, piece in merged.pieces:
        if text and (previous, piece.key) not in neighbours:
            if not text.endswith(("\n", "\r")):
                text += newline
            if gap and not text.endswith((newline * 2, "\n\n")):
                text += gap
        text += piece.text
        previous = piece.key
    if merged.pieces and merged.pieces[-1][0] == "ours":
        text = text.rstrip("\r\n") + newline
    return text


def with_header(text: str, ours: str, edited: Sequence[str], newline: str) -> str:
    """The text with our fields in its header, and the line that names what was edited by hand."""
    if not ours.startswith("#"):
        return _with_yaml_header(text, ours, edited, newline)
    head = markdown_pieces(text)[0].text
    fields = {m["key"]: m[0].rstrip() for m in _FIELD.finditer(markdown_pieces(ours)[0].text)}
    named = [inline(name) for name in edited if name != "the header"]
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], f"and {len(named) - _MOST_NAMED} more"]
    if named:
        fields[EDITED] = f"**{EDITED}**: {'; '.join(named)}"
    present = {m["key"] for m in _FIELD.finditer(head)}
    ordered = [fields[key] for key in _FIELDS if key in fields]
    written = f"  {newline}".join(ordered) + newline if ordered else ""
    if not present:
        return _put_below_title(head, written, newline) + text[len(head) :]
    spans = [m.span() for m in _FIELD.finditer(head)]
    start = spans[0][0]
    others = "".join(
        head[a:b] for a, b in zip([e for _, e in spans], [s for s, _ in spans[1:]] + [len(head)], strict=True)
    )
    return head[:start] + written + others + text[len(head) :]


def _with_yaml_header(text: str, ours: str, edited: Sequence[str], newline: str) -> str:
    there = {piece.key: piece.text for piece in yaml_pieces(text) or ()}
    mine = {piece.key: piece.text for piece in yaml_pieces(ours) or ()}
    if "document" not in there or "document" not in mine:
        return text
    named = json.dumps("; ".join(edited[:_MOST_NAMED]), ensure_ascii=False)
    marked = mine["document"] + (f"  edited_by_hand: {named}{newline}" if edited else "")
    return text.replace(there["document"], marked, 1)


def _put_below_title(head: str, written: str, newline: str) -> str:
    lines = lines_of(head)
    title = next((at for at, line in enumerate(lines) if line.lstrip().startswith("# ")), None)
    if title is None or not written:
        return head
    before, after = "".join(lines[: title + 1]), "".join(lines[title + 1 :])
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
