"""What a person says of each file they name: it changes (`in`), it is left alone (`out`), or it is only spoken of (`mention`).

`places_said` is asked with the whole input and where the names stand in it. Learned from labelled sentences
(`training/places`). What is not clear is not acted upon: the file stays what it was, and the sentence is kept.

Elsewhere: which words name a file (`roundtable.interview.named`), what becomes of it (`roundtable.interview.recording`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, dropwhile, islice, takewhile
from typing import Final, Literal, NamedTuple, cast

from roundtable.language.linear import Groups, model
from roundtable.language.phrases import any_form, negation
from roundtable.language.tokens import letter_runs, tokens, word_runs

Said = Literal["in", "out", "mention"]
Standing = Literal["in", "out", ""]
AskedFor = str
"""What the open question is after: the place ("place"), a yes to files ("offer"), what is left alone ("leave"), or "other"."""

_CLEAR: Final[Mapping[str, float]] = {"in": 0.5, "out": 0.5, "mention": 0.5}
_CLEAR_OFFERED: Final = 0.9
_CLEAR_WARY: Final = 0.75
_AGAINST: Final = 0.25
"""What is said has to have the one share, and its opposite at most the other. Found by leaving one voice out at a time: of what
was read as "in" of a file that the table had brought up, one in seven was meant as "out"; so that has to be clearer."""
_OPPOSITE: Final[Mapping[str, str]] = {"in": "out", "out": "in"}
FILE: Final = re.compile(
    r"(?<![\w/.@~-])[\w@~.-]*(?:/[\w@.+-]+)*/?[\w@+-]+\.[A-Za-z]\w{0,5}(?![\w(/])"
    r"|(?<![\w/.-])(?:[\w@.+-]+/)*\.[A-Za-z][\w.-]*\w(?![\w/(])"
)
"""What looks like the name of a file: `app/forms.py`, or `docker/.env.example`, which begins with a dot."""
_THIS, _OTHER = "<this>", "<other>"
_DENIED: Final = re.compile(r"(do|does|did|is|are|was|were|ca|wo|should|would|could|need|has|have|must)n'?t")
_CUTS: Final = frozenset([*".!?,;:()-–—+", "but", "and", "while", "whereas", "since", "because"])
_JOINS: Final = frozenset({",", "and", "or", "nor", "&", "+", "/"})
_AS_BEFORE: Final = (
    r"(?:the )?same(?: thing)?(?: goes| holds)?(?: for| with| in)?|ditto(?: for)?|likewise",
    r"(?:so|as) (?:is|are|do|does|did|can|could|should|must|will|would|has|have)",
)
_TOO: Final = (r"(?:is |are |does |do |can |must )?(?:too|also|as well|likewise|ditto|same)",)
"""What stands before and behind a file of which nothing else is said: it shares the fate of the one before it."""
_ASIDE: Final = re.compile(r"[`\"]|^'|'$|^:\d+(?:-\d+)?")
"""Marks around a name, and the line behind it."""
_LONGEST: Final = 4000
_MOST: Final = 12
"""Letters and names that are looked at; what is longer was pasted."""


class FileNamed(NamedTuple):
    """Where a file is named in an input, and what the table knows of it."""

    start: int
    end: int
    is_offered: bool = False
    """Whether the table has just brought it up."""
    standing: Standing = ""
    """Whether it is in the plan or ruled out already."""


class Place(NamedTuple):
    """What is said of a file, and whether that is clear."""

    said: Said
    is_clear: bool


def places_said(
    text: str, named: tuple[FileNamed, ...], asked: AskedFor, *, wary: bool = False
) -> tuple[Place, ...]:
    """What is said of each of the files, in their order; `wary`: of what stays was asked, and hardly for what changes."""
    return _places_said(
        text, named, asked, wary, id(model("places"))
    )  # asked again for every sentence of an input


def places_a_file(text: str) -> bool:
    """Whether a text clearly says of something that looks like a file that it is in or out."""
    found = islice(FILE.finditer(text[:_LONGEST]), _MOST)
    named = tuple(FileNamed(*match.span()) for match in found)
    return any(one.is_clear and one.said in _OPPOSITE for one in places_said(text, named, "other"))


@lru_cache(maxsize=64)
def _places_said(
    text: str, named: tuple[FileNamed, ...], asked: AskedFor, wary: bool, _learned: int
) -> tuple[Place, ...]:
    rows = (place_features(text, named, at, asked) for at in range(len(named)))
    alone = [model("places").shares(row) for row in rows]
    # The files of one list share their fate, whatever the table knows of each.
    lists = [tuple(_words(text, named, this)) for this in named]
    for at, own in enumerate(lists):
        before = next((one for one in range(at - 1, -1, -1) if lists[one] != own), None)
        if before is not None and _echoes(own):
            alone[at] = alone[before]
    return tuple(
        _decided(
            [shares for shares, other in zip(alone, lists, strict=True) if other == own],
            {
                **_CLEAR,
                "in": _CLEAR_OFFERED
                if one.is_offered or asked == "leave"
                else _CLEAR_WARY
                if wary
                else _CLEAR["in"],
            },
        )
        for own, one in zip(lists, named, strict=True)
    )


def _decided(together: Sequence[Mapping[str, float]], clear: Mapping[str, float]) -> Place:
    shares = {said: sum(one[said] for one in together) / len(together) for said in together[0]}
    said = cast("Said", max(shares, key=lambda one: shares[one]))
    against = shares.get(_OPPOSITE.get(said, ""), 0.0)
    return Place(said, shares[said] >= clear[said] and against <= _AGAINST)


def place_features(text: str, named: Sequence[FileNamed], at: int, asked: AskedFor) -> Groups:
    """Feature names by view, for one of the files."""
    this = named[at]
    pieces = _pieces(_words(text, named, this))
    here = next(index for index, piece in enumerate(pieces) if _THIS in piece)
    own = pieces[here]
    place = own.index(_THIS)
    before, after = own[:place], own[place + 1 :]
    speaking = [index for index, piece in enumerate(pieces) if _OTHER in piece and index != here]
    earlier = max((index for index in speaking if index < here), default=-1)
    later = min((index for index in speaking if index > here), default=len(pieces))
    front, behind = _joined(pieces[earlier + 1 : here]), _joined(pieces[here + 1 : later])
    elsewhere = _joined(pieces[index] for index in speaking)
    known = [f"asked {asked}", f"offered {this.is_offered}", f"standing {this.standing}"]
    marks = [
        f"files before {min(2, len([i for i in speaking if i < here]))}",
        f"files after {min(2, len([i for i in speaking if i > here]))}",
        f"no before {_denies(before)}",
        f"no after {_denies(after)}",
        f"no in front {_denies(front)}, {earlier < 0}",
        f"no behind {_denies(behind)}",
        f"no elsewhere {_denies(elsewhere)}",
        f"asks {'?' in own}",
        f"words {min(2, len(before))} {min(2, len(after))}",
    ]
    return {
        "own": word_runs(["^", *own, "$"]),
        "before": word_runs(before, 2),
        "after": word_runs(after, 2),
        "letters": letter_runs(" ".join((*before, "_", *after)), 3),
        "front" if earlier < 0 else "between": word_runs(["^", *front], 2),
        "behind": word_runs(behind, 2),
        "elsewhere": word_runs(elsewhere, 1),
        "crossed": [f"{mark} {word}" for mark in known for word in (*before, *after)],
        "Marks": [*known, *marks, *(f"{mark}, {other}" for mark, other in combinations((*known, *marks), 2))],
        "Bias": ["always"],
    }


def _words(text: str, named: Sequence[FileNamed], this: FileNamed) -> list[str]:
    """The words and marks, with a sign for the file that is asked about and one for every other."""
    words: list[str] = []
    done = 0
    for name in sorted(named):
        words += _plain(text[done : name.start])
        words.append(_THIS if name == this else _OTHER)
        done = name.end
    return _listed([*words, *_plain(text[done:_LONGEST])])


def _plain(text: str) -> Iterator[str]:
    for token in tokens(_ASIDE.sub("", text).replace("\n", " . ")):
        denied = _DENIED.fullmatch(token)
        yield from (denied[1], "not") if denied else (token,)


def _listed(words: list[str]) -> list[str]:
    """The words, where a list of files in which the one asked about stands ("a.py, b.py and c.py") is that one."""
    first = last = words.index(_THIS)
    while last + 2 < len(words) and words[last + 1] in _JOINS and words[last + 2] == _OTHER:
        last += 2
    while first >= 2 and words[first - 1] in _JOINS and words[first - 2] == _OTHER:
        first -= 2
    # "a.py, b.py stays" says something of the second alone, "not a.py, b.py" of the first.
    ends = _CUTS.issuperset(words[last + 1 : last + 2]) and not _denies(words[max(0, first - 1) : first])
    is_list = ends or not {"and", "or", "nor", "&", "+"}.isdisjoint(words[first:last])
    return [*words[:first], _THIS, *words[last + 1 :]] if is_list else words


def _echoes(words: Sequence[str]) -> bool:
    """Whether nothing is said of a file but that it is as the one before: "x.py too", "the tests (x.py) too", "same for x.py"."""
    at = words.index(_THIS)
    in_brackets = words[at - 1 : at] == ("(",)
    back = takewhile(lambda word: word not in _CUTS, reversed(words[: at - in_brackets]))
    behind = dropwhile(lambda word: word in "()", words[at + 1 :])
    lead = " ".join(reversed([*back]))
    said = " ".join(takewhile(lambda word: word not in _CUTS, behind))
    if not said:
        return any_form(_AS_BEFORE).fullmatch(lead) is not None
    return any_form(_TOO).fullmatch(said) is not None and (in_brackets or not lead)


def _pieces(words: Sequence[str]) -> list[list[str]]:
    """The words between commas and the like; what cuts stands at the end of its piece."""
    pieces: list[list[str]] = [[]]
    for word in words:
        pieces[-1].append(word)
        # "Untouched: x.py" is one piece, "x.py: untouched" are two.
        if word in _CUTS and not (word == ":" and {_THIS, _OTHER}.isdisjoint(pieces[-1])):
            pieces.append([])
    return pieces


def _joined(pieces: Iterable[Sequence[str]]) -> list[str]:
    return [word for piece in pieces for word in piece]


def _denies(words: Sequence[str]) -> bool:
    return negation().search(" ".join(words)) is not None
