"""Orders at the review: which part of a message says something of which ids, and what is said beside them.

An id is how a line that was shown is named, so whatever stands around one is an order and never a statement of its own.

- Ids that stand together share an order ("NT-004 and NT-005 are out of scope"), and one that has none of its own has that of
  those before it ("drop NT-008 and OQ-001, obviously").
- All sentences behind "BR-001:" are its new words; one that corrects itself ("no wait, …") belongs to the one before it.

Elsewhere: carrying them out (`operations`), everything that names no id (`listening`).
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from roundtable.interview.lead_ins import JOINERS, announces, gives_words, removal_in, takes_back
from roundtable.interview.moving import heading_named
from roundtable.interview.offers import adds
from roundtable.interview.slots import REASONS
from roundtable.interview.stating import leans
from roundtable.interview.which_fact import ID, words_meant
from roundtable.language.closed_forms import EDITS
from roundtable.language.phrases import any_form, any_phrase, rows
from roundtable.language.sentences import sentences
from roundtable.language.tokens import CODE, tokens

_ID: Final = ID.pattern
_GROUP: Final = re.compile(
    rf"{_ID}(?:\s*(?:,?\s*\band\b|[&+/])\s*{_ID}|\s*,\s*{_ID}(?=\s*(?:$|[,.;!]|and\b|are\b)))*", re.IGNORECASE
)
"""Ids in a row; behind a comma alone only where no sentence of its own begins: "remove ERR-001, ERR-002 says it already"."""
_APART: Final = re.compile(r"[,;.]\s+(?:and\s+|but\s+)?|\s+(?:and|but)\s+", re.IGNORECASE)
_IS_SAID: Final = re.compile(r"\s+(?:is|should|must|goes|belongs|can)\b|\s*:", re.IGNORECASE)
"""Behind the last of several ids that something takes away: of that one something else is said."""
_FEW: Final = 1
"""Words beside an id that are no order: "and NT-005 too"; "CON-001 answers it" says something."""


_ALL: Final = rows("both")
"""What means all that was named before and is no small word."""


class Order(NamedTuple):
    """A part of a message and the ids in it."""

    start: int
    end: int
    ids: tuple[str, ...]
    may_repeat: bool = False
    """Whether it has the order of the one before, unless it has one of its own."""


def orders_in(text: str) -> tuple[list[Order], list[tuple[int, int]]]:
    """The orders of a message, and the parts of it that name no id."""
    orders: list[Order] = []
    beside: list[tuple[int, int]] = []
    for start, end in _joined(text):
        if not ID.search(text, start, end):
            beside.append((start, end))
            continue
        rewords = any_form(EDITS["correction"]).match(text, start)
        for begin, behind in [(start, end)] if rewords else _by_group(text, start, end):
            tail = behind if rewords else _tail(text, begin, behind)
            # "BR-002 says the same as BR-001, drop it" is about the first; any others only say why.
            group = _GROUP.search(text, begin, tail)
            ids = tuple(dict.fromkeys(one.upper() for one in ID.findall(group[0]))) if group else ()
            if not ids:
                beside.append((begin, tail))
            else:
                may_repeat = begin > start and _is_few(text[begin:tail])
                orders.append(Order(begin, tail, ids[:1] if rewords else ids, may_repeat))
            if tail < behind:
                joint = _APART.match(text, tail)
                beside.append((joint.end() if joint else tail, behind))
    return orders, [span for span in beside if text[slice(*span)].strip(" ,;.")]


def _joined(text: str) -> Iterator[tuple[int, int]]:
    """The sentences, where what gives or corrects the words of an id goes with the sentence that has it."""
    found: list[tuple[int, int]] = []
    for start, end in sentences(text):
        here = text[start:end]
        is_meant = ID.search(here) and found and not ID.search(text, *found[-1])
        if is_meant and removal_in(said := text[slice(*found[-1])]) and not words_meant(said):
            found[-1] = (found[-1][0], end)  # "Please drop it. AS-001, I mean"
            continue
        before = found[-1] if found and ID.search(text, *found[-1]) else None
        is_new = before is not None and any_form(EDITS["correction"]).match(text, before[0])
        continues = is_new and not (takes_back(here) or adds(here))
        if before is not None and not ID.search(here) and (continues or announces(here) or gives_words(here)):
            found[-1] = (before[0], end)
        else:
            found.append((start, end))
    yield from found


def _by_group(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A sentence, cut before each group of ids of which something else is said."""
    groups = [one.span() for one in _GROUP.finditer(text, start, end)]
    for at, (first, last) in enumerate(groups):
        ids = [*ID.finditer(text, first, last)]
        if len(ids) > 1 and removal_in(text[start:first]) and _IS_SAID.match(text, last):
            groups[at : at + 1] = [(first, ids[-2].end()), (ids[-1].start(), last)]
            break
    cuts: list[tuple[int, int]] = []
    for (_, before), (after, _) in pairwise(groups):
        joints = [*_APART.finditer(text, before, after)]
        cuts += [joints[-1].span()] if joints else []
    starts, ends = [start, *(cut[1] for cut in cuts)], [*(cut[0] for cut in cuts), end]
    return list(zip(starts, ends, strict=True))


def _tail(text: str, start: int, end: int) -> int:
    """Where something else begins: another removal behind an order, or what is told behind "drop NT-001, and …"."""
    last = [*ID.finditer(text, start, end)]
    if not last:
        return end
    removal = removal_in(text[start:end])
    removed = start + removal.end() if removal else end
    for joint in _APART.finditer(text, last[-1].end(), end):
        following = _APART.search(text, joint.end(), end)
        clause = text[joint.end() : following.start() if following else end]
        # "…, remove it" is still about the ids, "…, and the thing about dates is a note" is not.
        kind, named = heading_named(clause)
        if kind and words_meant(named) and not leans(clause):
            return joint.start()
        if takes_back(clause) and words_meant(any_phrase(_ALL).sub(" ", clause)):
            return joint.start()
        if removed <= last[0].start() and "and" in joint[0]:
            return joint.start()
        if CODE in tokens(clause) and removed <= joint.start() and not any_form(REASONS).match(clause):
            return joint.start()  # "…, README.rst stays as it is"
    return end


def _is_few(text: str) -> bool:
    """Whether hardly anything is said of the ids in a part: "NT-005 too"."""
    last = [*ID.finditer(text)][-1]
    why = any_phrase(REASONS).search(text, last.end())  # "and NT-002, because it is in ERR-001 now"
    text = text[: why.start()] if why else text
    words = any_phrase((*JOINERS, "please")).sub(" ", ID.sub(" ", text)).strip(" ,;.!").split()
    return len(words) <= _FEW and not _IS_SAID.match(text, last.end())
