"""What the decider of content sees of one word: itself, its neighbours, its clause, and what is being done.

Content is the part of an input that is kept as the person's own statement. "yes but only admins. why do you need that?"
keeps "only admins".

Elsewhere: putting the words together again (`contents`), the arithmetic (`linear`).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from roundtable.language.linear import Groups
from roundtable.language.sentences import shelters
from roundtable.language.tokens import content_stems, is_word, placed_tokens, tokens

_CLAUSE_ENDS: Final = frozenset(",.;:!?–—-()…")
_NOTHING = "<edge>"


class Word(NamedTuple):
    """A word or mark and where it stands."""

    token: str
    start: int
    end: int
    clause: int


def words_of(text: str) -> list[Word]:
    """The words of an input, each with the number of its clause."""
    found: list[Word] = []
    clause = 0
    sheltered = shelters(text)
    first, behind = next(sheltered, (len(text), len(text)))
    for token, start, end in placed_tokens(text):
        while behind < end:
            first, behind = next(sheltered, (len(text), len(text)))
        if "\n" in text[found[-1].end if found else 0 : start]:
            clause += 1
        found.append(Word(token, start, end, clause))
        spaced = end == len(text) or text[end].isspace()
        if token[-1] in _CLAUSE_ENDS and not is_word(token) and spaced and not first < start < behind - 1:
            clause += 1
    return found


def kept_features(words: Sequence[Word], act: str, question: str, earlier: str) -> list[Groups]:
    """Feature names of each word."""
    in_question, on_record = content_stems(tokens(question)), content_stems(tokens(earlier))
    clauses: dict[int, list[str]] = {}
    for word in words:
        clauses.setdefault(word.clause, []).append(word.token)
    order = {clause: at for at, clause in enumerate(clauses)}
    row = [_NOTHING, _NOTHING, *(word.token for word in words), _NOTHING, _NOTHING]
    inside = 0
    found: list[Groups] = []
    for at, word in enumerate(words):
        inside = inside + 1 if at and words[at - 1].clause == word.clause else 0
        clause, number = clauses[word.clause], order[word.clause]
        two, one, here, next_one, next_two = row[at : at + 5]
        stem = here[:5]
        seen = "record" if stem in on_record else "question" if stem in in_question else "new"
        names = [
            f"it {here}",
            f"before {one}",
            f"before that {two}",
            f"after {next_one}",
            f"after that {next_two}",
            f"{one} {here}",
            f"{here} {next_one}",
            f"{two} {one}",
            f"clause {min(3, number)}",
            f"clauses behind {min(3, len(clauses) - 1 - number)}",
            f"clause {min(2, number)} of {min(4, len(clauses))}",
            f"in clause {min(4, inside)}",
            f"clause begins {clause[0]}",
            f"clause ends {clause[-1]}",
            f"clause {min(2, number)} begins {clause[0]}",
            f"clause of {min(6, len(clause))}, {min(2, number)} of {min(3, len(clauses))}",
            f"{seen}",
            f"{seen}, clause {min(2, number)}",
            f"{seen}, clause begins {clause[0]}",
            f"words {min(12, len(words))}",
            f"shape {_shape(here)}, {_shape(one)}",
            "always",
        ]
        found.append({"Word": names, f"Word of {act}": names})
    return found


def _shape(token: str) -> str:
    return token if token[0] == "<" or not is_word(token) else "word" if len(token) > 3 else "short"
