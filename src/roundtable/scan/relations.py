"""How files belong together: who uses whose names, who is changed with whom, who reaches whom. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from posixpath import dirname
from typing import Literal

import numpy as np

from roundtable.analysis.scanning import CoChange
from roundtable.scan.corpus import Corpus
from roundtable.scan.uses import Users

Kind = Literal["imports", "imported", "calls", "mentions", "tests", "co-change", "folder", "words"]
BY_PACKAGE = frozenset(("C#", "Go"))
"""Languages that import a package and not a file: what shows is which names of the file are used."""
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
    best: float  # the strength of the relation that `reason` tells of


def said_import(corpus: Corpus, source: int, target: int) -> str:
    """`imports x (a, b)`: the names are what a reader looks for in the importer."""
    path, taken = corpus.index.paths[target], corpus.graph.imported(source)[target]
    listed = ", ".join(f"`{name}`" for name in taken[:3])
    if listed and corpus.index.languages[source] in BY_PACKAGE:
        return f"uses {listed} of `{path}`"
    return f"imports `{path}` ({listed})" if listed else f"imports `{path}`"


def times_together(corpus: Corpus, file: int, partner: int) -> tuple[int, int]:
    """In how many commits both took part, and in how many the file did: what `git log` counts, too."""
    own = corpus.history.commits_of(file)
    return len(np.intersect1d(own, corpus.history.commits_of(partner), assume_unique=True)), len(own)


def said_together(corpus: Corpus, file: int, other: int) -> str:
    """How often history changes a file with `other`, told in one way everywhere: as a share of the other's commits."""
    together, of = times_together(corpus, other, file)
    path, window = corpus.index.paths[other], corpus.history.window
    return f"changed in {together} of the {of} commits that changed `{path}`{window}"


def co_change_of(corpus: Corpus, file: int, most: int) -> list[CoChange]:
    """Partners of a file in history, the closest first. Sweeping commits choose no partner, but they are counted."""
    paths, linked = corpus.index.paths, corpus.graph.linked(file)
    times = corpus.history.partners(file)
    near = sorted((one for one in times if times[one] > 1), key=lambda one: (-times[one], paths[one]))
    found: list[CoChange] = []
    for partner in near[:most]:
        together, of = times_together(corpus, file, partner)
        own, other, imported = paths[file], paths[partner], partner in linked
        found.append(CoChange(path=own, partner=other, together=together, of=of, imported=imported))
    return found


def reached_from(corpus: Corpus, direct: list[int], order: list[int], users: Users) -> dict[int, Reached]:
    """Everything one step away from the direct changes. `order` is the ranking: what speaks of the matter is closer."""
    index, paths = corpus.index, corpus.index.paths
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
        importers = corpus.graph.importers(file)
        for source in importers:
            strength = pull * (0.2 + 1.0 / (1.0 + 0.15 * len(importers)))
            kind: Kind = "tests" if index.kind(source) == "test" else "imports"
            reach(source, strength, said_import(corpus, source, file), file, kind)
        spelled = len(users.reaching(file))
        for who, is_use in ((users.uses[file], True), (users.mentions[file], False)):
            for user, names in who.items():
                listed = ", ".join(f"`{name}`" for name in names[:2])
                strength = pull * min(1.0, 0.15 * len(names)) / (1.0 + 0.02 * spelled)
                if is_use:
                    kind, told = (
                        "tests" if index.kind(user) == "test" else "calls",
                        f"uses {listed} of `{own}`",
                    )
                else:
                    kind, told = "mentions", f"mentions {listed}, which only `{own}` defines"
                reach(user, strength, told, file, kind)
        for one in co_change_of(corpus, file, most=12):
            strength = 2.0 * pull * one.together / (one.of + 2.0)
            partner = index.number_of[one.partner]
            reach(partner, strength, said_together(corpus, partner, file), file, "co-change")
    # In a small tree a place means something, but not down to the last file.
    listed_files = order[: min(_LISTED, max(_FEWEST, index.size // 3))]
    _add_promising(corpus, direct, listed_files, reach)
    for place, file in enumerate(listed_files):
        if file in found:
            found[file].strength += _NEARNESS * (1.0 - np.log1p(place) / np.log1p(_LISTED))
    return found


_LISTED = 100
_PROMISING = 25
_FEWEST = 12
_NEARNESS = 2.5  # how much the first place of the ranking is worth beside the relations


def _add_promising(
    corpus: Corpus, direct: list[int], order: list[int], reach: Callable[[int, float, str, int, Kind], None]
) -> None:
    """The next files of the ranking: what a direct change builds on, lies beside, or shares its subject with."""
    paths = corpus.index.paths
    built_on = {target: file for file in reversed(direct) for target in corpus.graph.imported(file)}
    folders = {dirname(paths[file]): file for file in reversed(direct)}
    for place, file in enumerate(order):
        near = folders.get(dirname(paths[file]))
        if file in built_on:
            user = built_on[file]
            reach(file, 0.3, f"`{paths[user]}` builds on it, and it", user, "imported")
        elif near is not None:
            reach(file, 0.2, f"lies beside `{paths[near]}` and", near, "folder")
        elif place < _PROMISING:
            reach(file, 0.1, "", direct[0], "words")
