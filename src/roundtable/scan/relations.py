"""How files belong together: who uses whose names, who is changed with whom, who reaches whom. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from roundtable.analysis.scanning import CoChange
from roundtable.scan.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable.scan.corpus import Corpus

__all__ = ["Reached", "co_change_of", "reached_from", "symbol_users"]

_EVERYDAY = 8
_TEST = KINDS.index("test")
Kind = Literal["imports", "imported", "calls", "tests", "co-change", "folder", "words"]


@dataclass
class Reached:
    """A file that a change reaches: how strongly, why, through which file, by what kind of relation."""

    strength: float
    reason: str
    via: int
    kind: Kind
    best: float
    """The strength of the relation that `reason` tells of."""


def symbol_users(corpus: Corpus, files: list[int]) -> dict[int, dict[int, list[str]]]:
    """For each of the files, who uses names that only it defines: callers, whatever the language.

    One sweep over the tree for all of them.
    """
    index = corpus.index
    found: dict[int, dict[int, list[str]]] = {file: {} for file in files}
    chosen = np.zeros(index.size + 1, np.bool_)
    chosen[files] = True
    telling = chosen[corpus.sole_definer]
    at = np.flatnonzero(telling[index.chunks.tokens])
    chunk = np.searchsorted(index.chunks.offsets, at, side="right") - 1
    keys = np.unique(index.chunks.tokens[at].astype(np.int64) * index.size + index.chunk_file[chunk])
    words, users = keys // index.size, keys % index.size
    # A word that a fifth of the tree uses is everyday language, not a call.
    used_by = np.bincount(words, minlength=len(index.words))
    kept = used_by[words] <= max(_EVERYDAY, index.size // 5)
    for word, user in zip(words[kept].tolist(), users[kept].tolist(), strict=True):
        file = int(corpus.sole_definer[word])
        if user != file:
            found[file].setdefault(user, []).append(index.word(word))
    return found


def co_change_of(corpus: Corpus, file: int, least: int = 2, most: int = 8) -> list[CoChange]:
    """Partners of a file in history, the closest first."""
    history, graph, paths = corpus.history, corpus.graph, corpus.index.paths
    if not history.commits:
        return []
    times = history.narrow_commits_of(file)
    linked = {int(graph.source[arrow]) for arrow in graph.importers(file)}
    linked |= {int(graph.target[arrow]) for arrow in graph.imported(file)}
    found = [
        CoChange(
            path=paths[file], partner=paths[partner], together=together, of=times, imported=partner in linked
        )
        for partner, together in history.partners(file).items()
        if together >= least
    ]
    return sorted(found, key=lambda one: (-one.together, one.partner))[:most]


def reached_from(corpus: Corpus, direct: list[int], order: list[int]) -> dict[int, Reached]:
    """Everything one step away from the direct changes. `order` is the ranking: what speaks of the matter is closer."""
    index, graph = corpus.index, corpus.graph
    paths, kinds = index.paths, index.kinds
    chosen = set(direct)
    found: dict[int, Reached] = {}

    def reach(file: int, strength: float, reason: str, via: int, kind: Kind) -> None:
        if file in chosen:
            return
        known = found.get(file)
        if known is None:
            found[file] = Reached(strength, reason, via, kind, strength)
            return
        known.strength += strength
        if strength > known.best:
            known.reason, known.via, known.kind, known.best = reason, via, kind, strength

    callers = symbol_users(corpus, direct)
    for place, file in enumerate(direct):
        pull = 1.0 / (1.0 + 0.3 * place)
        own = paths[file]
        importers = graph.importers(file)
        for arrow in importers:
            source, names = int(graph.source[arrow]), graph.names[arrow]
            taken = f" ({', '.join(f'`{name}`' for name in names[:3])})" if names else ""
            verb: Literal["tests", "imports"] = "tests" if kinds[source] == _TEST else "imports"
            reach(
                source,
                pull * (0.2 + 1.0 / (1.0 + 0.15 * len(importers))),
                f"{verb} `{own}`{taken}",
                file,
                verb,
            )
        for user, names in callers[file].items():
            listed = ", ".join(f"`{name}`" for name in names[:2])
            strength = pull * min(1.0, 0.15 * len(names)) / (1.0 + 0.02 * len(callers[file]))
            kind: Kind = "tests" if kinds[user] == _TEST else "calls"
            reach(user, strength, f"uses {listed} of `{own}`", file, kind)
        for one in co_change_of(corpus, file, most=12):
            strength = 2.0 * pull * one.together / (one.of + 2.0)
            reason = f"changed with `{own}` in {one.together} of {one.of} commits"
            reach(index.number_of[one.partner], strength, reason, file, "co-change")
    _add_promising(corpus, direct, order, reach)
    for place, file in enumerate(order[:_LISTED]):
        if file in found:
            found[file].strength += _NEARNESS * (1.0 - np.log1p(place) / np.log1p(_LISTED))
    return found


_LISTED = 100
_PROMISING = 25
_NEARNESS = 2.5
"""How much the first place of the ranking is worth beside the relations."""


def _add_promising(
    corpus: Corpus, direct: list[int], order: list[int], reach: Callable[[int, float, str, int, Kind], None]
) -> None:
    """The next files of the ranking: what a direct change builds on, lies beside, or shares its subject with."""
    graph, paths = corpus.graph, corpus.index.paths
    built_on = {int(graph.target[arrow]): file for file in reversed(direct) for arrow in graph.imported(file)}
    folders = {paths[file].rpartition("/")[0]: file for file in reversed(direct)}
    for place, file in enumerate(order[:_LISTED]):
        near = folders.get(paths[file].rpartition("/")[0])
        if file in built_on:
            reach(
                file,
                0.3,
                f"`{paths[built_on[file]]}` builds on it, and it speaks of the same",
                built_on[file],
                "imported",
            )
        elif near is not None:
            reach(file, 0.2, f"lies beside `{paths[near]}` and speaks of the same", near, "folder")
        elif place < _PROMISING:
            reach(file, 0.1, "speaks of the same", direct[0], "words")
