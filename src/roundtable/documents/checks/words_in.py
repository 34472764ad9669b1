"""The words of a text that carry meaning, cut to their stems: enough to ask whether two texts speak of the same thing."""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_SMALL_WORDS: Final = (
    "a an and any are as at be been but by can could do does each for from given had has have he her his if in into is it its "
    "may me might must my no not of on one or our out shall she should so than that the their them then there these they this "
    "those to up was we were when which who will with would you your only system user users application app data able want "
    "der die das den dem des ein eine einer eines einem einen und oder nicht mit von zu zum zur im in am auf für ist sind wird "
    "werden muss soll kann wenn dann als auch bei aus nach jede jeder jedes sich es"
)
_ENGLISH_WORDS: Final = (
    "the a an of to and is are be shall must should will when then if that for with not by in on at from can as it this each or "
    "has have than within after before no all any who which"
)
_SMALL: Final = frozenset(_SMALL_WORDS.split())
_ENGLISH: Final = frozenset(_ENGLISH_WORDS.split())
STEM: Final = 5


def content_words(text: str) -> frozenset[str]:
    """The stems of the words that are not merely grammar."""
    return frozenset(
        word[:STEM] for word in (found.casefold() for found in _WORD.findall(text)) if word not in _SMALL
    )


def is_english(text: str) -> bool:
    """Whether the word rules, which are about English, have anything to say here. Short texts get the benefit of the doubt."""
    words = [found.casefold() for found in _WORD.findall(text)[:2000]]
    if len(words) < 12:
        return text.isascii()
    small = sum(word in _ENGLISH for word in words)
    return small >= 0.12 * len(words)
