"""A correction that does not say of what: whether it takes the place of the sentence on record that is most like it.

In the talk that is asked. At the review nothing is, because whoever has said the last thing wants to go: both are kept, and
the person is told how to put the one in the place of the other.

Elsewhere: which sentence that is (`which_fact`), the change itself (`operations`).
"""

import re
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.facts import Fact
from roundtable.facts.evidence import Quote
from roundtable.interview.operations import REPLACES
from roundtable.interview.situation import Situation
from roundtable.interview.which_fact import ID, fact_spoken_of, text_of
from roundtable.interview.wording import quoted

_REPLACE: Final = re.compile(
    rf"(?:yes,? |please |then )*replace (?:it|that|(?P<id>{ID.pattern}))[.!]?", re.IGNORECASE
)


def asks_what_it_replaces(situation: Situation, first: Fact, new: Fact) -> Ask:
    """The question in the talk."""
    return Ask(
        text=f"Does that replace {first.id}, {quoted(text_of(first))}?",
        kinds=(first.kind,),
        about=f"{REPLACES}{first.id}|{new.headline}",
        topic=situation.asked.topic,
    )


def kept_beside(first: Fact) -> str:
    """The word at the review."""
    return (
        f'Kept beside {first.id}, {quoted(text_of(first))} If it takes its place, say "replace {first.id}".'
    )


def what_is_replaced(situation: Situation) -> str:
    """What a yes to the question, or "replace BR-001", is about; nothing for other words."""
    asked = situation.asked.about
    if asked.startswith(REPLACES):
        return asked if [act.kind for act in situation.briefing.acts] == ["assent"] else ""
    named = _REPLACE.fullmatch(situation.heard.text.strip())
    told = [fact for fact in situation.analysis.facts if fact.area != "code" and _turn_of(fact)]
    if named is None or not told:
        return ""
    new = max(reversed(told), key=_turn_of)
    first = fact_spoken_of(situation.analysis, text_of(new), but=new) if named["id"] is None else None
    return f"{REPLACES}{named['id'] or (first.id if first else '')}|{new.headline}"


def _turn_of(fact: Fact) -> int:
    return max((item.turn for item in fact.evidence if isinstance(item, Quote)), default=0)
