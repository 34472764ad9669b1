"""Why, and for whom: the problem, how one would know that it worked, who uses it and what they are after."""

from roundtable.facts.fact import Fact

_SPEC = "requirements-spec.md"


class Problem(Fact, prefix="PB", noun="the problem", area="why", home=(_SPEC, "Business Context")):
    """What goes wrong or is missing today, in the person's words."""

    text: str


class SuccessMetric(Fact, prefix="SM", noun="the measure", area="why", home=(_SPEC, "Success")):
    """How one would know that it worked."""

    text: str


class Need(Fact, prefix="ND", noun="a need", area="why", home=(_SPEC, "Business Context")):
    """What somebody is trying to get done, before any solution."""

    text: str
    user_type: str | None = None


class Stakeholder(
    Fact, prefix="SH", noun="somebody with an interest", area="who", home=(_SPEC, "Stakeholders and Users")
):
    """Somebody with an interest, who need not use it. `text` is the sentence that says so; `name` only where it was given."""

    text: str = ""
    name: str = ""
    interest: str = ""


class UserType(Fact, prefix="UT", noun="users", area="who", home=(_SPEC, "Stakeholders and Users")):
    """Who uses it: a kind of person, or a program."""

    text: str = ""
    name: str = ""
    description: str = ""


class Journey(Fact, prefix="JN", noun="a way through it", area="what", home=(_SPEC, "User Journeys")):
    """The way somebody goes, as it was told."""

    text: str = ""
    title: str = ""
    actor: str = ""
    steps: tuple[str, ...] = ()
    trouble: str = ""  # what can go wrong on the way
