"""One value in the place of another: "it exits with 6, not 5", "change 10,000 to 12,000", `"a" instead of "b"`.

A figure takes the place of a figure, quoted words of exactly those words, a word of a word; nothing else of the sentence is
touched. Where it cannot be told which of two places is meant, nothing is changed.

Elsewhere: in which fact (`operations`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from roundtable.interview.slots import UNITS
from roundtable.interview.wording import content_words
from roundtable.language.phrases import any_form, any_phrase, rows
from roundtable.language.sentences import sentences, shelters
from roundtable.language.tokens import CODE_NAME

_QUOTES: Final = "\"'“”`"
_QUOTED: Final = r""""[^"\n]+"|“[^”\n]+”|`[^`\n]+`|(?<!\w)'[^'\n]+'(?!\w)"""
_PIECE: Final = rf'(?:{_QUOTED}|[\w.]+\([^()\n]*\)|(?:[^\s,;.:"“”`]|[.,:](?=\w))+)'
"""A word, a figure or a name; a dot or a comma belongs to it only inside ("0.41", "10,000", "app.py")."""
_FORMS: Final = rows(
    "NEW and not OLD | NEW not OLD | not OLD but NEW | NEW\\sinstead of OLD "
    "| said OLD(?: but)?(?: i)? meant NEW | said OLD(?: but)?(?: i)? mean NEW | wrote OLD(?: but)?(?: i)? meant NEW "
    "| not OLD, NEW | NEW rather than OLD | the OLD should be NEW | OLD should be NEW | OLD must be NEW | change OLD to NEW | replace OLD with NEW | replace OLD by NEW | nicht OLD sondern NEW | no OLD sino NEW | pas OLD mais NEW"
)
"""How somebody says which value takes the place of which; a comma may stand between any two words, but behind one the last
words before "instead of" are not what takes its place."""
_DENIES: Final = rows(
    "must | may | can | could | should | shall | will | would | do | does | did | need | needs | is | are | was | were | has | have"
)
"""Verbs that a "not" behind them turns round."""
_BEFORE_VALUE: Final = rows("is | are | was | be | it'?s | says | called | named")
"""What stands before a value in a sentence that gives one: "the line says", "it exits with"."""
_ARTICLES: Final = rows("a | an | the")
FIGURE: Final = re.compile(
    r"(?<![\w.,])\d+(?:[.,:]\d+)*(?=(?:ms|s|m|h|d|kb|mb|gb)?(?!\w|[.,]\w))", re.IGNORECASE
)
_SPELLED: Final = rows("one | two | three | four | five | six | seven | eight | nine | ten | eleven | twelve")
_IN_A_ROW: Final = frozenset({",", "and", "or"})
_WHERE: Final = re.compile(r"\s+in\s+(?:the|that)\s.*$", re.IGNORECASE)
"""Behind a value: in which line it stands."""
DISTINCT: Final = re.compile(r"\d{3}|\d[.,:]\d")
_PHRASE: Final = 3


class Swap(NamedTuple):
    """An old value and the new one, in the words in which they were given, and where that stands."""

    old: str
    new: str
    start: int
    end: int

    @property
    def is_exact(self) -> bool:
        """Whether both are figures, names of code or quoted, so that hardly anything else can be meant."""
        figures = FIGURE.search(self.old) and FIGURE.search(self.new)
        return bool(figures) or self.is_code or all(value[:1] in _QUOTES for value in (self.old, self.new))

    @property
    def is_code(self) -> bool:
        """Whether one name of code takes the place of another."""
        return bool(CODE_NAME.fullmatch(self.old.split()[0]) and CODE_NAME.fullmatch(self.new.split()[-1]))

    @property
    def is_distinct(self) -> bool:
        """Whether the old value can hardly mean two things."""
        return bool(DISTINCT.search(self.old)) or self.is_code or len(self.old.split()) >= _PHRASE


