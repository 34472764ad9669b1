"""What a model does with facts: new ones that refer to each other, and operations on known ones, each judged by itself."""

from typing import Any

import pytest

from guards_samples import a_briefing
from guards_thoughts import SHELF, a_talk
from llm_table import Script, scripted, thoughts
from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Ask, Briefing
from roundtable.facts import (
    AnyFact,
    BusinessRule,
    Constraint,
    Criterion,
    Decision,
    DirectChange,
    ErrorCase,
    Interface,
    Note,
    OpenQuestion,
    Option,
    Requirement,
    RiskZone,
    Story,
)
from roundtable.facts.evidence import Assumed, CodeAnchor, Inferred, Quote
from roundtable.minds.guards import Verdict, judge
from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.prompt import compose
from roundtable.minds.llm.replies import read_reply, to_thought
from test_llm_mind import GOOD, answered

REJECTS = "write them to a reject file, one line per row with the reason"


def judged(briefing: Briefing | None = None, **reply: Any) -> Verdict:
    """What is left of a reply when it was read and judged."""
    briefing = briefing or a_talk()
    return judge(to_thought(read_reply(reply), briefing, SHELF), briefing, SHELF)


def item(kind: str, text: str, quote: str = "", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "text": text, "quote": quote, **more}


def test_new_facts_refer_to_each_other_in_any_order() -> None:
    verdict = judged(
        items=[
            item(
                "story",
                "see what was skipped",
                "tell the warehouse lead what was skipped",
                who="warehouse lead",
                about="r2",
            ),
            item("requirement", "Skip broken rows", "Skip them", ref="r1", parts=["The next row is stored"]),
            item("requirement", "Write rejects to a file", REJECTS, ref="r2", parts=["One line per row"]),
            item("criterion", "The reason stands in the line", REJECTS, about="r2"),
        ]
    )
    assert verdict.is_fine, verdict.reasons
    facts = verdict.thought.facts
    second = next(fact for fact in facts if isinstance(fact, Requirement) and "rejects" in fact.text)
    assert [fact.requirements for fact in facts if isinstance(fact, Story)] == [(second.id,)]
    assert [fact.requirement for fact in facts if isinstance(fact, Criterion)].count(second.id) == 2


@pytest.mark.parametrize("about", ["r9", "", "PB-001"])
def test_what_belongs_to_no_named_requirement_goes_back_instead_of_landing_on_any(about: str) -> None:
    verdict = judged(items=[item("criterion", "The reason stands in the line", REJECTS, about=about)])
    assert verdict.thought.facts == ()
    assert verdict.may_be_said
    assert "requirement" in verdict.reasons


def test_the_reason_is_no_source_and_the_source_no_reason() -> None:
    found = judged(
        items=[item("risk", "one bad row ends the night", path="stock/importer.py", why="catch it", value="high", **{"from": "stock/importer.py:17"}, code='raise RowError("missing sku")')]
    )  # fmt: skip
    risk = found.thought.facts[0]
    assert isinstance(risk, RiskZone)
    assert risk.mitigation == "catch it"
    assert risk.evidence == (CodeAnchor(path="stock/importer.py", line=17),)
    proposal = item("decision", "Keep rejects apart", title="Where", why="one place", **{"from": "FR-002"})
    decided = judged(items=[proposal]).thought.facts[0]
    assert isinstance(decided, Decision)
    assert (decided.status, decided.rationale) == ("Proposed", "one place")
    assert decided.evidence == (Inferred(sources=("FR-002",), because="one place"),)


def test_a_cited_line_is_read_again_and_found_where_it_stands() -> None:
    cited = item("assumption", "A missing SKU raises", **{"from": "stock/importer.py:15"}, code='raise RowError("missing sku")')  # fmt: skip
    verdict = judged(items=[cited])
    assert verdict.thought.facts[0].evidence == (CodeAnchor(path="stock/importer.py", line=17),)
    wrong = judged(items=[{**cited, "code": "return None  # never mind"}])
    assert wrong.thought.facts == ()
    assert 'does not read "return None # never mind"' in wrong.reasons


