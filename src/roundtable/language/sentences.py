"""Where one sentence of a person ends and the next begins.

`sentences(text)` gives spans, in order, without overlap, that together hold everything but white space.

- A full stop ends a sentence only before a space, and not in an abbreviation, a number, a path, a call, a quotation,
  brackets or `code`. People who never use capitals are understood too ("not given. nothing changes").
- Lines are sentences of their own unless one plainly runs on into the next.
- A pasted log, traceback, table or piece of code is one span: nobody said it line by line. So is a line that would be
  hundreds of sentences ("1. 1. 1. …").
- Each character is looked at a fixed number of times, so a long line of dots costs no more than any other.

Elsewhere: clauses, smaller than a sentence (`clauses`).
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from roundtable.language.phrases import any_form, any_phrase, rows

Span = tuple[int, int]
_YES_OR_NO: Final = rows("yes | yeah | yep | no | nope")
FRAGMENT: Final = 3
"""Words of a sentence that says nothing by itself."""
_VALUE: Final = 7
"""So few words that begin with one or two by themselves are a value ("False, as now."): of what, the question says."""

_ENDS: Final = re.compile(r"[.!?…。！？]+")
_SHELTERS: Final = (
    r"`[^`\n]*`",
    r"\"[^\"\n]*\"",
    r"“[^“”\n]*”",
    r"«[^«»\n]*»",
    r"„[^„“”\n]*[“”]",
    r"(?<!\w)'(?=\S)[^'\n]*'(?!\w)",
    r"\([^()\n]*\)",
)
_BLANKS: Final = re.compile(r"(?P<kept>`[^`\n]*`|\"[^\"\n]*\"|“[^“”\n]*”)|[\s\x85\u2028\u2029]+")
_BULLETS: Final = (r"\s*\d{1,3}[.)]\s+(?=\S)", r"\s*[a-zA-Z]\)\s+(?=\S)")
_FIRST_STEP: Final = re.compile(r"(?:^|[:.;!?])\s*(?P<one>1[.)])(?=\s+[^\W\d])", re.MULTILINE)
_SECOND_STEP: Final = re.compile(r"(?<=\s)2[.)](?=\s+[^\W\d])")
_FENCES: Final = (r"\s*```", r"\s*~~~")
_LOG_LEVELS: Final = rows("TRACE | DEBUG | INFO | WARN | WARNING | ERROR | FATAL | CRITICAL")
_CODE_WORDS: Final = rows(
    "def | class | import | from | return | const | let | var | function | func | fn | public | private | if | for | while | SELECT"
)
_OPENS: Final = (":", ";", "{", "(")
_PASTED: Final = (
    r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d",  # a log line begins with its time
    r"\[?\d\d:\d\d:\d\d\b",
    r"Traceback \(",
    r"File \".*\", line \d",
    r"at [\w.$<>/]+[( :]",
    r"Caused by:",
    r"(?:\w+\.)*\w*Error(?::|$)",
    r"(?:\w+\.)*\w*Exception(?::|$)",
    r"(?:\w+\.)*\w*Warning(?::|$)",
    r"\|.*\|",  # a table
    r"[-+|=]{4,}\s*$",
    r"\$ \S",  # a shell, a diff
    r">>> ",
    r"diff --git ",
    r"@@ ",
    r"\+\+\+ \S",
    r"--- \S",
    r"[{}\[\]();,]+\s*$",  # code
    r"\"[\w-]+\"\s*:",
)
_INDENTED: Final = re.compile(r"(?: {2,}|\t)\s*\S")

_NOT_ENDING = (
    "e.g i.e eg ie vs ca cf approx resp incl excl bzw z.b d.h u.a p.ex p.ej mr mrs ms dr prof st fig sr sra"
)
_NEVER_LAST: Final = frozenset(_NOT_ENDING.split())
_BEFORE_NUMBER: Final = ("no", "nr")
_GERMAN_MONTHS = "januar februar märz april mai juni juli august september oktober november dezember"
_MONTHS: Final = frozenset(_GERMAN_MONTHS.split())
_PROSE: Final = 4
"""Words of a line that is a sentence and no value, message or line of a file."""
_LONG_LINE: Final = 8
"""Words of a line behind an empty one that somebody wrote, though it has no full stop."""
_WRAPPED = 60
"""A line this long whose successor begins in lower case was broken by the editor, not by the writer."""
_LOOK_BACK = 24
_MOST_IN_A_BLOCK = 400
_MANY_LINES: Final = 12
"""Lines in a row that nobody types, where few of them are sentences, points of a list or broken by the editor."""


def sentences(text: str) -> tuple[Span, ...]:
    """Spans of the sentences of a text."""
    found: list[Span] = []
    for start, end, pasted in _blocks(text):
        steps = end if pasted else _steps_from(text, start, end)
        cut = [] if pasted else [*_cut(text, start, steps), (steps, end)]
        found.extend(cut if 0 < len(cut) <= _MOST_IN_A_BLOCK else [(start, end)])
    trimmed = (_trimmed(text, start, end) for start, end in found)
    return tuple(_announced(text, [(start, end) for start, end in trimmed if start < end]))


def _announced(text: str, spans: list[Span]) -> Iterator[Span]:
    """The sentences, where the lines behind one that ends with a colon are part of it, up to the next that is a sentence.

    "The file says:", and then the lines of it, are one example. The points of a list right behind the colon are told one by one.
    """
    at = 0
    while at < len(spans):
        start, end = spans[at]
        at += 1
        if text[end - 1] == ":" and at < len(spans) and "\n" in text[end : spans[at][0]]:
            is_list = text[spans[at][0]] in "-*•" or any_form(_BULLETS).match(text, *spans[at])
            has_lines = False
            while at < len(spans) and not is_list and not _begins(text, end, *spans[at], has_lines=has_lines):
                end = spans[at][1]
                has_lines = has_lines or text[end - 1] != ":"
                at += 1
        yield start, end


def _begins(text: str, before: int, start: int, end: int, *, has_lines: bool) -> bool:
    """Whether something else begins behind what was announced: a sentence, or, below lines, what announces others."""
    line = text[start:end]
    words = len(line.split())
    is_sentence = line.rstrip("\"'”»)")[-1:] in tuple(".!?") and "\n" not in line
    is_apart = text[before:start].count("\n") > 1 and line[:1].isupper()
    is_told = is_apart and has_lines and (line[-1:] == ":" or words >= _LONG_LINE)
    return words >= _PROSE and (is_sentence or is_told)


def is_fragment(text: str) -> bool:
    """Whether a text says nothing without what was asked: it begins with a word or two ("Empty."), or with a yes or no."""
    said = any_phrase(_YES_OR_NO).match(text.lstrip())
    if said and said.string[said.end() :].lstrip().startswith((",", ";", ":", "!", "-")):
        return True
    return any(_is_value(text[start:end]) for start, end in sentences(text)[:1])


def _is_value(sentence: str) -> bool:
    count, opening = len(sentence.split()), re.split(r"[,;:.](?:\s|$)|\s[-–—]", sentence, maxsplit=1)[0]
    return count <= FRAGMENT or (count <= _VALUE and len(opening.split()) < FRAGMENT)


def on_one_line(text: str) -> str:
    """The words with single blanks between them; inside quotation marks and back-quotes every blank may count."""
    return _BLANKS.sub(lambda found: found["kept"] or " ", text).strip()


def shelters(text: str) -> Iterator[Span]:
    """Quotations, brackets and `code`: nothing is cut in there."""
    return (match.span() for match in any_form(_SHELTERS).finditer(text))


def _trimmed(text: str, start: int, end: int) -> Span:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _steps_from(text: str, start: int, end: int) -> int:
    """Where "1. … 2. …" begins on one line: steps are told as one; the end where there are none."""
    first = _FIRST_STEP.search(text, start, end)
    return first.start("one") if first and _SECOND_STEP.search(text, first.end(), end) else end


def _lines(text: str) -> list[Span]:
    spans: list[Span] = []
    start = 0
    for line in text.splitlines(keepends=True):
        spans.append((start, start + len(line)))
        start += len(line)
    return spans


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Pieces that no sentence crosses, and whether each was pasted."""
    lines = _lines(text)
    at = 0
    while at < len(lines):
        start, end = lines[at]
        if text[start:end].isspace():
            at += 1
            continue
        last = max(_end_of_pasted(text, lines, at), _end_of_rows(text, lines, at))
        if last >= at:
            yield start, lines[last][1], True
            at = last + 1
            continue
        while at + 1 < len(lines) and _runs_on(text, lines[at], lines[at + 1]):
            at += 1
            end = lines[at][1]
        yield start, end, False
        at += 1


