"""Identifiers in any text: where they stand, and when two spellings mean the same one.

`FR-1`, `FR-001`, `FR_01` and `FR1` are one id; so are `AC-1.2`, `AC-001-02` and `AC-FR-001-02`. Placeholders (`FR-NNN`), parts of
addresses and of longer words are none. Tolerant on purpose: items made elsewhere spell ids in many ways, some in words
("Requirement 2", "User Story 1"); those count only where a document is built on them.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = [
    "CRITERIA",
    "ID",
    "QUALITIES",
    "REQUIREMENTS",
    "STORY_IDS",
    "Mention",
    "has_id",
    "key_of",
    "leading_id",
    "mentions",
    "misspelt",
    "owner_keys",
    "prefix_of",
    "spoken_mentions",
]

# English, German, French, Spanish and Portuguese habits.
REQUIREMENTS: Final = frozenset({"FR", "REQ", "SRS", "UR", "SR", "ANF", "FA", "RF", "EF"})
QUALITIES: Final = frozenset({"NFR", "QR", "SC", "NFA", "RNF", "ENF"})
CRITERIA: Final = frozenset({"AC", "AK", "CA"})
STORY_IDS: Final = frozenset({"US", "STORY", "HU"})
_PREFIXES: Final = "|".join(
    sorted(
        REQUIREMENTS | QUALITIES | CRITERIA | STORY_IDS | {"ADR", "ERR", "BR", "UC"},
        key=lambda prefix: (-len(prefix), prefix),
    )
)
_SHAPE: Final = (
    rf"(?:{_PREFIXES})[-_]?(?:(?<=[-_])[A-Z]{{1,10}}[-_])?\d{{1,6}}(?:[-._]\d{{1,4}}){{0,3}}[a-z]?"
)
ID: Final = re.compile(rf"(?=[A-Z])(?<![\w#.\\-])(?<![a-z]/){_SHAPE}(?![\w])(?!-\w)")
_PARTS: Final = re.compile(
    r"(?P<prefix>[A-Z]+)[-_]?(?P<word>(?<=[-_])[A-Z]+[-_])?(?P<numbers>[\d._-]+)(?P<suffix>[a-z]?)$"
)
# Before an id that is being defined: list mark, checkbox, emphasis, back-quote, chapter number.
_LEAD: Final = re.compile(
    rf"^(?:\d{{1,3}}(?:\.\d{{1,3}})*[.)]?\s+)?[\s*_`\[(]*(?P<id>{_SHAPE})(?!\w)(?P<rest>.*)$", re.DOTALL
)
_WORDS: Final = {"requirement": "REQ", "anforderung": "REQ", "user story": "US", "story": "US"}
_SPOKEN_LEAD: Final = re.compile(
    r"^(?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+)?[\s*_]*(?P<id>(?P<word>Requirement|Anforderung|User Story|Story)\s+(?P<number>\d{1,3}))"
    r"(?![\w.])(?P<rest>.*)$",
    re.DOTALL,
)
_SPOKEN: Final = re.compile(
    r"(?<![A-Za-z])(?P<word>Requirement|Anforderung|User Stor|Stor)(?:s|en|y|ies)?[:*_]{0,3}\s+(?P<numbers>\d{1,3}(?:\.\d{1,3})?(?![A-Za-z\d%])"
    r"(?:\s*(?:,|and|und|&)\s*\d{1,3}(?:\.\d{1,3})?(?![A-Za-z\d%]))*)"
)
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_MAYBE: Final = re.compile(r"[A-Z]{2,5}[-_]?(?:[A-Z]{1,10}[-_])?\d")
# The letter O for a zero, l or I for a one.
_MISSPELT: Final = re.compile(
    r"(?<![\w.-])(?:NFR|FR|REQ|AC|US|ADR|ERR|BR)[-_](?=[OIl\d-]*\d)(?=[\d-]*[OIl])[\dOIl]+(?:-[\dOIl]+)?(?![\w-])"
)


class Mention(NamedTuple):
    """An id somewhere in a text."""

    id: str
    key: str
    start: int


@lru_cache(maxsize=65_536)
def key_of(written: str) -> str:
    """What two spellings of one id have in common."""
    text = written.strip()
    spoken = _SPOKEN_LEAD.match(text)
    if spoken is not None:
        return f"{_WORDS[spoken['word'].lower()]}-{int(spoken['number'])}"
    found = _PARTS.match(text)
    if found is None:
        return text.upper()
    word = (found["word"] or "").replace("_", "-")
    if found["prefix"] in CRITERIA and word == "FR-":
        word = ""
    numbers = "-".join(str(int(part)) for part in re.split(r"[._-]", found["numbers"]) if part.isdigit())
    return f"{found['prefix']}-{word}{numbers}{found['suffix']}"


def prefix_of(key: str) -> str:
    """`FR` of `FR-1`."""
    return key.split("-", 1)[0]


def owner_keys(criterion_key: str) -> tuple[str, ...]:
    """The requirements that a criterion's number may name: `FR-1` for `AC-1-2`, `NFR-5` for `AC-NFR-5-2`; none for `AC-7`.

    The first one is what it most likely means; the others count where a document numbers its requirements that way.
    """
    parts = criterion_key.split("-")
    if len(parts) == 3 and parts[1].isdigit():
        return tuple(f"{prefix}-{parts[1]}" for prefix in ("FR", "REQ", "RF", "FA", "ANF", "US"))
    if len(parts) >= 4 and not parts[1].isdigit():
        if parts[1] in QUALITIES | REQUIREMENTS | STORY_IDS:
            return (f"{parts[1]}-{parts[2]}",)
        return tuple(f"{prefix}-{parts[1]}-{parts[2]}" for prefix in ("FR", "REQ"))
    return ()


def has_id(text: str) -> bool:
    """Whether it is worth looking for ids at all; cheap."""
    return _MAYBE.search(text) is not None


def mentions(text: str) -> list[Mention]:
    """Every id in the text."""
    return [Mention(found[0], key_of(found[0]), found.start()) for found in ID.finditer(text)]


def spoken_mentions(text: str) -> list[Mention]:
    """Ids in words: "Requirement 2", "Requirements 1.1, 2.3" (a criterion, by the number of its requirement)."""
    if "equirement" not in text and "tor" not in text and "nforderung" not in text:
        return []
    found: list[Mention] = []
    for said in _SPOKEN.finditer(text):
        is_story = "tor" in said["word"]
        for number in _NUMBER.finditer(said["numbers"]):
            whole, _, part = number[0].partition(".")
            name = "User Story" if is_story else "Requirement"
            prefix = "US" if is_story else "REQ"
            key = f"AC-{prefix}-{int(whole)}-{int(part)}" if part else f"{prefix}-{int(whole)}"
            found.append(Mention(f"{name} {number[0]}", key, said.start()))
    return found


def misspelt(text: str) -> list[str]:
    """What looks like an id and holds a letter where a digit belongs: `FR-O03`."""
    return [found[0] for found in _MISSPELT.finditer(text)]


def leading_id(text: str, *, spoken: bool = False) -> tuple[str, str] | None:
    """The id a line starts with, and what follows it without separators and emphasis; none when it starts otherwise.

    `spoken`: also "Requirement 2: …", which only headings use.
    """
    found = _LEAD.match(text) or (_SPOKEN_LEAD.match(text) if spoken else None)
    if found is None:
        return None
    return found["id"], found["rest"].lstrip(" \t*_`]):.—–-|").strip()
