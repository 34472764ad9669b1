"""Whether a sentence is about what was read back (or about the talk), and not about the item.

"The certificate thing is not under has to stay" is to be carried out, or said not to be understood: it is no part of any document.
"Notes can be moved to another folder" is.

Learned from labelled sentences in four languages (`training/records`). Who asks: `interview.table_questions`.
"""

from functools import lru_cache
from typing import Final

from roundtable.language.linear import Groups, model
from roundtable.language.tokens import ID, clause_edges, clauses, letter_runs, skeleton, tokens, word_runs

_LONGEST: Final = 400
_MAYBE, _SURELY = 0.35, 0.7


def record_features(text: str) -> Groups:
    """Feature names by view."""
    text = text[:_LONGEST]
    words = list(tokens(text))
    edges = [edge for clause in clauses(text) for edge in clause_edges(tokens(clause))]
    return {
        "letters": letter_runs(text),
        "words": word_runs(words),
        "first": [" ".join(words[:size]) for size in (1, 2, 3)],
        "skeleton": word_runs(["^", *skeleton(words), "$"], longest=4),
        "edges": edges,
        "Marks": [f"{mark} {mark in words}" for mark in (ID, '"', "?")],
        "Bias": ["always"],
    }


def record_share(sentence: str) -> float:
    """How likely a sentence is about what was read back."""
    return _share(sentence, id(model("records")))


def is_about_record(sentence: str) -> bool:
    return record_share(sentence) >= _SURELY


def may_be_about_record(sentence: str) -> bool:
    """Whether nobody can tell: then one short question is asked."""
    return _MAYBE <= record_share(sentence) < _SURELY


@lru_cache(maxsize=256)
def _share(sentence: str, _learned: int) -> float:
    return model("records").shares(record_features(sentence)).get("record", 0.0)
