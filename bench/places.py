"""Judge what is read out of files that people name: in, out, or only mentioned.

    uv run bench/places.py [VOICE ...] [--together] [--show]

For each voice (a file of `training/places`; all when none is named) everything is learned anew without it, and with
`--together` once without all of them. Prints how many names are right, wrong, unsure (nothing is done with those), and
reversed: in for out or out for in, which is worst. `--show` prints those that are not right.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from roundtable.language.linear import use_model
from roundtable.language.places import places_said

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "training"))

from labelled import Row, labelled, without_marks
from learn import SUBJECTS, learned, of_known_files

VERDICTS = ("right", "wrong", "reversed", "unsure")


def verdict(row: Row) -> str:
    """What became of one name."""
    text, named = without_marks(row["said"])
    found = places_said(text, tuple(named), row["asked"])[int(row["at"])]
    if not found.is_clear:
        return "unsure"
    if found.said == row["label"]:
        return "right"
    return "wrong" if "mention" in {found.said, row["label"]} else "reversed"


def judged(rows: list[Row], voices: list[str], *, show: bool) -> Counter[str]:
    """The verdicts on these voices, by what the others taught."""
    others = [row for row in rows if row["voice"] not in voices]
    use_model("places", learned(SUBJECTS["places"], others + of_known_files(others)))
    counts: Counter[str] = Counter()
    for row in rows:
        if row["voice"] in voices:
            counts[found := verdict(row)] += 1
            if show and found != "right":
                print(f"{found}: {row['label']} at {row['at']} in {row['asked']}: {row['said']}")
    return counts


def figures(counts: Counter[str]) -> str:
    whole = counts.total()
    return f"{whole:5} names: " + ", ".join(f"{one} {counts[one] / whole:.1%}" for one in VERDICTS)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("voices", nargs="*", metavar="VOICE")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    rows = labelled("places")
    voices = arguments.voices or sorted({row["voice"] for row in rows})
    total: Counter[str] = Counter()
    for group in [voices] if arguments.together else [[voice] for voice in voices]:
        counts = judged(rows, group, show=arguments.show)
        total += counts
        print(f"{' '.join(group):12}", figures(counts), flush=True)
    print(f"{'all':12}", figures(total))


if __name__ == "__main__":
    main()
