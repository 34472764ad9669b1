"""What was learned: from these sentences, the same bytes every time, small, quick to load and to ask."""

import subprocess
import sys
from pathlib import Path
from time import process_time

import numpy as np

from roundtable.language.acts import read_acts
from roundtable.language.linear import LinearModel, model, packed, unpacked
from roundtable.language.statements import sort_statement

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = ROOT / "src" / "roundtable" / "language"
TABLES = {
    "acts": "acts",
    "commands": "acts",
    "kept": "acts",
    "statements": "statements",
    "questions": "questions",
    "natures": "natures",
    "places": "places",
    "standings": "standings",
    "bearings": "bearings",
    "records": "records",
}
LEARN_A_LITTLE = """
import hashlib, sys
sys.path.insert(0, "training")
from labelled import labelled
from learn import SUBJECTS, learned, learned_kept
from roundtable.language.linear import packed
rows = [row for row in labelled("acts") if row["voice"] in ("l", "n")]
for found in (learned(SUBJECTS["acts"], rows), learned_kept(rows)):
    print(hashlib.sha256(packed(found)).hexdigest())
"""
FINGERPRINTS = """
import sys
sys.path.insert(0, "training")
from labelled import fingerprint
for table in sys.argv[1:]:
    print(fingerprint(table))
"""


def run(script: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_the_packaged_weights_were_learned_from_the_sentences_as_they_are() -> None:
    tables = sorted(set(TABLES.values()))
    now = dict(zip(tables, run(FINGERPRINTS, *tables), strict=True))
    stale = [name for name, table in TABLES.items() if model(name).learned_from != now[table]]
    assert not stale, "the sentences have changed: run training/learn.py"


def test_learning_again_gives_the_same_bytes() -> None:
    once, again = run(LEARN_A_LITTLE), run(LEARN_A_LITTLE)
    assert len(once) == 2
    assert once == again


def test_a_model_survives_being_written_and_read() -> None:
    small = LinearModel(
        labels=("no", "perhaps", "yes"),
        views={"words": 1.0},
        learned_from="here",
        keys=np.array([3, 9, 12], np.uint32),
        scales=np.array([1, 0.5, 2], np.float16),
        weights=np.array([[1, -1, 0], [7, -7, 3], [2, 0, -5]], np.int8),
    )
    assert packed(unpacked(packed(small))) == packed(small)


def test_features_that_were_never_seen_count_nothing() -> None:
    shares = model("natures").shares({"words": ["qqqqzzzz"], "letters": []})
    assert max(shares.values()) - min(shares.values()) < 1e-6


def test_the_packaged_weights_stay_small() -> None:
    sizes = {path.name: path.stat().st_size for path in WEIGHTS.glob("*.weights")}
    assert sorted(sizes) == sorted(f"{name}.weights" for name in TABLES)
    assert max(sizes.values()) < 2_000_000


def test_reading_an_input_takes_milliseconds() -> None:
    said = "No, the export runs at noon. It writes one file per customer, and the old files stay for a week."
    question = "Shall the export run at night?"
    read_acts(said, place="choice", question=question)
    sort_statement(said, question=question, asked=["requirement"])
    began = process_time()
    for number in range(50):
        read_acts(f"{said} {number}", place="choice", question=question)
        sort_statement(f"{said} {number}", question=question, asked=["requirement"])
    # A few milliseconds each; the limit only catches something going badly wrong on a busy machine.
    assert (process_time() - began) / 50 < 0.05
