"""What is said to what the table asked or showed: which of two holds, an open point, the lines that were read back.

Elsewhere: everything else that an input does (`listening`), the orders themselves (`orders`, `operations`).
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from roundtable.engine.briefing import Ask
from roundtable.facts import OpenQuestion
from roundtable.interview.contradictions import resolved
from roundtable.interview.lead_ins import edits_page, without_ids
from roundtable.interview.moving import by_position
from roundtable.interview.operations import Operations
from roundtable.interview.orders import orders_in
from roundtable.interview.placing import placings
from roundtable.interview.ranking import CANNOT_TELL
from roundtable.interview.recording import Recorder
from roundtable.interview.replacing import keep_beside
from roundtable.interview.situation import Situation
from roundtable.interview.taken import Taken
from roundtable.interview.which_fact import ID, noun_of_line, text_of
from roundtable.interview.wording import quoted
from roundtable.language.acts import Act, main_act
from roundtable.language.phrases import spelled
from roundtable.language.question_kinds import kinds_asked
from roundtable.language.sentences import sentences

_ANSWERED: Final = re.compile(r"(?:\s+\w+){0,3}\s*:\s+|\s+-+\s+|\s*,\s+")
"""What stands between the id of an open point and the answer: "OQ-001 is answered: …"."""
_LEAST_KEPT: Final = 5
"""Words beside an id that may be what somebody wants instead."""


@dataclass(slots=True)
class Table:
    """What an act is carried out with."""

    situation: Situation
    taken: Taken
    recorder: Recorder
    operations: Operations


def carry_out_orders(at: Table, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """What is said of ids is done, or said to be unclear; what is left are acts of their own.

    Before anything was read back an id may as well be part of what is told: then only what is clear is done.
    """
    text, is_shown = at.situation.heard.text, at.situation.reviews
    orders, beside = orders_in(text)
    done: tuple[int, int] | None = None
    unclear: list[str] = []
    left = [span for span in beside if not (is_shown and _is_done_by_position(at, span))]
    for order in orders:
        part = (order.start, order.end)
        if text[slice(*part)].rstrip().endswith("?"):
            continue
        known = all(at.situation.analysis.get(one) for one in order.ids)
        if (known or is_shown) and at.operations.order(part, order.ids):
            done = part
        elif not is_shown:
            left.append(part)
        elif order.may_repeat and done is not None and at.operations.order(done, order.ids):
            continue
        elif len(without_ids(text[slice(*part)]).split()) < _LEAST_KEPT or not keep_beside(
            at.operations, at.taken, *part
        ):
            unclear += order.ids[:1]
    at.operations.as_it_is(unclear)
    if len(left) == len(beside) + len(orders):
        return acts
    place = "review" if is_shown else "talk"
    return tuple(
        Act(
            kind="answer"
            if placings(at.situation, start, end)
            else main_act(text[start:end], place, "", "").kind,
            start=start,
            end=end,
        )
        for start, end in sorted(left)
    )


def _is_done_by_position(at: Table, part: tuple[int, int]) -> bool:
    """Whether something could be done with "the second check", "rule 3" in a part that names no id."""
    meant = by_position(at.situation.analysis, at.situation.heard.text[slice(*part)])
    return bool(meant) and at.operations.order(part, [fact.id for fact in meant])


def open_question_answered(at: Table) -> tuple[Table, tuple[Act, ...]] | None:
    """ "OQ-001: yes, those too": the open point is settled, and the words are an answer to it."""
    text = at.situation.heard.text
    named = ID.match(text, len(text) - len(text.lstrip()))
    question = at.situation.analysis.get(named[0].upper()) if named else None
    if named is None or not isinstance(question, OpenQuestion):
        return None
    announced = _ANSWERED.match(text, named.end())
    if announced is None:
        return None
    start = announced.end()
    behind = [start_ for start_, end in sentences(text) if start_ >= start and ID.search(text, start_, end)]
    end = min(behind, default=len(text))  # "… And in AC-001-01 …" speaks of something else
    asked = Ask(text=question.text, kinds=kinds_asked(question.text))
    at.recorder.situation = at.situation.but(asked=asked)
    at.taken.retracted.append(question.id)
    start += len(text[start:]) - len(text[start:].lstrip(" :,.-"))
    answer = Act(kind="answer", start=start, end=end)
    other = Act(kind="correction", start=end, end=len(text))
    acts = tuple(act for act in (answer, other) if text[act.start : act.end].strip())
    return replace(at, situation=at.recorder.situation), acts


def settle_conflict(situation: Situation, taken: Taken) -> bool:
    loser, line = resolved(situation)
    if not loser:
        return False
    taken.retracted.append(loser)
    taken.lines.append(line)
    taken.outcome, taken.is_answered = "changed", True
    return True


def names_others(situation: Situation) -> bool:
    """Whether other lines are named than those that were asked about: "Neither. Drop NT-004"."""
    asked = {one.upper() for one in ID.findall(situation.asked.text)}
    return any(one.upper() not in asked for one in ID.findall(situation.heard.text))


def orders_about_page(text: str, situation: Situation) -> bool:
    """Whether somebody wants something of what was shown: "move it up", "the third note", unless the item has notes, too."""
    if edits_page(text):
        return True
    noun = noun_of_line(text)
    told = " ".join((situation.analysis.draft, *(text_of(fact) for fact in situation.analysis.facts)))
    return bool(noun) and spelled(noun.casefold()).search(told.casefold()) is None


def cannot_tell(words: str) -> str:
    return CANNOT_TELL.format(quoted(words.strip()))