def swaps_in(text: str) -> Iterator[Swap]:
    """What a text says to put in the place of what, the clearest form first."""
    quoted = [*shelters(text)]
    for form in _FORMS:
        for match in _form(form).finditer(text):
            between = min(match.end("old"), match.end("new"))
            denied = any_phrase(_DENIES).search(match["new"].rpartition(" ")[2]) and form.startswith(
                "NEW not"
            )
            # "404 File not found" is a text, and "it must not load" says no other value.
            if not denied and not any(start < between < end for start, end in quoted):
                old, new, start = match["old"], match["new"], match.start()
                if form.startswith("NEW not") and FIGURE.search(old) and not FIGURE.search(new):
                    start = _figure_before(text, start)  # "it was 3 of those in the issue tracker, not 4"
                    new = text[start : match.end("new")]
                spelled = [one[0] for one in any_phrase(_SPELLED).finditer(new)]
                if form.startswith("NEW not") and len(spelled) == 1 and any_phrase(_SPELLED).fullmatch(old):
                    new = spelled[0]  # "it was four customers by the way, not three"
                swap = Swap(_operand(_WHERE.sub("", old)), _operand(new), start, match.end())
                # "The paths should be separated …" gives no other word for the paths.
                if swap.is_exact or not form.endswith(" be NEW") or len(swap.new.split()) == 1:
                    yield swap


def _figure_before(text: str, at: int) -> int:
    """Where the one figure stands that a sentence has in front of a place; the place where there is none, or several."""
    begins = next(start for start, end in sentences(text) if at < end)
    found = [*FIGURE.finditer(text, begins, at)]
    return found[0].start() if len(found) == 1 else at


def swapped(sentence: str, swap: Swap) -> str | None:
    """The sentence with the new value; none when the old one is not in it, or in two places that could be meant."""
    old, new = swap.old.strip(_QUOTES), swap.new.strip(_QUOTES)
    if swap.old[:1] in _QUOTES and swap.new[:1] in _QUOTES:
        return _once(sentence, old, new)
    was, becomes = FIGURE.search(old), [*FIGURE.finditer(new)]
    if len(FIGURE.findall(old)) > 1:  # "1 to 30, not 1 to 14": the whole of it, and no figure alone
        last = FIGURE.findall(old)[-1]
        held, words = old[: old.rindex(last) + len(last)], new.split()
        ends = [at for at, word in enumerate(words) if FIGURE.search(word)]
        begin = ends[-1] + 1 - len(held.split()) if ends else -1
        return _once(sentence, held, " ".join(words[begin : ends[-1] + 1])) if begin >= 0 else None
    between = new[becomes[0].end() : becomes[-1].start()].replace(",", " , ") if becomes else ""
    if was and len(becomes) > 1 and _IN_A_ROW & {*between.split()}:
        return None  # "1, 3 and 7 days, not 30" is a list
    if swap.old[:1] in _QUOTES and len(becomes) > 1:
        return None  # 'make it 10 to 15 ms, not "about 10 ms"': where the new words begin cannot be told
    if was and becomes:
        return _figure(sentence, was, becomes[-1], everywhere=swap.is_distinct)
    if swap.is_code:
        return _once(sentence, old.split()[0].strip("`"), new.split()[-1].strip("`"), everywhere=True)
    if was:
        return None  # "I must correct: not 23": words do not take the place of a figure
    words = old.split()
    if CODE_NAME.fullmatch(words[-1]):  # "the field name requiredTogether"
        return _once(sentence, words[-1].strip("`"), _value(new, words[-1:]), everywhere=True)
    for count in range(len(words), 0, -1):  # "not 5 any more" names the value by its first words
        if content_words(" ".join(words[count:])):
            break  # "not into a note" names a note
        held = " ".join(words[:count]).strip(".,;:")
        value = _value(new, words[:count])
        named = {word for word in content_words(value) if word.isalpha()}
        if becomes and count == 1 and named <= content_words(sentence):
            value = becomes[-1][0]  # "it is 100 steps, not fifty", of so many steps
        if content_words(held) and (found := _once(sentence, held, value)):
            return found
    return None


def _once(sentence: str, old: str, new: str, *, everywhere: bool = False) -> str | None:
    """A word in the place of the one place where another stands; a name of code wherever it stands."""
    places = [*re.finditer(rf"(?<![\w.]){re.escape(old)}(?!\w|\.\w)", sentence, re.IGNORECASE)]
    if places and everywhere:
        given = (
            r"(?:\([^()\n]*\))?" if new.endswith(")") else ""
        )  # `run(x)` becomes `start(x)`, and not `start(x)(x)`
        return re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w){given}", lambda _: new, sentence)
    words = new.split()
    before = sentence[: places[0].start()].rstrip().casefold() if places else ""
    again = [at for at in range(1, len(words)) if before.endswith(" ".join(words[:at]).casefold())]
    new = " ".join(words[again[-1] :]) if again else new  # "separated by commas" has "separated by" already
    usable = len(places) == 1 and (content_words(new) or any(letter.isdigit() for letter in new))
    return f"{sentence[: places[0].start()]}{new}{sentence[places[0].end() :]}" if usable else None


