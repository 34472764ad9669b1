"""Clues about every file, from words, names, history and the neighbourhood: they fill the columns of `signals`. Pure.

- Words: how well files, and the best places in them, speak the language of the description.
- Names: what the text names outright, and who defines it, bears it or uses it.
- History: commits that sounded alike and what they touched; how often and how lately files change.
- The neighbourhood: the symptom is often in one file and the cause in what a matching test exercises, or in what history
  changes together with it.
"""

from itertools import product
from math import log1p

import numpy as np

from roundtable.scan.corpus import Corpus, module_path
from roundtable.scan.index import Floats, Ints
from roundtable.scan.lexicon import terms_of, words_in
from roundtable.scan.matching import best_rows_first, best_rows_mean, bm25, find_hits, inverse_frequency
from roundtable.scan.query import Query
from roundtable.scan.signals import Signals, best_of, scaled, weights_of

_MAX_TERMS, _MAX_COMMIT_TERMS = 120, 80
_RARE = 4.0  # inverse frequency from which a word counts as rare
_MOST_SHOWN = 12  # a name that more files define is no evidence to show
_MOST_STEMS = 60  # `utils`, `models`: everybody's name is nobody's
_MOST_ENDINGS = 5
_SHORTEST_COMPONENT = 3  # with its slash: `ui` is no name to go by
_SIMILAR = 60
_TOP = 20


def text_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """BM25 over files, chunks and fields, for the whole text, the title and the sentences."""
    index, columns = corpus.index, signals.columns
    terms = list(query.terms)[:_MAX_TERMS]
    if not terms:
        return
    words, chunk_lengths, file_of = len(index.words), index.chunks.lengths, index.chunk_file
    hits = find_hits(index.chunks, index.terms, words, terms)
    by_file = hits.grouped(file_of, index.size)
    idf = inverse_frequency(by_file.rows_with(), index.size)
    everything, title = weights_of(query.terms, terms), weights_of(query.title_terms, terms)
    whole, prose = everything * idf, weights_of(query.prose_terms, terms) * idf
    signals.terms, signals.hits, signals.worth, signals.rarity = tuple(terms), hits, whole, idf

    columns["body"] = bm25(by_file, whole, corpus.file_lengths)
    columns["body_title"] = bm25(by_file, title * idf, corpus.file_lengths, b=0.5)
    columns["body_prose"] = bm25(by_file, prose, corpus.file_lengths)
    for name, gain in (
        ("coverage", title * idf),
        ("rare", everything * np.maximum(idf - _RARE, 0.0) ** 2),
    ):
        columns[name] = np.bincount(by_file.row, gain[by_file.slot], index.size).astype(np.float32)

    chunk = bm25(hits, whole, chunk_lengths)
    order = best_rows_first(chunk, file_of)
    columns["chunk"] = best_rows_mean(chunk, order, file_of, index.size, 3)
    in_prose = bm25(hits, prose, chunk_lengths)
    columns["chunk_prose"] = best_rows_mean(
        in_prose, best_rows_first(in_prose, file_of), file_of, index.size, 2
    )
    has_chunks, starts = np.diff(index.file_chunks) > 0, index.file_chunks[:-1]
    signals.best_chunk[has_chunks] = starts[has_chunks]
    speaking, first = np.unique(file_of[order], return_index=True)
    signals.best_chunk[speaking] = order[first]
    path_field, table, path_words = corpus.path_words
    in_path = find_hits(path_field, table, path_words, terms)
    path_idf = inverse_frequency(in_path.rows_with(), index.size)
    columns["path"] = bm25(in_path, everything * path_idf, path_field.lengths, k1=0.6, b=0.4)
    columns["path_title"] = bm25(in_path, title * path_idf, path_field.lengths, k1=0.6, b=0.4)


def name_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Definitions of the named things, and files that use them."""
    index, columns = corpus.index, signals.columns
    size = index.size
    defines, in_prose = np.zeros(size, np.float32), np.zeros(size, np.float32)
    is_source = corpus.priors["is_source"]
    named: dict[int, float] = {}
    for name in dict.fromkeys((*query.names, *query.plain)):
        word, meant = index.find_word(name), query.names.get(name, 0.0)
        if not word:
            continue
        if meant:
            named[word] = meant
        rows = _owned(corpus, query, name, corpus.definitions_of(word))
        if not len(rows):
            continue
        files = np.unique(index.def_file[rows])
        rarity = 1.0 / (1.0 + log1p(max(float(is_source[files].sum()), 1.0) - 1.0))
        defines[files] += meant * rarity
        in_prose[files] += query.prose_names.get(name, 0.0) * rarity
        if len(files) <= _MOST_SHOWN:
            for row in rows.tolist():
                signals.defined.setdefault(int(index.def_file[row]), []).append((name, row))
    columns["defines"], columns["defines_prose"] = defines, in_prose
    columns["uses"] = _uses(corpus, named)
    columns["operators"] = _operators(corpus, query)


def _owned(corpus: Corpus, query: Query, name: str, rows: Ints) -> Ints:
    """Of some definitions of a name those of the class behind which it was named, where there are such."""
    owners = [corpus.index.find_word(path[-2]) for path in query.dotted if len(path) > 1 and path[-1] == name]
    index = corpus.index
    own = rows[np.isin(index.def_name[index.def_parent[rows]], owners) & (index.def_parent[rows] >= 0)]
    return own if len(own) else rows


def _uses(corpus: Corpus, named: dict[int, float]) -> Floats:
    """How many of the named things a file uses, the rare ones counting most."""
    index = corpus.index
    found = np.zeros(index.size, np.float32)
    for word, files in index.files_with(named).items():
        found[files] += named[word] * log1p(index.size / max(len(files), 1))
    return found


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
    _component(corpus, query, signals)
    _own_names(corpus, query, signals)


def _component(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Sources below the folders that the title names as its component: `web/api: …`, `[receiver/otlp] …`.

    The name may stop short (`receiver/otlp` for `receiver/otlpreceiver`) where no folder bears it whole.
    """
    found, paths = np.zeros(corpus.index.size, np.float32), corpus.index.paths
    signals.columns["component"] = found
    own = np.flatnonzero((corpus.priors["is_source"] > 0) & (corpus.priors["vendored"] == 0)).tolist()
    for named in query.components:
        tail = "/" + named.lower().strip("/")
        alike = {folder: f"/{folder.lower()}" for folder in sorted(corpus.folders)}
        whole = [folder for folder, path in alike.items() if path.endswith(tail)]
        folders = whole or [folder for folder, path in alike.items() if _begins_last(path, tail)]
        if len(folders) > _MOST_ENDINGS or len(tail) <= _SHORTEST_COMPONENT:
            continue
        for file, folder in product(own, folders):
            if paths[file].startswith(folder + "/"):
                near = 1.0 / (1.0 + 0.5 * paths[file].count("/", len(folder) + 1))
                if near > found[file]:
                    found[file], signals.components[file] = near, folder


