"""The index in memory: every file's identifiers as flat arrays that numpy can sweep in milliseconds.

There is no inverted index. A query marks the identifiers it knows in a table and sweeps the tokens once; on 30 MB
of source that takes about twenty milliseconds, needs nothing to be sorted when files change, and gives exact counts
per chunk, per file and per field from the same pass.

- `build_index` joins extracts (made by `extract`, maybe in several processes) over one vocabulary.
- An `Index` never changes; a changed tree gets a new one that shares what did not change.

Elsewhere: saving (`cache`), reading files (`walk`), what the counts mean (`signals`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.definitions import HEADING, KIND_CODE
from roundtable.scan.kinds import KINDS, is_vendored, kind_of
from roundtable.scan.languages import language_of
from roundtable.scan.lexicon import number_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from roundtable.analysis.scanning import FileKind
    from roundtable.scan.extract import Extract

    Ints = npt.NDArray[np.int32]
    Floats = npt.NDArray[np.float32]


_NOT_OFFERED = [KIND_CODE[kind] for kind in ("heading", "method", "property")]


class TermTable:
    """Which terms each identifier has. Grows with the vocabulary; shared by every index over it."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._terms: list[int] = []
        self._offsets: list[int] = [0]
        self._inverse: tuple[Ints, Ints] | None = None
        self._frozen: tuple[Ints, Ints] | None = None

    def grow(self, words: Sequence[bytes]) -> None:
        """Take in the words beyond those already known."""
        known = len(self._offsets) - 1
        if known < len(words):
            sizes, terms = number_terms(words[known:], self.numbers)
            self._offsets.extend(accumulate(sizes, initial=self._offsets.pop()))
            self._terms.extend(terms)
            self._inverse = self._frozen = None

    def adopt(self, other_terms: Sequence[str], sizes: Ints, numbers: Ints, chosen: Ints) -> None:
        """Take over some words of another table, in the order in which they join this vocabulary."""
        number_of = self.numbers.setdefault
        translated = np.array([number_of(term, len(self.numbers)) for term in other_terms], np.int32)
        first, wanted = (np.cumsum(sizes) - sizes)[chosen], sizes[chosen]
        within = np.arange(int(wanted.sum())) - np.repeat(np.cumsum(wanted) - wanted, wanted)
        self._terms.extend(translated[numbers[np.repeat(first, wanted) + within]].tolist())
        self._offsets.extend(accumulate(wanted.tolist(), initial=self._offsets.pop()))
        self._inverse = self._frozen = None

    def arrays(self) -> tuple[Ints, Ints]:
        """Offsets per word, and the terms."""
        if self._frozen is None:
            self._frozen = (np.array(self._offsets, np.int32), np.array(self._terms, np.int32))
        return self._frozen

    @classmethod
    def from_arrays(cls, terms: Sequence[str], offsets: Ints, numbers: Ints) -> TermTable:
        table = cls()
        table.numbers = {term: number for number, term in enumerate(terms)}
        table._offsets = offsets.tolist()
        table._terms = numbers.tolist()
        return table

    def words_with(self, term: int) -> Ints:
        """The identifiers that have this term."""
        if self._inverse is None:
            offsets, terms = self.arrays()
            owner = np.repeat(np.arange(len(offsets) - 1, dtype=np.int32), np.diff(offsets))
            order = np.argsort(terms, kind="stable")
            starts = np.searchsorted(terms[order], np.arange(len(self.numbers) + 1)).astype(np.int32)
            self._inverse = (starts, owner[order])
        starts, owners = self._inverse
        return owners[starts[term] : starts[term + 1]]


