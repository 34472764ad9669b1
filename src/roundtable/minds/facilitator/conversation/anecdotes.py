"""What happened once is no rule and no check: "We had that in 2019 and it was not pretty."

In the answer to a question for a real case it is how the case begins, and goes with the check that follows; elsewhere it is
kept as a note. Words that only lead up to a check ("what I want is that …") are left out of it; the quotation keeps them.
"""

import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.facts import BusinessRule, Constraint, Criterion, Fact, Note

__all__ = ["without_anecdotes", "without_lead"]

_ONCE: Final = re.compile(
    r"^(?:and |but |so )?(?:(?:we|i|they|somebody|someone|he|she|it|that|this) (?:once |already |also |even )?(?:had|was|were|did|got|went|tried|lost|took|saw|happened|used to)\b"
    r"|(?:last|the other) (?:week|month|year|time|night|spring|summer|autumn|winter|quarter|\w+day)\b|yesterday\b|(?:back )?in (?:19|20)\d\d\b|once (?:we|i|they)\b)",
    re.IGNORECASE,
)
_DEMAND: Final = re.compile(
    r"\b(?:must|should|shall|has to|have to|never|always|may not|cannot)\b", re.IGNORECASE
)
_LEADS: Final = re.compile(
    r"^(?:(?:and|but|so|also|then|well|plus)\s+)*(?:(?:what i (?:want|expect|would like)|the point|the idea|my wish) is(?: that)?\s+|i (?:want|expect|would like|wish) that\s+)?",
    re.IGNORECASE,
)


def without_anecdotes(facts: Sequence[Fact]) -> list[Fact]:
    """The same facts, with what happened once set apart from what shall hold."""
    found: list[Fact] = []
    before = ""
    for fact in facts:
        if not isinstance(fact, Criterion | BusinessRule | Constraint):
            found.append(fact)
            continue
        if _ONCE.match(fact.text) and not _DEMAND.search(fact.text):
            follows = isinstance(fact, Criterion) and any(
                isinstance(other, Criterion) and other is not fact and not _ONCE.match(other.text)
                for other in facts
            )
            if follows and not before:
                before = fact.text.rstrip(".")
            else:
                found.append(
                    Note(
                        id=f"{fact.id or 'new:nt'}-once",
                        step_id=fact.step_id,
                        text=fact.text,
                        evidence=fact.evidence,
                    )
                )
            continue
        tidy = without_lead(fact.text)
        updates: dict[str, str] = {"text": tidy} if tidy != fact.text else {}
        if isinstance(fact, Criterion) and before and not fact.given:
            updates["given"] = before
            before = ""
        found.append(fact.model_copy(update=updates) if updates else fact)
    return found


def without_lead(text: str) -> str:
    """A sentence without the words that only lead up to it."""
    tidy = _LEADS.sub("", text)
    return tidy[:1].upper() + tidy[1:] if tidy and tidy != text else text
