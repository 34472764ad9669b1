"""Every kind of fact that the documents speak of.

A fact is small, frozen and closed, has a stable id, and carries its evidence. A fact that a mind proposes has no id yet
(or a temporary one starting with `new:` so that others in the same thought can refer to it); `analysis.changes` mints it.

Elsewhere: evidence and confidence (`evidence`), ids (`ids`), the collection and its changes (`analysis`, `changes`).
"""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, TypeAdapter

from roundtable.analysis.evidence import Evidence
from roundtable.analysis.record import Record

__all__ = [
    "FACT_TYPES",
    "AnyFact",
    "Assumption",
    "BusinessRule",
    "Constraint",
    "CoverageGap",
    "Criterion",
    "DataFlow",
    "Decision",
    "DirectChange",
    "EntryPoint",
    "ErrorCase",
    "Fact",
    "IndirectChange",
    "Insight",
    "Integration",
    "Interface",
    "Journey",
    "Keyword",
    "Module",
    "Need",
    "Note",
    "OpenQuestion",
    "Option",
    "OrderItem",
    "OutOfScope",
    "Parameter",
    "Priority",
    "PriorityLevel",
    "Problem",
    "Quality",
    "Requirement",
    "RiskZone",
    "Scope",
    "Stakeholder",
    "StateModel",
    "Story",
    "SuccessMetric",
    "Technology",
    "UserType",
    "parse_fact",
]

PriorityLevel = Literal["Must", "Should", "Could", "Won't"]


class Fact(Record):
    """What every fact has. `prefix` and `width` shape its id; `refers` names the fields that hold other facts' ids."""

    prefix: ClassVar[str] = ""
    width: ClassVar[int] = 3
    refers: ClassVar[tuple[str, ...]] = ()

    kind: str
    id: str = ""
    evidence: tuple[Evidence, ...] = ()
    step_id: str | None = None
    """The step or topic it was gathered in."""

    def ids_in(self, field: str) -> tuple[str, ...]:
        """The ids of other facts in one of the `refers` fields: a single one, several, or none."""
        value: str | tuple[str, ...] | None = getattr(self, field)
        return (value,) if isinstance(value, str) else value or ()

    @property
    def references(self) -> tuple[str, ...]:
        """The ids of all facts this one names."""
        return tuple(dict.fromkeys(fact_id for field in self.refers for fact_id in self.ids_in(field)))

    @property
    def headline(self) -> str:
        """One line that says what the fact is about."""
        return str(
            getattr(self, "text", "") or getattr(self, "title", "") or getattr(self, "name", "") or self.id
        )


# -- why, who, what for ------------------------------------------------------------------------------------------------


class Problem(Fact):
    """What goes wrong today, in the person's words."""

    prefix: ClassVar[str] = "PB"
    kind: Literal["problem"] = "problem"
    text: str


class SuccessMetric(Fact):
    """How one would know that it worked."""

    prefix: ClassVar[str] = "SM"
    kind: Literal["success_metric"] = "success_metric"
    text: str


class Stakeholder(Fact):
    """Somebody with an interest, who need not be a user."""

    prefix: ClassVar[str] = "SH"
    kind: Literal["stakeholder"] = "stakeholder"
    name: str
    interest: str = ""


class UserType(Fact):
    """A kind of person (or program) that uses it."""

    prefix: ClassVar[str] = "UT"
    kind: Literal["user_type"] = "user_type"
    name: str
    description: str = ""


class Need(Fact):
    """What a user needs, before any solution."""

    prefix: ClassVar[str] = "ND"
    kind: Literal["need"] = "need"
    text: str
    user_type: str | None = None


class Journey(Fact):
    """A path through the system, step by step."""

    prefix: ClassVar[str] = "JN"
    kind: Literal["journey"] = "journey"
    title: str
    actor: str = ""
    steps: tuple[str, ...] = ()
    trouble: str = ""
    """What can go wrong on the way."""


class Constraint(Fact):
    """Something that is fixed: technology, law, budget, date."""

    prefix: ClassVar[str] = "CON"
    kind: Literal["constraint"] = "constraint"
    text: str
    category: Literal["technical", "business", "legal", "time", "other"] = "other"


class Assumption(Fact):
    """Taken as true until somebody checks it."""

    prefix: ClassVar[str] = "AS"
    kind: Literal["assumption"] = "assumption"
    text: str
    settles: str = ""
    """Who could settle it."""


class Scope(Fact):
    """What is in, said in one line; or the size of the change as the quick scan put it."""

    prefix: ClassVar[str] = "SC"
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
    kind: Literal["out_of_scope"] = "out_of_scope"
    text: str
    reason: str = ""


# -- requirements ------------------------------------------------------------------------------------------------------


