"""The blast radius: which files change, who feels it, who might. Pure.

- Direct: the ranked files whose score stands close to the best, and whatever the text names outright.
- Indirect: files that import or use what the direct files define, their tests, and files that history moves with
  them; the closest first.
- Distant: one or more steps further along the imports.

Each file is in the nearest tier that reaches it and says through which file. Widely imported files do not drag in the
whole repository: tiers are bounded, and what is left out is counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import CoChange, Edge, Impact, Impacted
from roundtable.scan.kinds import KINDS

if TYPE_CHECKING:
    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats

__all__ = ["choose_direct", "co_change_of", "find_impact", "symbol_users"]

MOST_DIRECT = 10
MOST_INDIRECT = 40
MOST_DISTANT = 40
_EVERYDAY = 8
_CLOSE = 0.55
"""How much of the best file's lead over the twentieth another file needs to count as a direct change."""
_TEST, _SOURCE, _DOCS = KINDS.index("test"), KINDS.index("source"), KINDS.index("docs")


def choose_direct(corpus: Corpus, signals: Signals, scores: Floats, order: list[int]) -> list[int]:
    """The files that will probably change: sources and configuration, never tests or documents."""
    kinds = corpus.index.kinds
    fit = [file for file in order[:60] if kinds[file] not in (_TEST, _DOCS)]
    if not fit:
        return order[:3]
    top = float(scores[fit[0]])
    floor = float(scores[fit[min(len(fit), 20) - 1]])
    limit = floor + _CLOSE * (top - floor)
    chosen = [file for file in fit if float(scores[file]) >= limit][:MOST_DIRECT]
    named = [file for file in fit[:20] if signals.columns["mention"][file] > 0 and file not in chosen]
    return [*chosen, *named][:MOST_DIRECT]


@dataclass
class _Reached:
    strength: float
    reason: str
    via: int
    kind: str


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


def find_impact(corpus: Corpus, signals: Signals, direct: list[int], reasons: dict[int, str]) -> Impact:
    """The three tiers around the direct changes, with their arrows."""
    index, graph = corpus.index, corpus.graph
    paths, kinds = index.paths, index.kinds
    near: dict[int, _Reached] = {}
    edges: list[Edge] = []
    relevance = signals.columns["chunk"]
    highest = float(relevance.max()) if len(relevance) and float(relevance.max()) > 0 else 1.0

    def reach(file: int, strength: float, reason: str, via: int, kind: str) -> None:
        if file in direct:
            return
        total = strength + 1.5 * float(relevance[file]) / highest
        known = near.get(file)
        if known is None:
            near[file] = _Reached(total, reason, via, kind)
        else:
            known.strength += strength
            if strength > known.strength / 2:
                known.reason, known.via, known.kind = reason, via, kind

    callers = symbol_users(corpus, direct)
    for place, file in enumerate(direct):
        pull = 1.0 / (1.0 + 0.3 * place)
        importers = graph.importers(file)
        for arrow in importers:
            source = int(graph.source[arrow])
            names = graph.names[arrow]
            taken = f" ({', '.join(f'`{name}`' for name in names[:3])})" if names else ""
            verb = "tests" if kinds[source] == _TEST else "imports"
            share = pull / (1.0 + 0.15 * len(importers))
            reach(
                source,
                share + 0.2 * pull,
                f"{verb} `{paths[file]}`{taken}",
                file,
                "tests" if verb == "tests" else "imports",
            )
        users = callers[file]
        for user, names in users.items():
            listed = ", ".join(f"`{name}`" for name in names[:2])
            reach(
                user,
                pull * min(1.0, 0.15 * len(names)) / (1.0 + 0.02 * len(users)),
                f"uses {listed} of `{paths[file]}`",
                file,
                "tests" if kinds[user] == _TEST else "calls",
            )
        for one in co_change_of(corpus, file, most=12):
            partner = index.number_of.get(one.partner)
            if partner is not None:
                reach(
                    partner, 2.0 * pull * one.together / (one.of + 2.0),
                    f"changed with `{paths[file]}` in {one.together} of {one.of} commits", file, "co-change",
                )  # fmt: skip
    ordered = sorted(near, key=lambda file: (-near[file].strength, paths[file]))
    indirect = ordered[:MOST_INDIRECT]
    inside = set(direct) | set(indirect)
    distant: dict[int, int] = {}
    for file in indirect:
        if kinds[file] == _TEST:
            continue
        for arrow in graph.importers(file):
            source = int(graph.source[arrow])
            if source not in inside and source not in distant:
                distant[source] = file
    late = [file for file in ordered[MOST_INDIRECT:] if file not in distant]
    far = sorted(distant, key=lambda file: (kinds[file] == _TEST, -int(graph.in_degree[file]), paths[file]))
    far_all = [*late, *far]
    for file in indirect:
        found = near[file]
        edges.append(Edge(source=paths[file], target=paths[found.via], kind=_edge_kind(found.kind)))
    chosen = set(direct)
    for file in direct:
        edges.extend(
            Edge(source=paths[file], target=paths[int(graph.target[arrow])], kind="imports")
            for arrow in graph.imported(file)
            if int(graph.target[arrow]) in chosen
        )
    shown = far_all[:MOST_DISTANT]
    edges.extend(
        Edge(source=paths[file], target=paths[distant[file]], kind="imports")
        for file in shown
        if file in distant
    )
    return Impact(
        direct=tuple(
            Impacted(path=paths[file], reason=reasons.get(file, "ranked among the first")) for file in direct
        ),
        indirect=tuple(
            Impacted(path=paths[f], reason=near[f].reason, via=paths[near[f].via]) for f in indirect
        ),
        distant=tuple(
            Impacted(path=paths[f], reason=near[f].reason, via=paths[near[f].via])
            if f not in distant
            else Impacted(path=paths[f], reason=f"imports `{paths[distant[f]]}`", via=paths[distant[f]])
            for f in shown
        ),
        edges=tuple(edges),
        unlisted=max(0, len(far_all) - MOST_DISTANT),
    )


def _edge_kind(kind: str) -> "Literal['imports', 'calls', 'tests', 'co-change']":  # noqa: UP037
    match kind:
        case "tests":
            return "tests"
        case "calls":
            return "calls"
        case "co-change":
            return "co-change"
        case _:
            return "imports"


if TYPE_CHECKING:
    from typing import Literal
