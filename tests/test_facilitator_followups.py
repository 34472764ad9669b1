"""Follow-ups: one that is worth asking, about the person's own words, never twice."""

import pytest

from facilitator_table import ALEX, JORDAN, MAYA, Shop, a_briefing, an_analysis, answer, think
from play import shipped
from roundtable.analysis.analysis import Turn
from roundtable.analysis.facts import Problem, Quality, Requirement
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask
from roundtable.minds.facilitator import Facilitator

LONG = "The order desk types every single discount into the old system by hand today."


def followed(kinds: str, said: str, **details: object) -> str:
    details.setdefault("follow_ups_left", 1)
    details.setdefault("step", None)
    question = answer(kinds, said, **details).question  # type: ignore[arg-type]
    return question.text if question else ""


@pytest.mark.rule("P-LOOP-14", "P-PERS-07")
@pytest.mark.parametrize(
    ("kinds", "said", "persona", "asked"),
    [
        ("quality", "The search has to be fast for everybody in the team", MAYA, '"fast"'),
        ("quality", "The search has to be fast for everybody in the team", ALEX, '"fast" can rule an option in or out: at which number would it fail a review?'),
        ("quality", "It should handle 300 of them without any trouble at all", MAYA, 'You said "300": of what, and where would you measure it?'),
        ("business_rule", "every discount code belongs to exactly one marketing campaign", MAYA, '"every discount code"'),
        ("requirement", "Reports are sent to the archive at the end of each day", MAYA, '"Reports are sent'),
        ("requirement", "Customers can enter a discount code on the checkout page", JORDAN, "What is returned when the attempt to enter a discount code on the fails half-way?"),
        ("user_type", "Customers, support agents, the warehouse people, etc.", MAYA, 'what else belongs there, or do we leave it open?'),
        ("problem", "We should really use Redis for the whole checkout page", MAYA, "What would people miss if Redis were not part of this?"),
    ],
)  # fmt: skip
def test_what_the_answer_shows_is_followed_up_in_its_own_words(
    kinds: str, said: str, persona: str, asked: str
) -> None:
    text = followed(kinds, said, persona=persona)
    assert asked.removesuffix("fails half-way?").removesuffix(" on the ") in text
    assert text.count("?") == 1
    assert len(text.split()) <= 30


def test_a_rich_answer_needs_none() -> None:
    said = "Search must answer within 200 ms at p95, measured in production."
    assert followed("quality", said) == ""


def test_two_short_answers_in_a_row_change_the_subject() -> None:
    known = an_analysis(turns=(Turn(number=1, text="no cost", question="q"),))
    assert followed("requirement", "send good reports quickly", analysis=known) == ""


def test_nothing_is_asked_twice_not_even_in_nearly_the_same_words() -> None:
    said = "The search has to be fast for everybody in the team"
    first = followed("quality", said)
    known = an_analysis(turns=(Turn(number=1, text=LONG, question=first),))
    second = followed("quality", said, analysis=known.changed(answered=(first,)))
    assert first
    assert second != first


def test_a_vague_answer_to_a_question_about_a_vague_word_is_not_dug_into_again() -> None:
    asked = Ask(
        text='You said "fast": which number would make you say it is not?',
        kinds=("quality",),
        origin="follow_up",
        about="vague: fast",
    )
    briefing = a_briefing("take_answer", "Well, it should simply be fast enough for everyone", asked=asked, step=None, follow_ups_left=1)  # fmt: skip
    assert think(Facilitator(), briefing).question is None


def test_what_a_later_question_of_the_step_will_ask_is_left_to_it() -> None:
    pending = (Ask(text="What happens when it fails?", kinds=("error_case",)),)
    said = "The customer opens the cart, enters a code and pays by card"
    assert "fails" not in followed("journey", said, pending=pending)
    assert "fails" in followed("journey", said)


def test_the_step_files_own_follow_ups_come_first_when_their_condition_holds() -> None:
    step = shipped().step("01-05")
    question = "At what point would it be so slow that people complain?"
    said = "When the whole team waits for the page and starts to grumble about it"
    without = followed("quality", said, question=question, step=step, depth=Depth.DEEP)
    given = followed(
        "quality",
        "When the page takes longer than 3 seconds to load",
        question=question,
        step=step,
        depth=Depth.DEEP,
    )
    assert without == "Which figure would make you fail it in a review?"
    assert given == "Where and when would you measure that?"


def test_none_is_asked_when_the_engine_has_none_left() -> None:
    assert followed("quality", "The search has to be fast for everybody", follow_ups_left=0) == ""


def test_two_answers_that_disagree_are_put_side_by_side() -> None:
    known = an_analysis(Quality(category="Performance", text="The search page must load within 2 seconds"))
    text = followed("quality", "The search page must load within 5 seconds in the browser", analysis=known)
    assert text == 'Earlier you said "within 2 seconds", now "within 5 seconds": which one wins?'


def test_too_many_musts_are_questioned_by_name() -> None:
    known = an_analysis(
        *(Requirement(title=t, text=t) for t in ("Enter codes", "Delete codes", "Export reports"))
    )
    assert "FR-003" in followed("priority", "all of them are must for the first release", analysis=known)


def test_a_widely_used_file_is_asked_about_by_its_callers() -> None:
    known = an_analysis(Problem(text="x"))
    text = followed("direct_change", "pricing.py has to change", analysis=known, persona=ALEX, code=Shop())
    assert text == "shop/pricing.py has 4 callers; which of them must not notice?"
