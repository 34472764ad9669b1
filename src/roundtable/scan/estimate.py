"""How big is it: files, scope, complexity, each with its reason. Pure.

The count joins three views: the files that stand out in the ranking, the tests and documents that belong to them, and
how many files similar commits of this repository touched. Scope follows from the count (1–5 small, 6–15 medium,
16 and more large); complexity from how many folders, callers and delicate matters the change meets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import Complexity, FileCount, Level, Scope
from roundtable.scan.kinds import KINDS

if TYPE_CHECKING:
    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.index import Floats
    from roundtable.scan.query import Query

__all__ = ["estimate_complexity", "estimate_files", "scope_of"]

SMALL_UP_TO = 5
MEDIUM_UP_TO = 15
_SIMILAR = 12
_WIDEST = 60
_NEW_WORDS = re.compile(
    r"\b(?:add|adding|create|introduce|implement|build|new|support for|integrate|neue[rsn]?|hinzufügen|erstellen|ajouter|añadir|agregar)\b|新增|添加|增加|追加",
    re.IGNORECASE,
)
_WIDE_WORDS = re.compile(
    r"\b(?:all|every|everywhere|across|throughout|rename|migrate|rewrite|redesign|overhaul|replace .{0,40} with|refactor|entire|whole|codebase|deprecate)\b",
    re.IGNORECASE,
)
_DELICATE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("concurrency", re.compile(r"\b(?:race conditions?|data races?|deadlock\w*|lock(?:s|ed|ing)?|thread-?safe\w*|multi-?thread\w*|(?:background|main|ui|worker) threads?|concurren\w*|async\w*|parallel\w*|atomic\w*)\b", re.IGNORECASE)),
    ("security", re.compile(r"\b(?:auth|authn|authz|authenticat\w*|authori[sz]\w*|permissions?|passwords?|(?:access|refresh|bearer|session|api|security)[ -]tokens?|jwt|encrypt\w*|csrf|xss|secur(?:e|ity)|vulnerab\w*|oauth2?|sso|2fa|log-?ins?|sign-?in)\b", re.IGNORECASE)),
    ("stored data", re.compile(r"\b(?:migrat(?:e|es|ed|ing|ions?)|(?:database|db|sql|table) (?:schemas?|index(?:es)?)|databases?|transactions?|backfill\w*|foreign keys?)\b", re.IGNORECASE)),
    ("money", re.compile(r"\b(?:payments?|billing|invoices?|refunds?|prices?|pricing|checkout|currenc(?:y|ies))\b", re.IGNORECASE)),
    ("compatibility", re.compile(r"\b(?:backwards?[ -]compat\w*|breaking changes?|deprecat\w*|(?:in)?compatib\w*|public api|wire protocol)\b", re.IGNORECASE)),
    ("distribution", re.compile(r"\b(?:clusters?|replicas?|replicat\w*|cache invalidation|synchroni[sz]\w*|offline|queues?|retry|retries|webhooks?)\b", re.IGNORECASE)),
)  # fmt: skip
"""Matters in which mistakes are dear, by words that mean little else."""
_ONE_LANGUAGE = {"C": "C++", "JavaScript": "TypeScript"}
"""Languages that are written side by side as one."""


def scope_of(files: int) -> Scope:
    return "small" if files <= SMALL_UP_TO else "medium" if files <= MEDIUM_UP_TO else "large"


def _typical(corpus: Corpus, signals: Signals) -> tuple[dict[str, float], int]:
    """How many files of each kind the most similar commits touched, on average, weighted by likeness."""
    history, kinds = corpus.history, corpus.index.kinds
    source = KINDS.index("source")

    def changes_source(commit: int) -> bool:
        files = history.touched[history.offsets[commit] : history.offsets[commit + 1]]
        return len(files) <= _WIDEST and bool((kinds[files] == source).any())

    chosen = [(commit, worth) for commit, worth in signals.similar_commits if changes_source(commit)][
        :_SIMILAR
    ]
    total = sum(weight for _, weight in chosen)
    means = dict.fromkeys(KINDS, 0.0)
    if total <= 0:
        return {str(kind): value for kind, value in means.items()}, 0
    for commit, weight in chosen:
        files = history.touched[history.offsets[commit] : history.offsets[commit + 1]]
        for code, kind in enumerate(KINDS):
            means[kind] += weight / total * int((kinds[files] == code).sum())
    return {str(kind): value for kind, value in means.items()}, len(chosen)


def estimate_files(
    corpus: Corpus, query: Query, signals: Signals, scores: Floats, direct: list[int], tests: list[int]
) -> FileCount:
    """The number of files, split by what happens to them."""
    if not direct and not corpus.index.size:
        return FileCount(total=0, reason="there are no files to compare with")
    typical, seen = _typical(corpus, signals)
    spread = len(direct)
    wide = _WIDE_WORDS.search(query.text) is not None
    sources = typical["source"] if seen else max(1.0, spread * 0.6)
    modify = round((sources + min(spread, 6) * 0.5) / 1.5) if spread else 0
    modify = max(1 if spread else 0, modify)
    if wide:
        modify = max(modify + 2, round(modify * 1.5), spread)
    weak = _is_weak(query, signals, direct)
    fresh = _NEW_WORDS.search(query.title) is not None
    new = 0
    if fresh:
        new = 2 if weak else 1
    elif weak and not spread:
        new = 1
    test_count = (
        min(max(1, round(typical["test"])) if seen else min(2, len(tests)), max(1, len(tests)))
        if tests
        else min(1, modify)
    )
    docs = round(min(typical["docs"], 3.0)) if seen else 0
    config = round(min(typical["config"] + typical["data"] * 0.3, 2.0)) if seen else 0
    total = modify + new + test_count + docs + config
    confidence = _confidence(signals, scores, direct, seen, weak=weak)
    similar = (
        f"; {seen} similar commit{'' if seen == 1 else 's'} touched {f'{sources:.1f}'.removesuffix('.0')} source files on average"
        if seen
        else "; no similar commits to compare with"
    )
    return FileCount(
        total=total, modify=modify, new=new, test=test_count, config=config, docs=docs, confidence=confidence,
        reason=f"{spread} file{'s' if spread != 1 else ''} stand{'s' if spread == 1 else ''} out in the ranking{similar}",
    )  # fmt: skip


def _is_weak(query: Query, signals: Signals, direct: list[int]) -> bool:
    """Whether even the best file contains little of what the title speaks about."""
    if not direct or signals.hits is None:
        return True
    worth = np.array([query.title_terms.get(term, 0.0) for term in signals.terms], np.float32) > 0
    total = float(signals.worth[worth].sum())
    if total <= 0:
        return True
    found = float(signals.columns["coverage"][direct].max())
    highest = float(signals.columns["coverage"].max())
    return highest <= 0 or found / total < 0.12


def _confidence(signals: Signals, scores: Floats, direct: list[int], seen: int, *, weak: bool) -> Level:
    if weak or not direct:
        return "low"
    named = any(
        signals.columns[name][direct[0]] > 0
        for name in ("mention", "frame", "module", "defines", "qualified")
    )
    ordered = np.sort(scores)[::-1]
    clear = len(ordered) < 5 or float(ordered[0] - ordered[4]) > 1.0
    return "high" if named and clear and seen >= 3 else "medium" if named or clear else "low"


def estimate_complexity(
    corpus: Corpus, query: Query, direct: list[int], count: FileCount
) -> tuple[Complexity, str]:
    """Low, medium or high, and the facts behind it."""
    index, graph = corpus.index, corpus.graph
    points = 0
    facts: list[str] = []
    likely = direct[: max(count.modify, 1)]
    folders = sorted({index.paths[file].rpartition("/")[0] for file in likely})
    if len(folders) >= 4:
        points += 2
        facts.append(f"spread over {len(folders)} folders")
    elif len(folders) >= 2:
        points += 1
        facts.append(f"touches {len(folders)} folders")
    callers = max((int(graph.in_degree[file]) for file in likely), default=0)
    if callers >= 20:
        points += 2
        facts.append(f"one of the files is imported by {callers} others")
    elif callers >= 6:
        points += 1
        facts.append(f"up to {callers} files import what changes")
    delicate = [(name, found[0]) for name, pattern in _DELICATE if (found := pattern.search(query.text))]
    if delicate:
        points += min(2, len(delicate))
        facts.append(f"the text touches on {', '.join(f'{name} (“{word}”)' for name, word in delicate)}")
    if count.total > MEDIUM_UP_TO:
        points += 2
        facts.append(f"about {count.total} files")
    elif count.total > SMALL_UP_TO:
        points += 1
        facts.append(f"about {count.total} files")
    languages = {index.languages[file] for file in likely if index.languages[file]}
    languages -= {less for less, more in _ONE_LANGUAGE.items() if more in languages}
    if len(languages) > 1:
        points += 1
        facts.append(f"in {', '.join(sorted(languages))}")
    level: Complexity = "high" if points >= 5 else "medium" if points >= 2 else "low"
    return level, ("; ".join(facts) or "few files in one place, few callers") + "."
