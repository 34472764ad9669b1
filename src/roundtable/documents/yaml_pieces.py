"""Cut a YAML document of ours into pieces with stable keys, and bring its fields about itself up to date.

The pieces are top-level keys and the items of their lists, cut as text, so that comments and quoting stay as people wrote
them. An item is the same item however far somebody's editor indents the list; ours are indented like those around them.

Elsewhere: Markdown (`pieces`), the rules of merging (`threeway`).
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from roundtable.documents.threeway import Piece, Pieces, unique
from roundtable.language.markdown import lines_of

_ABOUT: Final = "document"
"""The key of the fields about the document itself: ours, like the header of a Markdown document."""
_MARK: Final = "edited_by_hand"
_FIELDS: Final = ("title", "source", "date", "status", "confidence", "last_updated", "coverage", _MARK)
_FIELD: Final = re.compile(rf"^(?P<indent>[ ]+)(?:{'|'.join(_FIELDS)}):")
_MAPPING: Final = re.compile(r"^\w+:[ \t]*(?:#[^\r\n]*)?[\r\n](?! *- )")
_KEY: Final = re.compile(r"^(?P<key>[A-Za-z_][\w-]*):")
_ITEM: Final = re.compile(r"^(?P<indent> *)- ")
_NAME: Final = re.compile(r"^ *-? *(?:id|code|name): *['\"]?(?P<name>[^'\"\r\n]+)")
_MOST_NAMED: Final = 12
_LONG: Final = 90
"""Characters from which our own lines may be broken."""


def yaml_pieces(text: str) -> Pieces | None:
    """Top-level keys and the items of their lists; none when the text has no such shape."""
    cut: list[tuple[Piece, list[str]]] = []
    used: dict[str, int] = {}
    parent = ""
    indent: str | None = None
    for line in lines_of(text):
        key = _KEY.match(line)
        item = _ITEM.match(line)
        if key:
            parent, indent = unique(key["key"], used), None
            cut.append((Piece(key=parent, name=key["key"], text=""), [line]))
        elif item and parent and indent in {None, item["indent"]}:
            indent = item["indent"]
            name = _NAME.match(line)
            shown = name["name"].strip() if name else "item"
            own = unique(f"{parent}/{shown}", used)
            cut.append((Piece(key=own, name=shown, text="", level=2, parents=(parent,)), [line]))
        elif cut:
            cut[-1][1].append(line)
        else:
            cut.append((Piece(key="(header)", name="the header", text="", level=0), [line]))
    if not any(piece.level == 1 for piece, _ in cut):
        return None
    return [
        piece.model_copy(update={"text": "".join(lines), "stable": _stable(piece, lines)})
        for piece, lines in cut
    ]


def fitted_yaml(ours: Pieces, theirs: Pieces) -> Pieces:
    """Our items, indented as the lists are in which they will stand."""
    indents = {piece.parents[0]: _indent(piece.text) for piece in reversed(theirs) if piece.parents}
    return [
        piece.model_copy(update={"text": _shifted(piece.text, indents[piece.parents[0]])})
        if piece.parents and indents.get(piece.parents[0], "") != _indent(piece.text)
        else piece
        for piece in ours
    ]


def with_yaml_header(text: str, ours: str, edited: Sequence[str], newline: str) -> str:
    """The text with our fields about the document, and the one that names what was edited by hand."""
    pieces = yaml_pieces(text) or ()
    mine = {piece.key: piece.text for piece in yaml_pieces(ours) or ()}
    about = next((piece for piece in pieces if piece.key == _ABOUT), None)
    if about is None or _ABOUT not in mine or not _MAPPING.match(about.text):
        return text
    written = list(lines_of(mine[_ABOUT]))[1:]
    if edited:
        # First, because it may be long, and what stands below a long value may be the rest of it.
        named = json.dumps("; ".join(edited[:_MOST_NAMED]), ensure_ascii=False)
        written.insert(0, f"  {_MARK}: {named}{newline}")
    return "".join(_about(piece.text, written) if piece is about else piece.text for piece in pieces)


def _about(text: str, written: Sequence[str]) -> str:
    """Our fields below the key; what else somebody put there stays behind them."""
    first, *rest = lines_of(text)
    return first + "".join([*written, *_without_fields(rest)])


def _without_fields(lines: Sequence[str]) -> list[str]:
    """The lines that are neither a field of ours nor the rest of its value."""
    kept: list[str] = []
    above = ""
    depth = next((len(found["indent"]) for line in lines if (found := _FIELD.match(line))), 0)
    for line in lines:
        found = _FIELD.match(line)
        if found and len(found["indent"]) == depth:
            above = line
        elif not (_is_wrapped(above) and line.strip() and len(line) - len(line.lstrip(" ")) > depth):
            kept.append(line)
            above = ""
        else:
            above = line
    return kept


def _is_wrapped(line: str) -> bool:
    """Whether a value may go on below this line: it does so only where the line became long, or says so."""
    return len(line.rstrip()) > _LONG or line.rstrip().endswith("\\")


def _stable(piece: Piece, lines: Sequence[str]) -> str | None:
    """What of a piece somebody can have edited: not our fields, and not how far a list is indented."""
    if piece.key == _ABOUT:
        return "".join([lines[0], *_without_fields(lines[1:])])
    return _shifted("".join(lines), "") if piece.parents else None


def _shifted(text: str, indent: str) -> str:
    """An item as it looks in a list with this indentation."""
    old = _indent(text)
    return "".join(indent + line.removeprefix(old) if line.strip() else line for line in lines_of(text))


def _indent(text: str) -> str:
    found = _ITEM.match(text)
    return found["indent"] if found else ""
