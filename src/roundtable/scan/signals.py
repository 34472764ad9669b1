"""Every clue about every file: one number per signal and file, for `rank` to weigh. Pure data.

Signals are raw and at least zero; scaling and weighing come later. Groups can be switched off one by one, which
is how the benchmark shows that each earns its place.

Elsewhere: what fills them (`clues`, `passages`), the weights (`rank`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from roundtable.scan.index import Floats, Ints
from roundtable.scan.matching import Hits

GROUPS: dict[str, tuple[str, ...]] = {
    "text": ("body_prose", "rare"),
    "passages": ("passage_title", "passage_prose", "chunk_prose"),
    "path": ("path_title", "own_name"),
    "mentions": ("mention", "mention_title", "frame", "module", "component"),
    "names": ("defines", "defines_prose", "uses", "operators"),
    "history": ("commit_best", "churn", "recency", "fixes"),
    "tests": ("test_imports", "test_moves"),
    "kind": ("is_source", "is_test", "is_docs", "is_config", "is_data", "vendored", "is_package"),
}  # fmt: skip
GROUNDWORK = ("body", "body_title", "chunk", "path", "coverage", "commits")
"""Columns that other clues, estimates and comparisons rest on. They are not weighed: what they say is in the passages."""
PRIORS = frozenset((*GROUPS["kind"], "churn", "recency", "fixes"))
"""Signals that do not depend on the description and are comparable as they are."""


@dataclass
class Signals:
    """Named columns over all files, and how they came about."""

    columns: dict[str, Floats]
    best_chunk: Ints  # for each file the chunk that fits best, or -1
    terms: tuple[str, ...] = ()
    hits: Hits | None = None  # where `terms` occur in chunks
    rarity: Floats = field(default_factory=lambda: np.empty(0, np.float32))
    worth: Floats = field(default_factory=lambda: np.empty(0, np.float32))
    """What each term is worth: its weight in the description times its rarity in the tree."""
    defined: dict[int, list[tuple[str, int]]] = field(default_factory=dict[int, list[tuple[str, int]]])
    """File to (name, definition row) of names that the text mentions."""
    components: dict[int, str] = field(default_factory=dict[int, str])
    """File to the folder that the title names as its component."""
    similar_commits: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])


def weights_of(terms: Mapping[str, float], order: Iterable[str]) -> Floats:
    return np.array([terms.get(term, 0.0) for term in order], np.float32)


def scaled(column: Floats) -> Floats:
    """A column with 1 for its best file."""
    highest = float(column.max()) if len(column) else 0.0
    return column / highest if highest > 0 else column


def best_of(column: Floats, most: int) -> list[int]:
    """The files with the highest positive values, best first, ties by number."""
    order = np.argsort(-column, kind="stable")[:most]
    return order[column[order] > 0].tolist()
