"""Texts for comparing: the words that carry meaning, cut to their stems, and all words without typography."""

import re
from typing import Final

from roundtable.language.phrases import rows
from roundtable.language.tokens import content_stems, tokens
from roundtable.language.tongue import small_words

_SAYS_NOTHING: Final = frozenset(rows("given|only|system|user|users|application|app|data|able|want"))
"""Words that stand in any requirement."""
_BETWEEN: Final = re.compile(r"(?:\[\^\w+\]|[\W_])+")


def content_words(text: str) -> frozenset[str]:
    """The stems of the words that are not merely grammar."""
    small = _SAYS_NOTHING | small_words("en") | small_words("de")
    return content_stems(word for word in tokens(text) if len(word) > 1 and word not in small)


def plain_words(text: str) -> str:
    """The words in small letters, one space between them; marks, footnotes and what ends a sentence do not count."""
    return _BETWEEN.sub(" ", text.casefold()).strip()
