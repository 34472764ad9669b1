"""What a sentence is by its own form: replies to drafts and remarks at menus, where the question does not tell."""

import pytest

from facilitator_table import a_briefing, an_analysis, think
from roundtable.analysis.analysis import Turn
from roundtable.analysis.evidence import Quote
from roundtable.analysis.facts import Fact, Keyword, Problem
from roundtable.engine.briefing import Ask, Thought
from roundtable.minds.facilitator import Facilitator
from roundtable.minds.facilitator.answers.sorting import form_of
from roundtable.minds.facilitator.replies import Reply, reply_kind
from roundtable.minds.facilitator.spans import Piece

MIND = Facilitator()


def a_piece(text: str) -> Piece:
    return Piece(0, len(text), text)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("It must add exactly one fee line to an overdue invoice.", "requirement"),
        ("The firmware should retry the upload three times.", "requirement"),
        ("If saving fails, nothing is charged.", "error_case"),
        ("It raises FeeError when the store cannot be saved.", "error_case"),
        ("20,000 rows must be done within 60 seconds.", "quality"),
        ("The fee is fixed by contract at 5 euros.", "constraint"),
        ("We stay on Python 3.11.", "constraint"),
        ("The worst is charging somebody twice.", "risk"),
        ("The job and the command can overwrite each other.", "risk"),
        ("Two options: a cron script, or a step inside the command.", "option"),
        ("I prefer the cron script because it fails alone.", "decision"),
        ("Refunds are out of scope.", "out_of_scope"),
        ("Nobody knows who owns the list.", "open_question"),
        ("We assume that due dates are always set.", "assumption"),
        ("charge_fees(store: Store, today: date) -> list[Invoice]", "interface"),
    ],
)
def test_a_plain_form_tells_what_a_sentence_is_wherever_it_turns_up(said: str, kind: str) -> None:
    assert form_of(a_piece(said), ("module",)) == kind


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Today somebody copies the figures by hand.", "problem"),
        ("The auditor wants to see who approved it.", "need"),
        ("The sensor wakes up, reads the value, sends it and goes back to sleep.", "journey"),
        ("Records go from the queue to the warehouse.", "data_flow"),
    ],
)
def test_a_suggestive_form_counts_only_where_its_kind_was_spoken_of(said: str, kind: str) -> None:
    assert form_of(a_piece(said), (kind, "note")) == kind
    assert form_of(a_piece(said), ("technology",)) == ""


def replied(
    text: str, kinds: tuple[str, ...], question: str = "What did I get wrong?", step: str = "01-06"
) -> Thought:
    asked = Ask(text=question, kinds=(*kinds, "approval"), origin="draft")
    return think(MIND, a_briefing("take_draft_reply", text, asked=asked, step=step))


def test_what_is_promised_in_reply_to_a_draft_is_never_left_out_of_scope() -> None:
    thought = replied(
        "It must retry three times. It must not charge twice. Reports are out of scope.",
        ("requirement", "business_rule", "out_of_scope"),
        "What does this promise that you did not mean, or fail to promise?",
    )
    texts = [(fact.kind, fact.headline) for fact in thought.facts]
    assert ("requirement", "The system shall retry three times.") in texts
    assert ("requirement", "The system shall not charge twice.") in texts
    assert [fact.kind for fact in thought.facts].count("out_of_scope") == 1


def test_each_sentence_of_a_reply_goes_where_it_belongs() -> None:
    thought = replied(
        "The worst is a lost reading. 500 sensors must be read within 10 seconds. We stay on FreeRTOS.",
        ("quality", "risk", "constraint"),
        step="01-05",
    )
    assert {fact.kind for fact in thought.facts} >= {"risk_zone", "quality", "constraint"}
    assert not [
        fact for fact in thought.facts if fact.kind == "constraint" and "lost reading" in fact.headline
    ]


def test_options_are_named_and_the_preference_is_the_decision() -> None:
    thought = replied(
        "Two options: a separate script run by cron, or a step inside the existing command. I prefer the script because it fails alone.",
        ("option", "constraint", "decision", "risk"),
        step="03-01",
    )
    options = [fact.headline for fact in thought.facts if fact.kind == "option"]
    assert options == ["A separate script run by cron", "A step inside the existing command"]
    assert [getattr(fact, "rationale", "") for fact in thought.facts if fact.kind == "decision"] == [
        "it fails alone"
    ]


def test_a_thought_spoken_aloud_is_no_decision() -> None:
    ramble = (
        "Well the thing with the store is that it grew over the years and whenever we touch one end the other end"
        " starts to smell a little, so people got careful"
    )
    asked = Ask(text="We can extend it or add beside it; what speaks against that?", kinds=("decision",))
    thought = think(MIND, a_briefing("take_answer", ramble, asked=asked, step="03-01"))
    assert [fact.kind for fact in thought.facts] == ["note"]


def test_a_slip_is_taken_back_and_is_no_fact_itself() -> None:
    slip = Problem(text="C", step_id="01-01", evidence=(Quote(turn=1, start=0, end=1, text="C"),))
    known = an_analysis(slip, turns=(Turn(number=1, text="C", step_id="01-01"),))
    asked = Ask(text="What is happening today?", kinds=("problem",))
    said = "Sorry, that was a typo. Fees are added by hand and a third of them is forgotten."
    thought = think(MIND, a_briefing("take_answer", said, asked=asked, analysis=known, step="01-01"))
    assert thought.retracted == (known.facts[0].id,)
    assert [fact.headline for fact in thought.facts if fact.kind == "problem"] == [
        "Fees are added by hand and a third of them is forgotten."
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("None, they all fit.", "nothing"),
        ("Nothing, it looks right", "nothing"),
        ("I would keep that as it is today.", "unchanged"),
        ("leave it as is", "unchanged"),
        ("It stays the same", "unchanged"),
        ("C", "passed"),
        ("no, the admin page is missing", "answer"),
        ("Nothing to compare it with yet", "answer"),
        ("Keep it under 5 seconds", "answer"),
    ],
)
def test_short_replies_that_say_nothing_new_are_told_from_answers(text: str, kind: Reply) -> None:
    assert reply_kind(text) == kind


def test_keeping_things_as_they_are_leaves_its_question_and_no_decision() -> None:
    asked = Ask(text="Which two ways of doing it are on the table?", kinds=("option", "decision"))
    thought = think(MIND, a_briefing("take_answer", "keep it as it is today", asked=asked, step="03-01"))
    assert [(fact.kind, fact.headline) for fact in thought.facts] == [
        ("note", "Which two ways of doing it are on the table? As it is today.")
    ]


def keywords(text: str, *known: Fact) -> Thought:
    asked = Ask(text="What does the code call this?", kinds=("keyword",))
    analysis = an_analysis(*known)
    return think(MIND, a_briefing("take_answer", text, asked=asked, analysis=analysis, step="00-02"))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("The code says reminder and dunning, never penalty.", ["reminder", "dunning"]),
        ('The words late fee, arrears and reminder. Not "penalty".', ["late fee", "arrears", "reminder"]),
        ("we call it `write_off`", ["write_off"]),
    ],
)
def test_words_to_search_for_are_told_from_words_that_are_not(said: str, words: list[str]) -> None:
    assert [fact.headline for fact in keywords(said).facts if fact.kind == "keyword"] == words


def test_only_the_word_that_is_refused_is_struck_off() -> None:
    thought = keywords(
        "The code says reminder, not penalty.",
        Keyword(word="reminder", hits=2),
        Keyword(word="penalty", hits=1),
    )
    assert thought.retracted == ("KW-002",)
    assert thought.confirmed == ("KW-001",)
