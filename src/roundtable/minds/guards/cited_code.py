"""A claim that rests on lines of code alone: whether they have anything to do with it.

What a line means no rule can tell. One that shares no name and no word with a claim, nor does what stands around it, is no
evidence for it; what its own words do not repeat is read once more by the mind, with these lines (`renderings`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from roundtable.analysis.scanning import Definition
from roundtable.engine.briefing import Briefing
from roundtable.facts.evidence import CodeAnchor, Evidence
from roundtable.interview.code_sight import Sight
from roundtable.minds.guards.support import covered
from roundtable.minds.guards.text import words_in_code

_AROUND: Final = 12
"""Lines before and behind a cited one that are looked at for what it speaks of."""
_REPEATED: Final = 0.5
"""The share of a claim's words that stand in the lines, so that it need not be read again."""


def cited(evidence: Sequence[Evidence]) -> list[CodeAnchor]:
    """The lines that a claim rests on, where it rests on nothing else."""
    anchors = [item for item in evidence if isinstance(item, CodeAnchor)]
    is_alone = len(anchors) == len(evidence) and all(one.line and one.status == "found" for one in anchors)
    return anchors if is_alone else []


def lines_around(anchors: Sequence[CodeAnchor], briefing: Briefing, by: int = _AROUND) -> str:
    """What was shown around cited lines, with the places."""
    return "\n".join(dict.fromkeys(f"{place}: {text}" for place, text in _shown(anchors, briefing, by)))


def _shown(anchors: Sequence[CodeAnchor], briefing: Briefing, by: int) -> Iterator[tuple[str, str]]:
    for anchor in anchors:
        for one in briefing.shown:
            for at, text in enumerate(one.text.split("\n"), one.first):
                if one.path == anchor.path and anchor.line and abs(at - anchor.line) <= by and text.strip():
                    yield f"{one.path}:{at}", text


def speaks_of_it(statement: str, anchors: Sequence[CodeAnchor], briefing: Briefing, sight: Sight) -> bool:
    """Whether a claim shares a word with its lines, with those around them, or with the names of what they stand in."""
    shown = [text for _place, text in _shown(anchors, briefing, _AROUND)]
    shown += [one.signature for anchor in anchors for one in _stands_in(anchor, sight)] if shown else []
    words = words_in_code(statement)
    return not (shown and words) or covered(words, words_in_code(" ".join(shown))) > 0.0


def _stands_in(anchor: CodeAnchor, sight: Sight) -> Sequence[Definition]:
    before = [one for one in sight.signatures(anchor.path) if anchor.line and one.line <= anchor.line]
    return before[-1:]


def is_repeated(statement: str, anchors: Sequence[CodeAnchor], briefing: Briefing) -> bool:
    """Whether the very lines say most of a claim."""
    shown = " ".join(text for _place, text in _shown(anchors, briefing, 1))
    return covered(words_in_code(statement), words_in_code(shown)) >= _REPEATED
