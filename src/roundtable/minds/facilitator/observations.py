"""A requirement as something that one can look at and find untrue: "Customers can redeem one code at checkout."

The words stay those of the requirement; only its form changes, from what shall be to what is seen. Pure grammar.

Elsewhere: which requirement needs a check (`unasked`, `conversation.checks`).
"""

import re
from typing import Final

from roundtable.minds.facilitator.things import is_mass, singular
from roundtable.minds.facilitator.words import base_form

__all__ = ["SHALL", "check_of", "lowered", "scenario_of", "split_actor", "third_person_of"]

_WHEN: Final = re.compile(
    r"^(?P<word>When(?:ever)?|If|While|Once|After|As soon as)\s+(?P<when>[^,]+),\s*(?:then\s+)?(?P<then>.+)$",
    re.DOTALL,
)
SHALL: Final = re.compile(r"^(?P<who>.+?)\s+shall\s+(?P<not>not\s+)?(?P<what>.+)$", re.DOTALL)


def scenario_of(text: str) -> tuple[str, str]:
    """Condition and outcome of a requirement that has both."""
    hit = _WHEN.match(text.strip().rstrip("."))
    return (hit["when"].strip(), _seen(hit["then"].strip())) if hit else ("", "")


def check_of(text: str) -> str:
    """A requirement as something that one can look at and find untrue, in its own words."""
    bare = text.strip().rstrip(".")
    hit = _WHEN.match(bare)
    if hit is None:
        return _sentence(_seen(bare))
    return _sentence(f"{hit['word']} {hit['when'].strip()}, {lowered(_seen(hit['then'].strip()))}")


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


def lowered(text: str) -> str:
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
