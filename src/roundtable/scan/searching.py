"""The lines on which a text stands, word for word. Only the files that have all of its words are read.

A text that begins or ends inside a longer word is not there. Data is left out, and so are minified files: nobody
wrote their lines. Elsewhere: what such a line does with a name (`mentions`).
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from roundtable.scan.corpus import Corpus, Read
from roundtable.scan.extract import CUT_OFF, MINIFIED
from roundtable.scan.kinds import KINDS
from roundtable.scan.lexicon import split_tokens
from roundtable.scan.notebooks import readable
from roundtable.scan.vocabulary import says_nothing

_WHOLE = rb"(?:(?<!\w)|(?!\w))%b(?:(?<!\w)|(?!\w))"  # a text between two places at which no word goes on


class Line(NamedTuple):
    path: str
    number: int
    text: str


def find_lines(corpus: Corpus, texts: Sequence[str], read: Read) -> dict[str, list[Line]]:
    """For each text its lines, by path. A text of several lines is on none, and an empty one says nothing."""
    spelled = {text: text.encode("utf-8", "replace") for text in texts if text.strip() and "\n" not in text}
    files = _files_with(corpus, list(spelled.values()))
    found: dict[str, list[Line]] = {text: [] for text in texts}
    for file in sorted(set[int]().union(*files.values())):
        path = corpus.index.paths[file]
        data = readable(path, read(path) or b"")
        for text, wanted in spelled.items():
            if file in files[wanted]:
                found[text] += [Line(path, *line) for line in _lines_in(data, wanted)]
    return found


def _lines_in(data: bytes, wanted: bytes) -> list[tuple[int, str]]:
    lines: list[tuple[int, str]] = []
    seen, number, end = 0, 1, -1
    for match in re.finditer(_WHOLE % re.escape(wanted), data) if wanted in data else ():
        if match.start() < end:
            continue  # the second on one line
        number += data.count(b"\n", seen, match.start())
        begin, end = data.rfind(b"\n", 0, match.start()) + 1, data.find(b"\n", match.start())
        end = end if end >= 0 else len(data)
        lines.append((number, data[begin:end].decode("utf-8", "replace")))
        seen = match.start()
    return lines


def _files_with(corpus: Corpus, texts: Sequence[bytes]) -> dict[bytes, set[int]]:
    """For each text the files that may have it: those with all of its words, and those that were read in part."""
    index = corpus.index
    searched = index.kinds != KINDS.index("data")
    searched &= np.array([note != MINIFIED for note in index.notes], np.bool_)
    whole = set[int](np.flatnonzero(searched).tolist())
    in_part = {file for file in whole if index.notes[file].startswith(CUT_OFF)}
    # Not every script sets its words apart.
    words = {
        text: {word for word in split_tokens(text) if word.isascii() and not says_nothing(word)}
        for text in texts
    }
    numbers = {word: index.word_number.get(word, 0) for some in words.values() for word in some}
    having = {
        word: set[int](files.tolist())
        for word, files in index.files_with(filter(None, numbers.values())).items()
    }
    found: dict[bytes, set[int]] = {}
    for text, some in words.items():
        fitting = whole.intersection(*(having.get(numbers[word], set()) for word in some))
        found[text] = fitting | in_part
    return found
