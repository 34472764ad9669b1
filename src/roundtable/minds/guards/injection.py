"""Signs that text from the repository or the draft was obeyed instead of read."""

import re
from typing import Final

_OBEYED: Final = re.compile(
    r"\b(?:ignor(?:e|ed|ing)|disregard(?:ed|ing)?|forget(?:ting)?|overrid(?:e|den|ing)|bypass(?:ed|ing)?)\s+(?:(?:all|any|my|the|your|these|those|of)\s+)*"
    r"(?:(?:previous|earlier|prior|above|former|original|system|other)\s+)*(?:instructions?|prompts?|guidelines?|guards?|rules above)\b"
    r"|\b(?:the|a|this|that|your) (?:note|comment|file|readme|docstring|document|instructions?|message|text)\b[^.?!\n]{0,40}"
    r"\b(?:asks?|tells?|instructs?|orders?|requests?|commands?|wants?)\b[^.?!\n]{0,15}(?:\b(?:me|us|assistants?|models?|agents?|ais?|to)\b|,\s*(?:so )?i\b)"
    r"|\b(?:as|like) (?:i was |we were )?(?:instructed|ordered|commanded|told (?:in|by) (?:the|a) (?:file|readme|comment|note|docstring))\b"
    r"|\b(?:mark|marks|marked|marking|set|sets|setting|rank|ranked|ranking|flag|flagged|rate|rated) (?:every|all|each|everything)\b[^.?!\n]{0,40}"
    r"\b(?:as|to)\b"
    r"|\b(?:every|each|all(?: of)?)(?: the)? (?:requirements?|facts?|items?|stories|risks?)\b[^.?!\n]{0,20}\b(?:is|are|were|was|have been)(?: now| all)? "
    r"(?:marked|confirmed|approved|accepted|settled|signed off|ranked|deleted|removed)\b"
    r"|\b(?:the|this|your) (?:analysis|session|interview|elaboration|specification|review) (?:is|has been)(?: now| hereby)? "
    r"(?:finished|complete|completed|done|closed|approved|over|final)\b"
    r"|\b(?:developer|debug|admin|god|jailbreak|unrestricted) mode\b(?= (?:is |now |on|enabled|active))",
    re.IGNORECASE,
)


def obeys(text: str) -> str:
    """The words that show it; empty when there are none."""
    found = _OBEYED.search(text)
    return found.group().strip() if found else ""
