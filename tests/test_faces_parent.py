"""A session driven by a program does not outlive it."""

import subprocess
import sys

import pytest

CHILD = (
    "import time; from roundtable.faces.parent import end_with_parent; "
    "end_with_parent(); print('ready', flush=True); time.sleep(20); print('still here', flush=True)"
)
LAUNCHER = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there a process keeps the number of its dead parent")
def test_when_the_launcher_is_killed_the_session_is_gone_too() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LAUNCHER, CHILD], stdout=subprocess.PIPE, text=True
    ) as launcher:
        assert launcher.stdout is not None
        assert launcher.stdout.readline() == "ready\n"
        launcher.kill()
        # The pipe ends when its last writer, the child, does.
        assert launcher.stdout.read() == ""
