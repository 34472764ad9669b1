"""How: ways that were weighed, what was chosen, the parts, and what passes between them."""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import ClassVar, Literal

from roundtable.facts.fact import Area, Fact, Home
from roundtable.facts.record import Record

_ARCHITECTURE = "architecture-overview.md"
_DESIGN = "module-design.md"


class Option(Fact):
    """One way of doing it, weighed."""

    prefix: ClassVar[str] = "OP"
    noun: ClassVar[str] = "a way to do it"
    area: ClassVar[Area] = "how"
    home: ClassVar[Home] = (_ARCHITECTURE, "Options Considered")
    kind: Literal["option"] = "option"
    title: str
    summary: str = ""
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()
    recommended: bool = False


class Decision(Fact):
    """A way that was chosen. `choice` is the person's sentence; the rest only where it was said."""

    prefix: ClassVar[str] = "ADR"
    width: ClassVar[int] = 4
    refers: ClassVar[tuple[str, ...]] = ("options", "requirements")
    noun: ClassVar[str] = "a decision"
    area: ClassVar[Area] = "how"
    home: ClassVar[Home] = (_ARCHITECTURE, "Decisions")
    kind: Literal["decision"] = "decision"
    title: str
    choice: str
    context: str = ""
    rationale: str = ""
    consequences: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    requirements: tuple[str, ...] = ()
    status: Literal["Proposed", "Accepted", "Superseded"] = "Proposed"

    @property
    def headline(self) -> str:
        return self.choice or self.title


class Technology(Fact):
    """A library, language, protocol or tool to use."""

    prefix: ClassVar[str] = "TE"
    noun: ClassVar[str] = "what it is built with"
    area: ClassVar[Area] = "how"
    home: ClassVar[Home] = (_ARCHITECTURE, "Technologies")
    kind: Literal["technology"] = "technology"
    text: str = ""
    name: str = ""
    purpose: str = ""
    version: str = ""
    is_new: bool = False


class Integration(Fact):
    """Another system, service or format it talks to; or two parts of the code that do."""

    prefix: ClassVar[str] = "IN"
    noun: ClassVar[str] = "what it talks to"
    area: ClassVar[Area] = "limits"
    home: ClassVar[Home] = (_ARCHITECTURE, "Integration Points")
    kind: Literal["integration"] = "integration"
    text: str = ""
    source: str = ""
    target: str = ""
    purpose: str = ""
    carries: str = ""
    on_failure: str = ""

    @property
    def headline(self) -> str:
        if self.text:
            return self.text
        return (
            f"{self.source} -> {self.target}" if self.source and self.target else self.source or self.target
        )


class Module(Fact):
    """A part of the code and what it is responsible for. `text` is the sentence that says so."""

    prefix: ClassVar[str] = "MOD"
    refers: ClassVar[tuple[str, ...]] = ("requirements",)
    noun: ClassVar[str] = "a part of the design"
    area: ClassVar[Area] = "how"
    home: ClassVar[Home] = (_DESIGN, "Modules")
    kind: Literal["module"] = "module"
    text: str = ""
    name: str = ""
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
    """A call, flag, endpoint, field or message: in `text` as said; `signature` where an exact form was given or is in the code."""

    prefix: ClassVar[str] = "IF"
    refers: ClassVar[tuple[str, ...]] = ("requirements",)
    noun: ClassVar[str] = "an interface"
    area: ClassVar[Area] = "how"
    home: ClassVar[Home] = ("interface-spec.md", "Interfaces")
    kind: Literal["interface"] = "interface"
    text: str = ""
    name: str = ""
    module: str = ""
    signature: str = ""
    summary: str = ""
    inputs: tuple[Parameter, ...] = ()
    output: str = ""
    errors: tuple[str, ...] = ()
    """Codes of error cases."""
    requirements: tuple[str, ...] = ()


class DataFlow(Fact):
    """Where data comes from, goes, and what happens to it on the way."""

    prefix: ClassVar[str] = "DF"
    noun: ClassVar[str] = "the way of the data"
    area: ClassVar[Area] = "how"
    home: ClassVar[Home] = ("data-flow.md", "Flows")
    kind: Literal["data_flow"] = "data_flow"
    text: str = ""
    title: str = ""
    steps: tuple[str, ...] = ()


class StateModel(Fact):
    """What is stored, which states there are, and what changes them."""

    prefix: ClassVar[str] = "ST"
    noun: ClassVar[str] = "what is kept"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = ("data-flow.md", "State")
    kind: Literal["state"] = "state"
    text: str = ""
    entity: str = ""
    states: tuple[str, ...] = ()
    transitions: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        return self.text or self.entity
