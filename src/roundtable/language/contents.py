"""Which part of an input is kept as the person's own statement.

`content_spans` decides with learned weights: greetings, thanks, a leading yes, "one correction:" and a closing "why do
you need that?" are spent, what is left is content. Of a correction it is the new value alone.

- Words are never changed, moved or joined: a span is a stretch of the input.
- Of an answer whole sentences are kept, in doubt all of them; an act that tells something always keeps something.

Elsewhere: which act it is (`acts`), what the decider sees (`kept_features`), cutting into sentences (`sentences`).
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from roundtable.language.kept_features import Word, kept_features, words_of
from roundtable.language.linear import model
from roundtable.language.phrases import rows
from roundtable.language.sentences import sentences
from roundtable.language.tokens import is_word

Span = tuple[int, int]

KEEPING_ACTS: Final = rows(
    "answer | assent_but | denial_instead | correction | unknown | not_applicable | delegate | question_back"
)
"""Acts that may come with something to keep."""
_TELLING_ACTS: Final = KEEPING_ACTS[:4]
_IN_DOUBT: Final = {"answer": 0.3, "correction": 0.3}
"""How much a word of these acts is favoured: in doubt it is kept."""
_SPENT_BEFORE, _SPENT_BEHIND = 0.3, 1.0
"""So much must speak against a clause at the beginning or end of a sentence to leave it out of an answer."""
_BESIDE = 0.7
"""A word beside a new value belongs to it unless so much speaks against that."""
_LONGEST = 4000
"""Who writes more than this is not chatting: all of it is kept."""
_TAIL = 1.5
"""So much must speak for the end of a clause whose beginning is spent ("yes but only admins")."""


def content_spans(text: str, act: str, question: str = "", earlier: str = "") -> tuple[Span, ...]:
    """The parts of an input to keep, in order."""
    words = words_of(text[: _LONGEST + 1]) if act in KEEPING_ACTS else []
    if not words:
        return ()
    if len(text) > _LONGEST:
        return _joined(text, [Word("text", 0, len(text.rstrip()), 0)], [True])
    favour = _IN_DOUBT.get(act, 0.0)
    features = kept_features(words, act, question, earlier)
    speaks = [float(score) + favour for score in model("kept").scores(features)[:, 0]]
    if act == "correction":
        kept = _best_stretch(words, speaks)
    elif act == "answer":
        kept = _kept_sentences(text, words, speaks)
    else:
        kept = _kept_clauses(words, speaks)
    if act in _TELLING_ACTS and not any(
        is_word(word.token) for word, keep in zip(words, kept, strict=True) if keep
    ):
        kept = [True] * len(words)
    return _joined(text, words, kept)


def _best_stretch(words: Sequence[Word], speaks: Sequence[float]) -> list[bool]:
    """The stretch of words that most speaks for, with what little speaks against beside it in its clause."""
    best, first, behind = speaks[0], 0, 1
    total, start = 0.0, 0
    for at, share in enumerate(speaks):
        if total <= 0:
            total, start = 0.0, at
        total += share
        if total > best:
            best, first, behind = total, start, at + 1
    clause = words[first].clause
    while first and words[first - 1].clause == clause and speaks[first - 1] > -_BESIDE:
        first -= 1
    clause = words[behind - 1].clause
    while behind < len(words) and words[behind].clause == clause and speaks[behind] > -_BESIDE:
        behind += 1
    return [first <= at < behind for at in range(len(speaks))]


def _kept_sentences(text: str, words: Sequence[Word], speaks: Sequence[float]) -> list[bool]:
    """Whole sentences, but for clauses at their edges that are plainly spent: nobody is quoted with a hole."""
    kept = [False] * len(words)
    for start, end in sentences(text):
        places = [at for at, word in enumerate(words) if start <= word.start < end]
        clauses = [list(group) for _, group in groupby(places, key=lambda at: words[at].clause)]
        means = [sum(speaks[at] for at in clause) / len(clause) for clause in clauses]
        if sum(speaks[at] for at in places) <= 0:
            continue
        while len(means) > 1 and means[0] < -_SPENT_BEFORE:
            del means[0], clauses[0]
        while len(means) > 1 and means[-1] < -_SPENT_BEHIND:
            del means[-1], clauses[-1]
        for clause in clauses:
            for at in clause:
                kept[at] = True
    return kept


def _kept_clauses(words: Sequence[Word], speaks: Sequence[float]) -> list[bool]:
    """Clause by clause, without a spent beginning."""
    kept: list[bool] = []
    for _, clause in groupby(zip(words, speaks, strict=True), key=lambda pair: pair[0].clause):
        shares = [share for _, share in clause]
        begin = 0
        if sum(shares) <= 0:
            begin = len(shares)
            total = best = 0.0
            for at in range(len(shares) - 1, -1, -1):
                total += shares[at]
                if total > max(best, _TAIL):
                    best, begin = total, at
        else:
            while begin < len(shares) - 1 and shares[begin] < -0.5:
                begin += 1
        kept.extend(at >= begin for at in range(len(shares)))
    return kept


def _joined(text: str, words: Sequence[Word], kept: Sequence[bool]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for keep, group in groupby(zip(words, kept, strict=True), key=lambda pair: pair[1]):
        stretch = [word for word, _ in group]
        while keep and stretch and stretch[0].token in (",", ";", ":", ".", "-", "–", "—", "!"):
            stretch.pop(0)
        if keep and any(is_word(word.token) for word in stretch):
            end = stretch[-1].end
            while text[end - 1] in " ,;:-–—":
                end -= 1
            spans.append((stretch[0].start, end))
    return tuple(spans)
