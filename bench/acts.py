"""Read the acts of labelled inputs and write what was guessed.

    uv run bench/acts.py training/acts/dev.csv --out GUESS.csv [--leave-out]

FILE has the columns of `training/acts`; GUESS has id, act, what, content, as a scorer of acts wants them. With
`--leave-out` everything is first learned anew without the voice of that file, so that the figures are honest. Prints
how many are right, unsure and leaks (talk taken for something told), and how long one takes.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path

from roundtable.language.acts import CONTENT_ACTS, main_act, read_acts
from roundtable.language.linear import use_model

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))

from labelled import Row, read_table
from learn import learned_all


def guessed(row: Row) -> Row:
    """The main act of an input, with the content of all of them."""
    text, place = row["said"], row["place"]
    acts = read_acts(text, place=place, question=row["question"], earlier=row["earlier"])  # pyright: ignore[reportArgumentType]
    main = acts[0].kind if len(acts) == 1 else main_act(text, place, row["question"], row["earlier"]).kind
    act = next((each for each in acts if each.kind == main), acts[0])
    content = " ¦ ".join(text[start:end] for each in acts for start, end in each.content)
    return {"id": row["id"], "act": act.kind, "what": act.what, "content": content}


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
        for name, learned in learned_all(["acts", "commands", "kept"], leave_out=arguments.file.stem):
            use_model(name, learned)
    began = time.perf_counter()
    guessed(rows[0])
    loaded = time.perf_counter()
    guesses = [guessed(row) for row in rows]
    took = time.perf_counter() - loaded
    if arguments.out:
        with arguments.out.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.DictWriter(lines, ["id", "act", "what", "content"])
            writer.writeheader()
            writer.writerows(guesses)
    pairs = [(row["act"], guess["act"]) for row, guess in zip(rows, guesses, strict=True)]
    right = sum(gold == guess for gold, guess in pairs) / len(pairs)
    unsure = sum(guess == "unsure" for _, guess in pairs) / len(pairs)
    quiet = [guess for gold, guess in pairs if gold not in CONTENT_ACTS]
    leaks = sum(guess in CONTENT_ACTS for guess in quiet) / max(1, len(quiet))
    print(f"right {right:.1%}, unsure {unsure:.1%}, leaks {leaks:.1%} of {len(quiet)}")
    print(f"first {1000 * (loaded - began):.0f} ms, then {1000 * took / len(rows):.2f} ms each")


if __name__ == "__main__":
    main()
