"""One file in, its structure out: chunks of identifiers, defined names, imports.

`extract(path, data)` is a pure function: it knows nothing of other files, so extracts are made in parallel. Their words get
numbers afterwards (`columns`).

- Chunks follow definitions: a chunk starts where a function or class starts, so that the best chunk is a place.
- Binary, minified and huge files keep their path and little else; `note` says why.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from roundtable.analysis.secrets import without_secrets
from roundtable.scan.definitions import CALLABLE, DEFINITION_KINDS, HEADING, TYPES, find_definitions
from roundtable.scan.kinds import is_secret_file, kind_of, looks_binary, looks_minified
from roundtable.scan.languages import language_of
from roundtable.scan.lexing import lex_blocks
from roundtable.scan.notebooks import readable
from roundtable.scan.statements import imports_in

MAX_BYTES = 2_000_000  # larger files are known by path and first part only: no person edits them whole
_HEAD = 200_000
BINARY = "binary"
MINIFIED = "minified"
CUT_OFF = "only the first"  # how the note of a very large file begins
PARTLY = "read in part"  # the note of a file of data of which only the beginning was read
_DATA_HEAD = 4_000
_CHUNK_MIN = 500
_CHUNK_MAX = 3_500
_LONGEST_SECRET = 1_000
_PLACES = CALLABLE | TYPES | {HEADING}


@dataclass(frozen=True, slots=True)
class Extract:
    """What one file gives to the index: its text, and places in it."""

    text: bytes = b""
    chunk_begins: Sequence[int] = ()
    spoken: Sequence[int] = ()
    """Where that begins and ends, in turn, which is no code, as far as somebody needs to know."""
    def_names: tuple[bytes, ...] = ()
    def_begins: Sequence[int] = ()
    def_kinds: Sequence[int] = ()
    def_parents: Sequence[int] = ()  # place of the enclosing definition within this file, or -1
    imports: tuple[str, ...] = ()
    lines: int = 0
    note: str = ""


def _count_lines(data: bytes) -> int:
    """As an editor numbers them: a line break at the very end begins no further line."""
    return data.count(b"\n") + (not data.endswith(b"\n") if data else 0)


def _line_numbers(data: bytes, offsets: list[int]) -> list[int]:
    breaks = (data.count(b"\n", last, offset) for last, offset in pairwise([0, *offsets]))
    return [1 + before for before in accumulate(breaks)]


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


def definitions_in(path: str, data: bytes) -> list[tuple[str, int, str, int]]:
    """Name, line, kind and parent position of every definition, for whoever needs just one file."""
    language, data = language_of(path), readable(path, data[:MAX_BYTES])
    found, owners = find_definitions(language, data, lex_blocks(language, data).blocks)
    lines = _line_numbers(data, [one.offset for one in found])
    names = [one.name.decode("utf-8", "replace") for one in found]
    kinds = [DEFINITION_KINDS[one.kind] for one in found]
    return list(zip(names, lines, kinds, owners, strict=True))


def extract(path: str, data: bytes) -> Extract:
    if looks_binary(data):
        return Extract(note=BINARY)
    data = readable(path, data)
    language, note, lines, most = language_of(path), "", _count_lines(data), MAX_BYTES
    if looks_minified(path, data):
        return Extract(lines=lines, note=MINIFIED)
    if len(data) > MAX_BYTES:
        note, most = f"{CUT_OFF} {_HEAD // 1000} KB were read", _HEAD
    elif kind_of(path) == "data":
        # Translations, drawings and tables are told apart by their beginning; their bulk only dilutes the vocabulary.
        note, most = PARTLY if len(data) > _DATA_HEAD else "", _DATA_HEAD
    # Masked before it is cut: the first half of a key is one, too.
    only_names = not language.code and is_secret_file(path)
    data = without_secrets(data[: most + _LONGEST_SECRET], only_names=only_names, in_words=True)[:most]
    lexed = lex_blocks(language, data)
    found, owners = find_definitions(language, data, lexed.blocks)
    return Extract(
        text=data,
        chunk_begins=_boundaries(data, [one.offset for one in found if one.kind in _PLACES]),
        spoken=lexed.spoken,
        def_names=tuple(one.name for one in found),
        def_begins=[one.offset for one in found],
        def_kinds=[one.kind for one in found],
        def_parents=owners,
        imports=imports_in(language, data, lexed),
        lines=lines,
        note=note,
    )
