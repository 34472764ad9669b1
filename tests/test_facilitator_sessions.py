"""Whole stepped sessions with the offline mind: four kinds of items, people who don't know, other languages, hostile text."""

import re
from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from facilitator_table import Shop, a_scan, a_session
from play import Play, a_library, a_step, shipped
from roundtable.analysis import scanning as found
from roundtable.analysis.evidence import CodeAnchor, Quote
from roundtable.analysis.phases import Depth
from roundtable.engine.events import QuestionAsked, Said
from roundtable.engine.place import InStep
from roundtable.minds.facilitator.manner import speakable

Answers = Callable[[str, tuple[str, ...]], str]


def by_kind(answers: dict[str, str], otherwise: str = "I don't know") -> Answers:
    return lambda _, kinds: next((answers[kind] for kind in kinds if kind in answers), otherwise)


def played(play: Play, answer: Answers, limit: int = 400) -> Play:
    """Answer every question until the session is over; every menu is continued."""
    for _ in range(limit):
        place = play.state.place
        if play.ended is not None:
            return play
        if play.awaiting in ("answer", "confirm") and isinstance(place, InStep) and place.asked is not None:
            play.hear(answer(place.asked.text, place.asked.kinds))
        else:
            play.hear("C" if play.awaiting == "menu" else "y")
    raise AssertionError("the session did not end")


def checked(play: Play) -> Play:
    """What holds for every session, whatever was said in it."""
    analysis = play.state.analysis
    texts = {turn.number: turn.text for turn in analysis.turns}
    for fact in analysis.facts:
        assert fact.evidence
        for item in fact.evidence:
            if isinstance(item, Quote):
                assert texts[item.turn][item.start : item.end] == item.text
    asked = [event.ask.text for event in play.events if isinstance(event, QuestionAsked)]
    assert len(asked) == len(set(asked))
    for text in asked:
        assert len(text.split()) <= 30
        assert text.count("?") == 1
    for event in play.events:
        if (
            isinstance(event, Said)
            and event.persona
            and event.say in ("acknowledgement", "contribution", "question")
        ):
            assert speakable(play.state.library.persona(event.persona), event.text), event.text
    return play


def texts_of(play: Play, kind: str) -> list[str]:
    return [fact.headline for fact in play.state.analysis.facts if fact.kind == kind]


SHOP = {
    "scope": "apply one code at checkout",
    "out_of_scope": "gift cards and stacking of codes",
    "keyword": "coupon, voucher",
    "direct_change": "pricing.py, and a new file shop/codes.py",
    "problem": "Support types discounts into the order by hand, and customers leave the cart when they see no field.",
    "stakeholder": "The head of sales",
    "success_metric": "Fewer than 5 support tickets per week about discounts",
    "user_type": "Customers, support agents and marketing managers",
    "need": "Support agents want to stop typing discounts by hand",
    "journey": "The customer opens the cart, enters a code, sees the new total and pays",
    "error_case": "If the code is expired, the cart stays as it is and the customer sees 'This code has expired'",
    "constraint": "We must stay on Python 3.11 and Postgres",
    "integration": "The checkout calls Stripe to charge the final amount",
    "quality": "The total must be recalculated within 300 ms at p95 in production",
    "risk": "A staff code leaks and everyone uses it. We can mitigate it by limiting the uses per code.",
    "requirement": "Customers should be able to enter one code at checkout. Marketing managers can create codes with an end date. Support agents can see which code was used on an order.",
    "criterion": "Given a valid code, when the customer applies it, then the total drops by its percentage",
    "business_rule": "a code can be used once per customer, for example Anna cannot redeem SPRING10 twice",
    "story": "As a support agent, I want to see the code of an order so that I can answer questions.",
    "priority": "FR-001 and FR-002 must, the rest can wait",
    "option": "Either compute the discount in cart.py or add a new pricing module",
    "decision": "Let's go with the pricing module because it is easier to test",
    "interface": "def apply_code(cart: Cart, code: str) -> Money",
    "module": "codes: stores and validates codes\npricing: computes totals",
    "state": "A code is draft -> active -> expired",
    "data_flow": "cart -> codes -> pricing -> order",
    "approval": "looks good",
}  # fmt: skip


@pytest.mark.parametrize("depth", [None, Depth.DEEP], ids=["standard", "deep"])
def test_a_web_shop_session_leaves_everything_that_was_said_in_its_place(depth: Depth | None) -> None:
    play = checked(played(a_session(depth=depth, scan=a_scan(), code=Shop()), by_kind(SHOP)))
    analysis = play.state.analysis
    assert play.ended == "completed"
    assert {"customers", "support agents", "marketing managers"} <= {
        name.lower() for name in texts_of(play, "user_type")
    }
    assert "The system shall let customers enter one code at checkout." in texts_of(play, "requirement")
    assert any("SPRING10" in getattr(fact, "example", "") for fact in analysis.kinds("business_rule"))
    assert analysis.priority_of("FR-001") == "Must"
    assert analysis.priority_of("FR-003") == "Could"
    assert any(
        getattr(fact, "message", "") == "This code has expired" for fact in analysis.kinds("error_case")
    )
    new = [
        item
        for fact in analysis.kinds("direct_change")
        for item in fact.evidence
        if isinstance(item, CodeAnchor)
    ]
    assert CodeAnchor(path="shop/codes.py", status="proposed-new") in new
    assert "apply_code" in texts_of(play, "interface")


