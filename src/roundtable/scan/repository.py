"""Keep up with a repository: list it, read what is new, read its log, save both. I/O; the only state there is.

`corpus()` looks at the tree and gives a `Corpus` of how it is now; when nothing changed that is a list of files and
their stamps, a few milliseconds. A few changed files are read again each time rather than saved: that is cheaper
than writing the index.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from roundtable.analysis.secrets import without_secrets
from roundtable.scan.cache import Cache
from roundtable.scan.corpus import Corpus
from roundtable.scan.extract import BINARY, CUT_OFF
from roundtable.scan.gather import Gathered, gather
from roundtable.scan.git import Git, parse_log
from roundtable.scan.history import Commit, build_history
from roundtable.scan.imports import Graph, resolve_imports
from roundtable.scan.index import build_index
from roundtable.scan.walk import a_few, walk

MOST_COMMITS = 2_000
"""Comparing the trees of a commit with git costs as much as reading two files, and older commits say next to nothing."""
_SAVE_FROM = 64  # fewer re-read files than this are cheaper to read again than to save
_FRESH_SECONDS = 2.0


class Repository:
    """One folder and what is known about it. Not for several threads at once; `Scanner` sees to that."""

    def __init__(self, root: Path, cache: Cache, progress: Callable[[str, int, int], None] | None) -> None:
        self.root = root
        self._cache = cache
        self._progress = progress
        self._git = Git(root)
        self._gathered: Gathered | None = None
        self._corpus: Corpus | None = None
        self._commits: tuple[Commit, ...] = ()
        self._head: str | None = None
        self._history_notes: tuple[str, ...] = ()
        self._looked = 0.0
        self.notes: tuple[str, ...] = ()  # what a reader must know about the last look

    def recent(self) -> Corpus:
        """The corpus of a moment ago: good enough for many small questions in a row."""
        if self._corpus is not None and time.monotonic() - self._looked < _FRESH_SECONDS:
            return self._corpus
        return self.corpus()

    def corpus(self) -> Corpus:
        with ThreadPoolExecutor(1) as beside:
            log = beside.submit(self._read_log)
            tree = walk(self.root, self._git)
            notes = list(tree.notes)
            if self._gathered is None:
                self._gathered, problem = self._cache.load()
                if problem:
                    notes.append(problem)
            before = self._gathered
            gathered, fresh = gather(str(self.root), tree.entries, before, self._progress)
            new_history = log.result() and tree.versioned
        if self._corpus is None or gathered is not before or new_history:
            self._corpus = self._build(gathered, None if new_history else self._corpus)
        if fresh >= _SAVE_FROM or (fresh and not before.entries):
            self._cache.save(gathered)
        self._gathered = gathered
        self._looked = time.monotonic()
        if tree.versioned:
            notes.extend(self._history_notes)
        read = zip(gathered.columns.paths, gathered.columns.notes, strict=True)
        if large := sorted(path for path, note in read if note.startswith(CUT_OFF)):
            notes.append(f"Very large files were read in part: {a_few(large)}.")
        self.notes = tuple(notes)
        return self._corpus

    def _read_log(self) -> bool:
        """Bring the history up to date with HEAD; whether it changed. Runs beside the reading of files."""
        head = self._git.head()
        if head is None:
            is_new = self._git.is_repository()
            self._history_notes = ("No commits yet: ranked without history.",) if is_new else ()
            self._commits, changed, self._head = (), self._head is not None, None
            return changed
        if head == self._head:
            return False
        output = self._saved_log(head)
        if output is None:
            output = without_secrets(self._git.run(*self._git.log_arguments(MOST_COMMITS)) or b"")
            self._cache.save_log(head, output)
        self._commits = tuple(parse_log(output)[:MOST_COMMITS])
        self._head = head
        cut_off = "Shallow clone: history is cut off, so co-change and churn come out too low."
        self._history_notes = (cut_off,) if self._git.is_shallow() else ()
        return True

    def _saved_log(self, head: str) -> bytes | None:
        """The saved log, brought up to `head` when that lies ahead of it; None when it is of no use."""
        saved = self._cache.load_log()
        if saved is None or saved[0] == head:
            return saved[1] if saved is not None else None
        if self._git.run("merge-base", "--is-ancestor", saved[0], "HEAD") is None:
            return None
        newer = self._git.run(*self._git.log_arguments(MOST_COMMITS, since=saved[0]))
        if newer is None:
            return None
        joined = without_secrets(newer) + saved[1]
        self._cache.save_log(head, joined)
        return joined

    def _build(self, gathered: Gathered, earlier: Corpus | None) -> Corpus:
        """The corpus of these files; `earlier` is one with the same history, if there is any."""
        read = list(zip(gathered.columns.paths, gathered.columns.notes, strict=True))
        paths = tuple(path for path, note in read if note != BINARY)
        unread = frozenset(path for path, note in read if note == BINARY)
        if earlier and not (earlier.index.paths == paths and earlier.index.terms is gathered.terms):
            earlier = None
        if earlier is not None:
            history = earlier.history
        else:
            number_of = {path: number for number, path in enumerate(paths)}
            whole = len(self._commits) < MOST_COMMITS
            history = build_history(self._commits, number_of, gathered.words, whole=whole)
        index = build_index(gathered.columns, gathered.words, gathered.terms)
        corpus = Corpus(index, Graph(resolve_imports(index), index.size), history, unread)
        if earlier is not None:
            corpus.take_over(earlier)
        return corpus
