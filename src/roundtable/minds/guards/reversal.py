"""Whether a statement says the opposite of the words it is put beside: `fact_check` asks this of everything that is quoted."""

import re
from typing import Final

from roundtable.language.phrases import any_phrase, rows
from roundtable.minds.guards.support import CLAUSE_ENDS, clause_around, sentence_around, share_of
from roundtable.minds.guards.text import content_words

_SHORTEST_STEM: Final = 3
_SAME_WORDS: Final = 0.7
_MOST_OF_IT: Final = 0.6
_NEGATION: Final = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|nowhere|except|unless|only|alone|avoid\w*|prevent\w*|forbid\w*|"
    r"refus\w*|exclud\w*|un(?:changed|touched|modified|affected|altered)|nicht|kein\w*|nie|pas|jamais|nunca|sin|geen|niet)\b|n['’]t\b",
    re.IGNORECASE,
)
_PRESERVES: Final = re.compile(
    r"\b(?:keeps?|kept|keeping|stays?|stayed|remains?|preserv\w*|the same|as (?:it|they) (?:is|are|was|were)|left|fixed|constant)\b",
    re.IGNORECASE,
)
"""Words that say "no change" without a "not"."""
_FORBIDS: Final = re.compile(
    r"\b(?:never|only|(?:must|may|shall|should|do|does|will) not|nie(?:mals)?|nur|jamais|nunca)\b|\b(?:mustn|shan|shouldn|don|doesn|won)['’]t\b",
    re.IGNORECASE,
)
_CONTRAST: Final = re.compile(
    r"\b(?:but|instead|rather|sondern|sino|mais)\b|^\W*(?:no|nope|nah|nein|non)\b\s*[^\w\s]", re.IGNORECASE
)
_RULES_OUT: Final = re.compile(
    r"\W*(?:no|not|never|don['’]t|do not|kein\w*|nicht|nie|pas de|sin)\s+(?=\w)", re.IGNORECASE
)
"""The beginning of a clause that rules something out whole: "No automatic moving"."""
_PROHIBITS: Final = (
    r"(?:nobody|no one) (?:may|can|should|must|shall)",
    r"(?:must|may|shall|should) (?:not|never)",
    r"(?:must|should)n['’]t",
)
"""What comes behind is not to be: "Nobody may edit it"."""
_EXCEPTS: Final = rows("except | unless | other than | apart from")
_OBLIGES: Final = rows("must | shall | should | has to | have to | needs? to")
_LEAVES_OUT: Final = rows("out | later | leave | left | skip | wait")
_CONTRARIES: Final[tuple[tuple[str, str], ...]] = (
    *(("within", "between"), ("before", "after"), ("at least", "at most"), ("minimum", "maximum")),
    *(("oldest", "newest"), ("first", "last"), ("above", "below"), ("earlier", "later")),
    *(("optional", "required"), ("allowed", "rejected"), ("enabled", "disabled")),
)
"""Words of which a sentence has the one or the other, and then says the opposite."""


def is_turned_round(statement: str, said: str, start: int, end: int, *, wishes: bool = False) -> bool:
    """Whether a statement uses the words of a clause and denies what it affirms, or affirms what it denies.

    - Only where nearly all words are the same: a free rendering may turn a "never" into a word of its own.
    - What somebody wishes (`wishes`) is often the opposite of what is; there only a lost "never" or "only" counts.
    """
    clause = clause_around(said, start, end).strip()
    clause = clause.removeprefix("but ")  # the contrast is to what came before
    denied = _denies_the_exception(statement, sentence_around(said, start, end))
    if denied is not None:
        return denied
    if _affirms_what_is_ruled_out(statement, clause):
        return True
    if (not wishes or any_phrase(_OBLIGES).search(clause)) and _has_the_contrary(statement, clause):
        return True
    if _PRESERVES.search(statement) or _CONTRAST.search(clause):
        return False
    if share_of(statement, clause) < _SAME_WORDS or share_of(clause, statement) < _MOST_OF_IT:
        return False
    if wishes:
        return bool(_FORBIDS.search(clause)) and not _NEGATION.search(statement)
    return bool(_NEGATION.search(statement)) != bool(_NEGATION.search(clause))


def says_no(text: str) -> bool:
    """Whether a text denies something, or says that it stays as it is."""
    return bool(_NEGATION.search(text) or _PRESERVES.search(text))


def rules_out(said: str, start: int, end: int) -> bool:
    """Whether a clause says what is not to be touched or done."""
    return any(True for _ in _ruled_out(clause_around(said, start, end)))


def obliges(sentence: str) -> bool:
    """Whether a sentence asks for something, and leaves nothing out: what it speaks of is part of the item."""
    asks = any_phrase(_OBLIGES).search(sentence)
    return bool(asks) and not (_NEGATION.search(sentence) or any_phrase(_LEAVES_OUT).search(sentence))


def _ruled_out(clause: str) -> list[str]:
    """What the parts of a clause say is not to be, without the words that forbid it."""
    parts: list[str] = []
    for part in CLAUSE_ENDS.split(clause):
        found = _RULES_OUT.match(part) or any_phrase(_PROHIBITS).search(part)
        parts += [part[found.end() :]] if found else []
    return parts


def _affirms_what_is_ruled_out(statement: str, clause: str) -> bool:
    if _NEGATION.search(statement) or _PRESERVES.search(statement) or _CONTRAST.search(clause):
        return False
    return any(_holds(part, statement) for part in _ruled_out(clause))


def _denies_the_exception(statement: str, sentence: str) -> bool | None:
    """Whether a rule is stated of what was excepted from it, "no 4xx but 429" of 429; none where it is about other things."""
    found = any_phrase(_EXCEPTS).search(sentence)
    if found is None or any_phrase((*_EXCEPTS, "only")).search(statement):
        return None
    rule, exception = sentence[: found.start()], set(content_words(sentence[found.end() :]))
    if (exception - set(content_words(rule))).isdisjoint(content_words(statement)):
        return None
    return share_of(statement, sentence) >= _SAME_WORDS and says_no(statement) == says_no(rule)


def _has_the_contrary(statement: str, clause: str) -> bool:
    if share_of(statement, clause) < _MOST_OF_IT or share_of(clause, statement) < _MOST_OF_IT:
        return False
    if bool(_NEGATION.search(statement)) != bool(_NEGATION.search(clause)):
        return False  # "not before" may well be "after"
    for pair in _CONTRARIES:
        mine, theirs = ([any_phrase((word,)).search(text) for word in pair] for text in (statement, clause))
        if (
            None in mine
            and None in theirs
            and any(one and other for one, other in zip(mine, theirs[::-1], strict=True))
        ):
            return True
    return False


def _holds(clause: str, statement: str) -> bool:
    """Whether a statement has all words of a clause, in whatever form."""
    words, own = content_words(clause), content_words(statement)
    return bool(words) and all(any(_is_form_of(a, b) for b in own) for a in words)


def _is_form_of(one: str, other: str) -> bool:
    """Whether two words have the same beginning: "moving" and "move"."""
    same = max(_SHORTEST_STEM, min(len(one), len(other)) - 1)
    return one[:same] == other[:same]
