"""Identifiers in any text: where they stand, and when two spellings mean the same one.

`FR-1`, `FR-001` and `FR-01` are one id; so are `AC-1.2`, `AC-001-02` and `AC-FR-001-02`. Placeholders (`FR-NNN`), parts of
addresses and of longer words are none. Tolerant on purpose: items made elsewhere spell ids in many ways.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["ID", "Mention", "key_of", "leading_id", "mentions", "owner_key", "prefix_of"]

_SHAPE: Final = (
    r"(?:NFR|FR|AC|US|ADR|ERR|BR|REQ|QR|UC)-(?:[A-Z]{1,10}-)?\d{1,6}(?:[-.]\d{1,4}){0,3}[a-z]?(?![\w])(?!-\w)"
)
ID: Final = re.compile(rf"(?<![\w#.\\-])(?<![a-z]/){_SHAPE}")
_PARTS: Final = re.compile(r"(?P<prefix>[A-Z]+)-?(?P<word>[A-Z]+-)?(?P<numbers>[\d.-]+)(?P<suffix>[a-z]?)$")
# Before an id that is being defined: list mark, checkbox, emphasis, back-quote, chapter number.
_LEAD: Final = re.compile(
    r"^(?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+)?[\s*_`\[]*(?P<id>(?:NFR|FR|AC|US|ADR|ERR|BR|REQ|QR|UC)-?(?:[A-Z]{1,10}-)?\d{1,6}(?:[-.]\d{1,4}){0,3}[a-z]?)"
    r"(?!\w)(?P<rest>.*)$",
    re.DOTALL,
)


class Mention(NamedTuple):
    """An id somewhere in a text."""

    id: str
    key: str
    start: int


@lru_cache(maxsize=8192)
def key_of(written: str) -> str:
    """What two spellings of one id have in common."""
    found = _PARTS.match(written.strip())
    if found is None:
        return written.strip().upper()
    word = found["word"] or ""
    if found["prefix"] == "AC" and word == "FR-":
        word = ""
    numbers = "-".join(str(int(part)) for part in re.split(r"[.-]", found["numbers"]) if part.isdigit())
    return f"{found['prefix']}-{word}{numbers}{found['suffix']}"


def prefix_of(key: str) -> str:
    """`FR` of `FR-1`."""
    return key.split("-", 1)[0]


def owner_key(criterion_key: str) -> str | None:
    """The requirement that a criterion's number names: `FR-1` for `AC-1-2`, `NFR-5` for `AC-NFR-5-2`; none for `AC-7`."""
    parts = criterion_key.split("-")
    if len(parts) == 3 and parts[1].isdigit():
        return f"FR-{parts[1]}"
    if len(parts) >= 4 and not parts[1].isdigit():
        return f"{parts[1]}-{parts[2]}" if parts[1] in {"NFR", "REQ", "US"} else None
    return None


def mentions(text: str) -> list[Mention]:
    """Every id in the text."""
    return [Mention(found[0], key_of(found[0]), found.start()) for found in ID.finditer(text)]


def leading_id(text: str) -> tuple[str, str] | None:
    """The id a line starts with, and what follows it without separators and emphasis; none when it starts otherwise."""
    found = _LEAD.match(text)
    if found is None:
        return None
    return found["id"], found["rest"].lstrip(" \t*_`]):.—–-|").strip()
