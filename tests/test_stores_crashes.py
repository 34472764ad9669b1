"""A process killed between any two of its calls to the system, or one whose calls fail, leaves the old state or the new one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs fork")


SCENARIOS = ["replace", "save", "add", "rename", "delete", "journal"]


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
