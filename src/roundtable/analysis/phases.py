"""The five phases: their keys, names, descriptions and who leads them.

Everything that mentions a phase in words takes the words from here, so that greeting, menu, boundary line and
delegation prompt cannot disagree.
"""

from enum import StrEnum
from typing import Final

from roundtable.analysis.phase_keys import ANALYSIS_PHASES, FIRST_BUILD_PHASE
from roundtable.facts.record import Record

__all__ = [
    "ANALYSIS_PHASES",
    "FALLBACK_PERSONA",
    "FIRST_BUILD_PHASE",
    "PHASES",
    "Depth",
    "Phase",
    "next_phase",
    "phase_of_step",
    "previous_phase",
]


class Depth(StrEnum):
    """How much a step asks."""

    BRIEF = "brief"
    STANDARD = "standard"
    DEEP = "deep"


class Phase(Record):
    """One of the five phases of an analysis."""

    key: str
    number: str
    name: str
    description: str
    """As in "I'll be guiding you through {description}"."""
    handoff: str
    """As in "Handing off to Alex Rivera (Solutions Architect) who will {handoff}"."""
    artifact: str
    """As in "I've reviewed Maya's {artifact}"."""
    persona: str
    main_document: str

    @property
    def prefix(self) -> str:
        """What the ids of this phase's steps start with."""
        return f"{self.number}-"

    @property
    def label(self) -> str:
        """As in menus and boundary lines: `Phase 02 (Impact Analysis)`."""
        return f"Phase {self.number} ({self.name})"


FALLBACK_PERSONA: Final = "business-analyst"

PHASES: Final[tuple[Phase, ...]] = (
    Phase(
        key="00-quick-scan",
        number="00",
        name="Quick Scan",
        description="quick scope estimation",
        handoff="estimate the scope",
        artifact="quick scan",
        persona="business-analyst",
        main_document="quick-scan.md",
    ),
    Phase(
        key="01-requirements",
        number="01",
        name="Requirements",
        description="requirements discovery",
        handoff="work out the requirements",
        artifact="requirements spec",
        persona="business-analyst",
        main_document="requirements-spec.md",
    ),
    Phase(
        key="02-impact-analysis",
        number="02",
        name="Impact Analysis",
        description="impact analysis",
        handoff="assess the impact and design the architecture",
        artifact="impact analysis",
        persona="solutions-architect",
        main_document="impact-analysis.md",
    ),
    Phase(
        key="03-architecture",
        number="03",
        name="Architecture",
        description="architecture decisions",
        handoff="settle the architecture decisions",
        artifact="architecture overview",
        persona="solutions-architect",
        main_document="architecture-overview.md",
    ),
    Phase(
        key="04-design",
        number="04",
        name="Design",
        description="detailed design",
        handoff="turn the architecture into detailed designs",
        artifact="design",
        persona="system-designer",
        main_document="module-design.md",
    ),
)


def phase_of_step(step_id: str) -> Phase | None:
    """The phase a step id belongs to, by its first two digits."""
    return next((phase for phase in PHASES if step_id.startswith(phase.prefix)), None)


def next_phase(key: str) -> Phase | None:
    """The phase after `key`; none after the last or for an unknown key."""
    return _neighbour(key, 1)


def previous_phase(key: str) -> Phase | None:
    """The phase before `key`; none before the first or for an unknown key."""
    return _neighbour(key, -1)


def _neighbour(key: str, offset: int) -> Phase | None:
    if key not in ANALYSIS_PHASES:
        return None
    at = ANALYSIS_PHASES.index(key) + offset
    return PHASES[at] if 0 <= at < len(PHASES) else None
