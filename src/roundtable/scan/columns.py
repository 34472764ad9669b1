"""The extracts of many files in numbers, column by column: as the cache keeps them and the index wants them.

A file is a stretch of each column. When a few files change, the stretches between them are copied as they are, so that
neither loading nor joining looks at single files.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.packing import EXTRACTED, FILE_SEPARATOR, BrokenBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy.typing as npt

    from roundtable.scan.vocabulary import Numbering

    Ints = npt.NDArray[np.int32]
    Places = npt.NDArray[np.int64]

COLUMNS = (
    "tokens", "chunk_sizes", "chunk_lines", "docs", "messages", "quoted", "def_names", "def_lines", "def_kinds", "def_parents"
)  # fmt: skip
WORD_COLUMNS = ("tokens", "docs", "messages", "quoted", "def_names")


@dataclass(frozen=True, eq=False)
class Columns:
    """Files in order, and what each gave to the index."""

    paths: tuple[str, ...]
    data: dict[str, Ints]
    """Each of `COLUMNS`, the files one after the other."""
    sizes: Ints
    """How much of each column belongs to each file: a row for each of `COLUMNS`."""
    lines: Ints
    imports: tuple[str, ...]
    """As they were packed: most are never asked for."""
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
        tokens, begins = numbering.number(bytes(parts["text"]))
        starts = np.cumsum(lengths + 1) - lengths - 1  # a line break stands between two files

        def first_token(name: str) -> Places:
            return np.searchsorted(begins, data[name] + np.repeat(starts, sizes[name]))

        data["chunk_sizes"] = np.diff(first_token("chunk_begins"), append=len(tokens)).astype(np.int32)
        sizes["chunk_sizes"] = sizes["chunk_begins"]
        for name in ("docs", "messages", "quoted"):
            bounds = first_token(name).reshape(-1, 2)
            many = np.diff(bounds).ravel()
            total = np.concatenate(([0], np.cumsum(many)))
            last = np.cumsum(sizes[name] // 2)
            data[name] = tokens[np.arange(total[-1]) + np.repeat(bounds[:, 0] - total[:-1], many)]
            sizes[name] = (total[last] - total[last - sizes[name] // 2]).astype(np.int32)
        data["tokens"] = tokens
        sizes["tokens"] = np.diff(np.searchsorted(begins, starts), append=len(tokens)).astype(np.int32)
        spelled = bytes(parts["names"]).split(b"\n") if names.any() else []
        data["def_names"], sizes["def_names"] = (
            np.array([*map(numbering.words.__getitem__, spelled)], np.int32),
            names,
        )
        return cls(
            tuple(paths),
            {name: data[name] for name in COLUMNS},
            np.stack([sizes[name] for name in COLUMNS]),
            lines,
            *_texts(parts, len(paths)),
        )

    @classmethod
    def from_parts(cls, paths: tuple[str, ...], parts: Mapping[str, memoryview]) -> Columns:
        """What `to_parts` made, without copying."""
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
        """The opposite of `from_parts`."""
        parts = {name: column.tobytes() for name, column in self.data.items()}
        parts["counts"] = self.sizes.tobytes() + self.lines.tobytes()
        parts["imports"] = FILE_SEPARATOR.join(self.imports).encode("utf-8", "replace")
        parts["notes"] = FILE_SEPARATOR.join(self.notes).encode()
        return parts


def _texts(parts: Mapping[str, bytes | memoryview], files: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Imports and notes of the files."""
    imports, notes = (
        bytes(parts[name]).decode("utf-8", "replace").split(FILE_SEPARATOR) for name in ("imports", "notes")
    )
    return (tuple(imports), tuple(notes)) if files else ((), ())


NO_FILES = Columns(
    (),
    {name: np.empty(0, np.int32) for name in COLUMNS},
    np.empty((len(COLUMNS), 0), np.int32),
    np.empty(0, np.int32),
    (),
    (),
)


def join(sources: Sequence[Columns], wanted: Iterable[tuple[int, int]]) -> Columns:
    """The wanted files in this order; each is given by its source and its place there."""
    runs: list[tuple[int, int, int]] = []
    for source, place in wanted:
        if runs and runs[-1][0] == source and runs[-1][2] == place:
            runs[-1] = (source, runs[-1][1], place + 1)
        else:
            runs.append((source, place, place + 1))
    ends = [
        np.concatenate((np.zeros((len(COLUMNS), 1), np.int64), np.cumsum(one.sizes, 1)), 1) for one in sources
    ]
    data: dict[str, Ints] = {}
    for row, name in enumerate(COLUMNS):
        pieces = [sources[s].data[name][ends[s][row, first] : ends[s][row, last]] for s, first, last in runs]
        data[name] = np.concatenate(pieces or [np.empty(0, np.int32)])
    stretches = [(sources[s], slice(first, last)) for s, first, last in runs] or [(NO_FILES, slice(0))]
    return Columns(
        tuple(chain.from_iterable(one.paths[part] for one, part in stretches)),
        data,
        np.concatenate([one.sizes[:, part] for one, part in stretches], 1),
        np.concatenate([one.lines[part] for one, part in stretches]),
        tuple(chain.from_iterable(one.imports[part] for one, part in stretches)),
        tuple(chain.from_iterable(one.notes[part] for one, part in stretches)),
    )
