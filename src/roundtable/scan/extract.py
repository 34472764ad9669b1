"""One file in, its structure out: chunks of identifiers, defined names, imports, documentation, messages.

`extract(path, data, words)` is a pure function of its arguments apart from growing `words`, the vocabulary that
gives each identifier a number. It knows nothing of other files, so results are cached by content and made in
parallel.

- Chunks follow definitions: a chunk starts where a function or class starts, so that the best chunk is a place.
- Binary, generated, minified and huge files keep their path and little else; `note` says why.
"""

from __future__ import annotations  # array and memoryview are not subscriptable at run time in Python 3.11

import re
from array import array
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from roundtable.scan.definitions import DEFINITION_KINDS, find_definitions
from roundtable.scan.kinds import kind_of, looks_binary, looks_generated, looks_minified
from roundtable.scan.languages import Language, language_of
from roundtable.scan.lexicon import split_tokens

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["DEFINITION_KINDS", "MAX_BYTES", "Extract", "Words", "comments_in", "definitions_in", "extract"]

MAX_BYTES = 2_000_000
"""Larger files are known by path and first part only: no person edits them whole."""
_HEAD = 200_000
_DATA_HEAD = 4_000
_CHUNK_MIN = 500
_CHUNK_MAX = 3_500
_MESSAGE_MIN_SPACES = 2
_MAX_WORD = 64


class Words(dict[bytes, int]):
    """A growing vocabulary: number 0 is for words that say nothing (single small letters, plain numbers, blobs)."""

    def __missing__(self, word: bytes) -> int:
        # A single capital may be somebody's class (`Q`, `F`); a single small letter is a loop.
        if (len(word) < 2 and not word.isupper()) or len(word) > _MAX_WORD or word.isdigit():
            number = 0
        else:
            self.listed.append(word)
            number = len(self.listed) - 1
        self[word] = number
        return number

    def __init__(self) -> None:
        super().__init__()
        self.listed: list[bytes] = [b""]


@dataclass(frozen=True, slots=True)
class Extract:
    """What one file gives to the index, as 32-bit numbers that refer to the vocabulary it was made with."""

    tokens: memoryview[int]
    chunk_sizes: memoryview[int]
    """Tokens per chunk; they add up to `len(tokens)`."""
    chunk_lines: memoryview[int]
    """The line on which each chunk starts, from 1."""
    docs: memoryview[int]
    messages: memoryview[int]
    def_names: memoryview[int]
    def_lines: memoryview[int]
    def_kinds: memoryview[int]
    def_parents: memoryview[int]
    """Place of the enclosing definition within this file, or -1."""
    imports: tuple[str, ...]
    lines: int
    note: str = ""


_NONE: memoryview[int] = memoryview(array("i"))


def _empty(note: str, lines: int = 0) -> Extract:
    return Extract(_NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, _NONE, (), lines, note)


def _numbers(values: Iterable[int]) -> memoryview[int]:
    return memoryview(array("i", values))


_CHUNK_STARTERS = frozenset(
    DEFINITION_KINDS.index(kind) for kind in ("class", "type", "function", "method", "heading")
)


def _count_lines(data: bytes) -> int:
    """As an editor numbers them: a line break at the very end begins no further line."""
    return data.count(b"\n") + (not data.endswith(b"\n") if data else 0)


def _line_numbers(data: bytes, offsets: list[int]) -> list[int]:
    lines: list[int] = []
    line, last = 1, 0
    for offset in offsets:
        line += data.count(b"\n", last, offset)
        last = offset
        lines.append(line)
    return lines


