"""The extracts of many files, column by column: as a worker sends them, as the cache keeps them, as the index wants them.

A file is a stretch of each column. When a few files change, the stretches between them are copied as they are, so that
neither loading nor joining looks at single files.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.packing import COLUMNS, FILE_SEPARATOR, WORD_COLUMNS, BrokenBlock, pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import numpy.typing as npt

    from roundtable.scan.extract import Extract

    Ints = npt.NDArray[np.int32]


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
    def of(cls, extracts: Mapping[str, Extract]) -> Columns:
        parts = {name: memoryview(part) for name, part in pack(list(extracts.values())).items()}
        return cls.from_parts(tuple(extracts), parts)

    @classmethod
    def from_parts(
        cls, paths: tuple[str, ...], parts: Mapping[str, memoryview], words: Ints | None = None
    ) -> Columns:
        """What `pack` made, without copying; `words` gives the numbers of another vocabulary new ones."""
        data = {name: np.frombuffer(parts[name], np.int32) for name in COLUMNS}
        counts = np.frombuffer(parts["counts"], np.int32)
        texts = [
            bytes(parts[name]).decode("utf-8", "replace").split(FILE_SEPARATOR)
            for name in ("imports", "notes")
        ]
        imports, notes = (tuple(text) if paths else () for text in texts)
        if len(counts) != len(paths) * (len(COLUMNS) + 1) or not len(imports) == len(notes) == len(paths):
            raise BrokenBlock("counts disagree")
        sizes = counts[: len(paths) * len(COLUMNS)].reshape(len(COLUMNS), len(paths))
        if sizes.min(initial=0) < 0 or sizes.sum(1).tolist() != [len(data[name]) for name in COLUMNS]:
            raise BrokenBlock("a column has the wrong length")
        if words is not None:
            data.update({name: words[data[name]] for name in WORD_COLUMNS})
        return cls(paths, data, sizes, counts[sizes.size :], imports, notes)

    def to_parts(self) -> dict[str, bytes]:
        """The opposite of `from_parts`."""
        parts = {name: column.tobytes() for name, column in self.data.items()}
        parts["counts"] = self.sizes.tobytes() + self.lines.tobytes()
        parts["imports"] = FILE_SEPARATOR.join(self.imports).encode("utf-8", "replace")
        parts["notes"] = FILE_SEPARATOR.join(self.notes).encode()
        return parts


NO_FILES = Columns.of({})


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
