"""Figures: which numbers a text states, which of them are targets, and where a number can come from.

A number inside an id (`FR-002`), a citation (`core.py:41`) or a name in code is none. In an example ("given 10 rows") a number
is free; as a target ("within 10 seconds", "at most 10", "10 %") it needs somebody who gave it, or code that shows it.
"""

import re
from typing import Final

_NO_FIGURES: Final = re.compile(
    r"\b[A-Z]{2,4}-\d{3,4}(?:-\d{2})?\b"  # ids
    r"|[\w./-]+\.[A-Za-z]\w{0,5}:\d+(?:\s*[-–]\s*\d+)?(?:,\s*\d+(?:[-–]\d+)?)*"  # citations
    r"|`[A-Za-z_.(][^`\n]*`"  # names in code
)
_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*")
_BOUND: Final = (
    r"within|under|below|beneath|(?:less|fewer|more|longer|shorter|later|earlier|faster|slower) than|at most|at least|up to|"
    r"max(?:imum|imal)?(?: of)?|min(?:imum|imal)?(?: of)?|limit(?:ed)?(?: of| to| is)?|cap(?:ped)?(?: of| at)?|every|exceeds?|"
    r"target(?: of| is)?|threshold(?: of| is)?|[≤≥<>~]=?|by"
)
_UNIT: Final = (
    r"%|per ?cent\b|(?:ms|µs|s|min|h|kb|mb|gb|tb|kib|mib|gib)\b|milli\w*|(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|"
    r"bytes?|megabytes?|gigabytes?|kilobytes?|fold|rps|qps|fps)\b|"
    r"[\w-]+ (?:per|a|an|each) (?:second|minute|hour|day|week|month|year)\b"
)
_TARGET: Final = re.compile(
    rf"(?:\b|(?<=\s))(?:{_BOUND})\s+(?:about |around |some |only )?(?P<bound>\d+(?:[.,:]\d+)*)"
    rf"|(?<![\w.])(?P<measure>\d+(?:[.,:]\d+)*)(?!\d)\s?(?:{_UNIT})"
    r"|(?<![\w.])(?P<ended>\d+(?:[.,:]\d+)*)\s+(?:or|and) (?:less|fewer|more|below|above|older|newer)\b",
    re.IGNORECASE,
)
_UP_TO_NINETEEN: Final = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
"""
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS: Final = {
    **{word: str(number) for number, word in enumerate(_UP_TO_NINETEEN.split())},
    **{word: str(10 * number) for number, word in enumerate(_TENS.split(), 2)},
    **{
        word: str(number)
        for number, word in enumerate(
            ["third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], 3
        )
    },
    "hundred": "100",
    "thousand": "1000",
    "dozen": "12",
    "half": "50",
    "quarter": "4",
    "once": "1",
    "single": "1",
    "twice": "2",
    "thrice": "3",
}
_WORD: Final = re.compile(r"[a-z]+", re.IGNORECASE)
ONE: Final = re.compile(
    r"\b(?:an?|per|each|every) (?:second|minute|hour|day|week|month|year)\b", re.IGNORECASE
)
SMALL: Final = frozenset({"0", "1", "2"})
"""Figures that are words more than measures."""


def figures(text: str, *, spelled: bool = False) -> frozenset[str]:
    """The numbers in a text, without separators of thousands; `spelled` for those in words, too."""
    bare = _NO_FIGURES.sub(" ", text)
    found = {_plain(match.group()) for match in _FIGURE.finditer(bare)}
    if spelled:
        found |= {_WORDS[word] for word in _number_words(bare) if word in _WORDS}
        # In the person's own words a number counts in any dress: `30s`, `v8.4`, `"42"`.
        found |= {_plain(piece) for piece in re.findall(r"\d+(?:[.,:]\d+)*", text)}
    return frozenset(found)


def _number_words(text: str) -> list[str]:
    return [word.lower().removesuffix("s") for word in _WORD.findall(text)]


def counted(text: str) -> frozenset[str]:
    """The numbers in a text that are words: "the fifth", "three times"; a third party is none."""
    words = _number_words(_NO_FIGURES.sub(" ", text))
    pairs = zip(words, [*words[1:], ""], strict=False)
    return frozenset(
        _WORDS[word] for word, behind in pairs if word in _WORDS and not behind.startswith("part")
    )


def targets(text: str) -> frozenset[str]:
    """The numbers that say how much, how fast or how many it must be, in digits or in words."""
    bare = _WORD.sub(lambda word: _WORDS.get(word.group().lower(), word.group()), _NO_FIGURES.sub(" ", text))
    return frozenset(
        _plain(number) for match in _TARGET.finditer(bare) for number in match.groups() if number is not None
    )


def _plain(number: str) -> str:
    return re.sub(r",(?=\d{3}(?!\d))", "", number)
