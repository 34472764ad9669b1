"""A process killed between any two of its calls to the system, one whose calls fail, or a power failure that loses and reorders

what was not synced, leaves the old state or the new one; and the new one, once it was said to be done.
"""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from lost_writes import a_disk, left_after, watching
from stores_crashes import BEFORE, SCENARIOS, a_state

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs fork")
DRAWS = 12
"""How often it is drawn what is left when the power fails behind one change."""


def tried(*words: str) -> int:
    """How many moments there were; the script has looked at what must hold after each."""
    script = Path(__file__).with_name("stores_crashes.py")
    done = subprocess.run(
        [sys.executable, str(script), *words], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_moment_to_die_at_loses_or_tears_anything(scenario: str, folder_in_memory: Path) -> None:
    assert tried(scenario, str(folder_in_memory)) >= 10, "the change was not watched"


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["EIO", "ENOSPC"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_call_that_fails_is_made_good_or_told_in_one_sentence(
    scenario: str, fault: str, folder_in_memory: Path
) -> None:
    assert tried(scenario, str(folder_in_memory), fault) >= 40


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_write_that_a_power_failure_loses_or_reorders_costs_anything(
    scenario: str, folder_in_memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, draw = SCENARIOS[scenario], random.Random(5)
    places = a_state(folder_in_memory / "repository")
    monkeypatch.setitem(BEFORE, "meta", (places.item("old-title") / "meta.json").read_bytes())
    with watching(places.root) as log:
        change.change(places)
    assert len(log.changes) >= 2, "the change was not watched"
    for moment in [*range(1, len(log.changes) + 1)] * DRAWS:
        disk = a_disk(places.root, left_after(log, moment, draw), folder_in_memory / "left")
        if moment == len(log.changes):
            change.done(disk)
        change.check(disk)
