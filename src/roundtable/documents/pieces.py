"""Cut documents into pieces with stable keys, and put merged pieces together.

Markdown: a section's key is the path of headings above it; a heading that starts with an identifier is known by that alone, so that
a new title does not make a new section. What a discussion brought is known by its marker, a footnote at the end by its name.
YAML: top-level keys and the items of their lists, cut as text, so that comments and quoting stay as people wrote them. An item is
the same item however far somebody's editor indents the list; ours are indented like those around them.

What a document says about itself (title and fields) is a piece of its own: our fields in it are always brought up to date, the
rest may be anybody's. Elsewhere: the rules of merging (`threeway`).
"""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from roundtable.documents.escaping import inline, plain
from roundtable.documents.reading.identifiers import canonical
from roundtable.documents.threeway import MergeResult, Piece, Pieces, unique
from roundtable.language.markdown import Markdown, lines_of, plain_title, read_markdown
from roundtable.language.markdown_blocks import fields_in
from roundtable.language.phrases import rows

HEADER: Final = "(header)"
FOOTNOTE: Final = "[^"
"""How the keys of footnotes begin; no section has such a key."""
EDITED: Final = "Edited by Hand"
_FIELDS: Final = frozenset(rows("source|date|status|confidence|last updated|coverage|edited by hand"))
_MARKER: Final = "<!-- Elaboration: "


def markdown_pieces(page: Markdown) -> Pieces:
    """The header, every section, and the footnotes at the end of a section, each for itself."""
    sections = [one for at, one in enumerate(page.sections) if at or one.level > 1]
    bounds = [1, *(section.line for section in sections), len(page.lines) + 1]
    used: dict[str, int] = {}
    above: list[tuple[int, str]] = []
    pieces: list[Piece] = []
    waiting = ""
    for section, start, end in zip([None, *sections], bounds, bounds[1:], strict=False):
        words_end = end_of_words(page, start, end)
        own, marker = _cut_marker("".join(page.lines[start - 1 : words_end - 1]))
        if section is None:
            pieces.append(Piece(key=HEADER, name="the header", text=own, level=0, stable=without_fields(own)))
        else:
            above = [entry for entry in above if entry[0] < section.level]
            parents = tuple(key for _, key in above)
            title = plain(section.title)
            marked = f"elaboration {waiting.strip()[5:-4].strip()}" if waiting else ""
            known = marked or canonical(title) or plain_title(title)
            key = unique("/".join((*parents[-1:], known)), used)
            name = canonical(title) or title
            pieces.append(Piece(key=key, name=name, text=waiting + own, level=section.level, parents=parents))
            above.append((section.level, key))
        pieces += _footnotes(page, words_end, end, used)
        waiting = marker
    if waiting:
        pieces[-1] = pieces[-1].changed(text=pieces[-1].text + waiting)
    return pieces


def end_of_words(page: Markdown, start: int, end: int) -> int:
    """The line of the first footnote behind which nothing but footnotes and empty lines come."""
    defined = {note.line for note in page.footnotes if start < note.line < end}
    first = end
    for number in range(end - 1, start, -1):
        if number in defined:
            first = number
        elif page.lines[number - 1].strip():
            break
    return first


def _footnotes(page: Markdown, start: int, end: int, used: dict[str, int]) -> Iterator[Piece]:
    """The footnotes from one line to another, each with the empty lines behind it."""
    notes = [note for note in page.footnotes if start <= note.line < end]
    for note, until in zip(notes, [*(note.line for note in notes[1:]), end], strict=False):
        key, text = unique(f"{FOOTNOTE}{note.name}]", used), "".join(page.lines[note.line - 1 : until - 1])
        yield Piece(key=key, name=f"footnote {note.name}", text=text, level=9)