def _end_of_rows(text: str, lines: list[Span], at: int) -> int:
    """The last of many lines from line `at` on that say nothing one by one, or `at - 1`."""
    spans = lines[at : at + _MANY_LINES]
    rows_ = [text[slice(*span)].strip() for span in spans]
    told = [
        (row[-1:] in tuple(".!?:") and not _INDENTED.match(text, *span))  # nobody indents a sentence
        or row[:1] in tuple("-*•")
        or any_form(_BULLETS).match(f"{row} ") is not None
        for row, span in zip(rows_, spans, strict=True)
    ]
    told = [
        one or _runs_on(text, *pair)
        for one, pair in zip(told, pairwise(lines[at : at + _MANY_LINES + 1]), strict=False)
    ]
    if len(rows_) < _MANY_LINES or not all(rows_) or sum(told) * 2 >= len(rows_):
        return at - 1
    blank = (number for number in range(at, len(lines)) if text[slice(*lines[number])].isspace())
    return next(blank, len(lines)) - 1


def is_pasted(text: str) -> bool:
    """Whether a text begins like a log, a traceback or a table: nobody said it."""
    return _looks_pasted(text.strip().partition("\n")[0])


def _looks_pasted(line: str) -> bool:
    bare = line.lstrip()
    is_logged = re.split(r"[]:\s]", bare.removeprefix("["), maxsplit=1)[0] in _LOG_LEVELS
    is_code = bare[-1:] in _OPENS and re.split(r"\W", bare, maxsplit=1)[0] in _CODE_WORDS
    return is_logged or is_code or any_form(_PASTED).match(bare) is not None


