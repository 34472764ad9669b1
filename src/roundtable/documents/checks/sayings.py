"""One sentence as one place says it, made comparable: its words, its figures, what it denies and quotes; how two of them differ.

Used by `contradictions` (documents against each other) and `record` (documents against what was said).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final, NamedTuple

from roundtable.documents.escaping import spans_in
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.identifiers import ID, leading, mentions
from roundtable.documents.reading.inline_marks import (
    FOOTNOTE,
    bare_fields,
    content_words,
    plain_words,
    unlinked,
)
from roundtable.documents.typography import NUMBER_WORDS
from roundtable.language.phrases import negation, rows
from roundtable.language.sentences import sentences
from roundtable.language.tongue import small_words

ANALYSIS: Final = "analysis.json"
_UNITS_OF: Final[dict[tuple[str, float], str]] = {
    ("time", 1.0): "ms millisecond milliseconds", ("time", 604_800_000.0): "week weeks woche wochen",
    ("time", 1000.0): "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos",
    ("time", 60_000.0): "min mins minute minutes minuten minuto minutos",
    ("time", 3_600_000.0): "h hr hrs hour hours stunde stunden heure heures hora horas",
    ("time", 86_400_000.0): "day days tag tage tagen jour jours día días dia dias",
    ("months", 1.0): "month months monat monate monaten mois mes meses", ("months", 12.0): "year years jahr jahre jahren",
    ("share", 1.0): "% percent prozent", ("euros", 1.0): "€ eur euro euros", ("dollars", 1.0): "$ usd dollars",
    ("size", 1.0): "kb kib", ("size", 1024.0): "mb mib", ("size", 1024.0**2): "gb gib", ("size", 1024.0**3): "tb tib",
    ("attempts", 1.0): "retries retry attempts attempt tries versuche", ("clicks", 1.0): "clicks click",
    ("users", 1.0): "users user", ("requests", 1.0): "requests request", ("characters", 1.0): "characters chars letters",
    ("rows", 1.0): "rows row records record entries",
}  # fmt: skip
_UNITS: Final = {unit: known for known, units in _UNITS_OF.items() for unit in units.split()}
UNIT_STEMS: Final = frozenset(unit[:5] for unit in _UNITS)
FIGURE: Final = re.compile(
    rf"(?i)(?:(?<![\w.,-])(?P<before>[€$]))?\s?(?:(?<![\w.,-])(?P<value>\d{{1,3}}(?:[ ,]\d{{3}})+(?!\d)|\d+(?:[.,:]\d+)*)"
    rf"|\b(?P<word>{'|'.join(NUMBER_WORDS[2:])})\b)(?:\s?(?P<sign>[%€$])|[\s-]?(?P<unit>[a-zí]{{1,12}})\b)?"
)
QUOTED: Final = re.compile(r"[\"“'‘«](?P<text>[^\"”'’»\n]{3,80})[\"”'’»]")
_PIECE: Final = re.compile(r"[.;:!?,]\s+|\s[–—-]\s")
_CHAPTER: Final = re.compile(r"^[\d.]+\s+")
_OPPOSITES: Final = rows(
    "before/after | most/least | more/less fewer | above/below | over/under | first/last | always/never | with/without | "
    "on/off | in/out | must/should/may/need"
)
_SIDES: Final = {
    word: (at, side)
    for at, sides in enumerate(_OPPOSITES)
    for side in sides.split("/")
    for word in side.split()
}
LABEL: Final = re.compile(r"^\*\*[^*]{1,40}\*\*:?\s+")
_PATH: Final = re.compile(r"^\[`(?P<path>[^`\n]{1,200})`\]\([^)\n]*\): ")
_SPOKEN: Final = ("heading", "paragraph", "item", "quote", "footnote")
_FIELDS: Final = " · **"
_LONGEST_NUMBER: Final = 16
_GROUPS: Final = re.compile(r"(?<=\d)[, ](?=\d{3})")
_NOT: Final = negation()
_DENYING: Final = ("not", "no", "never", "do", "does", "did", "t")
_ENDS: Final = " \"'“”‘’.,;"
_ONE_WORD: Final = 0.85
_NEARLY: Final = 0.7
"""Share of their words, in order, from which two sentences are one that was changed."""
_DIGITS: Final = {word: str(at) for at, word in enumerate(NUMBER_WORDS) if at > 1}
_EVERY: Final = frozenset({"every", "all", "any", "no", "some", "several"})
_BEGINS: Final = 3
"""Two words that begin alike and share so much of their letters are one, spelled in two ways."""
_SHOWN: Final = 80
_SHORTEST: Final = 5
_LONGEST: Final = 60
"""Words of a sentence that may be told twice; shorter ones have the same words by chance."""


class Figure(NamedTuple):
    dimension: str
    """None without a unit that is known."""
    value: float | str
    """In one unit for each dimension."""
    number: str
    """As it is written."""
    shown: str


@dataclass(frozen=True)
class Saying:
    """A sentence or clause, and where it stands."""

    file: str
    line: int
    text: str
    is_whole: bool = True
    about: str = ""
    """The id or file in front of it."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """In order and in small letters, however they are spelled."""
        text = _GROUPS.sub("", self.text.casefold().replace("n't", " not").replace("n’t", " not"))
        return tuple(_DIGITS.get(word, word) for word in plain_words(text).split())

    @cached_property
    def content(self) -> frozenset[str]:
        """What it is about: the words that are no figure, no denial and no quotation, and the code."""
        bare = ID.sub("", _NOT.sub(" ", QUOTED.sub(" ", self.text)))
        bare = " ".join(word for word in bare.split() if word.casefold().strip(_ENDS) not in _SIDES)
        stems = content_words(FIGURE.sub(lambda found: f" {found['unit'] or ''} ", bare))
        # "It works", "it does not work".
        words = (stem.removesuffix("s") for stem in stems)
        return frozenset((*words, *spans_in(self.text), *(mention.key for mention in mentions(self.text))))

    @cached_property
    def figures(self) -> tuple[tuple[str, float | str], ...]:
        """Its figures with their dimension, in order; what is quoted aside."""
        return tuple((one.dimension, one.value) for one in figures_in(QUOTED.sub(" ", self.text)))

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        return tuple(sorted(plain_words(found["text"]) for found in QUOTED.finditer(self.text)))

    @cached_property
    def denials(self) -> int:
        return len(_NOT.findall(self.text))

    def denies(self, other: "Saying") -> bool:
        """Whether it is the other one word for word, with or without a "not"."""
        here, there = ([word for word in one.words if word not in _DENYING] for one in (self, other))
        return here == there and len(here) >= _BEGINS and self.denials != other.denials

    @cached_property
    def sides(self) -> tuple[tuple[int, str], ...]:
        """The sides of its words that have an opposite, in order."""
        return tuple(_SIDES[word] for word in self.words if word in _SIDES)

    def against(self, other: "Saying") -> str:
        """How a finding tells of the two: this one is another one there."""
        about = self.about or other.about
        pairs = enumerate(zip(self.text, other.text, strict=False))
        start = max(0, next((at for at, (a, b) in pairs if a != b), 0) - _SHOWN // 2)
        end, both = start + _SHOWN, (self.text, other.text)
        here, there = (f"{'…' * (start > 0)}{one[start:end]}{'…' * (len(one) > end)}" for one in both)
        said = f"“{here}” reads “{there}” in {other.file}, line {other.line}"
        if other.file == ANALYSIS:
            said = f"“{here}” was recorded as “{there}”"
        return f"What is said of {about}: {said}" if about else said


def figures_in(text: str) -> Iterator[Figure]:
    for found in FIGURE.finditer(ID.sub("", text)):
        unit = (found["before"] or found["sign"] or found["unit"] or "").lower()
        dimension, factor = _UNITS.get(unit, ("", 1))
        written = found["value"] or str(NUMBER_WORDS.index(found["word"].lower()))
        plain = _GROUPS.sub("", written)
        is_number = plain.replace(".", "", 1).isdecimal() and len(plain) < _LONGEST_NUMBER
        shown = found[0].strip() if dimension else found["value"] or found["word"]
        yield Figure(dimension, float(plain) * factor if is_number else plain, written, shown)


def measures(text: str) -> dict[str, dict[float | str, str]]:
    """Dimension -> the figures of a text that have a unit, with how they are written."""
    found: dict[str, dict[float | str, str]] = {}
    for one in figures_in(text):
        if one.dimension:
            found.setdefault(one.dimension, {})[one.value] = one.shown
    return found


def sayings_of(one: Document) -> Iterator[Saying]:
    """The sentences of a document, and the clauses of each."""
    for block in one.page.blocks:
        cells = [(row.line, cell) for row in block.rows for cell in row.cells]
        is_whole = block.kind in ("paragraph", "item", "quote") and not bare_fields(block)
        lines = (
            [(block.line, block.words)] if is_whole else [(line.number, line.text) for line in block.lines]
        )
        for at, text in lines if block.kind in _SPOKEN else cells:
            for part in text.split(_FIELDS):  # of a head each field, without its label
                yield from sayings_in(one.name, at, part.partition("**: ")[2] if part is not text else part)


def sayings_in(file: str, line: int, raw: str) -> Iterator[Saying]:
    lead, path = leading(raw), _PATH.match(raw)
    about = lead[0] if lead else path["path"] if path else ""
    text = unlinked(_CHAPTER.sub("", FOOTNOTE.sub("", LABEL.sub("", _PATH.sub("", raw))))).strip()
    for start, end in sentences(text):
        if whole := text[start:end].strip():
            yield Saying(file, line, whole, about=about)
        parts = [part.strip() for part in _PIECE.split(whole)]
        clauses = [part for part in parts if part] if len(parts) > 1 else ()
        yield from (Saying(file, line, part, is_whole=False, about=about) for part in clauses)


def difference(here: Saying, there: Saying) -> str:
    """How a sentence contradicts another that is about the same; empty when it does not. To leave a figure out is no other one."""
    if are_spelled_alike(here.words, there.words):
        return ""
    same_figures = here.figures == there.figures
    if not same_figures and here.figures and len(here.figures) == len(there.figures):
        return "figure"
    if here.quoted != there.quoted and here.quoted and len(here.quoted) == len(there.quoted):
        return "quotation"
    if same_figures and here.quoted == there.quoted and here.denials != there.denials:
        return "not"
    pairs = [at for at, _ in here.sides] == [at for at, _ in there.sides]
    if same_figures and here.sides != there.sides and pairs:
        return "opposite"
    is_sentence = _SHORTEST <= len(here.words) <= _LONGEST
    if is_sentence and here.is_whole and there.is_whole and sorted(here.words) == sorted(there.words):
        return "order"
    return ""


def change(here: Saying, there: Saying) -> str:
    """What another sentence says where it is made to be nearly this one; empty where they are too far apart, or only worded otherwise."""
    one, other = list(here.words), list(there.words)
    alike = [next((same for same in other if _is_spelling(word, same)), word) for word in one]
    one = [word if word in other else same for word, same in zip(one, alike, strict=True)]
    matcher = SequenceMatcher(None, other, one, autojunk=False)
    if one == other or matcher.ratio() < _NEARLY:
        return ""
    if here.quoted != there.quoted and len(here.quoted) == len(there.quoted):
        return "quotation"
    if here.content == there.content and here.denials != there.denials:
        return "not"
    swaps = [(other[a:b], one[c:d]) for kind, a, b, c, d in matcher.get_opcodes() if kind == "replace"]
    for old, new in swaps:
        numbers = [[word for word in side if any(map(str.isdigit, word))] for side in (old, new)]
        if numbers[0] != numbers[1] and all(one or _EVERY & {*old, *new} for one in numbers):
            return "figure"
        sides = [dict(_SIDES[word] for word in side if word in _SIDES) for side in (old, new)]
        if any(sides[1].get(at, side) != side for at, side in sides[0].items()):
            return "opposite"
        rest = [word for word in (*old, *new) if not _NOT.fullmatch(word)]
        if here.denials != there.denials and small_words("en").issuperset(rest):
            return "not"  # "no error", "an error"
    words = [word for pair in swaps for side in pair for word in side]
    is_one = len(words) == 2 and len(one) == len(other) and not small_words("en").issuperset(words)
    return "word" if is_one else ""


def are_spelled_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two sentences are the same but for the spelling: "don't", "1,000", "colour", a slip of the pen."""
    return len(one) == len(other) and all(map(_is_spelling, one, other))


def _is_spelling(one: str, other: str) -> bool:
    is_near = one.isalpha() and other.isalpha() and one[:_BEGINS] == other[:_BEGINS]
    return one == other or (is_near and SequenceMatcher(None, one, other).ratio() >= _ONE_WORD)
