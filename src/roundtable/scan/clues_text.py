"""Clues from words: how well files, and the best places in them, speak the language of the description. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.matching import best_rows_mean, bm25, find_hits, inverse_frequency
from roundtable.scan.signals import weights_of

if TYPE_CHECKING:
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.query import Query
    from roundtable.scan.signals import Signals

_MAX_TERMS = 120
_RARE_TITLE, _RARE_BODY = 3.0, 4.0
"""Inverse frequency from which a word counts as rare."""


def text_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """BM25 over files, chunks and fields, for the whole text, the title and the sentences."""
    index, columns = corpus.index, signals.columns
    terms = list(query.terms)[:_MAX_TERMS]
    if not terms:
        return
    words, chunk_lengths, starts = len(index.words), index.chunks.lengths, index.file_chunks
    hits = find_hits(index.chunks, index.terms, words, terms)
    by_file = hits.grouped(index.chunk_file, index.size)
    idf = inverse_frequency(by_file.rows_with(), index.size)
    everything, title = weights_of(query.terms, terms), weights_of(query.title_terms, terms)
    whole, prose = everything * idf, weights_of(query.prose_terms, terms) * idf
    message = weights_of(query.message_terms, terms) * idf
    signals.terms, signals.hits, signals.worth, signals.rarity = tuple(terms), hits, whole, idf

    columns["body"] = bm25(by_file, whole, corpus.file_lengths)
    columns["body_title"] = bm25(by_file, title * idf, corpus.file_lengths, b=0.5)
    columns["body_prose"] = bm25(by_file, prose, corpus.file_lengths)
    for name, gain in (
        ("coverage", title * idf),
        ("title_rare", title * np.maximum(idf - _RARE_TITLE, 0.0) ** 2),
        ("rare", everything * np.maximum(idf - _RARE_BODY, 0.0) ** 2),
    ):
        columns[name] = np.bincount(by_file.row, gain[by_file.slot], index.size).astype(np.float32)

    chunk = bm25(hits, whole, chunk_lengths)
    columns["chunk"] = best_rows_mean(chunk, starts, 3)
    columns["chunk_top"] = best_rows_mean(chunk, starts, 1)
    columns["chunk_prose"] = best_rows_mean(bm25(hits, prose, chunk_lengths), starts, 2)
    order = np.lexsort((-chunk, index.chunk_file))
    has_chunks = np.diff(starts) > 0
    signals.best_chunk[has_chunks] = order[starts[:-1][has_chunks]]

    docs = find_hits(index.docs, index.terms, words, terms)
    columns["docs"] = bm25(docs, whole, index.docs.lengths)
    if message.any():
        columns["message_chunk"] = best_rows_mean(bm25(hits, message, chunk_lengths, k1=0.5), starts, 1)
        strings = find_hits(index.messages, index.terms, words, terms)
        columns["message_strings"] = bm25(strings, message, index.messages.lengths, k1=0.5, b=0.3)
    defs = find_hits(index.defs, index.terms, words, terms)
    columns["def_terms"] = bm25(defs, whole, index.defs.lengths, b=0.6)
    path_field, table, path_words = corpus.path_words
    in_path = find_hits(path_field, table, path_words, terms)
    path_idf = inverse_frequency(in_path.rows_with(), index.size)
    columns["path"] = bm25(in_path, everything * path_idf, path_field.lengths, k1=0.6, b=0.4)
    columns["path_title"] = bm25(in_path, title * path_idf, path_field.lengths, k1=0.6, b=0.4)
