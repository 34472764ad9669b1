"""Runs the real command in a real process, as a person or a program would."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from processes import finish, start_command

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
        running = start_command(
            words,
            cwd=cwd or self.folder,
            env={**self.environment, **(env or {})},
            fresh=any(name.startswith(("PYTHON", "LC_", "LANG")) for name in env or ()),
        )
        code, out, err = finish(running, stdin)
        return Answer(code, out.decode("utf-8"), err.decode("utf-8"))

    def at_terminal(self, *words: str, typed: str) -> Answer:
        """Run it with a terminal to ask at (POSIX alone); standard output is still a pipe, so that `out` is the result.

        The lines of `typed` wait in the terminal from the start, and then the input ends. `err` is the whole dialogue.
        """
        import pty

        ours, theirs = pty.openpty()
        try:
            running = start_command(words, cwd=self.folder, env=self.environment, stdin=theirs, stderr=theirs)
            os.close(theirs)
            os.write(ours, typed.encode() + b"\x04")
            dialogue = bytearray()
            # A terminal that nobody holds any more answers with an error instead of an end (Linux).
            with suppress(OSError):
                while piece := os.read(ours, 4096):
                    dialogue += piece
            code, out, _ = finish(running)
        finally:
            os.close(ours)
        return Answer(code, out.decode("utf-8"), dialogue.decode("utf-8").replace("\r\n", "\n"))


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
