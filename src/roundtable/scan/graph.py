"""Who imports whom, as arrays. Pure.

`Graph.importers` and `Graph.imported` answer for one file; `spread` moves scores one step along the arrows for all
files at once. Reaching further is the business of `impact`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable.scan.imports import Import
    from roundtable.scan.index import Floats, Ints

    Taken = dict[int, tuple[str, ...]]
    """Files, and the names that one takes from the other."""


class Graph:
    """Import arrows between the files of one index."""

    def __init__(self, imports: Sequence[Import], files: int) -> None:
        self._source = np.array([one.source for one in imports], np.int32)
        self._target = np.array([one.target for one in imports], np.int32)
        self._names = [one.names for one in imports]
        self._files = files
        self._unrun = {(one.source, one.target) for one in imports if not one.is_run}

    @cached_property
    def _incoming(self) -> tuple[Ints, Ints]:
        return _grouped(self._target, self._files)

    @cached_property
    def _outgoing(self) -> tuple[Ints, Ints]:
        return _grouped(self._source, self._files)

    def importers(self, file: int) -> Taken:
        """Who imports the file."""
        starts, order = self._incoming
        arrows: list[int] = order[starts[file] : starts[file + 1]].tolist()
        return {int(self._source[arrow]): self._names[arrow] for arrow in arrows}

    def imported(self, file: int) -> Taken:
        """What the file imports."""
        starts, order = self._outgoing
        arrows: list[int] = order[starts[file] : starts[file + 1]].tolist()
        return {int(self._target[arrow]): self._names[arrow] for arrow in arrows}

    def is_run(self, source: int, target: int) -> bool:
        """Whether the import takes place when the program runs, and is not for a type checker alone."""
        return (source, target) not in self._unrun

    def linked(self, file: int) -> set[int]:
        """Everything that imports the file or is imported by it."""
        return {*self.importers(file), *self.imported(file)}

    @cached_property
    def in_degree(self) -> Ints:
        return np.bincount(self._target, minlength=self._files).astype(np.int32)

    def spread(self, scores: Floats, *, forward: bool) -> Floats:
        """One step of diffusion: to what a file imports (forward) or to its importers, shared by degree."""
        begin, end = (self._source, self._target) if forward else (self._target, self._source)
        share = scores / np.maximum(np.bincount(begin, minlength=self._files), 1)
        return np.bincount(end, share[begin], self._files).astype(np.float32)


def _grouped(ends: Ints, files: int) -> tuple[Ints, Ints]:
    """Where the arrows of each file begin in the order of one of their ends, and that order."""
    order = np.argsort(ends, kind="stable")
    return np.searchsorted(ends[order], np.arange(files + 1)).astype(np.int32), order.astype(np.int32)
