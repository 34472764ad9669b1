"""How much of a real change the scan foresees: commits with 2 to 8 source files, the message as the query.

    uv run bench/scan_blast.py CLONES [OWNER/NAME …] [--items ITEMS] [--commits 40]

With `--items` the commits are newer than every development item, so nothing was learned from them; each is asked at its
parent, with the history before it. Compared are plain BM25 and "the first file and its folder", with as many files as are listed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from scan_corpora import Clone, Task, read_items

from roundtable.scan.corpus import Corpus
from roundtable.scan.impact import find_impact
from roundtable.scan.likely import choose_direct
from roundtable.scan.rank import rank_files
from roundtable.scan.uses import find_users

FIRST = 20


def recall(found: Iterable[str], wanted: set[str]) -> float:
    return len(wanted & set(found)) / len(wanted)


def folder_first(corpus: Corpus, best: int, plain: list[int], most: int) -> list[str]:
    """The scan's first file, then the rest of its folder in the order of BM25: what a person would look through."""
    paths = corpus.index.paths
    home = paths[best].rpartition("/")[0]
    beside = [file for file in plain if file != best and paths[file].rpartition("/")[0] == home]
    return [paths[file] for file in (best, *beside)][:most]


def measure(clone: Clone, task: Task, past: list) -> dict[str, float] | None:
    corpus = clone.corpus_at(task.base, past)
    paths = corpus.index.paths
    wanted = set(task.changed) & set(paths)
    ranking = rank_files(corpus, task.text)
    if len(wanted) < 2 or not ranking.order:
        return None
    plain = np.argsort(-ranking.signals.columns["body"], kind="stable").tolist()
    direct = choose_direct(ranking)
    users = find_users(corpus, direct, lambda _path: None)
    impact = find_impact(corpus, direct, ranking.order, {}, users, lambda _file: [])
    tiers = [one.path for one in (*impact.direct, *impact.indirect)]
    return {
        "files": float(len(wanted)),
        "scan_1": float(paths[ranking.order[0]] in wanted),
        "bm25_1": float(paths[plain[0]] in wanted),
        "scan": recall([paths[file] for file in ranking.order[:FIRST]], wanted),
        "bm25": recall([paths[file] for file in plain[:FIRST]], wanted),
        "folder": recall(folder_first(corpus, ranking.order[0], plain, FIRST), wanted),
        "tiers": recall(tiers, wanted),
        "tiers_size": float(len(tiers)),
        "direct": recall([one.path for one in impact.direct], wanted),
        "direct_size": float(len(impact.direct)),
        "bm25_as_many": recall([paths[file] for file in plain[: len(tiers)]], wanted),
        "folder_as_many": recall(folder_first(corpus, ranking.order[0], plain, len(tiers)), wanted),
        "bm25_direct": recall([paths[file] for file in plain[: len(impact.direct)]], wanted),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clones", type=Path)
    parser.add_argument("repos", nargs="*", help="owner/name of each; otherwise those of the items")
    parser.add_argument("--items", type=Path, help="take only commits newer than these")
    parser.add_argument("--commits", type=int, default=40, help="commits per repository")
    arguments = parser.parse_args()
    items = read_items(arguments.items) if arguments.items else []
    print(
        "| repository | commits | files each | first is right: scan | BM25 | first 20: scan | BM25 | same folder "
        "| direct + indirect (size) | BM25 as many | same folder as many | direct (size) | BM25 as many |"
    )
    print("| --- |" + " --- |" * 12)
    everything: list[dict[str, float]] = []
    for repo in arguments.repos or sorted({item.repo for item in items}):
        clone = Clone(repo, arguments.clones)
        past = clone.ancestors("HEAD")
        newest = max((clone.time(item.base) for item in items if item.repo == repo), default=0)
        tasks = clone.commits_as_tasks("HEAD", 4000, fewest=2, largest=8)
        fresh = [(task, place) for task, place in tasks if past[place][2].time > newest]
        chosen = fresh[:: max(1, len(fresh) // arguments.commits)][: arguments.commits]
        found = [
            one
            for task, place in reversed(chosen)
            if (one := measure(clone, task, past[place + 1 :])) is not None
        ]
        everything += found
        row(repo, found)
    row("all", everything)


def row(label: str, found: list[dict[str, float]]) -> None:
    if not found:
        return
    mean = {name: float(np.mean([one[name] for one in found])) for name in found[0]}

    def percent(name: str) -> str:
        return f"{100 * mean[name]:.1f}"

    print(
        f"| {label} | {len(found)} | {mean['files']:.1f} | {percent('scan_1')} | {percent('bm25_1')} | {percent('scan')} | {percent('bm25')} | {percent('folder')} "
        f"| {percent('tiers')} ({mean['tiers_size']:.0f}) | {percent('bm25_as_many')} | {percent('folder_as_many')} "
        f"| {percent('direct')} ({mean['direct_size']:.1f}) | {percent('bm25_direct')} |",
        flush=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()
