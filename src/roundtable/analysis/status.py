"""The keys of the phases, and what the completed ones say: an item's status, its backlog marker, and where a build would start.

The status is always derived, never set: nobody can claim what the phases do not show. Only distinct, known phases count.
A build trusts the unbroken run of phases from the first one on; what stands behind a gap is done again.

Elsewhere: names and words of the phases (`phases`), which whoever only counts phases need not load.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from roundtable.analysis.json_text import as_list, as_object

_PHASES: Final = "00-quick-scan 01-requirements 02-impact-analysis 03-architecture 04-design"
ANALYSIS_PHASES: Final[tuple[str, ...]] = tuple(_PHASES.split())

FIRST_BUILD_PHASE: Final = "05-test-strategy"


Status = Literal["raw", "partial", "analyzed"]
Marker = Literal[" ", "~", "A", "x"]

_MARKERS: Final[dict[str, Marker]] = {"raw": " ", "partial": "~", "analyzed": "A", "completed": "x"}


@dataclass(frozen=True, slots=True)
class BuildStart:
    status: Status
    phase: str | None
    completed: tuple[str, ...]
    remaining: tuple[str, ...]  # the analysis phases that a build has to do itself
    warnings: tuple[str, ...] = ()


def derive_status(phases: Iterable[str], sizing: object = None) -> Status:
    """0 phases raw, some partial, all analyzed; a light sizing needs only the phases that it does not skip."""
    done = set(phases).intersection(ANALYSIS_PHASES)
    if not done:
        return "raw"
    return "analyzed" if done.issuperset(_needed(sizing)) else "partial"


def marker_of(status: str) -> Marker:
    """The character between the brackets of a backlog line; a status that we do not know shows as a space."""
    return _MARKERS.get(status, " ")


def says_more_than(marker: Marker) -> str:
    """The markers of an item that is further on."""
    return " ~Ax".partition(marker)[2]


def build_start(phases: Iterable[str], sizing: object = None) -> BuildStart:
    """Where a build would start, with a warning when phases stand behind a gap."""
    claimed = tuple(phases)
    needed = _needed(sizing)
    found = tuple(phase for phase in ANALYSIS_PHASES if phase in claimed)
    counted = tuple(phase for phase in needed if phase in found)
    prefix = tuple(phase for phase, due in zip(counted, needed, strict=False) if phase == due)
    # What a light sizing may skip counts when it is there.
    done = prefix if len(prefix) < len(needed) else found
    gap = (
        f"Non-contiguous phases detected: found [{', '.join(found)}] "
        f"but only [{', '.join(prefix)}] form a contiguous prefix"
    )
    warnings = (gap,) if len(prefix) < len(counted) else ()
    remaining = needed[len(prefix) :]
    status = derive_status(claimed, sizing)
    if not prefix:
        return BuildStart(status, None, (), remaining, warnings)
    return BuildStart(status, remaining[0] if remaining else FIRST_BUILD_PHASE, done, remaining, warnings)


def _needed(sizing: object) -> tuple[str, ...]:
    decision = as_object(sizing)
    is_light = decision.get("effective_intensity") == "light"
    skipped = as_list(decision.get("light_skip_phases")) if is_light else []
    return tuple(phase for phase in ANALYSIS_PHASES if phase not in skipped)
