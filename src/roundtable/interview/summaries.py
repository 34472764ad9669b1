"""One or two true sentences about a finished phase, from its facts. They stand behind "Here's what I'm working with:"."""

from collections.abc import Mapping
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import previous_phase
from roundtable.engine.briefing import Thought
from roundtable.interview.situation import Situation
from roundtable.interview.wording import listed, quoted

_PHASES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "00-quick-scan": (("scope", "estimate"), ("direct_change", "file")),
    "01-requirements": (
        ("requirement", "requirement"),
        ("criterion", "check"),
        ("business_rule", "rule"),
        ("constraint", "constraint"),
    ),
    "02-impact-analysis": (
        ("direct_change", "file that changes"),
        ("no_change", "place ruled out"),
        ("risk_zone", "risk"),
    ),
    "03-architecture": (("decision", "decision"), ("option", "option"), ("integration", "connection")),
    "04-design": (("module", "part"), ("interface", "interface"), ("error_case", "error case")),
}


def summarise_phase(situation: Situation) -> Thought:
    """What the phase that just ended left behind."""
    outgoing = previous_phase(situation.briefing.phase_key)
    key = outgoing.key if outgoing else situation.briefing.phase_key
    return Thought(contributions=situation.says(_summary(situation.analysis, key)))


def _summary(analysis: Analysis, phase_key: str) -> str:
    counts = counts_of(analysis, _PHASES.get(phase_key, ()))
    if not counts:
        return "not much was settled, so I start from your request."
    first = next((fact for kind, _ in _PHASES[phase_key] for fact in analysis.kinds(kind)), None)
    example = f", the first {quoted(first.headline)}" if first is not None and first.headline else ""
    return f"{listed(counts)}{example}."


def counts_of(analysis: Analysis, kinds: tuple[tuple[str, str], ...]) -> list[str]:
    """`2 requirements`, `1 rule`, for the kinds of which there are any."""
    found = [(len(analysis.kinds(kind)), noun) for kind, noun in kinds]
    return [f"{number} {_plural(noun) if number > 1 else noun}" for number, noun in found if number]


def _plural(noun: str) -> str:
    head, _, tail = noun.partition(" that ")
    return f"{head}s that {tail.removesuffix('s')}" if tail else f"{noun}s"
