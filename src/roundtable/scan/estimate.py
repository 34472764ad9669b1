"""How big is it: files, scope, complexity, each with its reason. Pure.

The count is what commits of several files in this repository usually touch, the similar ones before all: no other clue was
found to foretell it better, so a range is told beside the number. Scope follows from the count (1–4 small, 5–15 medium, 16
and more large); complexity from how many folders, callers and delicate matters the change meets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import Complexity, FileCount, FileKind, Scope
from roundtable.scan.history import WIDEST, size_of_change

if TYPE_CHECKING:
    from roundtable.scan.clues import Signals
    from roundtable.scan.corpus import Corpus
    from roundtable.scan.history import Size
    from roundtable.scan.query import Query

SMALL_UP_TO = 4
MEDIUM_UP_TO = 15
_SIMILAR = 12
_FOUR_OF_FIVE = 0.8
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


def _sizes(corpus: Corpus, signals: Signals) -> tuple[list[Size], list[Size]]:
    """The most similar commits and the latest ones that changed several files, a source among them."""
    names = corpus.history.names
    found = (size_of_change(names[commit]) for commit, _ in signals.similar_commits)
    return [size for size in found if size is not None][:_SIMILAR], corpus.latest_sizes


def _range(similar: list[Size], latest: list[Size]) -> tuple[int, int, int]:
    """The number of files that is right within one most often, and the shortest range that holds four of five."""
    share = np.zeros(WIDEST + 2)
    for sizes in (similar, latest):
        for size in sizes:
            share[size.total()] += 1.0 / len(sizes)
    share /= max(float(share.sum()), 1e-9)
    within_one = np.convolve(share, np.ones(3), "same")
    held = np.concatenate(([0.0], np.cumsum(share)))
    spans = (
        (most - least, least, most)
        for least in range(1, WIDEST + 1)
        for most in range(least, WIDEST + 1)
        if held[most + 1] - held[least] >= _FOUR_OF_FIVE
    )
    _, least, most = min(spans, default=(0, 1, WIDEST))
    total = int(within_one.argmax())
    return total, min(least, total), max(most, total)


def estimate_files(
    corpus: Corpus, query: Query, signals: Signals, direct: list[int], tests: list[int]
) -> FileCount:
    """The number of files, split by what happens to them, and between which numbers it probably lies."""
    if not direct and not corpus.index.size:
        return FileCount(total=0, reason="there are no files to compare with")
    similar, latest = _sizes(corpus, signals)
    known = similar + latest
    total, least, most = (
        _range(similar, latest) if known else (max(2, len(direct)), 1, max(4, 2 * len(direct)))
    )

    def usual(kind: FileKind, bound: int) -> int:
        return min(bound, round(sum(size[kind] for size in known) / len(known))) if known else 0

    new = _new_files(query, signals, direct)
    test = min(max(usual("test", 3), 1), max(len(tests), 1)) if direct else 0
    docs, config = usual("docs", 2), usual("config", 1)
    modify = max(total - new - test - docs - config, 1 if direct else 0)
    if _WIDE_WORDS.search(query.text):
        modify = max(modify + 2, round(modify * 1.5), len(direct))
    total = modify + new + test + docs + config
    most = max(most, total)
    wide = most - least
    return FileCount(
        total=total, modify=modify, new=new, test=test, config=config, docs=docs,
        least=min(least, total), most=most, confidence="high" if wide <= 2 else "medium" if wide <= 5 else "low",
        reason=_reason(direct, similar),
    )  # fmt: skip


def _reason(direct: list[int], similar: list[Size]) -> str:
    stand = f"{len(direct)} file{'s stand' if len(direct) != 1 else ' stands'} out in the ranking"
    if not similar:
        return f"{stand}; no similar commits of several files to compare with"
    sizes = sorted(size.total() for size in similar)
    if len(sizes) == 1:
        return f"{stand}; a similar commit changed {sizes[0]} files"
    return f"{stand}; {len(sizes)} similar commits changed {sizes[0]} to {sizes[-1]} files, {sizes[len(sizes) // 2]} in the middle"


def _new_files(query: Query, signals: Signals, direct: list[int]) -> int:
    weak = _is_weak(query, signals, direct)
    if _NEW_WORDS.search(query.title) is not None:
        return 2 if weak else 1
    return int(not direct)


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
