"""How many columns a text takes, and cutting it to fit: for lines of our own, which nothing else lays out.

Elsewhere: pages, which the library that breaks their lines also measures (`screen`).
"""

import unicodedata
from itertools import accumulate
from typing import Final

_INVISIBLE: Final = frozenset({"Mn", "Me", "Cf"})
_UNASSIGNED: Final = "Cn"


def width_of(text: str) -> int:
    """The columns that a terminal needs: a Chinese character takes two, a combining one none."""
    return len(text) if text.isascii() else sum(_places(letter) for letter in text)


def cut(text: str, room: int) -> str:
    if width_of(text) <= room:
        return text
    at = next(at for at, used in enumerate(accumulate(map(_places, text))) if used >= room)
    return f"{text[:at].rstrip()}…" if room > 0 else ""


def _places(letter: str) -> int:
    category = unicodedata.category(letter)
    if category in _INVISIBLE:
        return 0
    return 2 if category != _UNASSIGNED and unicodedata.east_asian_width(letter) in "WF" else 1