class Requirement(Fact):
    """A functional requirement; `text` is in EARS form where the content allows."""

    prefix: ClassVar[str] = "FR"
    kind: Literal["requirement"] = "requirement"
    title: str
    text: str


class Criterion(Fact):
    """An acceptance criterion of one requirement."""

    prefix: ClassVar[str] = "AC"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    kind: Literal["criterion"] = "criterion"
    requirement: str
    text: str
    given: str = ""
    when: str = ""
    then: str = ""


class BusinessRule(Fact):
    """A rule of the domain, with an example where there is one."""

    prefix: ClassVar[str] = "BR"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    kind: Literal["business_rule"] = "business_rule"
    text: str
    example: str = ""
    requirement: str | None = None


class Quality(Fact):
    """A quality requirement with, if known, the figure that decides it."""

    prefix: ClassVar[str] = "NFR"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    kind: Literal["quality"] = "quality"
    category: str
    text: str
    metric: str = ""
    target: str = ""
    """The number with its unit, as said."""
    measured: str = ""
    """Where and how it is measured."""
    requirement: str | None = None


class Story(Fact):
    """As a {role}, I want {want}, so that {benefit}."""

    prefix: ClassVar[str] = "US"
    refers: ClassVar[tuple[str, ...]] = ("requirements", "criteria")
    kind: Literal["story"] = "story"
    title: str
    role: str
    want: str
    benefit: str = ""
    requirements: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()


class Priority(Fact):
    """How much one requirement (or story) matters."""

    prefix: ClassVar[str] = "PR"
    refers: ClassVar[tuple[str, ...]] = ("target",)
    kind: Literal["priority"] = "priority"
    target: str
    level: PriorityLevel
    reason: str = ""

    @property
    def headline(self) -> str:
        return f"{self.target}: {self.level}"


# -- code --------------------------------------------------------------------------------------------------------------


class Keyword(Fact):
    """A word that was searched for in the code."""

    prefix: ClassVar[str] = "KW"
    kind: Literal["keyword"] = "keyword"
    word: str
    hits: int = 0
    files: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        return self.word


class DirectChange(Fact):
    """A file that has to change."""

    prefix: ClassVar[str] = "DC"
    refers: ClassVar[tuple[str, ...]] = ("requirements",)
    kind: Literal["direct_change"] = "direct_change"
    path: str
    change: Literal["modify", "create", "delete"] = "modify"
    why: str = ""
    requirements: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        return self.path


class IndirectChange(Fact):
    """A file that is touched by the change without being changed itself."""

    prefix: ClassVar[str] = "IC"
    kind: Literal["indirect_change"] = "indirect_change"
    path: str
    tier: Literal["indirect", "distant"] = "indirect"
    via: str = ""
    why: str = ""

    @property
    def headline(self) -> str:
        return self.path


class EntryPoint(Fact):
    """Where somebody or something gets in: a command, route, job, public function, test."""

    prefix: ClassVar[str] = "EP"
    kind: Literal["entry_point"] = "entry_point"
    name: str
    category: str = ""
    path: str = ""


class RiskZone(Fact):
    """A place (or matter) where the change can hurt."""

    prefix: ClassVar[str] = "RZ"
    kind: Literal["risk_zone"] = "risk_zone"
    title: str
    path: str = ""
    level: Literal["low", "medium", "high"] = "medium"
    why: str = ""
    mitigation: str = ""


class CoverageGap(Fact):
    """A changed file that no test reaches."""

    prefix: ClassVar[str] = "CG"
    kind: Literal["coverage_gap"] = "coverage_gap"
    path: str
    why: str = ""

    @property
    def headline(self) -> str:
        return self.path


class OrderItem(Fact):
    """One place in the suggested order of implementation."""

    prefix: ClassVar[str] = "OI"
    kind: Literal["order"] = "order"
    position: int
    path: str
    why: str = ""

    @property
    def headline(self) -> str:
        return self.path


# -- architecture ------------------------------------------------------------------------------------------------------


class Option(Fact):
    """One way of doing it."""

    prefix: ClassVar[str] = "OP"
    kind: Literal["option"] = "option"
    title: str
    summary: str = ""
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()
    recommended: bool = False


class Decision(Fact):
    """A choice between options, with its reasons (an ADR)."""

    prefix: ClassVar[str] = "ADR"
    width: ClassVar[int] = 4
    refers: ClassVar[tuple[str, ...]] = ("options", "requirements")
    kind: Literal["decision"] = "decision"
    title: str
    choice: str
    context: str = ""
    rationale: str = ""
    consequences: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    status: Literal["Proposed", "Accepted", "Superseded"] = "Proposed"


