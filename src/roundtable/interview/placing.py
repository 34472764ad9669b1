"""The files that the person names in what was heard, and what they say of each: in, out, or only spoken of.

Elsewhere: the decider (`language.places`), what becomes of a file (`recording`).
"""

import re
from typing import Final, NamedTuple

from roundtable.facts import DirectChange, NoChange
from roundtable.interview.denials import brought_up
from roundtable.interview.named import all_named
from roundtable.interview.situation import Situation
from roundtable.language.places import FileNamed, Said, Standing, places_said

_ASKS_FOR_PLACES: Final = frozenset({"direct_change", "module"})
_IS_A_VALUE: Final = re.compile(r"""["“=]$|\w\(['"]?$""")
"""What stands before a name that is given to something: `open("x.sql")`, `--file=x.sql`."""
_SAYS: Final = {"direct_change": "in", "module": "in", "no_change": "out"}
"""What a sentence of these kinds says of the files in it."""


class Placing(NamedTuple):
    """A file, where it is named, and what is said of it there."""

    path: str
    start: int
    said: Said
    is_clear: bool
    is_new: bool
    """Whether the code does not have it yet."""


def placings(situation: Situation, start: int, end: int, kind: str = "") -> list[Placing]:
    """The files of which a part of what was heard says that they are in or out; of each, the last word in all of it counts.

    What is not clear by itself is so where the part, a sentence, is of a `kind` that says the same.
    """
    found: dict[str, Placing] = {}
    for one in _all(situation):
        says_so = start <= one.start < end and one.said == _SAYS.get(kind)
        if (says_so or one.is_clear) and one.said != "mention":
            found[one.path] = one
    return [one for one in found.values() if start <= one.start < end]


def left_as_offered(situation: Situation) -> set[str]:
    """The files of a proposal that the answer names without a clear word against them."""
    named = _all(situation)
    out = {one.path for one in named if one.is_clear and one.said == "out"}
    return ({one.path for one in named} - out) & brought_up(situation)


def _all(situation: Situation) -> list[Placing]:
    """Every name of a file in what was heard, in order."""
    kinds, offered = situation.asked.kinds[:1], brought_up(situation)
    offers = any(isinstance(fact, DirectChange) for fact in situation.asked.offers)
    asked = "offer" if offers else "place" if _ASKS_FOR_PLACES & {*kinds} else "other"
    standing: dict[str, Standing] = {fact.path: "out" for fact in situation.analysis.of(NoChange)}
    standing |= {fact.path: "in" for fact in situation.analysis.of(DirectChange)}
    text = situation.heard.text
    named = all_named(text, situation.sight, offered, by_class=kinds == ("direct_change",))
    names = [name for name in named if asked != "other" or not _IS_A_VALUE.search(text[: name.start])]
    marked = tuple(
        FileNamed(name.start, name.end, name.path in offered, standing.get(name.path, "")) for name in names
    )
    return [
        Placing(name.path, name.start, *one, is_new=name.found is None)
        for name, one in zip(names, places_said(text, marked, asked), strict=True)
        if name.found is None
        or name.found.kind != "folder"  # what is said of a folder is told of no single file
    ]
