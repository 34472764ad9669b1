"""A talk with the offline table: opening, the three voices, proposals, no preference, completion, recaps."""

import pytest

from grounding import ungrounded
from rehearsal import Rehearsal
from roundtable.analysis.evidence import Confirmed, Quote
from roundtable.analysis.facts import (
    Assumption,
    BusinessRule,
    Criterion,
    Decision,
    DirectChange,
    ErrorCase,
    OpenQuestion,
    Priority,
    Problem,
    Requirement,
    Story,
)
from roundtable.analysis.phases import ANALYSIS_PHASES, Depth
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.engine.coverage import cover_all
from roundtable.engine.events import Said
from roundtable.engine.place import InConversation
from test_conversation_properties import EMPTY, FOUND

STOCKS = "I need a website that helps me search for stocks and automatically generate stock analysis reports."
CODE = "Let customers redeem one discount code at checkout"
ALEX, JORDAN, MAYA = "solutions-architect", "system-designer", "business-analyst"


def opened(table: Rehearsal, *said: str) -> Rehearsal:
    table.begin()
    for text in said:
        table.hear(text)
    return table


def words_of(table: Rehearsal, persona: str) -> list[str]:
    return [event.text for event in table.events if isinstance(event, Said) and event.persona == persona]


def open_question(table: Rehearsal) -> Ask:
    assert isinstance(table.state.place, InConversation)
    assert table.state.place.asked is not None
    return table.state.place.asked


@pytest.mark.rule("L-OPEN-04", "L-OPEN-06")
def test_maya_opens_with_the_words_of_the_draft_and_one_question() -> None:
    said = Rehearsal(STOCKS).begin()
    assert [line.persona for line in said] == [MAYA, MAYA]
    assert "search for stocks" in said[0].text
    assert said[0].text.startswith("That's important -- so")
    assert [line.text.count("?") for line in said] == [0, 1]


@pytest.mark.rule("L-OPEN-05")
def test_without_a_draft_she_asks_for_the_problem() -> None:
    for draft in ("", "(No draft available)"):
        assert "problem" in Rehearsal(draft).begin()[-1].text


@pytest.mark.rule("L-BATCH-02", "L-OPEN-03")
def test_alex_begins_with_what_the_codebase_shows_and_jordan_with_the_interface() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "Customers lose their discount.", "SPRING takes 5 euros off.")
    assert words_of(table, ALEX)[0].startswith("I can see from the codebase that")
    assert "`shop/cart.py`" in words_of(table, ALEX)[0]
    assert words_of(table, JORDAN)[0].startswith("Based on what we've discussed, the interface would be")


@pytest.mark.rule("L-BATCH-02")
@pytest.mark.parametrize("draft", [STOCKS, CODE, "Dark mode"])
def test_without_code_alex_never_claims_to_have_seen_any(draft: str) -> None:
    table = opened(Rehearsal(draft, scan=EMPTY), *["It takes too long."] * 8)
    assert words_of(table, ALEX)
    assert not any("codebase" in text for text in words_of(table, ALEX))


@pytest.mark.rule("L-BATCH-03")
def test_a_yes_takes_the_recommended_way_and_confirms_what_was_proposed_with_it() -> None:
    table = opened(
        Rehearsal(CODE, scan=FOUND), "Customers lose their discount.", "SPRING: 5 euros off.", "Customers."
    )
    asked = open_question(table)
    assert asked.persona == ALEX
    assert len(asked.options) == 2
    assert all(fact_id in table.state.analysis.by_id for fact_id in asked.proposes)
    table.hear("yes")
    decision = table.state.analysis.of(Decision)[0]
    assert decision.status == "Accepted"
    assert any(isinstance(item, Confirmed) for item in decision.evidence)


@pytest.mark.rule("L-BATCH-03")
def test_silence_takes_the_recommendation_too_and_no_takes_the_other_option() -> None:
    said = ("Customers lose their discount.", "SPRING: 5 euros off.", "Customers.")
    silent = opened(Rehearsal(CODE, scan=FOUND), *said, "")
    assert silent.state.analysis.of(Decision)[0].status == "Accepted"
    other = opened(Rehearsal(CODE, scan=FOUND), *said)
    second = open_question(other).options[1]
    other.hear("no")
    assert other.state.analysis.of(Decision)[0].choice == second


