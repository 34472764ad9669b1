"""Who imports whom, as arrays. Pure.

`Graph.importers` and `Graph.imported` answer for one file; `spread` moves scores one step along the arrows for all
files at once. Reaching further is the business of `impact`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable.scan.imports import Import
    from roundtable.scan.index import Floats, Ints


@dataclass(frozen=True, eq=False)
class Graph:
    """Import arrows between the files of one index: `source` imports `target`."""

    source: Ints
    target: Ints
    names: tuple[tuple[str, ...], ...]
    files: int

    @cached_property
    def _incoming(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.target, kind="stable")
        return _starts(self.target[order], self.files), order.astype(np.int32)

    @cached_property
    def _outgoing(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.source, kind="stable")
        return _starts(self.source[order], self.files), order.astype(np.int32)

    def importers(self, file: int) -> list[int]:
        """Arrow numbers of everything that imports the file."""
        starts, order = self._incoming
        return order[starts[file] : starts[file + 1]].tolist()

    def imported(self, file: int) -> list[int]:
        """Arrow numbers of everything the file imports."""
        starts, order = self._outgoing
        return order[starts[file] : starts[file + 1]].tolist()

    @cached_property
    def in_degree(self) -> Ints:
        return np.bincount(self.target, minlength=self.files).astype(np.int32)

    @cached_property
    def out_degree(self) -> Ints:
        return np.bincount(self.source, minlength=self.files).astype(np.int32)

    def spread(self, scores: Floats, *, forward: bool) -> Floats:
        """One step of diffusion: to what a file imports (forward) or to its importers, shared by degree."""
        if forward:
            share = scores / np.maximum(self.out_degree, 1)
            return np.bincount(self.target, share[self.source], self.files).astype(np.float32)
        share = scores / np.maximum(self.in_degree, 1)
        return np.bincount(self.source, share[self.target], self.files).astype(np.float32)


def _starts(ordered: Ints, files: int) -> Ints:
    return np.searchsorted(ordered, np.arange(files + 1)).astype(np.int32)


def build_graph(imports: Sequence[Import], files: int) -> Graph:
    return Graph(
        np.array([one.source for one in imports], np.int32),
        np.array([one.target for one in imports], np.int32),
        tuple(one.names for one in imports),
        files,
    )
