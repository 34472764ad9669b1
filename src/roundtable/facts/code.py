"""Where in the code: what changes, what is left alone, what is near it, where it can hurt."""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import ClassVar, Literal

from roundtable.facts.fact import Area, Fact, Home

_IMPACT = "impact-analysis.md"


class Keyword(Fact):
    """A word that was searched for in the code."""

    prefix: ClassVar[str] = "KW"
    area: ClassVar[Area] = "code"
    home: ClassVar[Home] = ("quick-scan.md", "")
    kind: Literal["keyword"] = "keyword"
    word: str
    hits: int = 0
    files: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        return self.word


class DirectChange(Fact):
    """A file that has to change. `text` is what the person said about it, `why` what the code shows."""

    prefix: ClassVar[str] = "DC"
    refers: ClassVar[tuple[str, ...]] = ("requirements",)
    noun: ClassVar[str] = "a file that changes"
    area: ClassVar[Area] = "where"
    home: ClassVar[Home] = (_IMPACT, "Directly Affected Files")
    kind: Literal["direct_change"] = "direct_change"
    path: str
    text: str = ""
    change: Literal["modify", "create", "delete"] = "modify"
    why: str = ""
    requirements: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        return self.path


class NoChange(Fact):
    """A file or place that the person ruled out; it stays out of the plan."""

    prefix: ClassVar[str] = "NC"
    noun: ClassVar[str] = "left untouched"
    area: ClassVar[Area] = "not_where"
    home: ClassVar[Home] = (_IMPACT, "Directly Affected Files")
    kind: Literal["no_change"] = "no_change"
    text: str
    path: str = ""

    @property
    def headline(self) -> str:
        return self.path or self.text


class IndirectChange(Fact):
    """A file that the change reaches without being changed itself."""

    prefix: ClassVar[str] = "IC"
    area: ClassVar[Area] = "code"
    home: ClassVar[Home] = (_IMPACT, "Indirectly Affected Files")
    kind: Literal["indirect_change"] = "indirect_change"
    path: str
    tier: Literal["indirect", "distant"] = "indirect"
    via: str = ""
    why: str = ""

    @property
    def headline(self) -> str:
        return self.path


class EntryPoint(Fact):
    """Where somebody or something gets in: a command, route, job, public function."""

    prefix: ClassVar[str] = "EP"
    area: ClassVar[Area] = "code"
    home: ClassVar[Home] = (_IMPACT, "Entry Points")
    kind: Literal["entry_point"] = "entry_point"
    name: str
    category: str = ""
    path: str = ""


class RiskZone(Fact):
    """What could go wrong because of it. `text` is the person's sentence; the scan fills path, level and why."""

    prefix: ClassVar[str] = "RZ"
    noun: ClassVar[str] = "a risk"
    area: ClassVar[Area] = "limits"
    home: ClassVar[Home] = (_IMPACT, "Risk Zones")
    kind: Literal["risk_zone"] = "risk_zone"
    title: str = ""
    text: str = ""
    path: str = ""
    level: Literal["low", "medium", "high"] = "medium"
    why: str = ""
    mitigation: str = ""


class CoverageGap(Fact):
    """A changed file that no test reaches."""

    prefix: ClassVar[str] = "CG"
    area: ClassVar[Area] = "code"
    home: ClassVar[Home] = (_IMPACT, "Risk Zones")
    kind: Literal["coverage_gap"] = "coverage_gap"
    path: str
    why: str = ""

    @property
    def headline(self) -> str:
        return self.path


class OrderItem(Fact):
    """The order of work: a place in it by path, or a sentence about it."""

    prefix: ClassVar[str] = "OI"
    noun: ClassVar[str] = "the order of work"
    area: ClassVar[Area] = "rank"
    home: ClassVar[Home] = (_IMPACT, "Implementation Order")
    kind: Literal["order"] = "order"
    position: int = 0
    path: str = ""
    text: str = ""
    why: str = ""

    @property
    def headline(self) -> str:
        return self.text or self.path
