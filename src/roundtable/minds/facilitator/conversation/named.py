"""What and whom a request names: its things, the most central first, and the people (or programs) who do something."""

import re
from typing import Final

from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.conversation.actions import Action
from roundtable.minds.facilitator.conversation.deeds import verb_base
from roundtable.minds.facilitator.conversation.noun_runs import EMPTY, STOPS, phrase
from roundtable.minds.facilitator.rephrase import noun_phrases
from roundtable.minds.facilitator.things import is_mass, kind_of, plural, singular

__all__ = ["actors_in", "things_in"]


def things_in(text: str, actions: tuple[Action, ...]) -> tuple[str, ...]:
    """Objects by how often and how early they come up; things known by class before unknown ones."""
    seen: dict[str, float] = {}
    spelled: dict[str, str] = {}
    for at, action in enumerate(actions):
        if not action.thing:
            continue
        thing = re.sub(r" (?:information|details|data records)$", "", action.thing)
        key = singular(thing).lower()
        spelled.setdefault(key, thing)
        seen[key] = seen.get(key, 0.0) + 1.0 - 0.02 * at + (0.5 if kind_of(action.thing) != "thing" else 0.0)
    for hit in re.finditer(
        r"\b(?:for|about|called|of) (?:an?|the|my|our) ([A-Za-z][\w-]*(?: [a-z][\w-]*)?)", text
    ):
        noun = phrase(hit[1].split())
        if noun and verb_base(noun.split()[0]) is None and noun.split()[-1].lower() not in STOPS:
            key = singular(noun).lower()
            spelled.setdefault(key, noun)
            seen[key] = seen.get(key, 0.0) + 0.3
    if not seen:
        for noun in noun_phrases(text)[:4]:
            bare = re.sub(r"^(?:the|an?|your|their|our|every|each|all|its) ", "", noun)
            if bare and bare.split()[-1].lower() not in EMPTY:
                spelled.setdefault(singular(bare).lower(), bare)
                seen.setdefault(singular(bare).lower(), 0.2)
    ordered = sorted(seen, key=lambda key: (-seen[key], list(seen).index(key)))
    # "company" and "solar company" are one; the shorter name stands for both.
    kept = [
        key
        for at, key in enumerate(ordered)
        if not any(key != other and (key.endswith(f" {other}") or key in ordered[:at]) for other in ordered)
    ]
    kept = [key for key in kept if key not in {"information", "detail"}] or kept
    return tuple(spelled[key] for key in kept)


_CONNECTS: Final = re.compile(
    r"\b(?P<how>connects?|brings? together|between|matches|links?)\s+(?P<one>[a-z][\w-]*(?: [a-z][\w-]*)?),?(?: (?:with|and|to) (?P<two>(?:[a-z][\w-]*)(?: [a-z][\w-]*)?))",
    re.IGNORECASE,
)
_DOERS: Final = re.compile(
    r"\b(?:allow(?:s|ing)?|lets?|help(?:s|ing)?|enabl(?:es?|ing)|where|so that|(?P<beside>for)) (?:the )?(?P<who>[a-z][\w-]*s)(?: (?:to|can|should|may|publish|showcase|find|reach|discover|create|submit)\b)",
    re.IGNORECASE,
)
_MAY_ACT: Final = ("person", "group", "thing")


def actors_in(text: str) -> tuple[str, ...]:
    """Who does something, or is brought together with somebody: roles by name, and whoever stands where a doer stands."""
    found = [role for role, _start, _end in find_roles(text)]
    for hit in _CONNECTS.finditer(text):
        # Anything can lie between two things; only people are brought together by "between".
        wanted = ("person", "group") if hit["how"].lower() == "between" else _MAY_ACT
        found += [hit[name] for name in ("one", "two") if hit[name] and kind_of(hit[name]) in wanted]
    for hit in _DOERS.finditer(text):
        wanted = ("person", "group") if hit["beside"] else _MAY_ACT
        found += [hit["who"]] if kind_of(hit["who"]) in wanted else []
    found = [re.sub(r" (?:by|with|and|to|who|that|can|for|in|on|of)$", "", role) for role in found]
    plain = [
        role
        for role in found
        if role.split()[-1].lower()
        not in {"services", "service", "others", "job", "jobs", "ways", "opportunities"}
    ]
    kept: dict[str, str] = {}
    for role in plain:
        kept.setdefault(singular(role).lower(), role if is_mass(role) else plural(singular(role)))
    return tuple(kept.values())[:6]
