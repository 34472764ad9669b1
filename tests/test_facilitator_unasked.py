"""Without a conversation: what the draft states is kept as requirements, each with a check, and nothing counts as said."""

import asyncio

import pytest

from play import a_state, shipped
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.evidence import Confidence, Quote
from roundtable.analysis.facts import Criterion, Decision, OpenQuestion, Option, Problem, Requirement
from roundtable.engine.brief import brief
from roundtable.engine.briefing import Task, Thought
from roundtable.minds.facilitator import Facilitator
from roundtable.minds.facilitator.unasked import first_criteria


def filled(draft: str, phase: str = "01-requirements") -> Thought:
    analysis = Analysis(slug="x", title="codes", turns=(Turn(number=0, text=draft),))
    state = a_state(shipped(), analysis=analysis, phase_key=phase, headless=True)
    task = Task(kind="fill_gaps", persona="business-analyst", may_ask=False)
    return asyncio.run(Facilitator().think(brief(state, task, "2026-01-01T00:00:00.000Z")))


DRAFTS = [
    "Add discount codes. Customers type a code; managers create codes. Orders over 50 euros ship free.",
    "The importer crashes on empty files. It should skip them and say so.",
    "- export as CSV\n- mail the report to the owner\n- keep the last ten reports",
    "Dark mode",
]


@pytest.mark.rule("P-AGENT-03")
@pytest.mark.parametrize("draft", DRAFTS)
def test_every_requirement_has_a_criterion_and_nothing_counts_as_said(draft: str) -> None:
    thought = filled(draft)
    analysis = Analysis(turns=(Turn(number=0, text=draft),))
    owned = {fact.requirement for fact in thought.facts if isinstance(fact, Criterion)}
    assert {fact.id for fact in thought.facts if isinstance(fact, Requirement)} <= owned
    for fact in thought.facts:
        assert analysis.confidence(fact) is not Confidence.HIGH
        for item in fact.evidence:
            if isinstance(item, Quote):
                assert draft[item.start : item.end] == item.text


@pytest.mark.rule("P-AGENT-03")
def test_what_only_a_person_can_know_is_listed_as_open() -> None:
    questions = [fact for fact in filled(DRAFTS[0]).facts if isinstance(fact, OpenQuestion)]
    assert questions
    assert all(question.why == "nobody was asked" and question.settles for question in questions)


def test_each_statement_of_the_draft_is_a_requirement_of_its_own() -> None:
    texts = [fact.text for fact in filled(DRAFTS[0]).facts if isinstance(fact, Requirement)]
    assert "The system shall let managers create codes." in texts
    assert "The system shall let customers type a code." in texts
    assert any("50 euros" in text for text in texts)


def test_trouble_is_no_requirement() -> None:
    texts = [fact.text for fact in filled(DRAFTS[1]).facts if isinstance(fact, Requirement)]
    assert not any("crashes" in text for text in texts)


@pytest.mark.parametrize(
    ("text", "when", "check"),
    [
        ("The system shall let managers create codes.", "", "Managers can create codes."),
        (
            "When the code has ended, the system shall show a message.",
            "the code has ended",
            "When the code has ended, the system shows a message.",
        ),
        ("The system shall store each code.", "", "The system stores each code."),
        ("Overhead shall stay below 1 ms.", "", "Overhead stays below 1 ms."),
        ("Orders ship free.", "", "Orders ship free."),
    ],
)
def test_the_first_criterion_follows_from_the_words_of_the_requirement(
    text: str, when: str, check: str
) -> None:
    requirement = Requirement(id="FR-001", title="x", text=text)
    made = first_criteria(Analysis(facts=(requirement,)), (), None)
    assert isinstance(made[0], Criterion)
    assert (made[0].requirement, made[0].when, made[0].text) == ("FR-001", when, check)


PARTNERS = """Partners hammer one endpoint and everybody else gets errors. Operators want to set a limit per route.

- Partners need to see how many requests are left.
- It must not need Redis. Distributed limits are out of scope.

We could use a token bucket or a fixed window. I'd go with the token bucket because it smooths bursts."""


def test_each_sentence_of_a_draft_goes_where_its_form_says() -> None:
    facts = filled(PARTNERS).facts
    assert [fact.text for fact in facts if isinstance(fact, Problem)] == [
        "Partners hammer one endpoint and everybody else gets errors."
    ]
    assert [fact.text for fact in facts if isinstance(fact, Requirement)] == [
        "The system shall let operators set a limit per route.",
        "Partners shall see how many requests are left.",
        "The system shall not need Redis.",
    ]
    assert [fact.headline for fact in facts if fact.kind == "out_of_scope"] == [
        "Distributed limits are out of scope"
    ]


def test_a_choice_in_the_draft_is_a_decision_between_the_options_named_there() -> None:
    facts = filled(PARTNERS, "03-architecture").facts
    options = [fact for fact in facts if isinstance(fact, Option)]
    decision = next(fact for fact in facts if isinstance(fact, Decision))
    assert [option.title for option in options] == ["Use a token bucket", "A fixed window"]
    assert (decision.choice, decision.rationale) == ("The token bucket", "it smooths bursts")
    assert decision.options == tuple(option.id for option in options)
