"""What is on record, counted in people's words: "2 requirements, 1 rule, 1 open question"."""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis

_COUNTED: Final = (
    "problem requirement criterion business_rule quality constraint decision interface direct_change risk_zone "
    "open_question note"
)
_CALLED: Final = {"criterion": "check", "business_rule": "rule", "direct_change": "file", "risk_zone": "risk"}


def counted(analysis: Analysis, kinds: Iterable[str] = tuple(_COUNTED.split())) -> str:
    """How many there are of each of these kinds; empty when there are none."""
    counts = ((_CALLED.get(kind, kind.replace("_", " ")), len(analysis.kinds(kind))) for kind in kinds)
    return ", ".join(plural(count, noun) for noun, count in counts if count)


def plural(count: int, noun: str) -> str:
    """`1 rule`, `2 rules`, `2 qualities`."""
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count} {noun if count == 1 else many}"


def listed(names: list[str], *, serial: bool = False) -> str:
    """`a`, `a and b`, `a, b and c`; with a `serial` comma `a, b, and c`."""
    comma = "," if serial and len(names) > 2 else ""
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])}{comma} and {names[-1]}"
