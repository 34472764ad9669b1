"""Sentences that tell an interviewer what to do, turned into words that can be put to a person.

Step files written for a coding agent often say "Ask the user to describe the data" or "Identify the stakeholders" and never
ask anything. `as_prompt` gives the sentence to say instead; a sentence that already speaks to the person stays as it is.
"""

import re
from typing import Final

__all__ = ["as_prompt", "is_instruction", "speaks_to_the_person"]

_PERSON: Final = r"(?:the\s+|your\s+)?(?:users?|persons?|developers?|stakeholders?|clients?|customers?|teams?|requesters?|interviewees?|them|him|her)"
_WH: Final = r"(?:what|which|who|whom|whose|how|where|when|why|whether|if)\b"
_ASK_TO: Final = re.compile(
    rf"(?:ask|prompt|invite|get|have|request|encourage)\s+{_PERSON}\s+to\s+(?P<rest>.+)$", re.IGNORECASE
)
_ASK_CLAUSE: Final = re.compile(
    rf"(?:ask|find\s+out|establish|determine|clarify|learn|understand|discover|explore|confirm|check|verify|identify|elicit|probe|capture)"
    rf"(?:\s+(?:with\s+|from\s+)?{_PERSON})?(?:\s+(?:about|into|for))?\s+(?P<rest>{_WH}.+)$",
    re.IGNORECASE,
)
_ASK_ABOUT: Final = re.compile(
    rf"(?:ask(?:\s+{_PERSON})?\s+(?:about|for)|probe(?:\s+(?:for|into|about))?|find\s+out(?:\s+about)?|establish|determine|clarify|explore|understand|discover|elicit|identify|capture|gather|collect)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_TO_THE_PERSON: Final = re.compile(
    r"(?:please\s+)?(?:describe|list|name|explain|tell|walk|state|give|outline|define|specify|sketch|show|think|imagine|consider|rank|estimate|draw|write|say|mention|pick|choose|share|complete|finish)\b",
    re.IGNORECASE,
)


def as_prompt(sentence: str) -> str:
    """What to say to the person."""
    bare = sentence.strip()
    if (match := _ASK_TO.match(bare)) is not None:
        return f"Please {_spoken(match['rest'])}."
    if (match := _ASK_CLAUSE.match(bare)) is not None:
        return f"Could you tell me {_spoken(match['rest'])}?"
    if (match := _ASK_ABOUT.match(bare)) is not None:
        return f"What can you tell me about {_spoken(match['rest'])}?"
    return bare


def is_instruction(sentence: str) -> bool:
    """Whether a sentence wants something said: it instructs the interviewer, or speaks to the person."""
    bare = sentence.strip()
    return any(form.match(bare) for form in (_ASK_TO, _ASK_CLAUSE, _ASK_ABOUT, _TO_THE_PERSON))


def speaks_to_the_person(sentence: str) -> bool:
    """Whether a sentence, though no question, plainly wants an answer: "Describe a normal day", "Ask the user to …"."""
    bare = sentence.strip()
    return any(form.match(bare) for form in (_ASK_TO, _TO_THE_PERSON))


def _spoken(rest: str) -> str:
    """The rest of an instruction, said to the person instead of about them."""
    rest = re.sub(
        r"\b(?:the\s+user|they|the\s+person|the\s+developer)\s+(?:wants|needs|expects|sees|has)\b",
        _second_person,
        rest,
    )
    rest = re.sub(r"\b(?:their|the\s+user's)\b", "your", rest)
    rest = re.sub(r"\b(?:the\s+user|the\s+developer|the\s+person)\b", "you", rest)
    return rest.strip().rstrip(".!;:, ")


def _second_person(match: re.Match[str]) -> str:
    verb = match[0].split()[-1]
    return f"you {'have' if verb == 'has' else verb[:-1]}"
