"""Acceptance criteria, examples and error cases: Given/When/Then, "if … then …", "X -> Y".

Elsewhere: to which requirement a criterion belongs (`Reading.requirement_for`).
"""

import re
from typing import Final, NamedTuple

from roundtable.minds.facilitator.spans import Piece
from roundtable.minds.facilitator.words import FAILURE

__all__ = ["Scenario", "find_scenarios", "read_condition", "read_message"]


class Scenario(NamedTuple):
    """A condition and what follows from it; `given` only where it was said."""

    given: str
    when: str
    then: str
    start: int = 0
    end: int = 0


_GIVEN: Final = re.compile(
    r"\b(?:given|angenommen|gegeben(?: sei(?:en)?)?|假设|假如|给定)\s*[:,]?\s*(?P<given>(?:(?!\n\s*\n).){2,400}?)[\s,;.]*"
    r"(?:\bwhen\b|\bwenn\b|当)\s*[:,]?\s*(?P<when>(?:(?!\n\s*\n).){2,400}?)[\s,;.]*"
    r"(?:\bthen\b|\bdann\b|那么|则)\s*[:,]?\s*(?P<then>(?:(?!\n\s*\n|\n\s*(?:[-*\d]|given\b|scenario\b)).){2,500}?)"
    r"(?=\s*(?:\n\s*\n|\n\s*(?:[-*]|\d+[.)]|given\b|scenario\b)|\.\s+(?=[A-Z])|\.\s*given\b|;\s*given\b|$))",
    re.IGNORECASE | re.DOTALL,
)


def find_scenarios(text: str) -> list[Scenario]:
    """Every Given/When/Then of a text, over several lines or on one."""
    if not re.search(r"given|angenommen|gegeben|假|给定", text, re.IGNORECASE):
        return []
    return [
        Scenario(_flat(hit["given"]), _flat(hit["when"]), _flat(hit["then"]), hit.start(), hit.end("then"))
        for hit in _GIVEN.finditer(text[:20_000])
    ]


_IF_FIRST: Final = re.compile(
    r"^(?:and\s+|but\s+|also\s+)?(?:if|when(?:ever)?|once(?!\s+(?:per|a|an|every|each|more|again|only)\b)|in case(?: of)?|as soon as|after|on|wenn|falls|bei|当|如果)\s*(?P<when>[^,:;，：；]{2,300}?)\s*(?:[,:，：]\s*(?:then\s+|dann\s+|则|那么|就)?|\s+then\s+|\s*(?:->|→|=>)\s*)(?P<then>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_IF_RUNS_ON: Final = re.compile(
    r"^(?:[Aa]nd\s+|[Bb]ut\s+|[Aa]lso\s+)?(?:[Ii]f|[Ww]hen(?:ever)?|[Ii]n case|[Aa]s soon as)\s+(?P<when>[^,:;]{3,120}?\b(?:fails?|failed|missing|down|empty|invalid|wrong|expired|expires|unavailable|unreachable|offline|unknown|corrupt(?:ed)?|malformed|duplicated?|lost|full|locked|denied|rejected|refused|twice|too (?:long|large|big|late|many)|times out|(?:not|n['’]t) (?:exist|there|found|respond\w*|answer\w*|available)|(?:has|have) no (?:\w+ )??\w+))\s+(?P<then>(?:the|an?|it|they|we|nothing|nobody|no one|no|everything|all|each|every|this|that|[A-Z]\w+)\s+\S.*)$",
    re.DOTALL,
)
_IF_LAST: Final = re.compile(
    r"^(?P<then>[^,;]{3,300}?),?\s+(?:if|when(?:ever)?|once(?!\s+(?:per|a|an|every|each|more|again|only)\b)|in case(?: of)?|as soon as|unless|wenn|falls)\s+(?P<when>[^;]{3,300})$",
    re.IGNORECASE | re.DOTALL,
)
_ARROW: Final = re.compile(r"^(?P<when>[^\n]{1,300}?)\s*(?:->|→|=>|⇒|--+>)\s*(?P<then>\S.*)$", re.DOTALL)
_COLON: Final = re.compile(r"^(?P<when>[^:\n]{2,80}):\s+(?P<then>\S.*)$", re.DOTALL)
_DASH: Final = re.compile(r"^(?P<when>[^\n]{2,80}?)\s+[-–—]\s+(?P<then>\S.*)$", re.DOTALL)


def read_condition(piece: Piece, *, loosely: bool = False) -> Scenario | None:
    """Condition and outcome of one sentence. `loosely` also takes "expired code: show a hint" for one."""
    text = piece.text.strip().rstrip(".")
    for pattern in (_IF_FIRST, _ARROW):
        if match := pattern.match(text):
            return Scenario("", _flat(match["when"]), _flat(match["then"]))
    if match := _IF_RUNS_ON.match(text):
        return Scenario("", _flat(match["when"]), _flat(match["then"]))
    last = _IF_LAST.match(text)
    if last and not re.match(r"^(?:what|how|who|where|why|i|we) ", text, re.IGNORECASE):
        return Scenario("", _flat(last["when"]), _flat(last["then"]))
    if loosely:
        for pattern in (_COLON, _DASH):
            if (match := pattern.match(text)) and (
                FAILURE.search(match["when"]) or len(match["when"].split()) <= 8
            ):
                return Scenario("", _flat(match["when"]), _flat(match["then"]))
    return None


_QUOTED: Final = re.compile(r"[\"“„«「]([^\"”“»」\n]{2,200})[\"”“»」]|(?<!\w)'([^'\n]{3,200})'(?!\w)")


def read_message(text: str) -> str:
    """The words that the program would show, when they stand in quotation marks."""
    found = _QUOTED.search(text)
    return (found[1] or found[2]).strip() if found else ""


def _flat(text: str) -> str:
    return " ".join(re.sub(r"\s*\n\s*(?:[-*]\s+)?", " ", text).split()).strip(" ,;.")
