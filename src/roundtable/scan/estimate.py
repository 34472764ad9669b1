"""How big is it: files, scope, complexity, each with its reason. Pure.

The count is what commits of several files in this repository usually touch, the similar ones before all: no other clue was
found to foretell it better, so a range is told beside the number. Scope follows from the count (1–4 small, 5–15 medium, 16
and more large); complexity from how many folders, callers and delicate matters the change meets.
"""

import numpy as np

from roundtable.analysis.scanning import Complexity, FileCount, FileKind, Scope
from roundtable.language.phrases import any_of, any_phrase
from roundtable.scan.history import WIDEST, Size, size_of_change
from roundtable.scan.rank import Ranking

SMALL_UP_TO = 4
MEDIUM_UP_TO = 15
_SIMILAR = 12
_FOUR_OF_FIVE = 0.8
_NEW_WORDS = any_of(
    r"add|adding|create|introduce|implement|build|new|support for|integrate|neue[rsn]?|hinzufügen|erstellen|ajouter|añadir|agregar|"
    r"\w*新增\w*|\w*添加\w*|\w*增加\w*|\w*追加\w*"
)
_WIDE_WORDS = any_of(
    "all|every|everywhere|across|throughout|rename|migrate|rewrite|redesign|overhaul|replace .{0,40} with|refactor|entire|whole|codebase|"
    "deprecate"
)
_DELICATE: tuple[tuple[str, str], ...] = (
    ("concurrency", r"race conditions?|data races?|deadlock\w*|lock(?:s|ed|ing)?|thread-?safe\w*|multi-?thread\w*|(?:background|main|ui|worker) threads?|concurren\w*|async\w*|parallel\w*|atomic\w*"),
    ("security", r"auth|authn|authz|authenticat\w*|authori[sz]\w*|permissions?|passwords?|(?:access|refresh|bearer|session|api|security)[ -]tokens?|jwt|encrypt\w*|csrf|xss|secur(?:e|ity)|vulnerab\w*|oauth2?|sso|2fa|log-?ins?|sign-?in"),
    ("stored data", r"migrat(?:e|es|ed|ing|ions?)|(?:database|db|sql|table) (?:schemas?|index(?:es)?)|databases?|transactions?|backfill\w*|foreign keys?"),
    ("money", r"payments?|billing|invoices?|refunds?|prices?|pricing|checkout|currenc(?:y|ies)"),
    ("compatibility", r"backwards?[ -]compat\w*|breaking changes?|deprecat\w*|(?:in)?compatib\w*|public api|wire protocol"),
    ("distribution", r"clusters?|replicas?|replicat\w*|cache invalidation|synchroni[sz]\w*|offline|queues?|retry|retries|webhooks?"),
)  # fmt: skip
"""Matters in which mistakes are dear, by words that mean little else."""
_ONE_LANGUAGE = {"C": "C++", "JavaScript": "TypeScript"}  # languages that are written side by side as one


def scope_of(files: int) -> Scope:
    return "small" if files <= SMALL_UP_TO else "medium" if files <= MEDIUM_UP_TO else "large"


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


def estimate_files(ranking: Ranking, direct: list[int], tests: list[int]) -> FileCount:
    """The number of files, split by what happens to them, and between which numbers it probably lies."""
    names = ranking.corpus.history.names
    sizes = (size_of_change(names[commit]) for commit, _ in ranking.signals.similar_commits)
    similar = [size for size in sizes if size is not None][:_SIMILAR]
    latest = ranking.corpus.latest_sizes
    known = similar + latest
    total, least, most = max(2, len(direct)), 1, max(4, 2 * len(direct))
    if known:
        total, least, most = _range(similar, latest)

    def usual(kind: FileKind, bound: int) -> int:
        return min(bound, round(sum(size[kind] for size in known) / len(known))) if known else 0

    new = int(not direct)
    if _NEW_WORDS.search(ranking.query.title):
        new = 2 if _is_weak(ranking, direct) else 1
    test = min(max(usual("test", 3), 1), max(len(tests), 1)) if direct else 0
    docs, config = usual("docs", 2), usual("config", 1)
    modify = max(total - new - test - docs - config, 1 if direct else 0)
    if _WIDE_WORDS.search(ranking.query.text):
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


def _is_weak(ranking: Ranking, direct: list[int]) -> bool:
    """Whether even the best file contains little of what the title speaks about."""
    signals = ranking.signals
    asked = [term in ranking.query.title_terms for term in signals.terms]
    total = float(signals.worth[asked].sum())
    return not direct or total <= 0 or float(signals.columns["coverage"][direct].max()) / total < 0.12


def estimate_complexity(ranking: Ranking, direct: list[int], count: FileCount) -> tuple[Complexity, str]:
    index, graph = ranking.corpus.index, ranking.corpus.graph
    points = 0
    facts: list[str] = []
    likely = direct[: max(count.modify, 1)]
    folders = {index.paths[file].rpartition("/")[0] for file in likely}
    callers = max((int(graph.in_degree[file]) for file in likely), default=0)
    for number, many, several, much, less in (
        (len(folders), 4, 2, "spread over {} folders", "touches {} folders"),
        (callers, 20, 6, "one of the files is imported by {} others", "up to {} files import what changes"),
        (count.total, MEDIUM_UP_TO + 1, SMALL_UP_TO + 1, "about {} files", "about {} files"),
    ):
        if number >= several:
            points += 2 if number >= many else 1
            facts.append((much if number >= many else less).format(number))
    text = ranking.query.text
    delicate = [(name, found[0]) for name, words in _DELICATE if (found := any_phrase((words,)).search(text))]
    if delicate:
        points += min(2, len(delicate))
        facts.append(f"the text touches on {', '.join(f'{name} (“{word}”)' for name, word in delicate)}")
    languages = {index.languages[file] for file in likely if index.languages[file]}
    languages -= {less for less, more in _ONE_LANGUAGE.items() if more in languages}
    if len(languages) > 1:
        points += 1
        facts.append(f"in {', '.join(sorted(languages))}")
    level: Complexity = "high" if points >= 5 else "medium" if points >= 2 else "low"
    return level, ("; ".join(facts) or "few files in one place, few callers") + "."
