"""The developer's tasks behind `./dev`: `check`, `check --full`, `fix`, `bench`.

Every check runs even when an earlier one failed, so that one run shows all there is to mend. The fast tier stays under
two minutes on two cores; the full tier adds the tests marked `slow`.

Elsewhere: installing (`dev`), the table of rules (`conformance.py`), measuring (`bench/`).
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

Task = tuple[str, Sequence[str]]
ROOT = Path(__file__).resolve().parent.parent
PYTHON_FOLDERS = ("src", "tests", "scripts", "bench")


def tool(name: str) -> str:
    """A tool of this environment, wherever the caller's PATH leads."""
    return str(Path(sys.executable).parent / name)


@dataclass(frozen=True)
class Result:
    """How a task ended, and what it printed if that was not shown at once."""

    title: str
    passed: bool
    seconds: float
    printed: str = ""


def run(task: Task, *, shown: bool) -> Result:
    """Run one command; what it prints is shown at once, or kept."""
    title, command = task
    if shown:
        print(f"\n== {title}", flush=True)
    started = time.perf_counter()
    out, err = (None, None) if shown else (subprocess.PIPE, subprocess.STDOUT)
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=out, stderr=err, encoding="utf-8")
    return Result(title, done.returncode == 0, time.perf_counter() - started, done.stdout or "")


def run_all(tasks: Sequence[Task], beside: Sequence[Task] = ()) -> int:
    """Run each command, and others beside them; show what they print, end with a summary; 1 when any failed."""
    with ThreadPoolExecutor(1) as pool:
        others = pool.submit(lambda: [run(task, shown=False) for task in beside])
        results = [run(task, shown=True) for task in tasks]
    for result in others.result():
        print(f"\n== {result.title}\n{result.printed}", end="")
    results = [*others.result(), *results]
    print()
    for result in results:
        print(f"{'ok    ' if result.passed else 'FAILED'}  {result.seconds:6.1f} s  {result.title}")
    failed = [result.title for result in results if not result.passed]
    print(
        f"\n{len(failed)} of {len(results)} failed: {', '.join(failed)}" if failed else "\nAll checks passed."
    )
    return 1 if failed else 0


def check(full: bool) -> int:
    """Everything that must hold before a change is shared."""
    tests = [sys.executable, "-m", "pytest", "-q", "-n", "3", "--dist", "worksteal"]
    quick: list[Task] = [
        ("format", [tool("ruff"), "format", "--check", "--quiet", *PYTHON_FOLDERS]),
        ("lint", [tool("ruff"), "check", "--quiet", *PYTHON_FOLDERS]),
        ("types", [tool("basedpyright"), "--level", "error"]),
        ("import contracts", [tool("lint-imports")]),
        ("recorded example", [sys.executable, "scripts/record_example.py", "--check"]),
    ]
    if not full:
        return run_all([*quick, ("fast tests", [*tests, "-m", "not slow"])])
    # None of these keeps two cores busy, and the tests often wait: for a disk, a process, a lock.
    return run_all([("all tests", tests)], beside=quick)


def fix() -> int:
    """Mend what a program can mend."""
    return run_all(
        [
            ("format", [tool("ruff"), "format", "--quiet", *PYTHON_FOLDERS]),
            ("lint", [tool("ruff"), "check", "--fix", "--quiet", *PYTHON_FOLDERS]),
            ("docs/conformance.md", [sys.executable, "scripts/conformance.py"]),
            ("docs/check.md", [sys.executable, "scripts/check_page.py"]),
            ("schemas", [sys.executable, "scripts/write_schemas.py"]),
            ("recorded example", [sys.executable, "scripts/record_example.py"]),
        ]
    )


def bench() -> int:
    """Every measurement in `bench/`, one after another."""
    return run_all(
        [(f"{path.name}", [sys.executable, str(path)]) for path in sorted((ROOT / "bench").glob("*.py"))]
    )


def main() -> int:
    """Choose the task."""
    parser = argparse.ArgumentParser(prog="./dev", description="The developer's tasks.")
    tasks = parser.add_subparsers(dest="task", required=True)
    checking = tasks.add_parser(
        "check", help="format, lint, types, import contracts, recorded example, tests"
    )
    checking.add_argument("--full", action="store_true", help="the slow tests too")
    tasks.add_parser(
        "fix", help="format, repair, regenerate tables, schemas and the recorded example in docs/"
    )
    tasks.add_parser("bench", help="run the measurements")
    chosen = parser.parse_args()
    if chosen.task == "check":
        return check(full=chosen.full)
    return fix() if chosen.task == "fix" else bench()


if __name__ == "__main__":
    sys.exit(main())