def _boundaries(data: bytes, starts: list[int]) -> list[int]:
    """Where chunks begin: at definitions, merged while small, cut at line ends while large."""
    wanted = [0]
    for start in starts:
        begin = data.rfind(b"\n", 0, start) + 1
        if begin - wanted[-1] >= _CHUNK_MIN:
            wanted.append(begin)
    cuts: list[int] = []
    for begin, end in pairwise([*wanted, len(data)]):
        cuts.append(begin)
        at = begin
        while end - at > _CHUNK_MAX:
            line_end = data.find(b"\n", at + _CHUNK_MAX // 2, at + _CHUNK_MAX)
            at = line_end + 1 if line_end >= 0 else at + _CHUNK_MAX
            cuts.append(at)
    return cuts


def _joined_imports(language: Language, data: bytes) -> tuple[str, ...]:
    found: list[str] = []
    text = b"\n" + data
    for pattern in language.imports:
        groups = pattern.groupindex
        for match in pattern.finditer(text):
            if "names" in groups:
                names = _NAME_SEPARATORS.sub(" ", match["names"].decode("utf-8", "replace"))
                found.append(f"{match['m'].decode('utf-8', 'replace')} {names}")
            elif "m" in groups:
                found.append(match["m"].decode("utf-8", "replace"))
            elif "l" in groups:
                found.extend(part.split()[0] for part in match["l"].decode("utf-8", "replace").split(","))
            elif "p" in groups:
                found.append("package " + match["p"].decode("utf-8", "replace"))
            else:
                found.append("./" + match["r"].decode("utf-8", "replace"))
    return tuple(dict.fromkeys(" ".join(one.split()) for one in found))


_NAME_SEPARATORS = re.compile(r"#[^\n]*|\bas\s+\w+|[(),\\;]")


def _prose_inside(language: Language, data: bytes) -> tuple[bytes, bytes, list[tuple[int, int]]]:
    """Documentation and comments; string literals that read like messages; where comments of several lines lie."""
    lexical = language.lexical
    spans: list[tuple[int, int]] = []
    if lexical is None:
        return b"", b"", spans
    docs: list[bytes] = []
    messages: list[bytes] = []
    is_doc = [name is not None and name.startswith("d") for name in _group_names(lexical)]
    for match in lexical.finditer(data):
        group = match.lastindex
        if group is None:
            continue
        text = match[group]
        if is_doc[group]:
            docs.append(text)
            if b"\n" in text and _begins_as_prose(language, data, match.start()):
                spans.append(match.span())
        elif text.count(b" ") >= _MESSAGE_MIN_SPACES:
            messages.append(text)
    return b"\n".join(docs), b"\n".join(messages), spans


def _begins_as_prose(language: Language, data: bytes, start: int) -> bool:
    """Whether a comment is surely one: in `/\\/*$/` of JavaScript the same signs are a pattern, so it must begin its line."""
    return language.name == "Python" or not data[data.rfind(b"\n", 0, start) + 1 : start].strip()


def _group_names(pattern: re.Pattern[bytes]) -> list[str | None]:
    names: list[str | None] = [None] * (pattern.groups + 1)
    for name, number in pattern.groupindex.items():
        names[number] = name
    return names


def comments_in(path: str, data: bytes) -> list[tuple[int, int]]:
    """Where comments and documentation of several lines lie."""
    return _prose_inside(language_of(path), data[:MAX_BYTES])[2]


def definitions_in(path: str, data: bytes) -> list[tuple[str, int, str, int]]:
    """Name, line, kind and parent position of every definition, for whoever needs just one file."""
    language, data = language_of(path), data[:MAX_BYTES]
    found, owners = find_definitions(language, data, _prose_inside(language, data)[2])
    lines = _line_numbers(data, [one.offset for one in found])
    return [
        (one.name.decode("utf-8", "replace"), line, DEFINITION_KINDS[one.kind], parent)
        for one, line, parent in zip(found, lines, owners, strict=True)
    ]


def extract(path: str, data: bytes, words: Words) -> Extract:
    """Read one file's content into numbers."""
    if looks_binary(data):
        return _empty("binary")
    note, lines = "", _count_lines(data)
    if looks_minified(path, data):
        return _empty("minified", lines)
    if len(data) > MAX_BYTES:
        note = f"only the first {_HEAD // 1000} KB were read"
        data = data[:_HEAD]
    elif looks_generated(data):
        note = "generated"
    elif kind_of(path) == "data":
        # Translations, drawings and tables are told apart by their beginning; their bulk only dilutes the vocabulary.
        data = data[:_DATA_HEAD]
    language = language_of(path)
    docs, messages, prose = _prose_inside(language, data)
    found, owners = find_definitions(language, data, prose)
    number_of = words.__getitem__
    cuts = _boundaries(data, [one.offset for one in found if one.kind in _CHUNK_STARTERS])
    tokens: list[int] = []
    sizes: list[int] = []
    for begin, end in pairwise([*cuts, len(data)]):
        chunk = split_tokens(data[begin:end])
        sizes.append(len(chunk))
        tokens += map(number_of, chunk)
    return Extract(
        tokens=_numbers(tokens),
        chunk_sizes=_numbers(sizes),
        chunk_lines=_numbers(_line_numbers(data, cuts)),
        docs=_numbers(map(number_of, split_tokens(docs))),
        messages=_numbers(map(number_of, split_tokens(messages))),
        def_names=_numbers([number_of(one.name) for one in found]),
        def_lines=_numbers(_line_numbers(data, [one.offset for one in found])),
        def_kinds=_numbers([one.kind for one in found]),
        def_parents=_numbers(owners),
        imports=_joined_imports(language, data),
        lines=lines,
        note=note,
    )
