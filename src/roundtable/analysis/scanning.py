"""What a scan of the code found: ranked files, the blast radius around them, and how big the change looks.

Pure data, so that the engine, the documents and every face can read it. Paths are relative to the repository
and use `/`. Every list is sorted best first and bounded; nothing here is a guess without its reason beside it.

Elsewhere: how it is found (`roundtable.scan`), how documents show it (`roundtable.documents`).
"""

from collections.abc import Collection
from typing import Literal

from roundtable.facts.record import Record

FileKind = Literal["source", "test", "docs", "config", "data"]
Scope = Literal["small", "medium", "large"]
Complexity = Literal["low", "medium", "high"]
Level = Literal["low", "medium", "high"]


class Focus(Record):
    """What the person said beside the request: the scan listens to it."""

    statements: tuple[str, ...] = ()  # their sentences, without those that rule something out
    names: tuple[str, ...] = ()  # what they wrote as code
    messages: tuple[str, ...] = ()  # what they put in quotation marks
    plan: tuple[str, ...] = ()  # the files that change, as far as somebody named or confirmed them
    ruled_out: tuple[str, ...] = ()
    """Files that stay out of every list, and folders (`app/old/`) with all that is in them."""

    def rules_out(self, path: str) -> bool:
        return is_below(path, self.ruled_out)


def is_below(path: str, places: Collection[str]) -> bool:
    """Whether a file is one of these, or in one of the folders among them."""
    return path in places or any(path.startswith(place) for place in places if place.endswith("/"))


Role = Literal["defines", "overrides", "calls", "raises", "catches", "imports", "names"]
"""What a line does with a name; what only spells it, in a comment or a text, names it."""


class Occurrence(Record):
    path: str
    line: int
    role: Role
    inside: str = ""  # the function or method around it, as a qualified name
    kind: FileKind = "source"
    meant: tuple[str, ...] = ()  # where several files define the name: those of them that this line can mean


class Mention(Record):
    """A name or a message that the person used, and the lines of code, tests and documents on which it stands."""

    text: str
    """As it stands in the code: a name without what it was reached through, a member behind its class, the fixed part of a message."""
    is_message: bool = False
    is_whole: bool = True
    """Whether these are all lines; else only those that define it, because the others are too many or may mean another."""
    occurrences: tuple[Occurrence, ...] = ()


class Keyword(Record):
    """A word of the description that the code knows, rarest first."""

    word: str
    hits: int  # how many files contain it
    files: tuple[str, ...]


class Definition(Record):
    name: str
    kind: str  # `class`, `function`, `method`, `constant`, `type`, `heading`…
    path: str
    line: int
    signature: str  # the defining line (parameters joined to one line), secrets masked
    parent: str | None = None


class RankedFile(Record):
    """A file that probably has to change or be read, and why."""

    path: str
    score: float  # between 0 and 1, comparable within one scan
    reasons: tuple[str, ...]
    excerpt: str = ""
    line: int | None = None  # the first line of the excerpt
    look_at: tuple[str, ...] = ()  # lines worth looking at, as `path:line`, best first
    symbols: tuple[str, ...] = ()  # definitions nearest to the description, as qualified names
    is_test: bool = False
    kind: FileKind = "source"
    language: str = ""

    @property
    def best_line(self) -> int | None:
        """The line to look at first."""
        return int(self.look_at[0].rpartition(":")[2]) if self.look_at else None


class Impacted(Record):
    """A file in the blast radius; `via` is the file through which the change reaches it."""

    path: str
    reason: str
    via: str | None = None


class Edge(Record):
    """One arrow of the blast radius: `source` depends on (or moves with) `target`."""

    source: str
    target: str
    kind: Literal["imports", "types", "calls", "tests", "co-change"]
    """`types` is an import that only a type checker follows."""


class Impact(Record):
    """The blast radius in three tiers. The tiers share no file."""

    direct: tuple[Impacted, ...] = ()
    indirect: tuple[Impacted, ...] = ()
    distant: tuple[Impacted, ...] = ()
    edges: tuple[Edge, ...] = ()
    unlisted: int = 0  # how many distant files were left out of the list
    importers: int = 0  # how many files import a direct one, tests included: all of them, listed or not


