"""Answers of models, as events of the workflow in which they were asked for: known by name, whatever number a step has."""

import asyncio
from collections.abc import Callable
from typing import Any


class KeptAnswers:
    """What `roundtable.minds.llm.answers` keeps answers in. Outside of a workflow nothing is kept."""

    def __init__(self, permit: Callable[[], None] | None = None) -> None:
        self._permit = permit
        self._known: dict[str, dict[str, Any]] = {}

    async def recall(self) -> None:
        """Know again what was answered in this workflow before."""
        from dbos import DBOS

        workflow = DBOS.workflow_id or ""
        self._known[workflow] = await DBOS.get_all_events_async(workflow)

    def get(self, key: str) -> str | None:
        from dbos import DBOS

        found = self._known.get(DBOS.workflow_id or "", {}).get(key)
        return found if isinstance(found, str) else None

    async def put(self, key: str, answer: str) -> None:
        from dbos import DBOS

        if DBOS.workflow_id is not None:
            await DBOS.set_event_async(key, answer)

    async def permit(self) -> None:
        if self._permit is not None:
            await asyncio.to_thread(self._permit)
