"""Read-only tools of a model: lines of a file, a name and who uses it, a text, the history of a file.

- Nothing outside the repository can be read, nothing can be changed or run; secrets are masked, and files that must not be
  sent do not exist here.
- A turn has a budget of looks. When it is spent, the tool says so and the model answers with what it has.
- What was looked at is remembered: it can be cited, stands in the log of later requests, and is told to the person in one
  quiet line. Of the lines that a name or a text was found in only those stay that the answer names: they lead somewhere, and
  whoever went there has looked at it. All of it is marked as data, like every text of the repository.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from roundtable.analysis.scanning import Resolved, ScanResult
from roundtable.engine.briefing import Shown
from roundtable.interview.code_sight import Sight
from roundtable.minds.llm.fencing import Sending, fence
from roundtable.minds.llm.memory import numbered
from roundtable.ports import CodeView

Tool = Callable[..., Awaitable[str]]
"""Asynchronous although nothing waits: tools that are called together then run in the order of the calls."""

_MOST_LOOKS: Final = 8
_MOST_LINES: Final = 160
_MOST_HITS: Final = 30
_LONGEST: Final = 12_000
_SPENT: Final = "The budget for looking is spent: answer now, with what you have seen."
_UNREAD: Final = "The code is still being read: answer without it, and claim nothing about it."
_RANGE: Final = re.compile(r"(\d+)(?:\s*[-–:,]\s*(\d+))?")


@runtime_checkable
class CommitReader(Protocol):
    """A view of the code that knows its commits, too."""

    def subjects(self, path: str) -> Sequence[str]:
        """Date and first line of the latest commits that changed a file, newest first."""
        ...


@runtime_checkable
class ReadLater(Protocol):
    """A view of code that is read beside the talk: what it does not know yet may be there all the same."""

    @property
    def is_read(self) -> bool: ...


@dataclass(slots=True)
class Reading:
    """What a model may look at during one turn, and what it has looked at."""

    code: CodeView | None
    sending: Sending
    looks: int = 0
    seen: list[Shown] = field(default_factory=list[Shown])
    hits: list[Shown] = field(default_factory=list[Shown])  # single lines that a name or a text was found in
    told: list[str] = field(default_factory=list[str])
    """For the person: what was looked at, in the order of looking."""
    files: list[str] = field(default_factory=list[str])  # the files among it
    lines: list[str] = field(default_factory=list[str])  # and the lines that it was shown
    _sight: Sight = field(default_factory=Sight)

    @property
    def tools(self) -> tuple[Tool, ...]:
        return (self.look, self.find, self.search, self.history) if self.sending.code and self.code else ()

    def begin(self, scan: ScanResult | None) -> None:
        """A new turn, with a new budget."""
        self._sight, self.looks = Sight(self.code, scan), 0
        self.seen, self.hits, self.told = [], [], []

    def keep(self, answer: str) -> tuple[Shown, ...]:
        """What later requests have to show again, after this answer."""
        return (*self.seen, *(hit for hit in self.hits if f"{hit.path}:{hit.first}" in answer))

    async def at(self, what: str, how: str, lines: str) -> str:
        """One look, for who names the way: `lines` of a file, `uses` of a name, lines with a `text`, `history` of a file."""
        ways = {"uses": self.find, "text": self.search, "history": self.history}
        return await (ways[how](what) if how in ways else self.look(what, lines))

    async def look(self, path: str, lines: str = "1-80") -> str:
        """Read lines of a file.

        Args:
            path: the file
            lines: which ones, such as 480-560
        """
        if refused := self._refuses():
            return refused
        found = self._file(path.partition(":")[0])
        wanted = _RANGE.search(lines)
        if found is None or self.code is None:
            return f"There is no file {path[:200]!r} to look at."
        first = max(int(wanted[1]), 1) if wanted else 1
        last = int(wanted[2]) if wanted and wanted[2] else first + 40
        last = min(max(last, first), first + _MOST_LINES - 1)
        text = "\n".join(self.code.lines(found.path, first, last)).rstrip()
        if not text:
            return f"{found.path} has no lines {first}-{last}."
        shown = Shown(path=found.path, first=first, text=text)
        self.seen.append(shown)
        self.files.append(shown.path)
        self.lines.append(shown.place)
        self.told.append(f"`{shown.path}:{shown.first}–{shown.last}`")
        return self._as_data(f"{shown.path}, lines {shown.first} to {shown.last}", [numbered(shown)])

    async def find(self, symbol: str) -> str:
        """Find where a function, class or name is defined, and the lines that use it.

        Args:
            symbol: the name, such as Store.apply
        """
        if refused := self._refuses():
            return refused
        name = symbol.strip().strip("`").removesuffix("()")[:120]
        found = self._file(name)
        lines = [f"defined at {found.path}:{found.line}"] if found is not None and found.line else []
        lines += self._lines_with(name.rpartition(".")[2])
        self.told.append(f"`{name}`")
        return self._as_data(f"uses of {name}", lines) if lines else f"{name} is nowhere in the code."

    async def search(self, text: str) -> str:
        """Find the lines of code that contain a text, word for word.

        Args:
            text: what to look for, four letters or more
        """
        if refused := self._refuses():
            return refused
        lines = self._lines_with(text[:200])
        self.told.append(f'"{" ".join(text.split())[:60]}"')
        return self._as_data("lines with this text", lines) if lines else "No line of code has this text."

    async def history(self, path: str) -> str:
        """How often a file was changed, its latest commits, and what changes with it.

        Args:
            path: the file
        """
        if refused := self._refuses():
            return refused
        found = self._file(path.partition(":")[0])
        churn = self._sight.churn(found.path) if found is not None else None
        if found is None or churn is None:
            return f"Nothing is known of {path[:200]!r}."
        lines = [
            f"{churn.commits} commits, {churn.recent_commits} of them in the last year, {churn.authors} authors, "
            f"last changed {churn.last_changed or 'at an unknown date'}"
        ]
        together = self._sight.scan.co_change if self._sight.scan is not None else ()
        lines += [
            f"changes with {one.partner} ({one.together} of {one.of} commits)"
            for one in together
            if one.path == found.path and self.sending.allows(one.partner)
        ]
        if isinstance(self.code, CommitReader):
            lines += self.code.subjects(found.path)
        self.files.append(found.path)
        self.told.append(f"the history of `{found.path}`")
        return self._as_data(f"history of {found.path}", lines)

    def _refuses(self) -> str:
        """Why nothing can be looked at; empty when it can, which is counted."""
        if isinstance(self.code, ReadLater) and not self.code.is_read:
            return _UNREAD
        self.looks += 1
        return _SPENT if self.looks > _MOST_LOOKS else ""

    def _file(self, name: str) -> Resolved | None:
        found = self._sight.resolve(name)
        return found if found is not None and self.sending.allows(found.path) else None

    def _lines_with(self, text: str) -> list[str]:
        """The lines that contain a text, which are remembered as seen."""
        hits = [hit for hit in self._sight.search(text) if self.sending.allows(hit.path)][:_MOST_HITS]
        self.hits += [Shown(path=hit.path, first=hit.line, text=hit.text) for hit in hits]
        return [f"{hit.path}:{hit.line}: {hit.text}" for hit in hits]

    def _as_data(self, name: str, lines: list[str]) -> str:
        title = name.translate(str.maketrans('"<>\n', "    "))[:160]
        return fence(title, "\n".join(lines), self.sending, _LONGEST)
