"""One sentence that proves the answer was heard, in the persona's own manner.

The first acknowledgement of a persona uses the exact pattern of its voice file; after that every third one is a variation
from the file and the rest are short, plain reflections. Which one comes is counted, never drawn.
"""

import re
from collections.abc import Collection
from typing import Final

from roundtable.analysis.content import Persona
from roundtable.minds.facilitator.manner import first_speakable, manner_of
from roundtable.minds.facilitator.rephrase import (
    Gist,
    as_clause,
    as_topic,
    excerpt,
    gist_of,
    has_clause,
    noun_phrases,
)
from roundtable.minds.facilitator.replies import Reply
from roundtable.minds.facilitator.words import content_words

__all__ = ["acknowledge", "acknowledge_reply", "wants_clause"]

_ACT: Final = 3
"""A phrase of the voice file in one turn of three."""

_CLAUSE_BEFORE: Final = re.compile(
    r"(?:\bso|\bthat|\bwords,|\bbecause|\bis|\bmeans|\band|:)\s*$", re.IGNORECASE
)
_TOPIC_BEFORE: Final = re.compile(
    r"(?:\bcovers?|\bwrite|\bweigh|\bcount|\baround|\babout|\bfor|\bof|\bon|\bwith|\bto|\bignores|\bthe|\binto|\bnoted)\s*$",
    re.IGNORECASE,
)


def wants_clause(pattern: str) -> bool:
    """Whether the `{}` of a pattern takes a clause; else it takes a noun phrase."""
    before = pattern.partition("{}")[0]
    if _TOPIC_BEFORE.search(before):
        return False
    return bool(_CLAUSE_BEFORE.search(before))


def acknowledge(persona: Persona, text: str, count: int, known: str = "", kinds: Collection[str] = ()) -> str:
    """An acknowledgement of an answer; `count` is how often this persona has acknowledged before.

    `known` is what was said before (a word that is small there is small here, too), `kinds` what was read from the answer.
    """
    if _RANK.fullmatch(text.strip(" .!")):
        return first_speakable(persona, ())
    gist = gist_of(text)
    return first_speakable(persona, _candidates(persona, gist, count, known, kinds))


_RANK: Final = re.compile(
    r"(?:an? |it is (?:an? )?|it's (?:an? )?)?(?:must|should|could|won['’]?t)(?:[- ]have)?|(?:very )?(?:high|medium|low)",
    re.IGNORECASE,
)
"""A rank said back is no sentence."""
_SPEAKS_OF: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    (r"\brisks?\b", frozenset({"risk", "risk_zone"})),
    (r"\btrade-?offs?\b", frozenset({"option", "decision", "technology"})),
    (r"\boptions?\b", frozenset({"option", "decision", "constraint", "quality", "technology", "integration", "assumption"})),
    (r"\bfailure\b", frozenset({"error_case"})),
    (r"\bstory\b", frozenset({"story", "journey", "problem", "need"})),
    (r"\bpeople\b", frozenset({"user_type", "stakeholder", "need", "problem", "journey"})),
    (r"\bboundary\b", frozenset({"constraint", "module", "business_rule", "out_of_scope", "quality", "interface"})),
    (r"\brule\b", frozenset({"business_rule", "criterion", "error_case", "constraint", "state", "requirement"})),
    (r"\bhas to respect\b", frozenset({"constraint", "quality", "indirect_change", "assumption", "integration", "risk"})),
)  # fmt: skip
"""A phrase that says what an answer is about fits only answers that are about it."""


def _fits(pattern: str, kinds: Collection[str]) -> bool:
    return not kinds or all(
        not re.search(cue, pattern, re.IGNORECASE) or not fitting.isdisjoint(kinds)
        for cue, fitting in _SPEAKS_OF
    )


def _candidates(persona: Persona, gist: Gist, count: int, known: str, kinds: Collection[str]) -> list[str]:
    voice, manner = persona.voice, manner_of(persona)
    clause, topic = as_clause(gist, known), as_topic(gist, known)
    quoted = excerpt(gist.first or gist.text)
    patterns: list[tuple[str, bool]] = []
    if count == 0 and voice.acknowledgement:
        patterns.append((voice.acknowledgement, wants_clause(voice.acknowledgement)))
    elif count % _ACT == 0 and voice.acknowledgements:
        at = (count // _ACT - 1) % len(voice.acknowledgements)
        turned = (*voice.acknowledgements[at:], *voice.acknowledgements[:at])
        patterns += [(chosen, wants_clause(chosen)) for chosen in turned if _fits(chosen, kinds)][:1]
    clauses = [(pattern, True) for pattern in manner.clause_reflections]
    topics = [(pattern, False) for pattern in manner.topic_reflections]
    # A sentence is said back as one, a name or a phrase as such; the other pool only helps out.
    first, second = (clauses, topics) if has_clause(gist) else (topics, clauses)
    turn = count % len(first)
    patterns += first[turn:] + first[:turn] + second
    filled = [
        fill(pattern, clause if takes_clause else topic, manner.effect) for pattern, takes_clause in patterns
    ]
    return (
        filled
        + [fill(pattern, topic, manner.effect) for pattern, _ in patterns]
        + ([f"You said {quoted}, and I have it."] if quoted else [])
        # Words that the persona does not use may stand in the sentence; a name beside them often does not.
        + [
            fill(topics[0][0], phrase)
            for phrase in noun_phrases(gist.first)
            if len(content_words(phrase)) > 1
        ]
    )


_ENDS_QUOTED: Final = re.compile(r"([.!…])(\"?)\.")


def fill(pattern: str, words: str, effect: str = "") -> str:
    """A pattern with its slot filled; a dangling "because..." is completed; no doubled full stops."""
    text = pattern.replace("{}", words) if "{}" in pattern else pattern
    text = re.sub(r"because\s*(?:\.{3}|…)?\s*\{?\}?\s*$", f"because {effect}.", text)
    text = _ENDS_QUOTED.sub(r"\1\2", text.replace("..", "."))
    return text[:1].upper() + text[1:]


def acknowledge_reply(persona: Persona, reply: Reply, count: int) -> str:
    """An acknowledgement of a reply that is not an answer: no idea, your choice, nothing, yes."""
    manner = manner_of(persona)
    pool = {
        "unknown": manner.unknown,
        "delegated": manner.delegated,
        "passed": manner.passed,
        "empty": manner.passed,
        "nothing": manner.nothing,
        "no": manner.nothing,
        "unchanged": manner.unchanged,
        "yes": manner.confirmed,
        "question": manner.asked_back,
    }.get(reply, manner.plain)
    turn = count % len(pool)
    return first_speakable(persona, pool[turn:] + pool[:turn])
