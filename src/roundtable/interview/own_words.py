"""What became of something that a person said: where it stands, with their words. Asked at any place (`answering`, `recap`)."""

from collections import Counter
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.facts.evidence import Quote
from roundtable.interview.wording import content_words, listed, quoted
from roundtable.language.phrases import any_phrase, rows
from roundtable.language.sentences import sentences

_MISSED: Final = rows(
    "i said | i told | i wrote | i mentioned | did you keep | did you drop | did you lose | did you note | happened to | did my "
    "| became of"
)
"""How somebody asks after their own words."""
_MOST_SHOWN: Final = 3
_LONGEST: Final = 200


def own_words(analysis: Analysis, text: str) -> str:
    """Where that stands which somebody misses of what they said: the entry whose quote shares most with the question."""
    if not any_phrase(_MISSED).search(text):
        return ""
    wanted = content_words(any_phrase(_MISSED).sub(" ", text))
    told = [
        (wanted & content_words(f"{item.text} {fact.headline}"), fact.id, item.text)
        for fact in analysis.facts
        for item in fact.evidence
        if isinstance(item, Quote) and item.turn
    ]
    if not any(shared for shared, *_ in told):  # it may have been taken back since
        parts = [turn.text[a:b] for turn in analysis.turns if turn.number for a, b in sentences(turn.text)]
        told = [(wanted & content_words(part), "", part) for part in parts]
    often = Counter(word for shared, *_ in told for word in shared)
    scored = [(sum(1 / often[word] for word in shared), fact_id, words) for shared, fact_id, words in told]
    most = max((score for score, *_ in scored), default=0)
    found = [(fact_id, words) for score, fact_id, words in scored if score == most > 0]
    if not found:
        return ""
    ids = listed(list(dict.fromkeys(fact_id for fact_id, _ in found[:_MOST_SHOWN])))
    words = quoted(found[0][1], longest=_LONGEST)
    return f"That is kept, {ids}: {words}" if ids else f"You said {words} It is not on record."
