"""User stories as people write them: "As a … I want … so that …", in English, German and Chinese."""

import re
from typing import Final, NamedTuple

__all__ = ["Told", "find_stories"]


class Told(NamedTuple):
    """A story and where it stands."""

    role: str
    want: str
    benefit: str
    start: int
    end: int


_END: Final = r"(?=\s*(?:\n\s*\n|\n\s*(?:[-*•]|\d+[.)]|as an?\b|als\b|given\b|acceptance\b|ac\b)|[.!;](?:\s|$)|[。；]|$))"
_STORIES: Final = (
    re.compile(
        rf"\bas an?\s+(?P<role>[^,\n]{{2,60}}?)\s*,?\s+(?:i|we)\s+(?:want|need|would like|wish|can|should be able|must be able|must)\s*(?:to be able to\s+|to\s+)?(?P<want>(?:(?!\n\s*\n).){{2,300}}?)"
        rf"(?:[\s,]+(?:so that|so|in order to|such that|because)\s+(?P<benefit>(?:(?!\n\s*\n).){{2,300}}?))?{_END}",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        rf"\bals\s+(?P<role>[^,\n]{{2,60}}?)\s*,?\s+(?:möchte|will|muss|brauche|kann)\s+ich\s+(?P<want>(?:(?!\n\s*\n).){{2,300}}?)(?:[\s,]+(?:damit|um|sodass)\s+(?P<benefit>(?:(?!\n\s*\n).){{2,300}}?))?{_END}",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        rf"作为(?:一个|一名)?(?P<role>[^，,\n]{{1,30}}?)[，,]\s*我(?:希望|想要?|需要|要)(?P<want>[^，,。\n]{{1,200}}?)(?:[，,]\s*(?:以便|这样|从而|以)(?P<benefit>[^。\n]{{1,200}}?))?{_END}"
    ),
)


def find_stories(text: str) -> list[Told]:
    """Every story in a text, in order."""
    found = [
        Told(_flat(hit["role"]), _flat(hit["want"]), _flat(hit["benefit"] or ""), hit.start(), hit.end())
        for pattern in _STORIES
        for hit in pattern.finditer(text[:20_000])
    ]
    return sorted(found, key=lambda told: told.start)


def _flat(text: str) -> str:
    return " ".join(text.split()).strip(" ,;.")
