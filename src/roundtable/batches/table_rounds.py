"""The rounds of a table (`roundtable.minds.team`) as workflows: a teammate's work survives the process that it was done in.

- A round is one workflow with one step. It is known by the table, the teammate and its number, so that one which is done is not
  done again, and one that was broken off is taken up by the engine when the next process opens the table.
- The answers of a model are events of its workflow, kept before they are used.
- The work itself is done in the session's own event loop, where the minds live. A round that the engine takes up waits until
  the lead asks for it, because only the lead has minds to do it.

The lock of the item keeps two processes from one table. Elsewhere: items without a conversation (`taking_items`).
"""

import asyncio
import threading
from concurrent.futures import Future
from typing import Any, Final

from roundtable.batches.database import database_url, engine_config, missing_extra, open_client, unusable
from roundtable.batches.kept_answers import KeptAnswers
from roundtable.errors import RoundtableError
from roundtable.minds.team.rounds import Rounds, Work
from roundtable.stores.paths import Places

_ROUND: Final = "round"
_POLL: Final = 0.2


def rounds_in(places: Places, table: str, database: str | None) -> Rounds | None:
    """The rounds of a table; none where the engine is not installed, and then a team works without."""
    return None if missing_extra() else TableRounds(database_url(places, database), table)


class TableRounds:
    def __init__(self, url: str, table: str) -> None:
        """`table`: a name that no other item has, in no other clone."""
        self.answers = KeptAnswers()
        self._url = url
        self._table = table
        self._asked: dict[str, Future[Work]] = {}
        self._lock = threading.Lock()
        self._doing: set[Future[Any]] = set()
        self.trouble = ""
        self._launched: Future[None] = Future()

    def begin(self) -> None:
        """Reading the engine takes longer than a first word may: it happens while the table is being laid."""
        threading.Thread(target=self._launch, daemon=True, name="rounds").start()

    async def run(self, key: str, given: Any, work: Work) -> Any:
        try:
            await asyncio.wrap_future(self._launched)
        except RoundtableError as error:  # without its database a table works on; it only remembers less
            self.trouble = str(error)
            return await work(given)
        from dbos import DBOS, SetWorkflowID

        self._loop = asyncio.get_running_loop()
        with self._lock:
            asked = self._asked.pop(key, None)
            self._asked[key] = asked if asked is not None and not asked.done() else Future()
            self._asked[key].set_result(work)
        with SetWorkflowID(self._id(key)):
            handle = await DBOS.start_workflow_async(self._workflow, key, given)
        return await handle.get_result(polling_interval_sec=_POLL)

    async def forget(self, key: str) -> None:
        if self.trouble:
            return
        from dbos import DBOS

        await DBOS.delete_workflows_async([self._id(key)])

    async def close(self) -> None:
        for doing in tuple(self._doing):
            doing.cancel()
        await asyncio.to_thread(_destroy, self._launched)

    def _launch(self) -> None:
        try:
            from dbos import DBOS

            open_client(self._url, self._table).destroy()

            DBOS(config=engine_config(self._url, self._table, self._table))

            @DBOS.workflow(name=_ROUND, max_recovery_attempts=None)
            async def round_(key: str, given: Any) -> Any:
                return await DBOS.run_step_async({"name": _ROUND}, self._do, key, given)

            self._workflow = round_
            DBOS.launch()
        except Exception as error:
            self._launched.set_exception(error if isinstance(error, RoundtableError) else unusable(error))
        else:
            self._launched.set_result(None)

    async def _do(self, key: str, given: Any) -> Any:
        """Somebody's loop, the session's work."""
        with self._lock:
            asked = self._asked.setdefault(key, Future())
        work = await asyncio.wrap_future(asked)
        await self.answers.recall()
        doing = asyncio.run_coroutine_threadsafe(work(given), self._loop)
        self._doing.add(doing)
        try:
            return await asyncio.wrap_future(doing)
        finally:
            self._doing.discard(doing)

    def _id(self, key: str) -> str:
        return f"{self._table}/{key}"


def _destroy(launched: "Future[None]") -> None:
    from dbos import DBOS

    if launched.exception() is None:
        DBOS.destroy()
