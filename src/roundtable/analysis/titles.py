"""The one-line title of whatever somebody typed, pasted or piped in.

The same text always gives the same title, so that typing an idea again finds the item it made. A short line is its own
title; of a longer draft the first line that says something is taken, without its Markdown marks, and of a long line what
stands before a clause that explains it. The draft keeps every word.
"""

import re
from typing import Final

from roundtable.language.sentences import sentences, shelters

_LONGEST: Final = 200
_LONG: Final = 90  # a title that one reads at a glance
_SHORT: Final = 20
_CLAUSE: Final = re.compile(
    r"[,;:]?\s+(?:so that|because|which|instead of)\b|[,;:](?=\s)|[.!?](?=\s+[A-Z])|\s+[-–—]\s"
)
"""Where a clause begins that says more about what stands before it."""
_MARKS: Final = re.compile(r"^\s*(?:#{1,6}\s+|[-*+]\s+|>\s+|\d+[.)]\s+)*")
_LEAST: Final = 10  # letters of what can be a title


def one_line(text: str) -> str:
    """`text` on one line: white space and control characters become single spaces."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def title_of(text: str) -> str:
    lines = [line for line in text.splitlines() if any(letter.isalnum() for letter in line)]
    if not lines:
        return one_line(text)
    title = one_line(lines[0] if len(lines) == 1 else _MARKS.sub("", lines[0]))
    if len(title) <= _LONG:
        return title
    ends = [end for _, end in sentences(title) if end >= _LEAST]
    said = title[: ends[0]] if ends else title
    if len(said) <= _LONG:
        return said
    near = said[:_LONGEST]
    closed = [*shelters(near)]
    cuts = [at.start() for at in _CLAUSE.finditer(near) if not any(a <= at.start() < b for a, b in closed)]
    if fitting := [cut for cut in cuts if _SHORT <= cut <= _LONG]:
        return said[: fitting[-1]]
    if len(said) <= _LONGEST:
        return said
    whole, space, _ = title[:_LONGEST].rpartition(" ")
    return f"{whole.rstrip(' ,;:')}…" if space else title[:_LONGEST]
