"""The five phases: their keys, names, descriptions and who leads them.

Everything that mentions a phase in words takes the words from here, so that greeting, menu, boundary line and
delegation prompt cannot disagree.
"""

from enum import StrEnum
from typing import Final

from roundtable.analysis.status import ANALYSIS_PHASES
from roundtable.facts.record import Record


class Depth(StrEnum):
    BRIEF = "brief"
    STANDARD = "standard"
    DEEP = "deep"


class Phase(Record):
    key: str
    name: str
    description: str  # as in "I'll be guiding you through {description}"
    handoff: str  # as in "Handing off to Alex Rivera (Solutions Architect) who will {handoff}"
    artifact: str  # as in "I've reviewed Maya's {artifact}"
    persona: str
    main_document: str

    @property
    def number(self) -> str:
        return self.key[:2]

    @property
    def prefix(self) -> str:
        """What the ids of this phase's steps start with."""
        return f"{self.number}-"

    @property
    def label(self) -> str:
        return f"Phase {self.number} ({self.name})"


FALLBACK_PERSONA: Final = "business-analyst"

_TABLE: Final = """
Quick Scan | quick scope estimation | estimate the scope | quick scan | business-analyst | quick-scan.md
Requirements | requirements discovery | work out the requirements | requirements spec | business-analyst | requirements-spec.md
Impact Analysis | impact analysis | assess the impact and design the architecture | impact analysis | solutions-architect | impact-analysis.md
Architecture | architecture decisions | settle the architecture decisions | architecture overview | solutions-architect | architecture-overview.md
Design | detailed design | turn the architecture into detailed designs | design | system-designer | module-design.md
"""
PHASES: Final = tuple(
    Phase(**dict(zip(Phase.model_fields, (key, *row.split(" | ")), strict=True)))
    for key, row in zip(ANALYSIS_PHASES, _TABLE.strip().splitlines(), strict=True)
)
SPECIALISTS: Final = tuple(dict.fromkeys(phase.persona for phase in PHASES))
"""The three at the table, in the order of the phases they lead."""


def phase_of(key: str) -> Phase | None:
    return next((phase for phase in PHASES if phase.key == key), None)


def phase_of_step(step_id: str) -> Phase | None:
    """The phase a step id belongs to, by its first two digits."""
    return next((phase for phase in PHASES if step_id.startswith(phase.prefix)), None)


def next_phase(key: str) -> Phase | None:
    """The phase after `key`; none after the last or for an unknown key."""
    return dict(zip(ANALYSIS_PHASES, PHASES[1:], strict=False)).get(key)


def previous_phase(key: str) -> Phase | None:
    """The phase before `key`; none before the first or for an unknown key."""
    return dict(zip(ANALYSIS_PHASES[1:], PHASES, strict=False)).get(key)
