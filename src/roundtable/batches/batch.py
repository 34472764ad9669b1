"""A batch: items put into the queue together, looked at while they are worked on, and taken up again by the same command.

A batch is known by what was asked for. As long as one of its items is not done, asking for the same again means that batch;
after that it is a new one. Items of several batches take turns: what is first in its batch comes before what is second.

Elsewhere: the work itself (`worker`).
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from roundtable.analysis.analysis import grouped
from roundtable.batches.database import (
    Limits,
    application_of,
    open_client,
    queue_of,
    register_queues,
    transaction,
)
from roundtable.batches.jobs import Job, Outcome, Sent, Standing
from roundtable.batches.taking_items import ANALYSE, SENT, STANDING
from roundtable.stores.paths import Places

if TYPE_CHECKING:
    from dbos import DBOSClient, WorkflowStatus

State = Literal["waiting", "working", "held", "done", "failed"]
_OPEN: Final[Mapping[str, State]] = {
    "ENQUEUED": "waiting",
    "DELAYED": "waiting",
    "PENDING": "working",
    "CANCELLED": "held",
}
"""What is not done yet, in the engine's words; everything else has an outcome or is an error."""


@dataclass(frozen=True, slots=True)
class Entry:
    slug: str
    state: State
    standing: Standing

    @property
    def failure(self) -> str:
        return self.standing.failure if isinstance(self.standing, Outcome) else ""


class Batch:
    def __init__(self, places: Places, url: str, asked_for: Sequence[str]) -> None:
        """`asked_for`: the words that make two commands the same."""
        self.application = application_of(places)
        self._url = url
        self.client: DBOSClient = open_client(url, self.application)
        digest = hashlib.sha256("\0".join((self.application, *asked_for)).encode()).hexdigest()[:10]
        earlier = {workflow.workflow_id.split("/")[0] for workflow in self._rows(f"batch-{digest}-")}
        latest = max((int(name.rpartition("-")[2]) for name in earlier), default=0)
        self.name = f"batch-{digest}-{latest}"
        self.is_resumed = latest > 0 and any(row.status in _OPEN for row in self._rows(f"{self.name}/"))
        if not self.is_resumed:
            self.name = f"batch-{digest}-{latest + 1}"

    @property
    def slugs(self) -> tuple[str, ...]:
        """The items that are in it already, in the order in which they were put there."""
        return tuple(_slug(row.workflow_id) for row in self._rows(f"{self.name}/"))

    def put(self, jobs: Iterable[Job], limits: Limits) -> None:
        """Queue what is not in it yet, and let go on what was held back."""
        known = set(self.slugs)
        wanted = list(jobs)
        for provider in sorted({job.provider for job in wanted}):
            register_queues(self.client, self.application, provider, limits)
        fresh = [job for job in wanted if job.slug not in known]
        # Ten thousand items, one trip to the disk; all of them or none.
        with transaction(self._url) as connection:
            for position, job in enumerate(fresh, start=len(known) + 1):
                self.client.enqueue_in_transaction(
                    connection,
                    {
                        "workflow_name": ANALYSE,
                        "queue_name": queue_of(self.application, job.provider),
                        "workflow_id": f"{self.name}/{job.slug}",
                        "priority": position,
                    },
                    job.model_dump(mode="json"),
                )
        held = self._rows(f"{self.name}/", status="CANCELLED")
        for queue, ids in grouped((row.queue_name, row.workflow_id) for row in held).items():
            self.client.resume_workflows(list(ids), queue_name=queue)

    def hold(self) -> None:
        """Keep everybody from beginning what waits. What is being worked on is finished."""
        if waiting := [row.workflow_id for row in self._rows(f"{self.name}/", status="ENQUEUED")]:
            self.client.cancel_workflows(waiting)

    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entry(row) for row in self._rows(f"{self.name}/", load_output=True))

    def sent(self, slug: str) -> Sent:
        told: Any = self.client.get_event(f"{self.name}/{slug}", SENT, timeout_seconds=0)
        return Sent.model_validate(told or {"patch": ""})

    def close(self) -> None:
        self.client.destroy()

    def _entry(self, row: "WorkflowStatus") -> Entry:
        slug = _slug(row.workflow_id)
        state = _OPEN.get(row.status)
        if state == "working":
            told: Any = self.client.get_event(row.workflow_id, STANDING, timeout_seconds=0)
            return Entry(slug, state, Standing.model_validate(told or {}))
        if state is not None:
            return Entry(slug, state, Standing())
        if row.status == "SUCCESS":
            outcome = Outcome.model_validate(row.output)
            return Entry(slug, "failed" if outcome.failure else "done", outcome)
        reason = "The workers that took it died." if row.status.startswith("MAX") else str(row.error)
        return Entry(slug, "failed", Outcome(failure=reason))

    def _rows(
        self, prefix: str, status: str | None = None, *, load_output: bool = False
    ) -> "list[WorkflowStatus]":
        return self.client.list_workflows(
            workflow_id_prefix=prefix, status=status, name=ANALYSE, load_input=False, load_output=load_output
        )


def _slug(workflow_id: str) -> str:
    return workflow_id.partition("/")[2]
