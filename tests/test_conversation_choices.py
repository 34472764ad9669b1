"""Choices in a talk: taking an option, going one's own way, weighing without deciding, and answers that disagree."""

import pytest

from rehearsal import Rehearsal
from roundtable.analysis.facts import (
    Assumption,
    Constraint,
    Decision,
    Integration,
    Interface,
    Note,
    OpenQuestion,
    Priority,
    Requirement,
    UserType,
)
from roundtable.engine.briefing import Ask
from roundtable.minds.facilitator.conversation.picking import is_undecided, own_way, picked
from roundtable.minds.facilitator.replies import reply_kind
from test_conversation_properties import FOUND
from test_conversation_talk import CODE, open_question, opened

RAMBLE = (
    "Hmm, I mean, the first sounds nice but then again Márta always says that the file is a mess, and last year we had that"
    " incident with the pool, so I am a bit torn, you know.\n\nOn the other hand a new module means another thing to import. So yeah."
)
KEEP = Ask(
    text="Keep it, or change it?",
    options=("keep the result of existing callers unchanged", "correct it for everyone"),
)


def at_the_choice() -> Rehearsal:
    """The talk at the moment in which Alex asks which of two ways to plan with."""
    table = opened(
        Rehearsal(CODE, scan=FOUND), "It is lost.", "SPRING takes 5 euros off the total.", "Customers."
    )
    assert open_question(table).kinds[0] == "decision", open_question(table).text
    return table


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("yes", 0),
        ("the first", 0),
        ("first, because nobody else calls it", 0),
        ("Let's go with the second one", 1),
        ("no", 1),
        ("unchanged, please", 0),
        ("correct it for everyone; we announce it in the changelog", 1),
        ("yes but only for the next release", 0),
    ],
)
def test_a_clear_answer_takes_its_option_with_or_without_a_reason(said: str, at: int) -> None:
    pick = picked(KEEP, said, reply_kind(said))
    assert pick is not None
    assert pick.at == at


@pytest.mark.parametrize(
    "said",
    [
        RAMBLE,
        "It depends",
        "Neither, put it behind a setting",
        "the old callers get a warning",
        "what do others do?",
    ],
)
def test_an_answer_that_weighs_or_says_something_of_its_own_takes_no_option(said: str) -> None:
    assert picked(KEEP, said, reply_kind(said)) is None


def test_thinking_aloud_is_no_way_of_ones_own() -> None:
    assert own_way(RAMBLE) is None
    assert is_undecided(RAMBLE)
    mine = own_way("Let's use a queue because the gateway is slow. It is there anyway.")
    assert mine is not None
    assert mine.choice == "a queue"
    assert "It is there anyway" in mine.reason


@pytest.mark.parametrize(
    "said",
    [
        RAMBLE,
        "Well. I suppose either is fine in a way, maybe. Steve had views on this. We never asked him. It depends.",
    ],
)
def test_a_choice_that_was_only_weighed_stays_open_and_keeps_the_words(said: str) -> None:
    table = at_the_choice()
    before = table.state.analysis.of(Decision)
    table.hear(said)
    after = table.state.analysis
    assert [(fact.title, fact.status) for fact in after.of(Decision)] == [
        (fact.title, fact.status) for fact in before
    ]
    assert before[0].status == "Proposed"
    assert any(said.strip() == note.text for note in after.of(Note))
    assert any(before[0].title in question.text for question in after.of(OpenQuestion))


def test_a_way_of_ones_own_settles_the_decision_on_the_table_under_a_short_title() -> None:
    table = at_the_choice()
    table.hear(
        "Let's use a lookup table because the rules change every week. Anna keeps it up to date anyway."
    )
    decisions = table.state.analysis.of(Decision)
    assert [decision.title for decision in decisions] == ["A lookup table"]
    assert decisions[0].status == "Accepted"
    assert "the rules change every week" in decisions[0].rationale


def test_the_reason_given_with_an_option_is_kept_as_a_reason() -> None:
    table = at_the_choice()
    other = open_question(table).options[1]
    table.hear("the second, because two teams work on the cart")
    decision = table.state.analysis.of(Decision)[0]
    assert decision.title == other
    assert "two teams work on the cart" in decision.rationale


@pytest.mark.rule("L-THR-11")
def test_nothing_is_written_about_a_decision_while_it_is_being_asked_for() -> None:
    table = at_the_choice()
    assert not {"architecture-overview.md", "ADRs", "module-design.md"} & set(table.state.analysis.written)
    table.hear("yes")
    assert {"architecture-overview.md", "ADRs"} <= set(table.state.analysis.written)


@pytest.mark.rule("L-META-04")
def test_a_design_is_recorded_after_the_architecture_it_follows() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.", "SPRING takes 5 euros off the total.")
    for said in ("Customers.", "yes", "one code per order", "yes", "that's all", "no idea", "no idea", "no"):
        done = table.state.progress.phases_completed
        assert "04-design" not in done or "03-architecture" in done
        table.hear(said)
    assert {"03-architecture", "04-design"} <= set(table.state.progress.phases_completed)


def test_a_yes_to_an_open_question_agrees_with_what_was_proposed_but_answers_nothing() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.")
    asked = open_question(table)
    assert not asked.options
    table.hear("yes")
    assert any(question.text == asked.text for question in table.state.analysis.of(OpenQuestion))
    assert not any(note.text.endswith("Yes.") for note in table.state.analysis.of(Note))


@pytest.mark.parametrize(
    "said",
    ["I would have to think about it, but generally it should behave.", "Well, we need to think about that."],
)
def test_what_has_yet_to_be_thought_about_is_no_requirement(said: str) -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.", said)
    assert [fact.title for fact in table.state.analysis.of(Requirement)] == [
        "Redeem one discount code at checkout"
    ]
    assert any(note.text == said for note in table.state.analysis.of(Note))


