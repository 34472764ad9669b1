"""Answers into typed facts: what was said, all of it, and nothing else."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facilitator_table import Shop, an_analysis, answer, facts_of
from roundtable.analysis.evidence import CodeAnchor, Quote
from roundtable.analysis.facts import Requirement, Story
from roundtable.analysis.kinds import FACT_KINDS
from roundtable.engine.briefing import Thought
from roundtable.minds.facilitator.words import stem


def requirements(*titles: str) -> tuple[Requirement, ...]:
    return tuple(Requirement(title=title, text=f"{title}.") for title in titles)


@pytest.mark.parametrize(
    ("said", "text", "title"),
    [
        ("Customers should be able to enter one code at checkout", "The system shall let customers enter one code at checkout.", "Enter one code at checkout"),
        ("Apply a code at checkout", "The system shall apply a code at checkout.", "Apply a code at checkout"),
        ("Show an error when the code has expired", "When the code has expired, the system shall show an error.", "Show an error"),
        ("If the file is empty, print a warning", "If the file is empty, then the system shall print a warning.", "Print a warning"),
        ("It must not overwrite existing files", "The system shall not overwrite existing files.", "Do not overwrite existing files"),
        ("When the import ends, it sends a report", "When the import ends, the system shall send a report.", "Send a report"),
        ("We need a CSV export", "The system shall provide a CSV export.", "CSV export"),
        ("I want to export everything", "The system shall make it possible to export everything.", "Export everything"),
        ("never stack two codes", "The system shall not stack two codes.", "Do not stack two codes"),
        ("The parser shall accept tabs", "The parser shall accept tabs.", "The parser shall accept tabs"),
        ("Every code expires", "Every code expires.", "Every code expires"),
        ("Kunden sollen einen Code eingeben können.", "Kunden sollen einen Code eingeben können.", "Kunden sollen einen Code eingeben können"),
    ],
)  # fmt: skip
def test_a_requirement_takes_the_form_its_own_words_allow(said: str, text: str, title: str) -> None:
    assert facts_of(answer("requirement", f"- {said}\n- Keep the audit log"), "requirement")[0] == {
        "text": text,
        "title": title,
    }


def test_a_list_becomes_one_requirement_per_item_with_its_priority() -> None:
    thought = answer(
        "requirement", "Must: apply a code\nShould: list codes\n\n- CSV export (could)\n- log each use"
    )
    assert [fact["title"] for fact in facts_of(thought, "requirement")] == ["Apply a code", "List codes", "CSV export", "Log each use"]  # fmt: skip
    assert [fact["level"] for fact in facts_of(thought, "priority")] == ["Must", "Should", "Could"]


def test_a_condition_that_follows_a_requirement_in_prose_is_its_criterion_and_a_failure() -> None:
    thought = answer(
        "requirement", "Customers can redeem a code. If the code is expired, show 'This code has expired'."
    )
    (criterion,), (failure,) = facts_of(thought, "criterion"), facts_of(thought, "error_case")
    assert criterion["when"] == "the code is expired"
    assert criterion["requirement"] == thought.facts[0].id
    assert failure["message"] == "This code has expired"


def test_a_story_in_the_usual_form_is_a_story_with_its_user_and_its_requirement() -> None:
    thought = answer(
        "requirement", "As an admin, I want to create codes so that marketing can start campaigns."
    )
    assert facts_of(thought, "story") == [
        {
            "title": "Create codes",
            "role": "admin",
            "want": "create codes",
            "benefit": "marketing can start campaigns",
            "requirements": (next(f.id for f in thought.facts if f.kind == "requirement"),),
        }
    ]
    assert facts_of(thought, "user_type") == [{"name": "admin"}]


def test_given_when_then_over_several_lines_is_one_criterion_of_the_requirement_it_speaks_of() -> None:
    known = an_analysis(*requirements("Export reports", "Redeem a code"))
    thought = answer("criterion", "Given an expired code\nWhen the customer redeems it\nThen the total stays the same", analysis=known)  # fmt: skip
    (criterion,) = facts_of(thought, "criterion")
    assert (criterion["given"], criterion["when"], criterion["then"]) == ("an expired code", "the customer redeems it", "the total stays the same")  # fmt: skip
    assert criterion["requirement"] == "FR-002"


@pytest.mark.parametrize(
    ("said", "owner"),
    [
        ("FR-001: the file has one row per order", "FR-001"),
        ("the code is rejected when it was used before", "FR-002"),
        ("nobody complains", "FR-003"),
    ],
)
def test_a_criterion_belongs_to_the_requirement_named_most_alike_or_latest(said: str, owner: str) -> None:
    known = an_analysis(*requirements("Export orders", "Redeem a code", "Notify managers"))
    assert facts_of(answer("criterion", said, analysis=known), "criterion")[0]["requirement"] == owner


def test_figures_become_qualities_with_target_category_and_place() -> None:
    thought = answer(
        "quality", "Search must answer within 200 ms at p95 in production. 500 concurrent users."
    )
    first, second = facts_of(thought, "quality")
    assert (first["category"], first["target"], first["measured"]) == ("Performance", "within 200 ms", "at p95, in production")  # fmt: skip
    assert (second["category"], second["target"]) == ("Capacity", "500 concurrent users")


def test_a_rule_of_the_domain_with_a_number_is_no_quality() -> None:
    assert facts_of(answer("business_rule", "Each code can be used 3 times"), "quality") == []


@pytest.mark.parametrize(
    ("said", "names"),
    [
        ("Customers, support agents and admins", ["Customers", "support agents", "admins"]),
        ("Mostly registered customers who already have a cart", ["registered customers"]),
        ("- shoppers: enter codes\n- finance (reads the reports)", ["shoppers", "finance"]),
        ("The nightly import job", ["nightly import job"]),
        ("用户和管理员", ["用户", "管理员"]),
    ],
)
def test_roles_become_kinds_of_users(said: str, names: list[str]) -> None:
    assert [fact["name"] for fact in facts_of(answer("user_type", said), "user_type")] == names


def test_a_sentence_about_what_people_do_is_not_a_list_of_names() -> None:
    thought = answer("stakeholder", "Support types discounts by hand, two hours a day, and customers leave.")
    assert [fact["name"] for fact in facts_of(thought, "stakeholder")] == ["customers"]


def test_technologies_are_constraints_and_technologies() -> None:
    thought = answer("constraint", "We must stay on Python 3.11 and Postgres for reporting")
    assert facts_of(thought, "constraint")[0]["category"] == "technical"
    assert facts_of(thought, "technology") == [{"name": "Python", "version": "3.11"}, {"name": "Postgres", "purpose": "reporting"}]  # fmt: skip


def test_a_file_that_exists_is_anchored_and_one_called_new_is_proposed_and_the_rest_stays_text() -> None:
    thought = answer(
        "direct_change", "- pricing.py\n- a new file shop/codes.py\n- legacy/ghost.py", code=Shop()
    )
    anchors = [item for fact in thought.facts for item in fact.evidence if isinstance(item, CodeAnchor)]
    assert [(anchor.path, anchor.status) for anchor in anchors] == [("shop/pricing.py", "found"), ("shop/codes.py", "proposed-new")]  # fmt: skip
    assert [fact["text"] for fact in facts_of(thought, "note")] == ["legacy/ghost.py"]


def test_a_known_symbol_in_any_answer_is_anchored() -> None:
    (fact,) = [
        f for f in answer("risk", "apply_discount rounds wrongly", code=Shop()).facts if f.kind == "risk_zone"
    ]
    assert CodeAnchor(path="shop/pricing.py", line=12, symbol="apply_discount") in fact.evidence


def test_options_with_pros_and_cons_and_a_choice() -> None:
    thought = answer("option decision", "Option A: compute in the cart. Pro: simple. Con: slow.\nOption B: a pricing module, but more work\nI prefer option A because it is smaller")  # fmt: skip
    assert facts_of(thought, "option") == [
        {"title": "Compute in the cart", "pros": ("simple",), "cons": ("slow",)},
        {"title": "A pricing module", "cons": ("more work",)},
    ]
    (decision,) = facts_of(thought, "decision")
    assert (decision["choice"], decision["rationale"]) == ("Compute in the cart", "it is smaller")


@pytest.mark.parametrize(
    ("said", "name", "inputs", "output"),
    [
        ("def apply(cart: Cart, code: str = '') -> Money", "apply", ["cart", "code"], "Money"),
        ("function total(cart: Cart): number", "total", ["cart"], "number"),
        ("func Apply(cart Cart, code string) error", "Apply", ["cart", "code"], ""),
        ("POST /codes {code, percent} -> 201", "POST /codes", ["code", "percent"], "201"),
        ("shop export --format FMT --dry-run", "shop export", ["--format", "--dry-run"], ""),
    ],
)
def test_a_signature_becomes_an_interface(said: str, name: str, inputs: list[str], output: str) -> None:
    (interface,) = facts_of(answer("interface", said), "interface")
    assert interface["name"] == name
    assert [parameter["name"] for parameter in interface["inputs"]] == inputs
    assert interface.get("output", "") == output


def test_what_happens_on_a_failure_takes_the_failure_from_the_question() -> None:
    thought = answer(
        "error_case", "They keep their cart.", question="What does someone see when it goes wrong half-way?"
    )
    assert facts_of(thought, "error_case") == [{"condition": "it goes wrong half-way", "recovery": "They keep their cart."}]  # fmt: skip


def test_a_journey_is_cut_into_steps_and_trouble_is_kept_apart() -> None:
    thought = answer("journey", "The customer opens the cart, enters a code, and pays. If the code is invalid, they see a message.")  # fmt: skip
    (journey,) = facts_of(thought, "journey")
    assert journey["steps"] == ("The customer opens the cart", "Enters a code", "Pays")
    assert facts_of(thought, "error_case")[0]["condition"] == "the code is invalid"


@pytest.mark.parametrize(
    ("said", "levels"),
    [
        ("FR-001 must, the rest can wait", {"FR-001": "Must", "FR-002": "Could", "FR-003": "Could"}),
        ("all of them are must", {"FR-001": "Must", "FR-002": "Must", "FR-003": "Must"}),
        ("the first two are must-haves", {"FR-001": "Must", "FR-002": "Must"}),
        ("Must: FR-001, FR-002; could: the export", {"FR-001": "Must", "FR-002": "Must", "FR-003": "Could"}),
        ("Export is nice to have", {"FR-003": "Could"}),
    ],
)
def test_priorities_by_id_words_or_position(said: str, levels: dict[str, str]) -> None:
    known = an_analysis(*requirements("Enter a code", "Delete codes", "Export reports"))
    thought = answer("priority", said, analysis=known)
    assert {fact["target"]: fact["level"] for fact in facts_of(thought, "priority")} == levels


@pytest.mark.parametrize(
    "said", ["Gift cards are out of scope", "we don't need gift cards", "Out of scope: gift cards"]
)
def test_an_exclusion_is_recognised_wherever_it_is_said(said: str) -> None:
    assert "gift cards" in facts_of(answer("requirement", said), "out_of_scope")[0]["text"].lower()


def test_a_quality_word_in_answer_to_another_question_is_a_quality() -> None:
    assert facts_of(answer("constraint", "It must be fast"), "quality")[0]["category"] == "Performance"


@pytest.mark.parametrize(
    "said", ["I don't know", "no idea", "weiß nicht", "不知道", "not sure, ask the finance team", "idk"]
)
def test_not_knowing_is_an_open_question_with_somebody_who_could_settle_it(said: str) -> None:
    thought = answer("quality", said, question="How quickly must it work?")
    (fact,) = facts_of(thought, "open_question")
    assert fact["text"] == "How quickly must it work?"
    assert fact["settles"] == ("the finance team" if "finance" in said else "whoever runs it in production")
    assert thought.question is None


@pytest.mark.parametrize("said", ["no preference", "you choose", "up to you", "egal", "随便"])
def test_no_preference_is_an_assumption(said: str) -> None:
    thought = answer("quality", said, question="How quickly must it work?")
    assert facts_of(thought, "assumption")[0]["text"] == "Left to the team: How quickly must it work?"
    assert an_analysis().confidence(thought.facts[0]).value == "low"


def test_none_settles_the_kind_only_when_there_is_nothing_of_it() -> None:
    question = "Which other systems does it have to get along with?"
    assert answer("integration", "none", question=question).none_of == ("integration",)
    known = an_analysis(*requirements("Enter a code"))
    assert answer("requirement", "none", question="What else must it do?", analysis=known).none_of == ()


def test_saying_a_known_thing_again_confirms_it_instead_of_adding_it_twice() -> None:
    known = an_analysis(*requirements("Enter a code"))
    thought = answer("requirement", "- Enter a code.", analysis=known)
    assert [fact.kind for fact in thought.facts] == ["requirement"] or thought.confirmed == ("FR-001",)


def test_what_fits_no_kind_is_kept_as_text_in_the_section_of_the_step() -> None:
    thought = answer("note", "There is a wiki page about it.", step="01-04")
    assert facts_of(thought, "note")[0]["document"] == "requirements-spec.md"


# -- rules over any text ------------------------------------------------------------------------------------------------

_SPICE = st.sampled_from(
    [
        "As a user, I want x so that y.", "Given a, when b, then c.", "- item\n", "1. step\n", "```py\nx()\n```", "must", "FR-001", "def f(a) -> b",
        "not 3 but 5", "`code`", "Option A: x", "under 200 ms", "如果 x，显示 y。", "wenn der Code fehlt, ", "etc.", "?", "\u202e", "\x00", "|a|b|", "POST /x {a}",
        "customers and admins", "because", "drop FR-001", "so that", "if it fails, retry", "all", "yes, but ", "->", "<b>", "…",
    ]
)  # fmt: skip
_TEXT = st.lists(st.one_of(st.text(max_size=40), _SPICE), max_size=8).map(" ".join)


def _checked(thought: Thought, text: str) -> None:
    for fact in thought.facts:
        assert fact.evidence, fact
        for item in fact.evidence:
            if isinstance(item, Quote):
                assert text[item.start : item.end] == item.text
                assert item.text


@given(text=_TEXT, kind=st.sampled_from(FACT_KINDS))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_without_complaint_and_every_quote_is_exact(text: str, kind: str) -> None:
    known = an_analysis(
        *requirements("Enter a code", "Delete codes"), Story(title="x", role="admin", want="y")
    )
    thought = answer(kind, text, analysis=known, code=Shop())
    _checked(thought, text)
    assert thought.contributions


_FORM = frozenset(
    [
        "the",
        "system",
        "shall",
        "not",
        "let",
        "make",
        "it",
        "possible",
        "to",
        "provide",
        "when",
        "whenever",
        "if",
        "while",
        "then",
        "once",
        "unless",
        "a",
        "an",
        "do",
        "be",
    ]
)


@given(text=_TEXT)
@settings(max_examples=200, deadline=None)
def test_every_word_of_a_requirement_was_said_or_belongs_to_the_form(text: str) -> None:
    said = {stem(word) for word in re.findall(r"[^\W_]+", text)}
    for fact in answer("requirement", text).facts:
        if isinstance(fact, Requirement):
            words: Any = re.findall(r"[^\W_]+", f"{fact.text} {fact.title}")
            assert {word for word in words if stem(word) not in said and word.lower() not in _FORM} == set()


@given(text=st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_an_answer_is_never_lost(text: str) -> None:
    thought = answer("problem", f"It breaks often because {text}")
    assert thought.facts


def test_an_answer_that_is_a_question_is_one_more_open_question_and_no_echo() -> None:
    thought = answer("integration", "Who owns the ERP?", question="Which other systems does it talk to?")
    (fact,) = facts_of(thought, "open_question")
    assert (fact["text"], fact["settles"]) == ("Who owns the ERP?", "the team on the other side")
    assert "ERP" not in thought.contributions[0].text


@pytest.mark.parametrize(
    ("said", "size", "count"),
    [
        ("M, I would say", "medium", None),
        ("XL", "large", None),
        ("about two days, three files", None, 3),
        ("small, four files", "small", 4),
    ],
)
def test_a_size_may_be_a_letter_and_a_count_a_word(said: str, size: str | None, count: int | None) -> None:
    (scope,) = facts_of(answer("scope", said), "scope")
    assert (scope.get("size"), scope.get("file_count")) == (size, count)


def test_a_remark_behind_what_is_left_out_is_no_second_thing() -> None:
    thought = answer("requirement", "Out of scope: a percentage bar, we don't know the total")
    assert [fact["text"] for fact in facts_of(thought, "out_of_scope")] == [
        "a percentage bar, we don't know the total"
    ]
    several = answer("requirement", "Out of scope: gift cards, refunds and the mobile app")
    assert len(facts_of(several, "out_of_scope")) == 3
