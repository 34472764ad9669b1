"""Sort labelled statements and write what was guessed.

    uv run bench/statements.py training/statements/a.csv --out GUESS.csv [--leave-out]

FILE has the columns of `training/statements`; GUESS has id, kind and section, as a scorer of statements wants them. With
`--leave-out` everything is first learned anew without the voice of that file, so that the figures are honest. Prints
how many kinds and sections are right and wrong (the rest are notes), and how long one takes.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path

from roundtable.language.linear import use_model
from roundtable.language.statements import AREAS, sort_statement

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))

from labelled import Row, read_table
from learn import learned_all


def guessed(row: Row) -> Row:
    found = sort_statement(
        row["sentence"],
        question=row["question"],
        asked=row["asked"].split(),
        before=row["before"],
        item=row["item"],
    )
    return {"id": row["id"], "kind": found.kind or "note", "section": found.area or "note"}


def figures(rows: list[Row], guesses: list[Row]) -> str:
    """Right and wrong; a note is neither, unless it is one."""
    counts = dict.fromkeys(("kind right", "kind wrong", "section right", "section wrong"), 0)
    for row, guess in zip(rows, guesses, strict=True):
        fair = {row["kind"], *row["also"].split()}
        for level, accepted in (("kind", fair), ("section", {AREAS[kind] for kind in fair})):
            if guess[level] in accepted:
                counts[f"{level} right"] += 1
            elif guess[level] != "note":
                counts[f"{level} wrong"] += 1
    return ", ".join(f"{name} {count / len(rows):.1%}" for name, count in counts.items())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--leave-out", action="store_true")
    arguments = parser.parse_args()
    rows = read_table(arguments.file)
    if arguments.leave_out:
        for name, learned in learned_all(["statements"], leave_out=arguments.file.stem):
            use_model(name, learned)
    began = time.perf_counter()
    guessed(rows[0])
    loaded = time.perf_counter()
    guesses = [guessed(row) for row in rows]
    took = time.perf_counter() - loaded
    if arguments.out:
        with arguments.out.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.DictWriter(lines, ["id", "kind", "section"])
            writer.writeheader()
            writer.writerows(guesses)
    print(figures(rows, guesses))
    print(f"first {1000 * (loaded - began):.0f} ms, then {1000 * took / len(rows):.2f} ms each")


if __name__ == "__main__":
    main()
