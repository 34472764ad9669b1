"""Where a change is dangerous, how often files change, and in which order to work. Pure.

Elsewhere: which tests guard a file (`coverage`).
"""

import numpy as np

from roundtable.analysis.scanning import Churn, Level, OrderedChange, RiskZone
from roundtable.scan.corpus import Corpus, Read
from roundtable.scan.coverage import NO_TEST, is_untested, tests_of
from roundtable.scan.history import History
from roundtable.scan.relations import BY_PACKAGE
from roundtable.scan.uses import Users, is_compound

_MANY_CALLERS = 10
_MANY_AUTHORS = 8
_LARGE = 800
_BUSY_SHARE = 0.95
_YEAR_SECONDS = 31_557_600


def churn_of(corpus: Corpus, path: str) -> Churn:
    """How often, how lately and by how many people a file was changed; zeros for one that history does not know."""
    history, file = corpus.history, corpus.index.number_of.get(path)
    commits = history.commits_of(file) if file is not None else ()
    if not len(commits):
        return Churn(path=path, commits=0, recent_commits=0, authors=0)
    return Churn(
        path=path,
        commits=len(commits),
        recent_commits=int((history.times[commits] >= _a_year_before(history).astype(np.int64)).sum()),
        authors=len(np.unique(history.authors[commits])),
        last_changed=history.day(int(commits[history.times[commits].argmax()])),
    )


def risk_zones(corpus: Corpus, direct: list[int], users: Users, read: Read) -> tuple[RiskZone, ...]:
    """The direct files in which a mistake costs more, worst first, with the facts."""
    index, graph, history = corpus.index, corpus.graph, corpus.history
    touched = history.touch_counts[history.touch_counts > 0]
    busy = float(np.quantile(touched, _BUSY_SHARE)) if len(touched) else 0.0
    zones: list[RiskZone] = []
    for file in direct:
        reasons: list[str] = []
        mitigations: list[str] = []
        churn = churn_of(corpus, index.paths[file])
        callers = int(graph.in_degree[file])
        tests = tests_of(corpus, file, users)
        if callers >= _MANY_CALLERS:
            reasons.append(f"{callers} files {'use' if index.languages[file] in BY_PACKAGE else 'import'} it")
            mitigations.append("keep its public names and signatures; add beside, then move callers")
        if is_untested(corpus, file, users, read):
            reasons.append(NO_TEST)
            mitigations.append("pin today's behaviour with a test before changing it")
        if churn.commits >= max(busy, 5) and churn.recent_commits:
            # By date: "in the last year" would be untrue of a tree that has been resting.
            since = f"{churn.recent_commits} of them since {str(_a_year_before(history))[:10]}"
            reasons.append(f"changed in {churn.commits} commits, {since}{history.window}")
            mitigations.append("keep the change small and merge it soon; others are working here")
        if churn.authors >= _MANY_AUTHORS:
            reasons.append(f"{churn.authors} people have changed it{history.window}")
        if int(index.lines[file]) >= _LARGE:
            reasons.append(f"{int(index.lines[file])} lines long")
            mitigations.append("put new behaviour into a file of its own where the design allows")
        if not reasons:
            continue
        level: Level = "high" if len(reasons) >= 3 else "medium" if len(reasons) == 2 else "low"
        if tests and not mitigations:
            mitigations.append(f"run `{index.paths[tests[0]]}` after every step")
        path, why, ways = index.paths[file], tuple(reasons), tuple(mitigations)
        zones.append(RiskZone(path=path, level=level, reasons=why, mitigations=ways))
    return tuple(sorted(zones, key=lambda zone: -len(zone.reasons)))


def _a_year_before(history: History) -> np.datetime64:
    """Midnight (UTC) of the day a year before the newest commit."""
    day = np.datetime64(int(history.times.max()) - _YEAR_SECONDS, "s").astype("datetime64[D]")
    return day.astype("datetime64[s]")


def implementation_order(
    corpus: Corpus, direct: list[int], tests: list[int], docs: list[int], users: Users
) -> tuple[OrderedChange, ...]:
    """What others build on comes first; then its users; then tests and documents."""
    paths, chosen = corpus.index.paths, set(direct)
    imported = {file: chosen.intersection(corpus.graph.imported(file)) for file in direct}
    # An import decides between two files; a header whose names its source defines would turn it round.
    needs = {
        file: imported[file]
        | {other for other in direct if _leans_on(users, file, other) and file not in imported[other]}
        for file in direct
    }
    steps: list[tuple[int, str]] = []
    waiting = list(direct)
    while waiting:
        file = _next(waiting, needs)
        waiting.remove(file)
        before = [other for other in direct if other in needs[file] and other not in waiting]
        if after := [other for other in waiting if file in needs[other]]:
            reason = f"before `{paths[after[0]]}`, which {_how(imported, users, after[0], file)}"
        elif before:
            reason = f"after `{paths[before[0]]}`: it {_how(imported, users, file, before[0])}"
        else:
            reason = "independent of the others" if len(direct) > 1 else "the main change"
        steps.append((file, reason))
    steps += [(file, "tests follow the change they prove") for file in tests if file not in chosen]
    steps += [(file, "say what changed") for file in docs if file not in chosen]
    return tuple(OrderedChange(position=n, path=paths[f], reason=r) for n, (f, r) in enumerate(steps, 1))


def _next(waiting: list[int], needs: dict[int, set[int]]) -> int:
    """The best ranked file that needs none of the others; in a circle, which has no first, the best ranked of it."""
    if ready := [file for file in waiting if not needs[file].intersection(waiting)]:
        return ready[0]
    way, file = list[int](), waiting[0]
    while file not in way:
        way.append(file)
        file = next(other for other in waiting if other in needs[file])
    circle = way[way.index(file) :]
    return next(file for file in waiting if file in circle)


def _leans_on(users: Users, file: int, other: int) -> bool:
    """Whether a file uses more of the other's names than the other way round."""
    return len(users.uses[other].get(file, ())) > len(users.uses[file].get(other, ()))


def _how(imported: dict[int, set[int]], users: Users, user: int, used: int) -> str:
    names = users.uses[used].get(user, [])
    if used in imported[user] and not any(is_compound(name) for name in names):
        return "imports it"
    return f"uses `{names[0]}`"
