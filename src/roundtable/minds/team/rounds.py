"""Rounds: pieces of a table's work, each done once, whatever becomes of the process that began it.

A round of a teammate is one look at what is known; a round of the analyst is one turn of the talk. What goes in and comes out
is JSON. Without the durable engine a round is simply done (`Unkept`).

Elsewhere: rounds that outlive the process (`roundtable.batches.table_rounds`), what the lead makes of them (`lead`).
"""

import hashlib
import json
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import Field, ValidationError

from roundtable.engine.briefing import Briefing, Spending
from roundtable.facts.record import Record

if TYPE_CHECKING:
    from roundtable.minds.llm.options import Keeping

Work = Callable[[Any], Coroutine[Any, Any, Any]]


class Rounds(Protocol):
    @property
    def answers(self) -> "Keeping | None":
        """Keeps the answers of models that are asked in a round."""

    @property
    def trouble(self) -> str:
        """Why nothing can be kept, if so."""
        ...

    def begin(self) -> None:
        """The table is ours, and nobody else's: what was broken off may be taken up."""

    async def run(self, key: str, given: Any, work: Work) -> Any:
        """What `work(given)` makes. A round that was broken off goes on with what it was given and the answers that came."""

    async def forget(self, key: str) -> None:
        """What it made is on disk elsewhere by now."""

    async def close(self) -> None:
        """Break off what is still being done; the next process goes on with it."""


class Unkept:
    """Rounds that end with the process."""

    answers = None
    trouble = ""

    def begin(self) -> None:
        """There is nothing to take up."""

    async def run(self, key: str, given: Any, work: Work) -> Any:
        return await work(given)

    async def forget(self, key: str) -> None:
        """Nothing is known of it."""

    async def close(self) -> None:
        """Whoever works is told by the lead."""


class Waiting(Record):
    """What the table has for the next session: written as a whole, so that a round is taken in once or not at all."""

    taken: dict[str, int] = Field(default_factory=dict)  # how many rounds of each teammate are taken in
    complete: tuple[str, ...] = ()
    """Who had nothing left to do. Forgotten at the end of a session: whoever comes back may have more to say."""
    findings: tuple[dict[str, Any], ...] = ()
    spent: tuple[Spending, ...] = ()
    """Everything that teammates ever spent, also what is not on the account yet."""

    @classmethod
    def read(cls, found: object) -> "Waiting":
        """What was kept; nothing when it cannot be read."""
        try:
            return cls.model_validate(found)
        except ValidationError:
            return cls()


def turn_key(briefing: Briefing) -> str:
    """The same for a turn that is thought about again because nobody heard what came of it, and for no other."""
    heard = briefing.heard
    number = heard.number if heard else briefing.analysis.next_turn
    known = json.dumps([fact.model_dump(mode="json") for fact in briefing.analysis.facts], sort_keys=True)
    digest = hashlib.sha256("\0".join((heard.text if heard else "", known)).encode()).hexdigest()[:16]
    return f"{briefing.task.kind}-{number}-{digest}"
