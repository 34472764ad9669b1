"""How well the quality rules find the words that reviewers marked.   python bench/smells.py DEV_CSV [--out PREDICTIONS]

DEV_CSV has the columns requirement, file, subjective, ambiguous, loophole, nonverifiable, superlative, comparative, negative,
vague_pronoun, uncertain_verb, polysemy; each cell holds the marked words. The predictions have the same columns, row for row.
Prints precision and recall on the word level: ours, per source document (so that a word list that suits one document only
shows), and a baseline of words that published lists have.
"""

import argparse
import csv
import re
from collections.abc import Callable
from pathlib import Path

from roundtable.documents.checks import RULES
from roundtable.documents.checks.smells import sentences_of, smells_in

# The reviewers file escape clauses and vague amounts under "nonverifiable", and "which ones?" words under "subjective".
COLUMN = {
    "subjective": ("subjective",),
    "unspecified": ("subjective",),
    "nonverifiable": ("nonverifiable",),
    "quantity": ("nonverifiable",),
    "open_list": ("nonverifiable",),
    "loophole": ("loophole", "nonverifiable"),
    "hedge": ("ambiguous",),
    "superlative": ("superlative",),
    "comparative": ("comparative",),
    "negative": ("negative",),
    "pronoun": ("vague_pronoun",),
    "uncertain_verb": ("uncertain_verb",),
}
PUBLISHED = {
    "subjective": """
        acceptable adaptability adequate adequately aggregate ancillary appropriate appropriately arbitrary available
        bad best better big common consistent contemporary convenient correctly credible current custom customary
        default easily easy effective effectively efficient efficiently episodic equitable excessive expandable fair
        fast flexible full general generic good high high-level insignificant interactive intermediate intuitive large
        latest lightweight little logical long low low-level maintainable modern modular narrow necessary neutral
        optimal optimally particular physical portable powerful practical proficient prompt promptly quick quickly
        random reasonable reasonably regular relevant reliable respective reusable robust routine satisfactory
        scalable seamless secure sequential short significant significantly simple simply slow slowly small specific
        stable straightforward strong suitable timely transient transparent typical unacceptable understandable
        unnecessary unsuitable useful user-friendly varying wide worse worst
    """,
    "nonverifiable": """
        ample enough etc few many maximize minimize numerous optimize possible several sufficient sufficiently various
    """,
    "ambiguous": """
        almost approximately clearly currently eventually fairly frequently generally immediately infrequently minimal
        mostly nearly normally occasionally often possibly previous probably rarely recent regularly seldom sometimes
        soon typically usually very
    """,
}
"""Vague words of handbooks and tools for requirements, all that they list: the baseline, and words that come from no document here."""
Predict = Callable[[str], dict[str, set[str]]]


def words(cell: str) -> set[str]:
    return set(re.findall(r"[a-z][a-z'-]*", (cell or "").lower()))


def ours(sentence: str, every: bool = True) -> dict[str, set[str]]:
    """What our rules flag; `every`: also the rules that are off unless somebody enables them."""
    said: dict[str, set[str]] = {}
    for smell in (smell for part in sentences_of(sentence) for smell in smells_in(part)):
        if not every and not RULES[smell.rule].is_on:
            continue
        for column in COLUMN.get(smell.smell, ()):
            said.setdefault(column, set()).update(words(smell.word))
    return said


def published(sentence: str) -> dict[str, set[str]]:
    return {column: set(listed.split()) & words(sentence) for column, listed in PUBLISHED.items()}


def score(rows: list[dict[str, str]], predict: Predict, smell: str) -> tuple[float, float, int]:
    tp = fp = fn = 0
    for row in rows:
        marked, said = words(row[smell]), predict(row["requirement"]).get(smell, set())
        tp, fp, fn = tp + len(marked & said), fp + len(said - marked), fn + len(marked - said)
    return tp / (tp + fp) if tp + fp else 0.0, tp / (tp + fn) if tp + fn else 0.0, tp + fn


def without_its_own(rows: list[dict[str, str]], smell: str, every: bool) -> tuple[float, float, int]:
    """Leaving one document out: a word counts as known when another document has it marked, or a published list has it.

    That is a lower bound: a general word that happens to be marked in one document alone is lost.
    """
    marked_in: dict[str, set[str]] = {}
    for row in rows:
        for word in words(row[smell]):
            marked_in.setdefault(word, set()).add(row["file"])
    listed = set(PUBLISHED.get(smell, "").split())
    tp = fp = fn = 0
    for row in rows:
        here = {word for word, documents in marked_in.items() if documents == {row["file"]}} - listed
        marked, said = words(row[smell]), ours(row["requirement"], every).get(smell, set()) - here
        tp, fp, fn = tp + len(marked & said), fp + len(said - marked), fn + len(marked - said)
    return tp / (tp + fp) if tp + fp else 0.0, tp / (tp + fn) if tp + fn else 0.0, tp + fn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("--out", type=Path, default=Path(".bench/smells-predictions.csv"))
    given = parser.parse_args()
    with given.csv.open(newline="", encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    columns = list(rows[0])
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with given.out.open("w", newline="", encoding="utf-8") as target:
        writer = csv.DictWriter(target, columns)
        writer.writeheader()
        for row in rows:
            said = ours(row["requirement"])
            flagged = {column: ",".join(sorted(said.get(column, ()))) for column in columns[2:]}
            writer.writerow({"requirement": row["requirement"], "file": row["file"]} | flagged)
    print(f"Predictions for {len(rows)} sentences: {given.out}\n")
    print("precision and recall")
    print(f"{'smell':16s} {'every rule':>11s} {'on by default':>14s} {'baseline':>12s}   marked")
    for smell in columns[2:]:
        p, r, marked = score(rows, ours, smell)
        dp, dr, _ = score(rows, lambda sentence: ours(sentence, every=False), smell)
        bp, br, _ = score(rows, published, smell)
        if marked:
            print(f"{smell:16s} {p:5.2f} {r:5.2f}    {dp:5.2f} {dr:5.2f}    {bp:5.2f} {br:5.2f}   {marked}")
    print(
        "\neach document without the words that it alone marks, but for published ones (a lower bound for unseen ones)"
    )
    for smell in columns[2:]:
        p, r, marked = without_its_own(rows, smell, every=True)
        dp, dr, _ = without_its_own(rows, smell, every=False)
        if marked:
            print(f"{smell:16s} {p:5.2f} {r:5.2f}    {dp:5.2f} {dr:5.2f}")
    print("\nper source document: precision recall marked")
    for smell in ("subjective", "nonverifiable"):
        for name in sorted({row["file"] for row in rows}):
            p, r, marked = score([row for row in rows if row["file"] == name], ours, smell)
            print(f"{smell:16s} {name[:30]:30s} {p:5.2f} {r:5.2f}   {marked}")


if __name__ == "__main__":
    main()
