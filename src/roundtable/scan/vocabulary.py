"""A number for every identifier of a tree, one at a time or for a whole text at once. Pure apart from growing.

Elsewhere: how bytes become identifiers (`lexicon`), what identifiers mean (`terms_of`).
"""

import numpy as np
import numpy.typing as npt

from roundtable.analysis.secrets import is_secret_word
from roundtable.scan.lexicon import words_only

Ints = npt.NDArray[np.int32]
Places = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]

_MAX_WORD = 64
_MAY_BE_A_KEY = 16
_MAX_NAME = 200
_SMALL_LETTERS = b"abcdefghijklmnopqrstuvwxyz_"


class Words(dict[bytes, int]):
    """A growing vocabulary: number 0 is for words that say nothing (single small letters, plain numbers, blobs)."""

    def __missing__(self, word: bytes) -> int:
        number = 0 if says_nothing(word) else len(self.listed)
        if number:
            self.listed.append(word)
        self[word] = number
        return number

    def __init__(self, listed: list[bytes] | None = None) -> None:
        self.listed = listed or [b""]
        super().__init__(zip(self.listed, range(len(self.listed)), strict=True))


def says_nothing(word: bytes) -> bool:
    size = len(word)
    if size >= _MAY_BE_A_KEY:
        return word.isdigit() or _is_blob(word)
    # A single capital may be somebody's class (`Q`, `F`); a single small letter is a loop.
    return word.isdigit() or (size < 2 and not word.isupper())


def _is_blob(word: bytes) -> bool:
    """Whether so long a word is data or a key: long names are spelled in letters or with underscores."""
    if len(word) <= _MAX_NAME and not word.translate(None, _SMALL_LETTERS):
        return False  # most long words are names of tests, and need no closer look
    if len(word) > _MAX_NAME or is_secret_word(word.decode("utf-8", "replace")):
        return True
    return len(word) > _MAX_WORD and not (b"_" in word or word.isalpha())


_SLOTS = 20
_FIRST, _FURTHER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_STEP = 8
_UP_TO = np.array([(1 << 8 * size) - 1 for size in range(_STEP + 1)], np.uint64)
_SPACE = 32


class Numbering:
    """Numbers the words of whole texts: a word seen before is found by its hash in a table, and only a new one by itself.

    Eight letters are their own hash, and two longer words share one of 64 bits by no chance that matters.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self._hashes = np.zeros(1 << _SLOTS, np.uint64)
        self._numbers = np.zeros(1 << _SLOTS, np.int32)

    def number(self, text: bytes) -> tuple[Ints, Places]:
        """The numbers of the words of a text, in order, and where each begins."""
        spaced = b" " + words_only(text) + b" " * _STEP
        is_word = np.frombuffer(spaced, np.uint8) != _SPACE
        edges = np.flatnonzero(is_word[1:] != is_word[:-1]) + 1
        begins, ends = edges[::2], edges[1::2]
        hashes = _hashed(spaced, begins, ends - begins)
        slots = (hashes * _FURTHER >> np.uint64(64 - _SLOTS)).astype(np.int64)
        numbers = self._numbers[slots]
        unknown = np.flatnonzero(self._hashes[slots] != hashes)
        if len(unknown):
            new, first, places = np.unique(hashes[unknown], return_index=True, return_inverse=True)
            at = unknown[first]
            spelled = zip(begins[at].tolist(), ends[at].tolist(), strict=True)
            found = np.array([self.words[spaced[begin:end]] for begin, end in spelled], np.int32)
            numbers[unknown] = found[places]
            # Who comes first keeps the slot; whoever shares it is looked up every time.
            free = np.flatnonzero(self._hashes[slots[at]] == 0)
            self._hashes[slots[at][free]], self._numbers[slots[at][free]] = new[free], found[free]
        return numbers, begins - 1


def _hashed(text: bytes, begins: Places, sizes: Places) -> Hashes:
    letters = np.ndarray((len(text) - _STEP + 1,), np.uint64, text, strides=(1,))
    hashes = (letters[begins] & _UP_TO[np.minimum(sizes, _STEP)]) * _FIRST
    longer, done = np.flatnonzero(sizes > _STEP), _STEP
    while len(longer):
        left = sizes[longer] - done
        further = letters[begins[longer] + done] & _UP_TO[np.minimum(left, _STEP)]
        mixed = hashes[longer]
        hashes[longer] = ((mixed ^ mixed >> np.uint64(29)) + further) * _FURTHER
        longer, done = longer[left > _STEP], done + _STEP
    return hashes
