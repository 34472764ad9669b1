"""Learn how far the first files of a ranking are to be trusted, and write `src/roundtable/scan/calibration.json`.

    uv run bench/scan_calibrate.py CLONES OWNER/NAME … [--items ITEMS] [--commits 40] [--keep ROWS.json] [--write]

Two questions are learned as logistic regressions: is the first file one that changes, and does each of the others? The
descriptions are messages of commits with 1 to 8 source files, and the development items. Every figure is for a repository
that was not learned from.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from scan_corpora import Clone, Task, read_items

from roundtable.scan.corpus import Corpus
from roundtable.scan.estimate import estimate_files
from roundtable.scan.likely import CLOSE, HIGH, LEAST_CHANCE, MEDIUM, candidates, of_candidate, of_first
from roundtable.scan.rank import rank_files

HOME = Path(__file__).resolve().parent.parent / "src" / "roundtable" / "scan" / "calibration.json"
RIDGE = 1.0
Row = dict


def row_of(corpus: Corpus, task: Task, touched: int) -> Row | None:
    """What is known about one task: `touched` files in all, 0 where only the sources are known."""
    ranking = rank_files(corpus, task.text)
    fit = candidates(ranking)
    known = {corpus.index.number_of[path] for path in task.changed if path in corpus.index.number_of}
    if not fit or not known:
        return None
    scores = [float(ranking.scores[file]) for file in fit]
    floor = scores[min(len(fit), 20) - 1]
    count = estimate_files(ranking, fit[:1], [])
    return {
        "repo": task.repo,
        "direct": [of_candidate(ranking, fit, place) for place in range(len(fit))],
        "close": [(score - floor) / max(scores[0] - floor, 1e-6) for score in scores],
        "changed": [file in known for file in fit],
        "wanted": len(known),
        "first": of_first(ranking, fit),
        "touched": touched,
        "count": [count.total, count.least, count.most],
    }


def rows_of(repo: str, clones: Path, items: list[Task], commits: int) -> list[Row]:
    clone = Clone(repo, clones)
    past = clone.ancestors("HEAD")
    tasks = reversed(clone.commits_as_tasks("HEAD", commits, largest=8))
    made = [
        row_of(clone.corpus_at(task.base, past[place + 1 :]), task, len(past[place][2].files))
        for task, place in tasks
    ]
    made += [row_of(clone.corpus_at(task.base), task, 0) for task in items if task.repo == repo]
    return [row for row in made if row is not None]


def matrix(found: list[dict[str, float]]) -> np.ndarray:
    return np.array([list(one.values()) for one in found])


def fit(features: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method."""
    weights = np.zeros(features.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (right - chance) - RIDGE * weights
        bend = (features * (chance * (1 - chance))[:, None]).T @ features + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def learned(rows: list[Row], question: str) -> dict[str, float]:
    if question == "first":
        features = matrix([row["first"] for row in rows])
        right = np.array([float(row["changed"][0]) for row in rows])
    else:
        features = np.concatenate([matrix(row["direct"]) for row in rows])
        right = np.concatenate([np.array(row["changed"], float) for row in rows])
    return dict(
        zip(
            rows[0][question] if question == "first" else rows[0]["direct"][0],
            fit(features, right).tolist(),
            strict=True,
        )
    )


def chances(weights: dict[str, float], found: list[dict[str, float]]) -> np.ndarray:
    return 1 / (1 + np.exp(-matrix(found) @ np.array(list(weights.values()))))


def judge(rows: list[Row]) -> None:
    """Print the tables, each row judged by weights that never saw its repository."""
    first = np.zeros(len(rows))
    chosen: list[np.ndarray] = [np.zeros(0)] * len(rows)
    for repo in sorted({row["repo"] for row in rows}):
        own = [n for n, row in enumerate(rows) if row["repo"] == repo]
        others = [row for row in rows if row["repo"] != repo]
        commits = [row for row in others if row["touched"]]
        first_weights, direct_weights = learned(others, "first"), learned(commits, "direct")
        for n in own:
            first[n] = chances(first_weights, [rows[n]["first"]])[0]
            likely = chances(direct_weights, rows[n]["direct"]) >= LEAST_CHANCE
            chosen[n] = (likely & (np.array(rows[n]["close"]) >= CLOSE))[:]
            chosen[n][0] = True
    right = np.array([row["changed"][0] for row in rows])
    issue = np.array([not row["touched"] for row in rows])
    print(
        "| confidence | "
        + " | ".join(f"{name}: scans, first is right" for name in ("issues", "commits"))
        + " |\n| --- | --- | --- |"
    )
    for name, low, high in (("high", HIGH, 2.0), ("medium", MEDIUM, HIGH), ("low", -1.0, MEDIUM)):
        level = (first >= low) & (first < high)
        cells = [
            f"{int((level & one).sum())}, {100 * right[level & one].mean():.0f} %"
            if (level & one).any()
            else "0"
            for one in (issue, ~issue)
        ]
        print(f"| {name} | {' | '.join(cells)} |")
    print(
        "\n| direct tier | files | recall | precision | first four: recall | precision |\n| --- | --- | --- | --- | --- | --- |"
    )
    several = np.array([row["wanted"] > 1 for row in rows])
    for name, part in (
        ("issues", issue),
        ("commits", ~issue),
        ("commits of several sources", ~issue & several),
    ):
        tier = [(chosen[n], rows[n]) for n in np.flatnonzero(part)]
        four = [(np.arange(len(row["changed"])) < 4, row) for _, row in tier]
        if tier:
            print(
                f"| {name} | {np.mean([one.sum() for one, _ in tier]):.1f} | {' | '.join(f'{x:.1f}' for x in (*found(tier), *found(four)))} |"
            )
    print(
        "\n| about N files | right within one | always 3 | always 4 | inside the range | its width |\n| --- | --- | --- | --- | --- | --- |"
    )
    for name, least in (("commits of several files", 2), ("commits of several sources", 2)):
        kept = [row for row in rows if row["touched"] >= least and (row["wanted"] > 1 or "files" in name)]
        truth, count = np.array([row["touched"] for row in kept]), np.array([row["count"] for row in kept])
        near = [100 * np.mean(np.abs(told - truth) <= 1) for told in (count[:, 0], 3, 4)]
        inside = 100 * np.mean((truth >= count[:, 1]) & (truth <= count[:, 2]))
        print(
            f"| {name} | {' | '.join(f'{x:.1f}' for x in near)} | {inside:.1f} | {np.mean(count[:, 2] - count[:, 1]):.1f} |"
        )


def found(tier: list[tuple[np.ndarray, Row]]) -> tuple[float, float]:
    """Recall and precision, mean over the tasks."""
    hits = [float((chosen & np.array(row["changed"])).sum()) for chosen, row in tier]
    recall = [hit / row["wanted"] for hit, (_, row) in zip(hits, tier, strict=True)]
    precision = [hit / max(1, int(chosen.sum())) for hit, (chosen, _) in zip(hits, tier, strict=True)]
    return 100 * float(np.mean(recall)), 100 * float(np.mean(precision))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clones", type=Path)
    parser.add_argument("repos", nargs="+")
    parser.add_argument("--items", type=Path, help="also learn from these, in the repositories named")
    parser.add_argument("--commits", type=int, default=40, help="commits per repository")
    parser.add_argument("--keep", type=Path, help="keep what was found here, or read it from here")
    parser.add_argument("--write", action="store_true", help="write what was learned")
    arguments = parser.parse_args()
    keep = arguments.keep
    if keep is not None and keep.exists():
        rows = json.loads(keep.read_text(encoding="utf-8"))
    else:
        items = read_items(arguments.items) if arguments.items else []
        rows = [
            row
            for repo in arguments.repos
            for row in rows_of(repo, arguments.clones, items, arguments.commits)
        ]
        if keep is not None:
            keep.write_text(json.dumps(rows), encoding="utf-8")
    judge(rows)
    if arguments.write:
        weights = {
            "direct": learned([row for row in rows if row["touched"]], "direct"),
            "first": learned(rows, "first"),
        }
        rounded = {
            question: {name: round(value, 2) for name, value in one.items()}
            for question, one in weights.items()
        }
        lines = ",\n".join(f'  "{question}": {json.dumps(one)}' for question, one in rounded.items())
        HOME.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
        print(f"\nWrote {HOME}, learned from {len(rows)} descriptions.")


if __name__ == "__main__":
    main()
