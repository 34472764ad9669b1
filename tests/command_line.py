"""Runs the real command in a real process, as a person or a program would."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Answer", "CommandLine", "a_command_line"]


@dataclass(frozen=True)
class Answer:
    """What came back."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output, which must be JSON."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one sentence of a refusal: exactly one line on standard error, nothing on standard output."""
        assert self.out == ""
        assert len(self.err.splitlines()) == 1, self.err
        assert "Traceback" not in self.err
        return self.err.strip()


@dataclass(frozen=True)
class CommandLine:
    """`roundtable` in one folder."""

    folder: Path
    environment: Mapping[str, str]

    def __call__(
        self,
        *words: str | bytes,
        stdin: bytes = b"",
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Answer:
        """Run it, without a terminal."""
        done = subprocess.run(
            [sys.executable, "-m", "roundtable", *words],
            cwd=cwd or self.folder,
            env={**self.environment, **(env or {})},
            input=stdin,
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Answer(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def a_command_line(folder: Path) -> CommandLine:
    """The command in `folder`, untouched by the settings of whoever runs the tests.

    Compiled files may be kept even where the tests' own process keeps none: hundreds of processes compile but once.
    """
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(
            ("ROUNDTABLE_", "GIT_", "LC_", "LANG", "XDG_", "COLUMNS", "NO_COLOR", "PYTHON")
        )
    }
    return CommandLine(folder, {**kept, "HOME": str(home), "LC_ALL": "C.UTF-8", "PYTHONWARNINGS": "error"})
