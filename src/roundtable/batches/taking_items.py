"""A worker: takes items from the queue, one at a time, and works on each as a session without a conversation does.

- An item is one workflow with one step, the session. What the session has finished is in the item's folder and is not done
  again; the answers of a model that it was still using are events of the workflow, kept before they are used.
- The queue gives an item to one worker. Once a second each worker looks whether another one is gone that left an item in
  the middle, and puts that back into the queue.

Elsewhere: who is alive (`presence`), putting items into the queue (`batch`), the session itself (`roundtable.sessions`).
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from roundtable.analysis.phases import Depth
from roundtable.batches.database import application_of, engine_config, permits_of
from roundtable.batches.elsewhere import lay_out, sent_back
from roundtable.batches.jobs import Job, Outcome, Standing
from roundtable.batches.kept_answers import KeptAnswers
from roundtable.batches.presence import Presence, if_dead, presence_in, take_seat
from roundtable.engine.events import AnyEvent, Ended, PhaseEntered, Said, Spent
from roundtable.engine.spending import account
from roundtable.errors import CannotDoHere, ItemLocked, RoundtableError
from roundtable.sessions import Choices, open_session
from roundtable.wiring import Workspace

if TYPE_CHECKING:
    from dbos import DBOSClient, WorkflowStatus

    from roundtable.minds.llm.options import ModelOptions

ANALYSE: Final = "analyse"
PERMIT: Final = "permit"
STANDING: Final = "standing"
SENT: Final = "sent"
_LOOK: Final = 1.0  # seconds between two looks at who else is at work
_MOST_DEATHS: Final = 20
"""Workers that may die over one item before it is left alone: then it is the item that kills them."""

Options = Callable[[Job], "ModelOptions | None"]  # the model of a job, as this machine is allowed to use it


class Worker:
    def __init__(
        self,
        workspace: Workspace,
        url: str,
        options: Options,
        client: "DBOSClient",
        *,
        is_elsewhere: bool = False,
    ) -> None:
        """`is_elsewhere`: the workspace is a clone for workers alone, and what is written in it is sent back."""
        self._workspace = workspace
        self._url = url
        self._application = application_of(workspace.places)
        self._options = options
        self._is_elsewhere = is_elsewhere
        self._client = client
        self._presence: Presence = presence_in(url, self._application)
        self.name = take_seat(self._presence)

    def run(self, *, stop: threading.Event, drain: bool) -> None:
        """Work until told to stop; with `drain`, until nothing is left to do."""
        from dbos import DBOS

        DBOS(config=engine_config(self._url, self._application, self.name))

        @DBOS.workflow(name=ANALYSE, max_recovery_attempts=_MOST_DEATHS)
        async def analyse(given: dict[str, Any]) -> dict[str, Any]:  # pyright: ignore[reportUnusedFunction] - called by the engine
            return await self._analyse(given)

        @DBOS.workflow(name=PERMIT)
        def permit() -> None:  # pyright: ignore[reportUnusedFunction] - called by the engine
            """Having been started is all there is to it: the queue's limit decides when."""

        DBOS.launch()
        try:
            while not stop.wait(_LOOK):
                if not self._presence.is_held(self.name):
                    raise CannotDoHere("The database could not be reached; start the worker again.")
                if not self._bury_the_dead() and drain and not self._listed("ENQUEUED", limit=1):
                    return
        finally:
            DBOS.destroy()

    def _bury_the_dead(self) -> int:
        """Put what dead workers left back into the queue; how many items are being worked on."""
        from dbos import DBOS

        running = self._listed("PENDING")
        busy = {item.executor_id for item in running if item.executor_id}
        for other in sorted(busy - {self.name}):
            with if_dead(self._presence, other) as is_dead:
                if is_dead:
                    DBOS._recover_pending_workflows([other])  # noqa: SLF001 - keeps the count of deaths, as no public way does
        return len(running)

    def _listed(self, status: str, limit: int | None = None) -> "list[WorkflowStatus]":
        return self._client.list_workflows(
            status=status,
            limit=limit,
            application_name=self._application,
            load_input=False,
            load_output=False,
        )

    async def _analyse(self, given: dict[str, Any]) -> dict[str, Any]:
        from dbos import DBOS

        job = Job.model_validate(given)
        try:
            # The person, or the last moments of a worker that was taken for dead, may still have the item open.
            return await DBOS.run_step_async(
                {
                    "name": "session",
                    "retries_allowed": True,
                    "should_retry": _may_pass,
                    "interval_seconds": 1.0,
                    "max_attempts": 6,
                    "backoff_rate": 1.5,
                },
                self._session,
                job,
            )
        except Exception as error:
            failure = error if isinstance(error, RoundtableError) else error.__cause__ or error
            is_ours = isinstance(failure, RoundtableError)
            told = str(failure) if is_ours else f"{type(failure).__name__}: {failure}"
            return Outcome(failure=told, worker=self.name).model_dump(mode="json")

    async def _session(self, job: Job) -> dict[str, Any]:
        from dbos import DBOS

        began = time.monotonic()
        report = _Report()
        model = self._options(job)
        if model is not None:
            answers = KeptAnswers(self._permit(job))
            await answers.recall()
            model = replace(model, keeping=answers)
        depth = Depth(job.depth) if job.depth else None
        choices = Choices(mode="steps", depth=depth, headless=True, model=model)
        places, files = self._workspace.places, job.files or {}
        try:
            if self._is_elsewhere:
                await asyncio.to_thread(lay_out, places, job.slug, files)
            await _headless(self._workspace, job.slug, choices, report)
        except ItemLocked:
            raise
        except RoundtableError as error:
            report.failure = str(error)
        ended = report.outcome(self.name, time.monotonic() - began)
        if self._is_elsewhere:
            sent = await asyncio.to_thread(sent_back, places, job.slug, files)
            await DBOS.set_event_async(SENT, sent.model_dump(mode="json"))
            ended = ended.changed(is_sent=True)
        return ended.model_dump(mode="json")

    def _permit(self, job: Job) -> Callable[[], None] | None:
        if job.rate is None:
            return None
        queue = permits_of(self._application, job.provider)

        def wait() -> None:
            self._client.enqueue({"workflow_name": PERMIT, "queue_name": queue}).get_result(
                polling_interval_sec=0.1
            )

        return wait


