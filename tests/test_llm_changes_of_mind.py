"""What the person left alone, took back or said otherwise later: the newer words win, and nothing of it is lost in silence."""

import pytest

from guards_thoughts import SHELF, a_talk
from llm_table import Script, scripted, thoughts
from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Amendment, Briefing, Thought
from roundtable.facts import AnyFact, Criterion, Decision, DirectChange, NoChange
from roundtable.facts.evidence import Quote
from roundtable.minds.joining import with_more
from roundtable.minds.llm.replies import read_reply, to_thought
from test_llm_mind import GOOD, answered
from test_llm_operations import item, judged, with_facts


def test_a_file_that_is_left_alone_leaves_the_plan_and_comes_back_only_by_words() -> None:
    alone = item("out_of_scope", "shipping.py is not touched.", "shipping.py is not touched")
    shown = item("direct_change", "total skips codes.", path="shop/shipping.py")
    both = {**GOOD, "items": [alone, shown]}
    said = "shipping.py is not touched, by the way."
    planned = DirectChange(id="DC-001", path="shop/shipping.py", why="It has the total.")
    briefing = holding(planned, said=said)
    thought = thoughts(scripted(Script(both, GOOD)), briefing)[0]
    assert [(fact.kind, getattr(fact, "path", "")) for fact in thought.facts] == [
        ("no_change", "shop/shipping.py")
    ]
    assert thought.retracted == ("DC-001",)
    denied = NoChange(id="NC-001", text="shipping.py is not touched.", path="shop/shipping.py")
    thought = thoughts(scripted(Script({**GOOD, "items": [shown]}, GOOD)), holding(denied))[0]
    assert [fact.kind for fact in thought.facts] == ["note"]
    wanted = {**shown, "quote": "shipping.py skips codes, too"}
    again = holding(denied, said="I was wrong, shipping.py skips codes, too.")
    thought = thoughts(scripted(Script({**GOOD, "items": [wanted]})), again)[0]
    assert [fact.kind for fact in thought.facts] == ["direct_change"]
    assert thought.retracted == ("NC-001",)


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("importer.py and store.py stay as they are.", ["stock/importer.py", "stock/store.py"]),
        ("`importer.py` is not affected.", ["stock/importer.py"]),
        ("Other names in importer.py are out of scope.", []),
        ("A report for Petra is out of scope.", []),
    ],
)
def test_only_a_sentence_about_nothing_but_files_leaves_them_alone(text: str, paths: list[str]) -> None:
    facts = to_thought(read_reply({"items": [item("out_of_scope", text)]}), a_talk(), SHELF).facts
    assert [fact.path for fact in facts if isinstance(fact, NoChange)] == paths
    assert (
        [fact.kind for fact in facts if not isinstance(fact, NoChange)] == [] if paths else ["out_of_scope"]
    )


def holding(*facts: AnyFact, said: str = "Codes end at midnight.") -> Briefing:
    """The person has just said this, and these facts are known."""
    briefing = answered(said)
    known = briefing.analysis.changed(facts=(*briefing.analysis.facts, *facts))
    return briefing.changed(analysis=known)


def test_a_name_in_code_keeps_its_small_letter_at_the_beginning_of_a_sentence() -> None:
    texts = ("read_rows skips them.", "humanize skips them.", "the rows are skipped.")
    found = [item("direct_change", text, path="stock/importer.py") for text in texts]
    whys = [fact.why for fact in judged(items=found).thought.facts if isinstance(fact, DirectChange)]
    assert whys == ["read_rows skips them.", "humanize skips them.", "The rows are skipped."]


