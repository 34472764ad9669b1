"""What the decider of acts sees: the words, their order, and the place in the talk.

Views: `letters` and `words` of the whole; `plain`, the words with everything that the question or the record names made
alike; `first`, the opening clause, and `closing`, the last sentence, by themselves; `edges`, how each clause begins and
ends; `placed`, words with the place they were said at; `asked`, the question's words; `Shape`: length, marks, how the
question begins, each with the place; `Record`: what is new against the record and the question.

Elsewhere: the decision (`acts`), the arithmetic (`linear`).
"""

import re
from itertools import combinations
from typing import Final

from roundtable.language.linear import Groups
from roundtable.language.sentences import sentences
from roundtable.language.tokens import (
    CODE,
    FIGURE,
    ID,
    NAMES,
    clause_edges,
    clauses,
    content_stems,
    is_word,
    letter_runs,
    tokens,
    word_runs,
)

_IDS: Final = re.compile(r"\b[A-Z]{2,4}-\d+\b")
_FIGURES: Final = re.compile(r"(?<![-\w])\d+")
_LONGEST = 4000
"""Nobody needs more of a pasted log to see what is done with it."""
_SENTENCE_END: Final = frozenset(".!?")
_LENGTHS: Final = (1, 2, 3, 5, 8, 13, 24)


def act_features(text: str, place: str, question: str, earlier: str) -> Groups:
    """Feature names by view."""
    text = text[:_LONGEST]
    said, asked, record = tokens(text), tokens(question), tokens(earlier[:_LONGEST])
    words = [token for token in said if is_word(token)]
    in_question, on_record = content_stems(asked), content_stems(record)
    parts = clauses(text)
    last = sentences(text)[-1:] or ((0, len(text)),)
    opening, either = _kind_of_question(asked)
    marks = _marks(text, said, words, len(parts), record)
    edges = [
        "first " + " ".join(words[:1]),
        "first two " + " ".join(words[:2]),
        "last " + " ".join(said[-1:]),
        "last two " + " ".join(words[-2:]),
    ]
    named = content_stems(words)
    overlaps = [
        f"in question {min(3, len(named & in_question))}",
        f"on record {min(3, len(named & on_record))}",
    ]
    return {
        "letters": letter_runs(text),
        "words": word_runs(said),
        "plain": word_runs([_plain(token, in_question, on_record) for token in said]),
        "first": word_runs(tokens(parts[0])),
        "closing": word_runs(tokens(text[slice(*last[0])])),
        "edges": [edge for clause in parts for edge in clause_edges(tokens(clause))],
        "placed": [f"{place} {word}" for word in words],
        "asked": word_runs(asked, 2),
        "Shape": [
            *marks,
            *overlaps,
            *edges,
            f"at {place}",
            f"question {opening}",
            f"either {either}",
            *(f"at {place}, {mark}" for mark in (*marks, *overlaps, *edges)),
            *(f"question {opening}, {mark}" for mark in (*marks, *overlaps, *edges[:2])),
            *(f"either {either}, {mark}" for mark in (*marks, *overlaps)),
            *(f"{mark}, {other}" for mark, other in combinations((*marks, *overlaps), 2)),
        ],
        "Record": _record(place, text, earlier, named, in_question, on_record),
        "Bias": ["always"],
    }


def _marks(
    text: str, said: tuple[str, ...], words: list[str], count: int, record: tuple[str, ...]
) -> list[str]:
    """What can be seen of an input without knowing its words."""
    flags = {
        "ids on record": ID in record,
        "id": ID in said,
        "figure": FIGURE in said,
        "code": CODE in said,
        "ends asking": said[-1:] == ("?",),
        "asks": "?" in said,
        "exclaims": "!" in said,
        "capital": text[:1].isupper(),
        "a name in front": any(name in words[:2] for name in NAMES),
        "a name": any(name in words for name in NAMES),
    }
    return [
        f"length {sum(len(words) > limit for limit in _LENGTHS)}",
        f"clauses {min(5, count)}",
        "something on record" if record else "nothing on record",
        *(flag for flag, holds in flags.items() if holds),
    ]


def _record(
    place: str,
    text: str,
    earlier: str,
    named: frozenset[str],
    in_question: frozenset[str],
    on_record: frozenset[str],
) -> list[str]:
    """How an input stands to the record: a value that is there already, a new one, an id that is known."""
    figures, known_figures = set(_FIGURES.findall(text)), set(_FIGURES.findall(earlier))
    ids, known_ids = set(_IDS.findall(text.upper())), set(_IDS.findall(earlier.upper()))
    new = min(6, len(named - on_record - in_question))
    size = min(4, len(named))
    return [
        f"figures: known {bool(figures & known_figures)}, new {bool(figures - known_figures)}, {bool(known_figures)}",
        f"ids: known {bool(ids & known_ids)}, new {bool(ids - known_ids)}, {min(2, len(known_ids))}",
        f"on record {round(4 * len(named & on_record) / max(1, len(named)))} of {size}",
        f"in question {round(4 * len(named & in_question) / max(1, len(named)))} of {size}",
        f"new words {new}",
        f"at {place}, new words {new}",
    ]


def _plain(token: str, in_question: frozenset[str], on_record: frozenset[str]) -> str:
    stem = token[:5]
    return "<record>" if stem in on_record else "<asked>" if stem in in_question else token[:6]


def _kind_of_question(asked: tuple[str, ...]) -> tuple[str, bool]:
    """The word a question begins with, and whether it offers one thing or another."""
    last: list[str] = []
    for token, following in zip(asked, (*asked[1:], ""), strict=False):
        if token in _SENTENCE_END and following:
            last = []
        elif token not in (*NAMES, ":"):
            last.append(token)
    return next((token for token in last if is_word(token)), "none"), "or" in last or "oder" in last
