"""How deep a phase goes, and the words that ask for another depth.

The chain: the person's override for this phase, else what the quick scan says, else standard.

Elsewhere: whether a longer message is such a request is an act like any other (`hearing`).
"""

from collections.abc import Mapping
from typing import Final, Literal

from roundtable.analysis.phases import Depth
from roundtable.analysis.scanning import QuickScan
from roundtable.language.phrases import rows

Trigger = Literal["deeper", "shorter", "standard"]

ANNOUNCEMENTS: Final[Mapping[Depth, str]] = {
    Depth.BRIEF: "This looks straightforward. I'll keep the analysis brief -- say 'deep' if you want the full treatment.",
    Depth.DEEP: "This is a substantial change. I'll do a thorough analysis -- say 'brief' if you want to speed things up.",
}
"""Standard depth has none: it is the default and needs no attention."""

_CALLED: Final = {Depth.DEEP: "thorough", Depth.BRIEF: "brief", Depth.STANDARD: "standard"}
SWITCHED: Final = {depth: f"Got it, switching to {called} mode." for depth, called in _CALLED.items()}

ASKED: Final[Mapping[str, Depth]] = {"deeper": Depth.DEEP, "shorter": Depth.BRIEF, "standard": Depth.STANDARD}
"""The depth that a command wants."""

_TRIGGERS: Final[Mapping[Trigger, tuple[str, ...]]] = {
    "deeper": rows("deep | more detail | dig in | let's dig in | thorough | go deeper | full analysis"),
    "shorter": rows("brief | skip ahead | keep it short | quick | fast | summarize | just the highlights"),
    "standard": rows("standard | standard depth | standard mode"),
}


def trigger_of(plain: str) -> Trigger | None:
    """The request that a whole message is, when it is one of the seeds' own words for it."""
    return next((name for name, words in _TRIGGERS.items() if plain in words), None)


def depth_of_phase(phase_key: str, overrides: Mapping[str, str], quick_scan: QuickScan) -> Depth:
    """The depth at which a phase starts. An override that is no depth is passed over."""
    override = overrides.get(phase_key)
    if override in set(Depth):
        return Depth(override)
    if phase_key.startswith("00-") or quick_scan.scope == "unknown":
        return Depth.STANDARD
    if quick_scan.scope == "small" and (quick_scan.complexity == "low" or quick_scan.file_count < 5):
        return Depth.BRIEF
    if quick_scan.scope == "large" and (quick_scan.complexity == "high" or quick_scan.file_count > 15):
        return Depth.DEEP
    return Depth.STANDARD
