"""Read-only tools of a model: lines of a file, a name and who uses it, a text, the history of a file.

- Nothing outside the repository can be read, nothing can be changed or run; secrets are masked, and files that must not be
  sent do not exist here.
- A turn has a budget of looks. When it is spent, the tool says so and the model answers with what it has.
- What was looked at is remembered: it can be cited, stands in the log of later requests, and is told to the person in one
  quiet line. It is marked as data, like every text of the repository.
"""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from roundtable.engine.briefing import Briefing, Shown
from roundtable.interview.code_sight import Sight
from roundtable.minds.llm.excerpts import CodeReader
from roundtable.minds.llm.fencing import Sending, fence
from roundtable.minds.llm.memory import numbered
from roundtable.ports import CodeView

Tool = Callable[..., Awaitable[str]]
"""Asynchronous although nothing waits: tools that are called together then run in the order of the calls."""

_MOST_LOOKS: Final = 8
_MOST_LINES: Final = 160
_MOST_HITS: Final = 40
_LONGEST: Final = 12_000
_SPENT: Final = "The budget for looking is spent: answer now, with what you have seen."
_RANGE: Final = re.compile(r"(\d+)(?:\s*[-–:,]\s*(\d+))?")


@dataclass(slots=True)
class Reading:
    """What a model may look at during one turn, and what it has looked at."""

    code: CodeView | None
    sending: Sending
    looks: int = 0
    seen: list[Shown] = field(default_factory=list[Shown])
    told: list[str] = field(default_factory=list[str])
    """For the person: what was looked at, in the order of looking."""
    _briefing: Briefing | None = None

    @property
    def is_possible(self) -> bool:
        """Whether there is code that may be sent and can be read."""
        return self.sending.code and isinstance(self.code, CodeReader)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools; none when nothing may be read."""
        return (self.look, self.find, self.search, self.history) if self.is_possible else ()

    def begin(self, briefing: Briefing) -> None:
        """A new turn, with a new budget."""
        self._briefing, self.looks = briefing, 0
        self.seen, self.told = [], []

    async def look(self, path: str, lines: str = "1-80") -> str:
        """Read lines of a file of the repository.

        Args:
            path: the file, relative to the repository
            lines: which ones, such as 480-560
        """
        if self._is_spent():
            return _SPENT
        sight = Sight(self.code, self._briefing.scan if self._briefing else None)
        found = sight.resolve(path.partition(":")[0])
        wanted = _RANGE.search(lines)
        if found is None or not self.sending.allows(found.path) or not isinstance(self.code, CodeReader):
            return f"There is no file {path[:200]!r} to look at."
        first = max(int(wanted[1]), 1) if wanted else 1
        last = int(wanted[2]) if wanted and wanted[2] else first + 40
        last = min(max(last, first), first + _MOST_LINES - 1)
        text = "\n".join(self.code.lines(found.path, first, last)).rstrip()
        if not text:
            return f"{found.path} has no lines {first}-{last}."
        shown = Shown(path=found.path, first=first, text=text)
        self.seen.append(shown)
        self.told.append(f"`{shown.path}:{shown.first}–{shown.last}`")
        return self._as_data(f"{shown.path}, lines {shown.first} to {shown.last}", numbered(shown))

    async def find(self, symbol: str) -> str:
        """Find where a function, class or name is defined, and the lines that use it.

        Args:
            symbol: the name, such as Store.apply
        """
        if self._is_spent():
            return _SPENT
        name = symbol.strip().strip("`").removesuffix("()")[:120]
        sight = Sight(self.code, self._briefing.scan if self._briefing else None)
        found = sight.resolve(name)
        lines: list[str] = []
        if found is not None and self.sending.allows(found.path):
            lines.append(f"defined at {found.path}:{found.line or 1}")
        used = [hit for hit in sight.search(name.rpartition(".")[2]) if self.sending.allows(hit.path)]
        self._remember(used)
        lines += [f"{hit.path}:{hit.line}: {hit.text}" for hit in used[:_MOST_HITS]]
        self.told.append(f"`{name}`")
        return (
            self._as_data(f"uses of {name}", "\n".join(lines)) if lines else f"{name} is nowhere in the code."
        )

    async def search(self, text: str) -> str:
        """Find the lines of code that contain a text, word for word.

        Args:
            text: what to look for, four letters or more
        """
        if self._is_spent():
            return _SPENT
        sight = Sight(self.code, self._briefing.scan if self._briefing else None)
        hits = [hit for hit in sight.search(text[:200]) if self.sending.allows(hit.path)]
        self._remember(hits)
        self.told.append(f'"{" ".join(text.split())[:60]}"')
        lines = [f"{hit.path}:{hit.line}: {hit.text}" for hit in hits[:_MOST_HITS]]
        return (
            self._as_data("lines with this text", "\n".join(lines))
            if lines
            else "No line of code has this text."
        )

    async def history(self, path: str) -> str:
        """How often, how lately and by how many people a file was changed, and what changes with it.

        Args:
            path: the file, relative to the repository
        """
        if self._is_spent():
            return _SPENT
        scan = self._briefing.scan if self._briefing else None
        sight = Sight(self.code, scan)
        found = sight.resolve(path.partition(":")[0])
        churn = sight.churn(found.path) if found is not None and self.sending.allows(found.path) else None
        if found is None or churn is None:
            return f"Nothing is known of {path[:200]!r}."
        lines = [
            f"{churn.commits} commits, {churn.recent_commits} of them in the last year, {churn.authors} authors, "
            f"last changed {churn.last_changed or 'at an unknown date'}"
        ]
        together = scan.co_change if scan is not None else ()
        lines += [
            f"changes with {one.partner} ({one.together} of {one.of} commits)"
            for one in together
            if one.path == found.path and self.sending.allows(one.partner)
        ]
        self.told.append(f"the history of `{found.path}`")
        return self._as_data(f"history of {found.path}", "\n".join(lines))

    def _is_spent(self) -> bool:
        self.looks += 1
        return self.looks > _MOST_LOOKS

    def _remember(self, hits: Sequence[object]) -> None:
        for hit in hits[:_MOST_HITS]:
            path, line, text = getattr(hit, "path", ""), getattr(hit, "line", 1), getattr(hit, "text", "")
            self.seen.append(Shown(path=path, first=line, text=text))

    def _as_data(self, name: str, text: str) -> str:
        return fence(re.sub(r"[\"<>\n]", " ", name)[:160], text, self.sending, _LONGEST)
