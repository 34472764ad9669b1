"""The questions fit the sort of item, and the person's word on what sort it is counts more than a guess."""

import pytest

from interview_table import after, hear, known, think
from roundtable.analysis.analysis import Analysis
from roundtable.engine.briefing import Ask, Thought
from roundtable.facts import Fact, Problem, Requirement

CRASH = "The export crashes with an empty list"
THEME = "Let people choose a theme"


def begun(request: str) -> tuple[Thought, Analysis]:
    analysis = known(title=request)
    thought = think("open_conversation", analysis)
    return thought, after(analysis, thought)


def kinds(facts: tuple[Fact, ...]) -> list[type[Fact]]:
    return [type(fact) for fact in facts]


@pytest.mark.parametrize(
    "request_", ["csv export lies about the median", "retry time on the failed page is wrong", CRASH]
)
def test_a_complaint_never_stands_as_a_requirement(request_: str) -> None:
    _, analysis = begun(request_)
    assert kinds(analysis.facts) == [Problem]


def test_a_wish_stands_as_a_requirement() -> None:
    _, analysis = begun(THEME)
    assert kinds(analysis.facts) == [Requirement]


def test_where_nobody_can_tell_the_questions_suit_everything() -> None:
    thought, _ = begun("thing with the thing")
    assert thought.question is not None
    assert thought.question.text == "What goes wrong or is missing today, and why change it?"


def test_what_the_person_calls_it_is_kept_in_their_words() -> None:
    opened, analysis = begun(CRASH)
    said = "it is not a bug, people only never see why their list is empty"
    _, now = hear(said, analysis, asked=opened.question)
    assert now.facts[-1].headline == said


def test_what_somebody_wants_stands_on_the_page() -> None:
    _, analysis = begun("Some pages stay out of the search")
    said = "I want a setting for the search plugin, I would call it exclude, a list of patterns."
    asked = Ask(text="Who will use it?", kinds=("user_type",), about="x: users")
    _, now = hear(said, analysis, asked=asked)
    assert "story" not in {fact.kind for fact in now.facts}
    assert said in {fact.headline for fact in now.facts}
