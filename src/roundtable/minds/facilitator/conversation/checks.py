"""Acceptance criteria that follow from what was said, for requirements that nobody gave one.

A rule or a failure that the person stated is the better check, because it has an outcome of its own; it is taken first. Only a
requirement without any becomes an observation of itself: "Customers can redeem one code at checkout." No sentence is added
that would fit every requirement.
"""

import re
from collections.abc import Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import DRAFT_TURN, Inferred, Quote
from roundtable.analysis.facts import BusinessRule, Criterion, ErrorCase, Fact, Requirement
from roundtable.minds.facilitator.conversation.things import is_mass, singular
from roundtable.minds.facilitator.words import base_form, is_clause, is_english, likeness

__all__ = ["SHALL", "check_of", "checks_from_what_was_said", "plain_checks", "split_actor", "third_person_of"]

_TOPIC: Final = "requirements-definition"
_MOST: Final = 3
"""Said rules that one requirement takes as its checks."""
_ALIKE: Final = 0.75
_RELATED: Final = 0.25


def checks_from_what_was_said(analysis: Analysis) -> list[Fact]:
    """Rules and failures in the person's words, each as a check of the requirement that it belongs to."""
    facts: list[Fact] = []
    for fact in (*analysis.of(BusinessRule), *analysis.of(ErrorCase)):
        check = _as_check(fact)
        requirement = _owner(analysis, fact, check[0]) if check is not None and _was_said(fact) else None
        if check is None or requirement is None:
            continue
        known = [criterion.text for criterion in analysis.criteria_of(requirement)]
        known += [c.text for c in facts if isinstance(c, Criterion) and c.requirement == requirement.id]
        if len(known) >= _MOST or any(likeness(check[0], text) >= _ALIKE for text in known):
            continue
        facts.append(
            Criterion(
                id=f"new:ac-{fact.id}",
                step_id=_TOPIC,
                requirement=requirement.id,
                text=check[0],
                when=check[1],
                then=check[2],
                evidence=(Inferred(sources=(fact.id,), because="what was said, as a check"),),
            )
        )
    return facts


def _was_said(fact: Fact) -> bool:
    return any(isinstance(item, Quote) and item.turn > DRAFT_TURN for item in fact.evidence)


def _as_check(fact: Fact) -> tuple[str, str, str] | None:
    """Text, condition and outcome; none for a fragment that could not fail."""
    if isinstance(fact, ErrorCase):
        condition, outcome = fact.condition.strip().rstrip("."), fact.recovery.strip().rstrip(".")
        if not outcome or not is_clause(condition):
            return None
        return f"When {_lower(condition)}, {_lower(outcome)}.", _lower(condition), _lower(outcome)
    if isinstance(fact, BusinessRule) and (is_clause(fact.text) or not is_english(fact.text)):
        return fact.text, "", ""
    return None


def _owner(analysis: Analysis, fact: Fact, text: str) -> Requirement | None:
    """The requirement that it names, the only one there is, or the one that speaks of the same."""
    named = analysis.get(getattr(fact, "requirement", None) or "")
    if isinstance(named, Requirement):
        return named
    known = analysis.of(Requirement)
    if len(known) == 1:
        return known[0]
    ranked = sorted(known, key=lambda one: -likeness(one.text, text))
    return ranked[0] if ranked and likeness(ranked[0].text, text) >= _RELATED else None


def plain_checks(analysis: Analysis, also: Iterable[Fact] = ()) -> list[Fact]:
    """An observation for each requirement that has no check, neither on record nor in `also`."""
    checked = {fact.requirement for fact in also if isinstance(fact, Criterion)}
    facts: list[Fact] = []
    for requirement in analysis.of(Requirement):
        if analysis.criteria_of(requirement) or requirement.id in checked:
            continue
        when, then = _scenario(requirement.text)
        facts.append(
            Criterion(
                id=f"new:ac-{requirement.id}",
                step_id=_TOPIC,
                requirement=requirement.id,
                text=check_of(requirement.text),
                when=when,
                then=_seen(then) if then else "",
                evidence=(Inferred(sources=(requirement.id,), because="the requirement, seen to hold"),),
            )
        )
    return facts


_WHEN: Final = re.compile(
    r"^(?P<word>When(?:ever)?|If|While|Once|After|As soon as)\s+(?P<when>[^,]+),\s*(?:then\s+)?(?P<then>.+)$",
    re.DOTALL,
)
SHALL: Final = re.compile(r"^(?P<who>.+?)\s+shall\s+(?P<not>not\s+)?(?P<what>.+)$", re.DOTALL)


