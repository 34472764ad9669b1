"""Real workers at one queue, killed in the middle of their work by whoever answers their requests.

A kill happens while a request is being answered or right after it, so no clock decides; what the provider was asked is
counted, and what an undisturbed run needs is known. `bench/workers.py` uses it, too.
"""

import json
import os
import random
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from command_line import a_command_line
from model_server import ModelServer
from processes import Running, start_command
from roundtable.batches.batch import Batch
from roundtable.batches.database import Limits, database_url
from roundtable.batches.jobs import Job
from roundtable.wiring import open_workspace

MODEL: Final = "local:fake"
LONGEST_WORK: Final = 1800.0
"""Seconds; far more than any work here takes."""
REQUESTS: Final = 6
"""What an item needs of a model that has nothing to add: one request for each phase, and the last reading."""


def a_backlog(folder: Path, count: int) -> list[str]:
    """A small repository with so many items."""
    folder.mkdir(exist_ok=True)
    (folder / "shop.py").write_text("def pay(order):\n    return order.total\n", encoding="utf-8")
    slugs: list[str] = []
    for number in range(count):
        item = folder / "docs" / "requirements" / f"export-report-{number:05}"
        item.mkdir(parents=True)
        title = f"Export report {number:05} as CSV"
        (item / "draft.md").write_text(f"{title}, with one line for each order.\n", encoding="utf-8")
        meta: dict[str, Any] = {
            "description": title,
            "created_at": "2026-01-01T00:00:00Z",
            "phases_completed": [],
        }
        (item / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
        slugs.append(item.name)
    return slugs


def a_batch(
    folder: Path, slugs: list[str], url: str | None = None, limits: Limits | None = None, **more: Any
) -> tuple[Batch, str]:
    """These items, in the queue."""
    places = open_workspace(str(folder)).places
    url = database_url(places, url)
    batch = Batch(places, url, slugs)
    limits = limits or Limits()
    fields: dict[str, Any] = {"model": MODEL, "rate": limits.rate, **more}
    batch.put([Job.model_validate({"slug": slug, **fields}) for slug in slugs], limits)
    return batch, url


@dataclass
class Crew:
    """So many workers, until nothing is left to do. Whoever dies is replaced."""

    folder: Path
    url: str
    batch: Batch
    server: ModelServer
    deadly: Collection[int] = ()
    """Numbers of requests during which a worker is killed."""
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    replaces: bool = True
    """Whether another worker is started for one that died."""
    slowly: float = 0.0
    """Seconds that an answer takes."""
    most_at_once: int = 0
    """Requests that were being answered at the same time."""
    running: list[Running] = field(default_factory=list[Running])
    kills: int = 0
    _answering: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.server.answer = self._answer

    def _answer(self, _request: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            if len(self.server.requests) in self.deadly and self.running:
                self.kills += 1
                self.chance.choice(self.running).kill()
            self._answering += 1
            self.most_at_once = max(self.most_at_once, self._answering)
        self.server.released.wait(self.slowly)
        with self._lock:
            self._answering -= 1
        return {"say": "", "facts": []}

    def work(self, workers: int) -> None:
        for _ in range(workers):
            self.start_worker()
        deadline = time.monotonic() + LONGEST_WORK
        while self.running:
            first = self.running[0]
            if time.monotonic() > deadline:  # nothing moves any more
                for one in self.running:
                    one.kill()
                raise AssertionError([(entry.slug, entry.state) for entry in self.batch.entries()])
            try:
                code = first.wait(0.05)
            except subprocess.TimeoutExpired:
                with self._lock:  # and look at the next one
                    self.running.append(self.running.pop(0))
                continue
            with self._lock:
                self.running.remove(first)
            if first.stdout is not None:
                first.stdout.close()
            if code != 0 and self.replaces:
                self.start_worker()

    def start_worker(self) -> None:
        line = a_command_line(self.folder)
        words = ["worker", "--quiet", "--drain", "--base-url", f"{self.server.address}/v1"]
        env = {name: value for name, value in line.environment.items() if name != "PYTHONWARNINGS"}
        nothing = os.open(os.devnull, os.O_RDWR)
        env = {**env, "ROUNDTABLE_DATABASE": self.url}
        started = start_command(words, cwd=self.folder, env=env, stdin=nothing, stderr=nothing)
        os.close(nothing)
        with self._lock:
            self.running.append(started)


def requests_by_item(server: ModelServer) -> Counter[str]:
    found: Counter[str] = Counter()
    for request in server.requests:
        text = json.dumps(request["messages"])
        found[f"export-report-{text.partition('Export report ')[2][:5]}"] += 1
    return found


def finished_once(folder: Path, slug: str) -> None:
    """All documents are there, the journal tells of one analysis and not of two, and nothing half-written is left."""
    item = folder / "docs" / "requirements" / slug
    meta = json.loads((item / "meta.json").read_text(encoding="utf-8"))
    assert len(meta["phases_completed"]) == 5
    assert len(set(meta["phases_completed"])) == 5
    journal = [json.loads(line) for line in (item / "journal.jsonl").read_text(encoding="utf-8").splitlines()]
    recorded = [line["phase_key"] for line in journal if line["kind"] == "phase_recorded"]
    assert sorted(set(recorded)) == sorted(meta["phases_completed"])
    assert [line["status"] for line in journal if line["kind"] == "ended"] == ["completed"]
    names = {path.name for path in item.iterdir()}
    assert {"README.md", "requirements-spec.md", "impact-analysis.md", "architecture-overview.md"} <= names
    assert not [name for name in names if name.startswith(".") or name.endswith((".tmp", "~"))]