def test_new_code_is_marked_as_new_and_never_as_found() -> None:
    fresh = item("interface", "`write_reject` takes the row and the reason", title="write_reject", path="stock/importer.py", new=True, **{"from": "FR-002"})  # fmt: skip
    verdict = judged(items=[fresh])
    made = verdict.thought.facts[0]
    assert isinstance(made, Interface)
    assert [one.status for one in made.evidence if isinstance(one, CodeAnchor)] != ["found"]
    assert judged(items=[{**fresh, "new": False}]).refusals


def test_an_interface_comes_with_inputs_result_and_errors_and_a_decision_with_its_consequences() -> None:
    made = judged(
        items=[
            item("interface", "writes one reject", title="write_reject", value="write_reject(row, reason)", parts=["row", "reason"], context="the line", against=["full disk"], new=True, **{"from": "FR-002"}),
            item("decision", "Rejects go to a reject file", REJECTS, title="Rejects", context="runs abort", against=["a file to clear away"]),
        ]
    ).thought.facts  # fmt: skip
    interface, decision = made
    assert isinstance(interface, Interface)
    assert ([one.name for one in interface.inputs], interface.output) == (["row", "reason"], "the line")
    assert isinstance(decision, Decision)
    assert (decision.context, decision.consequences, decision.status) == (
        "runs abort",
        ("a file to clear away",),
        "Accepted",
    )


def with_facts(*facts: AnyFact) -> Briefing:
    briefing = a_talk()
    known = briefing.analysis.changed(facts=(*briefing.analysis.facts, *facts))
    return briefing.model_copy(update={"analysis": known})


BECAUSE = (Assumed(because="test"),)


def test_amend_changes_the_main_text_with_the_persons_words() -> None:
    verdict = judged(changes=[{"op": "amend", "id": "FR-002", "value": f"{REJECTS[:1].upper()}{REJECTS[1:]}", "quote": REJECTS}])  # fmt: skip
    (amended,) = verdict.thought.amended
    assert amended.updates == {"text": "Write them to a reject file, one line per row with the reason"}
    (quote,) = amended.evidence
    assert isinstance(quote, Quote)
    assert quote.role == "correction"


def test_misread_puts_the_right_value_in_place() -> None:
    verdict = judged(changes=[{"op": "misread", "id": "FR-001", "value": "Skip them and write them to a reject file", "quote": "Skip them and write them to a reject file"}])  # fmt: skip
    assert [one.fact_id for one in verdict.thought.amended] == ["FR-001"]


def test_merge_needs_a_fact_that_says_both() -> None:
    twin = Constraint(id="CON-001", text="Never change the stock of rejected rows", evidence=BECAUSE)
    other = Constraint(
        id="CON-002", text="Never change the stock of a rejected row, nor its price", evidence=BECAUSE
    )
    briefing = with_facts(twin, other)
    good = judged(briefing, changes=[{"op": "merge", "id": "CON-001", "into": "CON-002"}])
    assert [one.fact_id for one in good.thought.merged] == ["CON-001"]
    for into in ("FR-001", "CON-009", "CON-001"):
        bad = judged(briefing, changes=[{"op": "merge", "id": "CON-001", "into": into}])
        assert bad.thought.merged == ()
        assert bad.may_be_said


def test_settle_closes_an_open_question_with_the_words_that_answer_it() -> None:
    briefing = with_facts(OpenQuestion(id="OQ-001", text="How many rejects may there be?", evidence=BECAUSE))
    good = judged(briefing, changes=[{"op": "settle", "id": "OQ-001", "quote": "At most 200 rejects"}])
    assert [one.fact_id for one in good.thought.merged] == ["OQ-001"]
    bad = judged(briefing, changes=[{"op": "settle", "id": "OQ-001", "quote": "as many as you like"}])
    assert bad.thought.merged == ()


def test_withdraw_is_for_the_person_alone() -> None:
    assert judged(changes=[{"op": "withdraw", "id": "PB-001"}]).thought.retracted == ()


def test_an_operation_on_a_fact_that_is_not_there_costs_no_other() -> None:
    verdict = judged(
        changes=[
            {"op": "amend", "id": "FR-777", "value": "x", "quote": "Skip them"},
            {"op": "amend", "id": "FR-001", "value": "Skip them", "quote": "Skip them"},
        ]
    )
    assert [one.fact_id for one in verdict.thought.amended] == ["FR-001"]
    assert "'FR-777': there is no such fact" in verdict.reasons


