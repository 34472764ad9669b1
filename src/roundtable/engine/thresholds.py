"""When a document may be written for the first time, and which phase it then completes.

Conservative on purpose: late rather than early. Blocking topics must be covered far enough (partial: something is known;
full: everything) and the minimum must be there. An early exit overrides all of it; those documents say so.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final, Literal

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import (
    Criterion,
    DataFlow,
    Decision,
    DirectChange,
    ErrorCase,
    Interface,
    Module,
    Option,
    Problem,
    Requirement,
    StateModel,
    Story,
    UserType,
)
from roundtable.analysis.record import Record
from roundtable.engine.coverage import Coverage

__all__ = ["OWNED", "PHASE_OF", "Readiness", "phases_earned", "readiness", "ready_documents"]

Readiness = Literal["pending", "ready", "written", "updated", "finalized"]

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
"""Documents without a threshold of their own."""


class _Known(Record):
    """What the thresholds look at."""

    analysis: Analysis
    coverage: dict[str, int]
    scanned: bool

    def has(self, topic_id: str, at_least: int = 1) -> bool:
        """Whether a topic is covered by more than nothing, or by at least this many percent."""
        # A library without that topic cannot block on it.
        return self.coverage.get(topic_id, 100) >= at_least


def _requirements(known: _Known) -> bool:
    analysis = known.analysis
    with_criteria = [fr for fr in analysis.of(Requirement) if analysis.criteria_of(fr)]
    enough = len(with_criteria) >= 3 or (bool(with_criteria) and _said_all(analysis))
    return (
        known.has("problem-discovery")
        and bool(analysis.of(Problem))
        and bool(analysis.of(UserType))
        and enough
    )


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
    decided = [
        d for d in known.analysis.of(Decision) if len(d.options) >= 2 or len(known.analysis.of(Option)) >= 2
    ]
    return known.has("architecture") and known.has("technical-analysis") and bool(decided)


def _modules(known: _Known) -> bool:
    modules = [module for module in known.analysis.of(Module) if module.responsibility]
    return (
        known.has("specification")
        and known.has("architecture", 100)
        and _architecture(known)
        and bool(modules)
    )


def _interfaces(known: _Known) -> bool:
    return (
        known.has("specification") and bool(known.analysis.of(Module)) and bool(known.analysis.of(Interface))
    )


def _stories(known: _Known) -> bool:
    return _requirements(known) and bool(known.analysis.of(Story))


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
    "design-summary.md": lambda known: known.has("specification", 100) and _modules(known),
}

OWNED: Final[tuple[str, ...]] = tuple(_RULES)
"""Every document that completion waits for."""


def ready_documents(analysis: Analysis, coverage: Iterable[Coverage], *, scanned: bool) -> tuple[str, ...]:
    """The documents whose threshold is met now, with the ones that follow them."""
    known = _Known(
        analysis=analysis, coverage={item.topic_id: item.coverage_pct for item in coverage}, scanned=scanned
    )
    ready = [name for name, rule in _RULES.items() if rule(known)]
    return (*ready, *(name for name, leader in FOLLOWS.items() if leader in ready))


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
