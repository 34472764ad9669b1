"""Logistic regression over very many features, each of them in few rows.

There are fewer rows than features, so a model is a sum of rows (`speaks`), and all that is remembered while it is learned
is as long as the rows are many; the design itself is sparse.

- The same rows give the same weights, with one core or many: no chance, double precision, small whole numbers at the end.
- Rows of rare labels count more, so that no label is forgotten; rare features count more than frequent ones.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from roundtable.language.linear import STEPS, Groups, LinearModel, feature_keys

Floats = NDArray[np.float64]

RARITY = 0.6
"""How much more a rare feature counts; found by leaving one voice out at a time."""
REMEMBERED = 10
ENOUGH = 1e-3
"""The slope that is left when no more is learned, as a part of the first one."""


class Counted(NamedTuple):
    """A row: the hashes of its features, and how much each counts."""

    keys: NDArray[np.uint32]
    counts: Floats


class Design(NamedTuple):
    """All rows: a column for each feature."""

    keys: NDArray[np.uint32]
    """The hash of each column."""
    boosts: Floats
    """How much each column counts for its rarity; part of the values."""
    matrix: csr_array


def counted(groups: Groups, views: Mapping[str, float]) -> Counted:
    keys, counts = feature_keys(groups, views)
    return Counted(np.array(keys, np.uint32), np.array(counts, np.float64))


def design_of(rows: Iterable[Counted], seen_in: int = 2) -> Design:
    """The features of all rows that occur in at least `seen_in` of them."""
    rows = list(rows)
    keys, columns, often = np.unique(
        np.concatenate([row.keys for row in rows]), return_inverse=True, return_counts=True
    )
    boosts = ((np.log(len(rows) / often) + 0.01) / np.log(max(2, len(rows) / 20))) ** RARITY
    values = np.concatenate([row.counts for row in rows]) * boosts[columns]
    starts = np.cumsum([0, *(len(row.keys) for row in rows)])
    kept = often >= seen_in
    matrix = csr_array((values, columns, starts), shape=(len(rows), len(keys)))
    return Design(keys[kept], boosts[kept], matrix[:, kept])


def shares(scores: Floats) -> Floats:
    """Scores as probabilities, line by line."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def row_weights(labels: NDArray[np.int64], kinds: int) -> Floats:
    """What each row counts: all labels together the same."""
    often = np.maximum(np.bincount(labels, minlength=kinds), 1)
    return (len(labels) / kinds / often)[labels].astype(np.float64)


def fit(matrix: csr_array, targets: Floats, weights: Floats, ridge: float, rounds: int = 120) -> Floats:
    """How much each feature speaks for each label. `targets` are the labels as shares, one line per row.

    L-BFGS over what each row speaks for; `scored` is what that means for the score of each row.
    """
    across = matrix.T.tocsr()

    def scored(speaks: Floats) -> Floats:
        return matrix @ (across @ speaks)

    def look(speaks: Floats, scores: Floats) -> tuple[float, Floats]:
        chances = shares(scores)
        missed = -(targets * np.log(chances + 1e-12)).sum(axis=1)
        value = float((weights * missed).sum()) + ridge / 2 * float((speaks * scores).sum())
        return value, weights[:, None] * (chances - targets) + ridge * speaks

    speaks = scores = np.zeros_like(targets)
    value, slope = look(speaks, scores)
    sloped = scored(slope)
    first = float((slope * sloped).sum()) ** 0.5
    past: list[tuple[Floats, Floats, Floats, Floats, float]] = []
    for _ in range(rounds):
        way, wayed = slope.copy(), sloped.copy()
        tried: list[float] = []
        for step, _, bend, bent, share in reversed(past):
            tried.append(share * float((step * wayed).sum()))
            way, wayed = way - tried[-1] * bend, wayed - tried[-1] * bent
        size = 1 / (past[-1][4] * float((past[-1][2] * past[-1][3]).sum())) if past else 1 / first
        way, wayed = way * size, wayed * size
        for (step, stepped, bend, _, share), before in zip(past, reversed(tried), strict=True):
            more = before - share * float((bend * wayed).sum())
            way, wayed = way + more * step, wayed + more * stepped
        fall, reach = float((slope * wayed).sum()), 1.0
        while True:
            new, new_scores = speaks - reach * way, scores - reach * wayed
            new_value, new_slope = look(new, new_scores)
            if new_value <= value - 1e-4 * reach * fall or reach < 1e-6:
                break
            reach /= 2
        new_sloped = scored(new_slope)
        bend, bent = new_slope - slope, new_sloped - sloped
        turn = float(((new - speaks) * bent).sum())
        if turn > 1e-10:
            past = [*past, (new - speaks, new_scores - scores, bend, bent, 1 / turn)][-REMEMBERED:]
        speaks, scores, value, slope, sloped = new, new_scores, new_value, new_slope, new_sloped
        if max(0.0, float((slope * sloped).sum())) ** 0.5 < ENOUGH * first:
            break
    found = across @ speaks
    return found - found.mean(axis=1, keepdims=True)


def condensed(
    design: Design,
    weights: Floats,
    labels: Sequence[str],
    views: Mapping[str, float],
    learned_from: str,
    most: int,
) -> LinearModel:
    """The model itself: the `most` weightiest features, as small whole numbers with a scale each."""
    used = np.bincount(design.matrix.indices, design.matrix.data**2, len(design.keys))
    weight = np.abs(weights).max(axis=1) * np.sqrt(used)
    kept = np.sort(np.lexsort((design.keys, -np.round(weight, 6)))[:most])
    final = weights[kept] * design.boosts[kept][:, None]
    scales = (np.abs(final).max(axis=1) / STEPS).astype(np.float16)
    scales[scales == 0] = np.float16(1)
    small = np.round(final / scales[:, None].astype(np.float64))
    return LinearModel(
        labels=tuple(labels),
        views=dict(views),
        learned_from=learned_from,
        keys=design.keys[kept],
        scales=scales,
        weights=np.clip(small, -STEPS, STEPS).astype(np.int8),
    )
