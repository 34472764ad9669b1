"""Signals of many tasks as tables, and the learning of weights from them.

A table holds, for one task, every file that any signal puts among its first hundred, each signal's value and place, and
which files really changed. The weights are a conditional logit: the changed file should win against the other
candidates of its task. It is convex, so Newton's method finds the one answer in a few steps.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import chain, repeat
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from scan_corpora import Clone, Task, read_items

from roundtable.scan.query import read_description
from roundtable.scan.rank import PLACES, compute_signals, text_length, values_and_places
from roundtable.scan.signals import GROUNDWORK, GROUPS, PRIORS

SIGNALS = (*chain.from_iterable(GROUPS.values()), *GROUNDWORK)
_HARD = 120
"""So many of the strongest wrong files of each task take part in learning; the others never come close."""


@dataclass
class Table:
    """One task: rows are candidate files."""

    name: str
    repo: str
    length: float
    values: np.ndarray
    places: np.ndarray
    changed: np.ndarray
    wanted: int
    """How many files changed that the tree has; more than `changed.sum()` when one is no candidate."""
    from_commit: bool


def make_table(clone: Clone, task: Task, *, from_commit: bool, past: list | None = None) -> Table:
    corpus = clone.corpus_at(task.base, past)
    query = read_description(task.text)
    signals = compute_signals(corpus, query)
    both = [values_and_places(name, signals.columns[name]) for name in SIGNALS]
    values = np.stack([value for value, _ in both], 1).astype(np.float32)
    places = np.stack([place for _, place in both], 1).astype(np.float32)
    kept = places.max(1) > 0
    changed = np.isin(np.array(corpus.index.paths), task.changed)
    return Table(
        task.name,
        task.repo,
        text_length(query),
        values[kept],
        places[kept],
        changed[kept],
        int(changed.sum()),
        from_commit,
    )


def make_tables(clones: Path, items: Path, commits: int) -> list[Table]:
    """The development items, and commits older than the first of them as further queries; a process per core."""
    repos = sorted({task.repo for task in read_items(items)})
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        made = pool.map(_tables_of, repos, *(repeat(one) for one in (clones, items, commits)))
        return list(chain.from_iterable(made))


def _tables_of(repo: str, clones: Path, items: Path, commits: int) -> list[Table]:
    tasks = read_items(items)
    began = time.monotonic()
    clone = Clone(repo, clones)
    own = sorted((task for task in tasks if task.repo == repo), key=lambda task: clone.time(task.base))
    first = own[0].base
    past = clone.ancestors(first)
    # The largest has half of them, the others share the rest.
    share = commits // 2 if repo == tasks[0].repo else commits // 6
    chosen = reversed(clone.commits_as_tasks(first, share))
    tables = [make_table(clone, task, from_commit=True, past=past[place + 1 :]) for task, place in chosen]
    tables += [make_table(clone, task, from_commit=False) for task in own]
    print(f"{repo}: {len(tables)} tables after {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return tables


def save_tables(path: Path, tables: Sequence[Table]) -> None:
    arrays: dict[str, np.ndarray] = {"signals": np.array(SIGNALS)}
    for n, one in enumerate(tables):
        arrays[f"v{n}"], arrays[f"p{n}"], arrays[f"c{n}"] = one.values, one.places, one.changed
        arrays[f"m{n}"] = np.array(
            [one.name, one.repo, str(one.length), str(one.wanted), str(one.from_commit)]
        )
    np.savez(path, **arrays)


def load_tables(path: Path) -> list[Table]:
    with np.load(path) as saved:
        if tuple(saved["signals"].tolist()) != SIGNALS:
            sys.exit(f"{path} was made with other signals; delete it.")
        tables: list[Table] = []
        for n in range((len(saved.files) - 1) // 4):
            name, repo, length, wanted, from_commit = saved[f"m{n}"].tolist()
            tables.append(
                Table(
                    name,
                    repo,
                    float(length),
                    saved[f"v{n}"],
                    saved[f"p{n}"],
                    saved[f"c{n}"],
                    int(wanted),
                    from_commit == "True",
                )
            )
        return tables


def tables_for(clones: Path, items: Path, commits: int, keep: Path | None) -> list[Table]:
    """Made, or read from the file they were kept in."""
    if keep is not None and keep.exists():
        return load_tables(keep)
    tables = make_tables(clones, items, commits)
    if keep is not None:
        save_tables(keep, tables)
    return tables


class Design:
    """Which columns the weights apply to: values and places, once for a sentence and once for a full report."""

    def __init__(self, without: Iterable[str] = (), *, places: bool = True, lengths: bool = True) -> None:
        dropped = {*without, *GROUNDWORK}
        self.values = [n for n, name in enumerate(SIGNALS) if name not in dropped]
        self.places = [n for n in self.values if places and SIGNALS[n] not in PRIORS]
        self.lengths = lengths
        self.columns = len(self.values) + len(self.places)
        evidence = [SIGNALS[n] not in PRIORS for n in (*self.values, *self.places)]
        self.not_negative = np.array(evidence * (2 if lengths else 1))
        """Evidence never counts against a file; only what kind of file it is may."""

    def rows(self, table: Table) -> np.ndarray:
        plain = np.concatenate([table.values[:, self.values], table.places[:, self.places]], 1).astype(
            np.float64
        )
        if not self.lengths:
            return plain
        return np.concatenate([plain * (1 - table.length), plain * table.length], 1)

    def penalty(self, ridge: float) -> np.ndarray:
        """A matrix that pulls every weight to zero, and the two weights of one signal to each other."""
        if not self.lengths:
            return ridge * np.eye(self.columns)
        one = np.eye(self.columns)
        return ridge * np.block([[2 * one, -one], [-one, 2 * one]])

    def named(self, weights: np.ndarray) -> dict[str, list[float]]:
        """For each signal: value and place for a sentence, value and place for a report."""
        long = weights[self.columns :] if self.lengths else weights
        found = {SIGNALS[n]: [0.0, 0.0, 0.0, 0.0] for n in self.values}
        for column, n in enumerate((*self.values, *self.places)):
            slot = 0 if column < len(self.values) else 1
            found[SIGNALS[n]][slot] = float(weights[column])
            found[SIGNALS[n]][slot + 2] = float(long[column])
        return found


_NEXT_TO_NONE = 0.002
"""Below the chance that the strongest candidate of a task has at the least."""


class _Lessons:
    """The strongest candidates of every task, one below the other."""

    def __init__(self, tables: Sequence[Table], design: Design, commit_weight: float) -> None:
        names = ("body", "passage_prose", "body_title", "defines", "path", "commit_best", "is_source")
        rough = [SIGNALS.index(name) for name in names]
        rows: list[np.ndarray] = []
        share: list[np.ndarray] = []
        self.tables = [table for table in tables if table.changed.any()]
        for table in self.tables:
            kept = table.changed.copy()
            kept[np.argsort(-table.values[:, rough].sum(1), kind="stable")[:_HARD]] = True
            rows.append(design.rows(table)[kept])
            share.append(table.changed[kept] / table.changed.sum())
        sizes = [len(one) for one in share]
        self.rows, self.share = np.concatenate(rows), np.concatenate(share)
        self.trust = np.array([commit_weight if table.from_commit else 1.0 for table in self.tables])
        self.starts = np.cumsum([0, *sizes[:-1]])
        self.task = np.repeat(np.arange(len(sizes)), sizes)

    def chances(self, weights: np.ndarray) -> tuple[np.ndarray, float]:
        """How likely each candidate is held to be the changed one, and the loss of that."""
        score = self.rows @ weights
        highest = np.maximum.reduceat(score, self.starts)
        chance = np.exp(score - highest[self.task])
        total = np.add.reduceat(chance, self.starts)
        right = np.add.reduceat(self.share * score, self.starts)
        return chance / total[self.task], float((self.trust * (highest + np.log(total) - right)).sum())

    def slope(self, chance: np.ndarray) -> np.ndarray:
        """Where the loss falls."""
        return self.rows.T @ ((self.share - chance) * self.trust[self.task])

    def bend(self, chance: np.ndarray) -> np.ndarray:
        """How the slope changes, from the candidates that count: the others have next to no chance."""
        counts = np.flatnonzero(chance > _NEXT_TO_NONE)
        rows, part, task = self.rows[counts], chance[counts], self.task[counts]
        starts = np.searchsorted(task, np.arange(len(self.starts)))
        total = np.add.reduceat(part, starts)
        mean = np.add.reduceat(rows * part[:, None], starts) * np.sqrt(self.trust / total)[:, None]
        return rows.T @ (rows * (part * self.trust[task])[:, None]) - mean.T @ mean


def learn(tables: Sequence[Table], design: Design, commit_weight: float, ridge: float) -> np.ndarray:
    """The weights that best pick the changed files."""
    return _fit(_Lessons(tables, design, commit_weight), design, ridge, np.zeros(len(design.penalty(ridge))))


def _fit(lessons: _Lessons, design: Design, ridge: float, weights: np.ndarray) -> np.ndarray:
    """Newton's method from any start, kept inside the allowed region; there is one best answer, so all end there."""
    pull = design.penalty(ridge)
    chance, loss = lessons.chances(weights)
    loss += float(weights @ pull @ weights)
    for _ in range(60):
        slope = lessons.slope(chance) - 2 * pull @ weights
        bend = lessons.bend(chance) + 2 * pull
        # A weight that is at zero and would go below stays where it is.
        free = ~(design.not_negative & (weights <= 0) & (slope <= 0))
        step = np.zeros(len(pull))
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        scale, gain = 1.0, 0.0
        while scale > 1e-3 and gain <= 0:
            tried = weights + scale * step
            tried[design.not_negative] = np.maximum(tried[design.not_negative], 0.0)
            tried_chance, tried_loss = lessons.chances(tried)
            tried_loss += float(tried @ pull @ tried)
            gain, scale = loss - tried_loss, scale / 2
        if gain < 1e-3:
            break
        weights, chance, loss = tried, tried_chance, tried_loss
    return weights


