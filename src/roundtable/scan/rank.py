"""Weigh the signals: one score per file. Pure.

Each signal speaks twice: by its value, scaled by the best of this query, and by its place in the order, which is what
counts when values lie close together. Descriptions come as one line or as two pages with a traceback, and a clue is
not worth the same in both: each signal has weights for a sentence and for a report, mixed by the length of the text.
Evidence never counts against a file; only the kind of file may.

The weights are in `weights.json`, learned by `bench/scan_learn.py` and shipped with the package.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import chain
from math import log
from typing import Self

import numpy as np

from roundtable.analysis.scanning import is_below
from roundtable.scan.clues import history_clues, mention_clues, name_clues, nearby_clues, text_clues
from roundtable.scan.corpus import Corpus
from roundtable.scan.index import Floats
from roundtable.scan.passages import passage_clues
from roundtable.scan.query import Query, read_description
from roundtable.scan.signals import GROUNDWORK, GROUPS, PRIORS, Signals

PLACES = 100  # from this place on, the order says nothing
_SHORT, _LONG = 12, 150


@cache
def load_weights() -> dict[str, list[float]]:
    """For each signal: value and place for a sentence, value and place for a report."""
    text = files("roundtable.scan").joinpath("weights.json").read_text(encoding="utf-8")
    return json.loads(text)["signals"]


def text_length(query: Query) -> float:
    """0 for a sentence, 1 for a full report."""
    words = max(len(query.text.split()), 1)
    return min(1.0, max(0.0, (log(words) - log(_SHORT)) / (log(_LONG) - log(_SHORT))))


def blend(weights: Sequence[float], length: float) -> tuple[float, float]:
    """The weights of value and place for a text of this length."""
    short_value, short_place, long_value, long_place = (float(weight) for weight in weights)
    short = 1.0 - length
    return short_value * short + long_value * length, short_place * short + long_place * length


def values_and_places(name: str, column: Floats) -> tuple[Floats, Floats]:
    """One signal as the weights see it: scaled value, and nearness to the top (1 for the first, 0 from the 100th)."""
    places = np.zeros(len(column), np.float32)
    if name in PRIORS:
        return column, places
    highest = float(column.max()) if len(column) else 0.0
    if highest <= 0:
        return np.zeros(len(column), np.float32), places
    last = max(len(column) - PLACES, 0)
    least = float(np.partition(column, last)[last])
    listed = np.flatnonzero((column >= least) & (column > 0))
    ahead = np.searchsorted(np.sort(-column[listed]), -column[listed], side="left")
    near = 1.0 - np.log1p(np.minimum(ahead, PLACES)) / np.log1p(PLACES)
    places[listed] = near
    return column / highest, places


def compute_signals(corpus: Corpus, query: Query) -> Signals:
    zero = np.zeros(corpus.index.size, np.float32)
    columns: dict[str, Floats] = dict.fromkeys(chain(GROUNDWORK, *GROUPS.values()), zero)
    signals = Signals({**columns, **corpus.priors}, np.full(corpus.index.size, -1, np.int32))
    for clues in (text_clues, passage_clues, name_clues, mention_clues, history_clues, nearby_clues):
        clues(corpus, query, signals)
    return signals


@dataclass(frozen=True)
class Ranking:
    """A description read, every file scored, and why."""

    corpus: Corpus
    query: Query
    signals: Signals
    scores: Floats
    parts: dict[str, Floats]  # what each signal contributed
    order: list[int]  # files, best first; empty when nothing of the description occurs anywhere

    def without(self, ruled_out: tuple[str, ...]) -> Self:
        """The same without what somebody ruled out."""
        paths = self.corpus.index.paths
        kept = [file for file in self.order if not is_below(paths[file], ruled_out)]
        return replace(self, order=kept) if ruled_out else self


def rank_files(corpus: Corpus, text: str) -> Ranking:
    query = read_description(text)
    signals = compute_signals(corpus, query)
    length, total = text_length(query), np.zeros(corpus.index.size, np.float32)
    parts: dict[str, Floats] = {}
    for name, weights in load_weights().items():
        values, places = values_and_places(name, signals.columns[name])
        value, place = blend(weights, length)
        parts[name] = (values * value + places * place).astype(np.float32)
        total += parts[name]
    found = any(signals.columns[name].any() for name in ("body", "path", "mention", "frame"))
    # Paths are sorted, so a stable sort breaks ties by name.
    order: list[int] = np.argsort(-total, kind="stable").tolist() if found else []
    return Ranking(corpus, query, signals, total, parts, order)
