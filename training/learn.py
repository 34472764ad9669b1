"""Learn the packaged weights from the labelled sentences.

    uv run training/learn.py [SUBJECT ...]

Subjects are those of `SUBJECTS`; all of them when none is named. Writes `src/roundtable/language/*.weights`, the same
bytes from the same sentences. How good they are: `bench/acts.py` and `bench/statements.py` with `--leave-out`.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
from fitting import Counted, condensed, counted, design_of, fit, row_weights
from labelled import Row, content_of, fingerprint, labelled, quoted_part, without_marks

from roundtable.language.act_features import act_features
from roundtable.language.closed_forms import closed_form
from roundtable.language.contents import KEEPING_ACTS
from roundtable.language.kept_features import kept_features, words_of
from roundtable.language.linear import Groups, LinearModel, packed
from roundtable.language.natures import nature_features
from roundtable.language.places import place_features
from roundtable.language.question_kinds import question_features
from roundtable.language.records import record_features
from roundtable.language.standings import standing_features
from roundtable.language.statement_features import statement_features
from roundtable.minds.guards.bearing import Place, bearing_features

IDS = re.compile(r"\b[A-Z]{2,4}-\d")
OUT = Path(__file__).resolve().parent.parent / "src" / "roundtable" / "language"


PLAINLY_WANTED = ("requirement", "business_rule", "criterion", "quality", "error_case", "story")
PLAINLY_WANTED += ("state", "interface", "constraint", "journey", "need", "user_type")


class Subject(NamedTuple):
    """What is learned, from which table, and how."""

    table: str
    label: Callable[[Row], str]
    """What a row teaches; nothing if it is not used."""
    features: Callable[[Row], Groups]
    views: dict[str, float]
    ridge: float
    most: int
    """So many features are kept in the file."""


def features_of_act(row: Row) -> Groups:
    return act_features(row["said"], row["place"], row["question"], row["earlier"])


def features_of_statement(row: Row) -> Groups:
    return statement_features(
        row["sentence"], row["question"], row["asked"].split(), row["before"], row["item"]
    )


def features_of_place(row: Row) -> Groups:
    text, named = without_marks(row["said"])
    return place_features(text, named, int(row["at"]), row["asked"])


def features_of_bearing(row: Row) -> Groups:
    return bearing_features(row["kind"], row["statement"], Place(*quoted_part(row["said"])))


def answering_something_else(rows: list[Row]) -> list[Row]:
    """Every third sentence once more, under a question that was after something else.

    People do that, and a reader that has only seen fitting answers files whatever they say under what was asked.
    """
    return [
        {**row, "question": other["question"], "asked": other["asked"]}
        for at, row in list(enumerate(rows))[::3]
        if (other := next((o for o in _others(rows, at) if row["kind"] not in o["asked"].split()), None))
    ]


def with_nothing_on_record(rows: list[Row]) -> list[Row]:
    """What is said in the middle of a talk once more without the line on record that it is about.

    Only ids and a look back bring such a line along when somebody speaks; else a correction has to be told by its words.
    """
    return [
        {**row, "earlier": ""}
        for row in rows
        if row["earlier"] and row["place"] not in {"review", "menu"} and not IDS.search(row["said"])
    ]


def quoted_whole(rows: list[Row]) -> list[Row]:
    """Every sentence once more, with all that was said as the quotation: how much is quoted tells nothing."""
    return [{**row, "said": f"[[{quoted_part(row['said'])[0]}]]"} for row in rows]


def as_plainly_said(rows: list[Row]) -> list[Row]:
    """Labelled statements as quotations: nearly all that people say is plain, and who writes rows about standings writes no such."""
    stands = {"problem": "today", "open_question": "open", "out_of_scope": "dropped"}
    stands |= dict.fromkeys(PLAINLY_WANTED, "wanted")
    more: list[Row] = []
    for row, other in zip(rows, [*rows[1:], *rows[:1]], strict=True):
        if row["kind"] in stands:
            alone = f"[[{row['sentence']}]]"
            among = f"{row['before']} {alone} {other['sentence']}".strip()  # as one sentence of an answer
            more += [{"said": said, "standing": stands[row["kind"]]} for said in (alone, among)]
    return more


def of_known_files(rows: list[Row]) -> list[Row]:
    """Every sentence once more, as said of files that are in the plan or ruled out already, or that were just proposed.

    What is said of a file tells more than where it stands.
    """
    more: list[Row] = []
    for at, (said, group) in enumerate(groupby(rows, key=lambda row: row["said"])):
        for row in group:
            is_asked = row["asked"] == "place"
            mark = "*" if is_asked and at % 2 else "=!"[at % 2]
            changed = re.sub(r"\{([-+~])(?![*=!])", rf"{{\1{mark}", said)
            more.append({**row, "said": changed, "asked": "offer" if mark == "*" else row["asked"]})
    return [row for row in more if row not in rows]


def _others(rows: list[Row], at: int) -> Iterator[Row]:
    """Some rows from far and wide, always the same ones."""
    return (rows[(at * 7919 + 13 * step) % len(rows)] for step in range(1, 50))


def main_kind_asked(row: Row) -> str:
    kind = next(iter(row["asked"].split()), "")  # not every statement answers one
    return {"change": "direct_change", "no_change": "out_of_scope"}.get(kind, kind)


SUBJECTS = {
    "acts": Subject(
        table="acts",
        # What is a closed form is looked up, so nothing is learned from it.
        label=lambda row: "" if closed_form(row["said"], row["place"]) else row["act"],
        features=features_of_act,
        views={
            "letters": 1.5,
            "words": 1.0,
            "plain": 0.8,
            "first": 1.0,
            "closing": 0.7,
            "edges": 1.0,
            "placed": 1.0,
            "asked": 0.5,
            "Shape": 0.6,
            "Record": 1.0,
            "Bias": 1.0,
        },
        ridge=0.02,
        most=140_000,
    ),
    "commands": Subject(
        table="acts",
        label=lambda row: row["what"] if row["act"] == "command" else "",
        features=features_of_act,
        views={"letters": 1.0, "words": 1.0, "first": 1.0, "edges": 1.0, "Bias": 1.0},
        ridge=0.05,
        most=6_000,
    ),
    "statements": Subject(
        table="statements",
        label=lambda row: row["kind"],
        features=features_of_statement,
        views={
            "letters": 1.5,
            "words": 1.0,
            "plain": 1.0,
            "first": 1.0,
            "edges": 1.0,
            "Kinds": 0.8,
            "Shape": 0.6,
            "Bias": 1.0,
        },
        ridge=0.03,
        most=60_000,
    ),
    "questions": Subject(
        table="questions",
        label=main_kind_asked,
        features=lambda row: question_features(row["question"]),
        views={"letters": 1.0, "words": 1.0, "first": 1.0, "Bias": 1.0},
        ridge=0.1,
        most=12_000,
    ),
    "natures": Subject(
        table="natures",
        label=lambda row: row["nature"],
        features=lambda row: nature_features(row["request"]),
        views={"letters": 3.0, "words": 1.0, "first": 1.0, "skeleton": 1.5, "Marks": 1.0, "Bias": 1.0},
        ridge=0.04,
        most=20_000,
    ),
    "standings": Subject(
        table="standings",
        label=lambda row: row["standing"],
        features=lambda row: standing_features(*quoted_part(row["said"])),
        views={
            "letters": 1.0,
            "words": 1.0,
            "skeleton": 0.7,
            "edges": 0.7,
            "before": 1.0,
            "behind": 2.0,
            "around": 1.0,
            "Bias": 1.0,
        },
        ridge=0.03,
        most=40_000,
    ),
    "records": Subject(
        table="records",
        label=lambda row: row["label"],
        features=lambda row: record_features(row["said"]),
        views={
            "letters": 1.0,
            "words": 1.0,
            "first": 1.0,
            "skeleton": 0.7,
            "edges": 1.0,
            "Marks": 0.7,
            "Bias": 1.0,
        },
        ridge=0.05,
        most=15_000,
    ),
    "bearings": Subject(
        table="bearings",
        label=lambda row: row["label"],
        features=features_of_bearing,
        views={"Pair": 1.0, "Bias": 1.0},
        ridge=0.2,
        most=2_000,
    ),
    "places": Subject(
        table="places",
        label=lambda row: row["label"],
        features=features_of_place,
        views={
            "own": 0.5,
            "before": 1.0,
            "after": 0.5,
            "letters": 0.6,
            "front": 0.5,
            "between": 0.5,
            "behind": 0.7,
            "elsewhere": 0.6,
            "crossed": 0.5,
            "Marks": 0.6,
            "Bias": 1.0,
        },
        ridge=0.15,
        most=20_000,
    ),
}


def learned(subject: Subject, rows: list[Row], learned_from: str = "") -> LinearModel:
    """The model of some rows; what occurs twice, features and label alike, counts once."""
    found = {
        (label, sha256(repr(features).encode()).digest()): counted(features, subject.views)
        for row in rows
        if (label := subject.label(row)) and (features := subject.features(row))
    }
    labels = sorted({label for label, _ in found})
    gold = np.array([labels.index(label) for label, _ in found])
    design = design_of(found.values())
    weights = fit(design.matrix, np.eye(len(labels))[gold], row_weights(gold, len(labels)), subject.ridge)
    return condensed(design, weights, labels, subject.views, learned_from, subject.most)


def learned_kept(rows: list[Row], learned_from: str = "") -> LinearModel:
    """The model that says of each word whether it is kept as content."""
    views = {"Word": 1.0} | {f"Word of {act}": 1.0 for act in KEEPING_ACTS}
    found: list[Counted] = []
    kept: list[bool] = []
    counts: list[float] = []
    for row in rows:
        if row["act"] not in KEEPING_ACTS:
            continue
        words, spans = words_of(row["said"]), content_of(row)
        features = kept_features(words, row["act"], row["question"], row["earlier"])
        found.extend(counted(groups, views) for groups in features)
        kept.extend(any(first <= word.start and word.end <= last for first, last in spans) for word in words)
        counts.extend([len(words) ** -0.5] * len(words))
    design = design_of(found)
    weights = fit(design.matrix, np.eye(2)[np.array(kept, int)], np.array(counts), ridge=0.06)
    return condensed(design, np.diff(weights), ["kept"], views, learned_from, most=60_000)


def learned_all(names: Iterable[str], leave_out: str = "") -> Iterator[tuple[str, LinearModel]]:
    """The named models, or all; `leave_out` is a voice whose rows nothing is learned from."""
    for name in names or [*SUBJECTS, "kept"]:
        table = SUBJECTS[name].table if name in SUBJECTS else "acts"
        rows = [row for row in labelled(table) if row["voice"] != leave_out]
        if name == "statements":
            rows += answering_something_else(rows)
        if name == "acts":
            rows += with_nothing_on_record(rows)
        if name == "standings":
            rows += [*quoted_whole(rows), *as_plainly_said(labelled("statements"))]
        if name == "places":
            rows += of_known_files(rows)
        source = fingerprint(table)
        yield name, learned_kept(rows, source) if name == "kept" else learned(SUBJECTS[name], rows, source)


def main() -> None:
    for name, found in learned_all(sys.argv[1:]):
        data = packed(found)
        (OUT / f"{name}.weights").write_bytes(data)
        print(f"{name}: {len(found.keys)} features, {len(data) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
