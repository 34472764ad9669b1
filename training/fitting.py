"""Logistic regression over very many features, numpy alone.

Two ways to the same kind of model. `fit` is for some thousand rows with several labels: with fewer rows than features
everything happens between rows (`likeness` says how much two rows share, a model is a sum of rows), and learning takes
seconds. `fit_two` is for many short rows with two labels.

- The same rows give the same weights, with one core or many: no chance, double precision, small whole numbers at the end.
- Rows of rare labels count more, so that no label is forgotten; rare features count more than frequent ones.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from roundtable.language.linear import Groups, LinearModel, feature_keys

Floats = NDArray[np.float64]

PAIRED = 48
"""Features in up to this many rows are counted pair by pair, the others by one large product."""
RARITY = 0.6
"""How much more a rare feature counts; found by leaving one voice out at a time."""


class Design(NamedTuple):
    """Rows as features: for each entry the row, the column and the value."""

    keys: NDArray[np.uint32]
    """The hash of each column."""
    boosts: Floats
    """How much each column counts for its rarity; part of the values."""
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Floats
    count: int


def design_of(groups: Sequence[Groups], views: Mapping[str, float], seen_in: int = 2) -> Design:
    """The features of all rows that occur in at least `seen_in` of them."""
    found = [feature_keys(each, views) for each in groups]
    rows = np.repeat(np.arange(len(found)), [len(keys) for keys, _ in found])
    keys, columns, often = np.unique(
        np.array([key for keys, _ in found for key in keys], np.uint32),
        return_inverse=True,
        return_counts=True,
    )
    values = np.array([count for _, counts in found for count in counts], np.float64)
    boosts = ((np.log(len(found) / often) + 0.01) / np.log(max(2, len(found) / 20))) ** RARITY
    kept = often >= seen_in
    entry = kept[columns]
    column = (np.cumsum(kept) - 1)[columns[entry]]
    boosts = boosts[kept].astype(np.float64)
    return Design(keys[kept], boosts, rows[entry], column, values[entry] * boosts[column], len(found))


def likeness(design: Design) -> Floats:
    """How much each two rows share: the product of the design with itself."""
    count = design.count
    often = np.bincount(design.columns, minlength=len(design.keys))
    order = np.argsort(design.columns, kind="stable")
    starts = np.concatenate([[0], np.cumsum(often)])
    total = np.zeros(count * count, np.float64)
    for size in range(1, PAIRED + 1):
        which = np.flatnonzero(often == size)
        for part in np.array_split(which, 1 + len(which) * size * size // 2_000_000):
            places = order[starts[part][:, None] + np.arange(size)]
            rows, values = design.rows[places], design.values[places]
            pairs = (rows[:, :, None] * count + rows[:, None, :]).ravel()
            np.add.at(total, pairs, (values[:, :, None] * values[:, None, :]).ravel())
    square = total.reshape(count, count)
    frequent = np.flatnonzero(often > PAIRED)
    for part in np.array_split(frequent, 1 + len(frequent) // 2048):
        dense = np.zeros((count, len(part)), np.float64)
        for at, column in enumerate(part):
            places = order[starts[column] : starts[column + 1]]
            dense[design.rows[places], at] = design.values[places]
        for start in range(0, count, 1024):  # a whole product beside its sum would need the memory twice
            square[start : start + 1024] += dense[start : start + 1024] @ dense.T
    return square


def shares(scores: Floats) -> Floats:
    """Scores as probabilities, line by line."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def row_weights(labels: NDArray[np.int64], kinds: int) -> Floats:
    """What each row counts: all labels together the same."""
    often = np.maximum(np.bincount(labels, minlength=kinds), 1)
    return (len(labels) / kinds / often)[labels].astype(np.float64)


