"""Every clue about every file: one number per signal and file, for `rank` to weigh.

Pure numpy over an index, a history and an import graph. Signals are raw and at least zero; scaling and weighing
come later. Groups (lexical, path, names, history, graph, prior) can be switched off one by one, which is how the
benchmark shows that each earns its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import log1p
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.index import Field, TermTable
from roundtable.scan.kinds import KINDS, source_stem_of_test
from roundtable.scan.lexicon import split_tokens
from roundtable.scan.matching import Hits, best_rows_mean, bm25, find_hits, inverse_frequency

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roundtable.scan.graph import Graph
    from roundtable.scan.history import History
    from roundtable.scan.index import Floats, Index, Ints
    from roundtable.scan.query import Query

__all__ = ["GROUPS", "Corpus", "Signals", "compute_signals"]

GROUPS: dict[str, tuple[str, ...]] = {
    "lexical": ("body", "body_title", "chunk", "chunk_top", "chunk_title", "coverage", "docs"),
    "messages": ("message_chunk", "message_strings"),
    "path": ("path", "path_title", "stem", "stem_title"),
    "mentions": ("mention", "frame", "module"),
    "names": ("defines", "defines_title", "defines_plain", "qualified", "def_terms", "uses"),
    "history": ("commits", "commit_best", "commit_words", "churn", "recency"),
    "tests": ("test_imports", "test_name", "test_moves"),
    "graph": ("imported_by_top", "imports_top", "called_from_top", "moves_with_top"),
    "prior": (
        "is_source",
        "is_test",
        "is_docs",
        "is_config",
        "is_data",
        "vendored",
        "lines",
        "importers",
        "is_package",
        "main_language",
    ),
}
_TOP = 20
_SIMILAR_COMMITS = 60


class Corpus:
    """An index with its graph and history, and what can be prepared once for all queries."""

    def __init__(self, index: Index, graph: Graph, history: History) -> None:
        self.index = index
        self.graph = graph
        self.history = history

    @cached_property
    def file_lengths(self) -> Floats:
        chunk_lengths = self.index.chunks.lengths
        return np.bincount(self.index.chunk_file, chunk_lengths, self.index.size).astype(np.float32)

    @cached_property
    def path_words(self) -> tuple[Field, TermTable, int]:
        numbers: dict[bytes, int] = {b"": 0}
        tokens: list[int] = []
        offsets = [0]
        for path in self.index.paths:
            for part in split_tokens(path.encode("utf-8", "replace")):
                tokens.append(numbers.setdefault(part, len(numbers)))
            offsets.append(len(tokens))
        table = TermTable()
        table.grow(list(numbers))
        return Field(np.array(tokens, np.int32), np.array(offsets, np.int32)), table, len(numbers)

    @cached_property
    def definers(self) -> tuple[Ints, Ints]:
        """Definitions sorted by name: names, and rows into the definition arrays."""
        order = np.argsort(self.index.def_name, kind="stable").astype(np.int32)
        return self.index.def_name[order], order

    def definitions_of(self, word: int) -> Ints:
        names, order = self.definers
        low, high = np.searchsorted(names, [word, word + 1])
        return order[low:high]

    @cached_property
    def stems(self) -> dict[str, list[int]]:
        """Own names of files, lower case: the stem, and for `__init__`, `index` and `mod` the folder."""
        found: dict[str, list[int]] = {}
        for number, path in enumerate(self.index.paths):
            found.setdefault(own_name(path).lower(), []).append(number)
        return found

    @cached_property
    def by_name(self) -> dict[str, list[int]]:
        """Files by their full name."""
        found: dict[str, list[int]] = {}
        for number, path in enumerate(self.index.paths):
            found.setdefault(path.rpartition("/")[2], []).append(number)
        return found

    @cached_property
    def folders(self) -> frozenset[str]:
        found: set[str] = set()
        for path in self.index.paths:
            folder = path.rpartition("/")[0]
            while folder and folder not in found:
                found.add(folder)
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    @cached_property
    def modules(self) -> dict[str, list[int]]:
        """Files by every tail of their module path: `db/models`, `models`."""
        found: dict[str, list[int]] = {}
        for number, path in enumerate(self.index.paths):
            if self.index.languages[number] and self.index.kinds[number] != KINDS.index("docs"):
                parts = _module_path(path).split("/")
                for start in range(len(parts)):
                    found.setdefault("/".join(parts[start:]), []).append(number)
        return found

    @cached_property
    def priors(self) -> dict[str, Floats]:
        index = self.index
        found = {f"is_{kind}": (index.kinds == code).astype(np.float32) for code, kind in enumerate(KINDS)}
        found["vendored"] = index.vendored.astype(np.float32)
        found["lines"] = np.log1p(index.lines.astype(np.float32)) / 10.0
        found["importers"] = np.log1p(self.graph.in_degree.astype(np.float32)) / 5.0
        found["is_package"] = np.array([p.endswith("__init__.py") for p in index.paths], np.float32)
        is_source = index.kinds == KINDS.index("source")
        sources = [language for language, source in zip(index.languages, is_source, strict=True) if source]
        main = max(sorted(set(sources)), key=sources.count, default="")
        found["main_language"] = np.array([language == main for language in index.languages], np.float32)
        return found

    @cached_property
    def sources_of_tests(self) -> dict[int, list[int]]:
        """Tests and the sources that carry their name."""
        test = KINDS.index("test")
        kinds = self.index.kinds.tolist()
        found: dict[int, list[int]] = {}
        for number, path in enumerate(self.index.paths):
            if kinds[number] != test:
                continue
            name = source_stem_of_test(path)
            wanted = {name.lower()}
            if name.lower() in {"tests", "test", ""}:
                wanted = {path.split("/")[-2].lower() if "/" in path else ""}
            folder = path.split("/")[-2].lower() if "/" in path else ""
            hits = [n for want in wanted for n in self.stems.get(want, ()) if kinds[n] != test]
            if not hits and folder:
                hits = [
                    n
                    for n in self.stems.get(folder.removesuffix("_tests").removesuffix("s"), ())
                    if kinds[n] != test
                ]
            if 0 < len(hits) <= 12:
                found[number] = hits
        return found


def own_name(path: str) -> str:
    """What people call the file: its stem, or its folder when the stem says nothing."""
    folder, _, name = path.rpartition("/")
    stem = name.split(".", 1)[0] if not name.startswith(".") else name
    if stem in {"__init__", "index", "mod", "main", "lib"} and folder:
        return folder.rpartition("/")[2]
    return stem


@dataclass
class Signals:
    """Named columns over all files, and the evidence from which reasons are told."""

    columns: dict[str, Floats]
    best_chunk: Ints
    defined: dict[int, list[tuple[str, int]]] = field(default_factory=dict[int, list[tuple[str, int]]])
    """File to (name, definition row) of names that the text mentions."""
    similar_commits: list[tuple[int, float]] = field(default_factory=list[tuple[int, float]])
    terms: tuple[str, ...] = ()
    hits: Hits | None = None
    """Hits of `terms` in chunks."""
    worth: Floats = field(default_factory=lambda: np.empty(0, np.float32))
    """What each term is worth: weight times rarity."""


def _weights(terms: Mapping[str, float], order: list[str]) -> Floats:
    return np.array([terms.get(term, 0.0) for term in order], np.float32)


def compute_signals(corpus: Corpus, query: Query, max_terms: int = 120) -> Signals:
    """All signals for one description."""
    index = corpus.index
    size = index.size
    zero = np.zeros(size, np.float32)
    columns: dict[str, Floats] = {name: zero for names in GROUPS.values() for name in names}
    signals = Signals(columns, np.full(size, -1, np.int32))
    columns.update(corpus.priors)
    _lexical(corpus, query, signals, max_terms)
    _names(corpus, query, signals)
    _paths(corpus, query, signals)
    _history(corpus, query, signals)
    _neighbours(corpus, signals)
    return signals


def _lexical(corpus: Corpus, query: Query, signals: Signals, max_terms: int) -> None:
    index, columns = corpus.index, signals.columns
    terms = list(query.terms)[:max_terms]
    if not terms:
        return
    weight = _weights(query.terms, terms)
    title = _weights(query.title_terms, terms)
    message = _weights(query.message_terms, terms)
    words = len(index.words)
    hits = find_hits(index.chunks, index.terms, words, terms)
    by_file = hits.grouped(index.chunk_file, index.size)
    idf = inverse_frequency(by_file.rows_with(), index.size)
    signals.terms, signals.hits, signals.worth = tuple(terms), hits, weight * idf
    columns["body"] = bm25(by_file, weight * idf, corpus.file_lengths)
    columns["body_title"] = bm25(by_file, title * idf, corpus.file_lengths, b=0.5)
    chunk = bm25(hits, weight * idf, index.chunks.lengths)
    columns["chunk"] = best_rows_mean(chunk, index.file_chunks, 3)
    columns["chunk_top"] = best_rows_mean(chunk, index.file_chunks, 1)
    chunk_title = bm25(hits, title * idf, index.chunks.lengths)
    columns["chunk_title"] = best_rows_mean(chunk_title, index.file_chunks, 1)
    present = (title * idf)[by_file.slot]
    columns["coverage"] = np.bincount(by_file.row, present, index.size).astype(np.float32)
    docs = find_hits(index.docs, index.terms, words, terms)
    columns["docs"] = bm25(docs, weight * idf, index.docs.lengths)
    if message.any():
        columns["message_chunk"] = best_rows_mean(
            bm25(hits, message * idf, index.chunks.lengths, k1=0.5), index.file_chunks, 1
        )
        strings = find_hits(index.messages, index.terms, words, terms)
        columns["message_strings"] = bm25(strings, message * idf, index.messages.lengths, k1=0.5, b=0.3)
    defs = find_hits(index.defs, index.terms, words, terms)
    columns["def_terms"] = bm25(defs, weight * idf, index.defs.lengths, b=0.6)
    path_field, table, path_words = corpus.path_words
    in_path = find_hits(path_field, table, path_words, terms)
    path_idf = inverse_frequency(in_path.rows_with(), index.size)
    columns["path"] = bm25(in_path, weight * path_idf, path_field.lengths, k1=0.6, b=0.4)
    columns["path_title"] = bm25(in_path, title * path_idf, path_field.lengths, k1=0.6, b=0.4)
    order = np.lexsort((-chunk, index.chunk_file))
    has_chunks = np.diff(index.file_chunks) > 0
    signals.best_chunk[has_chunks] = order[index.file_chunks[:-1][has_chunks]]


def _names(corpus: Corpus, query: Query, signals: Signals) -> None:
    index, columns = corpus.index, signals.columns
    size = index.size
    defines, in_title, plain, qualified, uses = (np.zeros(size, np.float32) for _ in range(5))
    is_source = corpus.priors["is_source"]
    named: dict[int, float] = {}
    title_names = set(query.title.replace("(", " ").replace("`", " ").replace(".", " ").split())
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
            sources = max(1.0, float(is_source[files].sum()))
            rarity = 1.0 / (1.0 + log1p(sources - 1.0))
            column[files] += meant * rarity
            if name in title_names:
                in_title[files] += rarity
            if len(files) <= 12:
                for row in rows.tolist():
                    signals.defined.setdefault(int(index.def_file[row]), []).append((name, row))
    for path in query.dotted:
        for owner, member in zip(path, path[1:], strict=False):
            rows = corpus.definitions_of(index.find_word(member)) if index.find_word(member) else ()
            owner_word = index.find_word(owner)
            if not len(rows) or not owner_word:
                continue
            parents = index.def_parent[rows]
            right = rows[(parents >= 0) & (index.def_name[np.maximum(parents, 0)] == owner_word)]
            if len(right):
                qualified[np.unique(index.def_file[right])] += 1.0 / len(np.unique(index.def_file[right]))
    if named:
        place = np.zeros(len(index.words), np.float32)
        place[list(named)] = list(named.values())
        at = np.flatnonzero(place[index.chunks.tokens] > 0)
        chunk = np.searchsorted(index.chunks.offsets, at, side="right") - 1
        pairs = np.unique(np.stack([index.chunk_file[chunk], index.chunks.tokens[at]], 1), axis=0)
        files_with = np.bincount(np.searchsorted(np.unique(pairs[:, 1]), pairs[:, 1]))
        kinds = np.searchsorted(np.unique(pairs[:, 1]), pairs[:, 1])
        rarity = np.log1p(size / files_with)
        uses = np.bincount(pairs[:, 0], place[pairs[:, 1]] * rarity[kinds], size).astype(np.float32)
    columns.update(
        defines=defines, defines_title=in_title, defines_plain=plain, qualified=qualified, uses=uses
    )


def _paths(corpus: Corpus, query: Query, signals: Signals) -> None:
    index, columns = corpus.index, signals.columns
    size = index.size
    stem, stem_title, mention, frame, module = (np.zeros(size, np.float32) for _ in range(5))
    words: dict[str, float] = {}
    for table in (query.names, query.plain):
        for name, meant in table.items():
            words[name.lower()] = max(words.get(name.lower(), 0.0), min(meant, 3.0))
    title_words = {
        word.lower() for word in query.title.replace(".", " ").replace("(", " ").replace("`", " ").split()
    }
    for name, meant in words.items():
        for variant in dict.fromkeys((name, name.removesuffix("s"), name + "s", name.replace("_", ""))):
            files = corpus.stems.get(variant, ())
            if files and len(files) <= 60:
                rarity = 1.0 / (1.0 + log1p(len(files) - 1.0))
                stem[list(files)] = np.maximum(stem[list(files)], meant * rarity)
                if name in title_words:
                    stem_title[list(files)] += rarity
    for one in query.files:
        for number in _files_ending(corpus, one.path):
            if one.frame:
                frame[number] = max(frame[number], 1.0 / (1.0 + one.rank))
            else:
                mention[number] += 1.0
    for path in query.dotted:
        for end in range(len(path), 1, -1):
            tail = "/".join(path[:end])
            hits = [
                n
                for n in corpus.stems.get(path[end - 1].lower(), ())
                if _module_path(index.paths[n]).endswith(tail)
            ]
            if hits and len(hits) <= 3:
                module[hits] += end / len(path)
                break
    columns.update(stem=stem, stem_title=stem_title, mention=mention, frame=frame, module=module)


def _module_path(path: str) -> str:
    return path.rsplit(".", 1)[0].removesuffix("/__init__").removesuffix("/index").removesuffix("/mod")


def _files_ending(corpus: Corpus, mentioned: str) -> list[int]:
    """Files whose path ends like the mention, whatever absolute folder stands before it."""
    parts = [part for part in mentioned.split("/") if part not in {"", ".", ".."}]
    if not parts:
        return []
    name = parts[-1]
    files = [n for n in corpus.by_name.get(name, ())]
    for start in range(len(parts)):
        tail = "/".join(parts[start:])
        hits = [
            n for n in files if corpus.index.paths[n] == tail or corpus.index.paths[n].endswith("/" + tail)
        ]
        if hits:
            return hits if len(hits) <= 5 else []
    return []


def _history(corpus: Corpus, query: Query, signals: Signals) -> None:
    history, columns, size = corpus.history, signals.columns, corpus.index.size
    if not history.commits:
        return
    terms = list(query.terms)[:80]
    hits = find_hits(history.messages, corpus.index.terms, len(corpus.index.words), terms)
    idf = inverse_frequency(hits.rows_with(), history.commits)
    weight = _weights(query.terms, terms) * idf
    score = bm25(hits, weight, history.messages.lengths, k1=1.0, b=0.5)
    fresh = 1.0 / (1.0 + history.ages / 4.0)
    narrow = 1.0 / np.sqrt(np.maximum(history.widths, 1))
    worth = score * fresh * narrow
    best = np.argsort(-worth, kind="stable")[:_SIMILAR_COMMITS]
    best = best[worth[best] > 0]
    commits, top = np.zeros(size, np.float32), np.zeros(size, np.float32)
    strongest = float(worth[best[0]]) if len(best) else 1.0
    for commit in best.tolist():
        files = history.touched[history.offsets[commit] : history.offsets[commit + 1]]
        commits[files] += (worth[commit] / strongest) ** 2
        top[files] = np.maximum(top[files], score[commit])
        signals.similar_commits.append((commit, float(worth[commit])))
    columns["commits"], columns["commit_best"] = commits, top
    reach = history.widths[hits.row]
    starts = np.repeat(history.offsets[hits.row], reach)
    within = np.arange(len(starts)) - np.repeat(np.cumsum(reach) - reach, reach)
    files = history.touched[starts + within]
    slots = np.repeat(hits.slot, reach)
    heard = np.bincount(
        slots.astype(np.int64) * size + files, np.repeat((fresh * narrow)[hits.row], reach), len(terms) * size
    )
    heard = heard.reshape(len(terms), size)
    columns["commit_words"] = (weight[:, None] * heard / (heard + 1.5)).sum(0).astype(np.float32)
    columns["churn"] = np.log1p(history.touch_counts.astype(np.float32)) / 5.0
    last = np.full(size, 50.0, np.float32)
    np.minimum.at(last, history.touched, history.ages[history.owner])
    columns["recency"] = np.exp(-last)


def _scaled(column: Floats) -> Floats:
    highest = float(column.max()) if len(column) else 0.0
    return column / highest if highest > 0 else column


def _neighbours(corpus: Corpus, signals: Signals) -> None:
    index, graph, history, columns = corpus.index, corpus.graph, corpus.history, signals.columns
    size = index.size
    base = (
        _scaled(columns["chunk"]) + 0.5 * _scaled(columns["body_title"]) + 0.4 * _scaled(columns["path"])
        + 0.6 * _scaled(columns["defines"]) + 0.4 * _scaled(columns["commits"])
    )  # fmt: skip
    is_test = columns["is_test"] > 0
    sources = np.where(is_test | (columns["is_source"] == 0), 0.0, base).astype(np.float32)
    top = np.argsort(-sources, kind="stable")[:_TOP]
    top = top[sources[top] > 0]
    seed = np.zeros(size, np.float32)
    seed[top] = sources[top]
    columns["imported_by_top"] = graph.spread(seed, forward=True)
    columns["imports_top"] = graph.spread(seed, forward=False)
    tests = np.where(is_test, base, 0.0).astype(np.float32)
    top_tests = np.argsort(-tests, kind="stable")[:_TOP]
    top_tests = top_tests[tests[top_tests] > 0]
    seed_tests = np.zeros(size, np.float32)
    seed_tests[top_tests] = tests[top_tests]
    columns["test_imports"] = graph.spread(seed_tests, forward=True) / np.sqrt(np.maximum(graph.in_degree, 1))
    by_name, by_moves, moves = (np.zeros(size, np.float32) for _ in range(3))
    for test in top_tests.tolist():
        for source in corpus.sources_of_tests.get(test, ()):
            by_name[source] += tests[test]
    for seeds, into in ((top_tests, by_moves), (top, moves)):
        for file in seeds.tolist():
            times = history.narrow_commits_of(file) if history.commits else 0
            if not times:
                continue
            for partner, together in history.partners(file).items():
                into[partner] += base[file] * together / (times + 2.0)
    columns["test_name"], columns["test_moves"], columns["moves_with_top"] = by_name, by_moves, moves
    columns["called_from_top"] = _called_from(corpus, signals, top)


def _called_from(corpus: Corpus, signals: Signals, top: Ints) -> Floats:
    """Where the names used in the best places are defined: the symptom is here, the cause is one call away."""
    index = corpus.index
    names, order = corpus.definers
    unique, first, counts = np.unique(names, return_index=True, return_counts=True)
    called = np.zeros(index.size, np.float32)
    for place, file in enumerate(top.tolist()[:10]):
        chunk = signals.best_chunk[file]
        if chunk < 0:
            continue
        used = np.unique(index.chunks.tokens[index.chunks.offsets[chunk] : index.chunks.offsets[chunk + 1]])
        at = np.searchsorted(unique, used)
        at = at[(at < len(unique))]
        used = used[: len(at)]
        at = at[unique[at] == used]
        at = at[counts[at] <= 3]
        for entry in at.tolist():
            rows = order[first[entry] : first[entry] + counts[entry]]
            files = np.unique(index.def_file[rows])
            called[files] += 1.0 / (len(files) * (1.0 + place))
    return called
