"""What a model may do with facts: take out what nobody said, change one part, choose a way and say more, give a message of the code."""

from typing import Any

import pytest

from guards_thoughts import SHELF, a_talk
from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Briefing
from roundtable.facts import AnyFact, Criterion, Option, RiskZone
from roundtable.facts.evidence import Assumed, CodeAnchor, Confirmed, Evidence
from roundtable.minds.guards import Verdict, judge
from roundtable.minds.llm.replies import read_reply, to_thought
from test_llm_operations import with_facts

LINE = CodeAnchor(path="stock/importer.py", line=17)
SHOWS = {"from": "stock/importer.py:17", "code": 'raise RowError("missing sku")'}


def judged(briefing: Briefing, **reply: Any) -> Verdict:
    return judge(to_thought(read_reply(reply), briefing, SHELF), briefing, SHELF)


def hearing(question: str, said: str, *facts: AnyFact) -> Briefing:
    briefing = with_facts(*facts)
    turn = Turn(number=briefing.analysis.next_turn, question=question, text=said)
    analysis = briefing.analysis.changed(turns=(*briefing.analysis.turns, turn))
    return briefing.changed(analysis=analysis, heard=turn)


@pytest.mark.parametrize(
    ("rests_on", "given", "goes"),
    [
        (LINE, SHOWS, True),
        (LINE, {"why": "no line does that"}, True),
        (Assumed(because="x"), {"why": "no line does that"}, True),
        (LINE, {}, False),
        (LINE, {"quote": "Skip them"}, False),
        (Confirmed(turn=1), {"why": "no line does that"}, False),
    ],
)
def test_what_nobody_said_goes_with_a_line_or_a_reason(rests_on: Evidence, given: dict[str, Any], goes: bool) -> None:  # fmt: skip
    risk = RiskZone(id="RZ-001", text="The import ends at midnight.", evidence=(rests_on,))
    change = {"op": "withdraw", "id": "RZ-001", **given}
    assert bool(judged(with_facts(risk), changes=[change]).thought.merged) == goes


@pytest.mark.parametrize(
    ("then", "holds"),
    [('it says "just now"', True), ('it says "in 5 minutes"', False)],
)
def test_of_a_check_one_part_may_change_with_words_for_that_part(then: str, holds: bool) -> None:
    check = Criterion(
        id="AC-001-09", requirement="FR-001", text='Given an empty file, when it is imported, then it says "in 0 minutes".',
        given="an empty file", when="it is imported", then='it says "in 0 minutes"', evidence=(Assumed(because="x"),),
    )  # fmt: skip
    briefing = hearing("Right?", 'It should say "just now", not "in 0 minutes".', check)
    change = {
        "op": "amend",
        "id": check.id,
        "field": "then",
        "value": then,
        "quote": 'It should say "just now"',
    }
    assert bool(judged(briefing, changes=[change]).thought.amended) == holds


@pytest.mark.parametrize("quote", ["B.", "B. An unknown SKU must keep raising the same error as today."])
def test_who_chooses_a_way_may_say_more_in_the_same_breath(quote: str) -> None:
    way = Option(id="OP-009", title="Buffer", summary="Broken rows wait in a buffer.", evidence=(LINE,))
    question = "A: written at once, or B: broken rows wait in a buffer?"
    briefing = hearing(question, "B. An unknown SKU must keep raising the same error as today.", way)
    chosen = {"kind": "decision", "title": "Rows", "text": "Broken rows wait in a buffer.", "about": "OP-009", "quote": quote}  # fmt: skip
    assert judged(briefing, items=[chosen]).thought.facts


def test_a_message_of_the_code_stands_beside_the_words_for_its_error() -> None:
    said = "A missing SKU must keep raising the same RowError as today."
    error = {"kind": "error_case", "about": "FR-001", "text": said, "value": "missing sku", "quote": said}
    verdict = judged(hearing("And errors?", said), items=[error])
    assert verdict.thought.facts, verdict.reasons
    assert a_talk().analysis.facts
