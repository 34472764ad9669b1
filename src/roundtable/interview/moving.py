"""What stands in the wrong place: "the flood of names is a risk, not a check", "move BR-002 to out of scope", "it goes with FR-002".

It is said about what was shown, so it is looked for at the review and where an id is named. The words of the fact stay.

Elsewhere: which fact is meant (`which_fact`), the names of the kinds (`stating`), the change itself (`operations`).
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.facts import STORED_AS, Fact, Requirement
from roundtable.interview.named import messages_in
from roundtable.interview.slots import rank_in
from roundtable.interview.stating import LABELS
from roundtable.interview.which_fact import (
    clauses_with_commas,
    covers,
    fact_meant,
    fact_singled_out,
    facts_named,
    is_part,
    text_of,
    without_page_nouns,
    words_meant,
)
from roundtable.interview.wording import content_words
from roundtable.language.phrases import Table, any_form, any_phrase, leading_phrase, rows

_HEADS: Final = rows("is | are | it'?s | as | under | to | into | in | be | call it")
_NAMES: Final = {**LABELS, "note": rows("note")}
_MAKES: Final = rows("make")
_AGAINST: Final = rows("not | isn'?t | aren'?t | instead of | rather than")
_MOVES: Final = rows("move | put | make | belongs? | goes | should | section | heading | note")
"""Words about the page, which name nothing that stands on it."""
_TITLE: Final = re.compile(
    r"\b(?:(?:rename|call|retitle) (?:it|this|the item)|title)\b[^\"“:]{0,40}?(?:\bto:? |: |(?=[\"“]))(?P<title>\S.*)",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"\b(?:one|note|line|sentence|bit|part|rule|check|thing|question) (?:about|with) (.+)", re.IGNORECASE
)
_NTH: Final = ("first", "second", "third", "fourth", "fifth")
_NAMES_IT: Final = 0.4
"""Whoever names less of a sentence than this speaks of something else that has to do with it."""
_SAYS_NOTHING_ELSE: Final = 0.6
"""So much of what is said must be words of that sentence; otherwise it is a sentence of its own."""


def moved(analysis: Analysis, text: str, named: Sequence[Fact]) -> tuple[list[Fact], str, str]:
    """The facts that a sentence puts under another heading, those `named` or by their words, the kind they are then, the words."""
    found: Sequence[Fact] = ()
    rank = rank_in(text)  # "NT-001 is a rule and a must"
    bare = text
    if rank:
        lead = text[: rank.start()]
        lead = lead.rstrip()[:-4].rstrip(" ,") if lead.split()[-1:] == ["and"] else lead
        bare = f"{lead}{text[rank.end() :]}"
    kind, words = heading_named(bare)
    if kind:
        found = named or _named_by_words(analysis, any_phrase(_MOVES).sub(" ", words), kind)
    # One sentence of several may be wanted as a rule of its own.
    return [fact for fact in found if fact.kind != kind or is_part(text_of(fact), words)], kind, words


def attached(analysis: Analysis, text: str) -> tuple[Fact, Requirement] | None:
    """The rule, error or check that a sentence puts under another requirement."""
    moves = any_phrase(_MOVES).search(text)
    before, _, owner = text.rpartition(" FR-") if moves else ("", "", "")
    home = next(iter(facts_named(analysis, f"FR-{owner}")), None)
    words = any_phrase(_MOVES).sub(" ", before)
    found = facts_named(analysis, before) or _named_by_words(analysis, words) if home else []
    if not isinstance(home, Requirement) or len(found) != 1 or not hasattr(found[0], "requirement"):
        return None
    return found[0], home


def title_wanted(analysis: Analysis, text: str) -> str:
    """What to say to somebody who gives the item another title; nothing where titles are what the item is about."""
    wanted = _TITLE.search(text)
    if wanted is None or any("title" in text_of(fact).casefold() for fact in analysis.facts):
        return ""
    new = wanted["title"].strip(" \"'“”.")
    return f'The title changes with: roundtable rename {analysis.slug} "{new}"'


def by_position(analysis: Analysis, text: str) -> list[Fact]:
    """The lines that are named by where they stand among their like, as they are read back: "the second check", "rule 3"."""
    found: list[Fact] = []
    for match in _positions(_NTH, tuple(_NAMES.items())).finditer(text):
        kind = _kind_called(match["noun"] or match["numbered"])
        known = analysis.kinds(STORED_AS.get(kind, kind))
        nth = (match["nth"] or "").lower()
        if not nth and not match["number"] and (kind != "open_question" or known[1:]):
            continue  # "the check" may be any, "the open point" is the only one
        at = -1 if nth == "last" else _NTH.index(nth) if nth else int(match["number"] or 1) - 1
        found += known[at:][:1] if at < len(known) else ()
    return list(dict.fromkeys(found))


@lru_cache(maxsize=8)
def _positions(nth: Table, labels: tuple[tuple[str, Table], ...]) -> re.Pattern[str]:
    names = any_form(tuple(name for _, table in labels for name in table)).pattern
    return re.compile(
        rf"(?<!\w)(?:the|that|your) (?:(?P<nth>{any_form(nth).pattern}|last) )?(?P<noun>{names})(?!\w)"
        rf"|(?<!\w)(?P<numbered>{names}) (?P<number>[1-9]\d?)(?![\w.,:]*\d)",
        re.IGNORECASE,
    )


def _kind_called(name: str) -> str:
    return next(kind for kind, names in _NAMES.items() if any_form(names).fullmatch(name.lower()))


def heading_named(text: str) -> tuple[str, str]:
    """The kind that a sentence says something is, and the words for that something; empty for any other sentence."""
    pattern = _mention(_HEADS, _AGAINST, tuple(_NAMES.items()))
    # Whoever corrects themselves means what they say last.
    for start, end in reversed(clauses_with_commas(text)):
        mentions = list(pattern.finditer(text, start, end))
        makes = leading_phrase(_MAKES, text[start:end].lstrip()) is not None
        wanted = [one for one in mentions if (one["head"] or makes) and not one["against"]]
        if len(wanted) == 1:
            at = wanted[0]
            kind = _kind_called(at["label"])
            words = pattern.sub(" ", text[start:end])
            # "The newline thing is no user, it's the requirement" has its name in front.
            return kind, words if words_meant(words) or not start else pattern.sub(" ", text[:start])
    return "", ""


def _named_by_words(analysis: Analysis, words: str, kind: str = "") -> list[Fact]:
    """What a name means. "The importers are out of scope" may be news: that has to name most of a sentence."""
    if about := _ABOUT.search(words):
        named = words_meant(about[1])
        holding = [fact for fact in analysis.facts if named and named <= content_words(text_of(fact))]
        return [*holding] if len(holding) == 1 else []
    if messages_in(words) and (said := fact_meant(analysis, words)[0]):
        return [said]
    named = words_meant(words)
    is_of_page = without_page_nouns(words) != words
    if (kind != "out_of_scope" or is_of_page) and (alone := fact_singled_out(analysis, words)):
        return [alone]
    fact = fact_meant(analysis, words)[0] if named else None
    if fact is None or covers(named, text_of(fact)) < _NAMES_IT:
        return []
    return [fact] if len(named & content_words(text_of(fact))) / len(named) > _SAYS_NOTHING_ELSE else []


@lru_cache(maxsize=64)
def _mention(heads: Table, against: Table, labels: tuple[tuple[str, Table], ...]) -> re.Pattern[str]:
    """A kind by its name, at the end of a clause."""
    names = any_form(tuple(name for _, table in labels for name in table)).pattern
    turned = any_phrase(against).pattern
    return re.compile(
        rf"(?P<against>{turned}\s+)?(?P<head>{any_phrase(heads).pattern}\s+(?:(?:both|all|also|really|just|part of)\s+)?)?(?<!\w)(?:(?:a|an|what|its own|the(?:\s+\w+)?)\s+)?[\"'“`]?"
        rf"(?P<label>{names})s?[\"'”`]?(?:\s+(?:section|heading))?(?:\s+(?:too|as well|really|of its own|for \w+(?: \w+)?))?(?=\s*(?:[.,;!]|$)|\s+(?:and\s+)?{turned})",
        re.IGNORECASE,
    )
