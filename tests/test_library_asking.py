"""Whether a question of the content is put to an item, in which words, and what is said about it."""

import pytest

from roundtable.analysis.content import Step, Topic
from roundtable.analysis.phases import Depth
from roundtable.analysis.prose import read_questions
from roundtable.analysis.questions import Question, applies, filled


def a_question(*when: str) -> Question:
    return Question(text="What holds when it is left out?", kinds=("business_rule",), when=when)


def test_nested_lines_say_what_a_question_is_for_how_to_put_it_and_when_to_ask_it() -> None:
    first, second = read_questions(
        "- What is the default? <!-- business_rule -->\n"
        "  - Why: most callers never mention it.\n"
        "  - Simpler: And without it?\n"
        "  - When: option, Not  defect, no interface\n"
        "- Why now?\n"
    )
    assert (first.purpose, first.simpler) == ("most callers never mention it.", "And without it?")
    assert first.when == ("option", "not defect", "no interface")
    assert first.follow_ups == ()
    assert (second.text, second.purpose, second.when) == ("Why now?", "", ())


def test_a_nested_line_that_asks_is_a_follow_up_whatever_it_begins_with() -> None:
    (question,) = read_questions("1. What is it for?\n   - Why: who told you so?\n   - When: by which date?")
    assert [follow_up.text for follow_up in question.follow_ups] == [
        "Why: who told you so?",
        "When: by which date?",
    ]
    assert (question.purpose, question.when) == ("", ())


@pytest.mark.parametrize(
    ("when", "nature", "kinds", "put"),
    [
        ((), "defect", (), True),
        (("option", "command"), "command", (), True),
        (("option", "command"), "defect", (), False),
        (("not refactoring",), "refactoring", (), False),
        (("not refactoring", "not defect"), "data", (), True),
        (("has option",), "product", ("option",), True),
        (("has option",), "product", (), False),
        (("no interface",), "service", ("interface",), False),
        (("service", "no interface"), "service", ("problem",), True),
        (("has code",), "product", ("code",), True),
        (("no code",), "product", ("code",), False),
        (("deep",), "product", (), False),
        (("in a good mood",), "product", (), True),
    ],
)
def test_one_nature_of_those_named_and_every_other_condition_must_hold(
    when: tuple[str, ...], nature: str, kinds: tuple[str, ...], put: bool
) -> None:
    assert applies(a_question(*when), nature, kinds) is put


def test_a_condition_may_look_at_the_words_of_the_request_and_at_the_depth() -> None:
    booking = a_question("says book / rent")
    assert applies(booking, "product", (), said="Rental of bikes")
    assert applies(booking, "product", (), said="Let people book a room")
    assert not applies(booking, "product", (), said="Show the parent")
    assert applies(a_question("deep"), "product", (), deep=True)


def test_a_question_whose_slot_cannot_be_filled_is_not_asked() -> None:
    text = "Which callers of {file} rely on {named}?"
    assert filled(text, {"file": "a.py", "named": "load()"}) == "Which callers of a.py rely on load()?"
    assert filled(text, {"file": "a.py"}) is None
    assert filled(text, {"file": "a.py", "named": ""}) is None
    assert filled("What is the default?", {}) == "What is the default?"


_TOPIC = Topic(
    topic_id="privacy",
    topic_name="Privacy",
    primary_persona="business-analyst",
    coverage_criteria=("The data is named", "The owner is named"),
    met_by=("state", "stakeholder"),
    knowledge=(
        "Maya leads.\n\n### The data is named\n\n- Which data is new? <!-- state -->\n- Which data is kept? <!-- state -->\n\n"
        "### Deeper\n\n- Who decides? <!-- stakeholder -->\n- Where is it kept? <!-- state -->\n"
    ),
)


def test_a_criterion_is_asked_for_by_the_questions_under_its_heading() -> None:
    assert [question.text for question in _TOPIC.asked_for("The data is named")] == [
        "Which data is new?",
        "Which data is kept?",
    ]


def test_a_criterion_without_a_heading_is_asked_for_by_loose_questions_of_its_kind() -> None:
    assert [question.text for question in _TOPIC.asked_for("The owner is named")] == ["Who decides?"]
    assert _TOPIC.asked_for("The moon is full") == ()


def test_what_is_said_about_a_question_in_standard_mode_holds_in_deep_mode_too() -> None:
    step = Step(
        step_id="01-09",
        title="Rules",
        persona="business-analyst",
        depth=Depth.STANDARD,
        outputs=("requirements-spec.md",),
        phase_key="01-requirements",
        path="09-rules.md",
        standard="1. Which rule applies?\n   - Why: nobody can guess it.\n   - When: not defect",
        deep="1. Which rule applies?\n2. Who says so?",
    )
    first, second = step.questions(Depth.DEEP)
    assert (first.purpose, first.when) == ("nobody can guess it.", ("not defect",))
    assert (second.purpose, second.when) == ("", ())


TEMPLATES = """
Let me present the complete design:

- Modules: {module list with responsibilities}

Jordan: "Based on it I propose {module list with responsibilities}. What is missing?"

**Jordan Park**: What modules do you see?

What does {module name} promise?
"""


def test_lines_that_nobody_can_fill_are_not_asked_and_a_speaker_is_not_named_twice() -> None:
    assert [question.text for question in read_questions(TEMPLATES)] == ["What modules do you see?"]


def test_an_announcement_with_nothing_below_it_is_no_prompt() -> None:
    assert read_questions("Let me present the complete design:\n\n- Modules: {module list}\n") == ()
    assert [one.text for one in read_questions("Here is the plan.\n\nDescribe a normal day.")] == [
        "Describe a normal day."
    ]