def test_an_answer_that_says_more_than_an_option_is_kept_in_its_own_words() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.", "SPRING: 5 euros off.", "Customers.", "yes")
    assert open_question(table).options[0] == "refuse it and say why"
    table.hear('An expired code is refused with the message "This code has expired".')
    assert any("This code has expired" in fact.message for fact in table.state.analysis.of(ErrorCase))


@pytest.mark.rule("L-STEER-03", "L-META-02")
def test_no_preference_becomes_an_assumption_and_is_never_asked_again() -> None:
    table = Rehearsal(STOCKS, scan=EMPTY)
    table.begin()
    asked: list[str] = []
    while table.ended is None and len(asked) < 25:
        asked.append(table.question)
        table.hear("No strong preference.")
    assert len(asked) == len(set(asked))
    assert len(table.state.analysis.of(Assumption)) >= 5
    assert table.ended is not None


def test_i_do_not_know_becomes_an_open_question() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), "I lose hours.", "I don't know")
    assert table.state.analysis.of(OpenQuestion)


@pytest.mark.rule("L-DONE-01", "L-THR-02")
def test_a_small_item_is_done_in_six_to_ten_answers_with_every_document_and_fewer_than_three_requirements() -> (
    None
):
    table = Rehearsal(CODE, scan=FOUND)
    table.begin()
    said = {
        "today": "Customers lose their discount when they reload the page.",
        "real case": "With SPRING a cart of 2000 cents costs 1500 cents.",
        "rule": "A code can be redeemed once.",
        "half a year": "Fewer than five refunds a week.",
        "good enough": "300 ms at most.",
    }
    answers = 0
    while table.ended is None and answers < 15:
        question = table.question.lower()
        reply = next((text for trigger, text in said.items() if trigger in question), "yes")
        table.hear("nothing" if "finalize" in question else reply)
        answers += 1
    assert table.ended is not None
    assert 6 <= answers - 1 <= 10
    assert set(table.state.progress.phases_completed) == set(ANALYSIS_PHASES)
    assert "requirement" in table.state.analysis.none_of
    assert all(item.is_covered for item in cover_all(table.state.library, table.state.analysis))


def test_everything_on_record_traces_to_a_turn_the_draft_or_the_code() -> None:
    for draft, scan in ((STOCKS, EMPTY), (CODE, FOUND), ("Uploads over 2 GB fail with a timeout", FOUND)):
        table = opened(
            Rehearsal(draft, scan=scan),
            "We lose 3 customers a week.",
            "yes",
            "It must answer within 200 ms for 50 users. Admins can delete reports after 30 days.",
            "yes",
            "Given an empty list, when somebody exports it, then nothing is written.",
            *["yes"] * 6,
        )
        known = {"shop/cart.py", "shop/checkout.py"}
        assert ungrounded(table.state.analysis, known.__contains__) == []


@pytest.mark.rule("L-THR-02")
def test_every_requirement_gets_a_check_a_rank_and_a_story_from_its_own_words() -> None:
    table = opened(
        Rehearsal(STOCKS, scan=EMPTY), "I lose hours.", "yes", "I prefer to search by stock code or name."
    )
    analysis = table.state.analysis
    for requirement in analysis.of(Requirement):
        assert analysis.criteria_of(requirement)
        assert analysis.priority_of(requirement.id) is not None
        assert analysis.stories_of(requirement.id)
    assert {priority.level for priority in analysis.of(Priority)} <= {"Must", "Should"}
    assert len(analysis.of(Criterion)) >= len(analysis.of(Requirement))
    assert all(story.role for story in analysis.of(Story))


def test_a_preference_reads_as_a_requirement_and_keeps_the_words() -> None:
    said = "I prefer to search for stocks by entering stock codes or stock names."
    table = opened(Rehearsal(STOCKS, scan=EMPTY), "I lose hours.", "yes", said)
    mine = [
        fact
        for fact in table.state.analysis.of(Requirement)
        if any(isinstance(item, Quote) and item.text == said for item in fact.evidence)
    ]
    assert [fact.text for fact in mine] == [
        "The system shall make it possible to search for stocks by entering stock codes or stock names."
    ]


def test_the_choice_of_an_option_is_a_fact_of_the_kind_that_was_asked_for() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), "I lose hours.")
    assert open_question(table).about == "account"
    table.hear("yes")
    rules = [fact for fact in table.state.analysis.of(BusinessRule) if fact.step_id == "security"]
    assert [rule.text for rule in rules] == ["A personal account with login and roles."]


