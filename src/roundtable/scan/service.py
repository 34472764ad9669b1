"""The scan as a service: `Scanner(root).scan(text)`. This is what the rest of the product calls.

It brings the parts together: list the tree (`walk`), read what is new (`gather`), keep it (`cache`), read the log
(`git`), then everything pure: signals, ranking, reasons, impact, estimates. Calls on one scanner may come from several
threads; they wait for each other. The tree is looked at again on every call, so the answer is never older than
the question.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import (
    Caller,
    Churn,
    CoChange,
    Definition,
    EntryPoint,
    Impact,
    Keyword,
    RankedFile,
    Resolved,
    ScanResult,
)
from roundtable.scan import anchors
from roundtable.scan.cache import Cache
from roundtable.scan.clues import Signals
from roundtable.scan.corpus import Corpus
from roundtable.scan.danger import churn_of, coverage_gaps, implementation_order, risk_zones, tests_of
from roundtable.scan.entrypoints import entry_points_in
from roundtable.scan.estimate import estimate_complexity, estimate_files, scope_of
from roundtable.scan.excerpts import excerpt_of, signatures_of
from roundtable.scan.gather import Gathered, gather
from roundtable.scan.git import Git, parse_log
from roundtable.scan.graph import build_graph
from roundtable.scan.history import Commit, build_history
from roundtable.scan.impact import choose_direct, co_change_of, find_impact, symbol_users
from roundtable.scan.imports import resolve_imports
from roundtable.scan.index import build_index
from roundtable.scan.kinds import KINDS, is_secret_file
from roundtable.scan.query import Query, read_description
from roundtable.scan.rank import load_weights, score_files, text_length
from roundtable.scan.reasons import qualified_name, reasons_for, words_in_chunk
from roundtable.scan.signals import compute_signals
from roundtable.scan.walk import Tree, walk
from roundtable.scan.worker import read_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from roundtable.scan.index import Floats

__all__ = ["Scanner"]

MOST_COMMITS = 10_000
_SAVE_FROM = 64
"""Fewer re-read files than this are cheaper to read again than to save."""
_MOST_ENTRY_POINTS = 12


class Scanner:
    """One repository (or a folder in one) and what is known about it."""

    def __init__(
        self,
        root: Path,
        cache_dir: Path | None = None,
        progress: Callable[[str, int, int], None] | None = None,
    ) -> None:
        self.root = Path(root).resolve()
        self.progress = progress
        self._cache = Cache(cache_dir if cache_dir is not None else self.root / ".roundtable" / "cache")
        self._git = Git(self.root)
        self._lock = threading.RLock()
        self._gathered: Gathered | None = None
        self._corpus: Corpus | None = None
        self._commits: tuple[Commit, ...] = ()
        self._head: str | None = None
        self._notes: tuple[str, ...] = ()

    # -- questions ------------------------------------------------------------------------------------------------

    def scan(self, text: str, top: int = 20) -> ScanResult:
        """Rank the files for a description and draw the blast radius around the best."""
        began = time.perf_counter()
        with self._lock:
            corpus = self._refresh()
            result = self._answer(corpus, text, max(top, 0))
        return result.model_copy(update={"duration_ms": int((time.perf_counter() - began) * 1000)})

    def resolve_anchor(self, text: str) -> Resolved | None:
        """Where a path, `path:line`, symbol or qualified name leads; None when it does not exist."""
        with self._lock:
            return anchors.resolve(self._known(), text)

    resolve = resolve_anchor

    def symbols(self, path: str) -> tuple[Definition, ...]:
        """What a file defines, with signature lines, in file order; nothing for an unknown file."""
        with self._lock:
            known = self._known().index.number_of
        if path not in known or is_secret_file(path):
            return ()
        data = read_file(str(self.root), path)
        return tuple(signatures_of(path, data)) if data is not None else ()

    signatures = symbols

    def callers(self, path: str) -> tuple[Caller, ...]:
        """Files that import the file or use names that only it defines."""
        with self._lock:
            corpus = self._known()
            file = corpus.index.number_of.get(path)
            if file is None:
                return ()
            found: dict[int, list[str]] = {}
            for arrow in corpus.graph.importers(file):
                found.setdefault(int(corpus.graph.source[arrow]), []).extend(corpus.graph.names[arrow])
            for user, names in symbol_users(corpus, file).items():
                found.setdefault(user, []).extend(names)
            test = KINDS.index("test")
            listed = [
                Caller(
                    path=corpus.index.paths[user],
                    names=tuple(dict.fromkeys(names)),
                    is_test=bool(corpus.index.kinds[user] == test),
                )
                for user, names in found.items()
            ]
        return tuple(sorted(listed, key=lambda one: (one.is_test, -len(one.names), one.path)))

    def churn(self, path: str) -> Churn:
        """How often the file was changed; zeros for a file that history does not know."""
        with self._lock:
            corpus = self._known()
            file = corpus.index.number_of.get(path)
            return (
                churn_of(corpus, file)
                if file is not None
                else Churn(path=path, commits=0, recent_commits=0, authors=0)
            )

    # -- keeping up -----------------------------------------------------------------------------------------------

    def _known(self) -> Corpus:
        return self._corpus if self._corpus is not None else self._refresh()

    def refresh(self) -> None:
        """Look at the tree again now."""
        with self._lock:
            self._refresh()

    def _refresh(self) -> Corpus:
        notes: list[str] = []
        log = self._start_log() if self._corpus is None else None
        tree = walk(self.root, self._git)
        notes.extend(tree.notes)
        if self._gathered is None:
            self._gathered, problem = self._cache.load()
            if problem:
                notes.append(problem)
        before = self._gathered
        gathered, read = gather(str(self.root), tree.entries, before, self.progress)
        commits_changed = self._read_history(tree, notes, log)
        if self._corpus is None or gathered is not before or commits_changed:
            self._corpus = self._build(gathered)
        self._gathered = gathered
        if read >= _SAVE_FROM or (read and not before.entries):
            self._cache.save(gathered)
        self._notes = tuple(notes) if notes or self._corpus is None else self._notes
        return self._corpus

    def _start_log(self):  # type: ignore[no-untyped-def]
        return None

    def _read_history(self, tree: Tree, notes: list[str], _log: object) -> bool:
        if not tree.versioned:
            return False
        head = self._git.head()
        if head is None:
            notes.append("No commits yet: ranked without history.")
            return False
        if head == self._head:
            return False
        saved = self._cache.load_log()
        output: bytes | None = None
        if saved is not None and saved[0] == head:
            output = saved[1]
        elif saved is not None:
            newer = self._git.run(*self._git.log_arguments(MOST_COMMITS, since=saved[0]))
            contained = self._git.run("merge-base", "--is-ancestor", saved[0], "HEAD")
            if newer is not None and contained is not None:
                output = newer + saved[1]
                self._cache.save_log(head, output)
        if output is None:
            output = self._git.run(*self._git.log_arguments(MOST_COMMITS)) or b""
            self._cache.save_log(head, output)
        self._commits = tuple(parse_log(output)[:MOST_COMMITS])
        self._head = head
        if self._git.is_shallow():
            notes.append("Shallow clone: history is incomplete, so co-change and churn are too low.")
        return True

    def _build(self, gathered: Gathered) -> Corpus:
        paths: list[str] = []
        extracts = []
        for path, one in gathered.extracts.items():
            if one.note != "binary":
                paths.append(path)
                extracts.append(one)
        number_of = {path: number for number, path in enumerate(paths)}
        history = build_history(self._commits, number_of, gathered.words)
        index = build_index(paths, extracts, gathered.words.listed, gathered.terms)
        graph = build_graph(resolve_imports(index.paths, index.imports), index.size)
        return Corpus(index, graph, history)

    # -- answering ------------------------------------------------------------------------------------------------

    def _answer(self, corpus: Corpus, text: str, top: int) -> ScanResult:
        query = read_description(text)
        notes = list(self._notes)
        languages = Counter(language for language in corpus.index.languages if language)
        common = {
            "description": text,
            "languages": tuple(sorted(languages.items(), key=lambda pair: (-pair[1], pair[0]))),
            "total_files": corpus.index.size,
        }
        if not corpus.index.size:
            notes.append("There are no text files to scan here.")
            return ScanResult(**common, notes=tuple(notes))  # type: ignore[arg-type]
        if query.is_empty:
            notes.append("The description has no words to search for; say what should change.")
            return ScanResult(**common, notes=tuple(notes))  # type: ignore[arg-type]
        signals = compute_signals(corpus, query)
        scores, parts = score_files(signals, load_weights(), text_length(query))
        order = _best_first(corpus, scores)
        if not _anything_found(signals):
            notes.append("No file contains a word of the description; everything about it would be new here.")
            order = []
        reasons = {file: reasons_for(corpus, query, signals, parts, file) for file in order[: max(top, 10)]}
        direct = choose_direct(corpus, signals, scores, order) if order else []
        impact = (
            find_impact(corpus, signals, direct, {file: said[0] for file, said in reasons.items()})
            if direct
            else Impact()
        )
        tests = [test for file in direct[:3] for test in tests_of(corpus, file)]
        tests = sorted(dict.fromkeys(tests), key=lambda file: (-float(scores[file]), file))
        count = estimate_files(corpus, query, signals, scores, direct, tests)
        complexity, complexity_reason = estimate_complexity(corpus, query, direct, count)
        scope = scope_of(count.total)
        docs = [file for file in order[:30] if KINDS[corpus.index.kinds[file]] == "docs"][: count.docs]
        return ScanResult(
            **common,  # type: ignore[arg-type]
            keywords=_keywords(corpus, query, signals, order),
            files=tuple(
                self._ranked(corpus, query, signals, scores, order, file, reasons[file])
                for file in order[:top]
            ),
            impact=impact,
            entry_points=self._entry_points(impact),
            risk_zones=risk_zones(corpus, direct),
            co_change=_co_changes(corpus, direct),
            coverage_gaps=coverage_gaps(corpus, direct),
            implementation_order=implementation_order(corpus, direct, tests[: count.test], docs),
            scope=scope,
            scope_reason=f"about {count.total} files ({_breakdown(count.model_dump())})",
            file_count=count,
            complexity=complexity,
            complexity_reason=complexity_reason,
            notes=tuple(notes),
        )

    def _ranked(
        self,
        corpus: Corpus,
        query: Query,
        signals: Signals,
        scores: Floats,
        order: list[int],
        file: int,
        reasons: tuple[str, ...],
    ) -> RankedFile:
        index = corpus.index
        path = index.paths[file]
        chunk = int(signals.best_chunk[file])
        excerpt, line = "", None
        if is_secret_file(path):
            excerpt = "(not shown: a file of this name may hold secrets)"
        elif chunk >= 0:
            data = read_file(str(self.root), path)
            if data is not None:
                excerpt, line = excerpt_of(
                    data, int(index.chunk_line[chunk]), words_in_chunk(signals, query, chunk, 8)
                )
        rows = [row for _, row in signals.defined.get(file, ())][:5]
        best, worst = float(scores[order[0]]), float(scores[order[-1]])
        kind = KINDS[index.kinds[file]]
        return RankedFile(
            path=path,
            score=round((float(scores[file]) - worst) / ((best - worst) or 1.0), 4),
            reasons=reasons,
            excerpt=excerpt,
            line=line,
            symbols=tuple(dict.fromkeys(qualified_name(corpus, row) for row in rows)),
            is_test=kind == "test",
            kind=kind,
            language=index.languages[file],
        )

    def _entry_points(self, impact: Impact) -> tuple[EntryPoint, ...]:
        found: list[EntryPoint] = []
        for one in (*impact.direct, *impact.indirect[:20]):
            if is_secret_file(one.path):
                continue
            data = read_file(str(self.root), one.path)
            if data is not None:
                found.extend(
                    entry_points_in(one.path, data[:200_000].decode("utf-8", "replace"), one.via)[:3]
                )
            if len(found) >= _MOST_ENTRY_POINTS:
                break
        return tuple(found[:_MOST_ENTRY_POINTS])


def _best_first(corpus: Corpus, scores: Floats) -> list[int]:
    # Paths are sorted, so a stable sort breaks ties by name.
    return np.argsort(-scores, kind="stable").tolist()


def _anything_found(signals: Signals) -> bool:
    return any(
        float(signals.columns[name].max()) > 0
        for name in ("body", "path", "mention", "frame", "defines", "commits")
    )


def _keywords(corpus: Corpus, query: Query, signals: Signals, order: list[int]) -> tuple[Keyword, ...]:
    hits = signals.hits
    if hits is None:
        return ()
    by_file = hits.grouped(corpus.index.chunk_file, corpus.index.size)
    place = np.full(corpus.index.size, corpus.index.size, np.int64)
    place[order] = np.arange(len(order))
    found: list[Keyword] = []
    for slot in np.argsort(-signals.worth, kind="stable")[:12].tolist():
        files = by_file.row[by_file.slot == slot]
        if not len(files):
            continue
        best = files[np.argsort(place[files], kind="stable")][:3]
        word = query.spelled.get(signals.terms[slot], signals.terms[slot])
        if word.lower() not in {one.word.lower() for one in found}:
            found.append(
                Keyword(word=word, hits=len(files), files=tuple(corpus.index.paths[f] for f in best.tolist()))
            )
    return tuple(found)


def _co_changes(corpus: Corpus, direct: list[int]) -> tuple[CoChange, ...]:
    """The surprising partners first: those that imports do not show."""
    found = [one for file in direct[:6] for one in co_change_of(corpus, file, most=6)]
    found.sort(key=lambda one: (one.imported, -one.together / (one.of + 2), one.path, one.partner))
    return tuple(found[:12])


def _breakdown(count: dict[str, object]) -> str:
    words = {
        "modify": "to modify",
        "new": "new",
        "test": "tests",
        "config": "configuration",
        "docs": "documents",
    }
    return ", ".join(f"{count[key]} {word}" for key, word in words.items() if count[key]) or "none"
