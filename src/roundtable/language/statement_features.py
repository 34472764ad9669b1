"""What the decider of statements sees: the sentence, what was asked, and how the two belong together.

Views: `letters`, `words`, `plain` (names, figures and what the item or the question names made alike), `first` (the
sentence's opening clause), `edges` (how each clause begins and ends), `Kinds` (what was asked for) and `Shape`: length,
marks, cues, each with the main kind asked for. The question's own words were tried and add nothing.

Elsewhere: the decision (`statements`), the arithmetic (`linear`).
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from roundtable.language.linear import Groups
from roundtable.language.tokens import (
    CODE,
    FIGURE,
    clause_edges,
    clauses,
    content_stems,
    is_word,
    letter_runs,
    tokens,
    word_runs,
)

_LENGTHS: Final = (3, 6, 10, 15, 22, 32)
_CUES: Final = {
    cue: frozenset(words.split())
    for cue, words in {
        "negation": "not no never nothing nobody none don't doesn't isn't aren't won't can't cannot without neither",
        "must": "must should shall has have needs need ought",
        "may": "may can could might would",
        "condition": "if when whenever unless once until otherwise else",
        "reason": "because since so therefore",
        "today": "today now currently right present already still",
        "future": "later then next after before first finally",
        "doubt": "think guess suppose assume assuming probably maybe perhaps presumably",
        "person": "i we they he she me us them people",
        "compare": "than more less better worse faster rather instead",
    }.items()
}


def statement_features(sentence: str, question: str, asked: Sequence[str], before: str, item: str) -> Groups:
    """Feature names by view."""
    said, questioned = tokens(sentence[:2000]), tokens(question)
    words = [token for token in said if is_word(token)]
    in_question, in_item = content_stems(questioned), content_stems(tokens(item))
    main = asked[0] if asked else "nothing"
    parts = [tokens(clause) for clause in clauses(sentence[:2000])]
    mine = set(words)
    marks = [
        f"length {sum(len(words) > limit for limit in _LENGTHS)}",
        f"in question {min(2, len(content_stems(words) & in_question))}",
        f"in item {min(2, len(content_stems(words) & in_item))}",
        *(f"cue {cue}" for cue, cues in _CUES.items() if mine & cues),
        *(["figure"] if FIGURE in said else []),
        *(["figures"] if said.count(FIGURE) > 1 else []),
        *(["code"] if CODE in said else []),
        *(["codes"] if said.count(CODE) > 1 else []),
        *(["quotes"] if '"' in said or "'" in said else []),
        *(["arrow"] if "->" in sentence or "→" in sentence or "=>" in sentence else []),
        *(["asks"] if sentence.rstrip().endswith("?") else []),
        *(["colon"] if ":" in said else []),
        *(["first of its answer"] if not before else []),
    ]
    edges = [
        "first " + " ".join(words[:1]),
        "first two " + " ".join(words[:2]),
        "first three " + " ".join(words[:3]),
        "last " + " ".join(words[-1:]),
    ]
    return {
        "letters": letter_runs(sentence[:2000]),
        "words": word_runs(said),
        "plain": word_runs([_plain(token, in_question, in_item) for token in said]),
        "first": word_runs(parts[0]),
        "edges": [edge for clause in parts for edge in clause_edges(clause)],
        "Kinds": [
            f"main {main}",
            *(f"asked {kind}" for kind in asked),
            "all " + " ".join(sorted(asked)),
            f"first of its answer {not before}, main {main}",
        ],
        "Shape": [
            *marks,
            *edges,
            *(f"main {main}, {mark}" for mark in (*marks, *edges[:2])),
            *(f"{mark}, {other}" for mark, other in combinations(marks, 2)),
        ],
        "Bias": ["always"],
    }


def _plain(token: str, in_question: frozenset[str], in_item: frozenset[str]) -> str:
    stem = token[:5]
    return "<asked>" if stem in in_question else "<item>" if stem in in_item else token
