"""Words that leave a requirement open, grouped by what they leave open, and the surroundings that excuse a word.

They are in `vague_words.toml` beside this module, each group with the reason why its words are a problem.

Not here: whole phrases and grammar (`phrases`), which sentences are looked at at all (`roundtable.documents.checks.wording`).
"""

import re
import tomllib
from importlib.resources import files
from typing import Any, Final, NamedTuple


class Group(NamedTuple):
    """Words with one problem in common."""

    rule: str
    smell: str
    """What the problem is called, as in published lists of requirement smells."""
    why: str
    """Completes the sentence: "fast" …"""
    words: str
    settled_by_figure: bool = False


_TABLE: Final[dict[str, Any]] = tomllib.loads(
    files("roundtable.documents.checks.quality").joinpath("vague_words.toml").read_text(encoding="utf-8")
)
_GROUPS: Final = [Group(**entry) for entry in _TABLE["group"]]
WORDS: Final[dict[str, Group]] = {word: group for group in _GROUPS for word in group.words.split()}
UNLESS: Final[dict[str, re.Pattern[str]]] = {
    word: re.compile(pattern) for word, pattern in _TABLE["unless"].items()
}
"""By word: a pattern that is searched in the 40 characters on either side, with the word itself written as `@`."""
