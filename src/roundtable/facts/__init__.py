"""Every kind of fact, each in one declaration; what proves them (`evidence`), and their ids (`ids`).

Elsewhere: the collection of an item's facts and its changes (`roundtable.analysis`), who reads them out of what people say
(`roundtable.interview`), how documents show them (`roundtable.documents`).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter

from roundtable.facts.code import (
    CoverageGap,
    DirectChange,
    EntryPoint,
    IndirectChange,
    Keyword,
    NoChange,
    OrderItem,
    RiskZone,
)
from roundtable.facts.demands import (
    Assumption,
    BusinessRule,
    Constraint,
    Criterion,
    ErrorCase,
    OutOfScope,
    Priority,
    Quality,
    Requirement,
    Scope,
    Story,
)
from roundtable.facts.demands import PriorityLevel as PriorityLevel
from roundtable.facts.fact import Fact
from roundtable.facts.people import Journey, Need, Problem, Stakeholder, SuccessMetric, UserType
from roundtable.facts.remarks import Insight, Note, OpenQuestion
from roundtable.facts.solution import (
    DataFlow,
    Decision,
    Integration,
    Interface,
    Module,
    Option,
    StateModel,
    Technology,
)
from roundtable.facts.solution import Parameter as Parameter

_Why = Problem | SuccessMetric | Stakeholder | UserType | Need | Journey
_Limits = Constraint | Assumption | Scope | OutOfScope
_Demands = Requirement | Criterion | BusinessRule | Quality | Story | Priority
_Code = Keyword | DirectChange | NoChange | IndirectChange | EntryPoint | RiskZone | CoverageGap | OrderItem
_Solution = Option | Decision | Technology | Integration | Module | Interface | DataFlow | StateModel
_Rest = ErrorCase | OpenQuestion | Insight | Note
AnyFact = Annotated[_Why | _Limits | _Demands | _Code | _Solution | _Rest, Field(discriminator="kind")]

FACT_TYPES: Final[dict[str, type[Fact]]] = {
    str(cls.model_fields["kind"].default): cls for cls in Fact.__subclasses__() if "kind" in cls.model_fields
}

STORED_AS: Final[Mapping[str, str]] = {"risk": "risk_zone", "change": "direct_change", "file_count": "scope"}
"""Words for a kind that questions and labelled sentences use, where the fact has another name."""

_ANY: Final[TypeAdapter[Fact]] = TypeAdapter(AnyFact, config={"defer_build": True})


def parse_fact(raw: dict[str, Any]) -> Fact:
    """A fact from its saved form; raises `pydantic.ValidationError` when it is none."""
    return _ANY.validate_python(raw)