def place_of(table: Table, score: np.ndarray) -> int | None:
    """The place of the last changed file, from 0; None when one is not even a candidate."""
    if int(table.changed.sum()) != table.wanted or not table.wanted:
        return None
    return max(
        int((score > score[n]).sum() + ((score == score[n])[:n]).sum()) for n in np.flatnonzero(table.changed)
    )


def accuracy(places: Sequence[int | None]) -> list[float]:
    """Acc@1, 3, 5, 10 in percent, and the mean reciprocal rank."""
    found = [
        100 * float(np.mean([place is not None and place < k for place in places])) for k in (1, 3, 5, 10)
    ]
    return [*found, float(np.mean([0.0 if place is None else 1 / (1 + place) for place in places]))]


def cross_validated(
    tables: Sequence[Table],
    design: Design,
    commit_weight: float,
    ridge: float,
    *,
    by_repo: bool = False,
    rounds: int = 1,
) -> list[int | None]:
    """Places of the development items, each by weights that never saw it (nor its repository, with `by_repo`)."""
    items = [table for table in tables if not table.from_commit]
    lessons = _Lessons(tables, design, commit_weight)
    trust = lessons.trust
    # A fold leaves few tasks out, so the weights of all of them are a near start; where it ends does not depend on it.
    near = _fit(lessons, design, ridge, np.zeros(len(design.penalty(ridge))))
    places: list[int | None] = []
    for round_number in range(1 if by_repo else rounds):
        if by_repo:
            repos = sorted({table.repo for table in items})
            fold = np.array([repos.index(table.repo) for table in items])
        else:
            fold = np.random.RandomState(round_number).permutation(len(items)) % 5
        for number in range(int(fold.max()) + 1):
            judged = [items[n] for n in np.flatnonzero(fold == number)]
            hidden = {id(table) for table in judged}
            held = {table.repo for table in judged} if by_repo else set[str]()
            seen = [id(table) not in hidden and table.repo not in held for table in lessons.tables]
            lessons.trust = trust * np.array(seen)
            weights = _fit(lessons, design, ridge, near)
            places += [place_of(table, design.rows(table) @ weights) for table in judged]
    return places


assert PLACES == 100, "tables keep the first hundred of each signal"
