"""Weigh the signals: one score per file. Pure.

The weights come from `weights.json`, learned by `bench/scan_learn.py` and shipped with the package. Each signal is
scaled by its best value in this query, so that a weight means the same in a small repository and a large one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from roundtable.scan.index import Floats
    from roundtable.scan.signals import Signals

__all__ = ["UNSCALED", "Weights", "features", "load_weights", "score_files"]

UNSCALED = frozenset(
    ["is_source", "is_test", "is_docs", "is_config", "is_data", "vendored", "lines", "importers", "is_package", "main_language", "churn", "recency"]
)
"""Signals that are already comparable between queries."""


@dataclass(frozen=True)
class Weights:
    """What each feature adds; features without a weight add nothing."""

    linear: dict[str, float]


@cache
def load_weights() -> Weights:
    raw = json.loads(files("roundtable.scan").joinpath("weights.json").read_text(encoding="utf-8"))
    return Weights(linear={str(name): float(weight) for name, weight in raw["linear"].items()})


def features(signals: Signals) -> dict[str, Floats]:
    """Every signal, scaled."""
    found: dict[str, Floats] = {}
    for name, column in signals.columns.items():
        highest = float(column.max()) if len(column) else 0.0
        found[name] = column if name in UNSCALED or highest <= 0 else column / highest
    return found


def score_files(signals: Signals, weights: Weights) -> tuple[Floats, dict[str, Floats]]:
    """A score per file, and what each feature contributed to it."""
    parts = {
        name: column * np.float32(weights.linear[name])
        for name, column in features(signals).items()
        if weights.linear.get(name)
    }
    size = len(signals.best_chunk)
    total = np.zeros(size, np.float32)
    for part in parts.values():
        total += part
    return total, parts
