"""Pieces of what somebody said, each with its exact place in the text.

A fact quotes the person to the character, so nothing here ever normalises: a `Piece` is a slice. `Piece.flat` is the same
words on one line, for showing.

- `read_pieces` cuts an answer into list items, sentences and code blocks; it works for any text and loses no word.
- `split_names` cuts "customers, support agents and admins" into its names.

Elsewhere: what the pieces mean (`answers`).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from roundtable.analysis.evidence import Quote

__all__ = ["LONGEST_READ", "Heard", "Piece", "read_pieces", "sentences_in", "split_names"]

LONGEST_READ: Final = 20_000
"""Characters that are read closely; whatever comes after is kept as one piece of text."""


@dataclass(frozen=True, slots=True)
class Heard:
    """One turn, as a source of quotes."""

    turn: int
    text: str

    def quote(self, start: int, end: int) -> Quote:
        """The characters from `start` to `end` without the white space around them."""
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        words = piece.strip()
        return Quote(turn=self.turn, start=start, end=start + len(words), text=words)


@dataclass(frozen=True, slots=True)
class Piece:
    """A slice of an answer: a list item, a sentence, or a block of code."""

    start: int
    end: int
    text: str
    bullet: bool = False
    level: int = 0
    label: str = ""
    """The heading it stands under, such as `Out of scope`."""
    code: bool = False
    paragraph: int = 0

    @property
    def flat(self) -> str:
        """The words on one line."""
        return " ".join(self.text.split())

    def part(self, start: int, end: int) -> "Piece":
        """The slice from `start` to `end`, counted within this piece, without surrounding white space."""
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        words = piece.strip()
        return Piece(
            self.start + start, self.start + start + len(words), words, self.bullet, self.level, self.label,
            self.code, self.paragraph,
        )  # fmt: skip


_FENCE: Final = re.compile(r"^\s*(`{3,}|~{3,})")
_ITEM: Final = re.compile(r"^(?P<indent>[ \t]*)(?:[-*+•–‣]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\d{1,2}、)[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)|^(?P<cjk>[ \t]*)\d{1,2}[、．](?=\S)")  # fmt: skip
_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s+(?P<text>.+?)\s*#*\s*$")
_LABEL: Final = re.compile(r"^\s*\*{0,2}(?P<text>[^\s:：*][^:：*]{0,48}?)\*{0,2}\s*[:：]\*{0,2}\s*$")
_SHORT_LINE: Final = 60
_INLINE_NUMBER: Final = re.compile(r"(?:(?<=\s)|^)\(?(\d{1,2})[.)]\s+(?=\S)")
_BOUNDARY: Final = re.compile(
    r"(?<=[.!?…])[\"'”’»)\]]*\s+(?=[\"'“«(\[`¿¡]?[^\Wa-z_]|[-*•]\s|`)"
    r"|(?<=[.!?])\s+(?=[\w./-]{2,30}: )"
    r"|(?<=[。！？；])[”」』）]*\s*(?=\S)"
)
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|ca|Mr|Mrs|Ms|Dr|Nr|Fig|incl|z\.\s?B|d\.\s?h|bzw|usw|resp)\.)\s*$"
)


def read_pieces(text: str) -> list[Piece]:
    """The pieces of an answer in order. Text past `LONGEST_READ` characters is one last piece."""
    read = text[:LONGEST_READ]
    if len(text) > LONGEST_READ:
        read = read[: read.rfind("\n") + 1 or LONGEST_READ]
    pieces = [piece for piece in _pieces(read) if re.search(r"\w", piece.text)]
    rest = text[len(read) :]
    if rest.strip():
        start = len(read) + len(rest) - len(rest.lstrip())
        pieces.append(Piece(start, start + len(rest.strip()), rest.strip(), paragraph=10_000))
    return pieces


@dataclass(slots=True)
class _Block:
    """Lines that belong together while reading."""

    start: int
    end: int
    bullet: bool = False
    level: int = 0
    lines: int = 1


def _pieces(text: str) -> Iterator[Piece]:
    label, paragraph, fence = "", 0, ""
    block: _Block | None = None
    indents: list[int] = []
    after_blank = False
    offset = 0

    def finish() -> Iterator[Piece]:
        if block is not None:
            yield from _from_block(text, block, label, paragraph)

    for line in text.splitlines(keepends=True):
        start, offset = offset, offset + len(line)
        opening = _FENCE.match(line)
        if fence:
            if block is not None:
                block.end = offset
            if opening and opening[1].startswith(fence):
                if block is not None:
                    yield _code(text, block, label, paragraph)
                block, fence = None, ""
            continue
        if opening:
            yield from finish()
            block, fence = _Block(start, offset), opening[1]
            continue
        if not line.strip():
            yield from finish()
            block, after_blank = None, True
            paragraph += 1
            continue
        heading = _HEADING.match(line) or _LABEL.match(line)
        item = _ITEM.match(line)
        if heading and not item:
            yield from finish()
            block, label = None, heading["text"].strip(" *")
            indents.clear()
        elif item:
            yield from finish()
            indent = len((item["indent"] or item["cjk"] or "").expandtabs(4))
            while indents and indents[-1] >= indent:
                indents.pop()
            indents.append(indent)
            block = _Block(start + item.end(), offset, bullet=True, level=len(indents) - 1)
        elif block is not None and (not block.bullet or line[:1].isspace() or not _starts_anew(line)):
            block.end = offset
            block.lines += 1
        else:
            yield from finish()
            if after_blank and indents:
                label = ""
                indents.clear()
            block = _Block(start, offset)
        after_blank = False
    if fence and block is not None:
        yield _code(text, block, label, paragraph)
    else:
        yield from finish()


def _starts_anew(line: str) -> bool:
    """A line below a list item that begins like a sentence of its own."""
    return line[:1].isupper() and len(line) > _SHORT_LINE


def _code(text: str, block: _Block, label: str, paragraph: int) -> Piece:
    return _piece(text, block.start, block.end, label=label, paragraph=paragraph, code=True)


def _piece(
    text: str, start: int, end: int, *, bullet: bool = False, level: int = 0, label: str = "", code: bool = False,
    paragraph: int = 0,
) -> Piece:  # fmt: skip
    raw = text[start:end]
    start += len(raw) - len(raw.lstrip())
    words = raw.strip()
    return Piece(start, start + len(words), words, bullet, level, label, code, paragraph)


def _from_block(text: str, block: _Block, label: str, paragraph: int) -> Iterator[Piece]:
    if block.bullet:
        yield _piece(
            text, block.start, block.end, bullet=True, level=block.level, label=label, paragraph=paragraph
        )
        return
    segments = _segments(text, block)
    for first, last in segments:
        stretches = _inline_numbers(text[first:last])
        listed = bool(stretches)
        stretches = stretches or sentences_in(text[first:last])
        alone = len(segments) > 1 and len(stretches) == 1
        for start, end in stretches:
            yield _piece(
                text, first + start, first + end, bullet=listed or alone, label=label, paragraph=paragraph
            )


def _segments(text: str, block: _Block) -> list[tuple[int, int]]:
    """Lines that a person broke on purpose stand apart; lines that were only wrapped belong together."""
    found: list[tuple[int, int]] = []
    start = at = block.start
    for line in text[block.start : block.end].splitlines(keepends=True):
        at += len(line)
        deliberate = len(line) <= _SHORT_LINE or line.rstrip().endswith((".", "!", "?", ";", "。"))
        if deliberate and not _runs_on(line):
            found.append((start, at))
            start = at
    if start < block.end:
        found.append((start, block.end))
    return found


def _runs_on(line: str) -> bool:
    """A line that is continued by the next one."""
    bare = line.rstrip().lower()
    return bare.endswith((",", "，", "、", "(", "-")) or bool(
        re.search(r"\b(?:and|or|the|a|an|to|of|with|that|when|if|und|oder|der|die|das)$", bare)
    )


def _inline_numbers(text: str) -> list[tuple[int, int]]:
    """ "1) this 2) that" as two stretches; nothing when the numbers are not 1, 2, …"""
    found = list(_INLINE_NUMBER.finditer(text))
    if len(found) < 2 or [int(hit[1]) for hit in found] != list(range(1, len(found) + 1)):
        return []
    ends = [hit.start() for hit in found[1:]] + [len(text)]
    head = [(0, found[0].start())] if text[: found[0].start()].strip() else []
    return head + [(hit.end(), end) for hit, end in zip(found, ends, strict=True)]


def sentences_in(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end. File names, versions and abbreviations do not end one."""
    inner = [
        boundary.end()
        for boundary in _BOUNDARY.finditer(text)
        if not _ABBREVIATION.search(text[max(0, boundary.start() - 12) : boundary.start()])
    ]
    return [(start, end) for start, end in pairwise([0, *inner, len(text)]) if text[start:end].strip()]


