"""Words, marks and letter sequences of a text: what every learned decider here sees of it.

- `tokens` keeps the marks that carry meaning (`?`, `!`, `.`, `,`, `:`); an id, a figure and a piece of code become one
  placeholder each, because which one it is says nothing about what is done with it.
- `word_runs` and `letter_runs` are the usual n-grams.
- Everything is lower case, and no text is ever changed: these are looks at it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

ID, FIGURE, CODE = "<id>", "<figure>", "<code>"
NAMES: Final = ("maya", "alex", "jordan")
CODE_NAME: Final = re.compile(r"`?[\w.]*(?:[a-z0-9][A-Z]|_|\w\.[a-z]|\(\))[\w.()]*`?")
"""A name as only code has it: with a hump, an underscore, a dot inside or brackets."""

_CLAUSE_END: Final = re.compile(r"[,.;:!?–—]+\s+|\s+-+\s+|\n")
_TOKEN: Final = re.compile(
    r"""(?P<id>\b[a-z]{2,4}-\d+(?:-\d+)?\b)
      | (?P<code>`[^`]*` | https?://\S+ | --?[a-z][\w-]+ | \w*[_/\\]\w[\w/.\\-]* | \w+\(\) | [a-z]\w*\.[a-z]\w+(?:\.\w+)*)
      | (?P<figure>\d[\d.,:]*(?<![.,:])\w*|\d)
      | [^\W\d_]+(?:['’][^\W\d_]+)* | [?!.,:;] | [^\w\s]
    """,
    re.VERBOSE,
)
_COMMON_WORDS = (
    "the a an of to in on for and or is are be it that this with at by from as we you i do does should shall what which "
    "who how when where will would can could may must not no yes so if then than there their our your us they he she "
    "his her its was were has have had maya alex jordan der die das und ist ein eine zu den el la los las de que y un "
    "una le les des et est à en"
)
_COMMON: Final = frozenset(_COMMON_WORDS.split())
_FUNCTION_WORDS = (
    "about after all always also any because before behind below between but during each every even here into instead just "
    "less let lets more most never new nobody nothing now off once one only other out over own per same since some still such "
    "too twice two under until up via way while why without want wants need needs please allow make add get keep"
)
_FUNCTION: Final = _COMMON.union(_FUNCTION_WORDS.split())
_ENDINGS: Final = ("ing", "ed", "ly", "s")


def placed_tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Words and marks in order, in lower case, with where each begins and ends."""
    for match in _TOKEN.finditer(_lower(text)):
        kind = match.lastgroup
        yield f"<{kind}>" if kind else match.group().replace("’", "'"), match.start(), match.end()


def _lower(text: str) -> str:
    # A few capital letters become two characters in lower case, which would move everything behind them.
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(min(each.lower(), each, key=len) for each in text)


@lru_cache(maxsize=512)
def tokens(text: str) -> tuple[str, ...]:
    """Words and marks in order, in lower case."""
    return tuple(token for token, _, _ in placed_tokens(text))


def is_word(token: str) -> bool:
    """A word or placeholder, no mark."""
    return token[0].isalnum() or len(token) > 2


def word_runs(words: Sequence[str], longest: int = 3) -> list[str]:
    """One to `longest` neighbouring tokens."""
    return [
        " ".join(words[at : at + size])
        for size in range(1, longest + 1)
        for at in range(len(words) - size + 1)
    ]


def clauses(text: str) -> list[str]:
    """What stands between its commas, stops and dashes; a text without a word in any of them is one."""
    return [clause for clause in _CLAUSE_END.split(text) if clause.strip()] or [text]


def clause_edges(clause: Sequence[str]) -> list[str]:
    """How a clause begins and ends."""
    return [*("^" + " ".join(clause[:size]) for size in (1, 2, 3)), " ".join(clause[-2:]) + "$"]


def letter_runs(text: str, shortest: int = 2, longest: int = 5) -> list[str]:
    """Letter sequences inside words; a word's edges count as letters."""
    runs: list[str] = []
    for word in text.lower().split():
        edged = f" {word[:40]} "
        runs.extend(
            edged[at : at + size]
            for size in range(shortest, longest + 1)
            for at in range(len(edged) - size + 1)
        )
    return runs


def skeleton(words: Iterable[str]) -> list[str]:
    """The words that hold a sentence together; of the others only how they end: "the _ _s about the _"."""
    return [word if word in _FUNCTION or not word[0].isalpha() else f"_{_ending(word)}" for word in words]


def _ending(word: str) -> str:
    return next((end for end in _ENDINGS if word.endswith(end) and len(word) > len(end) + 2), "")


def content_stems(words: Iterable[str]) -> frozenset[str]:
    """The words that name something, cut to their first five letters so that plurals and endings agree."""
    return frozenset(word[:5] for word in words if word not in _COMMON and word[0].isalnum())
