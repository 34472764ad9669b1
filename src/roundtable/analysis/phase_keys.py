"""The keys of the five analysis phases, and nothing else.

They stand apart from `phases` so that what only counts phases (listing five hundred items, deriving a status) does not
pay for loading the descriptive records.
"""

from typing import Final

ANALYSIS_PHASES: Final[tuple[str, ...]] = (
    "00-quick-scan",
    "01-requirements",
    "02-impact-analysis",
    "03-architecture",
    "04-design",
)

FIRST_BUILD_PHASE: Final = "05-test-strategy"
