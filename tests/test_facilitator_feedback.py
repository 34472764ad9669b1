"""Remarks at a menu, questions that are asked again, summaries and gaps."""

import pytest

from facilitator_table import (
    ALEX,
    JORDAN,
    MAYA,
    Shop,
    a_briefing,
    a_scan,
    an_analysis,
    facts_of,
    think,
    words_of,
)
from play import a_library, a_step, shipped
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.facts import (
    BusinessRule,
    Criterion,
    Decision,
    DirectChange,
    Fact,
    Journey,
    OpenQuestion,
    Priority,
    Problem,
    Requirement,
    RiskZone,
    Scope,
    Technology,
    UserType,
)
from roundtable.engine.briefing import Thought
from roundtable.minds.facilitator import Facilitator

MIND = Facilitator(Shop())


def known() -> Analysis:
    return an_analysis(
        Requirement(id="new:1", title="Enter a code", text="The system shall let customers enter a code."),
        Requirement(id="new:2", title="Show the admin page", text="The system shall show the admin page."),
        Criterion(requirement="new:1", text="the total drops"),
        BusinessRule(text="At most 3 codes per order"),
    )


def remarked(said: str, analysis: Analysis | None = None) -> Thought:
    return think(MIND, a_briefing("take_feedback", said, analysis=analysis or known()))


# -- feedback ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-NAT-01")
def test_a_priority_said_of_an_id_is_recorded_and_a_second_one_changes_it() -> None:
    thought = remarked("FR-002 should be a Should")
    assert facts_of(thought, "priority") == [{"target": "FR-002", "level": "Should"}]
    rated = an_analysis(Requirement(id="new:1", title="x", text="x"), Priority(target="new:1", level="Must"))
    (change,) = remarked("FR-001 is only a could", rated).amended
    assert (change.fact_id, change.updates["level"]) == ("PR-001", "Could")


@pytest.mark.rule("P-NAT-01")
@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("drop AC-001-01", "AC-001-01"),
        ("FR-002 is no longer needed", "FR-002"),
        ("remove the admin page", "FR-002"),
    ],
)
def test_what_is_dropped_by_id_or_by_its_words_is_retracted(said: str, gone: str) -> None:
    assert remarked(said).retracted == (gone,)


def test_a_number_is_corrected_where_it_stands() -> None:
    (change,) = remarked("The limit is 5 codes per order, not 3").amended
    assert (change.fact_id, change.updates) == ("BR-001", {"text": "At most 5 codes per order"})
    assert change.evidence[0].kind == "quote"


def test_a_requirement_is_reworded_by_its_id() -> None:
    (change,) = remarked("FR-001 should say: customers can enter two codes").amended
    assert change.updates == {
        "text": "The system shall let customers enter two codes.",
        "title": "Enter two codes",
    }


def test_a_title_is_changed_by_its_id() -> None:
    (change,) = remarked('rename FR-001 to "Redeem a code"').amended
    assert change.updates == {"title": "Redeem a code"}


def test_anything_else_is_kept_with_its_kind_or_as_text_and_never_answered_with_a_question() -> None:
    thought = remarked("Response time should stay under 200 ms. We talked about it on Tuesday.")
    assert [fact.kind for fact in thought.facts] == ["quality", "note"]
    assert thought.question is None
    assert words_of(thought).startswith("That's important -- so ")


def test_the_acknowledgement_of_a_later_correction_says_what_changed() -> None:
    briefing = a_briefing("take_feedback", "drop AC-001-01", analysis=known(), acknowledgements=2)
    assert "AC-001-01" in words_of(think(MIND, briefing))


# -- asking again ------------------------------------------------------------------------------------------------------


def asked_again(criterion: str, step: str, analysis: Analysis, persona: str = MAYA) -> Thought:
    return think(
        MIND,
        a_briefing("ask_again", step=step, analysis=analysis, persona=persona, task={"criterion": criterion}),
    )


