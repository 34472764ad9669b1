"""How many columns a text takes, and cutting it to fit."""

import unicodedata

__all__ = ["cut", "width_of"]


def width_of(text: str) -> int:
    """The columns that a terminal needs: a Chinese character takes two, a combining one none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def cut(text: str, room: int) -> str:
    """The text, or its beginning and an ellipsis."""
    if width_of(text) <= room:
        return text
    kept = text
    while kept and width_of(kept) > room - 1:
        kept = kept[:-1]
    return f"{kept}…" if room > 0 else ""
