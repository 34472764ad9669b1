"""The extracts of many files in numbers, column by column: as the cache keeps them and the index wants them.

A file is a stretch of each column. When a few files change, the stretches between them are copied as they are, so that
neither loading nor joining looks at single files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from roundtable.scan.packing import EXTRACTED, FILE_SEPARATOR, BrokenBlock
from roundtable.scan.vocabulary import Ints, Numbering, Places

COLUMNS = (
    "tokens", "chunk_sizes", "chunk_lines", "spoken", "def_names", "def_lines", "def_kinds", "def_parents"
)  # fmt: skip
WORD_COLUMNS = ("tokens", "spoken", "def_names")


@dataclass(frozen=True, eq=False)
class Columns:
    """Files in order, and what each gave to the index."""

    paths: tuple[str, ...]
    data: dict[str, Ints]  # each of `COLUMNS`, the files one after the other
    sizes: Ints  # how much of each column belongs to each file: a row for each of `COLUMNS`
    lines: Ints
    imports: tuple[str, ...]  # as they were packed: most are never asked for
    notes: tuple[str, ...]

    @classmethod
    def of(
        cls, paths: Sequence[str], parts: Mapping[str, bytes | memoryview], numbering: Numbering
    ) -> Columns:
        """What `pack` made of these files, its words numbered."""
        counts = np.frombuffer(parts["counts"], np.int32).reshape(len(EXTRACTED) + 3, len(paths))
        *rows, names, lengths, lines = counts
        sizes: dict[str, Ints] = dict(zip(EXTRACTED, rows, strict=True))
        data: dict[str, Ints] = {name: np.frombuffer(parts[name], np.int32) for name in EXTRACTED}
        text = bytes(parts["text"])
        tokens, begins = numbering.number(text)
        breaks = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
        starts = np.cumsum(lengths + 1) - lengths - 1  # a line break stands between two files

        def first_token(name: str) -> Places:
            return np.searchsorted(begins, data[name] + np.repeat(starts, sizes[name]))

        for name, place in (("chunk_lines", "chunk_begins"), ("def_lines", "def_begins")):
            before = np.searchsorted(breaks, starts) - 1  # a file begins on its line 1
            at = np.searchsorted(breaks, data[place] + np.repeat(starts, sizes[place]))
            data[name] = (at - np.repeat(before, sizes[place])).astype(np.int32)
            sizes[name] = sizes[place]
        data["chunk_sizes"] = np.diff(first_token("chunk_begins"), append=len(tokens)).astype(np.int32)
        sizes["chunk_sizes"] = sizes["chunk_begins"]
        bounds = first_token("spoken").reshape(-1, 2)
        many = np.diff(bounds).ravel()
        total = np.concatenate(([0], np.cumsum(many)))
        last = np.cumsum(sizes["spoken"] // 2)
        data["spoken"] = tokens[stretches(bounds[:, 0], many)]
        sizes["spoken"] = (total[last] - total[last - sizes["spoken"] // 2]).astype(np.int32)
        data["tokens"] = tokens
        sizes["tokens"] = np.diff(np.searchsorted(begins, starts), append=len(tokens)).astype(np.int32)
        spelled = bytes(parts["names"]).split(b"\n") if names.any() else []
        data["def_names"] = np.array([numbering.words[name] for name in spelled], np.int32)
        sizes["def_names"] = names
        return cls(
            tuple(paths),
            {name: data[name] for name in COLUMNS},
            np.stack([sizes[name] for name in COLUMNS]),
            lines,
            *_texts(parts, len(paths)),
        )

    @classmethod
    def from_parts(cls, paths: tuple[str, ...], parts: Mapping[str, memoryview]) -> Columns:
        data = {name: np.frombuffer(parts[name], np.int32) for name in COLUMNS}
        counts = np.frombuffer(parts["counts"], np.int32)
        imports, notes = _texts(parts, len(paths))
        if len(counts) != len(paths) * (len(COLUMNS) + 1) or not len(imports) == len(notes) == len(paths):
            raise BrokenBlock("counts disagree")
        sizes = counts[: len(paths) * len(COLUMNS)].reshape(len(COLUMNS), len(paths))
        if sizes.min(initial=0) < 0 or sizes.sum(1).tolist() != [len(data[name]) for name in COLUMNS]:
            raise BrokenBlock("a column has the wrong length")
        return cls(paths, data, sizes, counts[sizes.size :], imports, notes)

    def to_parts(self) -> dict[str, bytes]:
        parts = {name: column.tobytes() for name, column in self.data.items()}
        parts["counts"] = self.sizes.tobytes() + self.lines.tobytes()
        parts["imports"] = FILE_SEPARATOR.join(self.imports).encode("utf-8", "replace")
        parts["notes"] = FILE_SEPARATOR.join(self.notes).encode()
        return parts


def _texts(parts: Mapping[str, bytes | memoryview], files: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    texts = (bytes(parts[name]).decode("utf-8", "replace") for name in ("imports", "notes"))
    imports, notes = (tuple(text.split(FILE_SEPARATOR)) if files else () for text in texts)
    return imports, notes


def stretches(begins: Ints | Places, sizes: Ints | Places) -> Places:
    """The places in several stretches of an array, one stretch after the other."""
    ends: Places = np.cumsum(sizes, dtype=np.int64)
    shifts: Places = begins - ends + sizes
    return np.arange(int(sizes.sum())) + np.repeat(shifts, sizes)


_NONE = np.empty(0, np.int32)
NO_FILES = Columns((), dict.fromkeys(COLUMNS, _NONE), np.empty((len(COLUMNS), 0), np.int32), _NONE, (), ())


def join(sources: Sequence[Columns], wanted: Iterable[tuple[int, int]]) -> Columns:
    """The wanted files in this order; each is given by its source and its place there."""
    runs: list[tuple[int, int, int]] = []
    for source, place in wanted:
        if runs and runs[-1][0] == source and runs[-1][2] == place:
            runs[-1] = (source, runs[-1][1], place + 1)
        else:
            runs.append((source, place, place + 1))
    zeros = np.zeros((len(COLUMNS), 1), np.int64)
    ends = [np.concatenate((zeros, np.cumsum(one.sizes, 1)), 1) for one in sources]
    data: dict[str, Ints] = {}
    for row, name in enumerate(COLUMNS):
        pieces = [sources[s].data[name][ends[s][row, first] : ends[s][row, last]] for s, first, last in runs]
        data[name] = np.concatenate(pieces or [_NONE])
    parts = [(sources[s], slice(first, last)) for s, first, last in runs] or [(NO_FILES, slice(0))]
    return Columns(
        tuple(chain.from_iterable(one.paths[part] for one, part in parts)),
        data,
        np.concatenate([one.sizes[:, part] for one, part in parts], 1),
        np.concatenate([one.lines[part] for one, part in parts]),
        tuple(chain.from_iterable(one.imports[part] for one, part in parts)),
        tuple(chain.from_iterable(one.notes[part] for one, part in parts)),
    )