def _end_of_pasted(text: str, lines: list[Span], at: int) -> int:
    """The last line of what was pasted from line `at` on, or `at - 1`."""
    if any_form(_FENCES).match(text, *lines[at]):
        for closing in range(at + 1, len(lines)):
            if any_form(_FENCES).match(text, *lines[closing]):
                return closing
        return len(lines) - 1
    last = at - 1
    for following in range(at, len(lines)):
        line = text[slice(*lines[following])].rstrip()
        if _looks_pasted(line) or (last >= at and _INDENTED.match(line)):
            last = following
        elif line or last < at:
            break
    return last


def _runs_on(text: str, line: Span, following: Span) -> bool:
    before, after = text[slice(*line)].rstrip(), text[slice(*following)].strip()
    return (
        len(before) >= _WRAPPED
        and after[:1].islower()
        and before[-1] not in ".!?:;…"
        and not any_form(_BULLETS).match(text, *following)
    )


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    """The sentences of one block of prose."""
    shelters = any_form(_SHELTERS).finditer(text, start, end)
    shelter = next(shelters, None)
    bullet = any_form(_BULLETS).match(text, start, end)
    begin = start
    for stop in _ENDS.finditer(text, bullet.end() if bullet else start, end):
        while shelter is not None and shelter.end() < stop.end():
            shelter = next(shelters, None)
        sheltered = shelter is not None and shelter.start() < stop.start()
        cut = stop.end()
        if sheltered and shelter is not None:
            # A quotation may end its sentence: it says "done." Then it stops.
            if shelter.end() != stop.end() + 1 or not _next_word(text, shelter.end(), end)[:1].isupper():
                continue
            cut = shelter.end()
        if cut < end and not sheltered and not _is_end(text, begin, stop, end):
            continue
        while cut < end and text[cut] in ")]}\"'”»":
            cut += 1
        yield begin, cut
        begin = cut
    if begin < end:
        yield begin, end


def _next_word(text: str, at: int, end: int) -> str:
    """The word behind white space, or nothing where no white space follows."""
    piece = text[at : min(end, at + _LOOK_BACK)]
    return piece.lstrip().split(" ", 1)[0] if piece[:1].isspace() else ""


def _is_end(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    mark = stop.group()
    if mark[0] in "。！？":
        return True
    behind = stop.end()
    while behind < end and text[behind] in ")]}\"'”»":
        behind += 1
    if behind < end and not text[behind].isspace():
        return False
    before = text[max(begin, stop.start() - _LOOK_BACK) : stop.start()]
    following = _next_word(text, behind, end)
    if not following or not before.strip() or before[-1].isspace():
        return not following and bool(before.strip())
    word = before.split()[-1].lstrip("([\"'“«").casefold()
    if mark[-1] in "!?":
        return not ("_" in word and following[:1].islower())  # `valid_path?` is a name
    if len(mark) > 1 or mark == "…":
        return following[:1].isupper()
    if word in _NEVER_LAST or (word in _BEFORE_NUMBER and following[:1].isdigit()):
        return False
    if word == "etc" or (len(word) > 2 and all(len(part) == 1 for part in word.split("."))):
        return following[:1].isupper()
    if word.isdigit() and len(word) < 3:
        return following.casefold().strip(".,") not in _MONTHS
    if len(word) == 1 and word.isalpha():  # z. B., J. R. Smith
        spaced = (len(following) == 2 and following[1] == ".") or before[-4:-2].strip().endswith(".")
        return not (spaced or (before[-1].isupper() and following[:1].isupper()))
    return True
