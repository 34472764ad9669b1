"""How: ways that were weighed, what was chosen, the parts, and what passes between them."""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import Literal

from roundtable.facts.fact import Fact, Refs
from roundtable.facts.record import Record

_OVERVIEW = "architecture-overview.md"
_DECISIONS = (_OVERVIEW, "Decisions")
_DESIGN = "module-design.md"


class Option(Fact, prefix="OP", noun="a way to do it", area="how", home=(_OVERVIEW, "Options Considered")):
    """One way of doing it, weighed."""

    title: str
    summary: str = ""
    pros: tuple[str, ...] = ()
    cons: tuple[str, ...] = ()
    recommended: bool = False


class Decision(
    Fact, prefix="ADR", width=4, noun="a decision", area="how", home=_DECISIONS, headed_by=("choice", "title")
):
    """A way that was chosen. `choice` is the person's sentence; the rest only where it was said."""

    title: str
    choice: str
    context: str = ""
    rationale: str = ""
    consequences: tuple[str, ...] = ()
    options: Refs = ()
    requirements: Refs = ()
    status: Literal["Proposed", "Accepted", "Superseded"] = "Proposed"


class Technology(
    Fact, prefix="TE", noun="what it is built with", area="how", home=(_OVERVIEW, "Technologies")
):
    """A library, language, protocol or tool to use."""

    text: str = ""
    name: str = ""
    purpose: str = ""
    version: str = ""
    is_new: bool = False


class Integration(
    Fact, prefix="IN", noun="what it talks to", area="limits", home=(_OVERVIEW, "Integration Points")
):
    """Another system, service or format it talks to; or two parts of the code that do."""

    text: str = ""
    source: str = ""
    target: str = ""
    purpose: str = ""
    carries: str = ""
    on_failure: str = ""

    @property
    def headline(self) -> str:
        return self.text or " -> ".join(end for end in (self.source, self.target) if end)


class Module(Fact, prefix="MOD", noun="a part of the design", area="how", home=(_DESIGN, "Modules")):
    """A part of the code and what it is responsible for. `text` is the sentence that says so."""

    text: str = ""
    name: str = ""
    responsibility: str = ""
    paths: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()  # names of other modules
    data: tuple[str, ...] = ()  # data structures it owns, each as one line
    requirements: Refs = ()


class Parameter(Record):
    """One named, typed value of an interface."""

    name: str
    type: str = ""
    note: str = ""


class Interface(Fact, prefix="IF", noun="an interface", area="how", home=("interface-spec.md", "Interfaces")):
    """A call, flag, endpoint, field or message: in `text` as said; `signature` where an exact form was given or is in the code."""

    text: str = ""
    name: str = ""
    module: str = ""
    signature: str = ""
    summary: str = ""
    inputs: tuple[Parameter, ...] = ()
    output: str = ""
    errors: tuple[str, ...] = ()  # codes of error cases
    requirements: Refs = ()


class DataFlow(Fact, prefix="DF", noun="the way of the data", area="how", home=("data-flow.md", "Flows")):
    """Where data comes from, goes, and what happens to it on the way."""

    text: str = ""
    title: str = ""
    steps: tuple[str, ...] = ()


class StateModel(Fact, prefix="ST", noun="what is kept", area="what", home=("data-flow.md", "State")):
    """What is stored, which states there are, and what changes them."""

    kind: Literal["state"] = "state"
    text: str = ""
    entity: str = ""
    states: tuple[str, ...] = ()
    transitions: tuple[str, ...] = ()
