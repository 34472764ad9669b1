"""What the driver needs from the world: a mind that thinks, a store that keeps, a clock, a repository that is scanned."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from roundtable.analysis.scanning import Resolved, ScanResult
from roundtable.engine.briefing import Briefing, Thought

__all__ = ["Clock", "Mind", "Repo"]


class Mind(Protocol):
    """Anything that can think about a briefing: the offline facilitator, an LLM, a script."""

    @property
    def name(self) -> str:
        """What the first line calls it: `offline`, `anthropic:…`."""
        ...

    async def think(self, briefing: Briefing) -> Thought:
        """Words and proposed facts for one task."""
        ...


class Clock(Protocol):
    """Asks what time it is, so that nobody else has to."""

    def now(self) -> datetime:
        """The time, with a zone."""
        ...


class Repo(Protocol):
    """The code that is talked about."""

    def scan(self, text: str) -> ScanResult:
        """Which files a description is about. May take seconds; the driver runs it beside the conversation."""
        ...

    def resolve(self, name: str) -> Resolved | None:
        """Whether a path, `path:line` or symbol exists, and where."""
        ...

    def head(self) -> str | None:
        """The short hash of the current commit."""
        ...

    def read_documents(self) -> Mapping[str, str]:
        """Present documents of the item, by name."""
        ...
