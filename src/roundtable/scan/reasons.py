"""Say in words why a file is where it is. Pure.

Reasons come from the same evidence as the score and are ordered by what they contributed; a reason that names
something (a symbol, a commit, a partner) comes before one that only counts words. Nothing is said that a reader could
not check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.corpus import own_name

if TYPE_CHECKING:
    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query

__all__ = ["qualified_name", "reasons_for", "words_in_chunk"]

_MOST = 5
_NOTEWORTHY = 0.05
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
        word = query.spelled.get(signals.terms[slot], signals.terms[slot])
        if word.lower() not in {known.lower() for known in words}:
            words.append(word)
        if len(words) == most:
            break
    return words


def chunk_symbol(corpus: Corpus, chunk: int) -> tuple[str | None, int]:
    """The definition that a chunk starts with or lies in, and the chunk's first line."""
    index = corpus.index
    line = int(index.chunk_line[chunk])
    file = int(index.chunk_file[chunk])
    low, high = index.defs.offsets[file : file + 2].tolist()
    lines = index.def_line[low:high]
    place = int(np.searchsorted(lines, line, side="right")) - 1
    if place < 0:
        place = 0 if len(lines) and int(lines[0]) <= line + 3 else -1
    return (qualified_name(corpus, low + place) if place >= 0 else None), line


def reasons_for(
    corpus: Corpus, query: Query, signals: Signals, parts: dict[str, Floats], file: int
) -> tuple[str, ...]:
    """Up to five reasons, the strongest first."""
    said: list[tuple[float, str]] = []

    def worth(*names: str) -> float:
        return sum(float(parts[name][file]) for name in names if name in parts)

    def has(name: str) -> bool:
        return float(signals.columns[name][file]) > 0

    if has("mention"):
        said.append((9.0, "named in the text"))
    if has("frame"):
        said.append((8.0, _frame(query, corpus.index.paths[file])))
    if has("module"):
        said.append((7.0, "its module path is in the text"))
    names = _defined(signals, query, file)
    if names:
        listed = ", ".join(f"`{name}`" for name in names[:3])
        said.append((6.0 + worth("defines", "qualified"), f"defines {listed}, named in the text"))
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
        symbol, line = chunk_symbol(corpus, chunk)
        where = f"`{symbol}` (line {line})" if symbol else f"line {line}"
        said.append(
            (
                1.0 + worth("chunk_top", "chunk_prose", "body_prose"),
                f"{where} speaks of {', '.join(words)}",
            )
        )
    commit = _similar_commit(corpus, signals, file)
    if commit and worth("commits", "commit_best", "commit_words") > _NOTEWORTHY:
        said.append((worth("commits", "commit_best", "commit_words"), commit))
    partner = _moves_with_test(corpus, signals, file)
    if partner and worth("test_moves", "test_name", "test_imports") > _NOTEWORTHY:
        said.append((worth("test_moves", "test_name", "test_imports"), partner))
    if has("message_chunk") and worth("message_chunk", "message_strings") > 0.2:
        said.append((worth("message_chunk", "message_strings"), "contains words of the quoted message"))
    if has("uses") and not names and worth("uses") > _NOTEWORTHY:
        used = _used(corpus, query, file)
        if used:
            said.append((worth("uses"), f"uses {', '.join(f'`{name}`' for name in used[:3])}"))
    if not said:
        said.append((0.0, "close to the files above by imports, history or name"))
    said.sort(key=lambda pair: (-pair[0], pair[1]))
    return tuple(text for _, text in said[:_MOST])


def _frame(query: Query, path: str) -> str:
    for mention in query.files:
        if mention.frame and mention.path.endswith(path.rpartition("/")[2]):
            inside = f", in `{mention.function}`" if mention.function else ""
            line = f" line {mention.line}" if mention.line else ""
            return f"in the traceback{inside}{line}"
    return "in the traceback"


def _defined(signals: Signals, query: Query, file: int) -> list[str]:
    names = dict.fromkeys(name for name, _ in signals.defined.get(file, ()))
    return sorted((n for n in names if n in query.names), key=lambda n: (-query.names[n], n)) or [
        n for n in names if n[:1].isupper()
    ]


def _similar_commit(corpus: Corpus, signals: Signals, file: int) -> str | None:
    history = corpus.history
    touching = set(history.commits_of(file).tolist()) if history.commits else set[int]()
    strongest = signals.similar_commits[0][1] if signals.similar_commits else 0.0
    for commit, worth in signals.similar_commits:
        if commit in touching and worth >= _ALIKE * strongest:
            subject = history.subjects[commit].strip()
            short = subject if len(subject) <= 72 else subject[:71].rstrip() + "…"
            return f"changed by a similar commit: “{short}”"
    return None


def _moves_with_test(corpus: Corpus, signals: Signals, file: int) -> str | None:
    history = corpus.history
    if not history.commits:
        return None
    times = history.narrow_commits_of(file)
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
    if together < 2:
        return None
    return f"changed with `{corpus.index.paths[partner]}` in {together} of {times} commits"


def _used(corpus: Corpus, query: Query, file: int) -> list[str]:
    index = corpus.index
    first, last = index.file_chunks[file : file + 2].tolist()
    tokens = index.chunks.tokens[index.chunks.offsets[first] : index.chunks.offsets[last]]
    have = set(np.unique(tokens).tolist())
    found = [name for name in query.names if index.find_word(name) in have and index.find_word(name)]
    return sorted(found, key=lambda name: (-query.names[name], name))
