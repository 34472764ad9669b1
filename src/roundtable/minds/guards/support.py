"""What a fact says, where the person said it, and how much of it a quotation says. Whether it says the opposite: `reversal`."""

import re
from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Final, cast

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.facts import Criterion, Fact, Requirement
from roundtable.facts.evidence import Inferred, Quote
from roundtable.language.question_kinds import kinds_asked
from roundtable.language.statements import standing
from roundtable.minds.guards.text import content_words, plain, sentences

_SHORTEST_STEM: Final = 3
_NOT_STATEMENTS: Final = frozenset(
    {"id", "kind", "evidence", "step_id", "position", "status", "level", "change"}
)
HARDLY: Final = 0.25
"""Below this share a quotation proves nothing: it was put beside a statement of somebody else's."""
LIKELY: Final = 0.75
"""Where the learned reader believes so much that words bear a fact out, no rule about meaning speaks against it."""
FORM: Final = frozenset({"system", "shall", "given", "then", "application", "app"})
"""Words that every requirement has."""
_CLAUSE_BEGINS: Final = re.compile(
    r"(?<=[.!?…;:,()])\s+|\s[–—-]\s"
    r"|(?<!nobody)(?<!nothing)(?<!none)\s(?=(?:and|but|y|pero|et|mais|so|because|while|though|when|whenever|if|once|until|unless|except|whatever|even|und|aber|wenn|weil)\s)",
    re.IGNORECASE,
)


def share_of(statement: str, said: str) -> float:
    words = [word for word in content_words(statement) if word not in FORM]
    return covered(words, content_words(said)) if words else 1.0


def covered(words: Collection[str], others: Collection[str]) -> float:
    """How many of the words are among others, in whatever form."""
    return sum(any(is_form_of(a, b) for b in others) for a in words) / len(words) if words else 0.0


def is_form_of(one: str, other: str) -> bool:
    """Whether two words have the same beginning: "moving" and "move", "approve" and "approval"."""
    same = max(_SHORTEST_STEM, min(len(one), len(other)) - 1)
    return one[:same] == other[:same]


def clauses(text: str) -> list[str]:
    return [part for part in _CLAUSE_BEGINS.split(text) if part.strip()]


def clause_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in _CLAUSE_BEGINS.finditer(text))]


def what_is_new(text: str, before: str) -> str:
    """The clauses of a text that did not stand there before."""
    known = {plain(part) for part in clauses(before)}
    return " ".join(dict.fromkeys(part.strip() for part in clauses(text) if plain(part) not in known))


def touched(text: str, start: int, end: int) -> list[str]:
    begins = [*clause_starts(text), len(text)]
    return [text[at:to] for at, to in pairwise(begins) if at < end and start < to and text[at:to].strip()]


def sentence_around(text: str, start: int, end: int) -> str:
    at, touched = 0, list[str]()
    for sentence in sentences(text):
        begin = text.find(sentence, at)
        at = begin + len(sentence)
        if begin < end and start < at:
            touched.append(sentence)
    return " ".join(touched)


def standing_of(sentence: str, turn: Turn, beside: Mapping[str, float] | None = None) -> str:
    """Whether a sentence only tells how it is `today`, leaves something `open` or is `dropped`; empty where it may say what shall be."""
    asked = kinds_asked(turn.question) if turn.question else ()
    return standing(sentence, question=turn.question, asked=asked, beside=beside)


def find_quote(text: str, analysis: Analysis, prefer: int | None = None) -> Quote | None:
    """Where the person said this, letter for letter or but for spaces and capitals; the preferred turn first."""
    whole, bare = text.strip(), text.strip().strip("\"“”'‘’").strip()
    if len(bare) < 2:
        return None
    return _found(whole, analysis, prefer) or _found(bare, analysis, prefer)


def _found(wanted: str, analysis: Analysis, prefer: int | None) -> Quote | None:
    words = (re.escape(word).replace("’", "'").replace("'", "['’]") for word in wanted.split())
    loose = re.compile(r"\s+".join(words), re.IGNORECASE)
    for turn in sorted(analysis.turns, key=lambda turn: (turn.number != prefer, -turn.number)):
        if (start := turn.text.find(wanted)) >= 0:
            return Quote(turn=turn.number, start=start, end=start + len(wanted), text=wanted)
        if found := loose.search(turn.text):
            return Quote(turn=turn.number, start=found.start(), end=found.end(), text=found[0])
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
