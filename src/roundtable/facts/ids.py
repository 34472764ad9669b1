"""Identifiers: stable, never reused, never renumbered.

`FR-001`, `AC-001-01` (criterion 1 of FR-001), `NFR-001`, `US-001`, `ADR-0001`. A counter per prefix remembers the highest
number ever given, so a retracted FR-003 leaves a gap and nothing else moves.
"""

import re
from typing import Final

TEMPORARY: Final = "new:"
"""Prefix of an id that a mind made up so that facts in one thought can refer to each other."""

_NUMBERED = re.compile(r"^(?P<prefix>[A-Z]{2,4})-(?P<first>\d{1,6})(?:-(?P<second>\d{1,4}))?$")


def is_temporary(fact_id: str) -> bool:
    return not fact_id or fact_id.startswith(TEMPORARY)


def format_id(prefix: str, number: int, width: int) -> str:
    return f"{prefix}-{number:0{width}d}"


def scope_of_criterion(requirement_id: str) -> str:
    """The counter of a requirement's criteria: `AC-001` for FR-001."""
    found = _NUMBERED.match(requirement_id)
    return f"AC-{found['first']}" if found else "AC-000"


def numbers_in(fact_id: str) -> tuple[str, int] | None:
    """The counter an existing id belongs to and its number; none for an id of another shape."""
    found = _NUMBERED.match(fact_id)
    if found is None:
        return None
    if found["second"] is not None:
        return f"{found['prefix']}-{found['first']}", int(found["second"])
    return found["prefix"], int(found["first"])
