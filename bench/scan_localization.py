"""How often the scan puts the right file first: Acc@k on issue texts, with every text file as candidate.

    uv run bench/scan_localization.py CLONES ITEMS [--keep TABLES.npz] [--ablation]

Every figure but the last row is cross-validated: an item is judged by weights that never saw it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scan_learn import COMMIT_WEIGHT, COMMITS, RIDGE
from scan_tables import SIGNALS, Design, Table, accuracy, cross_validated, place_of, tables_for

from roundtable.scan.rank import blend, load_weights
from roundtable.scan.signals import GROUPS, PRIORS


def show(label: str, places: list[int | None]) -> None:
    one, three, five, ten, mean = accuracy(places)
    print(f"| {label} | {one:.1f} | {three:.1f} | {five:.1f} | {ten:.1f} | {mean:.3f} |", flush=True)


def by_signal(items: list[Table], name: str) -> list[int | None]:
    return [place_of(table, table.values[:, SIGNALS.index(name)]) for table in items]


def by_shipped_weights(items: list[Table]) -> list[int | None]:
    weights = load_weights()
    places: list[int | None] = []
    for table in items:
        score = np.zeros(len(table.changed))
        for n, name in enumerate(SIGNALS):
            value, place = blend(weights.get(name, (0.0, 0.0, 0.0, 0.0)), table.length)
            score += table.values[:, n] * value + table.places[:, n] * place
        places.append(place_of(table, score))
    return places


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clones", type=Path)
    parser.add_argument("items", type=Path)
    parser.add_argument("--keep", type=Path, help="keep the signals here, or read them from here")
    parser.add_argument(
        "--ablation", action="store_true", help="also with each group of signals switched off"
    )
    arguments = parser.parse_args()
    tables = tables_for(arguments.clones, arguments.items, COMMITS, arguments.keep)
    items = [table for table in tables if not table.from_commit]
    print(f"{len(items)} items, {len(tables) - len(items)} commits as further queries\n")
    print("| | Acc@1 | Acc@3 | Acc@5 | Acc@10 | MRR |\n| --- | --- | --- | --- | --- | --- |")
    show("BM25 over whole files", by_signal(items, "body"))
    show("BM25 over the best three chunks", by_signal(items, "chunk"))
    show("all signals, 5-fold, 3 rounds", cross_validated(tables, Design(), COMMIT_WEIGHT, RIDGE, rounds=3))
    show(
        "all signals, leave one repository out",
        cross_validated(tables, Design(), COMMIT_WEIGHT, RIDGE, by_repo=True),
    )
    alone = [table for table in tables if not table.from_commit]
    show("without the commits as queries", cross_validated(alone, Design(), COMMIT_WEIGHT, RIDGE))
    show("values only, no places", cross_validated(tables, Design(places=False), COMMIT_WEIGHT, RIDGE))
    show(
        "one weight for short and long texts",
        cross_validated(tables, Design(lengths=False), COMMIT_WEIGHT, RIDGE),
    )
    if arguments.ablation:
        show("all signals, 5-fold, 1 round", cross_validated(tables, Design(), COMMIT_WEIGHT, RIDGE))
        for group, names in GROUPS.items():
            show(f"without {group}", cross_validated(tables, Design(names), COMMIT_WEIGHT, RIDGE))
        text_only = [
            name for name in SIGNALS if name not in (*GROUPS["text"], *GROUPS["passages"], *GROUPS["kind"])
        ]
        show(
            "text, passages and kind alone", cross_validated(tables, Design(text_only), COMMIT_WEIGHT, RIDGE)
        )
    show("shipped weights, items seen in learning", by_shipped_weights(items))
    assert set(SIGNALS) >= PRIORS


if __name__ == "__main__":
    main()
