"""What the clues leave behind: columns of numbers, and the evidence that reasons are told from. Pure data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roundtable.scan.index import Floats, Ints
    from roundtable.scan.matching import Hits


def _no_floats() -> Floats:
    return np.empty(0, np.float32)


@dataclass
class Signals:
    """Named columns over all files, and how they came about."""

    columns: dict[str, Floats]
    best_chunk: Ints
    """For each file the chunk that fits best, or -1."""
    terms: tuple[str, ...] = ()
    hits: Hits | None = None
    """Where `terms` occur in chunks."""
    rarity: Floats = field(default_factory=_no_floats)
    worth: Floats = field(default_factory=_no_floats)
    """What each term is worth: its weight in the description times its rarity in the tree."""
    defined: dict[int, list[tuple[str, int]]] = field(default_factory=dict[int, list[tuple[str, int]]])
    """File to (name, definition row) of names that the text mentions."""
    similar_commits: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])


def weights_of(terms: Mapping[str, float], order: Iterable[str]) -> Floats:
    """The weights of some terms in a given order."""
    return np.array([terms.get(term, 0.0) for term in order], np.float32)


def scaled(column: Floats) -> Floats:
    """A column with 1 for its best file."""
    highest = float(column.max()) if len(column) else 0.0
    return column / highest if highest > 0 else column


def best_of(column: Floats, most: int) -> list[int]:
    """The files with the highest positive values, best first, ties by number."""
    order = np.argsort(-column, kind="stable")[:most]
    return order[column[order] > 0].tolist()
