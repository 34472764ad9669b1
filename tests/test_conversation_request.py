"""Reading a request: what it is, what is done with what, and by whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.minds.facilitator.conversation.code_subjects import about_code
from roundtable.minds.facilitator.conversation.request import read_request
from roundtable.minds.facilitator.conversation.subjects import LONGEST, about_product
from roundtable.minds.facilitator.conversation.things import details_of, plural, singular


@pytest.mark.parametrize(
    ("draft", "nature"),
    [
        ("I need a website that lets me plan meals.", "product"),
        ("Add a --json flag to the list command", "command"),
        ("Session.close() does not close adapters. Expected: all are closed.", "bug"),
        ("Uploading a large file fails with a timeout", "bug"),
        ("Make `parse_date` accept timezone names", "library"),
        ("Nightly export of invoices as CSV", "pipeline"),
        ("Let customers redeem one discount code at checkout", "change"),
        ("", "change"),
    ],
)
def test_the_nature_of_an_item_is_told_from_its_words(draft: str, nature: str) -> None:
    assert read_request(draft).nature == nature


def test_verbs_and_their_objects_are_found_wherever_somebody_does_something() -> None:
    request = read_request(
        "I need a website that helps me search for stocks and automatically generate stock analysis reports."
    )
    assert [(action.verb, action.thing) for action in request.actions] == [
        ("search", "stocks"),
        ("generate", "stock analysis reports"),
    ]


def test_a_verb_without_an_object_shares_that_of_the_next_one() -> None:
    request = read_request("I need a site where I can browse and search properties.")
    assert {(action.verb, action.thing) for action in request.actions} == {
        ("browse", "properties"),
        ("search", "properties"),
    }


def test_two_sides_that_are_brought_together_are_both_actors() -> None:
    request = read_request("I want a platform that connects volunteers with shelters.")
    assert set(request.actors) >= {"volunteers", "shelters"}


def test_words_of_another_language_stay_out_of_our_questions() -> None:
    request = read_request(
        "Kunden sollen Rechnungen als PDF exportieren können und nicht mehr anrufen müssen."
    )
    assert request.things == ()


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("companies", "company"),
        ("matches", "match"),
        ("news", "news"),
        ("status", "status"),
        ("boxes", "box"),
    ],
)
def test_plurals_go_back_to_one(many: str, one: str) -> None:
    assert singular(many) == one


def test_a_thing_of_an_unknown_kind_still_has_details_to_offer() -> None:
    assert details_of("frobnicators")
    assert plural("frobnicator") == "frobnicators"


@given(st.text(max_size=400))
def test_any_text_can_be_read_and_every_question_about_it_has_good_manners(draft: str) -> None:
    request = read_request(draft)
    for subject in (*about_product(request), *about_code(request, "shop/cart.py")):
        assert subject.text.count("?") == 1
        assert subject.text.endswith("?")


@pytest.mark.parametrize(
    "draft",
    [
        "I want a website that brings together bands, advertisers, and visitors, allowing bands to showcase their work.",
        "I need a web application to help me manage insurance business operations, including managing various information.",
        "Support pagination in the REST API for orders",
        "Dark mode",
    ],
)
def test_questions_about_ordinary_requests_stay_within_thirty_words(draft: str) -> None:
    request = read_request(draft)
    for subject in (*about_product(request), *about_code(request)):
        assert len(subject.text.split()) <= LONGEST, subject.text
