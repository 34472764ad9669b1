"""Clues from names: what the text names outright, and who defines it, bears it or uses it. Pure."""

from __future__ import annotations

from math import log1p
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.corpus import module_path
from roundtable.scan.lexicon import terms_of, words_in

if TYPE_CHECKING:
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query
    from roundtable.scan.signals import Signals

_MOST_SHOWN = 12
"""A name that more files define is no evidence to show."""
_MOST_STEMS = 60
"""`utils`, `models`: everybody's name is nobody's."""
_MOST_ENDINGS = 5


def name_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Definitions of the named things, and files that use them."""
    index, columns = corpus.index, signals.columns
    size = index.size
    defines, in_prose, plain = (np.zeros(size, np.float32) for _ in range(3))
    is_source = corpus.priors["is_source"]
    named: dict[int, float] = {}
    for table, column in ((query.names, defines), (query.plain, plain)):
        for name, meant in table.items():
            word = index.find_word(name)
            if not word:
                continue
            if column is defines:
                named[word] = meant
            rows = corpus.definitions_of(word)
            if not len(rows):
                continue
            files = np.unique(index.def_file[rows])
            rarity = 1.0 / (1.0 + log1p(max(float(is_source[files].sum()), 1.0) - 1.0))
            column[files] += meant * rarity
            in_prose[files] += query.prose_names.get(name, 0.0) * rarity
            if len(files) <= _MOST_SHOWN:
                for row in rows.tolist():
                    signals.defined.setdefault(int(index.def_file[row]), []).append((name, row))
    columns["defines"], columns["defines_prose"], columns["defines_plain"] = defines, in_prose, plain
    columns["uses"] = _uses(corpus, named)
    columns["operators"] = _operators(corpus, query)


def _uses(corpus: Corpus, named: dict[int, float]) -> Floats:
    """How many of the named things a file uses, the rare ones counting most."""
    index = corpus.index
    if not named:
        return np.zeros(index.size, np.float32)
    known = np.array(sorted(named), np.int32)
    place = np.full(len(index.words), -1, np.int32)
    place[known] = np.arange(len(known), dtype=np.int32)
    marked = place >= 0
    at = np.flatnonzero(marked[index.chunks.tokens])
    chunk = np.searchsorted(index.chunks.offsets, at, side="right") - 1
    keys = place[index.chunks.tokens[at]].astype(np.int64) * index.size + index.chunk_file[chunk]
    pairs = np.unique(keys)
    slot, file = pairs // index.size, pairs % index.size
    rarity = np.log1p(index.size / np.maximum(np.bincount(slot, minlength=len(known)), 1))
    meant = np.array([named[word] for word in known.tolist()], np.float32)
    return np.bincount(file, (meant * rarity)[slot], index.size).astype(np.float32)


def _operators(corpus: Corpus, query: Query) -> Floats:
    """Sources that define what the operators in an example call, few definers counting most."""
    index, found = corpus.index, np.zeros(corpus.index.size, np.float32)
    for name in query.operators:
        rows = corpus.definitions_of(index.find_word(name) or len(index.words))
        files = np.unique(index.def_file[rows])
        files = files[corpus.priors["is_source"][files] > 0]
        found[files] += 1.0 / (1.0 + log1p(max(len(files), 1) - 1.0))
    return found


def mention_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Files named in the text, by path, in a traceback, as a module, or by a word that is their own name."""
    index, columns = corpus.index, signals.columns
    mention, mention_title, frame, module = (np.zeros(index.size, np.float32) for _ in range(4))
    for one in query.files:
        for number in files_ending(corpus, one.path):
            if one.frame:
                frame[number] = max(float(frame[number]), 1.0 / (1.0 + one.rank))
            else:
                mention[number] += 1.0
                if one.path in query.title:
                    mention_title[number] += 1.0
    for path in query.dotted:
        for end in range(len(path), 1, -1):
            tail = "/".join(path[:end])
            namesakes = corpus.stems.get(path[end - 1].lower(), ())
            files = [number for number in namesakes if module_path(index.paths[number]).endswith(tail)]
            if files and len(files) <= _MOST_ENDINGS:
                module[files] += end / len(path)
                break
    columns["mention"], columns["mention_title"] = mention, mention_title
    columns["frame"], columns["module"] = frame, module
    _own_names(corpus, query, signals)


def _own_names(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Words of the text that are the own name of a file."""
    own = np.zeros(corpus.index.size, np.float32)
    is_source = corpus.priors["is_source"] > 0
    rarity_of = dict(zip(signals.terms, signals.rarity.tolist(), strict=True))
    title_words = {word.lower() for word in words_in(query.title)}
    for name in sorted({word.lower() for word in (*query.names, *query.plain)}):
        for variant in dict.fromkeys((name, name.removesuffix("s"), name + "s", name.replace("_", ""))):
            files = corpus.stems.get(variant, [])
            if not files or len(files) > _MOST_STEMS:
                continue
            sources = [number for number in files if is_source[number]]
            if sources:
                telling = max((rarity_of.get(term, 0.0) for term in terms_of(name)), default=0.0) / len(
                    sources
                )
                own[sources] = np.maximum(own[sources], telling * (2.0 if name in title_words else 1.0))
    signals.columns["own_name"] = own


def files_ending(corpus: Corpus, mentioned: str) -> list[int]:
    """Files whose path ends like the mention, whatever absolute folder stands before it."""
    parts = [part for part in mentioned.split("/") if part not in {"", ".", ".."}]
    if not parts:
        return []
    paths = corpus.index.paths
    same_name = corpus.by_name.get(parts[-1], ())
    for start in range(len(parts)):
        tail = "/".join(parts[start:])
        files = [
            number for number in same_name if paths[number] == tail or paths[number].endswith("/" + tail)
        ]
        if files:
            return files if len(files) <= _MOST_ENDINGS else []
    return []
