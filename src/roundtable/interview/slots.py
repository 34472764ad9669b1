"""Slots of a fact, filled by exact forms only: Given/When/Then, a target with its unit, a reason, a signature, a priority.

Whatever does not have the form stays inside its sentence.
"""

import re
from typing import Final

from roundtable.facts import PriorityLevel

__all__ = ["given_when_then", "level_in", "reason_in", "signature_in", "target_in"]

_GIVEN: Final = re.compile(
    r"^\s*given\s+(?P<given>.+?)[,;]?\s+when\s+(?P<when>.+?)[,;]?\s+then\s+(?P<then>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_UNIT: Final = r"(?:ms|milliseconds?|s|sec(?:ond)?s?|minutes?|min|hours?|days?|%|percent|kb|mb|gb|kib|mib|gib|requests?|rows?|users?|items?|times?)"
_TARGET: Final = re.compile(
    rf"\b(?:must|has to|have to|should|may|shall|at most|no more than|at least|no longer than|within|under|less than|up to)\b"
    rf"[^.;]*?(?P<figure>(?:at most|at least|no more than|within|under|less than|up to)?\s*\d[\d.,]*\s?{_UNIT})\b",
    re.IGNORECASE,
)
_REASON: Final = re.compile(r"\b(?:because|since|so that|as otherwise)\s+(?P<why>[^.;]{4,})", re.IGNORECASE)
_SIGNATURE: Final = re.compile(
    r"`([^`\n]*\([^`\n]*\)[^`\n]*)`|(?<![\w.])([A-Za-z_][\w.]*\([^()\n]*\))(?:\s*->\s*[\w\[\], .|]+)?"
)
_LEVELS: Final[tuple[tuple[PriorityLevel, re.Pattern[str]], ...]] = (
    ("Won't", re.compile(r"\b(?:won'?t(?:-| )?have|not (?:in )?this (?:time|release))\b", re.IGNORECASE)),
    (
        "Could",
        re.compile(
            r"\b(?:nice[- ]to[- ]have|could(?:-| )have|a could|could|optional|can wait|low(?:er)? prio\w*|least important)\b",
            re.IGNORECASE,
        ),
    ),
    ("Should", re.compile(r"\b(?:a should|should(?:-| )have|should)\b", re.IGNORECASE)),
    (
        "Must",
        re.compile(
            r"\b(?:must(?:-| )have|(?:a|the) must|must ship|must|essential|top prio\w*|most important|non-negotiable)\b",
            re.IGNORECASE,
        ),
    ),
)


def given_when_then(sentence: str) -> dict[str, str]:
    """The three parts of a sentence of that form; empty for any other."""
    found = _GIVEN.match(sentence)
    return {name: part.strip(" .") for name, part in found.groupdict().items()} if found else {}


def target_in(sentence: str) -> str:
    """The figure with its unit that a sentence makes a target; empty when it only mentions one."""
    found = _TARGET.search(sentence)
    return " ".join(found["figure"].split()) if found else ""


def reason_in(sentence: str) -> str:
    """The reason a sentence gives for itself."""
    found = _REASON.search(sentence)
    return found["why"].strip() if found else ""


def signature_in(sentence: str) -> str:
    """The one call or signature that a sentence spells out, whole; empty when it has none or several."""
    found = [match[1] or match[2] for match in _SIGNATURE.finditer(sentence[:2000])]
    found = [text for text in found if "(" in text and not text.endswith("()")]
    return found[0] if len(found) == 1 else ""


def level_in(clause: str) -> PriorityLevel | None:
    """The priority that a clause gives: the last one it names and does not deny ("should be a must" is a Must)."""
    found: list[tuple[int, PriorityLevel]] = [
        (match.start(), level) for level, pattern in _LEVELS for match in pattern.finditer(clause)
    ]
    kept = [entry for entry in found if not _NOT_A.search(clause[: entry[0]])]
    return max(kept, key=lambda entry: entry[0])[1] if kept else None


_NOT_A: Final = re.compile(r"\b(?:not|\w+n['’]t)(?: an?| the)?\s*$", re.IGNORECASE)