def _figure(
    sentence: str, was: re.Match[str], becomes: re.Match[str], *, everywhere: bool = False
) -> str | None:
    """A number in the place of another, with its unit where that changes, too."""
    new_unit, old_unit = _word_after(becomes), _word_after(was)
    is_unit = any_form(UNITS)
    places = [place for place in FIGURE.finditer(sentence) if place[0] == was[0]]
    if is_unit.fullmatch(old_unit):  # 5 % are not "5 and 7 bytes"
        places = [one for one in places if not (unit := _word_after(one)) or is_unit.fullmatch(unit)]
    units = {unit for place in places if is_unit.fullmatch(unit := _word_after(place))}
    if everywhere and len(places) > 1 and len(units) <= 1:
        return FIGURE.sub(lambda place: becomes[0] if place[0] == was[0] else place[0], sentence)
    if len(places) > 1:
        before, after = _word_before(becomes), {new_unit, old_unit} - {""}
        like = [place for place in places if before and _word_before(place) == before]
        places = like if len(like) == 1 else [place for place in places if _word_after(place) in after]
    if len(places) != 1:
        return None
    start, end, value = places[0].start(), places[0].end(), becomes[0]
    unit = _word_after(places[0])
    if (
        is_unit.fullmatch(new_unit)
        and unit not in {"", new_unit}
        and (unit.rstrip("s") == old_unit.rstrip("s") or is_unit.fullmatch(unit))
    ):
        end += len(sentence[end:]) - len(sentence[end:].lstrip()) + len(unit)
        value = f"{value}{becomes.string[becomes.end() :][: _gap(becomes)]}{_spelled_after(becomes)}"
    return f"{sentence[:start]}{value}{sentence[end:]}"


def _gap(match: re.Match[str]) -> int:
    rest = match.string[match.end() :]
    return len(rest) - len(rest.lstrip())


def _spelled_after(match: re.Match[str]) -> str:
    found = re.match(r"\s*([^\W\d_]+|%)", match.string[match.end() :])
    return found[1] if found else ""


def _word_after(match: re.Match[str]) -> str:
    return _spelled_after(match).casefold()


def _word_before(match: re.Match[str]) -> str:
    found = re.search(r"([^\W\d_]+)\W*$", match.string[: match.start()])
    return found[1].casefold() if found else ""


def _operand(words: str) -> str:
    """What is quoted in them, if anything is."""
    quoted = re.search(_QUOTED, words)
    return quoted[0] if quoted else words


def _value(new: str, old: Sequence[str]) -> str:
    """The words of the new value: as many as the old one has, if they share one; else those behind "is" or "says".

    None where they may begin further in front: "to the right of each address, not below each address".
    """
    new = new.rpartition(": ")[2]
    words = new.split()
    last, before = words[-len(old) :], words[: -len(old)]
    leads = [match.end() for match in any_phrase(_BEFORE_VALUE).finditer(new)]
    is_alike = len(old) > 1 and set(last) & set(old)
    is_cut = before and not any_phrase((*_BEFORE_VALUE, *_ARTICLES)).fullmatch(before[-1])
    if is_alike and last[0] != old[0] and last[0].isalpha() and is_cut:
        return ""
    return (new[leads[-1] :] if leads and not is_alike else " ".join(last)).strip(f" ,{_QUOTES}")


@lru_cache(maxsize=64)
def _form(form: str) -> re.Pattern[str]:
    """A form as a pattern: what comes first is as short as can be, what comes last as long."""
    old, new = rf"(?P<old>{_PIECE}(?:\s{_PIECE}){{0,3}}", rf"(?P<new>{_PIECE}(?:\s{_PIECE}){{0,5}}"
    first, last = ("?)", ")") if form.index("OLD") < form.index("NEW") else (")", "?)")
    words = form.replace(" ", r",?\s+").replace("OLD", old + first).replace("NEW", new + last)
    return re.compile(rf"(?<!\w){words}", re.IGNORECASE)
