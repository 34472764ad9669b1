"""The best passage of each file, read with what is known of the file: where every word counts once. Pure.

What a file is about stands in many places (its path, the names that it defines, the commits that touched it, a passage),
and each of them has some of the words of a description. Scored apart and added up, one word in all of them weighs as much
as four words. Here the mentions of a word are added up first and saturate together, so that a passage is worth what it adds.
`rank` calls this after `clues` has found the words.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from roundtable.scan.columns import stretches
from roundtable.scan.corpus import Corpus
from roundtable.scan.index import Floats
from roundtable.scan.matching import find_hits
from roundtable.scan.query import Query
from roundtable.scan.signals import Signals, weights_of

_IN_NAMES, _IN_PATH = 4.0, 8.0  # what a word is worth there, beside one in the text


def passage_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """What the title and the sentences find in the best passage of each file and around it."""
    hits, terms, columns = signals.hits, signals.terms, signals.columns
    if hits is None:
        return
    index, size = corpus.index, corpus.index.size
    around = _said_around(corpus, terms)
    known = around[hits.slot.astype(np.int64) * size + index.chunk_file[hits.row]]
    here = hits.count / _length_norm(index.chunks.lengths, 0.75)[hits.row]
    more = _saturated(here + known) - _saturated(known)
    cells = np.flatnonzero(around)
    said = _saturated(around[cells])
    for name, spoken in (("passage_title", query.title_terms), ("passage_prose", query.prose_terms)):
        weight = weights_of(spoken, terms) * signals.rarity
        gain = np.bincount(hits.row, weight[hits.slot] * more, hits.rows)
        best = np.zeros(size)
        np.maximum.at(best, index.chunk_file, gain)
        about = np.bincount(cells % size, weight[cells // size] * said, size)
        columns[name] = (about + best).astype(np.float32)


def _said_around(corpus: Corpus, terms: Sequence[str]) -> npt.NDArray[np.float64]:
    """How much of each term (in rows) path, definitions and commits say about each file."""
    index, history, size = corpus.index, corpus.history, corpus.index.size
    path_field, table, path_words = corpus.path_words
    around = np.zeros(len(terms) * size)
    for field, known, words, worth, b in (
        (index.defs, index.terms, len(index.words), _IN_NAMES, 0.6),
        (path_field, table, path_words, _IN_PATH, 0.4),
    ):
        found = find_hits(field, known, words, terms)
        amount = worth * found.count / _length_norm(field.lengths, b)[found.row]
        around[found.slot.astype(np.int64) * size + found.row] += amount
    spoken = find_hits(history.messages, index.terms, len(index.words), terms)
    reach = history.widths[spoken.row]
    files = history.touched[stretches(history.offsets[spoken.row], reach)]
    cells = np.repeat(spoken.slot.astype(np.int64), reach) * size + files
    around += np.bincount(cells, np.repeat(history.trust[spoken.row], reach), len(around))
    return around


def _length_norm(lengths: Floats, b: float) -> Floats:
    return 1.0 - b + b * lengths / np.float32(max(float(lengths.mean()) if len(lengths) else 1.0, 1.0))


def _saturated(amount: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Said once is much, said often not much more."""
    return amount * 2.2 / (amount + 1.2)
