"""A talk with the offline table: opening, the three voices, proposals, no preference, completion, recaps."""

import pytest

from grounding import ungrounded
from interview_table import Code
from play import plain_reader
from rehearsal import Rehearsal
from roundtable.analysis.phases import ANALYSIS_PHASES, Depth
from roundtable.analysis.scanning import Definition, ScanResult
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.engine.coverage import cover_all
from roundtable.engine.events import DocumentsDue, Said
from roundtable.engine.hearing import REVIEW
from roundtable.engine.leaving import OFFER
from roundtable.engine.place import InConversation
from roundtable.facts import BusinessRule, DirectChange, OpenQuestion, Problem
from roundtable.facts.evidence import CodeAnchor, Confirmed, Quote
from test_conversation_properties import EMPTY, FOUND

__all__ = ["plain_reader"]

STOCKS = "I need a website that helps me search for stocks and automatically generate stock analysis reports."
CODE = "Let customers redeem one discount code at checkout"
ALEX, JORDAN, MAYA = "solutions-architect", "system-designer", "business-analyst"
LOST = "Customers lose their discount when they reload the page."
FORM = Definition(
    name="total", kind="function", path="shop/cart.py", line=4, signature="def total(cart: Cart) -> int:"
)


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


def at_files() -> Rehearsal:
    """A talk in which Alex has just said which file he would plan with."""
    table = opened(Rehearsal(CODE, scan=FOUND))
    for _ in range(12):
        if open_question(table).offers:
            return table
        table.hear(LOST if not table.state.analysis.of(Problem) else "I don't know")
    raise AssertionError("no file was proposed")


def at_review(*, scan: ScanResult = FOUND, said: str = "I don't know") -> Rehearsal:
    """A talk in which everything is asked, and the documents are read back."""
    table = opened(Rehearsal(CODE, scan=scan), LOST)
    for _ in range(25):
        if open_question(table).about == REVIEW:
            return table
        table.hear("yes" if open_question(table).offers else said)
    raise AssertionError("the review never came")


# -- the opening and the three voices --------------------------------------------------------------------------------------


@pytest.mark.rule("L-OPEN-04", "L-OPEN-06")
def test_maya_opens_with_the_words_of_the_draft_and_one_question() -> None:
    said = [line for line in Rehearsal(STOCKS).begin() if line.persona]
    assert [line.persona for line in said] == [MAYA, MAYA]
    assert "search for stocks" in said[0].text
    assert [line.text.count("?") for line in said] == [0, 1]


@pytest.mark.rule("L-OPEN-05")
@pytest.mark.parametrize("draft", ["", "(No draft available)"])
def test_without_a_draft_she_asks_what_is_wanted_and_what_goes_wrong(draft: str) -> None:
    table = opened(Rehearsal(draft))
    assert "what goes wrong" in table.question
    assert table.state.analysis.facts == ()


@pytest.mark.rule("L-BATCH-02", "L-OPEN-03")
def test_alex_begins_with_what_the_codebase_shows_and_jordan_with_the_interface() -> None:
    view = Code(["shop/cart.py"], signatures={"shop/cart.py": [FORM]})
    sure = FOUND.model_copy(update={"confidence": "high"})
    table = opened(
        Rehearsal(CODE, scan=sure, view=view), LOST, "Customers. Today `total` shows them the wrong sum."
    )
    assert words_of(table, ALEX)[0].startswith("I can see from the codebase that")
    assert "`shop/cart.py`" in words_of(table, ALEX)[0]
    assert words_of(table, JORDAN)[0] == (
        "Based on what we've discussed, the interface would be `def total(cart: Cart) -> int:` "
        "at `shop/cart.py:4` as it is today."
    )


