"""What the driver needs from the world: a mind that thinks, a store that keeps, a clock, a repository that is scanned."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol, runtime_checkable

from roundtable.analysis import scanning
from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Briefing, TaskKind, Thought
from roundtable.engine.events import AnyEvent
from roundtable.engine.place import Place
from roundtable.engine.state import Progress


class Mind(Protocol):
    """Anything that can think about a briefing: the offline mind, an LLM, a script."""

    @property
    def name(self) -> str:
        """What the first line calls it: `offline`, `anthropic:…`."""
        ...

    async def think(self, briefing: Briefing) -> Thought: ...


@runtime_checkable
class Closing(Protocol):
    """A mind that keeps connections open until it is told to let go."""

    async def close(self) -> None: ...


@runtime_checkable
class Preparing(Protocol):
    """A mind that can get ready for a task before it has it."""

    def prepare(self, kind: TaskKind | None = None) -> None:
        """Load what a task of this kind needs; without a kind, what any needs."""


@runtime_checkable
class Proofreading(Protocol):
    """A mind that reads the documents before they are reviewed."""

    @property
    def wants_documents(self) -> bool: ...


class Clock(Protocol):
    """Asks what time it is, so that nobody else has to."""

    def now(self) -> datetime: ...


class Repo(Protocol):
    """The code that is talked about."""

    def scan(self, text: str, focus: scanning.Focus) -> scanning.ScanResult:
        """Which files a description is about, with what was said since. The first may take seconds: it runs beside the talk."""
        ...


class ItemStore(Protocol):
    """Where one item lives. Every write is durable when the call returns; a failed one raises `RoundtableError`."""

    def append(self, events: Sequence[AnyEvent]) -> None: ...

    def save_analysis(
        self, analysis: Analysis, place: Place, manifest: Mapping[str, Mapping[str, str]]
    ) -> None: ...

    def save_progress(self, progress: Progress, *, phase_done: str | None) -> None:
        """Write meta.json; after a phase also the commit and the marker in the backlog."""

    def close(self, reason: str, evidence: str | None) -> None: ...

    def read_documents(self) -> Mapping[str, str | None]:
        """The item's documents by name (shared ones too); none for a file that cannot be read."""
        ...

    def write_documents(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Write documents whole, by name; their paths relative to the repository."""
        ...


class CodeView(Protocol):
    """What a mind may look up in the code while it thinks. Every answer is at hand already; nothing here scans."""

    def resolve(self, name: str) -> scanning.Resolved | None:
        """Whether a path, `path:line` or symbol exists, and where."""

    def namesakes(self, name: str) -> Sequence[str]:
        """The files that a name may mean where several have it; others than sources only where no source has it."""
        ...

    def signatures(self, path: str) -> Sequence[scanning.Definition]: ...

    def callers(self, path: str) -> Sequence[scanning.Caller]: ...

    def churn(self, path: str) -> scanning.Churn | None:
        """How often it changed; nothing without history."""

    def search(self, text: str) -> Sequence[scanning.Hit]:
        """The lines that contain a text, word for word; source before tests."""
        ...

    def lines(self, path: str, first: int, last: int) -> Sequence[str]:
        """Lines of a file, masked; none for one that is unknown, binary or secret."""
        ...

    def uses(self, name: str) -> Sequence[scanning.Occurrence]:
        """The lines with an option or a name that the code defines, and what each does with it; source before tests."""
        ...
