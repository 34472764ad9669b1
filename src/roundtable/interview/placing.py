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
from roundtable.language.sentences import FRAGMENT, sentences

_ASKS_FOR_PLACES: Final = frozenset({"direct_change", "module"})
_IS_A_VALUE: Final = re.compile(r"""["“=]$|\w\(['"]?$""")
"""What stands before a name that is given to something: `open("x.sql")`, `--file=x.sql`."""
_OF_SOMETHING_ELSE: Final = frozenset({"constraint"})
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
    is_turned_out: bool
    """Whether it is out now, and was in."""


def placings(situation: Situation, start: int, end: int, kind: str = "") -> list[Placing]:
    """The files of which a part of what was heard says that they are in or out; of each, the last word in all of it counts.

    What is not clear by itself is so where the part, a sentence, is of a `kind` that says the same. A sentence that plainly
    states something else takes nothing out that was said to be in: "x.py stays the only place that knows it".
    """
    found: dict[str, Placing] = {}
    for one in _all(situation):
        says_so = start <= one.start < end and one.said == _SAYS.get(kind)
        is_aside = one.is_turned_out and kind in _OF_SOMETHING_ELSE
        is_plain = says_so or (one.is_clear and not is_aside)
        if is_plain and one.said != "mention":
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
    said = [
        one
        if one.said != "out" or _is_out_by_itself(text, mark, asked)
        else one._replace(said="mention", is_clear=False)
        for one, mark in zip(places_said(text, marked, asked), marked, strict=True)
    ]
    return [
        Placing(
            name.path,
            name.start,
            *one,
            is_new=name.found is None,
            is_turned_out=one.said == "out" and standing.get(name.path) == "in",
        )
        for name, one in zip(names, said, strict=True)
        if name.found is None
        or name.found.kind != "folder"  # what is said of a folder is told of no single file
    ]


def _is_out_by_itself(text: str, name: FileNamed, asked: str) -> bool:
    """Whether the sentence alone says it, too, if it is one: "two files, nothing new to create" is said of no file."""
    start, end = next((a, b) for a, b in sentences(text) if a <= name.start < b)
    if len(text[start:end].split()) <= FRAGMENT:
        return True
    mark = name._replace(start=name.start - start, end=name.end - start)
    (place,) = places_said(text[start:end], (mark,), asked)
    return place.said == "out" and place.is_clear
