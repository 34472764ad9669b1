"""Who is spoken to in a discussion, and whether somebody wants to leave it.

First names only, case-insensitive. A mere mention ("Jordan's point", "Jordan mentioned that …") addresses nobody.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from roundtable.analysis.content import Persona
from roundtable.engine.hearing import Utterance, bare
from roundtable.facts.record import Record

__all__ = ["EXIT_QUESTION", "Address", "address_of", "exit_intent"]

EXIT_QUESTION: Final = "Did you want to end the discussion, or continue exploring this?"

_GROUP: Final = re.compile(r"\b(?:you all|everyone|all of you|team|what do you think)\b", re.IGNORECASE)
_EXITS: Final = frozenset({"done", "exit", "wrap up", "back"})
_WRAPS: Final = ("wrap up", "let's wrap up", "lets wrap up", "let us wrap up")
_KEYWORD: Final = re.compile(r"\b(?:done|exit|wrap up|back(?! to\b))\b")
_NEGATED: Final = re.compile(r"\b(?:not|never)\b|n't\b")
_SHORT: Final = 8


class Address(Record):
    """Who answers a message."""

    to: Literal["one", "all", "nobody"]
    persona: str | None = None


def address_of(text: str, personas: Sequence[Persona]) -> Address:
    """Direct address first, then the group, else nobody in particular."""
    hits: list[tuple[int, str]] = []
    for persona in personas:
        name = re.escape(persona.first_name)
        pattern = rf"(?<![\w'’-]){name}\s*[,:?？]|,\s*{name}(?![\w'’-])"
        if _is_question(text):
            pattern += rf"|^\s*{name}(?=\s)"
        found = re.search(pattern, text, re.IGNORECASE)
        if found:
            hits.append((found.start(), persona.key))
    if hits:
        return Address(to="one", persona=min(hits)[1])
    return Address(to="all") if _GROUP.search(text) else Address(to="nobody")


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？"))


def exit_intent(said: Utterance) -> Literal["exit", "ask", "stay"]:
    """Whether the message ends the discussion, might, or does not."""
    plain = bare(said.text)
    if plain in _EXITS:
        return "exit"
    if _NEGATED.search(plain):
        return "stay"
    if plain.startswith(_WRAPS):
        return "exit"
    if not said.says_something and (said.act("done") or said.commands("stop_now")):
        return "exit"
    if said.commands("move_on") and not said.says_something:
        return "ask"
    return "ask" if _KEYWORD.search(plain) and len(plain.split()) <= _SHORT else "stay"
