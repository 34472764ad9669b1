"""Clues from the past: commits that sounded alike and what they touched; how often and how lately files change. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.matching import bm25, find_hits, inverse_frequency
from roundtable.scan.signals import weights_of

if TYPE_CHECKING:
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.matching import Hits
    from roundtable.scan.query import Query
    from roundtable.scan.signals import Signals

_MAX_TERMS = 80
_SIMILAR = 60
_FADE_YEARS = 4.0


def history_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Similar commits, words that commits spoke about a file, and the rhythm of changes."""
    history, index, columns = corpus.history, corpus.index, signals.columns
    if not history.commits:
        return
    columns.update(_rhythm(corpus))
    terms = list(query.terms)[:_MAX_TERMS]
    if not terms:
        return
    hits = find_hits(history.messages, index.terms, len(index.words), terms)
    weight = weights_of(query.terms, terms) * inverse_frequency(hits.rows_with(), history.commits)
    score = bm25(hits, weight, history.messages.lengths, k1=1.0, b=0.5)
    # A narrow commit says more about each of its files, a recent one more about the code as it is.
    trust = 1.0 / ((1.0 + history.ages / _FADE_YEARS) * np.sqrt(np.maximum(history.widths, 1)))
    worth = score * trust
    best = np.argsort(-worth, kind="stable")[:_SIMILAR]
    commits, top = np.zeros(index.size, np.float32), np.zeros(index.size, np.float32)
    strongest = max(float(worth[best[0]]), 1e-9)
    for commit in best[worth[best] > 0].tolist():
        files = history.touched[history.offsets[commit] : history.offsets[commit + 1]]
        commits[files] += (worth[commit] / strongest) ** 2
        top[files] = np.maximum(top[files], score[commit])
        signals.similar_commits.append((commit, float(worth[commit])))
    columns["commits"], columns["commit_best"] = commits, top
    columns["commit_words"] = _spoken_of(corpus, hits, weight, trust)


def _spoken_of(corpus: Corpus, hits: Hits, weight: Floats, trust: Floats) -> Floats:
    """Each file as the collection of the messages that touched it, saturated per term."""
    history, size = corpus.history, corpus.index.size
    reach = history.widths[hits.row]
    first = np.repeat(history.offsets[hits.row], reach)
    within = np.arange(len(first)) - np.repeat(np.cumsum(reach) - reach, reach)
    files = history.touched[first + within]
    slots = np.repeat(hits.slot, reach)
    volume = np.repeat(trust[hits.row], reach)
    cells, place = np.unique(slots.astype(np.int64) * size + files, return_inverse=True)
    heard = np.bincount(place, volume, len(cells))
    gain = weight[cells // size] * heard / (heard + 1.5)
    return np.bincount(cells % size, gain, size).astype(np.float32)


def _rhythm(corpus: Corpus) -> dict[str, Floats]:
    """How often, how lately, how often to mend something. The same for every query, so made once."""
    known = corpus.rhythm
    if known:
        return known
    history, index = corpus.history, corpus.index
    last = np.full(index.size, 50.0, np.float32)
    np.minimum.at(last, history.touched, history.ages[history.owner])
    mending = find_hits(history.messages, index.terms, len(index.words), ["fix", "bug", "crash", "regress"])
    is_fix = np.zeros(history.commits, np.float32)
    is_fix[mending.row] = 1.0
    weight = is_fix * np.exp(-history.ages / 2.0) / np.sqrt(np.maximum(history.widths, 1))
    fixes = np.bincount(history.touched, weight[history.owner], index.size)
    known.update(
        churn=(np.log1p(history.touch_counts.astype(np.float32)) / 5.0).astype(np.float32),
        recency=np.exp(-last).astype(np.float32),
        fixes=np.log1p(fixes).astype(np.float32),
    )
    return known