@pytest.mark.rule("L-BATCH-02")
@pytest.mark.parametrize("draft", [STOCKS, CODE, "Dark mode"])
def test_without_code_alex_never_claims_to_have_seen_any(draft: str) -> None:
    table = opened(Rehearsal(draft, scan=EMPTY), *["It takes too long."] * 8)
    assert words_of(table, ALEX)
    assert not any("codebase" in text for text in words_of(table, ALEX))
    assert table.state.analysis.of(DirectChange) == ()


# -- what is proposed ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-BATCH-03")
def test_files_are_proposed_by_alex_and_recorded_when_the_person_says_yes() -> None:
    table = at_files()
    asked = open_question(table)
    assert asked.persona == ALEX
    assert "`shop/cart.py`" in asked.text
    assert table.state.analysis.of(DirectChange) == ()
    table.hear("yes")
    (change,) = table.state.analysis.of(DirectChange)
    assert change.path == "shop/cart.py"
    assert {type(item) for item in change.evidence} == {CodeAnchor, Confirmed}


@pytest.mark.rule("L-BATCH-03")
def test_silence_takes_nothing_and_leaves_the_proposal_open_and_no_is_never_recorded() -> None:
    table = at_files()
    asked = open_question(table)
    table.hear("")
    assert open_question(table) == asked
    assert table.state.analysis.of(DirectChange) == ()
    table.hear("no")
    assert table.state.analysis.of(DirectChange) == ()
    assert open_question(table).text != asked.text


@pytest.mark.rule("L-THR-11")
def test_what_is_only_proposed_is_in_no_document() -> None:
    table = at_files()
    assert "impact-analysis.md" not in table.state.analysis.written
    table.hear("yes")
    assert "impact-analysis.md" in table.state.analysis.written


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


# -- answers ---------------------------------------------------------------------------------------------------------------


def test_each_sentence_of_an_answer_is_kept_in_its_own_words() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), LOST, "Customers.")
    said = 'An expired code is refused with the message "This code has expired". A code works once.'
    table.hear(said)
    quotes = [
        item.text for fact in table.state.analysis.facts for item in fact.evidence if isinstance(item, Quote)
    ]
    assert 'An expired code is refused with the message "This code has expired".' in quotes
    assert "A code works once." in quotes
    assert "".join(table.state.analysis.turns[-1].text) == said


@pytest.mark.rule("L-STEER-03", "L-META-02")
@pytest.mark.parametrize("said", ["No strong preference.", "I don't know"])
def test_what_is_left_open_is_an_open_point_and_never_asked_again(said: str) -> None:
    table = Rehearsal(STOCKS, scan=EMPTY)
    table.begin()
    asked: list[str] = []
    while table.ended is None and len(asked) < 25:
        asked.append(table.question)
        table.hear(said)
    assert len(asked) == len(set(asked))
    open_points = [fact.text for fact in table.state.analysis.of(OpenQuestion)]
    assert len(open_points) >= 5
    assert set(open_points) <= set(asked)
    assert table.ended is not None


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


def test_a_wish_is_a_requirement_word_for_word() -> None:
    said = "Customers must be able to search for stocks by entering stock codes or stock names."
    table = opened(Rehearsal(STOCKS, scan=EMPTY), LOST, "Customers.", said)
    assert said in [fact.headline for fact in table.state.analysis.facts]


# -- how long it takes -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-DONE-01", "L-THR-02")
def test_a_small_item_is_done_in_six_to_twelve_answers_with_every_document_and_fewer_than_three_requirements() -> (
    None
):
    table = Rehearsal(CODE, scan=FOUND)
    table.begin()
    said = {
        "today": LOST,
        "who will use": "Customers at the checkout.",
        "real case": "With SPRING a cart of 2000 cents costs 1500 cents.",
        "rules": "A code can be redeemed once.",
        "default": "Without a code the total stays as it is.",
        "well enough": "Fewer than five refunds a week.",
    }
    answers = 0
    while table.ended is None and answers < 20:
        question = table.question.lower()
        reply = next((text for trigger, text in said.items() if trigger in question), "I don't know")
        table.hear("nothing" if "finalize" in question else "yes" if "i would plan" in question else reply)
        answers += 1
    assert table.ended is not None
    assert 6 <= answers - 1 <= 12
    assert set(table.state.progress.phases_completed) == set(ANALYSIS_PHASES)
    assert "requirement" in table.state.analysis.none_of
    assert all(item.is_covered for item in cover_all(table.state.library, table.state.analysis))


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


