"""Whether a quotation says what the fact beside it says: enough of its words, and not the opposite."""

import re
from typing import Final

from roundtable.minds.guards.text import content_words, sentences

HARDLY: Final = 0.25
"""Below this share a quotation proves nothing: it was put beside a statement of somebody else's."""
FORM: Final = frozenset({"system", "shall", "given", "then", "application", "app"})
"""Words that every requirement has."""
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
    r"\b(?:but|instead|rather|sondern|sino|mais)\b|^\W*(?:no|nope|nah|nein|non)\b\W", re.IGNORECASE
)
_CLAUSE_ENDS: Final = re.compile(
    r"[.!?…;:,()](?=\s|$)|\s[–—-]\s|\s(?:and|so|because|while|though)(?=\s)", re.IGNORECASE
)


def share_of(statement: str, said: str) -> float:
    """The share of a statement's words that were said."""
    words = [word for word in content_words(statement) if word not in FORM]
    own = set(content_words(said))
    return sum(1 for word in words if word in own) / len(words) if words else 1.0


def is_turned_round(statement: str, said: str, start: int, end: int, *, wishes: bool = False) -> bool:
    """Whether a statement uses the words of a clause and denies what it affirms, or affirms what it denies.

    - Only where nearly all words are the same: a free rendering may turn a "never" into a word of its own.
    - What somebody wishes (`wishes`) is often the opposite of what is; there only a lost "never" or "only" counts.
    """
    clause = clause_around(said, start, end)
    if _PRESERVES.search(statement) or _CONTRAST.search(clause):
        return False
    if share_of(statement, clause) < _SAME_WORDS or share_of(clause, statement) < _MOST_OF_IT:
        return False
    if wishes:
        return bool(_FORBIDS.search(clause)) and not _NEGATION.search(statement)
    return bool(_NEGATION.search(statement)) != bool(_NEGATION.search(clause))


def clause_around(text: str, start: int, end: int) -> str:
    """The clauses of a text that a span of it touches, whole."""
    ends = [match.end() for match in _CLAUSE_ENDS.finditer(text)]
    first = max((at for at in ends if at <= start), default=0)
    last = min((at for at in ends if at >= end), default=len(text))
    return text[first:last]


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentences of a text that a span of it touches."""
    at, touched = 0, list[str]()
    for sentence in sentences(text):
        begin = text.find(sentence, at)
        at = begin + len(sentence)
        if begin < end and start < at:
            touched.append(sentence)
    return " ".join(touched)
