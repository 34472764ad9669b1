"""Where a statement belongs, what sort of change a backlog line asks for, which language a text is in."""

from collections.abc import Sequence

import pytest

from roundtable.language import statements
from roundtable.language.natures import nature_of
from roundtable.language.statements import AREAS, Sorted, sort_statement
from roundtable.language.tongue import language_of

NOWHERE = Sorted(kind=None, area=None)


def sorted_as(sentence: str, question: str, *asked: str) -> Sorted:
    return sort_statement(sentence, question=question, asked=asked)


@pytest.mark.parametrize(
    ("sentence", "question", "asked", "kind"),
    [
        ("Today we type every order twice.", "What goes wrong today?", "problem", "problem"),
        ("The clerks at the counter.", "Who will use it?", "user_type", "user_type"),
        ("It must print a receipt after each payment.", "What must it do?", "requirement", "requirement"),
        (
            "Only managers may approve more than 500 euros.",
            "Who may do what?",
            "business_rule",
            "business_rule",
        ),
        ("A page has to open within two seconds.", "How fast must it be?", "quality", "quality"),
        ("Printing labels is not part of this.", "What is left out?", "out_of_scope", "out_of_scope"),
        ("We take Postgres because we know it.", "What was decided?", "decision", "decision"),
        ("src/billing/tax.py needs a new branch.", "Where in the code?", "change", "change"),
        ("If the printer is offline, the job is queued.", "What can fail?", "error_case", "error_case"),
        ("First the import, the report can wait.", "What comes first?", "priority", "priority"),
    ],
)
def test_a_plain_answer_is_what_was_asked_for(sentence: str, question: str, asked: str, kind: str) -> None:
    assert sorted_as(sentence, question, asked) == Sorted(kind=kind, area=AREAS[kind])


@pytest.mark.parametrize(
    ("sentence", "asked", "area"),
    [
        ("As a driver I want to see the next stop so that I don't have to call.", "user_type", "what"),
        ("Wishlists are another ticket, leave them out of this.", "requirement", "not"),
        ("I have no idea who signs that, ask the legal team.", "business_rule", "open"),
        ("The schedulers in src/jobs/cron.py have to change as well.", "problem", "where"),
    ],
)
def test_a_sentence_that_says_something_else_goes_where_it_belongs(
    sentence: str, asked: str, area: str
) -> None:
    assert sorted_as(sentence, "What do you need?", asked).area == area


def test_the_kind_is_one_of_its_area_or_left_open() -> None:
    for sentence in (
        "Well, you know.",
        "blue",
        "Blue 5",
        "the usual",
        "see above",
        "It was raining that day.",
    ):
        found = sorted_as(sentence, "What else?", "note")
        assert found.kind is None or AREAS[found.kind] == found.area


@pytest.mark.parametrize(
    "sentence",
    [
        "Leer heißt: keinem wird vertraut, nicht allen.",
        "Las facturas se envían cada lunes por la mañana.",
        "Les factures doivent partir avant midi.",
        "Отчёт отправляется каждый понедельник.",
    ],
)
def test_other_languages_are_kept_and_not_sorted(sentence: str) -> None:
    assert sorted_as(sentence, "What must it do?", "requirement") == NOWHERE


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The report is sent every Monday", "en"),
        ("der Bericht wird jeden Montag verschickt", "de"),
        ("el informe se envía cada lunes", "es"),
        ("le rapport est envoyé chaque lundi", "fr"),
        ("Il report viene inviato ogni lunedì", "other"),
        ("レポートは毎週月曜日に送信されます", "other"),
        ("foo_bar(x) -> None", "en"),
        ("Bernd", "en"),
        ("", "en"),
        ("GET /users/{id}", "en"),
    ],
)
def test_languages_are_told_apart_by_their_small_words(text: str, language: str) -> None:
    assert language_of(text) == language


def natures(requests: Sequence[str]) -> list[str]:
    return [nature_of(request) for request in requests]


@pytest.mark.parametrize(
    ("nature", "requests"),
    [
        (
            "defect",
            [
                "Crash when the file is empty",
                "Fix wrong total on the invoice",
                "Login fails with a 500 error",
            ],
        ),
        ("command", ["Add a `prune` subcommand", "New --verbose flag for the sync command"]),
        ("option", ["Add a `timeout` parameter to connect()", "Let callers of load() pass an encoding"]),
        ("refactoring", ["Split the parser module into two", "Replace our own retry code by a library"]),
        ("ui", ["Dark mode for the settings page", "Make the buttons in the toolbar larger"]),
        ("data", ["Export the report as CSV", "Import contacts from a vCard file"]),
        ("configuration", ["Make the port configurable by an environment variable"]),
        (
            "service",
            ["Endpoint that returns the open orders as JSON", "Send a webhook when an order is paid"],
        ),
        (
            "product",
            ["Customers can cancel an order until it is packed", "Members swap shifts among themselves"],
        ),
    ],
)
def test_a_backlog_line_shows_what_sort_of_change_it_asks_for(nature: str, requests: list[str]) -> None:
    assert natures(requests) == [nature] * len(requests)


def test_a_line_that_says_nothing_is_of_no_nature_that_anybody_could_tell() -> None:
    assert natures(["", "???", "12345"]) == ["other"] * 3


def test_what_is_said_to_what_is_left_out_comes_out_as_something_it_does_only_where_that_is_plain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Learned:
        share = 0.8

        def shares(self, _features: object) -> dict[str, float]:
            return {"requirement": self.share, "out_of_scope": 1 - self.share}

    def learned(_name: str) -> Learned:
        return Learned()

    monkeypatch.setattr(statements, "model", learned)
    asked = ("out_of_scope",)
    assert sort_statement("Only one list is shown.", question="What is left out?", asked=asked).kind is None
    told = sort_statement("Only one list is shown.", question="What must it do?", asked=("requirement",))
    assert told.kind == "requirement"
    monkeypatch.setattr(Learned, "share", 0.95)
    assert sort_statement("Only one list is shown.", question="What is left out?", asked=asked).kind