def _begins_last(path: str, tail: str) -> bool:
    """Whether the last folders of a path are those of a tail, the last of them at its beginning."""
    at = path.rfind("/")
    for _ in range(tail.count("/") - 1):
        at = path.rfind("/", 0, at)
    return at >= 0 and path.startswith(tail, at)


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
            if sources := [number for number in files if is_source[number]]:
                rarity = max((rarity_of.get(term, 0.0) for term in terms_of(name)), default=0.0)
                telling = rarity / len(sources) * (2.0 if name in title_words else 1.0)
                own[sources] = np.maximum(own[sources], telling)
    signals.columns["own_name"] = own


def files_ending(corpus: Corpus, mentioned: str) -> list[int]:
    """Files whose path ends like the mention, whatever absolute folder stands before it."""
    parts = [part for part in mentioned.split("/") if part not in {"", ".", ".."}]
    for start in range(len(parts)):
        tail = "/" + "/".join(parts[start:])
        namesakes = corpus.by_name.get(parts[-1].lower(), ())
        if files := [number for number in namesakes if f"/{corpus.index.paths[number]}".endswith(tail)]:
            return files if len(files) <= _MOST_ENDINGS else []
    return []


def history_clues(corpus: Corpus, query: Query, signals: Signals) -> None:
    """Similar commits, words that commits spoke about a file, and the rhythm of changes."""
    history, index, columns = corpus.history, corpus.index, signals.columns
    if not history.commits:
        return
    columns.update(_rhythm(corpus))
    terms = list(query.terms)[:_MAX_COMMIT_TERMS]
    if not terms:
        return
    hits = find_hits(history.messages, index.terms, len(index.words), terms)
    weight = weights_of(query.terms, terms) * inverse_frequency(hits.rows_with(), history.commits)
    score = bm25(hits, weight, history.messages.lengths, k1=1.0, b=0.5)
    worth = score * history.trust
    best = np.argsort(-worth, kind="stable")[:_SIMILAR]
    commits, top = np.zeros(index.size, np.float32), np.zeros(index.size, np.float32)
    strongest = max(float(worth[best[0]]), 1e-9)
    for commit in best[worth[best] > 0].tolist():
        files = history.files_of(commit)
        commits[files] += (worth[commit] / strongest) ** 2
        top[files] = np.maximum(top[files], score[commit])
        signals.similar_commits.append((commit, float(worth[commit])))
    columns["commits"], columns["commit_best"] = commits, top


def _rhythm(corpus: Corpus) -> dict[str, Floats]:
    """How often, how lately, how often to mend something. The same for every query, so made once."""
    known, history, index = corpus.rhythm, corpus.history, corpus.index
    if known:
        return known
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


def nearby_clues(corpus: Corpus, _query: Query, signals: Signals) -> None:
    """Spread a first rough ranking from the tests along their imports and co-changes."""
    graph, columns = corpus.graph, signals.columns
    size = corpus.index.size
    rough: Floats = scaled(columns["chunk"]).copy()
    for name, share in (("body_title", 0.5), ("path", 0.4), ("defines", 0.6), ("commits", 0.4)):
        rough += np.float32(share) * scaled(columns[name])

    top_tests = best_of(np.where(columns["is_test"] > 0, rough, 0.0), _TOP)
    tests = np.zeros(size, np.float32)
    tests[top_tests] = rough[top_tests]
    # What every test imports says little about this one.
    reached = graph.spread(tests)
    columns["test_imports"] = reached / np.sqrt(np.maximum(graph.in_degree, 1)).astype(np.float32)
    columns["test_moves"] = _moves_with(corpus, rough, top_tests)


def _moves_with(corpus: Corpus, rough: Floats, files: list[int]) -> Floats:
    """How often history changes a file together with these ones, as a share of their changes."""
    found = np.zeros(corpus.index.size, np.float32)
    for file in files:
        partners, times = corpus.history.partners(file), corpus.history.narrow_commits_of(file)
        together = np.array(list(partners.values()), np.float32)
        found[list(partners)] += together * (rough[file] / (times + 2.0))
    return found
