"""Opening a step: a filled-in draft to confirm, what the scan found, or an honest "nothing yet"; and the reply to it."""

import pytest

from facilitator_table import (
    ALEX,
    JORDAN,
    MAYA,
    TITLE,
    Shop,
    a_briefing,
    a_scan,
    an_analysis,
    facts_of,
    think,
    words_of,
)
from play import a_step, shipped
from roundtable.analysis import scanning as found
from roundtable.analysis.evidence import Inferred, Quote
from roundtable.analysis.facts import DirectChange, Keyword, Requirement, Scope, UserType
from roundtable.analysis.phases import Depth
from roundtable.analysis.questions import read_questions
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator import Facilitator

MIND = Facilitator(Shop())


def opened(step: object, *, depth: Depth = Depth.BRIEF, **details: object) -> Thought:
    return think(MIND, a_briefing("open_step", step=step, depth=depth, **details))  # type: ignore[arg-type]


def replied(
    said: str, *facts: object, question: str = "What is wrong or missing in this?", **details: object
) -> Thought:
    known = an_analysis(*facts)  # type: ignore[arg-type]
    asked = Ask(text=question, kinds=("user_type",), origin="draft", proposes=tuple(known.by_id))
    return think(MIND, a_briefing("take_draft_reply", said, asked=asked, analysis=known, **details))  # type: ignore[arg-type]


# -- brief -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-LOOP-14")
def test_a_brief_step_is_a_draft_filled_from_scan_and_words_with_one_closing_question() -> None:
    thought = opened("00-01", scan=a_scan())
    assert f"- What you asked for: {TITLE}" in thought.draft
    assert "- Size as it looks now: small" in thought.draft
    assert "{" not in thought.draft
    assert (
        "leave for another time" not in thought.draft
    )  # nothing is known about that, so the line is left out
    assert thought.question is not None
    assert thought.question.text == "Which part of this estimate is off?"
    assert set(thought.question.proposes) == {fact.id for fact in thought.facts}
    assert all(any(isinstance(item, Inferred) for item in fact.evidence) for fact in thought.facts)


def test_the_draft_takes_the_trouble_and_the_people_from_what_was_first_asked() -> None:
    (problem,) = opened("01-01").facts
    assert problem.headline.startswith("Customers can't use discount codes at checkout.")
    assert any(isinstance(item, Quote) and item.turn == 0 for item in problem.evidence)
    assert an_analysis().confidence(problem).value == "medium"
    assert facts_of(opened("01-02"), "user_type") == [{"name": "Customers"}]


def test_a_complaint_in_the_draft_is_not_taken_for_a_requirement() -> None:
    assert facts_of(opened("01-06"), "requirement") == []
    wished = an_analysis(draft="Customers should be able to enter a code. Admins can delete codes.")
    assert [fact["title"] for fact in facts_of(opened("01-06", analysis=wished), "requirement")] == ["Enter a code", "Delete codes"]  # fmt: skip


@pytest.mark.parametrize(("step", "persona"), [("01-05", MAYA), ("03-01", ALEX), ("04-04", JORDAN)])
def test_a_draft_about_nothing_is_not_made_up_but_asked_for(step: str, persona: str) -> None:
    thought = opened(step, persona=persona, analysis=an_analysis(draft="", title=""))
    assert thought.draft == ""
    assert thought.facts == ()
    assert words_of(thought)
    assert thought.question is not None
    assert thought.question.text in set(_questions(step))
    assert thought.answered  # the draft's own closing question makes no sense without a draft


def _questions(step_id: str) -> list[str]:
    step = shipped().step(step_id)
    assert step is not None
    return [question.text for question in read_questions(step.standard or "")]


def test_a_step_file_nobody_has_seen_is_filled_by_its_placeholders() -> None:
    step = a_step(
        "01-01",
        brief="- Files: {direct_changes}\n- Mood: {mood}\n\nIs there more to say about it?",
        depth="brief",
    )
    thought = opened(step, analysis=an_analysis(DirectChange(path="a.py")))
    assert thought.draft == "- Files: `a.py`"


def test_interfaces_and_modules_are_drafted_from_the_code_that_changes() -> None:
    known = an_analysis(DirectChange(path="shop/pricing.py"))
    thought = opened("04-02", persona=JORDAN, analysis=known)
    (interface,) = facts_of(thought, "interface")
    assert interface["signature"] == "def apply_discount(order: Order, percent: int) -> Money"
    assert interface["output"] == "Money"
    assert facts_of(opened("04-01", persona=JORDAN, analysis=known), "module")[0]["name"] == "shop"


