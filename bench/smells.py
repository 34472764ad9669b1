"""How well the quality rules find the words that reviewers marked.   python bench/smells.py DEV_CSV [--out PREDICTIONS]

DEV_CSV has the columns requirement, file, subjective, ambiguous, loophole, nonverifiable, superlative, comparative, negative,
vague_pronoun, uncertain_verb, polysemy; each cell holds the marked words. The predictions have the same columns, row for row.
Prints precision and recall on the word level: ours, in all and per source document (a word list that suits one document only
shows there), and what one may expect on unseen documents: ours without the words that only the document itself
bears out, general words chosen without the marks, and the same when the other documents decide which of them to drop.
"""

import argparse
import csv
import re
from collections import Counter
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
"""Vague words of handbooks and tools for requirements, all that they list: words that come from no document here."""
GENERAL = {
    "subjective": """
        abundant acceptable accessible accurate adaptable adequate advanced aesthetic alternative annoying appealing
        applicable appropriate appropriately arbitrary associated attractive awkward bad basic beautiful beneficial big
        broad careful cautious central certain cheap clean clear close clumsy coarse coherent comfortable compatible
        competitive complex complicated comprehensible concerned concise configurable confusing considerable consistent
        conspicuous convenience convenient core correct correctly corresponding cost-effective credible critical
        crucial cumbersome customizable dangerous decent deep delayed dense desirable desired different differing
        difficult distant distinctive diverse durable dynamic early ease easier easy economical effective effectiveness
        efficiency efficient effortless elegant enjoyable enormous equitable ergonomic essential evident excellent
        excessive expandable expensive extensible extensive fair familiar far far-reaching fast fault-tolerant fine
        flexibility flexible friendly fundamental given good graceful gracefully great handy hard harmful hazardous
        heavy helpful high high-level high-performance high-quality huge ideal immediate immediately important improper
        improperly inaccurate inadequate inappropriate inconsistent incorrect inefficient inexpensive inferior
        innovative insecure insignificant instant instantaneous instantly insufficient intelligent intelligible
        intended interactive interesting intermediate interoperable intuitive irrelevant key large late learnable
        legibility legible lengthy light lightweight limited little long low low-level main maintainability
        maintainable major manageable massive mature meaningful memorable minor miscellaneous misleading moderate
        modular narrow natural near neat necessary needed negligible nice notable noteworthy noticeable obvious on-time
        optimal optimum other particular perfect pertinent pleasant pleasing poor portability portable potential
        powerful practical precise preferable preferred prevalent primary principal professional proficient prominent
        prompt promptly proper properly quick rapid readability readable real-time reasonable recognizable related
        relevant reliability reliable required resilient respective responsive restricted reusable rich right robust
        robustness safe satisfactory scalability scalable scarce seamless secure self-explanatory sensible sensitive
        serious severe shallow short shortly significant similar simple simplicity slow small smart smooth snappy
        somehow somewhere soon sophisticated sound sparse special specific speedy stability stable straightforward
        strong substantial substantive successful suitable suitably superior swift tedious testable thick thin tidy
        timeliness timely tiny tolerant transparent trivial trustworthy unacceptable unclear uncluttered understandable
        undesirable undue unfair unlimited unnecessary unreasonable unreliable unsafe unsatisfactory unspecified
        unsuccessful unsuitable urgent usability usable useful useless user-friendly valid valuable varying vast
        versatile visible vital weak well-designed well-structured wide wide-ranging world-class worthwhile wrong
    """,
    "nonverifiable": """
        adequate adequately ample any comprehensive different diverse ease enhance enhanced enhances enhancing enough
        exhaustive facilitate facilitated facilitates facilitating few full-featured improve improved improves
        improving lots majority many maximal maximise maximize maximized maximizes maximizing maximum minimal minimise
        minimize minimized minimizes minimizing minimum most much multiple number numerous optimal optimise optimize
        optimized optimizes optimizing optimum plenty range reduce reduced reduces reducing several simplified
        simplifies simplify some streamline streamlined streamlines strengthen sufficient sufficiently thorough
        thoroughly variety various
    """,
    "ambiguous": """
        about almost already approximately around basically clearly commonly currently especially essentially
        eventually extremely fairly frequently generally greatly highly ideally infrequently just largely later likely
        mainly mostly nearly normally occasionally often particularly perhaps periodically possibly potentially
        preferably presumably previously primarily probably quite rarely rather reasonably recent recently regularly
        relatively roughly seldom slightly sometimes somewhat temporarily typically usually very virtually widely
    """,
}
"""Gradable, judging and hedging words of English, none for being marked, none left out for not being marked.

Whoever wrote them had read the lists of the rules, so they are no wholly independent measure.
"""
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