class Technology(Fact):
    """A technology that is used or chosen, and what for."""

    prefix: ClassVar[str] = "TE"
    kind: Literal["technology"] = "technology"
    name: str
    purpose: str = ""
    version: str = ""
    is_new: bool = False


class Integration(Fact):
    """Two parts that talk to each other."""

    prefix: ClassVar[str] = "IN"
    kind: Literal["integration"] = "integration"
    source: str
    target: str
    purpose: str = ""
    carries: str = ""
    on_failure: str = ""

    @property
    def headline(self) -> str:
        return (
            f"{self.source} -> {self.target}" if self.source and self.target else self.source or self.target
        )


# -- design ------------------------------------------------------------------------------------------------------------


class Module(Fact):
    """A unit with one responsibility."""

    prefix: ClassVar[str] = "MOD"
    refers: ClassVar[tuple[str, ...]] = ("requirements",)
    kind: Literal["module"] = "module"
    name: str
    responsibility: str = ""
    paths: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    """Names of other modules."""
    data: tuple[str, ...] = ()
    """Data structures it owns, each as one line."""
    requirements: tuple[str, ...] = ()


class Parameter(Record):
    """One named, typed value of an interface."""

    name: str
    type: str = ""
    note: str = ""


class Interface(Fact):
    """A contract: what goes in, what comes out, what can fail."""

    prefix: ClassVar[str] = "IF"
    refers: ClassVar[tuple[str, ...]] = ("requirements",)
    kind: Literal["interface"] = "interface"
    name: str
    module: str = ""
    signature: str = ""
    summary: str = ""
    inputs: tuple[Parameter, ...] = ()
    output: str = ""
    errors: tuple[str, ...] = ()
    """Codes of error cases."""
    requirements: tuple[str, ...] = ()


class DataFlow(Fact):
    """How data moves, step by step."""

    prefix: ClassVar[str] = "DF"
    kind: Literal["data_flow"] = "data_flow"
    title: str
    steps: tuple[str, ...] = ()


class StateModel(Fact):
    """The states something can be in, and what moves it."""

    prefix: ClassVar[str] = "ST"
    kind: Literal["state"] = "state"
    entity: str
    states: tuple[str, ...] = ()
    transitions: tuple[str, ...] = ()
    text: str = ""


class ErrorCase(Fact):
    """What can fail, how it shows, and what happens then."""

    prefix: ClassVar[str] = "ERR"
    refers: ClassVar[tuple[str, ...]] = ("requirement",)
    kind: Literal["error_case"] = "error_case"
    code: str = ""
    """Defaults to the fact's own id when documents are written."""
    condition: str
    message: str = ""
    recovery: str = ""
    requirement: str | None = None

    @property
    def headline(self) -> str:
        return self.condition


# -- the rest ----------------------------------------------------------------------------------------------------------


class OpenQuestion(Fact):
    """Something nobody could answer yet."""

    prefix: ClassVar[str] = "OQ"
    kind: Literal["open_question"] = "open_question"
    text: str
    why: str = ""
    settles: str = ""
    """Who could settle it."""


class Insight(Fact):
    """What a discussion brought up."""

    prefix: ClassVar[str] = "EI"
    kind: Literal["insight"] = "insight"
    text: str
    attribution: tuple[str, ...] = ()
    """First names, `User` or `All`."""


class Note(Fact):
    """Words that fit no other kind, kept for the section where they belong."""

    prefix: ClassVar[str] = "NT"
    kind: Literal["note"] = "note"
    text: str
    document: str = ""
    section: str = ""


AnyFact = Annotated[
    Problem
    | SuccessMetric
    | Stakeholder
    | UserType
    | Need
    | Journey
    | Constraint
    | Assumption
    | Scope
    | OutOfScope
    | Requirement
    | Criterion
    | BusinessRule
    | Quality
    | Story
    | Priority
    | Keyword
    | DirectChange
    | IndirectChange
    | EntryPoint
    | RiskZone
    | CoverageGap
    | OrderItem
    | Option
    | Decision
    | Technology
    | Integration
    | Module
    | Interface
    | DataFlow
    | StateModel
    | ErrorCase
    | OpenQuestion
    | Insight
    | Note,
    Field(discriminator="kind"),
]

FACT_TYPES: Final[dict[str, type[Fact]]] = {
    str(cls.model_fields["kind"].default): cls for cls in Fact.__subclasses__() if "kind" in cls.model_fields
}

_ANY: Final[TypeAdapter[Fact]] = TypeAdapter(AnyFact)


def parse_fact(raw: dict[str, Any]) -> Fact:
    """A fact from its saved form; raises `pydantic.ValidationError` when it is none."""
    return _ANY.validate_python(raw)
