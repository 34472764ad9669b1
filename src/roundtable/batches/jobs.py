"""What goes into the queue and what comes out of it: plain JSON, so that a database holds no code that anybody would run."""

from typing import Final

from pydantic import Field

from roundtable.engine.briefing import Spending
from roundtable.facts.record import Record

OFFLINE: Final = "offline"


class Job(Record):
    """One item to be worked on.

    It names no address and no key: where a model is asked, and with which key, is the business of the worker's own machine.
    """

    slug: str
    model: str | None = None
    depth: str | None = None
    budget: str | None = None
    no_code: bool = False
    rate: int | None = None  # requests a minute that the provider takes from all workers together
    files: dict[str, str] | None = None  # the item itself, for workers on other machines

    @property
    def provider(self) -> str:
        """Whose limits hold for it."""
        return self.model.partition(":")[0].lower() if self.model else OFFLINE


class Standing(Record):
    phase: str = ""
    spending: tuple[Spending, ...] = ()

    @property
    def tokens(self) -> int:
        return sum(spent.input_tokens + spent.output_tokens for spent in self.spending)


class Outcome(Standing):
    """How an item ended. Failing is an outcome too: only a bug is an error of the engine."""

    failure: str = ""
    remarks: tuple[str, ...] = ()  # what was said about it that is worth reading afterwards
    worker: str = ""
    seconds: float = Field(default=0.0)
    is_sent: bool = False
    """Whether what was written is not in the repository yet: the worker has a clone of its own, and sent it."""


class Sent(Record):
    """What a worker with a clone of its own wrote. It stands beside the outcome, which is looked at again and again."""

    patch: str
    matrix: str = ""  # the item's section in the matrix that all items share
