"""A session that is killed again and again loses nothing, and ends with the documents of one left in peace."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="needs fork")]

MEMORY = Path("/dev/shm")


@pytest.fixture
def folder(tmp_path: Path) -> Generator[Path]:
    """In memory where that is possible: what a killed process leaves is the same there, and no disk has to turn."""
    if not os.access(MEMORY, os.W_OK):
        yield tmp_path
        return
    made = Path(tempfile.mkdtemp(prefix="roundtable-crash-", dir=MEMORY))
    yield made
    shutil.rmtree(made)


def killed(folder: Path, mode: str, *, seed: int, kills: int) -> int:
    """How often the session died; the script has looked at everything that must hold after each death."""
    script = Path(__file__).with_name("session_crashes.py")
    done = subprocess.run(
        [sys.executable, str(script), str(folder), mode, str(seed), str(kills)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # threads and fork do not mix
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return int(done.stdout.split()[0])


@pytest.mark.rule("P-PROG-01", "P-PROG-02", "P-PROG-03", "P-PROG-04", "P-PROG-06")
def test_a_stepped_session_survives_two_hundred_deaths(folder: Path) -> None:
    assert killed(folder, "steps", seed=1, kills=200) >= 200


def test_a_conversation_loses_nothing_either(folder: Path) -> None:
    assert killed(folder, "conversation", seed=2, kills=60) >= 60
