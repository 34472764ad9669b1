"""Identifiers as people write them, brought to one form: `FR1`, `FR-1`, `REQ_001` and `RF-01` are FR-001, `AC-1.2` is AC-001-02.

One form for reading documents back and for telling sections apart, so that a section keeps its place whichever way its
heading spells the id.
"""

import re
from typing import Final

__all__ = ["canonical", "leading", "references"]

_WIDTHS: Final = {"ADR": 4}
_SAME: Final = {
    "REQ": "FR",
    "RF": "FR",
    "ANF": "FR",
    "QR": "NFR",
    "RNF": "NFR",
    "NFA": "NFR",
    "CA": "AC",
    "STORY": "US",
    "HU": "US",
}
_KNOWN: Final = (
    "FR|REQ|RF|ANF|NFR|RNF|NFA|QR|AC|CA|US|HU|STORY|ADR|BR|CON|AS|OQ|RZ|OP|IN|MOD|IF|ERR|OUT|PB|SM"
)
_ID: Final = re.compile(
    rf"(?<![\w-])(?P<prefix>{_KNOWN})[-_ ]?(?P<first>\d{{1,6}})(?:[-._](?P<second>\d{{1,4}}))?(?![\w-]|\.\d)"
)
_LEADING: Final = re.compile(
    rf"^(?:\d{{1,3}}(?:\.\d{{1,3}})*[.)]?\s+)?[\s*_\[(#]{{0,6}}(?P<id>{_ID.pattern})\s*(?:\*\*|__)?\s*(?:[:.)\]–—-]\s*){{0,2}}(?:\*\*|__)?(?P<rest>.*)$",
    re.DOTALL,
)
# In words, where a heading counts them: "Requirement 2: Reminder".
_COUNTED: Final = re.compile(
    r"^(?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+)?[\s*_]{0,4}(?:Requirement|Anforderung)\s+(?P<number>\d{1,3})(?![\w.])\s*(?:[:.–—-]\s*)?(?P<rest>.*)$",
    re.DOTALL,
)


def canonical(text: str) -> str | None:
    """The first identifier of a text in our form; none when there is none."""
    found = _ID.search(text)
    return _formed(found) if found else None


def references(text: str) -> tuple[str, ...]:
    """Every identifier of a text in our form, each once."""
    return tuple(dict.fromkeys(_formed(found) for found in _ID.finditer(text)))


def leading(text: str) -> tuple[str, str] | None:
    """The identifier a text starts with, and the words behind it: `FR-1 – Apply a code`, `**AC-1.2**: Given …`."""
    found = _LEADING.match(text)
    if found is None:
        counted = _COUNTED.match(text)
        return (f"FR-{int(counted['number']):03d}", counted["rest"].strip()) if counted else None
    identifier = canonical(found["id"])
    return (identifier, found["rest"].strip()) if identifier else None


def _formed(found: re.Match[str]) -> str:
    prefix = _SAME.get(found["prefix"], found["prefix"])
    first = found["first"].lstrip("0").zfill(_WIDTHS.get(prefix, 3))
    if found["second"] is None:
        return f"{prefix}-{first}"
    return f"{prefix}-{first}-{found['second'].lstrip('0').zfill(2)}"
