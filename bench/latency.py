"""How long a person waits: start to first question, answer to next question, resume.

    uv run python bench/latency.py [FILES]

Measured on a repository of 3,000 generated files, over JSON lines, with the real program in a real process. The first start
has no index yet (the scan runs beside the conversation), the second finds one.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

IDEA = "Add discount codes to the checkout"
SLUG = "add-discount-codes-to-the-checkout"
TARGETS = {"start": 1.0, "answer": 0.1, "resume": 1.0}
WORDS = [
    "order",
    "cart",
    "price",
    "total",
    "user",
    "invoice",
    "report",
    "stock",
    "label",
    "export",
    "import",
    "check",
    "token",
    "queue",
    "event",
    "route",
]


def a_repository(folder: Path, files: int) -> Path:
    """Modules that import each other, each of a realistic size, and one commit."""
    for number in range(files):
        word, other = WORDS[number % len(WORDS)], WORDS[(number * 7 + 3) % len(WORDS)]
        path = folder / f"src/{word}/part{number // len(WORDS):03d}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        functions = "\n\n".join(
            f"def {word}_{other}_{index}(value: int) -> int:\n"
            f'    """Work out the {other} of a {word}."""\n'
            f"    return value * {index} + {number}"
            for index in range(12)
        )
        path.write_text(f"from src.{other} import part000\n\n\n{functions}\n", encoding="utf-8")
    author = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "gc.auto=0"]
    for words in (["init", "-q"], ["add", "."], [*author, "commit", "-qm", "All of it"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


class Session:
    """One process; `waits` holds the seconds until each `awaiting`."""

    def __init__(self, repo: Path, mode: str) -> None:
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "roundtable",
                "analyze",
                IDEA,
                f"--{mode}",
                "--protocol",
                "jsonl",
                "--quiet",
            ],
            cwd=repo,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.what = self._wait()
        self.start = time.perf_counter() - began

    def _events(self) -> Iterator[dict[str, Any]]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield json.loads(line)

    def _wait(self) -> str:
        for event in self._events():
            if event["event"] == "awaiting":
                return str(event["what"])
            if event["event"] == "end":
                return ""
        return ""

    def say(self, text: str) -> float:
        assert self.process.stdin is not None
        began = time.perf_counter()
        self.process.stdin.write(json.dumps({"text": text}) + "\n")
        self.process.stdin.flush()
        self.what = self._wait()
        return time.perf_counter() - began

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def measure(repo: Path, mode: str) -> dict[str, list[float]]:
    first = Session(repo, mode)
    found: dict[str, list[float]] = {"start": [first.start], "answer": [], "step": []}
    scan_wait = first.say("A shopper types a code and pays less.")
    found["first answer (may wait for the scan)"] = [scan_wait]
    for number in range(14):
        if not first.what:
            break
        is_answer = first.what in {"answer", "message", "confirm"}
        waited = first.say(
            {"menu": "C", "confirm": "yes"}.get(
                first.what, f"Support refunds {number} orders by hand each day."
            )
        )
        found["answer" if is_answer and first.what != "menu" else "step"].append(waited)
    first.close()
    found["resume"] = []
    for _ in range(3):
        again = Session(repo, mode)
        found["resume"].append(again.start)
        again.close()
    return found


def main(files: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        repo = a_repository(Path(folder), files)
        print(
            f"{files} files made in {time.perf_counter() - began:.1f} s; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        )
        for mode in ("steps", "conversation"):
            print(f"\n{mode}")
            for name, waits in measure(repo, mode).items():
                if waits:
                    target = f"   target {TARGETS[name] * 1000:.0f}" if name in TARGETS else ""
                    middle, worst = statistics.median(waits) * 1000, max(waits) * 1000
                    print(f"  {name:38} median {middle:6.0f} ms   worst {worst:6.0f} ms{target}")
            subprocess.run(["rm", "-rf", "docs", "BACKLOG.md", ".roundtable"], cwd=repo, check=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
