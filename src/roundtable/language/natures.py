"""What sort of change a backlog item asks for: it chooses the questions that fit.

Learned from labelled lines (`training/natures`). Where nothing speaks clearly the nature is `other`, whose questions suit
everything; what the person calls it, or says that it is not, counts more than anything learned.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final

from roundtable.language.linear import Groups, model
from roundtable.language.phrases import Table, any_form, rows
from roundtable.language.tokens import letter_runs, skeleton, tokens, word_runs

UNSURE: Final = "other"
DEFECT: Final = "defect"
_FORMS: Final = {
    "flag": re.compile(r"(?<!\w)--?[a-z]"),
    "call": re.compile(r"\w\("),
    "code": re.compile(r"`|\w_\w|[a-z][A-Z]|\w\.[a-z]"),
    "error": re.compile(r"[A-Z]\w*(?:Error|Exception)\b"),
    "constant": re.compile(r"\b[A-Z][A-Z_]{2,}\b"),
    "prefix": re.compile(r"^\w+(?:\(\w+\))?:|^\["),
}
"""Forms that tell code from prose."""
_LONGEST: Final = 2000
_CLEAR: Final = 0.6
"""Below this share nobody can tell; found by leaving a voice out at a time."""
_CLEARLY_WRONG: Final = 0.75
"""A fault is asked about as nothing else is, so it has to be clearer; what suits everything suits it, too."""
_MAY_BE: Final = 0.45
"""From this share on a request that is no clear wish is taken for a complaint: as a requirement it would be absurd."""

CALLED: Final[Mapping[str, Table]] = {
    DEFECT: rows("bug | bugfix | defect | regression"),
    "refactoring": rows("refactoring | refactor | clean-?up | clean up | restructuring"),
    "configuration": rows("setting | settings | config option | configuration | config | default"),
    "command": rows("cli option | cli flag | command line option | flag | command | subcommand"),
    "option": rows("api option | parameter | argument | keyword argument"),
    "ui": rows("ui change | design change | layout change"),
    "service": rows("endpoint | webhook | api change"),
    "data": rows("data change | migration | data migration"),
    "upkeep": rows("docs change | documentation change | dependency upgrade | upgrade | performance fix"),
    "feature": rows("feature | feature request | wish | enhancement | improvement"),
}
"""How people call what they ask for; a feature may be of any nature but a defect or a refactoring."""
SUBJECTS: Final = rows("it | this | this one | the item | the whole thing")
IS: Final = rows("is | [’']?s | should be")
IS_NOT: Final = rows("is not | isn[’']?t | [’']?s not | is no | [’']?s no")
DEGREES: Final = rows("a | an | really | just | only | more of | rather | actually | pure | new | small")
LAST_WORDS: Final = rows("really | actually | at all | though")
_NO_FEATURES: Final = frozenset({DEFECT, "refactoring", "upkeep"})


def nature_features(request: str) -> Groups:
    """Feature names by view."""
    words = tokens(request[:_LONGEST])
    marks = [mark for mark, form in _FORMS.items() if form.search(request[:_LONGEST])]
    return {
        "letters": letter_runs(request[:_LONGEST]),
        "words": word_runs(words),
        "first": [" ".join(words[:size]) for size in (1, 2, 3)],
        "skeleton": word_runs(["^", *skeleton(words), "$"], longest=4),
        "Marks": [*marks, *(f"{mark}, {other}" for mark, other in combinations(marks, 2))],
        "Bias": ["always"],
    }


def nature_of(request: str, said: Iterable[str] = ()) -> str:
    """product, ui, defect, command, option, refactoring, data, configuration, service, upkeep; or other, where nobody can tell.

    `said` is what the person said since, the latest last: what they call it holds, what they deny is out.
    """
    return _nature_of(request, tuple(said), id(model("natures")))  # asked for with every question


@lru_cache(maxsize=64)
def _nature_of(request: str, said: tuple[str, ...], _learned: int) -> str:
    denied: set[str] = set()
    for text in reversed(said):
        for is_so, name in reversed([*names_of_natures(text)]):
            if is_so and name != "feature":
                return name
            features = {*CALLED, "product"} - _NO_FEATURES
            denied |= _NO_FEATURES if is_so else features if name == "feature" else {name}
    left = {name: share for name, share in _shares(request).items() if name not in denied}
    likeliest = max(left, key=left.__getitem__, default=UNSURE)
    least = _CLEARLY_WRONG if likeliest == DEFECT else _CLEAR
    return likeliest if left and left[likeliest] >= least * sum(left.values()) else UNSURE


def complains(request: str) -> bool:
    """Whether a request tells what goes wrong, and not what is wanted."""
    return _shares(request).get(DEFECT, 0.0) >= _MAY_BE


def names_of_natures(text: str) -> list[tuple[bool, str]]:
    """What somebody says that the item is (or is not): "it is not a bug, it is a new setting"."""
    return [(is_so, name) for is_so, name, _, _ in _named(text)]


def _named(text: str) -> list[tuple[bool, str, int, int]]:
    return [
        (not match["isnt"], next(name for name in CALLED if match[name]), match.start(), match.end())
        for match in _calling(SUBJECTS, IS, IS_NOT, DEGREES, LAST_WORDS, *CALLED.values()).finditer(text)
    ]


@lru_cache(maxsize=64)
def _calling(
    subjects: Table, is_: Table, is_not: Table, degrees: Table, last: Table, *called: Table
) -> re.Pattern[str]:
    """A clause that says nothing but what the item is."""
    names = "|".join(
        f"(?P<{name}>{any_form(table).pattern})" for name, table in zip(CALLED, called, strict=True)
    )
    said_so = (
        rf"(?P<isnt>(?:{any_form(subjects).pattern})\s*(?:{any_form(is_not).pattern})|(?<![^.!?]\s)(?<!\S)not)"
        rf"|(?:{any_form(subjects).pattern})\s*(?:{any_form(is_).pattern})"
    )
    return re.compile(
        rf"(?:^|(?<=[,;:.!?(–—-])|(?<=\bbut)|(?<=\bbecause))\s*(?:{said_so})\s+"
        rf"(?:(?:{any_form(degrees).pattern})\s+){{0,4}}(?:{names})\b"
        rf"(?:\s+(?:{any_form(last).pattern}))?\s*(?:[,;.!?)–—-]+|$)",
        re.IGNORECASE,
    )


def _shares(request: str) -> Mapping[str, float]:
    if not any(letter.isalpha() for letter in request):
        return {}
    return model("natures").shares(nature_features(request))
