"""What happens when a connection fails, where somebody said it: "if the SFTP server is down, we keep yesterday's file".

The sentence may stand anywhere in the conversation. It belongs to the connection that it names; one that names none belongs to
the only connection that was told in the same breath.
"""

import re
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import ErrorCase, Integration
from roundtable.minds.facilitator.words import stem, words_in

__all__ = ["failures_said"]

_FAILING: Final = (
    r"(?:fails?|failed|(?:is|are|goes|was|were) (?:down|away|gone|offline|unavailable|unreachable|not (?:there|available|reachable))|down|times? out|"
    r"unavailable|unreachable|breaks?|does(?:n['’]?t| not) (?:answer|respond)|do(?:n['’]?t| not) (?:answer|respond)|refuses?|drops?|ausfällt|nicht erreichbar ist)"
)
_FIRST: Final = re.compile(
    rf"\b(?:if|when(?:ever)?|in case|should|wenn|falls)\s+(?P<when>[^,.;\n]{{1,80}}?\b{_FAILING})\b[,:]?\s*(?:then\s+|dann\s+)?(?P<then>[^.;\n]{{4,200}})",
    re.IGNORECASE,
)
_LAST: Final = re.compile(
    rf"(?:^|[.;,\n]\s*)(?P<then>[^,.;\n]{{4,120}}?)\s+(?:if|when(?:ever)?|in case|wenn|falls)\s+(?P<when>[^,.;\n]{{1,80}}?\b{_FAILING})\b(?=\s*(?:[.;,\n]|$))",
    re.IGNORECASE,
)
_NO_ONE: Final = re.compile(
    r"(?:it|that|this|they|the (?:call|connection|link|transfer|other side))\b", re.IGNORECASE
)


def failures_said(analysis: Analysis) -> list[tuple[Integration, str]]:
    """Connections without an answer to failure, each with the answer that was given in the conversation."""
    found: list[tuple[Integration, str]] = []
    told = _told(analysis)
    for integration in analysis.of(Integration):
        if integration.on_failure:
            continue
        names = _names(integration)
        said_in = {item.turn for item in integration.evidence if isinstance(item, Quote)}
        answer = next((then for _turn, when, then in told if names & _stems(when)), "")
        if not answer and said_in:
            beside = [one for one in analysis.of(Integration) if _turns(one) & said_in]
            answer = next(
                (
                    then
                    for turn, when, then in told
                    if turn in said_in and len(beside) == 1 and _NO_ONE.match(when)
                ),
                "",
            )
        if answer:
            found.append((integration, answer))
    return found


def _told(analysis: Analysis) -> list[tuple[int, str, str]]:
    """Turn, condition and outcome of every sentence about something that fails; then the failures on record."""
    told = [
        (turn.number, " ".join(hit["when"].split()), " ".join(hit["then"].split()).strip(" ,"))
        for turn in analysis.turns
        for pattern in (_FIRST, _LAST)
        for hit in pattern.finditer(turn.text[:20_000])
    ]
    said = [case for case in analysis.of(ErrorCase) if case.recovery and _turns(case)]
    return told + [(min(_turns(case)), case.condition, case.recovery.rstrip(".")) for case in said]


def _turns(fact: Integration | ErrorCase) -> set[int]:
    return {item.turn for item in fact.evidence if isinstance(item, Quote)}


def _names(integration: Integration) -> frozenset[str]:
    """The words that stand for either side: of a path only the file's own name, without its ending."""
    sides = [
        re.sub(r"\.\w+$", "", side.rpartition("/")[2]) for side in (integration.source, integration.target)
    ]
    return _stems(" ".join((*sides, integration.purpose[:80]))) - _COMMON


def _stems(text: str) -> frozenset[str]:
    return frozenset(
        stem(part) for word in words_in(text) for part in re.split(r"[_.-]", word) if len(part) > 2
    )


_COMMON: Final = frozenset(
    stem(word)
    for word in [
        "the",
        "our",
        "and",
        "for",
        "from",
        "with",
        "system",
        "server",
        "service",
        "main",
        "init",
        "index",
        "app",
        "src",
        "lib",
        "core",
        "file",
        "files",
        "data",
    ]
)
