"""The files that the person names in what was heard, and what they say of each: in, out, or only spoken of.

Elsewhere: the decider (`language.places`), what becomes of a file (`recording`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from roundtable.analysis.scanning import Resolved
from roundtable.engine.hearing import REVIEW
from roundtable.facts import DirectChange, NoChange
from roundtable.interview.denials import brought_up
from roundtable.interview.named import Named, all_named
from roundtable.interview.situation import Situation
from roundtable.interview.wording import blanked
from roundtable.language.closed_forms import first_word
from roundtable.language.phrases import any_phrase, rows
from roundtable.language.places import FileNamed, Place, Said, Standing, places_said
from roundtable.language.sentences import sentences

_ASKS_FOR_PLACES: Final = frozenset({"direct_change", "module"})
_IS_A_VALUE: Final = re.compile(r"""["“=]$|\w\(['"]?$""")
"""What stands before a name that is given to something: `open("x.sql")`, `--file=x.sql`."""
_ONLY: Final = rows("only | just | nothing else | alone")
_AND: Final = rows("and | und | et | y")
_ORDINALS: Final = ("first", "second", "third")
_COUNTS: Final = {"one": 1, "file": 1, "two": 2, "three": 3}
_PLACE: Final = re.compile(
    r"\bthe (?P<place>first|second|third|last|other)(?P<count> (?:one|two|three|file)\b|(?= (?:files|ones)\b)|(?=s\b))",
    re.IGNORECASE,
)
_SAYS: Final = {"direct_change": "in", "module": "in", "no_change": "out", "out_of_scope": "out"}
"""What a sentence of these kinds says of the files in it."""


class Placing(NamedTuple):
    """A file, where it is named, and what is said of it there."""

    path: str
    start: int
    said: Said
    is_clear: bool
    is_new: bool
    """Whether the code does not have it yet."""
    options: tuple[str, ...] | None
    """The files it may be, where nobody can tell which."""


def placings(situation: Situation, start: int, end: int, kind: str = "") -> list[Placing]:
    """The files of which a part of what was heard says that they are in or out; of each, the last word in all of it counts.

    What is not clear by itself is so where the part, a sentence, is of a `kind` that says the same.
    """
    found: dict[str, Placing] = {}
    denied = brought_up(situation) if _begins_with_no(situation.heard.text) else set[str]()
    every = _all(situation)
    # "x (in x.py) is out of scope" puts no file in; what puts one in and another out is about both.
    excludes = kind == "out_of_scope" and not any(one.is_clear and one.said == "out" for one in every)
    ruled_out = {fact.path for fact in situation.analysis.of(NoChange)}
    for one in every:
        says_so = start <= one.start < end and one.said == _SAYS.get(kind)
        is_left_out = excludes and one.said == "in" and one.path not in ruled_out  # "x.py is in!"
        is_denied = one.said == "out" and one.path in denied  # "No. What x.py does is right"
        is_told = (says_so or one.is_clear or is_denied) and one.said != "mention" and not is_left_out
        if is_told and one.options is None:
            found[one.path] = one
        elif is_told and one.said == "out":  # whichever of them is meant, none of them is to be proposed
            found |= {path: one._replace(path=path, options=None) for path in one.options or ()}
    return [one for one in found.values() if start <= one.start < end]


def not_placed(situation: Situation) -> list[Placing]:
    """The files that are said to be in while nobody can tell where they are, for whoever was asked for the place."""
    if situation.asked.kinds[:1] != ("direct_change",):
        return []
    return [one for one in _all(situation) if one.options is not None and one.said == "in"]


def left_as_offered(situation: Situation) -> set[str]:
    """The files of a proposal that the answer names without a clear word against them."""
    named = _all(situation)
    out = {one.path for one in named if one.is_clear and one.said == "out"}
    return ({one.path for one in named} - out) & brought_up(situation)


def others_out(situation: Situation, planned: set[str]) -> list[str]:
    """ "Only x.py": the other files of a proposal."""
    offered = {fact.path for fact in situation.asked.offers if isinstance(fact, DirectChange)}
    is_all = planned < offered and any_phrase(_ONLY).search(situation.heard.text)
    return sorted(offered - planned) if is_all else []


def _all(situation: Situation) -> list[Placing]:
    """Every name of a file in what was heard, in order."""
    kinds, offered = situation.asked.kinds[:1], brought_up(situation)
    offers = any(isinstance(fact, DirectChange) for fact in situation.asked.offers)
    leaves = "leave" if kinds == ("out_of_scope",) else "other"
    asks = _ASKS_FOR_PLACES & {*situation.asked.kinds[:2]}
    asked = "offer" if offers else "place" if asks else leaves
    standing: dict[str, Standing] = {fact.path: "out" for fact in situation.analysis.of(NoChange)}
    standing |= {fact.path: "in" for fact in situation.analysis.of(DirectChange)}
    text = situation.heard.text
    near = {*offered, *standing}
    named = all_named(text, situation.sight, near, by_class=kinds == ("direct_change",))
    named = sorted((*named, *_by_place(situation), *_by_stem(text, offered)), key=lambda name: name.start)
    names = [name for name in named if asked != "other" or not _IS_A_VALUE.search(text[: name.start])]
    marked = tuple(
        FileNamed(one.start, one.end, one.path in offered, standing.get(one.path, "")) for one in names
    )
    said: Sequence[Place] = places_said(text, marked, asked, wary=kinds == ("constraint",))
    is_all = not _beside(text, names)
    bare = [
        (start, end)
        for start, end in sentences(text)
        if text[end - 1] != "?" and not _beside(text, names, start, end)
    ]
    is_for_files = asked in {"offer", "place"} or situation.asked.about == REVIEW
    if is_all and not is_for_files:  # nothing is said of them: they are what was asked for
        said = [Place("out" if asked == "leave" else "mention", is_clear=True) for _ in names]
    elif is_for_files:
        # Whoever is asked for files and only names some means them; what is said then of one in the plan is why it is there.
        # A file that is not there yet is named because it will be.
        kept = [
            is_all
            or any(start <= name.start < end for start, end in bare)
            or ((mark.standing == "in" or _is_new(name)) and one.said != "out")
            for name, mark, one in zip(names, marked, said, strict=True)
        ]
        said = [Place("in", is_clear=True) if keep else one for keep, one in zip(kept, said, strict=True)]
    found = [
        Placing(_path(name), name.start, *one, is_new=_is_new(name), options=name.options)
        for name, one in zip(names, said, strict=True)
    ]
    # What is said of a folder puts no single file into the plan.
    return [one for one in found if not one.path.endswith("/") or one.said == "out"]


def _by_stem(text: str, offered: Iterable[str]) -> Iterator[Named]:
    """The files of a proposal that a no calls by their name without the ending: "no, recwarn is something else", "recwarn no"."""
    begins = _begins_with_no(text)
    for path in offered:
        stem = path.rpartition("/")[2].partition(".")[0]
        form = rf"(?<![\w./-]){re.escape(stem)}(?![\w/-]|\.\w)" if stem else r"(?!)"
        denied = form if begins else rf"{form}(?=:? (?:no|nope|not)\b)"
        if (match := re.search(denied, text)) is not None:
            yield Named(match[0], *match.span(), Resolved(path=path))


def _begins_with_no(text: str) -> bool:
    first = first_word(text)
    return first is not None and first.kind == "denial"


def _beside(text: str, names: Iterable[Named], start: int = 0, end: int | None = None) -> bool:
    """Whether there is a word beside the names, in a part of the text."""
    for name in names:
        text = blanked(text, name.start, name.end)
    return any(letter.isalnum() for letter in any_phrase(_AND).sub(" ", text[start:end]))


def _is_new(name: Named) -> bool:
    return name.found is None and name.options is None


def _path(name: Named) -> str:
    return f"{name.path}/" if name.found is not None and name.found.kind == "folder" else name.path


def _by_place(situation: Situation) -> list[Named]:
    """The files of a proposal that are named by where they stand in it: "the first one", "the other two"."""
    offered = [fact.path for fact in situation.asked.offers if isinstance(fact, DirectChange)]
    text = situation.heard.text
    by_name = {path for path in offered if path.rpartition("/")[2] in text}
    found: list[Named] = []
    for match in _PLACE.finditer(text):
        count = _COUNTS.get(match["count"].strip().casefold(), len(offered))
        word = match["place"].casefold()
        first = _ORDINALS.index(word) if word in _ORDINALS else -count
        meant = [path for path in offered if path not in by_name]
        meant = meant if word == "other" else offered[first:][:count]
        found += [Named(match[0], *match.span(), Resolved(path=path)) for path in meant]
    return found
