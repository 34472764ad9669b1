"""What a fact says, where the person said it, and whether a quotation says the same: enough of its words, not the opposite."""

import re
from typing import Final, cast

from roundtable.analysis.analysis import Analysis
from roundtable.facts import Criterion, Fact, Requirement
from roundtable.facts.evidence import Inferred, Quote
from roundtable.minds.guards.text import content_words, sentences

_NOT_STATEMENTS: Final = frozenset({"id", "kind", "evidence", "step_id", "position"})
HARDLY: Final = 0.25
"""Below this share a quotation proves nothing: it was put beside a statement of somebody else's."""
FORM: Final = frozenset({"system", "shall", "given", "then", "application", "app"})
"""Words that every requirement has."""
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
_RULES_OUT: Final = re.compile(r"\W*(?:no|not|never|kein\w*|nicht|nie|pas de|sin)\s+\w", re.IGNORECASE)
"""The beginning of a clause that rules something out whole: "No automatic moving"."""
_CLAUSE_ENDS: Final = re.compile(
    r"[.!?…;:,()](?=\s|$)|\s[–—-]\s|\s(?:and|so|because|while|though)(?=\s)", re.IGNORECASE
)


def share_of(statement: str, said: str) -> float:
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
    ruled_out = [part for part in _CLAUSE_ENDS.split(clause) if _RULES_OUT.match(part)]
    if not _NEGATION.search(statement) and any(_holds(part, statement) for part in ruled_out):
        return True
    if share_of(statement, clause) < _SAME_WORDS or share_of(clause, statement) < _MOST_OF_IT:
        return False
    if wishes:
        return bool(_FORBIDS.search(clause)) and not _NEGATION.search(statement)
    return bool(_NEGATION.search(statement)) != bool(_NEGATION.search(clause))


def _holds(clause: str, statement: str) -> bool:
    """Whether a statement has all words of a clause, in whatever form."""
    words, own = content_words(clause), content_words(statement)
    return bool(words) and all(any(_is_form_of(a, b) for b in own) for a in words)


def _is_form_of(one: str, other: str) -> bool:
    """Whether two words have the same beginning: "moving" and "move"."""
    same = max(_SHORTEST_STEM, min(len(one), len(other)) - 1)
    return one[:same] == other[:same]


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


def find_quote(text: str, analysis: Analysis, prefer: int | None = None) -> Quote | None:
    """Where the person said this, letter for letter or but for spaces and capitals; the preferred turn first."""
    wanted = text.strip().strip("\"“”'‘’").strip()
    if len(wanted) < 2:
        return None
    loose = re.compile(
        r"\s+".join(re.escape(word).replace("’", "'").replace("'", "['’]") for word in wanted.split()),
        re.IGNORECASE,
    )
    for turn in sorted(analysis.turns, key=lambda turn: (turn.number != prefer, -turn.number)):
        start = turn.text.find(wanted)
        if start >= 0:
            return Quote(turn=turn.number, start=start, end=start + len(wanted), text=wanted)
        found = loose.search(turn.text)
        if found is not None:
            return Quote(turn=turn.number, start=found.start(), end=found.end(), text=found.group())
    return None


def bare_criterion(requirement: Requirement) -> Criterion:
    """A criterion that says no more than its requirement, for one that would have none."""
    text = requirement.text[:1].lower() + requirement.text[1:].rstrip(".")
    return Criterion(
        id=f"{requirement.id}c",
        step_id=requirement.step_id,
        requirement=requirement.id,
        text=f"It can be shown that {text}.",
        evidence=(Inferred(sources=(requirement.id,), because="follows from the requirement"),),
    )


def statement_of(fact: Fact, without: frozenset[str] = frozenset()) -> str:
    """What the fact says, without ids and evidence."""
    pieces: list[str] = []
    for name in type(fact).model_fields:
        value: object = getattr(fact, name)
        if name in _NOT_STATEMENTS or name in without or name in fact.refers:
            continue
        if isinstance(value, str):
            pieces.append(value)
        elif isinstance(value, tuple):
            pieces.extend(str(one) for one in cast("tuple[object, ...]", value) if isinstance(one, str))
    return ". ".join(piece for piece in pieces if piece)