@dataclass(frozen=True, eq=False)
class Field:
    """Tokens of one field, grouped into rows (chunks, files or commits)."""

    tokens: Ints
    offsets: Ints
    """Row boundaries: one more than there are rows."""

    @property
    def rows(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def lengths(self) -> Floats:
        return np.diff(self.offsets).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Index:
    """All files of one tree."""

    paths: tuple[str, ...]
    words: Sequence[bytes]
    terms: TermTable
    chunks: Field
    chunk_file: Ints
    chunk_line: Ints
    docs: Field
    messages: Field
    quoted: Field
    def_name: Ints
    def_file: Ints
    def_line: Ints
    def_kind: Ints
    def_parent: Ints
    """Row of the enclosing definition, or -1."""
    imports: tuple[tuple[str, ...], ...]
    lines: Ints
    notes: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.paths)

    @cached_property
    def number_of(self) -> dict[str, int]:
        return {path: number for number, path in enumerate(self.paths)}

    @cached_property
    def kinds(self) -> npt.NDArray[np.int8]:
        codes = {kind: code for code, kind in enumerate(KINDS)}
        return np.array([codes[kind_of(path)] for path in self.paths], np.int8)

    def kind(self, file: int) -> FileKind:
        return KINDS[int(self.kinds[file])]

    @cached_property
    def languages(self) -> tuple[str, ...]:
        return tuple(language_of(path).name for path in self.paths)

    @cached_property
    def vendored(self) -> npt.NDArray[np.bool_]:
        return np.array([is_vendored(path) for path in self.paths], np.bool_)

    @cached_property
    def file_chunks(self) -> Ints:
        """Where each file's chunks begin; one more than there are files."""
        return np.searchsorted(self.chunk_file, np.arange(self.size + 1)).astype(np.int32)

    @cached_property
    def defs(self) -> Field:
        """The defined names as a field with one row per file."""
        offsets = np.searchsorted(self.def_file, np.arange(self.size + 1)).astype(np.int32)
        return Field(self.def_name, offsets)

    def def_rows(self, file: int) -> slice:
        """The rows of the names that a file defines."""
        return slice(*self.defs.offsets[file : file + 2].tolist())

    def defined(self, file: int) -> frozenset[str]:
        """Names that a file defines."""
        rows = self.def_rows(file)
        words = self.def_name[rows][self.def_kind[rows] != HEADING]
        return frozenset(map(self.word, set[int](words.tolist())))

    def offered(self, file: int) -> list[int]:
        """Words that others know a file by: the names on its top level, in order; members belong to who has the value."""
        rows = self.def_rows(file)
        names, top = self.def_name[rows], self.def_parent[rows] < 0
        kept = names[top & (names > 0) & ~np.isin(self.def_kind[rows], _NOT_OFFERED)]
        return list(dict.fromkeys(kept.tolist()))

    def code_words(self, file: int) -> Counter[int]:
        """How often each word occurs in the code of a file: comments, documentation and quotes do not count."""
        first, last = self.chunks.offsets[self.file_chunks[file : file + 2]].tolist()
        found = Counter[int](self.chunks.tokens[first:last].tolist())
        for field in (self.docs, self.messages, self.quoted):
            found.subtract(field.tokens[field.offsets[file] : field.offsets[file + 1]].tolist())
        return +found

    @cached_property
    def word_number(self) -> dict[bytes, int]:
        return {word: number for number, word in enumerate(self.words)}

    def find_word(self, word: str) -> int:
        """The number of an identifier as written, or 0."""
        return self.word_number.get(word.encode("utf-8", "replace"), 0)

    def word(self, number: int) -> str:
        return self.words[number].decode("utf-8", "replace")


def _joined(parts: Iterable[memoryview[int]]) -> Ints:
    arrays = [np.frombuffer(part, np.int32) for part in parts if len(part)]
    return np.concatenate(arrays) if arrays else np.empty(0, np.int32)


def _offsets(sizes: Iterable[int]) -> Ints:
    counted = np.fromiter(sizes, np.int64)
    offsets = np.zeros(len(counted) + 1, np.int32)
    np.cumsum(counted, out=offsets[1:])
    return offsets


def _field(rows: Iterable[memoryview[int]]) -> Field:
    listed = list(rows)
    return Field(_joined(listed), _offsets(map(len, listed)))


def build_index(
    paths: Sequence[str], extracts: Sequence[Extract], words: Sequence[bytes], terms: TermTable
) -> Index:
    """Join extracts over one vocabulary. `paths` and `extracts` go together, in path order."""
    terms.grow(words)
    defs_per_file = np.fromiter((len(one.def_names) for one in extracts), np.int32)
    parents = _joined(one.def_parents for one in extracts).copy()
    shift = np.repeat(np.cumsum(defs_per_file) - defs_per_file, defs_per_file).astype(np.int32)
    parents[parents >= 0] += shift[parents >= 0]
    files = np.arange(len(extracts), dtype=np.int32)
    return Index(
        paths=tuple(paths),
        words=words,
        terms=terms,
        chunks=Field(
            _joined(one.tokens for one in extracts),
            _offsets(size for one in extracts for size in one.chunk_sizes),
        ),
        chunk_file=np.repeat(files, np.fromiter((len(one.chunk_sizes) for one in extracts), np.int32)),
        chunk_line=_joined(one.chunk_lines for one in extracts),
        docs=_field(one.docs for one in extracts),
        messages=_field(one.messages for one in extracts),
        quoted=_field(one.quoted for one in extracts),
        def_name=_joined(one.def_names for one in extracts),
        def_file=np.repeat(files, defs_per_file),
        def_line=_joined(one.def_lines for one in extracts),
        def_kind=_joined(one.def_kinds for one in extracts),
        def_parent=parents,
        imports=tuple(one.imports for one in extracts),
        lines=np.fromiter((one.lines for one in extracts), np.int32),
        notes=tuple(one.note for one in extracts),
    )