@pytest.mark.rule("P-LOOP-09")
def test_an_unmet_criterion_leads_to_a_question_about_exactly_that_in_terms_of_the_item() -> None:
    thought = asked_again("At least one kind of user, human or program, is named.", "01-02", an_analysis())
    assert thought.question is not None
    assert thought.question.kinds == ("user_type",)
    assert "Discount codes at checkout" in thought.question.text
    assert len(thought.question.text.split()) <= 30


def test_a_requirement_without_a_criterion_is_asked_about_by_its_id() -> None:
    step = a_step("01-06", validation="- Each requirement can be checked. <!-- criterion:per requirement -->")
    briefing = a_briefing("ask_again", step=step, library=a_library(step), analysis=known(), task={"criterion": "Each requirement can be checked."})  # fmt: skip
    question = think(MIND, briefing).question
    assert question is not None
    assert "FR-002" in question.text
    assert question.about == "FR-002"


def test_what_nobody_knows_is_not_asked_again_in_other_words() -> None:
    step = shipped().step("01-05")
    assert step is not None
    turn = Turn(
        number=1,
        text="no idea",
        question="How quickly, or for how many at once, must it work to be good enough?",
        step_id="01-05",
    )
    known_not = an_analysis(turns=(turn,))
    assert (
        asked_again(
            "At least one quality carries a figure that a review could fail.", "01-05", known_not
        ).question
        is None
    )


# -- summaries ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-SESS-12")
@pytest.mark.parametrize(
    ("phase", "persona", "facts", "words"),
    [
        ("02-impact-analysis", ALEX, (Requirement(title="Enter a code", text="x"), Problem(text="Support types by hand"), UserType(name="customers")), ['1 requirement, starting with FR-001 ("Enter a code")', 'customers: "Support types by hand"']),
        ("01-requirements", MAYA, (Scope(text="s", size="small", file_count=4), DirectChange(path="shop/cart.py")), ["a small change of about 4 files", "`shop/cart.py`"]),
        ("03-architecture", ALEX, (DirectChange(path="a.py"), RiskZone(title="a.py", path="a.py", level="high")), ["1 file to change, `a.py`", "riskiest place is `a.py`"]),
        ("04-design", JORDAN, (Decision(title="Use what is there", choice="x"), Technology(name="Python")), ['1 decision, "Use what is there"', "built with Python"]),
        ("02-impact-analysis", ALEX, (), ["holds nothing firm yet"]),
    ],
)  # fmt: skip
def test_the_summary_of_a_phase_is_true_and_names_its_contents(
    phase: str, persona: str, facts: tuple[Fact, ...], words: list[str]
) -> None:
    briefing = a_briefing(
        "summarise_phase", step=None, persona=persona, analysis=an_analysis(*facts), phase_key=phase
    )  # type: ignore[arg-type]
    text = words_of(think(MIND, briefing))
    assert all(word in text for word in words), text


# -- gaps --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "phase", ["00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design"]
)
def test_a_skipped_phase_is_filled_only_with_what_follows_and_with_open_questions(phase: str) -> None:
    facts = (Requirement(title="Enter a code", text="The system shall let customers enter a code."), UserType(name="customers"), DirectChange(path="shop/pricing.py"), Journey(title="j", steps=("open", "pay")))  # fmt: skip
    analysis = an_analysis(*facts)
    thought = think(
        MIND, a_briefing("fill_gaps", step=None, phase_key=phase, scan=a_scan(), analysis=analysis)
    )
    assert thought.facts
    assert all(analysis.confidence(fact).value != "high" for fact in thought.facts)
    assert len([fact for fact in thought.facts if isinstance(fact, OpenQuestion)]) <= 6
    assert thought.question is None


def test_a_story_follows_from_a_requirement_and_its_user() -> None:
    analysis = an_analysis(Requirement(title="Enter a code", text="The system shall let customers enter a code."), UserType(name="customers"))  # fmt: skip
    thought = think(MIND, a_briefing("fill_gaps", step=None, phase_key="01-requirements", analysis=analysis))
    (story,) = facts_of(thought, "story")
    assert (story["role"], story["want"], story["requirements"]) == ("customer", "enter a code", ("FR-001",))
