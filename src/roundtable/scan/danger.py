"""Where a change is dangerous and what guards it: risk zones, coverage gaps, churn, order of work. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import Churn, CoverageGap, Level, OrderedChange, RiskZone
from roundtable.scan.kinds import KINDS
from roundtable.scan.relations import is_compound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roundtable.scan.corpus import Corpus
    from roundtable.scan.history import History
    from roundtable.scan.relations import Users

__all__ = ["churn_of", "coverage_gaps", "implementation_order", "risk_zones", "tests_of"]

_TEST = KINDS.index("test")
_MANY_CALLERS = 10
_MANY_AUTHORS = 8
_LARGE = 800
_BUSY_SHARE = 0.95
_YEAR_SECONDS = 31_557_600
_NO_TEST = "no test imports it, uses its names, bears its name or changes with it"


def tests_of(corpus: Corpus, file: int, users: Mapping[int, Sequence[str]]) -> list[int]:
    """Tests that import the file or use its names, or carry its name, or were changed with it at least twice.

    The closest first: those that carry its name, then those that reach into it, then those that history moves with it.
    """
    kinds, graph, history = corpus.index.kinds, corpus.graph, corpus.history
    named = {test for test, sources in corpus.sources_of_tests.items() if file in sources}
    reaching = {int(graph.source[arrow]) for arrow in graph.importers(file)} | set(users)
    moved: dict[int, int] = dict(history.partners(file)) if history.commits else {}
    found = named | {test for test in reaching if kinds[test] == _TEST}
    found |= {test for test, together in moved.items() if kinds[test] == _TEST and together >= 2}
    return sorted(
        found, key=lambda test: (test not in named, test not in reaching, -moved.get(test, 0), test)
    )


def churn_of(corpus: Corpus, file: int) -> Churn:
    """How often, how lately and by how many people a file was changed."""
    history = corpus.history
    path = corpus.index.paths[file]
    if not history.commits:
        return Churn(path=path, commits=0, recent_commits=0, authors=0)
    commits = history.commits_of(file)
    if not len(commits):
        return Churn(path=path, commits=0, recent_commits=0, authors=0)
    return Churn(
        path=path,
        commits=len(commits),
        recent_commits=int((history.ages[commits] <= 1.0).sum()),
        authors=len(np.unique(history.authors[commits])),
        last_changed=str(np.datetime64(int(history.times[commits].max()), "s"))[:10],
    )


def risk_zones(corpus: Corpus, direct: list[int], users: Users) -> tuple[RiskZone, ...]:
    """The direct files in which a mistake costs more, worst first, with the facts."""
    index, graph, history = corpus.index, corpus.graph, corpus.history
    counts = history.touch_counts if history.commits else np.zeros(index.size, np.int32)
    touched = counts[counts > 0]
    busy = float(np.quantile(touched, _BUSY_SHARE)) if len(touched) else 0.0
    zones: list[tuple[int, int, RiskZone]] = []
    for place, file in enumerate(direct):
        reasons: list[str] = []
        mitigations: list[str] = []
        churn = churn_of(corpus, file)
        callers = int(graph.in_degree[file])
        tests = tests_of(corpus, file, users[file])
        if callers >= _MANY_CALLERS:
            reasons.append(f"{callers} files import it")
            mitigations.append("keep its public names and signatures; add beside, then move callers")
        if not tests and index.kinds[file] == KINDS.index("source"):
            reasons.append(_NO_TEST)
            mitigations.append("pin today's behaviour with a test before changing it")
        if churn.commits >= max(busy, 5) and churn.recent_commits:
            # By date: "in the last year" would be untrue of a tree that has been resting.
            reasons.append(
                f"changed in {churn.commits} commits, {churn.recent_commits} of them since {_a_year_before(history)}"
            )
            mitigations.append("keep the change small and merge it soon; others are working here")
        if churn.authors >= _MANY_AUTHORS:
            reasons.append(f"{churn.authors} people have changed it")
        if int(index.lines[file]) >= _LARGE:
            reasons.append(f"{int(index.lines[file])} lines long")
            mitigations.append("put new behaviour into a file of its own where the design allows")
        if not reasons:
            continue
        level: Level = "high" if len(reasons) >= 3 else "medium" if len(reasons) == 2 else "low"
        if tests and not mitigations:
            mitigations.append(f"run `{index.paths[tests[0]]}` after every step")
        zone = RiskZone(
            path=index.paths[file], level=level, reasons=tuple(reasons), mitigations=tuple(mitigations)
        )
        zones.append((-len(reasons), place, zone))
    return tuple(zone for _, _, zone in sorted(zones, key=lambda entry: entry[:2]))


def _a_year_before(history: History) -> str:
    """The day a year before the newest commit."""
    return str(np.datetime64(int(history.times.max()) - _YEAR_SECONDS, "s"))[:10]


def coverage_gaps(corpus: Corpus, direct: list[int], users: Users) -> tuple[CoverageGap, ...]:
    """Direct sources that no test was seen to reach."""
    source = KINDS.index("source")
    return tuple(
        CoverageGap(path=corpus.index.paths[file], reason=_NO_TEST)
        for file in direct
        if corpus.index.kinds[file] == source and not tests_of(corpus, file, users[file])
    )


def implementation_order(
    corpus: Corpus, direct: list[int], tests: list[int], docs: list[int], users: Users
) -> tuple[OrderedChange, ...]:
    """What others build on comes first; then its users; then tests and documents."""
    graph, paths = corpus.graph, corpus.index.paths
    chosen = set(direct)
    imported = {
        file: {int(graph.target[arrow]) for arrow in graph.imported(file)} & (chosen - {file})
        for file in direct
    }
    # An import decides between two files; a header whose names its source defines would turn it round.
    uses = {
        file: {other for other in direct if _leans_on(users, file, other) and file not in imported[other]}
        for file in direct
    }
    needs = {file: imported[file] | uses[file] for file in direct}
    steps: list[tuple[int, str]] = []
    waiting = list(direct)
    while waiting:
        ready = [file for file in waiting if not (needs[file] & set(waiting))]
        # A circle has no first file: take the best ranked one.
        file = ready[0] if ready else waiting[0]
        waiting.remove(file)
        before = [other for other in direct if other in needs[file] and other not in waiting]
        after = [other for other in waiting if file in needs[other]]
        if after:
            reason = f"before `{paths[after[0]]}`, which {_how(imported, users, after[0], file)}"
        elif before:
            reason = f"after `{paths[before[0]]}`: it {_how(imported, users, file, before[0])}"
        else:
            reason = "independent of the others" if len(direct) > 1 else "the main change"
        steps.append((file, reason))
    steps += [(file, "tests follow the change they prove") for file in tests if file not in chosen]
    steps += [(file, "say what changed") for file in docs if file not in chosen]
    return tuple(OrderedChange(position=n, path=paths[f], reason=r) for n, (f, r) in enumerate(steps, 1))


def _leans_on(users: Users, file: int, other: int) -> bool:
    """Whether a file uses more of the other's names than the other way round."""
    return len(users[other].get(file, ())) > len(users[file].get(other, ()))


def _how(imported: dict[int, set[int]], users: Users, user: int, used: int) -> str:
    names = users[used].get(user, [])
    if used in imported[user] and not any(is_compound(name) for name in names):
        return "imports it"
    return f"uses `{names[0]}`"
