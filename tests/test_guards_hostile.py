"""A model that lies, invents, overlooks, takes away or pretends to have done something: none of it reaches the analysis."""

import pytest

from guards_samples import ALEX, KNOWN, LATER, MAYA, TURNS, a_briefing, quote
from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Ask, Briefing, Contribution, Synthesis, Thought
from roundtable.facts import (
    Constraint,
    Criterion,
    Module,
    Need,
    OpenQuestion,
    Problem,
    Quality,
    Requirement,
    RiskZone,
    Technology,
    UserType,
)
from roundtable.facts.evidence import Assumed, Confidence, Inferred, Quote
from roundtable.minds.guards import judge
from roundtable.minds.guards.support import find_quote
from roundtable.minds.joining import joined


def says(text: str, who: str = MAYA) -> Thought:
    return Thought(contributions=(Contribution(persona=who, text=text),))


def answered(text: str, asked: Ask | None = None) -> Briefing:
    """The briefing in which the person has just said this."""
    turn = Turn(number=3, text=text, question="Anything else?")
    briefing = a_briefing(asked=asked)
    analysis = briefing.analysis.changed(turns=(*TURNS, turn))
    return briefing.model_copy(update={"analysis": analysis, "heard": turn})


@pytest.mark.parametrize(
    "words",
    [
        "I ran the test suite and everything passes.",
        "I've just created the file for codes.",
        "I have already pushed the branch.",
        "I went ahead and deleted the old module.",
        "I’ve executed the migration for you.",
        "I'm running the tests now.",
        "I implemented `apply_code` meanwhile.",
    ],
)
def test_a_persona_claims_no_deeds(words: str) -> None:
    assert "protocol" in [refusal.family for refusal in judge(says(words), a_briefing()).refusals]


@pytest.mark.parametrize(
    "words",
    [
        "I've written down that the manager creates codes.",
        "I wrote down who may do this.",
        "So the manager ran out of patience with the old codes.",
        "I hear that support created a list of complaints.",
        "I cannot help but notice how often totals surprise people.",
    ],
)
def test_listening_is_no_deed(words: str) -> None:
    assert judge(says(words), a_briefing()).is_fine


@pytest.mark.parametrize(
    "words",
    ["I'm sorry, but I can't help with that.", "I cannot assist with this request.", "I won’t comply."],
)
def test_a_model_that_declines_is_not_a_persona_who_speaks(words: str) -> None:
    assert not judge(says(words), a_briefing()).is_fine


def test_a_question_in_another_script_is_a_question() -> None:
    thought = Thought(question=Ask(text="谁可以创建折扣码？", persona=MAYA))
    assert judge(thought, a_briefing()).is_fine
    two = Thought(question=Ask(text="谁可以创建？ 为什么？", persona=MAYA))
    assert not judge(two, a_briefing()).is_fine


def test_a_quotation_beside_a_statement_of_somebody_else_proves_nothing() -> None:
    fact = Requirement(
        title="Free shipping",
        text="The system shall offer free shipping to everybody at Christmas.",
        evidence=(quote("Only the shop manager"),),
    )
    verdict = judge(Thought(facts=(fact,)), a_briefing())
    assert verdict.thought.facts == ()
    assert '"Only the shop manager", which does not say it' in verdict.reasons


def test_a_fact_in_a_language_without_spaces_counts_as_said() -> None:
    briefing = answered("只有经理可以导出每月报告")
    words = "经理可以导出每月报告"
    fact = Need(text=words, evidence=(quote_in(briefing, words),))
    kept = judge(Thought(facts=(fact,)), briefing).thought.facts[0]
    assert briefing.analysis.confidence(kept) is Confidence.HIGH


def quote_in(briefing: Briefing, words: str) -> Quote:
    found = find_quote(words, briefing.analysis)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "evidence", [Assumed(because="usual"), Inferred(sources=("FR-001",), because="usual")]
)
def test_an_assumption_brings_no_figures(evidence: Assumed | Inferred) -> None:
    invented = Quality(
        category="performance", text="Answers within 250 ms", target="250 ms", evidence=(evidence,)
    )
    known = Quality(category="usability", text="Fewer than 40 mails a week", evidence=(evidence,))
    kept = judge(Thought(facts=(invented, known)), a_briefing()).thought.facts
    assert [fact.headline for fact in kept] == [known.headline]


def test_a_supposition_out_of_the_blue_is_left_out() -> None:
    because = Assumed(because="proposed by the model")
    out_of_the_blue = (
        Requirement(title="Zebras", text="The system shall breed zebras.", evidence=(because,)),
        Technology(name="OtterQueue", evidence=(because,)),
        OpenQuestion(text="Which zebra is fastest?", evidence=(because,)),
    )
    at_hand = (
        Requirement(title="Refusal", text="The system shall refuse an unknown code.", evidence=(because,)),
        OpenQuestion(text="Who is told when a code ends?", evidence=(because,)),
        Module(name="CodeRegister", responsibility="keeps what was issued", evidence=(because,)),
    )
    kept = judge(Thought(facts=(*out_of_the_blue, *at_hand)), a_briefing()).thought.facts
    assert [fact.headline for fact in kept] == [fact.headline for fact in at_hand]


