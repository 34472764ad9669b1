"""Claims in words: a quotation of the person is theirs, a file named as found is there, nothing is "seen" in unseen code."""

import json
import re
from typing import Final

from roundtable.engine.briefing import Briefing
from roundtable.interview.code_sight import Sight
from roundtable.minds.guards.verdict import Findings
from roundtable.minds.guards.words import plain, sentences, spoken_by_the_person

__all__ = ["check_claims", "figures", "unheard_figures"]

_ATTRIBUTED: Final = re.compile(
    r"\b(?:you|the user|the person|they|your (?:draft|words?|answer|note))\b[^.?!\"“”\n]{0,40}?"
    r"\b(?:said|says?|told|mentions?|mentioned|wrote|write|answered|replied|confirmed|called|call|asked|put it|stated|words?|draft)\b"
    r"[^.?!\"“”\n]{0,30}[\"“](?P<words>[^\"”\n]{3,400})[\"”]",
    re.IGNORECASE,
)
_SAID_FIGURE: Final = re.compile(
    r"\byou(?:'ve| have)? (?:just |already |also )?(?:said|told|mentioned|wrote|answered|confirmed|stated|asked for|gave|named|specified)\b",
    re.IGNORECASE,
)
_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*")
_PATH: Final = re.compile(
    r"(?<![\w/:.@-])(?:\.{0,2}/)?(?:[\w@.-]+/)+[\w-][\w.-]*\.[A-Za-z]\w{0,5}(?![\w/])|`([\w-][\w.-]*\.[A-Za-z]\w{0,5})`"
)
_NEW: Final = re.compile(
    r"\b(?:new|create[sd]?|creating|add(?:s|ed|ing)?|introduc\w+|would (?:be|live|sit|go)|could (?:be|live|sit|go)|propos\w+|"
    r"does not exist|doesn't exist|not (?:there|exist) yet|no such)\b",
    re.IGNORECASE,
)
_SEEN: Final = re.compile(
    r"\b(?:from|in|through|at|into) (?:the|your|this) (?:code ?base|source code|repository|repo|existing code|current code)\b"
    r"|\bthe (?:code ?base|repository|repo|scan) (?:shows?|says?|has|contains?|tells?)\b",
    re.IGNORECASE,
)


def figures(text: str) -> frozenset[str]:
    """The numbers in a text, without separators of thousands."""
    return frozenset(match.group().replace(",", "") for match in _FIGURE.finditer(text))


_SMALL: Final = frozenset({"0", "1", "2"})
"""Figures that are words more than measures."""


def unheard_figures(text: str, briefing: Briefing) -> tuple[str, ...]:
    """The numbers in a text that nobody said and nothing found shows."""
    stated = figures(text) - _SMALL
    return tuple(sorted(stated - _heard_figures(briefing))) if stated else ()


def _heard_figures(briefing: Briefing) -> frozenset[str]:
    analysis, scan = briefing.analysis, briefing.scan
    heard = [*spoken_by_the_person(briefing), *(line.text for line in briefing.said)]
    heard += [turn.question for turn in analysis.turns]
    heard += [json.dumps(fact.model_dump(mode="json", exclude={"evidence"})) for fact in analysis.facts]
    if scan is not None:
        heard += [f"{file.path} {' '.join(file.reasons)}" for file in scan.files]
        heard.append(str(scan.file_count.total))
    return frozenset(figure for text in heard for figure in figures(text))


def check_claims(text: str, briefing: Briefing, sight: Sight, findings: Findings) -> None:
    """Refuse what is presented as said or found, and is neither."""
    said = [plain(words) for words in spoken_by_the_person(briefing)]
    for match in _ATTRIBUTED.finditer(text):
        words = plain(match.group("words")).strip(" .,!?…")
        if not any(words in known for known in said):
            findings.refuse(
                "evidence",
                f'The person never said "{match.group("words").strip()}". Quote their exact words, or use your own.',
            )
    known_figures = {figure for words in said for figure in figures(words)}
    for sentence in sentences(text):
        if _SAID_FIGURE.search(sentence) and not figures(sentence) <= known_figures:
            findings.refuse("evidence", "The person gave no such number. Ask for it instead.")
    _check_code(text, briefing, sight, findings, said)


def _check_code(text: str, briefing: Briefing, sight: Sight, findings: Findings, said: list[str]) -> None:
    looked = briefing.scan is not None and briefing.scan.total_files > 0
    if not looked:
        if _SEEN.search(text):
            findings.refuse("evidence", "Nobody has looked at the code: claim nothing about it.")
        return
    for sentence in sentences(text):
        for match in _PATH.finditer(sentence):
            path = (match.group(1) or match.group()).removeprefix("./")
            if sight.resolve(path) is not None or any(plain(path) in known for known in said):
                continue
            if _is_proposed(path, briefing) or _NEW.search(sentence):
                continue
            findings.refuse(
                "evidence",
                f"`{path}` is not in the repository. Name files that are there, or say that it would be new.",
            )


def _is_proposed(path: str, briefing: Briefing) -> bool:
    """Whether a fact already proposes this file as new."""
    return any(
        getattr(item, "path", None) == path
        for fact in briefing.analysis.facts
        for item in (fact, *fact.evidence)
    )
