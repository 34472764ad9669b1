"""Whether a statement gives one thing what the person said of another: two figures, names or things that changed places.

Both stand in the quotation, so no word of the statement is new: only what stands beside what tells. Called by `fact_check`.
"""

import re
from itertools import combinations, permutations, product
from typing import Final, NamedTuple

from roundtable.minds.guards.figures import LONGEST_READ, figures
from roundtable.minds.guards.text import content_words, sentences, stems

_PART: Final = re.compile(
    r"(?<=[.!?…;:,()])\s+|\s[–—-]\s|\s(?=(?:and|but|while|whereas|und|aber|während|y|pero|et|mais|tandis)\s)",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"(?<=[\w,;] )[A-Z]\w+")
_MOST_PARTS: Final = 12


class _Part(NamedTuple):
    """A clause or sentence: its words, all of them, and what it is about that is counted or called by name."""

    words: frozenset[str]
    every: frozenset[str]
    marks: frozenset[str]


def is_exchanged(statement: str, said: str) -> bool:
    """Whether two parts of a statement each take half of one part of what was said and half of another."""
    statement, said = statement[:LONGEST_READ], said[:LONGEST_READ]
    own = _read(_PART.split(statement))
    for theirs in (_read(_PART.split(said)), _read(sentences(said))):
        for mine, others in product(combinations(own, 2), permutations(theirs, 2)):
            if _is_crossed(*mine, *others) or _changed_places(*mine, *others):
                return True
    return False


def _read(parts: list[str] | tuple[str, ...]) -> list[_Part]:
    found: list[_Part] = []
    for part in [one for one in parts if one.strip()][:_MOST_PARTS]:
        counts = frozenset(f"#{number}" for number in figures(part, spelled=True))
        names = frozenset(name.lower() for name in _NAME.findall(part))
        words = frozenset(word for word in content_words(part) if not word.isdigit())
        found.append(_Part(words | counts, frozenset(stems(part)) - names | counts, counts | names))
    return found


def _is_crossed(one: _Part, two: _Part, first: _Part, second: _Part) -> bool:
    """Of "A has a, B has b" it makes "A has b, B has a": each part holds something of both, and neither of them whole."""
    only_first, only_second = first.words - second.words, second.words - first.words
    kept, brought = one.words & only_first, one.words & only_second
    lost, left = two.words & only_first, two.words & only_second
    return all((kept, lost, brought, left)) and kept.isdisjoint(lost) and brought.isdisjoint(left)


def _changed_places(one: _Part, two: _Part, first: _Part, second: _Part) -> bool:
    """Two figures or names, each with more of what was said of the other than of what was said of it."""
    at_first, at_second = first.marks - second.marks, second.marks - first.marks
    is_both = one.marks & at_first and two.marks & at_second
    if not is_both or one.marks & at_second or two.marks & at_first:
        return False
    marks = first.marks | second.marks
    of_first, of_second = first.every - second.every - marks, second.every - first.every - marks
    own = len(one.every & of_first), len(two.every & of_second)
    other = len(one.every & of_second), len(two.every & of_first)
    return sum(other) > sum(own) and other[0] >= own[0] and other[1] >= own[1]
