"""Count a query's terms in a field and score the rows: the arithmetic under every lexical signal.

Pure numpy. `find_hits` gives sparse triples (term, row, count); `Hits.grouped` adds rows up to larger ones (chunks
to files); `bm25` turns them into scores, so one sweep over the tokens serves the title, the whole text and each field.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from roundtable.scan.columns import Places, stretches
from roundtable.scan.index import Field, Floats, Ints, TermTable

_CELLS = 8_000_000
"""How many counters one round may use; larger trees take more rounds instead of more memory."""


@dataclass(frozen=True, eq=False)
class Hits:
    """How often each term (by its place in the query) occurs in each row that has it."""

    slot: Ints
    row: Ints
    count: Floats
    slots: int
    rows: int

    def grouped(self, group_of_row: Ints, groups: int) -> Hits:
        """The same hits over larger rows."""
        return _tally(self.slot, group_of_row[self.row], self.slots, groups, self.count)

    def rows_with(self) -> Floats:
        return np.bincount(self.slot, minlength=self.slots).astype(np.float32)


def _tally(slot: Ints, row: Ints, slots: int, rows: int, weights: Floats | None) -> Hits:
    per_round = max(1, _CELLS // max(rows, 1))
    none = np.empty(0, np.int32)
    found: list[tuple[Ints, Ints, Floats]] = [(none, none, none.astype(np.float32))]
    for first in range(0, slots, per_round):
        last = min(slots, first + per_round)
        chosen = slice(None) if per_round >= slots else np.flatnonzero((slot >= first) & (slot < last))
        keys = (slot[chosen].astype(np.int64) - first) * rows + row[chosen]
        counted = np.bincount(keys, None if weights is None else weights[chosen], (last - first) * rows)
        cells = np.flatnonzero(counted)
        some = (cells // rows + first).astype(np.int32), (cells % rows).astype(np.int32)
        found.append((*some, counted[cells].astype(np.float32)))
    in_slot, in_row, count = (np.concatenate(column) for column in zip(*found, strict=True))
    return Hits(in_slot, in_row, count, slots, rows)


def find_hits(field: Field, table: TermTable, words: int, terms: Sequence[str]) -> Hits:
    """Where each term occurs. `words` is the size of the vocabulary."""
    if new := list(dict.fromkeys(term for term in terms if term not in field.found)):
        hits = _sweep(field, table, words, new)
        ends = np.searchsorted(hits.slot, np.arange(len(new)), side="right")
        rows, counts = np.split(hits.row, ends), np.split(hits.count, ends)
        field.found.update(zip(new, zip(rows, counts, strict=False), strict=False))
    found = [field.found[term] for term in terms]
    slot = np.repeat(np.arange(len(terms), dtype=np.int32), [len(rows) for rows, _ in found])
    row = np.concatenate([np.empty(0, np.int32), *(rows for rows, _ in found)])
    count = np.concatenate([np.empty(0, np.float32), *(counts for _, counts in found)])
    return Hits(slot, row, count, len(terms), field.rows)


def _sweep(field: Field, table: TermTable, words: int, terms: Sequence[str]) -> Hits:
    """Go through the tokens once for all terms."""
    owners = [table.words_with(term) for term in terms]
    owner = np.concatenate([np.empty(0, np.int32), *owners])
    slot_of = np.repeat(np.arange(len(terms), dtype=np.int32), [len(some) for some in owners])
    order = np.argsort(owner, kind="stable")
    owner, slot_of = owner[order], slot_of[order]
    known, first, how_many = np.unique(owner, return_index=True, return_counts=True)
    # 0 means "not asked about", so places are shifted by one.
    place = np.zeros(words, np.int32)
    place[known] = np.arange(1, len(known) + 1, dtype=np.int32)
    seen = place[field.tokens]
    at = np.flatnonzero(seen)
    seen = seen[at] - 1
    row = (np.searchsorted(field.offsets, at, side="right") - 1).astype(np.int32)
    repeats = how_many[seen]
    slots_here = slot_of[stretches(first[seen], repeats)]
    return _tally(slots_here, np.repeat(row, repeats), len(terms), field.rows, None)


def inverse_frequency(rows_with: Floats, rows: int) -> Floats:
    """How telling each term is: rare is high, everywhere is near zero."""
    return np.log1p((rows - rows_with + 0.5) / (rows_with + 0.5)).astype(np.float32)


def bm25(hits: Hits, weight: Floats, lengths: Floats, k1: float = 1.2, b: float = 0.75) -> Floats:
    """Okapi BM25 per row; `weight` is each term's weight times its inverse frequency."""
    mean = float(lengths.mean()) if len(lengths) else 1.0
    norm = k1 * (1.0 - b + b * lengths / max(mean, 1.0))
    gain = weight[hits.slot] * hits.count * (k1 + 1.0) / (hits.count + norm[hits.row])
    return np.bincount(hits.row, gain, hits.rows).astype(np.float32)


def best_rows_first(scores: Floats, group_of_row: Ints) -> Places:
    """The rows with a score, group by group, the best of each group first."""
    rows = np.flatnonzero(scores)
    # Groups come in order already, and one key that falls by less than a group is sorted four times as fast as two.
    fall = scores[rows].astype(np.float64) / (2.0 * float(scores.max(initial=1e-9)))
    return rows[np.argsort(group_of_row[rows] - fall, kind="stable")]


def best_rows_mean(scores: Floats, order: Places, group_of_row: Ints, groups: int, best: int) -> Floats:
    """For each group the mean of its best scores, in an order of `best_rows_first`; fewer than `best` count as zeros."""
    group = group_of_row[order]
    place = np.arange(len(order)) - np.searchsorted(group, group)
    kept = place < best
    total = np.bincount(group[kept], scores[order[kept]], groups)
    return (total / best).astype(np.float32)
