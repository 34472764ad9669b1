"""What sort of change a backlog line asks for: it chooses the questions that fit.

Learned from labelled lines (`training/natures`). Where nothing speaks clearly it is a product change, whose questions
suit everything.
"""

import re
from functools import lru_cache
from itertools import combinations
from typing import Final

from roundtable.language.linear import Groups, model
from roundtable.language.tokens import letter_runs, tokens, word_runs

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
_CLEAR: Final = 0.25
"""Below this share nobody can tell; found by leaving a part of the lines out at a time."""


def nature_features(request: str) -> Groups:
    """Feature names by view."""
    words = tokens(request[:_LONGEST])
    marks = [mark for mark, form in _FORMS.items() if form.search(request[:_LONGEST])]
    return {
        "letters": letter_runs(request[:_LONGEST]),
        "words": word_runs(words),
        "first": [" ".join(words[:size]) for size in (1, 2, 3)],
        "Marks": [*marks, *(f"{mark}, {other}" for mark, other in combinations(marks, 2))],
        "Bias": ["always"],
    }


def nature_of(request: str) -> str:
    """product, ui, defect, command, option, refactoring, data, configuration or service."""
    return _nature_of(request, id(model("natures")))  # asked for with every question


@lru_cache(maxsize=64)
def _nature_of(request: str, _learned: int) -> str:
    if not any(letter.isalpha() for letter in request):
        return "product"
    shares = model("natures").shares(nature_features(request))
    likeliest = next(iter(shares))
    return likeliest if shares[likeliest] >= _CLEAR else "product"
