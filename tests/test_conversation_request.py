"""Reading a request: what it is, what is done with what, and by whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.minds.facilitator.answers.roles import find_roles
from roundtable.minds.facilitator.conversation.asks import phrase_ask
from roundtable.minds.facilitator.conversation.code_subjects import about_code
from roundtable.minds.facilitator.conversation.request import read_request
from roundtable.minds.facilitator.conversation.subjects import LONGEST, about_product
from roundtable.minds.facilitator.things import details_of, plural, singular


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


@pytest.mark.parametrize(
    ("draft", "thing"),
    [
        ("Add a failsafe when the sensor is disconnected", "failsafe"),
        ("We need to add rate limiting", "rate limiting"),
        ("Please introduce a grace period for late invoices", "grace period"),
        ("Remove the legacy exporter", "legacy exporter"),
    ],
)
def test_what_the_developer_is_asked_to_do_names_a_thing_but_is_no_deed_of_anybody(
    draft: str, thing: str
) -> None:
    request = read_request(draft)
    assert request.actions == ()
    assert request.things[0] == thing
    asked = " ".join(subject.text for subject in about_code(request))
    assert f"{request.asks[0].verb} the" not in asked


def test_a_deed_behind_what_is_asked_for_is_still_found() -> None:
    request = read_request("Please add a way to export invoices as PDF")
    assert [(action.verb, action.thing) for action in request.actions] == [("export", "invoices")]


@pytest.mark.parametrize(
    "draft",
    [
        "Add exponential backoff between retries to HTTPAdapter",
        "Shell completion is slow for commands to appear",
        "Show the difference between versions and branches",
    ],
)
def test_things_do_not_become_people(draft: str) -> None:
    assert read_request(draft).actors == ()


@pytest.mark.parametrize(
    ("said", "title", "text"),
    [
        ("Add a --json flag to the list command", "A --json flag for the list command", "The list command shall have a --json flag."),
        ("Add exponential backoff between retries to HTTPAdapter", "Exponential backoff between retries for HTTPAdapter", "HTTPAdapter shall have exponential backoff between retries."),
        ("Make `parse_date` accept timezone names", "`parse_date` accepts timezone names", "`parse_date` shall accept timezone names."),
        ("Implement a failsafe when the sensor fails", "A failsafe when the sensor fails", "When the sensor fails, the system shall provide a failsafe."),
        ("add support for Python 3.13", "Support for Python 3.13", "The system shall provide support for Python 3.13."),
    ],
)  # fmt: skip
def test_a_request_to_the_developer_is_said_as_what_holds_once_it_is_done(
    said: str, title: str, text: str
) -> None:
    phrased = phrase_ask(said)
    assert phrased is not None
    assert (phrased.title, phrased.text) == (title, text)


@pytest.mark.parametrize(
    "said", ["Let customers redeem a code", "Make it faster", "The import drops rows", "Export as CSV"]
)
def test_what_is_no_request_to_the_developer_is_left_to_the_other_readers(said: str) -> None:
    assert phrase_ask(said) is None


@pytest.mark.parametrize(
    ("said", "roles"),
    [
        ("Shoppers want lower prices, marketing wants campaigns, support wants fewer tickets.", ["Shoppers", "marketing", "support"]),
        ("Grid operators want totals, billing wants every kWh, and the regulator wants a report.", ["Grid operators", "billing", "regulator"]),
        ("The system wants a schema, it needs support tickets, and nobody wants a meeting.", []),
    ],
)  # fmt: skip
def test_whoever_is_said_to_want_something_is_somebody(said: str, roles: list[str]) -> None:
    assert [name for name, _start, _end in find_roles(said)] == roles