def _may_pass(error: BaseException) -> bool:
    """An item that is open elsewhere, or a database that was away: what was done until then is on disk."""
    from sqlalchemy.exc import DBAPIError

    return isinstance(error, ItemLocked | DBAPIError)


async def _headless(workspace: Workspace, slug: str, choices: Choices, report: "_Report") -> None:
    with open_session(workspace, slug, choices) as session:
        report.spending = account(session.state.analysis.extra)

        def hear(events: Sequence[AnyEvent]) -> None:
            report.spending = account(session.state.analysis.extra)
            report.hear(events)

        session.show = hear
        try:
            await session.begin()
        finally:
            await session.close()
            await report.told()


async def _tell(standing: Standing, before: "asyncio.Task[None] | None") -> None:
    from dbos import DBOS

    if before is not None:
        await before
    await DBOS.set_event_async(STANDING, standing.model_dump(mode="json"))


class _Report:
    """What a session says, as far as somebody who was not there wants to know."""

    def __init__(self) -> None:
        self._telling: asyncio.Task[None] | None = None
        self._phase = ""
        self._remarks: list[str] = []
        self.spending = account({})
        self.failure = ""

    def hear(self, events: Sequence[AnyEvent]) -> None:
        for event in events:
            match event:
                case PhaseEntered():
                    self._phase = event.phase_key
                case Said(say="notice" | "summary") if not event.text.startswith("Running "):
                    self._remarks.append(event.text)
                case Ended(failed=True):
                    self.failure = self._remarks[-1] if self._remarks else "It could not be written."
                case _:
                    pass
        if any(isinstance(event, PhaseEntered | Spent) for event in events):
            standing = Standing(phase=self._phase, spending=self.spending)
            self._telling = asyncio.create_task(_tell(standing, self._telling))

    async def told(self) -> None:
        """Wait until everybody can see how far it is."""
        if self._telling is not None:
            await self._telling

    def outcome(self, worker: str, seconds: float) -> Outcome:
        return Outcome(
            phase=self._phase,
            spending=self.spending,
            failure=self.failure,
            remarks=tuple(self._remarks),
            worker=worker,
            seconds=round(seconds, 3),
        )