# -- led by the scan ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-BATCH-02")
def test_the_architect_opens_with_what_the_codebase_shows() -> None:
    thought = opened("02-01", depth=Depth.STANDARD, persona=ALEX, scan=a_scan())
    assert words_of(thought).startswith("I can see from the codebase that it looks like a small change")
    assert "`shop/pricing.py` (defines apply_discount)" in words_of(thought)
    assert {fact["path"] for fact in facts_of(thought, "direct_change")} == {
        "shop/pricing.py",
        "shop/cart.py",
    }
    assert {fact["path"] for fact in facts_of(thought, "indirect_change")} >= {
        "shop/checkout.py",
        "shop/tax.py",
    }


def test_nothing_is_proposed_that_is_known_or_was_waved_away() -> None:
    known = an_analysis(DirectChange(path="shop/cart.py"), Keyword(word="discount"))
    briefing = a_briefing("take_feedback", "tax.py is not affected", analysis=known)
    thought = opened("02-01", depth=Depth.STANDARD, persona=ALEX, scan=a_scan(), analysis=briefing.analysis)
    paths = {
        fact["path"] for kind in ("direct_change", "indirect_change") for fact in facts_of(thought, kind)
    }
    assert paths == {"shop/pricing.py", "shop/checkout.py", "shop/report.py"}


def test_without_a_result_the_scan_is_not_claimed() -> None:
    assert (
        words_of(opened("00-01", depth=Depth.STANDARD))
        == "The scan is still running, so I go by your words for now."
    )
    empty = opened("00-01", depth=Depth.STANDARD, scan=found.ScanResult(description=""))
    assert "no code here yet" in words_of(empty)
    assert empty.facts == ()
    assert "Where does the scan's estimate look too small or too big to you?" in empty.answered


def test_other_steps_open_with_their_own_lead_in() -> None:
    assert words_of(opened("01-01", depth=Depth.STANDARD)) == "Before we talk about what to build, I want to understand what is wrong without it."  # fmt: skip


# -- the reply ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["yes", "Looks good.", "ok", "stimmt", "对", "nothing", "no, nothing is missing", "👍"]
)
def test_assent_confirms_the_whole_draft(said: str) -> None:
    thought = replied(said, UserType(name="customers"), UserType(name="admins"))
    assert thought.confirmed == ("UT-001", "UT-002")
    assert thought.facts == ()


def test_an_addition_joins_and_the_rest_is_confirmed() -> None:
    thought = replied("yes, but also include support agents", UserType(name="customers"))
    assert facts_of(thought, "user_type") == [{"name": "support agents"}]
    assert thought.confirmed == ("UT-001",)


@pytest.mark.parametrize(
    "said", ["not the admins", "remove the admins", "no, drop admins please", "nicht die admins"]
)
def test_what_is_taken_off_the_draft_is_retracted_and_the_rest_confirmed(said: str) -> None:
    thought = replied(said, UserType(name="customers"), UserType(name="admins"))
    assert thought.retracted == ("UT-002",)
    assert thought.confirmed == ("UT-001",)


def test_a_file_that_is_not_affected_leaves_the_list() -> None:
    thought = replied(
        "tax.py is not affected", DirectChange(path="shop/tax.py"), DirectChange(path="shop/cart.py")
    )
    assert thought.retracted == ("DC-001",)


def test_another_count_of_files_corrects_the_estimate() -> None:
    known = an_analysis(Scope(text="A small change", size="small", file_count=8))
    asked = Ask(
        text="Which part of this estimate is off?", kinds=("scope",), origin="draft", proposes=("SC-001",)
    )
    thought = think(MIND, a_briefing("take_draft_reply", "it's 20 files, not 8", asked=asked, analysis=known))
    assert [change.updates for change in thought.amended] == [{"file_count": 20}]


def test_a_bare_no_is_asked_about() -> None:
    thought = replied(
        "no", UserType(name="customers"), question="Does this sound like your people?", follow_ups_left=1
    )
    assert thought.question is not None
    assert thought.confirmed == ()


def test_a_requirement_is_not_confirmed_by_not_knowing() -> None:
    thought = replied("I don't know", Requirement(title="x", text="x"))
    assert thought.confirmed == ()
    assert [fact.kind for fact in thought.facts] == ["open_question"]
