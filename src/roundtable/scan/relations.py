"""How files belong together: who uses whose names, who is changed with whom, who reaches whom. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from roundtable.analysis.scanning import CoChange
from roundtable.scan.kinds import KINDS
from roundtable.scan.languages import language_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable.scan.corpus import Corpus

__all__ = [
    "RESTS_ON_WORDS",
    "Reached",
    "Users",
    "co_change_of",
    "is_compound",
    "reached_from",
    "said_import",
    "symbol_users",
    "times_together",
]

_EVERYDAY = 8
_TEST = KINDS.index("test")
Kind = Literal["imports", "imported", "calls", "mentions", "tests", "co-change", "folder", "words"]
Users = dict[int, dict[int, list[str]]]
"""For a file, who uses which of the names that only it defines."""


RESTS_ON_WORDS: frozenset[Kind] = frozenset(("imported", "folder", "words"))


@dataclass
class Reached:
    """A file that a change reaches: how strongly, why, through which file, by what kind of relation.

    For the kinds that rest on words the reason does not say yet which words.
    """

    strength: float
    reason: str
    via: int
    kind: Kind
    best: float
    """The strength of the relation that `reason` tells of."""


def symbol_users(corpus: Corpus, files: list[int]) -> Users:
    """For each of the files, who uses names that only it defines: callers, whatever the language.

    One sweep over the tree for all of them. A name that is a plain word (`Print`) counts only where an import or the
    same folder shows that it is meant; elsewhere it may be anybody's. The most telling names come first.
    """
    index, graph = corpus.index, corpus.graph
    found: Users = {file: {} for file in files}
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
    importers = {file: {int(graph.source[arrow]) for arrow in graph.importers(file)} for file in files}
    folders = {file: _folder(index.paths[file]) for file in files}
    pairs: list[tuple[int, int]] = np.stack((words[kept], users[kept]), axis=1).tolist()
    for word, user in pairs:
        file = int(corpus.sole_definer[word])
        if user == file:
            continue
        name = index.word(word)
        if is_compound(name) or user in importers[file] or _folder(index.paths[user]) == folders[file]:
            found[file].setdefault(user, []).append(name)
    for by_user in found.values():
        for names in by_user.values():
            names.sort(key=lambda name: (not is_compound(name), -len(name), name))
    return found


_COMPOUND = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_+[A-Za-z0-9]|[A-Z]{2}[a-z]")


def is_compound(name: str) -> bool:
    """Whether a name is made of several words, as only code writes them."""
    return _COMPOUND.search(name) is not None


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def said_import(verb: str, path: str, names: tuple[str, ...]) -> str:
    """`imports x (a, b)`: the names are what a reader looks for in the importer."""
    taken = f" ({', '.join(f'`{name}`' for name in names[:3])})" if names else ""
    return f"{verb} `{path}`{taken}"


def times_together(corpus: Corpus, file: int, partner: int) -> tuple[int, int]:
    """In how many commits both took part, and in how many the file did: what `git log` counts, too."""
    own = corpus.history.commits_of(file)
    return len(np.intersect1d(own, corpus.history.commits_of(partner), assume_unique=True)), len(own)


def co_change_of(corpus: Corpus, file: int, least: int = 2, most: int = 8) -> list[CoChange]:
    """Partners of a file in history, the closest first. Sweeping commits choose no partner, but they are counted."""
    history, graph, paths = corpus.history, corpus.graph, corpus.index.paths
    if not history.commits:
        return []
    linked = {int(graph.source[arrow]) for arrow in graph.importers(file)}
    linked |= {int(graph.target[arrow]) for arrow in graph.imported(file)}
    near = [(partner, times) for partner, times in history.partners(file).items() if times >= least]
    near.sort(key=lambda pair: (-pair[1], paths[pair[0]]))
    found: list[CoChange] = []
    for partner, _ in near[:most]:
        together, of = times_together(corpus, file, partner)
        found.append(
            CoChange(
                path=paths[file], partner=paths[partner], together=together, of=of, imported=partner in linked
            )
        )
    return found


def reached_from(corpus: Corpus, direct: list[int], order: list[int], callers: Users) -> dict[int, Reached]:
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
        # What code or history shows is a better reason than words or place.
        if strength > known.best and (kind not in RESTS_ON_WORDS or known.kind in RESTS_ON_WORDS):
            known.reason, known.via, known.kind, known.best = reason, via, kind, strength

    for place, file in enumerate(direct):
        pull = 1.0 / (1.0 + 0.3 * place)
        own = paths[file]
        importers = graph.importers(file)
        for arrow in importers:
            source, names = int(graph.source[arrow]), graph.names[arrow]
            verb: Literal["tests", "imports"] = "tests" if kinds[source] == _TEST else "imports"
            reach(
                source,
                pull * (0.2 + 1.0 / (1.0 + 0.15 * len(importers))),
                said_import(verb, own, names),
                file,
                verb,
            )
        for user, names in callers[file].items():
            listed = ", ".join(f"`{name}`" for name in names[:2])
            strength = pull * min(1.0, 0.15 * len(names)) / (1.0 + 0.02 * len(callers[file]))
            kind: Kind = (
                "tests" if kinds[user] == _TEST else "calls" if language_of(paths[user]).code else "mentions"
            )
            verb_of_use = "mentions" if kind == "mentions" else "uses"
            reach(user, strength, f"{verb_of_use} {listed} of `{own}`", file, kind)
        for one in co_change_of(corpus, file, most=12):
            strength = 2.0 * pull * one.together / (one.of + 2.0)
            reason = f"changed with `{own}` in {one.together} of {one.of} commits"
            reach(index.number_of[one.partner], strength, reason, file, "co-change")
    _add_promising(corpus, direct, order, reach)
    listed_files = order[: _listed(corpus)]
    for place, file in enumerate(listed_files):
        if file in found:
            found[file].strength += _NEARNESS * (1.0 - np.log1p(place) / np.log1p(_LISTED))
    return found


_LISTED = 100
_PROMISING = 25
_FEWEST = 12
_NEARNESS = 2.5
"""How much the first place of the ranking is worth beside the relations."""


def _listed(corpus: Corpus) -> int:
    """How far down the ranking a place means something: in a small tree, not down to the last file."""
    return min(_LISTED, max(_FEWEST, corpus.index.size // 3))


def _add_promising(
    corpus: Corpus, direct: list[int], order: list[int], reach: Callable[[int, float, str, int, Kind], None]
) -> None:
    """The next files of the ranking: what a direct change builds on, lies beside, or shares its subject with."""
    graph, paths = corpus.graph, corpus.index.paths
    built_on = {int(graph.target[arrow]): file for file in reversed(direct) for arrow in graph.imported(file)}
    folders = {_folder(paths[file]): file for file in reversed(direct)}
    for place, file in enumerate(order[: _listed(corpus)]):
        near = folders.get(_folder(paths[file]))
        if file in built_on:
            user = built_on[file]
            reach(file, 0.3, f"`{paths[user]}` builds on it, and it", user, "imported")
        elif near is not None:
            reach(file, 0.2, f"lies beside `{paths[near]}` and", near, "folder")
        elif place < _PROMISING:
            reach(file, 0.1, "", direct[0], "words")
