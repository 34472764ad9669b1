"""When a document is due: while the talk goes on, at its end, and which phase it completes.

Conservative on purpose: late rather than early. While people talk, blocking topics must be covered far enough (partial:
something is known; full: everything) and the minimum must be there. At the end the gate's documents are written however
short they are, and the others where they have something of their own to say.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, Literal

from roundtable.analysis.analysis import Analysis
from roundtable.engine.coverage import Coverage
from roundtable.engine.validation import is_checked
from roundtable.facts import (
    Criterion,
    DataFlow,
    Decision,
    DirectChange,
    ErrorCase,
    Fact,
    Integration,
    Interface,
    Module,
    Option,
    Problem,
    Quality,
    Requirement,
    StateModel,
    Story,
    Technology,
    UserType,
)
from roundtable.facts.evidence import Confirmed, HandEdit, Quote
from roundtable.facts.record import Record

Readiness = Literal["pending", "ready", "written", "updated", "finalized"]

README: Final = "README.md"
PHASE_OF: Final[Mapping[str, str]] = {
    "quick-scan.md": "00-quick-scan",
    "requirements-spec.md": "01-requirements",
    "impact-analysis.md": "02-impact-analysis",
    "architecture-overview.md": "03-architecture",
    "module-design.md": "04-design",
    "interface-spec.md": "04-design",
    "interface-spec.yaml": "04-design",
    "data-flow.md": "04-design",
    "error-taxonomy.md": "04-design",
    "design-summary.md": "04-design",
}

FOLLOWS: Final[Mapping[str, str]] = {
    "nfr-matrix.md": "requirements-spec.md",
    "tech-stack-decision.md": "architecture-overview.md",
    "component-interactions.md": "architecture-overview.md",
    "ADRs": "architecture-overview.md",
}
"""Documents without a threshold of their own: due with another, if they have something to say."""

_ALWAYS: Final = (
    "quick-scan.md",
    "requirements-spec.md",
    "impact-analysis.md",
    "architecture-overview.md",
    "module-design.md",
    README,
)
"""What a finished item has, however short."""
_SHOWS: Final[Mapping[str, tuple[type[Fact], ...]]] = {
    "user-stories.json": (Story,),
    "traceability-matrix.csv": (Requirement,),
    "nfr-matrix.md": (Quality,),
    "tech-stack-decision.md": (Technology,),
    "component-interactions.md": (Integration,),
    "ADRs": (Decision,),
    "interface-spec.md": (Interface,),
    "data-flow.md": (DataFlow, StateModel),
    "error-taxonomy.md": (ErrorCase,),
}
"""The others, with what they have to say something about."""


class _Known(Record):
    """What the thresholds look at."""

    analysis: Analysis
    coverage: dict[str, int]
    scanned: bool

    def has(self, topic_id: str, at_least: int = 1) -> bool:
        """Whether a topic is covered by more than nothing, or by at least this many percent."""
        # A library without that topic cannot block on it.
        return self.coverage.get(topic_id, 100) >= at_least

    def is_covered(self, topic_id: str) -> bool:
        """Whether the library has that topic, and every criterion of it is met or settled."""
        return self.coverage.get(topic_id, 0) == 100


def _requirements(known: _Known) -> bool:
    analysis = known.analysis
    counting = [fr for fr in analysis.of(Requirement) if is_checked(analysis, fr)]
    enough = len(counting) >= 3 or (bool(counting) and _said_all(analysis))
    told = known.is_covered("problem-discovery") or (
        bool(analysis.of(Problem) or "problem" in analysis.none_of)
        and bool(analysis.of(UserType) or "user_type" in analysis.none_of)
    )
    return known.has("problem-discovery") and told and enough


def _said_all(analysis: Analysis) -> bool:
    """Fewer than three requirements count when the person confirms that this is all."""
    return "requirement" in analysis.none_of


def _impact(known: _Known) -> bool:
    tiers = (
        known.scanned
        or bool(known.analysis.kinds("indirect_change"))
        or "indirect_change" in known.analysis.none_of
    )
    return (
        known.has("technical-analysis") and known.scanned and bool(known.analysis.of(DirectChange)) and tiers
    )


def _architecture(known: _Known) -> bool:
    """A decision between two ways, or one that the person stated; or nothing is left to decide."""
    analysis = known.analysis
    two = len(analysis.of(Option)) >= 2
    decided = any(len(one.options) >= 2 or two or _is_stated(one) for one in analysis.of(Decision))
    return known.has("technical-analysis") and (
        (known.has("architecture") and decided) or known.is_covered("architecture")
    )


def _is_stated(fact: Fact) -> bool:
    """Whether it is the person's own: said, agreed to, or written by hand."""
    return any(isinstance(item, Quote | Confirmed | HandEdit) for item in fact.evidence)