def join_pieces(merged: MergeResult, theirs: Pieces, newline: str, gap: str) -> str:
    """The text of merged pieces; a gap is added only where pieces meet that did not stand together before."""
    neighbours = {(a.key, b.key) for a, b in pairwise(theirs)}
    text = ""
    previous = ""
    for _, piece in merged.pieces:
        if text and (previous, piece.key) not in neighbours:
            if not text.endswith(("\n", "\r")):
                text += newline
            both_notes = previous.startswith(FOOTNOTE) and piece.key.startswith(FOOTNOTE)
            if gap and not both_notes and lines_of(text[-4:])[-1].strip("\r\n"):
                text += gap
        text += piece.text
        previous = piece.key
    if merged.pieces and merged.pieces[-1][0] == "ours":
        text = text.rstrip("\r\n") + newline
    return text


def with_header(text: str, ours: str, edited: Sequence[str], newline: str) -> str:
    """The text with our fields in its header, and the one that names what was edited by hand."""
    head, mine = (markdown_pieces(read_markdown(one))[0].text for one in (text, ours))
    lines = [line.rstrip() for at, line in enumerate(lines_of(mine)) if at in _our_lines(mine)]
    named = [inline(name) for name in edited if name != "the header"]
    if len(named) > _MOST_NAMED:
        named = [*named[:_MOST_NAMED], f"and {len(named) - _MOST_NAMED} more"]
    there = _our_lines(head)
    more = [f"**{EDITED}**: {'; '.join(named)}"] if named else []
    more += [extra for at in sorted(there) for extra in _extras(lines_of(head)[at])]
    between = " · " if len(lines) == 1 else f"  {newline}"
    written = between.join([*lines, *more]) + newline if lines or more else ""
    if not there:
        return _put_below_title(head, written, newline) + text[len(head) :]
    before = "".join(lines_of(head)[: min(there)])
    after = "".join(line for at, line in enumerate(lines_of(head)) if at > min(there) and at not in there)
    return before + written + after + text[len(head) :]


def without_fields(head: str) -> str:
    """A header without our fields: what of it somebody can have edited, the same whether or not they took those out."""
    if not (ours := _our_lines(head)):
        head = _put_below_title(head, "**Status**:\n", "\n")
        ours = _our_lines(head)
    return "".join("".join(_extras(line)) if at in ours else line for at, line in enumerate(lines_of(head)))


def _our_lines(head: str) -> frozenset[int]:
    """Which lines of a header hold fields of ours: those in its first block of fields.

    Behind other words, `**Status**: waiting for legal` is somebody's sentence.
    """
    found: set[int] = set()
    for number, line in read_markdown(head).prose:
        if (keys := [key for key, _ in fields_in(line)]) and keys[0] in _FIELDS:
            found.add(number - 1)
        elif found and line.strip() and not keys:
            break
    return frozenset(found)


def _extras(line: str) -> list[str]:
    pairs = list(fields_in(line.strip()))
    return [f"**{key.title()}**: {value}" for key, value in pairs[1:] if key not in _FIELDS]


def _put_below_title(head: str, written: str, newline: str) -> str:
    page = read_markdown(head)
    title = next((section for section in page.sections if section.level == 1), None)
    if title is None or not written:
        return head
    under = next((block.end for block in page.blocks if block.line == title.line), title.line + 1)
    before, after = "".join(page.lines[: under - 1]), "".join(page.lines[under - 1 :])
    if not before.endswith(("\n", "\r")):
        before += newline
    gap = "" if not after or after.startswith(("\r", "\n")) else newline
    return f"{before}{newline}{written}{gap}{after}"


def _cut_marker(text: str) -> tuple[str, str]:
    """A marker on the last line of a section belongs to the section that follows."""
    at = text.rfind(_MARKER)
    line = lines_of(text[at:])[0] if at >= 0 else ""
    is_whole = line.endswith(("\r", "\n")) and line.rstrip().endswith(" -->")
    is_last = is_whole and not text[at + len(line) :].strip() and (at == 0 or text[at - 1] in "\r\n")
    return (text[:at], text[at:]) if is_last else (text, "")


