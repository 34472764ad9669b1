"""A process killed between any two of its calls to the system leaves the old state or the new one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs fork")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["replace", "save", "add", "rename", "delete", "journal"])
def test_no_moment_to_die_at_loses_or_tears_anything(scenario: str, folder_in_memory: Path) -> None:
    script = Path(__file__).with_name("stores_crashes.py")
    done = subprocess.run(
        [sys.executable, str(script), scenario, str(folder_in_memory)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) >= 10, "the change was not watched"
