"""Clues from the neighbourhood: what the most promising files and tests point at. Pure.

The symptom is often in one file and the cause in the next: one import further, in what a matching test exercises, or in
what history changes together with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.signals import best_of, scaled

if TYPE_CHECKING:
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query
    from roundtable.scan.signals import Signals

_TOP = 20


def nearby_clues(corpus: Corpus, _query: Query, signals: Signals) -> None:
    """Spread a first rough ranking along imports, tests and co-changes."""
    graph, columns = corpus.graph, signals.columns
    size = corpus.index.size
    rough: Floats = scaled(columns["chunk"]).copy()
    for name, share in (("body_title", 0.5), ("path", 0.4), ("defines", 0.6), ("commits", 0.4)):
        rough += np.float32(share) * scaled(columns[name])

    def only(kind: str) -> Floats:
        return np.where(columns[kind] > 0, rough, 0.0).astype(np.float32)

    def seeds(scores: Floats, files: list[int]) -> Floats:
        chosen = np.zeros(size, np.float32)
        chosen[files] = scores[files]
        return chosen

    sources, tests = only("is_source"), only("is_test")
    top, top_tests = best_of(sources, _TOP), best_of(tests, _TOP)
    from_top = seeds(sources, top)
    columns["imported_by_top"] = graph.spread(from_top, forward=True)
    columns["imports_top"] = graph.spread(from_top, forward=False)
    # What every test imports says little about this one.
    reached = graph.spread(seeds(tests, top_tests), forward=True)
    columns["test_imports"] = reached / np.sqrt(np.maximum(graph.in_degree, 1)).astype(np.float32)
    by_name = np.zeros(size, np.float32)
    for test in top_tests:
        for source in corpus.sources_of_tests.get(test, ()):
            by_name[source] += tests[test]
    columns["test_name"] = by_name
    columns["test_moves"] = _moves_with(corpus, rough, top_tests)


def _moves_with(corpus: Corpus, rough: Floats, files: list[int]) -> Floats:
    """How often history changes a file together with these ones, as a share of their changes."""
    history = corpus.history
    found = np.zeros(corpus.index.size, np.float32)
    if not history.commits:
        return found
    for file in files:
        times = history.narrow_commits_of(file)
        if times:
            partners = history.partners(file)
            found[list(partners)] += np.array(list(partners.values()), np.float32) * (
                rough[file] / (times + 2.0)
            )
    return found
