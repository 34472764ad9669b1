"""What it must do and within which limits: requirements with their checks, rules and errors, quality, scope, rank."""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import ClassVar, Literal

from pydantic import Field

from roundtable.facts.fact import Area, Fact, Home

PriorityLevel = Literal["Must", "Should", "Could", "Won't"]

_SPEC = "requirements-spec.md"
_REQUIREMENTS: Home = (_SPEC, "Functional Requirements")


class Requirement(Fact):
    """Something it must do. `text` is the person's sentence, `title` its short form."""

    prefix: ClassVar[str] = "FR"
    noun: ClassVar[str] = "a requirement"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = _REQUIREMENTS
    kind: Literal["requirement"] = "requirement"
    title: str
    text: str


class Criterion(Fact):
    """A check on one requirement: this input, that result; an error, a "never", a "stays"."""

    prefix: ClassVar[str] = "AC"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    noun: ClassVar[str] = "a check"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = _REQUIREMENTS
    kind: Literal["criterion"] = "criterion"
    requirement: str
    text: str
    given: str = ""
    when: str = ""
    then: str = ""


class BusinessRule(Fact):
    """A rule that decides: who may, how many, in which case, what holds when nothing is given."""

    prefix: ClassVar[str] = "BR"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    noun: ClassVar[str] = "a rule"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = _REQUIREMENTS
    kind: Literal["business_rule"] = "business_rule"
    text: str
    example: str = ""
    requirement: str | None = None


class ErrorCase(Fact):
    """What happens when something is missing, wrong or fails. `text` is the sentence; the rest only where a form gave it."""

    prefix: ClassVar[str] = "ERR"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    noun: ClassVar[str] = "what happens when it fails"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = _REQUIREMENTS
    kind: Literal["error_case"] = "error_case"
    text: str = ""
    code: str = ""
    condition: str = ""
    message: str = ""
    recovery: str = ""
    requirement: str | None = None

    @property
    def headline(self) -> str:
        return self.text or self.condition or self.code or self.id


class Story(Fact):
    """A story somebody told: in `text` as it was told, in role, want and benefit where it had that form."""

    prefix: ClassVar[str] = "US"
    refers: ClassVar[tuple[str, ...]] = ("requirements", "criteria")
    noun: ClassVar[str] = "a story"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = ("user-stories.json", "")
    kind: Literal["story"] = "story"
    title: str
    text: str = ""
    role: str = ""
    want: str = ""
    benefit: str = ""
    requirements: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()


class Constraint(Fact):
    """Fixed from outside: a date, a law, a platform, what must keep working as it is."""

    prefix: ClassVar[str] = "CON"
    noun: ClassVar[str] = "a constraint"
    area: ClassVar[Area] = "limits"
    home: ClassVar[Home] = (_SPEC, "Technical Context")
    kind: Literal["constraint"] = "constraint"
    text: str
    category: Literal["technical", "business", "legal", "time", "other"] = "other"


class Assumption(Fact):
    """Taken as true until somebody checks it."""

    prefix: ClassVar[str] = "AS"
    noun: ClassVar[str] = "an assumption"
    area: ClassVar[Area] = "limits"
    home: ClassVar[Home] = (_SPEC, "Assumptions")
    kind: Literal["assumption"] = "assumption"
    text: str
    settles: str = ""
    """Who could settle it."""


class Quality(Fact):
    """How fast, how many, how safe, with the figure that decides it where the person gave one as a target."""

    prefix: ClassVar[str] = "NFR"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    noun: ClassVar[str] = "a quality it must have"
    area: ClassVar[Area] = "limits"
    home: ClassVar[Home] = (_SPEC, "Quality Requirements")
    kind: Literal["quality"] = "quality"
    text: str
    category: str = ""
    metric: str = ""
    target: str = ""
    """The number with its unit, as said."""
    measured: str = ""
    """Where and how it is measured."""
    requirement: str | None = None


class Scope(Fact):
    """What is in, said in one line; or the size of the change as the quick scan put it."""

    prefix: ClassVar[str] = "SC"
    noun: ClassVar[str] = "the scope"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = ("quick-scan.md", "")
    kind: Literal["scope"] = "scope"
    text: str
    size: Literal["small", "medium", "large"] | None = None
    file_count: int | None = None
    complexity: Literal["low", "medium", "high"] | None = None
    breakdown: dict[str, int] = Field(default_factory=dict)
    """File count by kind: new, modify, test, config, docs."""


class OutOfScope(Fact):
    """What will deliberately not be done."""

    prefix: ClassVar[str] = "OUT"
    noun: ClassVar[str] = "left out"
    area: ClassVar[Area] = "not"
    home: ClassVar[Home] = (_SPEC, "Out of Scope")
    kind: Literal["out_of_scope"] = "out_of_scope"
    text: str
    reason: str = ""


class Priority(Fact):
    """How much one requirement (or story) matters, as somebody said it; the quote is its evidence."""

    prefix: ClassVar[str] = "PR"
    refers: ClassVar[tuple[str, ...]] = ("target",)
    noun: ClassVar[str] = "a priority"
    area: ClassVar[Area] = "rank"
    home: ClassVar[Home] = _REQUIREMENTS
    kind: Literal["priority"] = "priority"
    target: str
    level: PriorityLevel
    reason: str = ""

    @property
    def headline(self) -> str:
        return f"{self.target}: {self.level}"