def unseen(sentence: str) -> dict[str, set[str]]:
    """Ours, to be scored without the words that only the document itself bears out (`only_here`)."""
    return ours(sentence)


def general(sentence: str) -> dict[str, set[str]]:
    """What the general lists have of these words; the adverb of an adjective counts as well."""
    found: dict[str, set[str]] = {}
    for column, text in GENERAL.items():
        listed = set(text.split())
        found[column] = {
            word for word in words(sentence) if {word, word[:-2], word[:-3] + "y", word[:-1] + "e"} & listed
        }
    return found


def score(
    rows: list[dict[str, str]], predict: Predict, smell: str, learn: bool = False
) -> tuple[float, float, int]:
    """Precision, recall and marked words; `learn`: by leaving one document out (`left_alone`)."""
    cases = [(row["file"], words(row[smell]), predict(row["requirement"]).get(smell, set())) for row in rows]
    away = only_here(rows, smell) if predict is unseen else {row["file"]: set[str]() for row in rows}
    away |= {name: left_alone(cases, name) for name in away if learn}
    tp = fp = fn = 0
    for name, marked, every in cases:
        said = every - away[name]
        tp, fp, fn = tp + len(marked & said), fp + len(said - marked), fn + len(marked - said)
    return tp / (tp + fp) if tp + fp else 0.0, tp / (tp + fn) if tp + fn else 0.0, tp + fn


def left_alone(cases: list[tuple[str, set[str], set[str]]], name: str) -> set[str]:
    """Words that stand at least twice in the other documents, and that their reviewers marked there less than once in four."""
    right: Counter[str] = Counter()
    all_of: Counter[str] = Counter()
    for file, marked, said in cases:
        if file != name:
            all_of.update(said)
            right.update(said & marked)
    return {word for word, times in all_of.items() if times >= 2 and right[word] < times / 4}


def only_here(rows: list[dict[str, str]], smell: str) -> dict[str, set[str]]:
    """By document: the words that it alone has marked and that no published list has. A rule may know them from there."""
    marked_in: dict[str, set[str]] = {}
    for row in rows:
        for word in words(row[smell]):
            marked_in.setdefault(word, set()).add(row["file"])
    once = {word: min(files) for word, files in marked_in.items() if len(files) == 1}
    listed = set(PUBLISHED.get(smell, "").split())
    files = {row["file"] for row in rows}
    return {file: {word for word in once if once[word] == file} - listed for file in files}


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
    print("precision and recall; the last three are estimates for unseen documents")
    heads = ("every rule", "by default", "left out", "general", "learned")
    print(f"{'smell':13s} " + "    ".join(f"{head:>11s}" for head in heads) + "   marked")
    for smell in columns[2:]:
        by_default = score(rows, lambda sentence: ours(sentence, every=False), smell)
        words_alone = (score(rows, general, smell), score(rows, general, smell, learn=True))
        all_of = (score(rows, ours, smell), by_default, score(rows, unseen, smell), *words_alone)
        if all_of[0][2]:
            print(
                f"{smell:13s} "
                + "    ".join(f"{p:5.2f} {r:5.2f}" for p, r, _ in all_of)
                + f"   {all_of[0][2]}"
            )
    print("left out: ours, without the words that only this document has marked and no published list has")
    print("general: general words; learned: those that reviewers of the other documents did not leave alone")
    print("\nper source document: precision recall marked")
    for smell in ("subjective", "nonverifiable"):
        for name in sorted({row["file"] for row in rows}):
            p, r, marked = score([row for row in rows if row["file"] == name], ours, smell)
            print(f"{smell:16s} {name[:30]:30s} {p:5.2f} {r:5.2f}   {marked}")


if __name__ == "__main__":
    main()
