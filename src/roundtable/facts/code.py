"""Where in the code: what changes, what is left alone, what is near it, where it can hurt."""

# Facts are frozen, so narrowing `kind` to a literal in a subclass is sound; the checker cannot see that.
# pyright: reportIncompatibleVariableOverride=false

from typing import Literal

from roundtable.facts.fact import Fact, Refs

_IMPACT = "impact-analysis.md"
_DIRECT = (_IMPACT, "Directly Affected Files")
_ORDER = (_IMPACT, "Implementation Order")


class Keyword(Fact, prefix="KW", area="code", home=("quick-scan.md", "")):
    """A word that was searched for in the code."""

    word: str
    hits: int = 0
    files: tuple[str, ...] = ()


class DirectChange(
    Fact, prefix="DC", noun="a file that changes", area="where", home=_DIRECT, headed_by=("path",)
):
    """A file that has to change. `text` is what the person said about it, `why` what the code shows."""

    path: str
    text: str = ""
    change: Literal["modify", "create", "delete"] = "modify"
    why: str = ""
    requirements: Refs = ()


class NoChange(
    Fact, prefix="NC", noun="left untouched", area="not_where", home=_DIRECT, headed_by=("path", "text")
):
    """A file or place that the person ruled out; it stays out of the plan."""

    text: str
    path: str = ""


class IndirectChange(
    Fact, prefix="IC", area="code", home=(_IMPACT, "Indirectly Affected Files"), headed_by=("path",)
):
    """A file that the change reaches without being changed itself."""

    path: str
    tier: Literal["indirect", "distant"] = "indirect"
    via: str = ""
    why: str = ""


class EntryPoint(Fact, prefix="EP", area="code", home=(_IMPACT, "Entry Points")):
    """Where somebody or something gets in: a command, route, job, public function."""

    name: str
    category: str = ""
    path: str = ""


class RiskZone(Fact, prefix="RZ", noun="a risk", area="limits", home=(_IMPACT, "Risk Zones")):
    """What could go wrong because of it. `text` is the person's sentence; the scan fills path, level and why."""

    title: str = ""
    text: str = ""
    path: str = ""
    level: Literal["low", "medium", "high"] = "medium"
    why: str = ""
    mitigation: str = ""


class CoverageGap(Fact, prefix="CG", area="code", home=(_IMPACT, "Risk Zones"), headed_by=("path",)):
    """A changed file that no test reaches."""

    path: str
    why: str = ""


class OrderItem(
    Fact, prefix="OI", noun="the order of work", area="rank", home=_ORDER, headed_by=("text", "path")
):
    """The order of work: a place in it by path, or a sentence about it."""

    kind: Literal["order"] = "order"
    position: int = 0
    path: str = ""
    text: str = ""
    why: str = ""