class EntryPoint(Record):
    """A place from which people or programs reach the changed code."""

    path: str
    name: str
    kind: Literal["command", "route", "public-api", "job", "main", "test"]
    line: int | None = None
    via: str | None = None
    reason: str = ""


class RiskZone(Record):
    """A file in which a change is more dangerous than elsewhere, the facts, and what would lessen it."""

    path: str
    level: Level
    reasons: tuple[str, ...]
    mitigations: tuple[str, ...] = ()


class CoChange(Record):
    """Two files that history changes together: `together` of the `of` commits that touched `path`."""

    path: str
    partner: str
    together: int
    of: int
    imported: bool = False  # whether imports already show the relation; the surprising ones have False


class CoverageGap(Record):
    """A file in the direct tier that no test was seen to reach."""

    path: str
    reason: str


class OrderedChange(Record):
    position: int
    path: str
    reason: str


class FileCount(Record):
    """How many files the change will probably touch, by what happens to them."""

    total: int
    modify: int = 0
    new: int = 0
    test: int = 0
    config: int = 0
    docs: int = 0
    least: int = 0
    most: int = 0  # between `least` and `most` files in four of five cases
    confidence: Level = "low"
    reason: str = ""


class Hit(Record):
    path: str
    line: int
    text: str
    is_test: bool = False


class Caller(Record):
    """A file that depends on another one; `names` are the names it takes from there."""

    path: str
    names: tuple[str, ...] = ()
    is_test: bool = False
    imports: bool = True
    """False where the language needs no import: a file of the same package, a constant found by its name."""


class Churn(Record):
    path: str
    commits: int
    recent_commits: int  # within the last year of the repository's history
    authors: int
    last_changed: str | None = None  # date of the last commit that touched it, YYYY-MM-DD


class QuickScan(Record):
    """The size of a change as quick-scan.md puts it: read from there on every run, and never stored anywhere else."""

    scope: Scope | Literal["unknown"] = "unknown"
    file_count: int = 0
    complexity: Complexity | Literal["unknown"] = "unknown"


class HistoryWindow(Record):
    """Which commits the counts of a scan speak of: as `git log --no-merges --full-history` counts them."""

    commits: int = 0
    whole: bool = True  # whether these are all commits of the repository, or only the latest ones
    since: str | None = None  # date of the oldest, YYYY-MM-DD


class Resolved(Record):
    path: str
    line: int | None = None
    symbol: str | None = None
    kind: Literal["file", "folder", "line", "symbol", "module"] = "file"


class ScanResult(Record):
    description: str
    focus: Focus = Focus()
    mentions: tuple[Mention, ...] = ()
    """What the person named and the code has, in the order in which it was named."""
    suggested: tuple[Impacted, ...] = ()
    """Files beside those of the plan that nobody named, ranked among the first and holding what was named."""
    keywords: tuple[Keyword, ...] = ()
    files: tuple[RankedFile, ...] = ()
    impact: Impact = Impact()
    entry_points: tuple[EntryPoint, ...] = ()
    risk_zones: tuple[RiskZone, ...] = ()
    co_change: tuple[CoChange, ...] = ()
    coverage_gaps: tuple[CoverageGap, ...] = ()
    implementation_order: tuple[OrderedChange, ...] = ()
    scope: Scope = "small"
    scope_reason: str = ""
    file_count: FileCount = FileCount(total=0)
    confidence: Level = "low"
    """How often the first file is one of those that change: see `docs/scan.md` for the shares."""
    confidence_reason: str = ""
    complexity: Complexity = "low"
    complexity_reason: str = ""
    languages: tuple[tuple[str, int], ...] = ()  # language and its number of files, most first
    total_files: int = 0
    history: HistoryWindow = HistoryWindow()
    notes: tuple[str, ...] = ()
    """What a reader must know about the scan itself: no git, shallow clone, index rebuilt, files skipped."""
    duration_ms: int = 0
