"""Identifiers in any text: where they stand, which spellings mean the same one, and how we would write it.

`FR-1`, `FR-001`, `FR_01` and `FR1` are one id; so are `AC-1.2`, `AC-001-02` and `AC-FR-001-02`. Placeholders (`FR-NNN`), parts of
addresses and of longer words are none. Other houses' prefixes (REQ, RF, CA…) belong to a family of ours. Ids in words
("Requirement 2", "User Story 1") count only where a document is built on them. What two spellings of one id have in common is its
key, prefix kept (`key_of`).
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from roundtable.facts import FACT_TYPES
from roundtable.language.phrases import rows

# English, German, French, Spanish and Portuguese habits.
_HOUSES: Final = {
    "FR": "REQ SRS UR SR ANF FA RF EF", "NFR": "QR SC NFA RNF ENF", "AC": "AK CA", "US": "STORY HU",
}  # fmt: skip
_FAMILIES: Final = {prefix: family for family, others in _HOUSES.items() for prefix in others.split()}
_SHOWN: Final = rows("FR|NFR|AC|US|ADR|BR|CON|AS|OQ|RZ|OP|IN|MOD|IF|ERR|OUT|DC")
"""Prefixes that documents show. Others are too common for something else: PR-12 is a pull request."""
_WIDTHS: Final = {kind.prefix: kind.width for kind in FACT_TYPES.values() if kind.prefix in _SHOWN}
_LONGEST_FIRST: Final = sorted({*_FAMILIES, *_HOUSES, *_WIDTHS, "UC"}, key=lambda name: (-len(name), name))
_PREFIXES: Final = "|".join(_LONGEST_FIRST)
_NUMBERS: Final = r"\d{1,6}(?:[-._]\d{1,4}){0,3}[a-z]?"
_SHAPE: Final = rf"(?:{_PREFIXES})[-_]?(?:(?<=[-_])[A-Z]{{1,10}}[-_])?{_NUMBERS}"
ID: Final = re.compile(rf"(?=[A-Z])(?<![\w#.\\-])(?<![a-z]/){_SHAPE}(?![\w])(?!-\w)")
_PARTS: Final = re.compile(r"([A-Z]+)[-_ ]?((?<=[-_])[A-Z]+[-_])?([\d._-]+)([a-z]?)$")
_CHAPTER: Final = r"^(?:\d{1,3}(?:\.\d{1,3})*[.)]?\s+)?"
# Before an id that is being defined: chapter number, emphasis, back-quote, bracket. Between prefix and number people put a space.
_LEAD: Final = re.compile(
    rf"(?s){_CHAPTER}[\s*_`\[(#]{{0,8}}(?P<id>{_SHAPE}|(?:{_PREFIXES}) {_NUMBERS})(?!\w)(?!-\w)(?P<rest>.*)$"
)
_WORDS: Final = {"Requirement": "REQ", "Anforderung": "REQ", "User Story": "US", "Story": "US"}
_SPOKEN_LEAD: Final = re.compile(
    rf"(?s){_CHAPTER}[\s*_]{{0,8}}(?P<id>(?P<word>{'|'.join(_WORDS)})\s+(?P<number>\d{{1,3}}))(?![\w.])(?P<rest>.*)$"
)
_NUMBER: Final = r"\d{1,3}(?:\.\d{1,3})?(?![A-Za-z\d%])"
_SPOKEN: Final = re.compile(
    r"(?<![A-Za-z])(?P<word>Requirement|Anforderung|User Stor|Stor)(?:s|en|y|ies)?[:*_]{0,3}\s+"
    rf"(?P<numbers>{_NUMBER}(?:\s*(?:,|and|und|&)\s*{_NUMBER})*)"
)
_MAYBE: Final = re.compile(r"[A-Z]{2,5}[-_]?(?:[A-Z]{1,10}[-_])?\d")
# The letter O for a zero, l or I for a one.
_MISSPELT: Final = re.compile(
    r"(?<![\w.-])(?:NFR|FR|REQ|AC|US|ADR|ERR|BR)[-_](?=[OIl\d-]*\d)(?=[\d-]*[OIl])[\dOIl]+(?:-[\dOIl]+)?(?![\w-])"
)


class Mention(NamedTuple):
    id: str
    key: str
    start: int


@lru_cache(maxsize=65_536)
def key_of(written: str) -> str:
    """`FR-1` for `FR-001` and `FR_01`, `AC-1-2` for `AC-001-02` and `AC-FR-1.2`, `REQ-2` for "Requirement 2"."""
    text = written.strip()
    if (spoken := _SPOKEN_LEAD.match(text)) is not None:
        return f"{_WORDS[spoken['word']]}-{int(spoken['number'])}"
    if (found := _PARTS.match(text)) is None:
        return text.upper()
    prefix, word, numbers, suffix = found.groups()
    word = (word or "").replace("_", "-") if family_of(prefix) != "AC" or word != "FR-" else ""
    parts = numbers.replace(".", "-").replace("_", "-").split("-")
    counted = "-".join(str(int(number)) for number in parts if number.isdigit())
    return f"{prefix}-{word}{counted}{suffix}"


def prefix_of(key: str) -> str:
    """`REQ` of `REQ-1`."""
    return key.split("-", 1)[0]


def family_of(key: str) -> str:
    """The prefix that we would give it: `FR` for `REQ-1`."""
    prefix = prefix_of(key)
    return _FAMILIES.get(prefix, prefix)


def spelt(key: str) -> str:
    """A key as such ids are usually written: `FR-001`, `AC-001-02`."""
    first, *numbers = key.split("-")
    width = _WIDTHS.get(first, 3)
    widths = [width, *[2] * len(numbers)] if len(numbers) < 2 or numbers[0].isdigit() else [width] * 9
    shown = [n.zfill(w) if n.isdigit() else n for n, w in zip(numbers, widths, strict=False)]
    return "-".join([first, *shown])


def owner_keys(criterion: str) -> tuple[str, ...]:
    """The requirements that a criterion's number may name: `FR-1` for `AC-1-2`, `NFR-5` for `AC-NFR-5-2`; none for `AC-7`.

    The first one is what it most likely means; the others count where a document numbers its requirements that way.
    """
    parts = criterion.split("-")
    if len(parts) == 3 and parts[1].isdigit():
        return tuple(f"{prefix}-{parts[1]}" for prefix in ("FR", "REQ", "RF", "FA", "ANF", "US"))
    if len(parts) < 4 or parts[1].isdigit():
        return ()
    named = f"{parts[1]}-{parts[2]}"
    return (named,) if family_of(parts[1]) in ("FR", "NFR", "US") else (f"FR-{named}", f"REQ-{named}")


def has_id(text: str) -> bool:
    """Whether it is worth looking for ids at all; cheap."""
    return _MAYBE.search(text) is not None


def mentions(text: str) -> list[Mention]:
    return [Mention(found[0], key_of(found[0]), found.start()) for found in ID.finditer(text)]


def spoken_mentions(text: str) -> list[Mention]:
    """Ids in words: "Requirement 2", "Requirements 1.1, 2.3" (a criterion, by the number of its requirement)."""
    if not any(piece in text for piece in ("equirement", "tor", "nforderung")):
        return []
    found: list[Mention] = []
    for said in _SPOKEN.finditer(text):
        name, prefix = ("User Story", "US") if "tor" in said["word"] else ("Requirement", "REQ")
        for number in said["numbers"].replace("and", ",").replace("und", ",").replace("&", ",").split(","):
            whole, _, part = number.strip().partition(".")
            key = f"AC-{prefix}-{int(whole)}-{int(part)}" if part else f"{prefix}-{int(whole)}"
            found.append(Mention(f"{name} {number.strip()}", key, said.start()))
    return found


def misspelt(text: str) -> list[str]:
    """What looks like an id and holds a letter where a digit belongs: `FR-O03`."""
    return [found[0] for found in _MISSPELT.finditer(text)]


def leading(text: str, *, spoken: bool = False) -> tuple[str, str] | None:
    """The id a text starts with as it is written, and what follows it without separators and emphasis.

    `spoken`: also "Requirement 2: …", which only headings use.
    """
    if (found := _LEAD.match(text) or (_SPOKEN_LEAD.match(text) if spoken else None)) is None:
        return None
    # Emphasis that opened before the id closes behind it; what opens behind it belongs to the words.
    opened = "".join(mark for mark in "*_`" if mark in text[: found.start("id")])
    rest = found["rest"].lstrip(f" \t]):：.—–-|{opened}").strip()
    return found["id"], rest.removesuffix("**") if opened and rest.count("**") == 1 else rest


def canonical(text: str) -> str:
    """The id that a text starts with, as our facts have it: `FR-002` for `REQ2`; empty when there is none."""
    return _formed(key_of(found[0])) if (found := leading(text, spoken=True)) else ""


def references(text: str) -> tuple[str, ...]:
    formed = (_formed(mention.key) for mention in mentions(text))
    return tuple(dict.fromkeys(one for one in formed if one))


def _formed(key: str) -> str:
    prefix, *numbers = key.split("-")
    family = "" if prefix == "SC" else _FAMILIES.get(prefix, prefix)  # a measure of success has no id of ours
    if family not in _WIDTHS or not 1 <= len(numbers) <= 2 or not all(n.isdigit() for n in numbers):
        return ""
    return spelt("-".join([family, *numbers]))
