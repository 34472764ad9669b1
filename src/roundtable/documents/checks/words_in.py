"""The words of a text that carry meaning, cut to their stems: enough to ask whether two texts speak of the same thing."""

from typing import Final

from roundtable.language.tokens import content_stems, tokens
from roundtable.language.tongue import small_words

_SAYS_NOTHING: Final = frozenset(
    ["given", "only", "system", "user", "users", "application", "app", "data", "able", "want"]
)
"""Words that stand in any requirement."""


def content_words(text: str) -> frozenset[str]:
    """The stems of the words that are not merely grammar."""
    small = _SAYS_NOTHING | small_words("en") | small_words("de")
    return content_stems(word for word in tokens(text) if len(word) > 1 and word not in small)
