"""Cut Markdown documents into pieces with stable keys, and put merged pieces together.

A section's key is the path of headings above it; a heading that starts with an identifier is known by that alone, so that a new
title does not make a new section. What a discussion brought is known by its marker, a footnote at the end by its name. The header
(title and `**Key**: value` lines) is a piece of its own: our fields in it are always brought up to date, the rest may be anybody's.

Elsewhere: YAML (`yaml_pieces`), the rules of merging (`threeway`).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from roundtable.documents.escaping import inline, plain
from roundtable.documents.reading.identifiers import canonical
from roundtable.documents.threeway import Merged, Piece, Pieces, unique
from roundtable.language.markdown import Markdown, lines_of, plain_title, read_markdown
from roundtable.language.markdown_blocks import fields_in

HEADER: Final = "(header)"
FOOTNOTE: Final = "[^"
"""How the keys of footnotes begin; no section has such a key."""
EDITED: Final = "Edited by Hand"
_FIELDS: Final = frozenset(
    {"source", "date", "status", "confidence", "last updated", "coverage", EDITED.casefold()}
)
_MARKER: Final = "<!-- Elaboration: "
_MOST_NAMED: Final = 12


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
            known = (
                f"elaboration {waiting.strip()[5:-4].strip()}"
                if waiting
                else canonical(title) or plain_title(title)
            )
            key = unique("/".join((*parents[-1:], known)), used)
            name = canonical(title) or title
            pieces.append(Piece(key=key, name=name, text=waiting + own, level=section.level, parents=parents))
            above.append((section.level, key))
        pieces += _footnotes(page, words_end, end, used)
        waiting = marker
    if waiting:
        pieces[-1] = pieces[-1].model_copy(update={"text": pieces[-1].text + waiting})
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


def _footnotes(page: Markdown, start: int, end: int, used: dict[str, int]) -> list[Piece]:
    """The footnotes from one line to another, each with the empty lines behind it."""
    notes = [note for note in page.footnotes if start <= note.line < end]
    ends = [*(note.line for note in notes[1:]), end]
    return [
        Piece(
            key=unique(f"{FOOTNOTE}{note.name}]", used),
            name=f"footnote {note.name}",
            text="".join(page.lines[note.line - 1 : until - 1]),
            level=9,
        )
        for note, until in zip(notes, ends, strict=False)
    ]


def join_pieces(merged: Merged, theirs: Pieces, newline: str, gap: str) -> str:
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
    is_one_line = len(lines) == 1
    written = (
        (" · " if is_one_line else f"  {newline}").join([*lines, *more]) + newline if lines or more else ""
    )
    if not there:
        return _put_below_title(head, written, newline) + text[len(head) :]
    before = "".join(lines_of(head)[: min(there)])
    after = "".join(line for at, line in enumerate(lines_of(head)) if at > min(there) and at not in there)
    return before + written + after + text[len(head) :]


def without_fields(head: str) -> str:
    """A header without our fields: what of it somebody can have edited, the same whether or not they took those out."""
    ours = _our_lines(head)
    if not ours:
        head = _put_below_title(head, "**Status**:\n", "\n")
        ours = _our_lines(head)
    kept = ["".join(_extras(line)) if at in ours else line for at, line in enumerate(lines_of(head))]
    return "".join(kept)


def _our_lines(head: str) -> frozenset[int]:
    """Which lines of a header hold fields of ours: those in its first block of fields.

    Behind other words, `**Status**: waiting for legal` is somebody's sentence.
    """
    found: set[int] = set()
    for number, line in read_markdown(head).prose:
        keys = [key for key, _ in fields_in(line)]
        if keys and keys[0] in _FIELDS:
            found.add(number - 1)
        elif found and line.strip() and not keys:
            break
    return frozenset(found)


def _extras(line: str) -> list[str]:
    """The fields that somebody added to a line of ours."""
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
    is_last = (
        line.endswith(("\r", "\n")) and line.rstrip().endswith(" -->") and not text[at + len(line) :].strip()
    )
    return (text[:at], text[at:]) if is_last and (at == 0 or text[at - 1] in "\r\n") else (text, "")
