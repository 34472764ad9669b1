"""The one diagram an item may have: a way through three parts or more, six boxes at most, no colours.

Elsewhere: escaping of labels (`escaping.label`).
"""

import re
from collections.abc import Iterable
from typing import Final

from roundtable.documents.escaping import fenced, label

_MOST_BOXES: Final = 6
_ARROW: Final = re.compile(
    r"^\s*(?P<a>[^:]{1,60}?)\s*(?:-+>+|=+>|→|⟶)\s*(?P<b>[^:]{1,60}?)\s*(?:[:;,]\s*(?P<c>.+))?\s*$"
)


def arrow_of(text: str) -> tuple[str, str, str] | None:
    """`cart -> pricing: code` as its two ends and what is said about them."""
    found = _ARROW.match(text)
    if found is None or not found["a"] or not found["b"] or re.search(r"-+>|=+>|→", found["b"]):
        return None
    return found["a"], found["b"], found["c"] or ""


def way_through(arrows: Iterable[tuple[str, str, str]]) -> str:
    """The parts and what passes between them; nothing where a sentence says it as well."""
    drawn = {
        (_key(a), _key(b)): (a, b, words)
        for a, b, words in arrows
        if _key(a) and _key(b) and _key(a) != _key(b)
    }
    boxes = dict.fromkeys(key for pair in drawn for key in pair)
    leads_on = {b for _, b in drawn} & {a for a, _ in drawn}
    if not 3 <= len(boxes) <= _MOST_BOXES or not leads_on:
        return ""
    names = {key: f"p{at}" for at, key in enumerate(boxes, start=1)}
    shown: set[str] = set()

    def box(key: str, words: str) -> str:
        if key in shown:
            return names[key]
        shown.add(key)
        return f'{names[key]}["{label(words, 40)}"]'

    lines = ["flowchart LR"]
    for (start, end), (a, b, words) in drawn.items():
        carried = f' -- "{label(words, 40)}" -->' if words.strip() else " -->"
        lines.append(f"    {box(start, a)}{carried} {box(end, b)}")
    return fenced("mermaid", "\n".join(lines))


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()
