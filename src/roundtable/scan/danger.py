"""Where a change is dangerous and what guards it: risk zones, coverage gaps, churn, order of work. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import Churn, CoverageGap, Level, OrderedChange, RiskZone
from roundtable.scan.kinds import KINDS

if TYPE_CHECKING:
    from roundtable.scan.corpus import Corpus

__all__ = ["churn_of", "coverage_gaps", "implementation_order", "risk_zones", "tests_of"]

_TEST = KINDS.index("test")
_MANY_CALLERS = 10
_MANY_AUTHORS = 8
_LARGE = 800
_BUSY_SHARE = 0.95


def tests_of(corpus: Corpus, file: int) -> list[int]:
    """Tests that import the file, or carry its name, or were changed with it at least twice."""
    kinds, graph, history = corpus.index.kinds, corpus.graph, corpus.history
    found = [int(graph.source[arrow]) for arrow in graph.importers(file)]
    tests = {source for source in found if kinds[source] == _TEST}
    tests |= {test for test, sources in corpus.sources_of_tests.items() if file in sources}
    if history.commits:
        tests |= {p for p, together in history.partners(file).items() if kinds[p] == _TEST and together >= 2}
    return sorted(tests)


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


def risk_zones(corpus: Corpus, direct: list[int]) -> tuple[RiskZone, ...]:
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
        tests = tests_of(corpus, file)
        if callers >= _MANY_CALLERS:
            reasons.append(f"{callers} files import it")
            mitigations.append("keep its public names and signatures; add beside, then move callers")
        if not tests and index.kinds[file] == KINDS.index("source"):
            reasons.append("no test imports it, bears its name or changes with it")
            mitigations.append("pin today's behaviour with a test before changing it")
        if churn.commits >= max(busy, 5):
            reasons.append(
                f"changed in {churn.commits} commits, {churn.recent_commits} of them in the last year"
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


def coverage_gaps(corpus: Corpus, direct: list[int]) -> tuple[CoverageGap, ...]:
    """Direct sources that no test was seen to reach."""
    source = KINDS.index("source")
    return tuple(
        CoverageGap(
            path=corpus.index.paths[file], reason="no test imports it, bears its name or changes with it"
        )
        for file in direct
        if corpus.index.kinds[file] == source and not tests_of(corpus, file)
    )


def implementation_order(
    corpus: Corpus, direct: list[int], tests: list[int], docs: list[int]
) -> tuple[OrderedChange, ...]:
    """What others build on comes first; then its users; then tests and documents."""
    graph, paths = corpus.graph, corpus.index.paths
    chosen = set(direct)
    needs = {
        file: {int(graph.target[arrow]) for arrow in graph.imported(file)} & (chosen - {file})
        for file in direct
    }
    steps: list[tuple[int, str]] = []
    waiting = list(direct)
    while waiting:
        ready = [file for file in waiting if not (needs[file] & set(waiting))]
        # A circle of imports has no first file: take the best ranked one.
        file = ready[0] if ready else waiting[0]
        waiting.remove(file)
        users = [paths[other] for other in direct if file in needs[other]]
        if users:
            reason = f"first, because `{users[0]}` builds on it"
        elif needs[file]:
            reason = f"after `{paths[min(needs[file], key=direct.index)]}`, which it imports"
        else:
            reason = "independent of the others" if len(direct) > 1 else "the main change"
        steps.append((file, reason))
    steps += [(file, "tests follow the change they prove") for file in tests if file not in chosen]
    steps += [(file, "say what changed") for file in docs if file not in chosen]
    return tuple(OrderedChange(position=n, path=paths[f], reason=r) for n, (f, r) in enumerate(steps, 1))