def test_a_phase_without_a_person_gets_facts_of_its_own_matter_once() -> None:
    because = Assumed(because="proposed by the model")
    briefing = a_briefing("fill_gaps").model_copy(update={"phase_key": "02-impact-analysis"})
    thought = Thought(
        facts=(
            Requirement(title="Codes", text="The shop shall accept codes", evidence=(because,)),
            RiskZone(title="Codes used twice at the checkout", evidence=(because,)),
            Problem(text="Customers leave at the checkout", evidence=(because,)),
        )
    )
    assert [fact.kind for fact in joined(thought, Thought(), briefing).facts] == ["risk_zone"]
    again = joined(thought, Thought(), briefing.model_copy(update={"phase_key": "01-requirements"}))
    assert again.facts == ()


def test_what_leans_on_a_fact_that_goes_goes_with_it_and_a_requirement_keeps_a_criterion() -> None:
    because = Assumed(because="proposed by the model")
    zebra = Requirement(
        id="new:1", title="Zebras", text="The system shall breed zebras.", evidence=(because,)
    )
    refuse = Requirement(
        id="new:2", title="Refusal", text="The system shall refuse an unknown code.", evidence=(because,)
    )
    criteria = [
        Criterion(id=f"new:{owner}c", requirement=owner, text=text, evidence=(Inferred(sources=(owner,)),))
        for owner, text in (("new:1", "A zebra is there."), ("new:2", "It takes 777 ms to refuse a code."))
    ]
    kept = judge(Thought(facts=(criteria[0], zebra, refuse, criteria[1])), a_briefing()).thought.facts
    assert [fact.headline for fact in kept] == [
        refuse.headline,
        "It can be shown that the system shall refuse an unknown code.",
    ]


def test_one_user_in_singular_and_plural_is_one_user() -> None:
    own = Thought(facts=(UserType(id="new:1", name="shop managers", evidence=(quote("the shop manager"),)),))
    again = Thought(facts=(UserType(id="new:m1", name="shop manager", evidence=(quote("shop manager"),)),))
    assert joined(again, own, a_briefing("fill_gaps")).facts == own.facts


def test_nothing_is_taken_back_that_the_person_did_not_take_back() -> None:
    for words in (
        "Managers create codes and customers leave the checkout happily.",
        "No.",
        "Not the colour.",
    ):
        verdict = judge(Thought(retracted=("PB-001", "FR-001")), answered(words))
        assert verdict.thought.retracted == ()
    verdict = judge(Thought(retracted=("PB-001",)), answered("Forget what I said about customers leaving."))
    assert verdict.thought.retracted == ("PB-001",)


def test_that_there_is_none_of_something_is_for_the_person_to_say() -> None:
    assert (
        judge(Thought(none_of=("integration",)), answered("The shop talks to the bank.")).thought.none_of
        == ()
    )
    said = judge(Thought(none_of=("integration",)), answered("Nothing else is connected.")).thought.none_of
    assert said == ("integration",)


@pytest.mark.parametrize("words", ["No, that is wrong", "Nope", "That's not it", "Nein, anders"])
def test_a_no_confirms_nothing(words: str) -> None:
    asked = Ask(text="The shop shall accept codes?", proposes=("FR-001",))
    assert judge(Thought(confirmed=("FR-001",)), answered(words, asked)).thought.confirmed == ()
    assert judge(Thought(confirmed=("FR-001",)), answered("Yes", asked)).thought.confirmed == ("FR-001",)


def test_what_the_model_supposed_is_no_fact_and_takes_nothing_of_the_persons_away() -> None:
    briefing = a_briefing()
    own = Thought(
        facts=(
            UserType(id="new:1", name="shop manager", evidence=(quote("the shop manager", 2),)),
            Constraint(
                id="new:2", text="the schema must not change", evidence=(quote("must not change", 2),)
            ),
        )
    )
    invented = UserType(id="new:m1", name="astronaut", evidence=(Assumed(because="proposed by the model"),))
    names = [fact.headline for fact in joined(Thought(facts=(invented,)), own, briefing).facts]
    assert names == ["the shop manager", "must not change"]
    better = UserType(
        id="new:m1", name="manager of a shop", evidence=(quote("Only the shop manager may", 2),)
    )
    names = [fact.headline for fact in joined(Thought(facts=(better,)), own, briefing).facts]
    assert names == ["manager of a shop", "must not change"]
    assert LATER.startswith("Only the shop manager may")


def test_a_synthesis_holds_no_numbers_files_or_lines_that_nobody_brought() -> None:
    briefing = a_briefing("synthesise", ALEX)

    def verdict(**parts: object) -> bool:
        fields = {"insights": (("Maya", "Support hears about totals."),), "summary": "Totals first.", **parts}
        return judge(Thought(synthesis=Synthesis(**fields)), briefing).is_fine  # pyright: ignore[reportArgumentType]

    assert verdict()
    assert verdict(decisions=(("Keep the totals function", "40 mails a week"),))
    assert not verdict(decisions=(("Cache totals for 900 seconds", "speed"),))
    assert not verdict(open_questions=(("Is shop/ledger.py safe", "nobody looked"),))
    assert not verdict(summary="Answers take 250 ms.")


def test_a_synthesis_is_made_of_single_lines_without_control_characters() -> None:
    found = Synthesis(
        insights=(("Maya", "Totals\x1b[31m surprise"),),
        decisions=(("Keep it\n## Requirements\n- FR-099", "it\u202e works"),),
        summary="Fine\x07",
    )
    kept = judge(Thought(synthesis=found), a_briefing("synthesise", ALEX)).thought.synthesis
    assert kept is not None
    whole = str(kept.model_dump())
    assert "\\x1b" not in whole
    assert "\\u202e" not in whole
    assert "\\n" not in whole


def test_known_facts_of_the_samples_are_what_these_tests_rely_on() -> None:
    assert [type(fact) for fact in KNOWN] == [Problem, Requirement]