def test_a_bug_in_a_library_is_told_in_its_own_terms() -> None:
    answers = {
        "problem": "parse_date crashes with a ValueError when the string has no year, since version 2.1",
        "user_type": "Developers who call the library from their import scripts",
        "requirement": "- parse_date returns None when the year is missing\n- never raise ValueError for an empty string",
        "criterion": "Given '12-05', when parse_date is called, then None is returned",
        "quality": "No slower than 2 ms per call in the benchmark",
        "interface": "parse_date(text: str, default: date | None = None) -> date | None",
        "error_case": "empty string -> None",
    }
    play = checked(played(a_session(draft="parse_date('12-05') raises ValueError", title="parse_date fails without a year"), by_kind(answers)))  # fmt: skip
    assert "The system shall not raise ValueError for an empty string." in texts_of(play, "requirement")
    (interface,) = play.state.analysis.kinds("interface")
    assert getattr(interface, "output", "") == "date | None"
    assert any("2 ms" in getattr(fact, "target", "") for fact in play.state.analysis.kinds("quality"))


def test_a_command_line_flag_and_a_data_pipeline_keep_their_words() -> None:
    flag = {
        "requirement": "Add --dry-run to the export command; when it is given, print what would be written and touch nothing",
        "interface": "shop export --dry-run --format FMT",
        "user_type": "Operators who run the export from cron",
    }  # fmt: skip
    play = checked(played(a_session(draft="A dry run for export", title="Dry run"), by_kind(flag)))
    assert any("--dry-run" in text for text in texts_of(play, "requirement"))
    assert "shop export" in texts_of(play, "interface")
    pipeline = {
        "data_flow": "read the CSV from S3 -> validate each row -> write to Parquet -> load into BigQuery",
        "integration": "The loader writes rows to BigQuery every night",
        "quality": "2 million rows within 30 minutes",
    }
    play = checked(played(a_session(draft="Nightly load of orders", title="Nightly load"), by_kind(pipeline)))
    (flow,) = play.state.analysis.kinds("data_flow")
    assert len(getattr(flow, "steps", ())) == 4
    assert {"BigQuery"} <= set(texts_of(play, "technology"))


def test_a_person_who_knows_nothing_is_asked_each_thing_once_and_ends_with_open_questions() -> None:
    play = checked(played(a_session(), lambda _text, _kinds: "I don't know"))
    assert {fact.kind for fact in play.state.analysis.facts} == {"open_question"}
    assert all(getattr(fact, "settles", "") for fact in play.state.analysis.facts)


@pytest.mark.parametrize(
    "answers",
    [
        ("Kunden und Support-Mitarbeiter", "Der Code muss innerhalb von 200 ms geprüft werden", "Wenn der Code abgelaufen ist, zeigen wir eine Meldung", "weiß nicht", "Als Kunde möchte ich einen Code eingeben, damit ich weniger zahle."),
        ("用户和管理员", "如果折扣码过期，显示错误", "作为客户，我希望输入折扣码，以便少付钱。", "不知道", "响应时间少于200毫秒"),
        ("<script>alert('x')</script>", "| a | b |\n|---|---|", "{problem}", "# A\n## B", "\u202eabc\x00", "A" * 3000, "((( [", "drop everything", "yes but no"),
    ],
    ids=["german", "chinese", "hostile"],
)  # fmt: skip
@pytest.mark.parametrize("depth", list(Depth))
def test_any_language_and_any_text_survives_a_session(answers: tuple[str, ...], depth: Depth) -> None:
    turn: Iterator[str] = cycle(answers)
    play = checked(played(a_session(depth=depth, scan=a_scan()), lambda _text, _kinds: next(turn), limit=600))
    kept = "\n".join(turn.text for turn in play.state.analysis.turns)
    assert all(answer in kept for answer in answers[:3])


def test_a_brief_session_is_one_confirmation_per_step_and_a_plain_yes_confirms_what_was_proposed() -> None:
    play = checked(
        played(a_session(depth=Depth.BRIEF, scan=a_scan(), code=Shop()), lambda _text, _kinds: "yes")
    )
    proposed = [
        fact
        for fact in play.state.analysis.facts
        if fact.kind in ("direct_change", "keyword", "scope", "problem")
    ]
    assert proposed
    assert all(play.state.analysis.confidence(fact).value == "high" for fact in proposed)


def test_an_empty_repository_is_said_to_be_empty_and_nothing_is_asked_about_what_the_scan_found() -> None:
    play = checked(played(a_session(scan=found.ScanResult(description="x")), by_kind(SHOP)))
    assert any("no code here yet" in text for text in play.said("contribution"))
    assert not any(re.search(r"\bthe scan\b", text) for text in play.said("question"))


@pytest.mark.rule("P-PERS-10", "P-LOOP-09")
def test_a_step_file_of_somebody_else_with_no_tags_is_asked_and_its_answers_are_typed() -> None:
    step = a_step(
        "01-01",
        standard="Ask the user:\n\n1. Who are the users of this feature?\n2. How fast does it have to be?\n3. Tell me about the weather?",
        validation="- The users are known.",
    )
    library = a_library(step).model_copy(update={"personas": shipped().personas})
    play = a_session(library=library)
    checked(
        played(
            play,
            by_kind(
                {"user_type": "bakers and bread lovers", "quality": "under 2 seconds on the shop tablet"},
                "mostly sunny",
            ),
        )
    )
    assert texts_of(play, "user_type") == ["bakers", "bread lovers"]
    assert [getattr(fact, "target", "") for fact in play.state.analysis.kinds("quality")] == [
        "under 2 seconds"
    ]
    assert texts_of(play, "note") == ["mostly sunny"]