def test_new_files_are_marked_as_proposed_and_never_as_found() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), "I lose hours.")
    changes = table.state.analysis.of(DirectChange)
    assert changes
    assert all(change.change == "create" for change in changes)
    anchors = [item for change in changes for item in change.evidence if item.kind == "code"]
    assert all(anchor.status == "proposed-new" for anchor in anchors)


@pytest.mark.rule("L-CONV-08")
def test_shorter_asks_less_and_deeper_asks_more() -> None:
    def questions(depth: Depth) -> int:
        table = Rehearsal(STOCKS, scan=EMPTY, depth=depth)
        table.begin()
        count = 0
        while table.ended is None and count < 40:
            table.hear("No strong preference.")
            count += 1
        return count

    assert questions(Depth.BRIEF) < questions(Depth.STANDARD) < questions(Depth.DEEP)


@pytest.mark.rule("L-STEER-01", "L-CONV-08")
def test_going_back_to_a_topic_brings_a_question_of_it() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.", "back to security")
    assert open_question(table).topic == "security"


@pytest.mark.rule("L-STEER-03")
def test_moving_on_leaves_the_question_and_moving_on_again_the_topic() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), "I lose hours.", "yes")
    skipped = open_question(table)
    table.hear("move on")
    assert open_question(table).text != skipped.text
    assert table.state.analysis.declined == ()
    topic = open_question(table).topic
    table.hear("move on")
    assert table.state.analysis.declined == (topic,)
    assert open_question(table).topic != topic


@pytest.mark.rule("L-CONV-08")
def test_who_said_that_names_the_answer_and_quotes_it() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), "I lose hours every week.")
    problem = table.state.analysis.of(Problem)[0]
    said = " ".join(line.text for line in table.hear(f"who said {problem.id}"))
    assert "you said" in said
    assert "I lose hours every week." in said


def test_show_me_the_requirements_lists_them_and_a_recap_tells_what_is_known() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), "I lose hours every week.")
    shown = " ".join(line.text for line in table.hear("show me the requirements"))
    assert "FR-001" in shown
    known = " ".join(line.text for line in table.hear("what do you have so far?"))
    assert "search for stocks" in known.lower()


@pytest.mark.rule("L-DONE-02", "L-DONE-03")
def test_what_is_added_at_the_review_is_taken_in_and_reviewed_again() -> None:
    table = Rehearsal(CODE, scan=FOUND)
    table.begin()
    for _ in range(20):
        if "finalize" in table.question:
            break
        table.hear("yes")
    said = table.hear("It must also log every redeemed code.")
    assert any("log every redeemed code" in fact.text for fact in table.state.analysis.of(Requirement))
    assert "finalize" in said[-1].text
    assert {line.persona for line in said if line.persona} == {MAYA, ALEX, JORDAN}


def test_a_mind_that_proposes_facts_with_its_question_can_have_them_confirmed_by_yes() -> None:
    class Proposing:
        name = "proposing"

        async def think(self, briefing: Briefing) -> Thought:
            if briefing.task.kind == "open_conversation":
                rule = BusinessRule(id="new:rule", text="Codes expire", step_id="security")
                ask = Ask(
                    text="Codes expire after a month, agreed?", options=("yes",), proposes=("new:rule",)
                )
                return Thought(facts=(rule,), question=ask)
            return Thought()

    table = Rehearsal(CODE, mind=Proposing())
    table.begin()
    assert open_question(table).proposes == ("BR-001",)


@pytest.mark.rule("L-DONE-03")
@pytest.mark.parametrize(("wish", "topic"), [("back to security", "security"), ("go deeper", None)])
def test_whoever_asks_for_more_after_the_review_gets_another_question_and_then_the_review(
    wish: str, topic: str | None
) -> None:
    table = Rehearsal(CODE, scan=FOUND)
    table.begin()
    for _ in range(20):
        if "finalize" in table.question:
            break
        table.hear("yes")
    table.hear(wish)
    assert topic is None or open_question(table).topic == topic
    for _ in range(20):
        if "finalize" in table.question:
            break
        table.hear("No strong preference.")
    assert "finalize" in table.question


def test_a_recap_in_the_midst_of_the_review_leaves_the_review_open() -> None:
    table = Rehearsal(CODE, scan=FOUND)
    table.begin()
    for _ in range(20):
        if "finalize" in table.question:
            break
        table.hear("yes")
    table.hear("show me the requirements")
    assert "finalize" in table.question
    table.hear("nothing")
    assert table.ended is not None
