"""Who is spoken to in a discussion, and whether somebody wants to leave it.

First names only, case-insensitive. A mere mention ("Jordan's point") addresses nobody.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from roundtable.analysis.content import Persona
from roundtable.analysis.record import Record

__all__ = ["EXIT_QUESTION", "Address", "address_of", "exit_intent"]

EXIT_QUESTION: Final = "Did you want to end the discussion, or continue exploring this?"

_GROUP: Final = re.compile(r"\b(?:you all|everyone|all of you|team|what do you think)\b", re.IGNORECASE)
_EXIT: Final = re.compile(r"\b(?:done|exit|wrap up|back)\b", re.IGNORECASE)
_WRAP: Final = re.compile(
    r"^(?:(?:ok|okay|right|so|well|yes|alright)[,.!]?\s+)*(?:let'?s\s+|let us\s+|please\s+|can we\s+|we can\s+)*wrap(?:ping)?\s+up\b",
    re.IGNORECASE,
)
_NOT_YET: Final = re.compile(r"\b(?:not|n't|isn't|aren't|don't|never)\b", re.IGNORECASE)
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
        pattern = rf"(?<![\w'’-]){name}\s*[,:]"
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


def exit_intent(text: str) -> Literal["exit", "ask", "stay"]:
    """Whether the message ends the discussion, might, or does not."""
    plain = re.sub(r"^[\W_]+|[\W_]+$", "", text.replace("’", "'")).lower()
    plain = re.sub(r"\s+", " ", plain)
    if plain in {
        "done",
        "exit",
        "wrap up",
        "back",
        "i'm done",
        "im done",
        "we're done",
        "we are done",
        "i am done",
    }:
        return "exit"
    if not _EXIT.search(plain):
        return "stay"
    if _WRAP.match(plain) and not _NOT_YET.search(plain):
        return "exit"
    if _NOT_YET.search(plain) or re.search(r"\bback to\b", plain):
        return "stay"
    return "ask" if len(plain.split()) <= _SHORT else "stay"