def fit(alike: Floats, targets: Floats, weights: Floats, ridge: float, rounds: int = 120) -> Floats:
    """How much each row speaks for each label. `targets` are the labels as shares, one line per row."""

    def look(speaks: Floats, scores: Floats) -> tuple[float, Floats]:
        chances = shares(scores)
        missed = -(targets * np.log(chances + 1e-12)).sum(axis=1)
        value = float((weights * missed).sum()) + ridge / 2 * float((speaks * scores).sum())
        return value, weights[:, None] * (chances - targets) + ridge * speaks

    return minimise(look, lambda slope: alike @ slope, np.zeros_like(targets), rounds)


def fit_two(design: Design, targets: Floats, weights: Floats, ridge: float, rounds: int = 80) -> Floats:
    """The weight of each feature for a yes. `targets` are ones and zeros."""

    def look(speaks: Floats, _same: Floats) -> tuple[float, Floats]:
        scores = np.bincount(design.rows, design.values * speaks[design.columns], design.count)
        chances = 1 / (1 + np.exp(-scores))
        missed = -np.log(np.where(targets > 0, chances, 1 - chances) + 1e-12)
        value = float((weights * missed).sum()) + ridge / 2 * float((speaks * speaks).sum())
        back = (weights * (chances - targets))[design.rows] * design.values
        return value, np.bincount(design.columns, back, len(design.keys)) + ridge * speaks

    return minimise(look, lambda slope: slope, np.zeros(len(design.keys)), rounds)


def minimise(
    look: Callable[[Floats, Floats], tuple[float, Floats]],
    image: Callable[[Floats], Floats],
    start: Floats,
    rounds: int,
) -> Floats:
    """L-BFGS. `look` gives value and slope at a point; `image` makes the product of two points a plain sum."""
    remembered, enough = 10, 1e-3
    point, imaged = start, start
    value, slope = look(point, imaged)
    sloped = image(slope)
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
            new, new_imaged = point - reach * way, imaged - reach * wayed
            new_value, new_slope = look(new, new_imaged)
            if new_value <= value - 1e-4 * reach * fall or reach < 1e-6:
                break
            reach /= 2
        new_sloped = image(new_slope)
        bend, bent = new_slope - slope, new_sloped - sloped
        turn = float(((new - point) * bent).sum())
        if turn > 1e-10:
            past = [*past, (new - point, new_imaged - imaged, bend, bent, 1 / turn)][-remembered:]
        point, imaged, value, slope, sloped = new, new_imaged, new_value, new_slope, new_sloped
        if max(0.0, float((slope * sloped).sum())) ** 0.5 < enough * first:
            break
    return point


def weights_of_features(design: Design, speaks: Floats) -> Floats:
    """What `fit` found, as one line of weights per feature."""
    weights = np.stack(
        [
            np.bincount(design.columns, design.values * speaks[design.rows, label], len(design.keys))
            for label in range(speaks.shape[1])
        ],
        axis=1,
    )
    return weights - weights.mean(axis=1, keepdims=True)


def condensed(
    design: Design,
    weights: Floats,
    labels: Sequence[str],
    views: Mapping[str, float],
    learned_from: str,
    most: int,
) -> LinearModel:
    """The model itself: the `most` weightiest features, as small whole numbers with a scale each."""
    used = np.bincount(design.columns, design.values.astype(np.float64) ** 2, len(design.keys))
    weight = np.abs(weights).max(axis=1) * np.sqrt(used)
    kept = np.sort(np.lexsort((design.keys, -np.round(weight, 6)))[:most])
    final = weights[kept] * design.boosts[kept][:, None]
    scales = (np.abs(final).max(axis=1) / 127).astype(np.float16)
    scales[scales == 0] = np.float16(1)
    small = np.round(final / scales[:, None].astype(np.float64))
    return LinearModel(
        labels=tuple(labels),
        views=dict(views),
        learned_from=learned_from,
        keys=design.keys[kept],
        scales=scales,
        weights=np.clip(small, -127, 127).astype(np.int8),
    )
