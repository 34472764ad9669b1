"""One requirement that holds two deeds: which of them ships first, if only one can?"""

import re
from collections.abc import Iterator
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import Priority, Requirement
from roundtable.engine.briefing import Amendment, Ask, Thought
from roundtable.minds.facilitator.answers.reading import shorten
from roundtable.minds.facilitator.conversation.subjects import Subject
from roundtable.minds.facilitator.observations import split_actor
from roundtable.minds.facilitator.rephrase import clean
from roundtable.minds.facilitator.words import AUXILIARIES, base_form

__all__ = ["SPLIT", "ranked", "splits"]

SPLIT: Final = "split"
_TWO: Final = re.compile(
    r"\b(?P<one>[a-z]+)(?P<rest>(?:\s+[\w'`-]+){1,6}?),?\s+and\s+(?:also\s+|then\s+)?(?P<two>[a-z]+)(?P<tail>(?:\s+[\w'`-]+){1,6})",
    re.IGNORECASE,
)


def splits(analysis: Analysis) -> Iterator[Subject]:
    """The question for the first requirement that holds two deeds."""
    for requirement in analysis.of(Requirement):
        found = _two_deeds(requirement)
        if found is None:
            continue
        one, two = found
        yield Subject(
            f"{SPLIT}:{requirement.id}",
            f'Which ships first if only one can: "{one}" or "{two}"?',
            0.45,
            kinds=("priority", "scope"),
            options=(one, two),
            label="what ships first",
        )
        return


def _two_deeds(requirement: Requirement) -> tuple[str, str] | None:
    after = requirement.text.rstrip(".").partition(" shall ")[2]
    let = split_actor(after.removeprefix("let ")) if after.startswith("let ") else None
    # The first deed stands right behind "shall" (or whoever is let to do it); any other verb may be a noun.
    hit = _TWO.match(let[1] if let else after)
    if hit is not None:
        verbs = (hit["one"], hit["two"])
        if all(
            base_form(verb) == verb.lower() and verb.lower() not in AUXILIARIES | {"be", "not", "let"}
            for verb in verbs
        ):
            parts = (f"{hit['one']}{hit['rest']}", f"{hit['two']}{hit['tail']}")
            one, two = (clean(shorten(part, most=6)).strip(" .,") for part in parts)
            return (one, two) if one.lower() != two.lower() else None
    return None


def ranked(analysis: Analysis, asked: Ask, at: int, quote: Quote) -> Thought:
    """The order of the two deeds, as the reason for the rank of their requirement."""
    target = asked.about.partition(":")[2]
    first, then = asked.options[at], asked.options[1 - at]
    reason = f'if only one can ship, "{first}" comes before "{then}"'
    known = next((fact for fact in analysis.of(Priority) if fact.target == target), None)
    if known is not None:
        change = Amendment(fact_id=known.id, updates={"reason": reason}, evidence=(*known.evidence, quote))
        return Thought(amended=(change,))
    return Thought(
        facts=(
            Priority(
                id="new:pr-split",
                step_id=asked.topic,
                target=target,
                level="Must",
                reason=reason,
                evidence=(quote,),
            ),
        )
    )
