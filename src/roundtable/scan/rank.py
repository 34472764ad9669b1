"""Weigh the signals: one score per file. Pure.

Each signal speaks twice: by its value, scaled by the best of this query, and by its place in the order, which is what
counts when values lie close together. Descriptions come as one line or as two pages with a traceback, and a clue is
not worth the same in both: each signal has weights for a sentence and for a report, mixed by the length of the text.
Evidence never counts against a file; only the kind of file may.

The weights are in `weights.json`, learned by `bench/scan_learn.py` and shipped with the package. A missing signal
weighs nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.signals import PRIORS

if TYPE_CHECKING:
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query
    from roundtable.scan.signals import Signals

PLACES = 100
"""From this place on, the order says nothing."""
_SHORT, _LONG = 12, 150


@dataclass(frozen=True)
class Weights:
    """For each signal: value and place for a sentence, value and place for a report."""

    signals: dict[str, tuple[float, float, float, float]]


@cache
def load_weights() -> Weights:
    raw = json.loads(files("roundtable.scan").joinpath("weights.json").read_text(encoding="utf-8"))
    return Weights({str(name): _four(weights) for name, weights in raw["signals"].items()})


def _four(weights: list[float]) -> tuple[float, float, float, float]:
    value, place, report_value, report_place = weights
    return float(value), float(place), float(report_value), float(report_place)


def text_length(query: Query) -> float:
    """0 for a sentence, 1 for a full report."""
    words = max(len(query.text.split()), 1)
    return min(1.0, max(0.0, (log(words) - log(_SHORT)) / (log(_LONG) - log(_SHORT))))


def blend(weights: tuple[float, float, float, float], length: float) -> tuple[float, float]:
    """The weights of value and place for a text of this length."""
    return (
        weights[0] * (1.0 - length) + weights[2] * length,
        weights[1] * (1.0 - length) + weights[3] * length,
    )


def values_and_places(name: str, column: Floats) -> tuple[Floats, Floats]:
    """One signal as the weights see it: scaled value, and nearness to the top (1 for the first, 0 from the 100th)."""
    places = np.zeros(len(column), np.float32)
    if name in PRIORS:
        return column, places
    highest = float(column.max()) if len(column) else 0.0
    if highest <= 0:
        return np.zeros(len(column), np.float32), places
    if len(column) > PLACES:
        least = float(np.partition(column, len(column) - PLACES)[len(column) - PLACES])
        listed = np.flatnonzero((column >= least) & (column > 0))
    else:
        listed = np.flatnonzero(column > 0)
    ahead = np.searchsorted(np.sort(-column[listed]), -column[listed], side="left")
    near = 1.0 - np.log1p(np.minimum(ahead, PLACES)) / np.log1p(PLACES)
    places[listed] = near
    return column / highest, places


def score_files(signals: Signals, weights: Weights, length: float) -> tuple[Floats, dict[str, Floats]]:
    """A score per file, and what each signal contributed to it."""
    total = np.zeros(len(signals.best_chunk), np.float32)
    parts: dict[str, Floats] = {}
    for name, column in signals.columns.items():
        weight = weights.signals.get(name)
        if weight is None:
            continue
        values, places = values_and_places(name, column)
        value, place = blend(weight, length)
        part = (values * value + places * place).astype(np.float32)
        parts[name] = part
        total += part
    return total, parts
