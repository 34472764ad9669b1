"""Clues from the neighbourhood: what the most promising files, tests and documents point at. Pure.

The symptom is often in one file and the cause in the next: one call further, in what a matching test exercises, or in
what history changes together with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.clues import best_of, scaled
from roundtable.scan.extract import DEFINITION_KINDS

if TYPE_CHECKING:
    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query

_TOP = 20
_TOP_DOCS = 10
_NAMED_BODIES = 12
_FEW_DEFINERS = 3
_CALLABLE = frozenset(DEFINITION_KINDS.index(kind) for kind in ("function", "method", "class"))


def nearby_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Spread a first rough ranking along imports, tests, co-changes and calls."""
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

    sources, tests, docs = only("is_source"), only("is_test"), only("is_docs")
    top, top_tests, top_docs = best_of(sources, _TOP), best_of(tests, _TOP), best_of(docs, _TOP_DOCS)
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
    columns["doc_moves"] = _moves_with(corpus, rough, top_docs)
    columns["called_from_named"] = _called_from_named(corpus, query, signals)


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


def _called_from_named(corpus: Corpus, query: Query, signals: Signals) -> Floats:
    """From the bodies of the named definitions to where the names they use are defined."""
    index = corpus.index
    names, order = corpus.definers
    is_source = corpus.priors["is_source"]
    meant: dict[int, float] = {}
    for file, rows in signals.defined.items():
        for name, row in rows if is_source[file] else ():
            said = query.prose_names.get(name, 0.0) + 0.3 * query.names.get(name, 0.0)
            if said > 0 and int(index.def_kind[row]) in _CALLABLE:
                meant[row] = said / len(corpus.definitions_of(int(index.def_name[row])))
    called = np.zeros(index.size, np.float32)
    for row, weight in sorted(meant.items(), key=lambda pair: (-pair[1], pair[0]))[:_NAMED_BODIES]:
        first, last = _chunks_of(corpus, row)
        used = np.unique(index.chunks.tokens[index.chunks.offsets[first] : index.chunks.offsets[last + 1]])
        begins, ends = np.searchsorted(names, used), np.searchsorted(names, used + 1)
        few = np.flatnonzero((ends > begins) & (ends - begins <= _FEW_DEFINERS))
        for begin, end in zip(begins[few].tolist(), ends[few].tolist(), strict=True):
            files = np.unique(index.def_file[order[begin:end]])
            called[files] += weight / len(files)
    return np.sqrt(called)


def _chunks_of(corpus: Corpus, row: int) -> tuple[int, int]:
    """The first and last chunk of a definition's body, which ends where the next one begins."""
    index = corpus.index
    file, line = int(index.def_file[row]), int(index.def_line[row])
    following = row + 1 < len(index.def_line) and int(index.def_file[row + 1]) == file
    end = int(index.def_line[row + 1]) - 1 if following else line + 60
    low, high = index.file_chunks[file : file + 2].tolist()
    lines = index.chunk_line[low:high]
    first = low + max(0, int(np.searchsorted(lines, line, side="right")) - 1)
    last = low + max(0, int(np.searchsorted(lines, max(end, line), side="right")) - 1)
    return first, min(last, high - 1)
