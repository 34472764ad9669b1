"""People answer the question they have in mind: what a sentence plainly is wins over what was asked."""

import pytest

from roundtable.minds.facilitator.answers.volunteered import after_a_choice, volunteered
from roundtable.minds.facilitator.spans import read_pieces

CASE = "Take one real case: how does it begin, and what is the exact result?"
WHO = "Who will come across it, and what are they in the middle of?"
LIMIT = "Which rule or limit applies, for example how many, or for whom not?"


def kind_of(text: str, main: str, question: str = CASE) -> str:
    return volunteered(read_pieces(text)[0], main, question)


@pytest.mark.parametrize(
    ("text", "main", "kind"),
    [
        ("Library users who write API clients, and our support team who reads the tickets.", "criterion", "user_type"),
        ("The night shift operators and the plant manager", "business_rule", "user_type"),
        ("Success is fewer than 5 outage tickets a month instead of about 40.", "business_rule", "success_metric"),
        ("It would be a success if nobody calls us on Sundays.", "user_type", "success_metric"),
        ("Our goal is to cut the waiting time in half.", "criterion", "success_metric"),
        ("At most 3 retries by default.", "user_type", "business_rule"),
        ("Never more than one export per hour.", "problem", "business_rule"),
        ("only when stderr is a terminal, never with --quiet", "user_type", "business_rule"),
        ("Total wait must not exceed 30 seconds.", "stakeholder", "quality"),
        ("It must keep the old file format.", "success_metric", "requirement"),
        ("It must honour the header and stay compatible.", "decision", "requirement"),
        ("I'd go with SQLite because it is already there.", "requirement", "decision"),
        ("Today children quit because the jumps are too hard.", "business_rule", "problem"),
        ("We could cache it or compute it every time.", "requirement", "option"),
        ("If the feed is missing, show the last one and say so.", "success_metric", "error_case"),
    ],
)  # fmt: skip
def test_a_plain_form_is_what_it_is_whatever_was_asked(text: str, main: str, kind: str) -> None:
    assert kind_of(text, main) == kind


@pytest.mark.parametrize(
    ("text", "main", "question"),
    [
        ("Warehouse staff and the shift lead", "problem", WHO),
        ("Warehouse staff and the shift lead", "user_type", WHO),
        ("At most 3 per customer", "business_rule", LIMIT),
        ("Only admins must see it", "user_type", WHO),
        ("The admin opens the page and sees the total", "criterion", CASE),
        ("We use Postgres", "constraint", LIMIT),
        ("It must be refused with a message", "error_case", CASE),
        ("Customers complain about late parcels", "problem", CASE),
        ("The total must be 90", "criterion", CASE),
        ("We take the parcel, scan it and put it on the belt", "journey", CASE),
    ],
)
def test_an_answer_to_the_question_stays_one(text: str, main: str, question: str) -> None:
    assert kind_of(text, main, question) == ""


def test_weighing_and_settling_in_one_sentence_are_two_pieces() -> None:
    whole = read_pieces("We could use the queue or write our own; I'd go with the queue because it is there.")
    assert [piece.flat for piece in after_a_choice(whole[0])] == [
        "We could use the queue or write our own",
        "I'd go with the queue because it is there.",
    ]
    plain = read_pieces("We read the file; the job then writes it.")
    assert after_a_choice(plain[0]) == [plain[0]]
