"""A session that is killed again and again, or whose disk fails, loses nothing and ends with the documents of one in peace."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="needs fork")]


def killed(folder: Path, mode: str, *, seed: int, kills: int, fault: str = "") -> tuple[int, int]:
    """How often the session died, and at how many instants; the script has looked at what must hold after each death."""
    script = Path(__file__).with_name("session_crashes.py")
    done = subprocess.run(
        [sys.executable, str(script), str(folder), mode, str(seed), str(kills), *([fault] if fault else [])],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # threads and fork do not mix
    )
    assert done.returncode == 0, done.stderr[-3000:]
    deaths, instants = done.stdout.split()
    return int(deaths), int(instants)


@pytest.mark.rule("P-PROG-01", "P-PROG-02", "P-PROG-03", "P-PROG-04", "P-PROG-06")
def test_a_stepped_session_survives_a_hundred_deaths(folder_in_memory: Path) -> None:
    deaths, instants = killed(folder_in_memory, "steps", seed=1, kills=100)
    assert deaths >= 100
    assert instants >= 65  # more deaths only repeat these


def test_a_conversation_loses_nothing_either(folder_in_memory: Path) -> None:
    deaths, instants = killed(folder_in_memory, "conversation", seed=2, kills=40)
    assert deaths >= 40
    assert instants >= 35


@pytest.mark.parametrize("fault", ["EIO", "ENOSPC"])
@pytest.mark.parametrize("mode", ["steps", "conversation"])
def test_a_disk_that_fails_or_is_full_costs_no_answer_and_no_document(
    folder_in_memory: Path, mode: str, fault: str
) -> None:
    faults, instants = killed(folder_in_memory, mode, seed=3, kills=20, fault=fault)
    assert faults >= instants >= 15