def _modules(known: _Known) -> bool:
    modules = [one for one in known.analysis.of(Module) if one.responsibility or one.text]
    return (
        known.has("specification")
        and known.has("architecture", 100)
        and _architecture(known)
        and (bool(modules) or known.is_covered("specification"))
    )


def _interfaces(known: _Known) -> bool:
    """Which parts there are is known from the design, or from the files that change."""
    bounded = known.analysis.of(Module) or known.analysis.of(DirectChange)
    return known.has("specification") and bool(bounded) and bool(known.analysis.of(Interface))


def _stories(known: _Known) -> bool:
    return _requirements(known) and _has_stories(known.analysis)


def _has_stories(analysis: Analysis) -> bool:
    """Somebody told one, or a user who was confirmed wants something."""
    told = any(_is_stated(user) for user in analysis.of(UserType)) and bool(analysis.of(Requirement))
    return told or bool(analysis.of(Story))


def _traceability(known: _Known) -> bool:
    return (
        _requirements(known)
        and known.has("requirements-definition", 100)
        and bool(known.analysis.of(Criterion))
    )


def _flows(known: _Known) -> bool:
    return known.has("specification") and bool(known.analysis.of(DataFlow) or known.analysis.of(StateModel))


def _errors(known: _Known) -> bool:
    return known.has("specification") and bool(known.analysis.of(ErrorCase))


_RULES: Final[Mapping[str, Callable[[_Known], bool]]] = {
    "quick-scan.md": lambda known: known.scanned,
    "requirements-spec.md": _requirements,
    "user-stories.json": _stories,
    "traceability-matrix.csv": _traceability,
    "impact-analysis.md": _impact,
    "architecture-overview.md": _architecture,
    "module-design.md": _modules,
    "interface-spec.md": _interfaces,
    "data-flow.md": _flows,
    "error-taxonomy.md": _errors,
    README: _requirements,
}

OWNED: Final[tuple[str, ...]] = tuple(_RULES)
"""Every document with a threshold of its own."""


def ready_documents(analysis: Analysis, coverage: Iterable[Coverage], *, scanned: bool) -> tuple[str, ...]:
    """The documents whose threshold is met now, with the ones that follow them."""
    known = _Known(
        analysis=analysis, coverage={item.topic_id: item.coverage_pct for item in coverage}, scanned=scanned
    )
    ready = [name for name, rule in _RULES.items() if rule(known)]
    return (
        *ready,
        *(name for name, leader in FOLLOWS.items() if leader in ready and _has_to_say(name, analysis)),
    )


def documents_at_end(analysis: Analysis) -> tuple[str, ...]:
    """The documents that are due when everything is said: the gate's, and those with something of their own to say."""
    return (*_ALWAYS, *(name for name in _SHOWS if _has_to_say(name, analysis)))


def _has_to_say(name: str, analysis: Analysis) -> bool:
    if name == "user-stories.json":
        return _has_stories(analysis)
    return any(analysis.of(kind) for kind in _SHOWS[name])


def readiness(name: str, analysis: Analysis, ready: Collection[str], *, finished: bool = False) -> Readiness:
    """How far a document is; `ready` are those whose threshold is met. How often it was written is in the analysis."""
    count = analysis.written.get(name, 0)
    if not count:
        return "ready" if name in ready else "pending"
    if finished:
        return "finalized"
    return "written" if count == 1 else "updated"


def phases_earned(written: Iterable[str]) -> tuple[str, ...]:
    """The phases that these documents complete, in order."""
    return tuple(sorted({PHASE_OF[name] for name in written if name in PHASE_OF}))
