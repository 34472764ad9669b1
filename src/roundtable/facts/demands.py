"""What it must do and within which limits: requirements with their checks, rules and errors, quality, scope, rank."""

from typing import Literal

from pydantic import Field

from roundtable.facts.fact import Fact, MaybeRef, Ref, Refs

PriorityLevel = Literal["Must", "Should", "Could", "Won't"]

_SPEC = "requirements-spec.md"
_REQUIREMENTS = (_SPEC, "Functional Requirements")


class Requirement(Fact, prefix="FR", noun="a requirement", area="what", home=_REQUIREMENTS):
    """Something it must do. `text` is the person's sentence, `title` its short form."""

    title: str
    text: str


class Criterion(Fact, prefix="AC", noun="a check", area="what", home=_REQUIREMENTS):
    """A check on one requirement: this input, that result; an error, a "never", a "stays"."""

    requirement: Ref
    text: str
    given: str = ""
    when: str = ""
    then: str = ""


class BusinessRule(Fact, prefix="BR", noun="a rule", area="what", home=_REQUIREMENTS):
    """A rule that decides: who may, how many, in which case, what holds when nothing is given."""

    text: str
    example: str = ""
    requirement: MaybeRef = None


class ErrorCase(Fact, prefix="ERR", noun="what happens when it fails", area="what", home=_REQUIREMENTS):
    """What happens when something is missing, wrong or fails. `text` is the sentence; the rest only where a form gave it."""

    text: str = ""
    code: str = ""
    condition: str = ""
    message: str = ""
    recovery: str = ""
    requirement: MaybeRef = None


class Story(Fact, prefix="US", noun="a story", area="what", home=("user-stories.json", "")):
    """A story somebody told: in `text` as it was told, in role, want and benefit where it had that form."""

    title: str
    text: str = ""
    role: str = ""
    want: str = ""
    benefit: str = ""
    requirements: Refs = ()
    criteria: Refs = ()


class Constraint(Fact, prefix="CON", noun="a constraint", area="limits", home=(_SPEC, "Technical Context")):
    """Fixed from outside: a date, a law, a platform, what must keep working as it is."""

    text: str
    category: Literal["technical", "business", "legal", "time", "other"] = "other"


class Assumption(Fact, prefix="AS", noun="an assumption", area="limits", home=(_SPEC, "Assumptions")):
    """Taken as true until somebody checks it."""

    text: str
    settles: str = ""  # who could settle it


class Quality(
    Fact, prefix="NFR", noun="a quality it must have", area="limits", home=(_SPEC, "Quality Requirements")
):
    """How fast, how many, how safe, with the figure that decides it where the person gave one as a target."""

    text: str
    category: str = ""
    metric: str = ""
    target: str = ""  # the number with its unit, as said
    measured: str = ""  # where and how it is measured
    requirement: MaybeRef = None


class Scope(Fact, prefix="SC", noun="the scope", area="what", home=("quick-scan.md", "")):
    """What is in, said in one line; or the size of the change as the quick scan put it."""

    text: str
    size: Literal["small", "medium", "large"] | None = None
    file_count: int | None = None
    complexity: Literal["low", "medium", "high"] | None = None
    breakdown: dict[str, int] = Field(default_factory=dict)
    """File count by kind: new, modify, test, config, docs."""


class OutOfScope(Fact, prefix="OUT", noun="left out", area="not", home=(_SPEC, "Out of Scope")):
    """What will deliberately not be done."""

    text: str
    reason: str = ""


class Priority(Fact, prefix="PR", noun="a priority", area="rank", home=_REQUIREMENTS):
    """How much one requirement (or story) matters, as somebody said it; the quote is its evidence."""

    target: Ref
    level: PriorityLevel
    reason: str = ""

    @property
    def headline(self) -> str:
        return f"{self.target}: {self.level}"
