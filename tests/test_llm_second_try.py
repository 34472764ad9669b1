"""What goes back to a model: it sees what was kept, can build on it, and is told of no field that it does not have."""

from typing import Any

import pytest

from guards_samples import MAYA, a_briefing
from llm_table import Script, scripted, thoughts
from roundtable.analysis.changes import add
from roundtable.engine.briefing import Briefing
from roundtable.facts import AnyFact, BusinessRule, Constraint, Requirement
from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.prompt import compose
from test_llm_mind import GOOD, answered

SAID = "Only the shop manager may create a code. Codes end at midnight."
FIRST = {
    "kind": "requirement",
    "ref": "r",
    "text": "The shop shall let only the shop manager create a code",
    "quote": "Only the shop manager may create a code",
    "parts": ["Given a cashier, when they create a code, then it is refused"],
}


def heard(said: str = SAID, *known: AnyFact) -> Briefing:
    briefing = answered(said)
    return briefing.changed(analysis=briefing.analysis.changed(facts=known))


def second(**again: Any) -> tuple[Any, Script]:
    """What comes of a first answer that overlooks a sentence, and this second one."""
    script = Script({**GOOD, "items": [FIRST]}, {"say": "", **again})
    return thoughts(scripted(script), heard())[0], script


def test_what_was_kept_stands_among_the_known_facts_with_the_id_that_it_will_have() -> None:
    rule = {"kind": "business_rule", "text": "codes end at midnight", "quote": "Codes end at midnight"}
    thought, script = second(items=[{**rule, "about": "FR-001"}])
    assert "FR-001 requirement: The shop shall let only the shop manager create a code" in script.heard[1]
    assert "FR-001" not in script.heard[0]
    analysis, _names = add(heard().analysis, thought.facts)
    owner = next(fact for fact in analysis.facts if isinstance(fact, Requirement))
    assert [fact.requirement for fact in analysis.facts if isinstance(fact, BusinessRule)] == [owner.id]


def test_what_was_kept_can_be_changed_before_it_is_on_record() -> None:
    value = "The shop shall let only the shop manager create a code, which ends at midnight"
    amend = {"op": "amend", "id": "FR-001", "value": value, "quote": "Codes end at midnight"}
    thought, _script = second(changes=[amend])
    assert [fact.text for fact in thought.facts if isinstance(fact, Requirement)] == [value]
    assert thought.amended == ()


def test_a_known_fact_goes_into_one_that_comes_in_the_same_answer() -> None:
    known = Constraint(id="CON-009", text="Only the shop manager creates codes", evidence=())
    briefing = heard("Only the shop manager may create a code.", known)
    reply = {**GOOD, "items": [FIRST], "changes": [{"op": "merge", "id": "CON-009", "into": "r"}]}
    thought = thoughts(scripted(Script(reply)), briefing)[0]
    assert thought.retracted == ("CON-009",)
    assert any('Now part of "' in piece.text for piece in thought.contributions)


@pytest.mark.parametrize(("kind", "mode", "field"), [("converse", "conversation", "lines"), ("take_answer", "steps", "say")])  # fmt: skip
def test_who_may_be_silent_is_told_of_the_field_there_is(kind: Any, mode: Any, field: str) -> None:
    briefing = a_briefing(kind, MAYA, mode)
    briefing = briefing.changed(task=briefing.task.changed(may_stay_silent=True))
    told = compose(briefing, Sending()).changing
    assert f"leave `{field}` empty" in told
    assert told.count("` empty") == 1


def test_a_reason_to_ask_on_is_wanted_only_where_everything_is_known() -> None:
    briefing = a_briefing("converse", MAYA, "conversation")
    is_open = briefing.changed(unmet_by_topic={"security": ("who may",)})
    known = briefing.changed(unmet_by_topic={"security": ()})
    assert "unfinished" not in compose(is_open, Sending()).changing
    assert "say in `unfinished` why" in compose(known, Sending()).changing
