"""Say in words why a file is where it is. Pure.

Reasons come from the same evidence as the score and are ordered by what they contributed; a reason that names
something (a symbol, a commit, a partner) comes before one that only counts words. Nothing is said that a reader could
not check.
"""

import re
from collections.abc import Iterator

import numpy as np

from roundtable.analysis.secrets import mask
from roundtable.scan.clues import files_ending
from roundtable.scan.corpus import Corpus, own_name
from roundtable.scan.extract import CUT_OFF, PARTLY
from roundtable.scan.lexicon import parts_of, terms_of, words_in
from roundtable.scan.query import Query
from roundtable.scan.rank import Ranking
from roundtable.scan.relations import said_together, times_together

_MOST = 5
_NOTEWORTHY = 0.05
_SHARED = 2  # words that a commit shares with the text; one alone is chance
_ALIKE = 0.35  # a commit is worth quoting when it is at least so much like the text as the most similar one


def words_in_chunk(ranking: Ranking, chunk: int, most: int = 4) -> list[str]:
    """The telling words of the description that a chunk contains, as the description spells them."""
    words: list[str] = []
    for term in _terms_in(ranking, chunk, chunk + 1) if chunk >= 0 else ():
        word = _as_found(ranking.query, term)
        if not any(word.lower() in known.lower() for known in words):
            words.append(word)
        if len(words) == most:
            break
    return words


def _terms_in(ranking: Ranking, first: int, last: int) -> list[str]:
    """The terms of the description that some chunks contain, the most telling first."""
    hits, worth, terms = ranking.signals.hits, ranking.signals.worth, ranking.signals.terms
    if hits is None:
        return []
    slots: list[int] = np.unique(hits.slot[(hits.row >= first) & (hits.row < last)]).tolist()
    return [terms[slot] for slot in sorted(slots, key=lambda slot: (-float(worth[slot]), terms[slot]))]


def _as_found(query: Query, term: str) -> str:
    """A term as the description spells it; only the part that was found when it belongs to a longer name."""
    spelled = query.spelled.get(term, term)
    return next((part for part in parts_of(spelled) if term in terms_of(part)), spelled)


_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def place_of_chunk(corpus: Corpus, chunk: int) -> tuple[str, bool]:
    """Where a chunk lies, as people would say it, and whether that is one thing (`speaks`) or several (`speak`)."""
    index = corpus.index
    file, line = int(index.chunk_file[chunk]), int(index.chunk_line[chunk])
    last = chunk + 1 == len(index.chunk_file) or int(index.chunk_file[chunk + 1]) != file
    if last and index.notes[file].startswith((PARTLY, CUT_OFF)):
        return f"the part that was read from line {line} on", True
    end = max(line, int(index.lines[file]) if last else int(index.chunk_line[chunk + 1]) - 1)
    rows = index.def_rows(file)
    first, after = (rows.start + np.searchsorted(index.def_line[rows], (line, end), side="right")).tolist()
    row = first - 1
    span = f"lines {line}–{end}" if end > line else f"line {line}"
    if row < rows.start or int(index.def_line[row]) != line:
        return span, end == line  # the rest of something long, and maybe of what follows it
    # A chunk of code begins with a definition; what begins later in it is another one, unless it belongs to the first.
    symbol = _LINK.sub(r"\1", corpus.qualified_name(row)).strip() or "?"
    if bool((index.def_parent[first:after] >= row).all()):
        return f"`{symbol}` ({span})", True
    return f"{span}, from `{symbol}` on,", end == line


def reasons_for(ranking: Ranking, file: int) -> tuple[str, ...]:
    """Up to five reasons, the strongest first; for a file that has nothing but its neighbours, the neighbour."""
    said = sorted((*_by_name(ranking, file), *_by_words(ranking, file)), key=lambda pair: (-pair[0], pair[1]))
    return tuple(text for _, text in said[:_MOST]) or (_neighbour(ranking, file),)


def _worth(ranking: Ranking, file: int, *names: str) -> float:
    """What some signals contributed to the score of a file."""
    return sum(float(ranking.parts[name][file]) for name in names)


def _by_name(ranking: Ranking, file: int) -> Iterator[tuple[float, str]]:
    """Reasons of a file that the text names, or something in it: how strong, and in words."""
    columns = ranking.signals.columns
    if columns["mention"][file] > 0:
        yield 9.0, _mention(ranking, file)
    if columns["frame"][file] > 0:
        yield 8.0, _frame(ranking, file)
    if columns["module"][file] > 0:
        yield 7.0, "its module path is in the text"
    if folder := ranking.signals.components.get(file):
        yield 6.5, f"lies in `{folder}`, the component that the title names"
    names = _defined(ranking, file)
    if names:
        listed = ", ".join(f"`{name}`" for name in names[:3])
        how = "named in the text" if names[0] in ranking.query.names else "a word of the text"
        yield 6.0 + _worth(ranking, file, "defines"), f"defines {listed}, {how}"
    worth = _worth(ranking, file, "own_name", "path_title")
    if columns["own_name"][file] > 0 and worth > _NOTEWORTHY:
        yield 1.0 + worth, f"the text speaks of its name, `{own_name(ranking.corpus.index.paths[file])}`"
    worth = _worth(ranking, file, "uses")
    spelled = _spelled(ranking, file) if not names and worth > _NOTEWORTHY else ""
    if spelled:
        yield worth, spelled


