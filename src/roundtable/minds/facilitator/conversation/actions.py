"""The deeds in a request: verbs that somebody would do, each with the noun phrase behind it.

"lets me search for stocks", "customers can redeem a code": people (or the system) do that. "Add a flag", "implement retries"
is what the developer is asked to do; it names a thing, but nobody will ever "add" it once it is there, so such actions are
kept apart (`asked`).

Elsewhere: the classes of verbs (`deeds`), where a noun phrase ends (`noun_runs`).
"""

import re
from dataclasses import dataclass
from typing import Final

from roundtable.minds.facilitator.conversation.deeds import Deed, deed_of, verb_base
from roundtable.minds.facilitator.conversation.noun_runs import NOUN_TOO, objects
from roundtable.minds.facilitator.words import base_form, word_set

__all__ = ["Action", "read_actions"]


@dataclass(frozen=True, slots=True)
class Action:
    """Something that somebody does with something."""

    verb: str
    thing: str
    """A noun phrase without article, as it was written; empty when none follows."""
    deed: Deed
    asked: bool = False
    """Whether it is what the developer is asked to do, rather than what anybody does with the result."""


_TOKEN: Final = re.compile(r"[A-Za-z][\w'’&]*(?:-\w+)*|[.,;:!?()—–]|\d[\d.]*")
_LEADS: Final = word_set(
    "to can could should must may might me us them you i we they will would let lets help helps allow allows enable enables by for"
    " helping letting allowing enabling easily also then actively automatically online that which where and or please"
)
_LISTING: Final = word_set("and or , also then")
_THIRD: Final = word_set("that which website system platform app application it dashboard page and")
_WEAK: Final = word_set(
    "help let allow enable want need like support include keep stay get make take provide offer build set present do"
)
_DETERMINERS: Final = word_set("a an the my our your their its all each every this these those new old")
_LETTING: Final = word_set("helps help lets let helping letting")
_HELPING: Final = word_set("help let allow enable want need like build")
_ASKED: Final = word_set(
    "add introduce implement support provide offer build create make write develop include allow enable extend refactor rewrite replace"
    " rename remove drop delete deprecate upgrade improve fix handle update change modify expose ship port move switch migrate convert"
)
"""What one asks of a developer: at the head of a request it is about the code, not about what people will do."""
_ASKS: Final = re.compile(
    r"(?:(?:please|so|also|ok(?:ay)?|hi|hello|,|:|can you|could you|let['’]?s|todo|feature request)\s*)*"
    r"(?:(?:we|i|you|it|they|one)(?:['’]d)?\s+(?:should|must|could|need to|needs to|want to|would like to|like to|have to|ought to)(?: also)?|we need you to)?",
    re.IGNORECASE,
)


def read_actions(text: str) -> tuple[Action, ...]:
    """Every deed of a text, in its order."""
    found: list[Action] = []
    for sentence in re.split(r"(?<=[.!?])\s+|\n+", text):
        found += _in_sentence(_TOKEN.findall(sentence))
    # "browse and search properties": a verb without an object shares that of the next one.
    shared: list[Action] = []
    for at, action in enumerate(found):
        thing = action.thing or next((later.thing for later in found[at + 1 : at + 2] if later.thing), "")
        shared.append(Action(action.verb, thing, action.deed, action.asked))
    return tuple(dict.fromkeys(action for action in shared if action.thing or action.verb not in _WEAK))


def _in_sentence(tokens: list[str]) -> list[Action]:
    found: list[Action] = []
    for at, token in enumerate(tokens):
        verb = verb_base(token) or _other_verb(tokens, at)
        if verb is None or not _acts(tokens, at, some=bool(found)):
            continue
        following = " ".join(tokens[at + 1 : at + 4])
        deed = deed_of(verb, following)
        start = at + 1
        phrase = re.match(
            r"(?:track of|informed about|updated on|in touch with|to know|notified when|part in|up|for|about)\b",
            following,
        )
        if phrase:
            start += len(phrase.group().split())
        things = objects(tokens, start, _is_action)
        if not things and start < len(tokens) and tokens[start].lower() in {"them", "it"} and found:
            things = [found[-1].thing]
        if verb in _HELPING or (verb in _WEAK and not things):
            continue
        asked = verb in _ASKED and _ASKS.fullmatch(" ".join(tokens[:at])) is not None
        found += [Action(verb, thing, deed, asked) for thing in things or [""]]
    return found


def _other_verb(tokens: list[str], at: int) -> str | None:
    """A verb without a class of its own, where nothing but a verb can stand: "to redeem", "Let customers redeem"."""
    before = tokens[at - 1].lower() if at else ""
    known = base_form(tokens[at])
    if (
        known is None
        or known != tokens[at].lower()
        or known in {"be", "have", "do", "let", "want", "need", "go"}
    ):
        return None
    let = at > 1 and tokens[at - 2].lower() in {"let", "lets", "help", "helps"}
    return known if at == 0 or before in {"to", "can"} or let else None


def _acts(tokens: list[str], at: int, *, some: bool) -> bool:
    """Whether the verb at this place is one that somebody does, rather than a noun that looks like it."""
    token, before = tokens[at].lower(), tokens[at - 1].lower() if at else ""
    after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    if before.endswith("ly") and at > 1:
        before = tokens[at - 2].lower()
    if at == 0 and verb_base(token) is None:
        # A verb without a class of its own, at the head of a sentence: "Save the race", but not "Race results differ".
        return base_form(token) == token and after in _DETERMINERS
    if at == 0:
        return token == verb_base(token) and after not in {"is", "are", "of", "fails", "does", "should"}
    noun_like = token in NOUN_TOO and (
        after in {"of", "is", "are", "with"} or before in {"a", "an", "the", "my", "our"}
    )
    if noun_like:
        return False
    if token.endswith("ing"):
        return before in _LISTING | {
            "by",
            "for",
            "including",
            "supports",
            "support",
            "help",
            "helps",
            "of",
        } and (some or before not in _LISTING)
    if token.endswith("s") and verb_base(token) != token:
        return before in _THIRD and token[:-1] not in NOUN_TOO
    if at > 1 and tokens[at - 2].lower() in _LETTING and after not in {"of", "is", "are", "to", "."}:
        # "let customers export invoices": behind whoever is let to do something stands what they do.
        return True
    if before in _LISTING:
        return (some and after not in {"of", ".", ",", "and", ""}) or (
            some and after in {",", "and"} and token not in NOUN_TOO
        )
    if before in _LEADS:
        return True
    # "allows players to select", "helps families publish": the actor stands before the verb.
    return any(tokens[k].lower() in _LETTING for k in range(max(0, at - 4), at)) and token not in NOUN_TOO


def _is_action(tokens: list[str], at: int) -> bool:
    if tokens[at].lower().endswith("ly") and at + 1 < len(tokens):
        at += 1
    return verb_base(tokens[at]) is not None and _acts(tokens, at, some=True)
