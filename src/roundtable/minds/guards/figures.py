"""Figures: which numbers a text states, which of them are targets, and where a number can come from.

A number inside an id (`FR-002`), a citation (`core.py:41`) or a name in code is none. In an example ("given 10 rows") a number
is free; as a target ("within 10 seconds", "at most 10", "10 %") it needs somebody who gave it, or code that shows it.
"""

import re
from typing import Final

from roundtable.language.phrases import any_word

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
_NUMBERS: Final = {
    0: """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty""",
    2: "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn",
    3: "tres cuatro cinco seis siete ocho nueve diez",
    4: "quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
}
"""Words for numbers in English, German, Spanish and French, each from some number on."""
_TENS: Final = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "vingt trente quarante cinquante soixante",
)
_ORDINALS: Final = "third fourth fifth sixth seventh eighth ninth tenth"
_OTHER_NUMBERS: Final = """
hundred=100 thousand=1000 dozen=12 half=50 quarter=4 once=1 single=1 twice=2 thrice=3 doce=12 quince=15 hundert=100 tausend=1000 cien=100 cent=100 mil=1000 mille=1000
"""
_COUNTED: Final = (*_NUMBERS.items(), (3, _ORDINALS))
_WORDS: Final = {
    **{word: str(number) for start, words in _COUNTED for number, word in enumerate(words.split(), start)},
    **{word: str(10 * number) for words in _TENS for number, word in enumerate(words.split(), 2)},
    **{word: number for word, _, number in (one.partition("=") for one in _OTHER_NUMBERS.split())},
}
_UNITS: Final = {
    "ms": r"ms|milli\w+",
    "s": r"s|secs?|seconds?|sekunden?|segundos?|secondes?",
    "min": r"mins?|minut\w*",
    "h": r"h|hrs?|hours?|stunden?|horas?|heures?",
    "day": r"days?|tage?n?|d[ií]as?|jours?",
    "week": r"weeks?|wochen?|semanas?|semaines?",
    "month": r"months?|monate?n?|mes(?:es)?|mois",
    "year": r"years?|jahre?n?|años?|ans?|années?",
    "kB": r"ki?b|kilo\w+",
    "MB": r"mi?b|mega\w+",
    "GB": r"gi?b|giga\w+",
    "%": r"%|per ?cent|prozent|por ciento|pour cent",
}
_MEASURE: Final = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,15}(?:[.,]\d{1,9}){0,4})\s?-?(?:"
    + "|".join(f"(?P<u{at}>{unit})" for at, unit in enumerate(_UNITS.values()))
    + r")(?!\w)",
    re.IGNORECASE,
)
_DENIED: Final = r"(?:no|not|never|nicht|nie|nunca|pas|jamais)(?: \w+){0,2}"
_BOUNDS: Final = (
    ("upper", rf"{_DENIED} (?:more|longer|later|over|above|greater|higher|mehr|länger|más|plus)(?: than)?"),
    ("lower", rf"{_DENIED} (?:less|fewer|shorter|earlier|under|below|weniger|menos|moins)(?: than)?"),
    (
        "upper",
        r"at (?:the )?most|up to|max\w*|(?:less|fewer|shorter) than|(?:under|below|within)(?= (?:an? |about |around )?\d)|cap(?:ped|s)?|limit\w*"
        r"|or (?:less|fewer)|höchstens|bis zu|weniger als|máximo|hasta|menos de|au (?:plus|maximum)|jusqu\S+|moins de",
    ),
    (
        "lower",
        r"at (?:the )?least|min(?:imum|imal)?|(?:more|longer|greater|older) than|(?:over|above)(?= (?:about |around )?\d)|or (?:more|longer|older)"
        r"|mindestens|wenigstens|mehr als|al menos|mínimo|más de|au (?:moins|minimum)|plus de",
    ),
)
"""What says that a figure is the most or the least; the denied forms first, which say the opposite."""
_WORD: Final = re.compile(r"[^\W\d_]+", re.IGNORECASE)
ONE: Final = any_word("(?:an?|per|each|every) (?:second|minute|hour|day|week|month|year)")
LONGEST_READ: Final = 4_000
"""Letters of one sentence that are looked at; nobody says more in one."""
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


def measures(text: str) -> dict[str, frozenset[str]]:
    """The numbers that have a unit, each with its units, in digits or in words."""
    found: dict[str, set[str]] = {}
    for match in _MEASURE.finditer(_in_digits(text)):
        unit = list(_UNITS)[int((match.lastgroup or "u0")[1:])]
        found.setdefault(_plain(match["number"]), set()).add(unit)
    return {number: frozenset(units) for number, units in found.items()}


def bounds(clause: str) -> tuple[frozenset[str], str]:
    """Whether a clause says that its figures are the most, or the least; and the clause without the words that do."""
    found: set[str] = set()
    rest = _in_digits(clause)
    for name, words in _BOUNDS:
        less = any_word(words).sub(" ", rest)
        found |= {name} if less != rest else set()
        rest = less
    return frozenset(found), rest


def _in_digits(text: str) -> str:
    """A text with its numbers as digits, so far as a sentence goes that somebody reads."""
    text = text[:LONGEST_READ]
    return _WORD.sub(lambda word: _WORDS.get(word.group().lower(), word.group()), _NO_FIGURES.sub(" ", text))


def _number_words(text: str) -> list[str]:
    return [one if (one := word.lower()) in _WORDS else one.removesuffix("s") for word in _WORD.findall(text)]


def counted(text: str) -> frozenset[str]:
    """The numbers in a text that are words: "the fifth", "three times"; a third party is none."""
    words = _number_words(_NO_FIGURES.sub(" ", text))
    pairs = zip(words, [*words[1:], ""], strict=False)
    return frozenset(_WORDS[one] for one, behind in pairs if one in _WORDS and not behind.startswith("part"))


def targets(text: str) -> frozenset[str]:
    """The numbers that say how much, how fast or how many it must be, in digits or in words."""
    return frozenset(_plain(found[found.lastgroup or 0]) for found in _TARGET.finditer(_in_digits(text)))


def _plain(number: str) -> str:
    return re.sub(r",(?=\d{3}(?!\d))|(?<=\d):00$", "", number)
