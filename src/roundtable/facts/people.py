"""Why, and for whom: the problem, how one would know that it worked, who uses it and what they are after."""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import ClassVar, Literal

from roundtable.facts.fact import Area, Fact, Home

_SPEC = "requirements-spec.md"


class Problem(Fact):
    """What goes wrong or is missing today, in the person's words."""

    prefix: ClassVar[str] = "PB"
    noun: ClassVar[str] = "the problem"
    area: ClassVar[Area] = "why"
    home: ClassVar[Home] = (_SPEC, "Business Context")
    kind: Literal["problem"] = "problem"
    text: str


class SuccessMetric(Fact):
    """How one would know that it worked."""

    prefix: ClassVar[str] = "SM"
    noun: ClassVar[str] = "the measure"
    area: ClassVar[Area] = "why"
    home: ClassVar[Home] = (_SPEC, "Success")
    kind: Literal["success_metric"] = "success_metric"
    text: str


class Need(Fact):
    """What somebody is trying to get done, before any solution."""

    prefix: ClassVar[str] = "ND"
    noun: ClassVar[str] = "a need"
    area: ClassVar[Area] = "why"
    home: ClassVar[Home] = (_SPEC, "Business Context")
    kind: Literal["need"] = "need"
    text: str
    user_type: str | None = None


class Stakeholder(Fact):
    """Somebody with an interest, who need not use it. `text` is the sentence that says so; `name` only where it was given."""

    prefix: ClassVar[str] = "SH"
    noun: ClassVar[str] = "somebody with an interest"
    area: ClassVar[Area] = "who"
    home: ClassVar[Home] = (_SPEC, "Stakeholders and Users")
    kind: Literal["stakeholder"] = "stakeholder"
    text: str = ""
    name: str = ""
    interest: str = ""


class UserType(Fact):
    """Who uses it: a kind of person, or a program."""

    prefix: ClassVar[str] = "UT"
    noun: ClassVar[str] = "users"
    area: ClassVar[Area] = "who"
    home: ClassVar[Home] = (_SPEC, "Stakeholders and Users")
    kind: Literal["user_type"] = "user_type"
    text: str = ""
    name: str = ""
    description: str = ""


class Journey(Fact):
    """The way somebody goes, as it was told."""

    prefix: ClassVar[str] = "JN"
    noun: ClassVar[str] = "a way through it"
    area: ClassVar[Area] = "what"
    home: ClassVar[Home] = (_SPEC, "User Journeys")
    kind: Literal["journey"] = "journey"
    text: str = ""
    title: str = ""
    actor: str = ""
    steps: tuple[str, ...] = ()
    trouble: str = ""
    """What can go wrong on the way."""
