"""Sentences that tell an interviewer what to do, turned into words that can be put to a person.

Step files written for a coding agent often say "Ask the user to describe the data" or "Identify the stakeholders" and never
ask anything. `as_prompt` gives the sentence to say instead; a sentence that already speaks to the person stays as it is.
"""

import re
from typing import Final

_TOLD: Final = re.compile(
    r"(?P<verb>ask|prompt|invite|find out|establish|determine|clarify|explore|understand|identify|capture|gather|collect|probe)"
    r"(?:\s+(?:the\s+)?(?:user|developer|person|stakeholders?|team|them)(?=\s+(?:to|about|for|what|which|who|how|where|when|why)\b))?"
    r"(?:\s+(?P<link>to|about|for|into))?\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_CLAUSE: Final = ("what ", "which ", "who ", "how ", "where ", "when ", "why ", "whether ", "if ")
_TO_THE_PERSON: Final = (
    "describe list name explain tell walk state give outline define specify spell sketch show think imagine rank"
    " estimate draw write say mention pick choose share take"
)
_SPOKEN: Final = (
    ("the user's ", "your "),
    ("their ", "your "),
    ("the user wants", "you want"),
    ("the user needs", "you need"),
    ("the user ", "you "),
)
"""Said about the person, and said to them."""


def as_prompt(sentence: str) -> str:
    bare = sentence.strip()
    match = _TOLD.match(bare)
    if match is None:
        return bare
    rest = _spoken(match["rest"])
    if match["link"] == "to":
        return f"Please {rest}."
    if rest.lower().startswith(_CLAUSE):
        return f"Could you tell me {rest}?"
    return f"What can you tell me about {rest}?"


def is_instruction(sentence: str) -> bool:
    """Whether a sentence wants something said: it instructs the interviewer, or speaks to the person."""
    return _TOLD.match(sentence.strip()) is not None or speaks_to_the_person(sentence)


def speaks_to_the_person(sentence: str) -> bool:
    """Whether a sentence, though no question, plainly wants an answer: "Describe a normal day", "Ask the user to …"."""
    bare = sentence.strip()
    first = bare.removeprefix("Please ").lower().split(" ")[0]
    match = _TOLD.match(bare)
    return first in _TO_THE_PERSON.split() or (match is not None and match["link"] == "to")


def _spoken(rest: str) -> str:
    for about, to in _SPOKEN:
        rest = rest.replace(about, to)
    return rest.strip().rstrip(".!;:, ")
