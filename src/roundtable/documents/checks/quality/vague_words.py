"""Words and phrases that leave a requirement open, by what they leave open, and the surroundings that excuse a word.

They are in `vague_words.toml` beside this module, each with the reason why it is a problem.

Not here: grammar that takes more than a pattern (`smells`), which sentences are looked at at all
(`roundtable.documents.checks.wording`).
"""

import re
import tomllib
from importlib.resources import files
from typing import Any, Final, NamedTuple

_EVERYWHERE: Final = "requirement quality criterion story"


class Group(NamedTuple):
    """Words, or the pattern of a phrase, with one problem in common."""

    rule: str
    smell: str
    """What the problem is called, as in published lists of requirement smells."""
    why: str
    """Completes the sentence: "fast" …"""
    settled_by_figure: bool
    kinds: frozenset[str]
    """The kinds of sentence in which it is looked for."""
    words: frozenset[str]
    pattern: re.Pattern[str]
    """Of a phrase: the word that a finding shows is its group `word` or `word2`."""


_TABLE: Final[dict[str, Any]] = tomllib.loads(
    files("roundtable.documents.checks.quality").joinpath("vague_words.toml").read_text(encoding="utf-8")
)


def _group(row: dict[str, Any]) -> Group:
    pattern = row.get("pattern", "(?!)")
    for name, words in _TABLE["lists"].items():
        pattern = pattern.replace(f"<{name}>", words)
    kinds, words = frozenset(row.get("in", _EVERYWHERE).split()), frozenset(row.get("words", "").split())
    settled = row.get("settled_by_figure", False)
    return Group(row["rule"], row["smell"], row["why"], settled, kinds, words, re.compile(pattern))


WORDS: Final = {word: group for group in map(_group, _TABLE["group"]) for word in group.words}
PHRASES: Final = [_group(row) for row in _TABLE["phrase"]]
UNLESS: Final = {word: re.compile(pattern) for word, pattern in _TABLE["unless"].items()}
"""By word: a pattern that is searched in the 40 characters on either side, with the word itself written as `@`."""