def _scenario(text: str) -> tuple[str, str]:
    hit = _WHEN.match(text.strip().rstrip("."))
    return (hit["when"].strip(), hit["then"].strip()) if hit else ("", "")


def check_of(text: str) -> str:
    """A requirement as something that one can look at and find untrue, in its own words."""
    bare = text.strip().rstrip(".")
    hit = _WHEN.match(bare)
    if hit is None:
        return _sentence(_seen(bare))
    return _sentence(f"{hit['word']} {hit['when'].strip()}, {_lower(_seen(hit['then'].strip()))}")


def _seen(clause: str) -> str:
    """ "The system shall let users search" as "Users can search", "it shall show X" as "it shows X"."""
    hit = SHALL.match(clause)
    if hit is None:
        return clause
    who, what, negated = hit["who"].strip(), hit["what"].strip(), bool(hit["not"])
    let = re.match(r"let (?P<actor>.+)$", what)
    split = split_actor(let["actor"]) if let else None
    if split is not None:
        return f"{split[0]} {'cannot' if negated else 'can'} {split[1]}"
    possible = re.match(r"make it possible to (?P<deed>.+)$", what)
    if possible and not negated:
        return f"somebody can {possible['deed']}"
    several = _is_several(who)
    verb, _, rest = what.partition(" ")
    if negated:
        helper = {True: "are", False: "is"}[several] if verb == "be" else {True: "do", False: "does"}[several]
        return f"{who} {helper} not {rest if verb == 'be' else what}"
    lead = re.match(r"(?:always|only|also|never|automatically|immediately|still|then)\s+", what)
    adverb, verb_on = (lead.group(), what[lead.end() :]) if lead else ("", what)
    verb, _, rest = verb_on.partition(" ")
    form = third_person_of(verb, several=several)
    on = rest if several else _SECOND.sub(lambda hit: f"{hit['joint']}{_second(hit['verb'])}", rest)
    return f"{who} {adverb}{form} {on}".strip()


_SECOND: Final = re.compile(
    r"(?P<joint>\b(?:and|or) (?:then |also )?)(?P<verb>[a-z]+)(?= (?:an?|the|its|their|each|every|it|them|one|no|all)\b)"
)


def _second(verb: str) -> str:
    return third_person_of(verb) if base_form(verb) == verb else verb


def _is_several(who: str) -> bool:
    last = who.split()[-1] if who.split() else ""
    plain = re.fullmatch(r"[A-Z]?[a-z]+", last) is not None
    return " and " in who or (plain and singular(last) != last and not is_mass(last))


def third_person_of(verb: str, *, several: bool = False) -> str:
    """`accept` -> `accepts`; with several subjects as it is, but for `be`."""
    if verb == "be":
        return "are" if several else "is"
    if several:
        return verb
    if verb == "have":
        return "has"
    if re.search(r"(?:s|sh|ch|x|z|o)$", verb):
        return f"{verb}es"
    return re.sub(r"(?<=[^aeiou])y$", "ie", verb) + "s"


def split_actor(text: str) -> tuple[str, str] | None:
    """ "its users search for stocks" into who and what."""
    words = text.split()
    for at in range(1, min(len(words), 6)):
        if base_form(words[at]) == words[at].lower() or words[at].lower().endswith("ly"):
            return " ".join(words[:at]), " ".join(words[at:])
    return None


def _sentence(text: str) -> str:
    first = text.split(maxsplit=1)[0] if text.split() else ""
    name = re.search(r"[._/`]|[a-z][A-Z]", first.rstrip("."))
    return f"{text if name else text[:1].upper() + text[1:]}."


def _lower(text: str) -> str:
    """First letter small where the first word is surely no name."""
    first = text.split(maxsplit=1)[0] if text.split() else ""
    plain = re.fullmatch(r"[A-Z][a-z]*['’]?[a-z]*", first) and (
        first.lower() in _SMALL or base_form(first) is not None or singular(first) != first
    )
    return text[:1].lower() + text[1:] if plain else text


_SMALL: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "it",
        "its",
        "they",
        "this",
        "that",
        "these",
        "those",
        "he",
        "she",
        "we",
        "you",
        "one",
        "no",
        "nobody",
        "nothing",
        "everything",
        "all",
        "any",
        "each",
        "every",
        "some",
        "somebody",
        "when",
        "if",
        "only",
        "both",
        "our",
        "your",
        "their",
        "there",
        "then",
    ]
)
