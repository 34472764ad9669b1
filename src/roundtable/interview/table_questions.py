"""What is said to what the table asked or showed: which of two holds, an open point, the lines that were read back.

Elsewhere: everything else that an input does (`listening`), the orders themselves (`orders`, `operations`).
"""

from dataclasses import dataclass
from typing import Final

from roundtable.interview.contradictions import both_hold, resolved
from roundtable.interview.lead_ins import about_item
from roundtable.interview.moving import by_position
from roundtable.interview.operations import Operations
from roundtable.interview.orders import orders_in
from roundtable.interview.placing import placings
from roundtable.interview.ranking import CANNOT_TELL
from roundtable.interview.recording import Recorder
from roundtable.interview.replacing import keep_beside
from roundtable.interview.situation import Situation
from roundtable.interview.taken import Taken
from roundtable.interview.which_fact import ID
from roundtable.interview.wording import quoted
from roundtable.language.acts import Act, main_act
from roundtable.language.closed_forms import EDITS
from roundtable.language.phrases import any_form

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
        if text[slice(*part)].rstrip().endswith("?") and not any_form(EDITS["correction"]).match(
            text, order.start
        ):
            continue
        known = all(at.situation.analysis.get(one) for one in order.ids)
        if (known or is_shown) and at.operations.order(part, order.ids):
            done = part
        elif not is_shown:
            left.append(part)
        elif order.may_repeat and done is not None and at.operations.order(done, order.ids):
            continue
        elif len(about_item(text[slice(*part)]).split()) < _LEAST_KEPT or not keep_beside(
            at.operations, at.taken, *part
        ):
            unclear += order.ids[:1]
    at.operations.as_it_is(dict.fromkeys(unclear))
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


def settle_conflict(situation: Situation, taken: Taken) -> bool:
    loser, line = resolved(situation)
    if not loser and both_hold(situation.heard.text):
        taken.outcome, taken.is_answered = "agreed", True
        return True
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


def cannot_tell(words: str) -> str:
    return CANNOT_TELL.format(quoted(words.strip()))