def test_a_merged_fact_is_taken_back_when_the_thought_is_used() -> None:
    briefing = a_briefing(
        facts=(
            *a_briefing().analysis.facts,
            Constraint(id="CON-001", text="Customers leave at the checkout", evidence=BECAUSE),
        )
    )
    reply = {"say": "Once is enough.", "changes": [{"op": "merge", "id": "CON-001", "into": "PB-001"}]}
    thought = thoughts(scripted(Script(reply)), briefing)[0]
    assert thought.retracted == ("CON-001",)


def test_what_the_quotes_leave_uncovered_goes_to_the_model_once_more() -> None:
    briefing = answered("Codes end at midnight. Only the shop manager may create a code.")
    first = item(
        "business_rule", "only the shop manager creates a code", "Only the shop manager may create a code"
    )
    second = item("business_rule", "codes end at midnight", "Codes end at midnight")
    script = Script({**GOOD, "items": [first]}, {"say": "Not this.", "items": [second]})
    thought = thoughts(scripted(script), briefing)[0]
    assert "None of your quotes covers" in script.heard[1]
    assert '"Codes end at midnight.' in script.heard[1]
    assert [fact.kind for fact in thought.facts] == ["business_rule", "business_rule"]
    assert not any(isinstance(fact, Note) for fact in thought.facts)
    assert [piece.text for piece in thought.contributions] == [GOOD["say"]]
    assert len(script.heard) == 2


# -- seen in a whole session -------------------------------------------------------------------------------------------


def test_a_link_at_the_end_of_a_clause_is_the_link_that_was_given() -> None:
    briefing = answered("A customer who asks for http://shop.test/a sees the page of the shop.")
    text = "Given a customer who asks for http://shop.test/a, when the page comes, then it is the page of the shop"
    reply = {"items": [item("criterion", text, "A customer who asks for http://shop.test/a sees the page of the shop", about="FR-001")]}  # fmt: skip
    verdict = judge(to_thought(read_reply(reply), briefing), briefing)
    assert verdict.is_fine, verdict.reasons


def test_a_decision_names_its_options_and_a_rule_its_requirement() -> None:
    items = [
        item("option", "Rows go to a reject file", title="A: reject file", ref="a", **{"from": "FR-001"}),
        item("option", "Rows are only counted", title="B: counter", ref="b", **{"from": "FR-001"}),
        item("decision", REJECTS, REJECTS, title="Broken rows", about="a, b"),
        item("business_rule", REJECTS, REJECTS, about="FR-002"),
    ]
    facts = judged(items=items).thought.facts
    decision = next(fact for fact in facts if isinstance(fact, Decision))
    assert decision.options == ("new:m1", "new:m2")
    assert next(fact for fact in facts if isinstance(fact, BusinessRule)).requirement == "FR-002"


@pytest.mark.parametrize(("quote", "holds"), [(REJECTS, True), ("", False)])
def test_only_the_persons_words_accept_a_decision(quote: str, holds: bool) -> None:
    proposed = Decision(id="ADR-0001", title="Broken rows", choice=REJECTS, evidence=BECAUSE)
    change = {"op": "amend", "id": "ADR-0001", "field": "status", "value": "Accepted", "quote": quote, "from": "FR-001"}  # fmt: skip
    verdict = judged(with_facts(proposed), changes=[change])
    assert bool(verdict.thought.amended) == holds
    assert ("only the person decides" in verdict.reasons) != holds


def test_to_settle_a_decision_is_to_accept_it_with_the_words_that_do() -> None:
    proposed = Decision(id="ADR-0001", title="Where", choice=REJECTS, status="Proposed", evidence=BECAUSE)
    settle = {"op": "settle", "id": "ADR-0001", "quote": REJECTS}
    (change,) = judged(with_facts(proposed), changes=[settle]).thought.amended
    assert change.updates == {"status": "Accepted"}
    assert [item.text for item in change.evidence if isinstance(item, Quote)] == [REJECTS]


