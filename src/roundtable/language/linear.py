"""The one learned decider: a linear model over named features, read from a packaged file.

`model("acts").shares(groups)` gives each label's probability. `groups` are lists of feature names, one list per view
of the text; each view counts the same however long the text is.

- A file holds a line of JSON (labels, weights of the views, what it was learned from), then for each feature the hash
  of its name, a scale and one very small whole number per label, two of them in a byte: finer ones read no sentence
  better, and more features do. Features that were not learned count nothing.
- A file is read when first asked for, and stays.

Elsewhere: which features (`act_features`, `statement_features`), learning (`training/` in the repository).
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

Groups = Mapping[str, Sequence[str]]
"""Feature names by view."""

STEPS: Final = 7
"""The weights of a feature are whole numbers from minus this to this, times its scale."""
FLAT: Final = 4.0
"""Views whose names begin with a capital hold a fixed number of marks: each counts one part in this."""


def feature_keys(groups: Groups, views: Mapping[str, float]) -> tuple[list[int], list[float]]:
    """Hashes of the features and how much each counts."""
    keys: list[int] = []
    counts: list[float] = []
    for view, names in groups.items():
        weight = views.get(view, 0.0)
        distinct = dict.fromkeys(names) if weight else ()
        if not distinct:
            continue
        begun = crc32(f"{view}\t".encode())
        keys += [crc32(name.encode(), begun) for name in distinct]
        counts += [weight / (FLAT if view[0].isupper() else len(distinct) ** 0.5)] * len(distinct)
    return keys, counts


class LinearModel(NamedTuple):
    """Learned weights, one row per feature in order of their hashes."""

    labels: tuple[str, ...]
    views: Mapping[str, float]
    learned_from: str
    """A hash of the labelled sentences."""
    keys: NDArray[np.uint32]
    scales: NDArray[np.float16]
    weights: NDArray[np.int8]

    def scores(self, rows: Sequence[Groups]) -> NDArray[np.float32]:
        """For each row one figure per label; the highest is likeliest."""
        found = [feature_keys(groups, self.views) for groups in rows]
        keys = np.array([key for keys, _ in found for key in keys], np.uint32)
        counts = np.array([count for _, counts in found for count in counts], np.float32)
        row = np.repeat(np.arange(len(found)), [len(keys) for keys, _ in found])
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        known = self.keys[places] == keys
        places, row = places[known], row[known]
        weights = (counts[known] * self.scales[places])[:, None] * self.weights[places]
        scores = np.zeros((len(found), len(self.labels)), np.float32)
        np.add.at(scores, row, weights)
        return scores

    def shares(self, groups: Groups) -> dict[str, float]:
        """Each label's probability, the likeliest first."""
        scores = self.scores([groups])[0]
        raised = np.exp(scores - scores.max())
        shares = raised / raised.sum()
        order = np.argsort(-shares, kind="stable")
        return {self.labels[at]: float(shares[at]) for at in order}


def packed(learned: LinearModel) -> bytes:
    """The file of a model."""
    about = {
        "labels": learned.labels,
        "views": learned.views,
        "learned_from": learned.learned_from,
        "features": len(learned.keys),
    }
    halves = np.append(learned.weights.ravel() + STEPS, [0] * (learned.weights.size % 2)).astype("u1")
    numbers = (learned.keys.astype("<u4"), learned.scales.astype("<f2"), halves[::2] * 16 + halves[1::2])
    return json.dumps(about).encode() + b"\n" + b"".join(each.tobytes() for each in numbers)


def unpacked(data: bytes) -> LinearModel:
    """A model from its file."""
    head, _, rest = data.partition(b"\n")
    about = json.loads(head)
    count, labels = about["features"], tuple(about["labels"])
    both = np.frombuffer(rest, "u1", offset=6 * count)
    halves = np.stack([both >> 4, both & 15], axis=1).astype(np.int8) - np.int8(STEPS)
    return LinearModel(
        labels=labels,
        views=about["views"],
        learned_from=about["learned_from"],
        keys=np.frombuffer(rest, "<u4", count),
        scales=np.frombuffer(rest, "<f2", count, 4 * count),
        weights=halves.ravel()[: count * len(labels)].reshape(count, len(labels)),
    )


def model(name: str) -> LinearModel:
    """A packaged model by name."""
    if name not in _loaded:
        _loaded[name] = unpacked(files(__package__ or "").joinpath(f"{name}.weights").read_bytes())
    return _loaded[name]


def use_model(name: str, learned: LinearModel) -> None:
    """Decide with another model from now on: to judge what would have been learned without some rows."""
    _loaded[name] = learned


_loaded: dict[str, LinearModel] = {}
