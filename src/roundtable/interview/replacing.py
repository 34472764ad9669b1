"""A correction that does not say of what.

In the talk the sentence on record that is most like it is asked about. At the review nothing is asked, because whoever has said
the last thing wants to go: the words stand as an open point, and the person is told how to put them in the place of others
("replace BR-001") or to leave them as they are ("add it").

Elsewhere: which sentence is meant (`which_fact`), the change itself (`operations`).
"""

import re
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.facts import Fact, OpenQuestion
from roundtable.interview.operations import REPLACES, Operations
from roundtable.interview.recording import Recorder
from roundtable.interview.situation import Situation
from roundtable.interview.which_fact import ID, fact_spoken_of, text_of
from roundtable.interview.wording import quoted
from roundtable.language.statements import sort_statement

NOT_WORKED_IN: Final = "said at the review, and not worked in"
_REPLACE: Final = re.compile(
    rf"(?:yes,? |please |then )*(?P<how>replace|add|keep) (?:it|that|(?P<id>{ID.pattern}))(?: as it is)?[.!]?",
    re.IGNORECASE,
)


def asks_what_it_replaces(situation: Situation, first: Fact, new: Fact) -> Ask:
    """The question in the talk."""
    return Ask(
        text=f"Does that replace {first.id}, {quoted(text_of(first))}?",
        kinds=(first.kind,),
        about=f"{REPLACES}{first.id}|{new.headline}",
        topic=situation.asked.topic,
    )


def left_for_later(recorder: Recorder, start: int, end: int) -> str:
    """The words as an open point, and what the person is told."""
    quote = recorder.situation.quote(start, end)
    near = fact_spoken_of(recorder.situation.analysis, quote.text)
    recorder.add(OpenQuestion, (quote,), text=quote.text, why=NOT_WORKED_IN)
    how = f"of {near.id}, {quoted(text_of(near))}" if near else "of something else"
    return (
        "I cannot tell what that changes, so it stands as an open point. "
        f'"replace {near.id if near else "BR-001"}" puts it in the place {how}; "add it" keeps it as it is.'
    )


def settle_what_was_left(situation: Situation, operations: Operations) -> bool:
    """A yes to the question, "replace BR-001" or "add it": whether it was one, and what it is about is there."""
    asked, analysis = situation.asked.about, situation.analysis
    if asked.startswith(REPLACES):
        return [act.kind for act in situation.briefing.acts] == ["assent"] and operations.replace(asked)
    said = _REPLACE.fullmatch(situation.heard.text.strip())
    left = [fact for fact in analysis.of(OpenQuestion) if fact.why == NOT_WORKED_IN]
    if said is None or not left:
        return False
    new = left[-1]
    if said["how"].casefold() != "replace":
        told = sort_statement(new.text, question="", asked=("requirement",), item=analysis.title)
        quote = situation.quote(0, len(situation.heard.text))
        again = operations.recorder.restate(new, told.kind or "note", quote)
        operations.retracted.append(new.id)
        operations.lines.append(f"Added as {again.noun}: {quoted(new.text)}")
        return True
    first = fact_spoken_of(analysis, new.text, but=new) if said["id"] is None else None
    return operations.replace(f"{REPLACES}{said['id'] or (first.id if first else '')}|{new.headline}")
