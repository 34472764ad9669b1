"""The index in memory: every file's identifiers as flat arrays that numpy can sweep in milliseconds.

There is no inverted index. A query marks the identifiers it knows in a table and sweeps the tokens once; on 30 MB
of source that takes about twenty milliseconds, needs nothing to be sorted when files change, and gives exact counts
per chunk, per file and per field from the same pass.

- `build_index` takes the columns as they were read or saved: nothing is copied, and no file is looked at by itself.
- An `Index` never changes; a changed tree gets a new one that shares what did not change.

Elsewhere: saving (`cache`), reading files (`walk`), what the counts mean (`signals`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Self

import numpy as np
import numpy.typing as npt

from roundtable.analysis.scanning import FileKind
from roundtable.scan.columns import COLUMNS, Columns, Ints, Places
from roundtable.scan.definitions import HEADING, KIND_CODE
from roundtable.scan.extract import BINARY
from roundtable.scan.kinds import KINDS, is_vendored, kind_of
from roundtable.scan.languages import language_of
from roundtable.scan.lexicon import beginning_of, folded, terms_of
from roundtable.scan.packing import TEXT_SEPARATOR
from roundtable.scan.vocabulary import Words

Floats = npt.NDArray[np.float32]

_NOT_OFFERED = [KIND_CODE[kind] for kind in ("heading", "method", "property")]


class TermTable:
    """Which identifiers have a term. Nothing is stemmed before somebody asks; shared by every index over a vocabulary."""

    def __init__(self, words: Sequence[bytes]) -> None:
        self._words = words
        self._known = 0
        self._texts: list[tuple[str, Ints, Ints]] = []  # text, where its lines end, and whose lines they are
        self._found: dict[str, tuple[int, Ints]] = {}
        """For each term how many of the texts were searched, and who has it."""

    def grow(self) -> None:
        """Take in the words that the vocabulary has got since the last time."""
        numbers = np.arange(self._known, len(self._words), dtype=np.int32)
        plain = np.fromiter(map(bytes.isascii, self._words[self._known :]), np.bool_, len(numbers))
        self._known = len(self._words)
        for some in (numbers[plain], numbers[~plain]):
            chosen: list[int] = some.tolist()
            for text in folded([self._words[number] for number in chosen]) if chosen else ():
                letters = np.frombuffer(text.encode("utf-32-le"), np.uint32)
                self._texts.append((text, np.flatnonzero(letters == ord("\n")).astype(np.int32), some))

    def words_with(self, term: str) -> Ints:
        searched, found = self._found.get(term, (0, np.empty(0, np.int32)))
        if searched < len(self._texts):
            maybe = [one for text in self._texts[searched:] for one in _lines_with(beginning_of(term), *text)]
            having = [one for one in maybe if term in terms_of(self._words[one].decode("utf-8", "replace"))]
            found = np.array(sorted({*found.tolist(), *having}), np.int32)
            self._found[term] = (len(self._texts), found)
        return found


def _lines_with(letters: str, text: str, ends: Ints, numbers: Ints) -> list[int]:
    """Whose lines of a text hold these letters."""
    places: list[int] = []
    at = text.find(letters)
    while at >= 0:
        places.append(at)
        end = text.find("\n", at)
        at = text.find(letters, end) if end >= 0 else -1
    return numbers[np.searchsorted(ends, places)].tolist()


@dataclass(frozen=True, eq=False)
class Field:
    """Tokens of one field, grouped into rows (chunks, files or commits)."""

    tokens: Ints
    offsets: Ints  # row boundaries: one more than there are rows
    found: dict[str, tuple[Ints, Floats]] = field(default_factory=dict[str, tuple[Ints, Floats]])
    """For each term that was asked for: the rows that have it, and how often. One question is much like the one before."""

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Self:
        sizes = np.array([len(row) for row in rows], np.int32)
        return cls(np.array([*chain.from_iterable(rows)], np.int32), _offsets(sizes))

    @property
    def rows(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def lengths(self) -> Floats:
        return np.diff(self.offsets).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Index:
    paths: tuple[str, ...]
    words: Sequence[bytes]
    word_number: Mapping[bytes, int]
    terms: TermTable
    chunks: Field
    chunk_file: Ints
    chunk_line: Ints
    spoken: Field
    """Words that are no code, of the files in whose language a name can be meant without an import."""
    def_name: Ints
    def_file: Ints
    def_line: Ints
    def_kind: Ints
    def_parent: Ints  # row of the enclosing definition, or -1
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
        return slice(*self.defs.offsets[file : file + 2].tolist())

    def defined(self, file: int) -> frozenset[str]:
        rows = self.def_rows(file)
        words = self.def_name[rows][self.def_kind[rows] != HEADING]
        return frozenset(map(self.word, set[int](words.tolist())))

    def offered(self, file: int) -> list[int]:
        """Words that others know a file by: the names on its top level, in order; members belong to who has the value."""
        rows = self.def_rows(file)
        names, top = self.def_name[rows], self.def_parent[rows] < 0
        kept = names[top & (names > 0) & ~np.isin(self.def_kind[rows], _NOT_OFFERED)]
        return list(dict.fromkeys(kept.tolist()))

    def tokens_of(self, file: int) -> Ints:
        first, last = self.chunks.offsets[self.file_chunks[file : file + 2]].tolist()
        return self.chunks.tokens[first:last]

    def code_words(self, file: int) -> Counter[int]:
        """How often each word occurs in the code of a file: comments, documentation and quotes do not count."""
        found = Counter[int](self.tokens_of(file).tolist())
        spoken = self.spoken.tokens[self.spoken.offsets[file] : self.spoken.offsets[file + 1]]
        return found - Counter[int](spoken.tolist())

    @cached_property
    def _having(self) -> dict[int, Places]:
        """For each word that was asked for the files that have it."""
        return {}

    def files_with(self, words: Iterable[int]) -> dict[int, Places]:
        """For each of some words the files that have it, in order."""
        asked = list(words)
        new = np.unique([word for word in asked if word not in self._having])
        if len(new):
            wanted = np.zeros(len(self.words), np.bool_)
            wanted[new] = True
            at = np.flatnonzero(wanted[self.chunks.tokens])
            chunk = np.searchsorted(self.chunks.offsets, at, side="right") - 1
            pairs = np.unique(self.chunks.tokens[at].astype(np.int64) * self.size + self.chunk_file[chunk])
            ends = np.searchsorted(pairs // self.size, new, side="right")
            self._having.update(zip(new.tolist(), np.split(pairs % self.size, ends)[:-1], strict=True))
        return {word: self._having[word] for word in asked}

    def find_word(self, word: str) -> int:
        """The number of an identifier as written, or 0."""
        return self.word_number.get(word.encode("utf-8", "replace"), 0)

    def word(self, number: int) -> str:
        return self.words[number].decode("utf-8", "replace")


def _offsets(sizes: Ints) -> Ints:
    offsets = np.zeros(len(sizes) + 1, np.int32)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def build_index(columns: Columns, words: Words, terms: TermTable) -> Index:
    """The index over the files that hold text."""
    terms.grow()
    texts = [number for number, note in enumerate(columns.notes) if note != BINARY]
    data, sizes = columns.data, dict(zip(COLUMNS, columns.sizes[:, texts], strict=True))
    defs = sizes["def_names"]
    # Binary files have no rows anywhere, so that rows and files still go together without them.
    parents = data["def_parents"].copy()
    parents[parents >= 0] += np.repeat(np.cumsum(defs) - defs, defs)[parents >= 0].astype(np.int32)
    files, imports = np.arange(len(texts), dtype=np.int32), [columns.imports[number] for number in texts]
    return Index(
        paths=tuple(columns.paths[number] for number in texts),
        words=words.listed,
        word_number=words,
        terms=terms,
        chunks=Field(data["tokens"], _offsets(data["chunk_sizes"])),
        chunk_file=np.repeat(files, sizes["chunk_sizes"]),
        chunk_line=data["chunk_lines"],
        spoken=Field(data["spoken"], _offsets(sizes["spoken"])),
        def_name=data["def_names"],
        def_file=np.repeat(files, defs),
        def_line=data["def_lines"],
        def_kind=data["def_kinds"],
        def_parent=parents,
        imports=tuple(tuple(packed.split(TEXT_SEPARATOR)) if packed else () for packed in imports),
        lines=columns.lines[texts],
        notes=tuple(columns.notes[number] for number in texts),
    )
