"""How long people wait for the small things: `--help`, and `list` on 500 items.

Each is the best of several runs in real processes, beside `python -c pass` on the same machine: the ratio means something
on any machine, the seconds only here. Nothing fails; these are numbers to look at.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ITEMS = 500
RUNS = 7


def best_of(words: list[str], folder: Path) -> float:
    """The shortest of several runs, in seconds."""
    times: list[float] = []
    for _ in range(RUNS):
        started = time.perf_counter()
        subprocess.run([sys.executable, *words], cwd=folder, check=True, capture_output=True)
        times.append(time.perf_counter() - started)
    return min(times)


def make_items(folder: Path) -> None:
    """A backlog of many items, made without the program under measurement."""
    for number in range(ITEMS):
        home = folder / "docs" / "requirements" / f"item-{number:03d}"
        home.mkdir(parents=True)
        meta = {
            "description": f"Item {number}",
            "source": "manual",
            "source_id": None,
            "slug": home.name,
            "created_at": "2026-01-01T00:00:00.000Z",
            "analysis_status": "partial",
            "phases_completed": ["00-quick-scan"],
            "steps_completed": ["00-01", "00-02", "00-03"],
        }
        (home / "meta.json").write_text(json.dumps(meta, indent=2), encoding="utf-8")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_items(folder)
        nothing = best_of(["-c", "pass"], folder)
        print(f"python -c pass          {nothing * 1000:6.0f} ms")
        for words in (["--help"], ["--version"], ["list"], ["list", "--json"], ["status", "item-250"]):
            taken = best_of(["-m", "roundtable", *words], folder)
            print(f"roundtable {' '.join(words):15} {taken * 1000:6.0f} ms   {taken / nothing:4.1f} times")


if __name__ == "__main__":
    main()