def test_an_error_without_a_message_is_one_sentence_under_its_requirement() -> None:
    told = item("error_case", "A row has no SKU.", "Skip them and write them to a reject file", about="FR-001", why="it is skipped")  # fmt: skip
    plain, formed = judged(items=[told, {**told, "value": "missing sku"}]).thought.facts
    assert isinstance(plain, ErrorCase)
    assert isinstance(formed, ErrorCase)
    assert (plain.text, plain.condition) == ("A row has no SKU: it is skipped.", "")
    assert (formed.text, formed.condition, formed.message) == ("", "A row has no SKU.", "missing sku")


def test_a_field_with_several_values_is_amended_as_such() -> None:
    option = Option(id="OP-001", title="A", summary="a reject file", evidence=BECAUSE)
    decided = Decision(id="ADR-0001", title="Rows", choice=REJECTS, evidence=BECAUSE)
    change = {"op": "amend", "id": "ADR-0001", "field": "options", "value": "OP-001", "quote": REJECTS}
    (amended,) = judged(with_facts(option, decided), changes=[change]).thought.amended
    assert amended.updates == {"options": ("OP-001",)}


def test_two_places_in_one_file_are_two_facts() -> None:
    briefing = answered(
        "The total is computed at the checkout, and shown there too.",
        mode="conversation",
        task=a_briefing("converse", mode="conversation").task,
    )
    places = [
        item("direct_change", "The total is computed here with the code", path="shop/checkout.py", **{"from": "FR-001"}),
        item("direct_change", "Whoever pays is shown what was taken off", path="shop/checkout.py", **{"from": "FR-001"}),
    ]  # fmt: skip
    reply = {"lines": [{"persona": "business-analyst", "text": "So the checkout has both."}], "items": places}
    thought = thoughts(scripted(Script(reply)), briefing)[0]
    assert len([fact for fact in thought.facts if isinstance(fact, DirectChange)]) == 2


def test_a_quote_of_one_clause_does_not_cover_the_whole_sentence() -> None:
    said = "The message names the limit and the last URL, and it begins with the old words so that grep finds it."
    reply = {**GOOD, "items": [item("business_rule", "grep finds it", "grep finds it")]}
    script = Script(reply, {"items": []})
    thought = thoughts(scripted(script), answered(said))[0]
    assert "None of your quotes covers these words" in script.heard[1]
    assert any(isinstance(fact, Note) for fact in thought.facts)


@pytest.mark.parametrize(
    ("number", "quote", "skipped"),
    [
        (2, "The whole run aborts at the first broken row", True),
        (2, "It runs every night at two", False),
        (2, "run", False),
        (3, "The whole run aborts at the first broken row", False),
    ],
)
def test_a_question_of_the_step_is_left_out_only_with_words_that_answer_it(
    number: int, quote: str, skipped: bool
) -> None:
    draft = Turn(number=0, text="The whole run aborts at the first broken row.")
    pending = (Ask(text="Who is told?"), Ask(text="What happens today?"))
    briefing = a_talk("take_answer")
    known = briefing.analysis.changed(
        turns=(draft, *(turn for turn in briefing.analysis.turns if turn.number))
    )
    briefing = briefing.changed(mode="steps", analysis=known, pending=pending)
    reply = read_reply({"say": "Clear.", "answered": [{"number": number, "quote": quote}]})
    assert to_thought(reply, briefing).answered == (("What happens today?",) if skipped else ())
    (kept,) = thoughts(
        scripted(Script({"say": "Clear.", "answered": [{"number": number, "quote": quote}]})), briefing
    )
    assert ("What happens today?" in kept.answered) == skipped
    assert "2. What happens today?" in compose(briefing, Sending()).changing


def test_what_the_person_said_about_a_file_stands_beside_it_and_what_the_code_shows_apart() -> None:
    said = judged(items=[item("direct_change", REJECTS, REJECTS, path="stock/importer.py")]).thought.facts
    seen = judged(
        items=[
            item(
                "direct_change",
                "`import_file` reads each row",
                path="stock/importer.py",
                **{"from": "stock/importer.py:17"},
            )
        ]
    ).thought.facts
    assert [(fact.text, fact.why) for fact in said if isinstance(fact, DirectChange)] == [(REJECTS, "")]
    assert [(fact.text, fact.why) for fact in seen if isinstance(fact, DirectChange)] == [
        ("", "`import_file` reads each row.")
    ]
