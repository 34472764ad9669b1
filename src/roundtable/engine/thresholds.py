"""When a document is due: while the talk goes on, at its end, and which phase it completes.

Conservative on purpose: late rather than early. While people talk, blocking topics must be covered far enough (partial:
something is known; full: everything) and the minimum must be there. At the end the gate's documents are written however
short they are, and the others where they have something of their own to say.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from roundtable import facts
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import PHASES
from roundtable.engine.coverage import Coverage
from roundtable.engine.validation import is_checked
from roundtable.facts.record import Record

README: Final = "README.md"
_DESIGN: Final = "interface-spec.md interface-spec.yaml data-flow.md error-taxonomy.md design-summary.md"
PHASE_OF: Final[Mapping[str, str]] = {
    **{phase.main_document: phase.key for phase in PHASES},
    **dict.fromkeys(_DESIGN.split(), PHASES[-1].key),
}
_WITH_THE_ARCHITECTURE: Final = ("tech-stack-decision.md", "component-interactions.md", "ADRs")
FOLLOWS: Final[Mapping[str, str]] = {
    "nfr-matrix.md": "requirements-spec.md",
    **dict.fromkeys(_WITH_THE_ARCHITECTURE, "architecture-overview.md"),
}
"""Documents without a threshold of their own: due with another, if they have something to say."""

_ALWAYS: Final = (*(phase.main_document for phase in PHASES), README)
"""What a finished item has, however short."""
_SHOWS: Final[Mapping[str, tuple[type[facts.Fact], ...]]] = {
    "user-stories.json": (facts.Story,),
    "traceability-matrix.csv": (facts.Requirement,),
    "nfr-matrix.md": (facts.Quality,),
    "tech-stack-decision.md": (facts.Technology,),
    "component-interactions.md": (facts.Integration,),
    "ADRs": (facts.Decision,),
    "interface-spec.md": (facts.Interface,),
    "data-flow.md": (facts.DataFlow, facts.StateModel),
    "error-taxonomy.md": (facts.ErrorCase,),
}
"""The others, with what they have to say something about."""


class _Known(Record):
    analysis: Analysis
    coverage: dict[str, int]
    scanned: bool

    def has(self, topic_id: str, at_least: int = 1) -> bool:
        """Whether a topic is covered by more than nothing, or by at least this many percent."""
        # A library without that topic cannot block on it.
        return self.coverage.get(topic_id, 100) >= at_least

    def knows(self, *kinds: type[facts.Fact]) -> bool:
        return bool(self.analysis.of(*kinds))

    def is_covered(self, topic_id: str) -> bool:
        """Whether the library has that topic, and every criterion of it is met or settled."""
        return self.coverage.get(topic_id, 0) == 100


def _requirements(known: _Known) -> bool:
    analysis = known.analysis
    counting = [fr for fr in analysis.of(facts.Requirement) if is_checked(analysis, fr)]
    # Fewer than three count when the person confirms that this is all.
    enough = len(counting) >= 3 or (bool(counting) and "requirement" in analysis.none_of)
    told = known.is_covered("problem-discovery") or (
        bool(analysis.of(facts.Problem) or "problem" in analysis.none_of)
        and bool(analysis.of(facts.UserType) or "user_type" in analysis.none_of)
    )
    return known.has("problem-discovery") and told and enough


def _architecture(known: _Known) -> bool:
    """A decision between two ways, or one that the person stated; or nothing is left to decide."""
    analysis = known.analysis
    two = len(analysis.of(facts.Option)) >= 2
    decided = any(len(one.options) >= 2 or two or one.is_stated for one in analysis.of(facts.Decision))
    settled = (known.has("architecture") and decided) or known.is_covered("architecture")
    return known.has("technical-analysis") and settled


def _modules(known: _Known) -> bool:
    named = any(one.responsibility or one.text for one in known.analysis.of(facts.Module))
    specified = known.has("specification") and (named or known.is_covered("specification"))
    return specified and known.has("architecture", 100) and _architecture(known)


def _has_stories(analysis: Analysis) -> bool:
    """Somebody told one, or a user who was confirmed wants something."""
    confirmed = any(user.is_stated for user in analysis.of(facts.UserType))
    return bool(analysis.of(facts.Story) or (confirmed and analysis.of(facts.Requirement)))


_RULES: Final[Mapping[str, Callable[[_Known], bool]]] = {
    "quick-scan.md": lambda known: known.scanned,
    "requirements-spec.md": _requirements,
    "user-stories.json": lambda known: _requirements(known) and _has_stories(known.analysis),
    "traceability-matrix.csv": lambda known: (
        _requirements(known) and known.has("requirements-definition", 100) and known.knows(facts.Criterion)
    ),
    "impact-analysis.md": lambda known: (
        known.has("technical-analysis") and known.scanned and known.knows(facts.DirectChange)
    ),
    "architecture-overview.md": _architecture,
    "module-design.md": _modules,
    # Which parts there are is known from the design, or from the files that change.
    "interface-spec.md": lambda known: (
        known.has("specification")
        and known.knows(facts.Module, facts.DirectChange)
        and known.knows(facts.Interface)
    ),
    "data-flow.md": lambda known: (
        known.has("specification") and known.knows(facts.DataFlow, facts.StateModel)
    ),
    "error-taxonomy.md": lambda known: known.has("specification") and known.knows(facts.ErrorCase),
    README: _requirements,
}


def ready_documents(analysis: Analysis, coverage: Iterable[Coverage], *, scanned: bool) -> tuple[str, ...]:
    covered = {item.topic_id: item.coverage_pct for item in coverage}
    known = _Known(analysis=analysis, coverage=covered, scanned=scanned)
    ready = [name for name, rule in _RULES.items() if rule(known)]
    following = (name for name, leader in FOLLOWS.items() if leader in ready)
    return (*ready, *(name for name in following if _has_to_say(name, analysis)))


def documents_at_end(analysis: Analysis) -> tuple[str, ...]:
    """The documents that are due when everything is said: the gate's, and those with something of their own to say."""
    return (*_ALWAYS, *(name for name in _SHOWS if _has_to_say(name, analysis)))


def _has_to_say(name: str, analysis: Analysis) -> bool:
    if name == "user-stories.json":
        return _has_stories(analysis)
    return bool(analysis.of(*_SHOWS[name]))


def phases_earned(written: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({PHASE_OF[name] for name in written if name in PHASE_OF}))