# -- steering --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-STEER-01", "L-CONV-08")
def test_going_back_to_a_topic_brings_a_question_of_it() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), LOST)
    interrupted = open_question(table)
    table.hear("back to specification")
    assert open_question(table).topic == "specification"
    table.hear("An expired code is refused.")
    assert open_question(table) == interrupted


@pytest.mark.rule("L-STEER-03")
def test_moving_on_leaves_the_question_and_moving_on_again_the_topic() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), LOST, "Customers.")
    skipped = open_question(table)
    table.hear("move on")
    assert open_question(table).text != skipped.text
    assert table.state.analysis.declined == ()
    topic = open_question(table).topic
    table.hear("move on")
    assert table.state.analysis.declined == (topic,)
    assert open_question(table).topic != topic


@pytest.mark.rule("L-CONV-08")
def test_who_said_that_names_the_message_and_quotes_it() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), LOST)
    problem = table.state.analysis.of(Problem)[0]
    said = " ".join(line.text for line in table.hear(f"who said {problem.id}"))
    assert f'{problem.id} is from your message 1: "{LOST}"' in said


def test_show_me_the_requirements_lists_them_and_a_recap_tells_what_is_known() -> None:
    table = opened(Rehearsal(STOCKS, scan=EMPTY), LOST)
    asked = table.question
    shown = table.hear("/show requirements")[0].text
    assert 'FR-001 "I need a website that helps me search for stocks' in shown
    known = " ".join(line.text for line in table.hear("what do you have so far?"))
    assert f'PB-001 "{LOST}"' in known
    assert "FR-001" in known
    assert open_question(table).text == asked
    assert asked[1:] in known, "what was interrupted is asked again"
    assert [turn.text for turn in table.state.analysis.turns] == [STOCKS, LOST]


# -- the review ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-DONE-02", "L-DONE-03")
def test_what_is_added_at_the_review_is_taken_in_and_asked_on() -> None:
    table = at_review()
    assert "confidence" in words_of(table, MAYA)[-2]
    before = len(table.events)
    said = table.hear("It must also log every redeemed code.")
    assert any(
        fact.headline == "It must also log every redeemed code." for fact in table.state.analysis.facts
    )
    assert said[-1].text.endswith("What else?")
    written = [event for event in table.events[before:] if isinstance(event, DocumentsDue)]
    assert any("requirements-spec.md" in event.names for event in written)
    assert open_question(table).about == REVIEW
    table.hear("nothing")
    assert table.ended is not None


@pytest.mark.rule("L-DONE-03")
def test_whoever_goes_back_to_a_topic_at_the_review_gets_its_question_and_then_the_review() -> None:
    table = at_review(said="skip this one")
    table.hear("back to security")
    for _ in range(20):
        if open_question(table).about == REVIEW:
            break
        table.hear("I don't know")
    assert open_question(table).about == REVIEW


@pytest.mark.rule("L-DONE-03")
def test_whoever_asks_for_more_depth_at_the_review_gets_another_question_and_then_the_review() -> None:
    table = at_review()
    table.hear("go deeper please")
    assert open_question(table).about != REVIEW
    for _ in range(20):
        if "finalize" in table.question:
            break
        table.hear("no" if table.question == OFFER else "skip this one")
    assert open_question(table).about == REVIEW


def test_a_recap_in_the_midst_of_the_review_leaves_the_review_open() -> None:
    table = at_review()
    table.hear("/show requirements")
    assert open_question(table).about == REVIEW
    table.hear("nothing")
    assert table.ended is not None