def test_no_preference_names_the_way_that_is_planned() -> None:
    table = at_the_choice()
    way = open_question(table).options[0]
    table.hear("no preference")
    assert any(way in fact.text for fact in table.state.analysis.of(Assumption))
    assert not any("the two" in fact.text for fact in table.state.analysis.of(Assumption))


def test_two_answers_that_disagree_are_both_quoted_and_the_loser_goes() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.")
    table.hear("The checkout must finish within 2 seconds.")
    table.hear("The checkout must finish within 4 seconds.")
    assert "2 seconds" in table.question
    assert "4 seconds" in table.question
    table.hear("yes")
    words = " ".join(str(fact.model_dump()) for fact in table.state.analysis.facts)
    assert "within 4 seconds" in words
    assert "within 2 seconds" not in words


def test_the_earlier_words_win_when_the_person_says_so() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.")
    table.hear("The checkout must finish within 2 seconds.")
    table.hear("The checkout must finish within 4 seconds.")
    table.hear("no")
    words = " ".join(str(fact.model_dump()) for fact in table.state.analysis.facts)
    assert "within 2 seconds" in words
    assert "within 4 seconds" not in words


def test_two_deeds_in_one_requirement_are_ranked_by_the_person() -> None:
    table = opened(Rehearsal("Let customers export invoices as PDF and archive old orders", scan=FOUND))
    for _ in range(14):
        if "ships first" in table.question:
            break
        table.hear("That's fine with the team we have.")
    assert "ships first if only one can" in table.question
    table.hear("the second")
    reasons = [priority.reason for priority in table.state.analysis.of(Priority)]
    assert any('"archive old orders" comes before' in reason for reason in reasons), reasons


def test_what_happens_when_a_connection_fails_is_found_wherever_it_was_said() -> None:
    table = opened(Rehearsal("Nightly import of meter readings from CSV files", scan=FOUND), "Rows get lost.")
    while "come from" not in table.question:
        table.hear("Nobody knows exactly how that looks.")
    table.hear(
        "From the head-end system over SFTP as CSV; if the SFTP server is down we keep yesterday's file."
    )
    table.hear("yes")
    links = [link for link in table.state.analysis.of(Integration) if "head-end" in link.source]
    assert [link.on_failure for link in links] == ["we keep yesterday's file"]


def test_a_file_is_no_interface() -> None:
    for draft in (CODE, "Grammar errors are reported twice in the second pass"):
        table = opened(Rehearsal(draft, scan=FOUND), "It is lost.", "Twice.", "yes")
        names = [interface.name for interface in table.state.analysis.of(Interface)]
        assert not any(name.endswith(".py") for name in names), names


def test_figures_in_the_story_of_todays_trouble_are_no_targets() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "About 3 % of the 1200 orders a day lose their code.")
    assert table.state.analysis.kinds("quality") == ()
    assert "1200 orders" in table.state.analysis.kinds("problem")[0].headline


def test_those_who_want_something_are_users() -> None:
    table = opened(Rehearsal(CODE, scan=FOUND), "It is lost.", "SPRING takes 5 euros off the total.")
    table.hear("Shoppers want it fast, marketing wants campaigns, support wants fewer tickets.")
    names = {user.name.lower() for user in table.state.analysis.of(UserType)}
    assert {"shoppers", "marketing", "support"} <= names


def test_picking_an_option_by_its_words_confirms_nothing_else() -> None:
    table = opened(
        Rehearsal("Nightly import of meter readings from CSV files", scan=FOUND),
        "Rows get lost.",
        "From the ERP.",
    )
    asked = open_question(table)
    assert asked.options
    table.hear("set aside with a reason")
    confirmed = [
        fact.id
        for fact in table.state.analysis.facts
        if any(item.kind == "confirmed" for item in fact.evidence)
    ]
    assert not set(confirmed) & set(asked.proposes)
    assert not table.state.analysis.of(Constraint)


@pytest.mark.parametrize(
    "draft",
    [
        CODE,
        "Shell completion is slow for commands with many subcommands",
        "Add a --json flag to the list command",
        "",
    ],
)
@pytest.mark.parametrize("said", ["I don't know", "yes", "not sure, ask Steve"])
def test_whoever_can_say_little_is_not_kept_for_long(draft: str, said: str) -> None:
    table = opened(Rehearsal(draft, scan=FOUND))
    count = 0
    while "before I finalize" not in table.question and table.ended is None:
        table.hear(said)
        count += 1
        assert count <= 16, table.question
    conditions = [fact.headline for fact in table.state.analysis.kinds("error_case")]
    assert len(conditions) == len(set(conditions))


CHOIR = "I need a tool for my choir where singers can see rehearsals and report whether they come."


def test_a_list_in_answer_to_what_it_should_have_is_a_requirement() -> None:
    table = opened(Rehearsal(CHOIR), "Nobody knew who sings which part.")
    while "information should there be" not in table.question:
        table.hear("I don't know")
    table.hear("Name, voice and phone number.")
    texts = [fact.text for fact in table.state.analysis.of(Requirement)]
    assert any("name, voice and phone number" in text for text in texts), texts


def test_an_option_that_only_says_something_stays_open() -> None:
    table = opened(Rehearsal(CHOIR), "Nobody knew who sings which part.")
    for _ in range(20):
        if "Does that hold" in table.question:
            break
        table.hear("I don't know")
    assert "Does that hold" in table.question
    table.hear("no")
    assert not any("omething" in fact.headline for fact in table.state.analysis.of(Constraint))
    assert any("Does that hold" in question.text for question in table.state.analysis.of(OpenQuestion))
