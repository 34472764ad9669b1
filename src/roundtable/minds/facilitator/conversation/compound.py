"""Several demands in one sentence: "It should log each wait, and respect Retry-After, and it must not wait for POST, etc."

Each becomes a requirement of its own with its own stretch of the person's words, so that it can be checked, ranked and dropped
alone. A sentence that only lists objects ("export orders and invoices") is one demand and stays whole.
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import Fact, Requirement
from roundtable.minds.facilitator.answers.requirements import phrase_requirement
from roundtable.minds.facilitator.spans import Heard
from roundtable.minds.facilitator.words import AUXILIARIES, base_form

__all__ = ["taken_apart"]

_MODAL: Final = r"(?:must|should|shall|has to|have to|needs? to|can|may|will)"
_JOINT: Final = re.compile(
    rf"(?P<comma>,)?\s+and\s+(?:also\s+|then\s+)?(?=(?P<subject>(?:it|they|we|the \w+(?: \w+)?)\s+{_MODAL}\b)|(?P<modal>{_MODAL}\s+\w)|(?P<verb>[a-z]+)\s+\S)",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(
    rf"^(?P<who>[^,;]{{1,60}}?)\s+(?P<modal>{_MODAL})(?P<not>\s+not)?\s+(?=\S)", re.IGNORECASE
)
_TAIL: Final = re.compile(
    r"[,;]?\s*(?:etc|and so on|and so forth|and more|usw)\.?$|[,;]?\s*(?:…|\.\.\.)$", re.IGNORECASE
)
_SHORTEST: Final = 2


def taken_apart(facts: Sequence[Fact], heard: Heard) -> list[Fact]:
    """The same facts, with each requirement that holds several demands replaced by one for each of them."""
    found: list[Fact] = []
    for fact in facts:
        found += _parts(fact, heard) if isinstance(fact, Requirement) else [fact]
    return found


def _parts(fact: Requirement, heard: Heard) -> list[Fact]:
    quote = next((item for item in fact.evidence if isinstance(item, Quote)), None)
    if quote is None or quote.turn != heard.turn:
        return [fact]
    starts = [0, *(hit.end() for hit in _JOINT.finditer(quote.text) if _begins_a_demand(hit, quote.text))]
    if len(starts) == 1:
        return [fact]
    ends = [*(start for start in starts[1:]), len(quote.text)]
    opening = _OPENING.match(quote.text)
    lead = f"{opening['who']} {opening['modal']} " if opening else ""
    parts: list[Fact] = []
    for at, (start, end) in enumerate(zip(starts, ends, strict=True)):
        words = re.sub(r",?\s+and(?:\s+(?:also|then))?\s*$", "", quote.text[start:end])
        words = _TAIL.sub("", words.strip()).strip(" ,;.")
        if len(words.split()) < _SHORTEST:
            continue
        bare = re.match(rf"{_MODAL}\b", words, re.IGNORECASE)
        said = (
            words
            if at == 0 or _OPENING.match(words)
            else f"{opening['who']} {words}"
            if bare and opening
            else f"{lead}{words}"
        )
        phrased = phrase_requirement(said)
        offset = quote.text.index(words, start)
        parts.append(
            fact.model_copy(
                update={
                    "id": fact.id if at == 0 else f"{fact.id or 'new:fr'}-{at}",
                    "title": phrased.title,
                    "text": phrased.text,
                    "evidence": (
                        heard.quote(quote.start + offset, quote.start + offset + len(words)),
                        *(item for item in fact.evidence if item is not quote),
                    ),
                }
            )
        )
    return parts if len(parts) > 1 else [fact]


def _begins_a_demand(joint: re.Match[str], text: str) -> bool:
    """A comma, a modal or a condition before it ends the first demand; two bare verbs side by side are one."""
    if joint["verb"] is None:
        return True
    verb = joint["verb"].lower()
    if base_form(verb) != verb or verb in AUXILIARIES:
        return False
    return joint["comma"] is not None or _CONDITION.search(text[: joint.start()]) is not None


_CONDITION: Final = re.compile(r"\b(?:when(?:ever)?|if|once|as soon as|while|before|after)\b", re.IGNORECASE)
