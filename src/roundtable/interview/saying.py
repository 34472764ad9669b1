"""What is said about what was heard: short and plain. It shows what was taken, or it is two words.

The seeds' exact patterns come at a persona's first use; without a model their slot holds a clause of the person's own.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from roundtable.facts import Fact, NoChange, Note, OpenQuestion
from roundtable.interview.situation import KEEPS, REPLACES, Situation
from roundtable.interview.taken import Taken
from roundtable.interview.wording import BREAKS, clauses, listed, quoted
from roundtable.language.phrases import behind_leading, leading_phrase, rows
from roundtable.language.sentences import sentences
from roundtable.language.tokens import CODE_NAME

UNDO: Final = "/undo brings it back."
"""Stands behind every change to what was known."""

_SHORT: Final = 80
_LONGEST_CLAUSE: Final = 200
_FIRST: Final = 1
"""The opening of a conversation counts as one, so the first answer is the second."""
_FEW_WORDS: Final = 14
_MOST_NAMED: Final = 3
_FIRST_WORDS: Final = 4
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")


def acknowledge(situation: Situation, taken: Taken) -> str:
    """The words before the next question."""
    if taken.lines:
        rest = f" {_kept(taken.noted)}" if taken.noted else ""
        return " ".join(filter(None, (f"{' '.join(taken.lines)}{rest} {UNDO}", taken.trouble)))
    if taken.trouble:
        return taken.trouble
    if taken.asks is not None and taken.asks.about.startswith((KEEPS, REPLACES)):
        return ""  # as what it is noted depends on the answer
    match taken.outcome:
        case "told":
            return _told(situation, taken)
        case "agreed":
            return "Good."
        case "denied":
            return "Then both stand." if situation.asked.about.startswith(REPLACES) else "Left out, then."
        case "unknown":
            if situation.asked.kinds[:1] == ("note",):
                return "All right."
            if situation.asked.offers:
                return "Then I go by what the code shows."
            return "Left open." if any(isinstance(f, OpenQuestion) for f in taken.facts) else "All right."
        case "none":
            return "Settled."
        case "delegated":
            return "We choose, then, marked as our choice and not yours."
        case _:
            return ""


def _told(situation: Situation, taken: Taken) -> str:
    facts = taken.noted
    if not facts:
        return "That I have already."
    pattern = situation.briefing.persona.voice.acknowledgement
    before = _FIRST if situation.briefing.mode == "conversation" else 0
    if situation.briefing.acknowledgements <= before and situation.briefing.persona.key == "business-analyst":
        clause = _clause(facts[0].headline)
        own = not any(re.search(rule, clause) for rule in situation.briefing.persona.voice.forbidden)
        opening = pattern.partition("{}")[0]  # a session that was picked up again counts anew
        own = own and not any(opening in line.text for line in situation.briefing.said)
        # With a question mark it would be asked back.
        if "{}" in pattern and clause and "?" not in clause and own and not isinstance(facts[0], NoChange):
            return pattern.format(clause)
    out = [fact.path for fact in facts if isinstance(fact, NoChange) and fact.path]
    changes = [fact.headline for fact in facts if fact.kind == "direct_change"]
    if out or changes:
        told = (_places(out, "out", changes), _places(changes, "in", out), _rest(facts))
        return " ".join(filter(None, told))
    if all(isinstance(fact, Note) for fact in facts):
        return _kept(facts)
    if len(facts) == 1:
        words = f": {quoted(facts[0].headline)}" if len(facts[0].headline) <= _SHORT else ""
        return f"Noted as {facts[0].noun}{words}{'' if words else '.'}"
    return f"Noted: {_named(facts)}."


def _kept(facts: Sequence[Fact]) -> str:
    """What is kept as it was said: shown where it is short, so that whoever did not mean it can take it out."""
    words = f": {quoted(facts[0].headline)}" if len(facts) == 1 and len(facts[0].headline) <= _SHORT else "."
    return f"Kept in your words{words}"


def _places(paths: Sequence[str], where: str, others: Sequence[str] = ()) -> str:
    """Which files are in or out, by their names alone where no other that is spoken of has the same."""
    short = [_short(path) for path in dict.fromkeys((*paths, *others))]
    names = [f"`{_short(path) if short.count(_short(path)) == 1 else path}`" for path in dict.fromkeys(paths)]
    if not names:
        return ""
    if where == "in":
        return f"In: {listed(names)}."
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} out."


def _short(path: str) -> str:
    return path if path.endswith("/") else path.rpartition("/")[2]


def _rest(facts: Sequence[Fact]) -> str:
    others = [fact for fact in facts if fact.kind not in {"direct_change", "no_change"}]
    return f"Noted: {_named(others)}." if others else ""


def _named(facts: Sequence[Fact]) -> str:
    """As what each was noted, with its first words, so that whoever meant it otherwise can say so; of many only how many."""
    if len(facts) > _MOST_NAMED:
        return _kinds(sorted(facts, key=lambda fact: isinstance(fact, Note)))
    begins = {
        noun: [_first_words(fact.headline) for fact in facts if fact.noun == noun] for noun in _nouns(facts)
    }
    return listed([f"{counted(len(each), noun)} ({', '.join(each)})" for noun, each in begins.items()])


def _first_words(text: str) -> str:
    words = text.split()
    return quoted(" ".join(words[:_FIRST_WORDS]) + "…" if len(words) > _FIRST_WORDS else text)


def _kinds(facts: Sequence[Fact]) -> str:
    return listed([counted(number, noun) for noun, number in _nouns(facts).items()])


def _nouns(facts: Sequence[Fact]) -> Counter[str]:
    return Counter(fact.noun for fact in facts)


def counted(number: int, noun: str) -> str:
    """`a rule`, `two rules`; a noun without an article stays as it is."""
    article, _, word = noun.partition(" ")
    if article not in {"a", "an"} or number == 1:
        return noun
    head, _, tail = word.partition(" ")
    plural = f"{head}s {tail}".strip() if not head.endswith("y") else f"{head[:-1]}ies {tail}".strip()
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {plural}"


_JOINS: Final = rows("and | or | but | so | because")


def _unjoined(clause: str) -> str:
    rest = behind_leading(_JOINS, clause)
    return clause if rest == clause else _unjoined(rest)


def _clause(sentence: str) -> str:
    """A sentence of one clause, if it is short enough to be said back; else nothing."""
    parts = [_unjoined(sentence[a:b].strip(" .!")) for a, b in clauses(sentence)]
    # A clause may be turned round by the next ("validating them: not now"), and "which …" does not stand alone.
    is_one = len(parts) == len(sentences(sentence)) == 1
    last = parts[0] if is_one and leading_phrase(BREAKS, parts[0]) is None else ""
    fits = 3 <= len(last.split()) <= _FEW_WORDS and len(last) <= _LONGEST_CLAUSE and not last[:2].isupper()
    is_name = CODE_NAME.fullmatch(last.partition(" ")[0]) is not None
    return (last if is_name else last[:1].lower() + last[1:]) if fits else ""