_COMMA: Final = re.compile(
    r"\s*[,;，、；]\s*(?:(?:and|or|und|oder|sowie|as well as)\s+)?"
    r"|\s+(?:and|or|as well as|plus|und|oder|sowie|&|\+)\s+|\s+/\s+|(?<=[\u4e00-\u9fff])(?:和|与|及|以及)(?=[\u4e00-\u9fff])",
    re.IGNORECASE,
)


def split_names(piece: Piece, longest: int = 7) -> list[Piece]:
    """The members of an enumeration; the piece itself when it does not look like one."""
    if "(" in piece.text or '"' in piece.text or "`" in piece.text:
        cuts = [hit for hit in _COMMA.finditer(piece.text) if _outside_brackets(piece.text, hit.start())]
    else:
        cuts = list(_COMMA.finditer(piece.text))
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(piece.text)]
    parts = [piece.part(start, end) for start, end in zip(starts, ends, strict=True)]
    parts = [part for part in parts if re.search(r"\w", part.text)]
    if len(parts) < 2 or any(len(part.text.split()) > longest for part in parts):
        return [piece]
    return parts


def _outside_brackets(text: str, at: int) -> bool:
    before = text[:at]
    return (
        before.count("(") <= before.count(")") and before.count('"') % 2 == 0 and before.count("`") % 2 == 0
    )