def test_checks_of_the_opposite_case_and_of_another_number_are_no_duplicates() -> None:
    parts = [
        "Given a row with a SKU, when it is read, then it is imported",
        "Given a row without a SKU, when it is read, then it is imported",
        "Given a row with a valid SKU, when it is read, then 2 lines are written",
        "Given a row with an invalid SKU, when it is read, then 2 lines are written",
        "Given a row with a valid SKU, when it is read, then 3 lines are written",
    ]
    facts = to_thought(
        read_reply({"items": [item("requirement", "Skip rows", parts=[*parts, parts[0]])]}), a_talk()
    ).facts
    notes: list[str] = []
    kept = with_more(Thought(), Thought(facts=facts), notes).facts
    assert [fact.headline for fact in kept if isinstance(fact, Criterion)] == [f"{one}." for one in parts]
    assert len(notes) == 1
    assert parts[0] in notes[0]


def test_a_change_of_mind_is_carried_out_with_the_words_that_say_so_and_what_was_said_before_does_not_stop_it() -> (
    None
):
    before, later = (
        "Put it in Meta, in the constructor and in load.",
        "Leave load out, only Meta and the constructor, or all three grow.",
    )
    turns = tuple(
        Turn(number=number, text=text)
        for number, text in enumerate(("Forget the load, drop it.", before, later, "That is the measure."), 3)
    )
    start = Quote(turn=4, start=0, end=len(before), text=before)
    old = "The option is set in Meta, in the constructor and in load."
    choice = Decision(
        id="ADR-0001",
        title="The option",
        choice=old,
        rationale="like unknown",
        status="Accepted",
        evidence=(start,),
    )
    briefing = with_facts(choice)
    known = briefing.analysis.changed(turns=(*briefing.analysis.turns, *turns))
    briefing = briefing.changed(analysis=known, heard=turns[-1])
    new = "The option is set in Meta and in the constructor, not in load."
    change = {"op": "amend", "id": "ADR-0001", "quote": "Leave load out, only Meta and the constructor"}
    for field, value in (("text", new), ("choice", new), ("why", "or all three grow")):
        verdict = judged(briefing, changes=[{**change, "field": field, "value": value}])
        assert [one.fact_id for one in verdict.thought.amended] == ["ADR-0001"], (field, verdict.reasons)
    unsaid = judged(briefing, changes=[{**change, "quote": "", "field": "text", "value": new}])
    assert "ADR-0001 (choice): quote the person's words" in unsaid.reasons
    nowhere = judged(briefing, changes=[{**change, "field": "colour", "value": "red"}])
    assert "decision has no `colour`" in nowhere.reasons
    gone = {"op": "withdraw", "id": "ADR-0001"}
    assert judged(briefing, changes=[{**gone, "quote": "Leave load out"}]).thought.merged
    for words in ("", before, "Forget the load, drop it.", "That is the measure."):
        left = judged(briefing, changes=[{**gone, "quote": words}])
        assert (left.thought.merged, left.thought.retracted) == ((), ())
        assert "withdraw of ADR-0001" in left.reasons


def test_the_words_for_a_change_are_held_against_what_it_changes_and_not_against_what_stood_there() -> None:
    said = "Rows must be written to the reject file, because support reads them."
    old = Decision(id="ADR-0001", title="No file", choice="Rows are never written to the reject file.")
    briefing = with_facts(old)
    turn = Turn(number=3, text=said)
    known = briefing.analysis.changed(turns=(*briefing.analysis.turns, turn))
    briefing = briefing.changed(analysis=known, heard=turn)
    change = {"op": "amend", "id": "ADR-0001", "quote": said}
    for field, value, may in (
        ("rationale", "support reads them", True),
        ("choice", "Rows are written to the reject file.", True),
        ("choice", "Rows are never written to the reject file by anybody.", False),
    ):
        amended = judged(briefing, changes=[{**change, "field": field, "value": value}]).thought.amended
        assert bool(amended) == may, value


def test_a_second_try_may_change_another_field_of_the_same_fact() -> None:
    first = Amendment(fact_id="ADR-0001", updates={"choice": "In Meta."})
    other = first.changed(updates={"rationale": "like unknown"})
    kept = with_more(Thought(amended=(first,)), Thought(amended=(first, other)))
    assert kept.amended == (first, other)
