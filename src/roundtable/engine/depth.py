"""How deep a phase goes, and when a message asks for another depth.

The chain: the person's override for this phase, else what the quick scan says, else standard. A depth phrase is a command
only when it is what the message is about: "go deeper please" is, "search must be fast" is an answer.
"""

import re
from collections.abc import Mapping
from typing import Final

from roundtable.analysis.phases import Depth
from roundtable.analysis.quick_scan import QuickScan

__all__ = ["ANNOUNCEMENTS", "SWITCHED", "depth_command", "depth_of_phase"]

ANNOUNCEMENTS: Final[Mapping[Depth, str]] = {
    Depth.BRIEF: "This looks straightforward. I'll keep the analysis brief -- say 'deep' if you want the full treatment.",
    Depth.DEEP: "This is a substantial change. I'll do a thorough analysis -- say 'brief' if you want to speed things up.",
}
"""Standard depth has none: it is the default and needs no attention."""

SWITCHED: Final[Mapping[Depth, str]] = {
    Depth.DEEP: "Got it, switching to thorough mode.",
    Depth.BRIEF: "Got it, switching to brief mode.",
    Depth.STANDARD: "Got it, switching to standard mode.",
}

_DEEP: Final = (
    "let's dig in",
    "more detail",
    "full analysis",
    "go deeper",
    "thorough",
    "dig in",
    "deeper",
    "deep",
)
_BRIEF: Final = ("just the highlights", "keep it short", "skip ahead", "summarize", "brief", "quick", "fast")
_STANDARD: Final = ("standard depth", "standard mode", "back to standard", "normal depth", "standard")

# What may stand around a depth phrase without making the message about something else.
_FILLER: Final = frozenset(
    [
        "a",
        "an",
        "all",
        "analysis",
        "and",
        "be",
        "bit",
        "can",
        "could",
        "depth",
        "do",
        "for",
        "from",
        "go",
        "going",
        "here",
        "i",
        "i'd",
        "i'll",
        "in",
        "into",
        "is",
        "it",
        "just",
        "keep",
        "let",
        "let's",
        "lets",
        "like",
        "little",
        "make",
        "me",
        "mode",
        "more",
        "much",
        "my",
        "now",
        "of",
        "ok",
        "okay",
        "on",
        "one",
        "our",
        "please",
        "question",
        "really",
        "right",
        "so",
        "some",
        "step",
        "than",
        "that",
        "the",
        "then",
        "these",
        "things",
        "this",
        "time",
        "to",
        "too",
        "topic",
        "treatment",
        "us",
        "version",
        "very",
        "want",
        "we",
        "we'll",
        "with",
        "would",
        "yes",
        "yeah",
        "you",
        "your",
        "thanks",
        "thank",
        "prefer",
        "switch",
        "stay",
        "give",
        "full",
        "remaining",
        "rest",
        "phase",
        "section",
        "part",
    ]
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


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


def depth_command(text: str) -> Depth | None:
    """The depth this message asks for, or none when it says something else. Deep wins over brief."""
    words = [word.replace("’", "'") for word in _WORD.findall(text.lower())]
    if not words or len(words) > 12:
        return None
    for depth, phrases in ((Depth.DEEP, _DEEP), (Depth.BRIEF, _BRIEF), (Depth.STANDARD, _STANDARD)):
        for phrase in phrases:
            rest = _without(words, _WORD.findall(phrase))
            if rest is not None and all(_is_filler(word) for word in rest):
                return depth
    return None


def _is_filler(word: str) -> bool:
    # Another depth word beside the phrase ("deep, thorough please") adds nothing of its own.
    return word in _FILLER or any(word in phrase.split() for phrase in (*_DEEP, *_BRIEF, *_STANDARD))


def _without(words: list[str], phrase: list[str]) -> list[str] | None:
    """The words that remain when the phrase is taken out; none when it is not there."""
    for start in range(len(words) - len(phrase) + 1):
        if words[start : start + len(phrase)] == phrase:
            return words[:start] + words[start + len(phrase) :]
    return None
