"""`kinds_asked`: what an untagged question is after, from its words and from the step it stands in.

Files written elsewhere carry no tags. The words of the question count most, those of its main clause more than those of an
"if ..." around it; the step's title, phase and documents tip the balance between readings that the words allow. Where
nothing speaks clearly the answer is `note`: the person's words are then kept as they are, which is never wrong.

Elsewhere: the words themselves (`cues`), tags (`kinds`).
"""

import re
from collections import defaultdict
from functools import cache, lru_cache
from typing import Final, NamedTuple

from roundtable.analysis.cues import CUES, DOCUMENT_KINDS, PHASE_KINDS

__all__ = ["NOWHERE", "Setting", "kinds_asked"]

_MOST_KINDS: Final = 3
_LONGEST: Final = 2000
_CLEAR: Final = 2.0
"""What the heaviest kind must weigh; below that nobody can tell."""
_ALONE: Final = 1.5
"""The same where no other kind comes into question."""
_IN_PHASE: Final = 1.0
_IN_DOCUMENT: Final = 0.75
_ONLY_DOCUMENT: Final = 2.0
_FROM_TITLE: Final = 0.6
_FROM_HEADING: Final = 0.7
_ASIDE: Final = 0.5
"""What a cue in a condition or an aside is worth."""
_FURTHER: Final = 0.3
"""What each cue of a kind adds to its strongest."""
_COMPANION: Final = 0.6
"""How near to the heaviest a further kind must come to be named as well."""


class Setting(NamedTuple):
    """Where a question stands: what the step around it says about itself."""

    title: str = ""
    phase_key: str = ""
    outputs: tuple[str, ...] = ()
    heading: str = ""
    """The heading or label right above the question."""


NOWHERE: Final = Setting()
"""For a question that stands in no step."""


@lru_cache(maxsize=4096)
def kinds_asked(text: str, setting: Setting = NOWHERE) -> tuple[str, ...]:
    """The kinds of fact that an answer to `text` would give, main one first; `("note",)` when nothing tells."""
    weights = _weigh(text[:_LONGEST])
    spoken = set(weights)
    for name, share in ((setting.title, _FROM_TITLE), (setting.heading, _FROM_HEADING)):
        for kind, weight in _weigh(name[:_LONGEST]).items():
            # A step called "Review" also asks ordinary questions, and a "yes" to those approves nothing.
            if kind != "approval" or kind in spoken:
                weights[kind] += share * weight
    for kind in PHASE_KINDS.get(setting.phase_key, ()):
        if kind in spoken:
            weights[kind] += _IN_PHASE
    for output in setting.outputs:
        for kind in DOCUMENT_KINDS.get(output, ()):
            if len(setting.outputs) == 1:
                weights[kind] += _ONLY_DOCUMENT
            elif kind in spoken:
                weights[kind] += _IN_DOCUMENT
    ranked = sorted(weights, key=lambda kind: -weights[kind])
    if not ranked or weights[ranked[0]] < (_CLEAR if len(ranked) > 1 else _ALONE):
        return ("note",)
    enough = _COMPANION * weights[ranked[0]]
    return tuple(kind for kind in ranked if weights[kind] >= enough and kind in (*spoken, ranked[0]))[
        :_MOST_KINDS
    ]


@cache  # compiled when first asked for: most commands never do
def _patterns() -> tuple[tuple[str, float, re.Pattern[str]], ...]:
    return tuple(
        (kind, weight, re.compile(rf"(?<!\w)(?:{words})(?!\w)"))
        for kind, rows in CUES.items()
        for weight, words in rows.items()
    )


_CONDITION: Final = re.compile(r"^(?:if|when|once|suppose|assuming|imagine|given)\b[^,:]{3,120}[,:]\s+")
_ASIDES: Final = re.compile(r"\b(?:if|because|so that|while|without|unless|although|even)\b.*$")


def _weigh(text: str) -> defaultdict[str, float]:
    """The weight of each kind: its best cue, a little for further ones, a little for coming early."""
    text = " ".join(text.lower().replace("’", "'").split())
    start, end = _main_clause(text)
    found: defaultdict[str, list[float]] = defaultdict(list)
    for kind, weight, pattern in _patterns():
        match = pattern.search(text)
        if match is not None:
            aside = match.end() <= start or match.start() >= end
            early = 1 - match.start() / len(text)
            found[kind].append(weight * (_ASIDE if aside else 1) + early)
    weights: defaultdict[str, float] = defaultdict(float)
    for kind, cues in found.items():
        strongest = max(cues)
        weights[kind] = strongest + _FURTHER * (sum(cues) - strongest)
    return weights


def _main_clause(text: str) -> tuple[int, int]:
    condition = _CONDITION.match(text)
    start = condition.end() if condition else 0
    aside = _ASIDES.search(text, start + 1)
    return start, aside.start() if aside else len(text)
