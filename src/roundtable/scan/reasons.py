"""Say in words why a file is where it is. Pure.

Reasons come from the same evidence as the score and are ordered by what they contributed; a reason that names
something (a symbol, a commit, a partner) comes before one that only counts words. Nothing is said that a reader could
not check.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.clues_names import files_ending
from roundtable.scan.corpus import own_name
from roundtable.scan.extract import PARTLY
from roundtable.scan.lexicon import terms_of, words_in
from roundtable.scan.relations import said_together, times_together
from roundtable.scan.secrets import mask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query

_MOST = 5
_NOTEWORTHY = 0.05
_SHARED = 2
"""Words that a commit shares with the text; one alone is chance."""
_ALIKE = 0.35
"""A commit is worth quoting when it is at least so much like the text as the most similar one."""


def qualified_name(corpus: Corpus, row: int) -> str:
    """`Class.method` of a definition row."""
    index = corpus.index
    name = index.word(int(index.def_name[row]))
    parent = int(index.def_parent[row])
    return f"{index.word(int(index.def_name[parent]))}.{name}" if parent >= 0 else name


def words_in_chunk(signals: Signals, query: Query, chunk: int, most: int = 4) -> list[str]:
    """The telling words of the description that a chunk contains, as the description spells them."""
    hits = signals.hits
    if hits is None or chunk < 0:
        return []
    slots = hits.slot[hits.row == chunk]
    listed: list[int] = slots.tolist()
    ordered = sorted(listed, key=lambda slot: (-float(signals.worth[slot]), signals.terms[slot]))
    words: list[str] = []
    for slot in ordered:
        word = _as_found(query, signals.terms[slot])
        if not any(word.lower() in known.lower() for known in words):
            words.append(word)
        if len(words) == most:
            break
    return words


_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+[0-9]*|[A-Z]+[0-9]*|[^\W_]+")


def _as_found(query: Query, term: str) -> str:
    """A term as the description spells it; only the part that was found when it belongs to a longer name."""
    spelled = query.spelled.get(term, term)
    parts: list[str] = _PART.findall(spelled)
    return next((part for part in parts if term in terms_of(part)), spelled)


_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


def place_of_chunk(corpus: Corpus, chunk: int) -> tuple[str, bool]:
    """Where a chunk lies, as people would say it, and whether that is one thing (`speaks`) or several (`speak`)."""
    index = corpus.index
    file, line = int(index.chunk_file[chunk]), int(index.chunk_line[chunk])
    last = chunk + 1 == len(index.chunk_file) or int(index.chunk_file[chunk + 1]) != file
    if last and index.notes[file].startswith((PARTLY, "only")):
        return f"the part that was read from line {line} on", True
    end = max(line, int(index.lines[file]) if last else int(index.chunk_line[chunk + 1]) - 1)
    low, high = index.defs.offsets[file : file + 2].tolist()
    starts = index.def_line[low:high]
    first = int(np.searchsorted(starts, line, side="right")) - 1
    inside = int(np.searchsorted(starts, end, side="right")) - 1 - max(first, -1)
    span = f"lines {line}–{end}" if end > line else f"line {line}"
    if first < 0:
        return span, end == line
    # A chunk of code begins with a definition; what begins later in it is another one, unless it belongs to the first.
    begun = int(starts[first])
    if begun != line:  # the rest of something long, and maybe of what follows it
        return span, end == line
    symbol = _LINK.sub(r"\1", qualified_name(corpus, low + first)).strip() or "?"
    others = index.def_parent[low + first + 1 : low + first + 1 + inside]
    if not inside:
        return f"`{symbol}` (line {line})" if end == line else f"`{symbol}` (lines {line}–{end})", True
    if bool((others >= low + first).all()):
        return f"`{symbol}` (lines {line}–{end})", True
    return f"{span}, from `{symbol}` on,", end == line


def reasons_for(
    corpus: Corpus,
    query: Query,
    signals: Signals,
    parts: dict[str, Floats],
    file: int,
    first: Sequence[int] = (),
) -> tuple[str, ...]:
    """Up to five reasons, the strongest first. `first` are the best files, for one that has nothing but its neighbours."""
    said: list[tuple[float, str]] = []

    def worth(*names: str) -> float:
        return sum(float(parts[name][file]) for name in names if name in parts)

    def has(name: str) -> bool:
        return float(signals.columns[name][file]) > 0

    if has("mention"):
        said.append((9.0, _mention(corpus, query, file)))
    if has("frame"):
        said.append((8.0, _frame(corpus, query, file)))
    if has("module"):
        said.append((7.0, "its module path is in the text"))
    names = _defined(signals, query, file)
    if names:
        listed = ", ".join(f"`{name}`" for name in names[:3])
        how = "named in the text" if names[0] in query.names else "a word of the text"
        said.append((6.0 + worth("defines", "qualified"), f"defines {listed}, {how}"))
    if has("own_name") and worth("own_name", "stem_title", "path", "path_title") > _NOTEWORTHY:
        own = own_name(corpus.index.paths[file])
        said.append(
            (
                1.0 + worth("own_name", "stem_title", "path", "path_title"),
                f"the text speaks of its name, `{own}`",
            )
        )
    chunk = int(signals.best_chunk[file])
    words = words_in_chunk(signals, query, chunk)
    if words:
        where, single = place_of_chunk(corpus, chunk)
        said.append(
            (
                1.0 + worth("chunk_top", "chunk_prose", "body_prose"),
                f"{where} speak{'s' if single else ''} of {', '.join(words)}",
            )
        )
    commit = _similar_commit(corpus, query, signals, file)
    if commit and worth("commits", "commit_best", "commit_words") > _NOTEWORTHY:
        said.append((worth("commits", "commit_best", "commit_words"), commit))
    partner = _moves_with_test(corpus, signals, file)
    if partner and worth("test_moves", "test_name", "test_imports") > _NOTEWORTHY:
        said.append((worth("test_moves", "test_name", "test_imports"), partner))
    if has("message_chunk") and worth("message_chunk", "message_strings") > 0.2:
        quoted = _quoted_words(corpus, query, signals, file)
        if len(quoted) >= _SHARED:
            told = f"contains {', '.join(quoted)} of the quoted message"
            said.append((worth("message_chunk", "message_strings"), told))
    if has("uses") and not names and worth("uses") > _NOTEWORTHY:
        spelled = _spelled(corpus, query, file)
        if spelled:
            said.append((worth("uses"), spelled))
    if not said:
        said.append((0.0, _neighbour(corpus, file, first)))
    said.sort(key=lambda pair: (-pair[0], pair[1]))
    return tuple(text for _, text in said[:_MOST])


def _neighbour(corpus: Corpus, file: int, first: Sequence[int]) -> str:
    """What ties a file to the first of the ranking that it is tied to."""
    graph, paths = corpus.graph, corpus.index.paths
    imported = {int(graph.target[arrow]) for arrow in graph.imported(file)}
    importers = {int(graph.source[arrow]) for arrow in graph.importers(file)}
    for other in first:
        if other == file:
            continue
        if other in imported:
            return f"imports `{paths[other]}`"
        if other in importers:
            return f"`{paths[other]}` imports it"
        if corpus.history.commits and times_together(corpus, other, file)[0] > 1:
            return said_together(corpus, file, other)
        if paths[other].rpartition("/")[0] == paths[file].rpartition("/")[0]:
            return f"lies beside `{paths[other]}`"
    return "nothing of its own: it follows because the others are less likely still"


def _mention(corpus: Corpus, query: Query, file: int) -> str:
    """Which mention means the file; with several of that name nobody knows which."""
    for mention in query.files:
        namesakes = files_ending(corpus, mention.path) if not mention.frame else []
        if file in namesakes:
            shown = mention.path.rpartition("/")[2]
            return "named in the text" if len(namesakes) == 1 else f"one of {len(namesakes)} called `{shown}`"
    return "named in the text"


def _frame(corpus: Corpus, query: Query, file: int) -> str:
    for mention in query.files:
        if mention.frame and file in files_ending(corpus, mention.path):
            inside = f", in `{mention.function}`" if mention.function else ""
            line = f" line {mention.line}" if mention.line else ""
            return f"in the traceback{inside}{line}"
    return "in the traceback"


def _defined(signals: Signals, query: Query, file: int) -> list[str]:
    names = dict.fromkeys(name for name, _ in signals.defined.get(file, ()))
    return sorted((n for n in names if n in query.names), key=lambda n: (-query.names[n], n)) or [
        n for n in names if n[:1].isupper()
    ]


def _similar_commit(corpus: Corpus, query: Query, signals: Signals, file: int) -> str | None:
    """The most similar commit that touched the file, when it speaks of more than one word of the text."""
    history = corpus.history
    touching = set(history.commits_of(file).tolist()) if history.commits else set[int]()
    strongest = signals.similar_commits[0][1] if signals.similar_commits else 0.0
    for commit, worth in signals.similar_commits:
        if commit in touching and worth >= _ALIKE * strongest:
            subject = history.subjects[commit].strip()
            spoken = {term for word in words_in(subject) for term in terms_of(word)}
            if len(spoken & query.terms.keys()) < min(_SHARED, len(query.terms)):
                continue
            short = subject if len(subject) <= 72 else subject[:71].rstrip() + "…"
            return f"changed by a similar commit: “{mask(short)}”"
    return None


def _moves_with_test(corpus: Corpus, signals: Signals, file: int) -> str | None:
    history = corpus.history
    if not history.commits:
        return None
    tests = signals.columns["is_test"]
    chunk = signals.columns["chunk"]
    best = [
        (together, partner)
        for partner, together in history.partners(file).items()
        if tests[partner] and chunk[partner] > 0
    ]
    if not best:
        return None
    together, partner = max(best, key=lambda pair: (pair[0] * float(chunk[pair[1]]), -pair[1]))
    return said_together(corpus, file, partner) if together >= 2 else None


def _spelled(corpus: Corpus, query: Query, file: int) -> str:
    """Which names of the text a file imports and uses, else which it merely contains."""
    index, graph = corpus.index, corpus.graph
    first, last = index.file_chunks[file : file + 2].tolist()
    tokens = index.chunks.tokens[index.chunks.offsets[first] : index.chunks.offsets[last]]
    have = set(np.unique(tokens).tolist())
    names = [name for name in query.names if (word := index.find_word(name)) and word in have]
    names.sort(key=lambda name: (-query.names[name], name))
    taken = {name for arrow in graph.imported(file) for name in graph.names[arrow]}
    imported = [name for name in names if name in taken]
    listed = ", ".join(f"`{name}`" for name in (imported or names)[:3])
    return f"uses {listed}, which it imports" if imported else f"contains {listed}" if listed else ""


def _quoted_words(corpus: Corpus, query: Query, signals: Signals, file: int) -> list[str]:
    """The most telling words of quoted messages that a file contains."""
    hits = signals.hits
    if hits is None:
        return []
    first, last = corpus.index.file_chunks[file : file + 2].tolist()
    slots: list[int] = np.unique(hits.slot[(hits.row >= first) & (hits.row < last)]).tolist()
    slots = [slot for slot in slots if signals.terms[slot] in query.message_terms]
    slots.sort(key=lambda slot: (-float(signals.worth[slot]), signals.terms[slot]))
    return list(dict.fromkeys(_as_found(query, signals.terms[slot]) for slot in slots))[:3]