_ABOUT: Final = "document"
"""The key of the fields about the document itself: ours, like the header of a Markdown document."""
_MARK: Final = "edited_by_hand"
_FIELD: Final = re.compile(rf"^(?P<indent>[ ]+)(?:title|{'|'.join(sorted(_FIELDS)).replace(' ', '_')}):")
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
        if key := _KEY.match(line):
            parent, indent = unique(key["key"], used), None
            cut.append((Piece(key=parent, name=key["key"], text=""), [line]))
        elif (item := _ITEM.match(line)) and parent and indent in {None, item["indent"]}:
            indent = item["indent"]
            shown = name["name"].strip() if (name := _NAME.match(line)) else "item"
            own = unique(f"{parent}/{shown}", used)
            cut.append((Piece(key=own, name=shown, text="", level=2, parents=(parent,)), [line]))
        elif cut:
            cut[-1][1].append(line)
        else:
            cut.append((Piece(key="(header)", name="the header", text="", level=0), [line]))
    if not any(piece.level == 1 for piece, _ in cut):
        return None
    return [piece.changed(text="".join(lines), stable=_stable(piece, lines)) for piece, lines in cut]


def fitted_yaml(ours: Pieces, theirs: Pieces) -> Pieces:
    """Our items, indented as the lists are in which they will stand."""
    indents = {piece.parents[0]: _indent(piece.text) for piece in reversed(theirs) if piece.parents}
    fitted: list[Piece] = []
    for piece in ours:
        indent = indents.get(piece.parents[0], "") if piece.parents else ""
        is_off = piece.parents and indent != _indent(piece.text)
        fitted.append(piece.changed(text=_shifted(piece.text, indent)) if is_off else piece)
    return fitted


def with_yaml_header(text: str, ours: str, edited: Sequence[str], newline: str) -> str:
    """The text with our fields about the document, and the one that names what was edited by hand."""
    pieces = yaml_pieces(text) or ()
    mine = {piece.key: piece.text for piece in yaml_pieces(ours) or ()}
    about = next((piece for piece in pieces if piece.key == _ABOUT), None)
    if about is None or _ABOUT not in mine or not _MAPPING.match(about.text):
        return text
    written = [*lines_of(mine[_ABOUT])[1:]]
    if edited:
        # First, because it may be long, and what stands below a long value may be the rest of it.
        named = json.dumps("; ".join(edited[:_MOST_NAMED]), ensure_ascii=False)
        written.insert(0, f"  {_MARK}: {named}{newline}")
    # Our fields below the key; what else somebody put there stays behind them.
    first, *rest = lines_of(about.text)
    fresh = first + "".join([*written, *_without_fields(rest)])
    return "".join(fresh if piece is about else piece.text for piece in pieces)


def _without_fields(lines: Sequence[str]) -> Iterator[str]:
    """The lines that are neither a field of ours nor the rest of its value."""
    above = ""
    depth = next((len(found["indent"]) for line in lines if (found := _FIELD.match(line))), 0)
    for line in lines:
        if (found := _FIELD.match(line)) and len(found["indent"]) == depth:
            above = line
            continue
        # A value goes on below a line only where that became long, or says so.
        goes_on = len(above.rstrip()) > _LONG or above.rstrip().endswith("\\")
        above = line if goes_on and line.strip() and len(line) - len(line.lstrip(" ")) > depth else ""
        if not above:
            yield line


def _stable(piece: Piece, lines: Sequence[str]) -> str | None:
    """What of a piece somebody can have edited: not our fields, and not how far a list is indented."""
    if piece.key == _ABOUT:
        return "".join([lines[0], *_without_fields(lines[1:])])
    return _shifted("".join(lines), "") if piece.parents else None


def _shifted(text: str, indent: str) -> str:
    old = _indent(text)
    return "".join(indent + line.removeprefix(old) if line.strip() else line for line in lines_of(text))


def _indent(text: str) -> str:
    return found["indent"] if (found := _ITEM.match(text)) else ""