def _by_words(ranking: Ranking, file: int) -> Iterator[tuple[float, str]]:
    """Reasons from the words of a file, of commits that touched it, and of its tests."""
    chunk = int(ranking.signals.best_chunk[file])
    if words := words_in_chunk(ranking, chunk):
        where, single = place_of_chunk(ranking.corpus, chunk)
        told = f"{where} speak{'s' if single else ''} of {', '.join(words)}"
        yield 1.0 + _worth(ranking, file, "passage_title", "passage_prose", "chunk_prose", "body_prose"), told
    for tell, *names in (
        (_similar_commit, "commit_best"),
        (_moves_with_test, "test_moves", "test_imports"),
    ):
        worth = _worth(ranking, file, *names)
        told = tell(ranking, file) if worth > _NOTEWORTHY else None
        if told:
            yield worth, told


def _neighbour(ranking: Ranking, file: int) -> str:
    """What ties a file to the first of the ranking that it is tied to."""
    corpus, paths = ranking.corpus, ranking.corpus.index.paths
    imported, importers = corpus.graph.imported(file), corpus.graph.importers(file)
    for other in ranking.order[:10]:
        if other == file:
            continue
        if other in imported:
            return f"imports `{paths[other]}`"
        if other in importers:
            return f"`{paths[other]}` imports it"
        if times_together(corpus, other, file)[0] > 1:
            return said_together(corpus, file, other)
        if paths[other].rpartition("/")[0] == paths[file].rpartition("/")[0]:
            return f"lies beside `{paths[other]}`"
    return "nothing of its own: it follows because the others are less likely still"


def _mention(ranking: Ranking, file: int) -> str:
    """Which mention means the file; with several of that name nobody knows which."""
    for mention in ranking.query.files:
        namesakes = files_ending(ranking.corpus, mention.path) if not mention.frame else []
        if file in namesakes and len(namesakes) > 1:
            return f"one of {len(namesakes)} called `{mention.path.rpartition('/')[2]}`"
        if file in namesakes:
            break
    return "named in the text"


def _frame(ranking: Ranking, file: int) -> str:
    for mention in ranking.query.files:
        if mention.frame and file in files_ending(ranking.corpus, mention.path):
            inside = f", in `{mention.function}`" if mention.function else ""
            line = f" line {mention.line}" if mention.line else ""
            return f"in the traceback{inside}{line}"
    return "in the traceback"


def _defined(ranking: Ranking, file: int) -> list[str]:
    names = dict.fromkeys(name for name, _ in ranking.signals.defined.get(file, ()))
    meant = ranking.query.names
    named = sorted((name for name in names if name in meant), key=lambda name: (-meant[name], name))
    return named or [name for name in names if name[:1].isupper()]


def _similar_commit(ranking: Ranking, file: int) -> str | None:
    """The most similar commit that touched the file, when it speaks of more than one word of the text."""
    history, terms = ranking.corpus.history, ranking.query.terms
    similar = ranking.signals.similar_commits
    touching = set[int](history.commits_of(file).tolist())
    for commit, worth in similar:
        if commit in touching and worth >= _ALIKE * similar[0][1]:
            subject = history.subjects[commit].strip()
            spoken = {term for word in words_in(subject) for term in terms_of(word)}
            if len(spoken & terms.keys()) < min(_SHARED, len(terms)):
                continue
            short = subject if len(subject) <= 72 else subject[:71].rstrip() + "…"
            return f"changed by a similar commit: “{mask(short)}”"
    return None


def _moves_with_test(ranking: Ranking, file: int) -> str | None:
    corpus, chunk = ranking.corpus, ranking.signals.columns["chunk"]
    times = corpus.history.partners(file)
    tests = [other for other in times if corpus.index.kind(other) == "test" and chunk[other] > 0]
    if not tests:
        return None
    best = max(tests, key=lambda test: (times[test] * float(chunk[test]), -test))
    return said_together(corpus, file, best) if times[best] >= 2 else None


def _spelled(ranking: Ranking, file: int) -> str:
    """Which names of the text a file imports and uses, else which it merely contains."""
    index, meant = ranking.corpus.index, ranking.query.names
    have = set[int](index.tokens_of(file).tolist()) - {0}
    names = [name for name in meant if index.find_word(name) in have]
    names.sort(key=lambda name: (-meant[name], name))
    taken = {name for taken in ranking.corpus.graph.imported(file).values() for name in taken}
    imported = [name for name in names if name in taken]
    listed = ", ".join(f"`{name}`" for name in (imported or names)[:3])
    return f"uses {listed}, which it imports" if imported else f"contains {listed}" if listed else ""
