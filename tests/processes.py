"""Starts the real command in a real process, in milliseconds.

A process that loads the program anew spends a second on it, with a model three, hundreds of times over. So these are forked
from one that has loaded everything: each has its own memory, descriptors, folder, environment and end. Only what Python
decides while it starts (`PYTHON…`, the locale) is the same in all forks; a test about that asks for a `fresh` process.
"""

import multiprocessing
import os
import subprocess
import sys
import warnings
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Timer
from typing import IO, Any, Final

import pytest

from roundtable import cli

__all__ = ["LONGEST", "Running", "finish", "start_command"]

LONGEST: Final = 120.0
"""Seconds; then a process is killed, and the test sees a code that it does not expect."""
PIPE: Final = subprocess.PIPE


class Forked:
    """A command in a fork: as much of `subprocess.Popen` as the tests use."""

    def __init__(
        self, words: Sequence[str | bytes], cwd: Path, env: Mapping[str, str], stdin: int, stderr: int
    ) -> None:
        given, self.stdin = (os.dup(stdin), None) if stdin != PIPE else _pipe("wb")
        said, self.stdout = _pipe("rb")
        complained, self.stderr = (os.dup(stderr), None) if stderr != PIPE else _pipe("rb")
        # A connection is the form in which a descriptor can be handed to another process.
        handed = [Connection(each) for each in (given, said, complained)]
        self._process = _server().Process(
            target=_be_the_command, args=([os.fsencode(word) for word in words], cwd, dict(env), handed)
        )
        self._process.start()
        for each in handed:
            each.close()
        self.pid = self._process.pid or 0

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self, timeout: float = LONGEST) -> int:
        """Its exit code."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("roundtable", timeout)
        return self._process.exitcode


Running = Forked | subprocess.Popen[bytes]


def start_command(
    words: Sequence[str | bytes],
    *,
    cwd: Path,
    env: Mapping[str, str],
    stdin: int = PIPE,
    stderr: int = PIPE,
    fresh: bool = False,
) -> Running:
    """`roundtable WORDS` in a folder. Standard output is a pipe; so are the other two unless a descriptor is given."""
    if os.name != "nt" and not fresh:
        return Forked(words, cwd, env, stdin, stderr)
    command = [sys.executable, "-m", "roundtable", *words]
    return subprocess.Popen(command, cwd=cwd, env=env, stdin=stdin, stdout=PIPE, stderr=stderr)


def finish(running: Running, given: bytes = b"") -> tuple[int, bytes, bytes]:
    """Hand in the input, wait for the end: its code and what it said on its pipes."""
    watch = Timer(LONGEST, running.kill)
    watch.start()
    with ThreadPoolExecutor(2) as pool:
        pool.submit(_hand_in, running.stdin, given)
        complained = pool.submit(_all_of, running.stderr)
        said = _all_of(running.stdout)
    watch.cancel()
    return running.wait(LONGEST), said, complained.result()


def _hand_in(into: IO[bytes] | None, given: bytes) -> None:
    if into is not None:
        try:
            with into:
                into.write(given)
        except BrokenPipeError:
            pass  # it wanted no more


def _all_of(pipe: IO[bytes] | None) -> bytes:
    if pipe is None:
        return b""
    with pipe:
        return pipe.read()


def _pipe(ours: str) -> tuple[int, IO[bytes]]:
    """The child's end of a new pipe, and ours."""
    read, write = os.pipe()
    return (read, os.fdopen(write, ours)) if ours == "wb" else (write, os.fdopen(read, ours))


@cache
def _server() -> Any:
    """The process that the others are forked from; it ends with this one."""
    from multiprocessing.forkserver import ensure_running

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        [
            "warm_start",
            "roundtable.minds.llm.mind",
            "pydantic_ai.models.openai",
            "roundtable.batches.batch",
            "dbos",
            __name__,
        ]
    )
    with pytest.MonkeyPatch.context() as start:
        start.setenv("PYTHONPATH", str(Path(__file__).parent))
        start.setenv("LC_ALL", "C.UTF-8")
        start.setenv("OPENBLAS_NUM_THREADS", "1")  # threads and fork do not mix
        ensure_running()
    return context


def _be_the_command(
    words: Sequence[bytes], cwd: Path, env: Mapping[str, str], handed: Sequence[Connection]
) -> None:
    for at, each in enumerate(handed):
        os.dup2(each.fileno(), at)
        each.close()
    # As Python opens them where LC_ALL is C.UTF-8.
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="surrogateescape", newline="\n", closefd=False)
    sys.stderr = os.fdopen(
        2, "w", 1, encoding="utf-8", errors="backslashreplace", newline="\n", closefd=False
    )
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    if env.get("PYTHONWARNINGS") == "error":
        warnings.simplefilter("error")
    sys.argv = ["roundtable", *(os.fsdecode(word) for word in words)]
    sys.exit(cli.main())
