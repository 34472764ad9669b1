"""Questions, follow-ups, criteria and placeholders read from the prose of any content file."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.analysis.blocks import LONGEST_BLOCK, MOST_BLOCKS
from roundtable.analysis.kinds import FACT_KINDS, Tag, read_tags
from roundtable.analysis.prose import read_questions, read_validation
from roundtable.analysis.questions import placeholders


def texts(section: str) -> list[str]:
    return [question.text for question in read_questions(section)]


def test_a_tagged_question_with_a_conditional_follow_up() -> None:
    (question,) = read_questions(
        "An opening sentence.\n\n"
        "1. What goes wrong today, and for whom? <!-- problem, stakeholder -->\n"
        "   - If no number is given: which figure would you call a failure? <!-- quality -->\n"
    )
    assert question.text == "What goes wrong today, and for whom?"
    assert question.kinds == ("problem", "stakeholder")
    (follow_up,) = question.follow_ups
    assert (follow_up.condition, follow_up.text, follow_up.kinds) == (
        "no number is given",
        "Which figure would you call a failure?",
        ("quality",),
    )


@pytest.mark.parametrize(
    ("section", "asked"),
    [
        ("1) Who uses it?\n2) Why now?", ["Who uses it?", "Why now?"]),
        ("* [ ] Who uses it?\n* [x] Why now?", ["Who uses it?", "Why now?"]),
        ("**Users**: Who will use this? What do they need?", ["Who will use this?", "What do they need?"]),
        ("- **Users:** Who will use this?", ["Who will use this?"]),
        ("**Who** uses it?", ["Who uses it?"]),
        ("- *What data is kept?*", ["What data is kept?"]),
        ('Ask: "What problem does this solve?"', ["What problem does this solve?"]),
        ("Ask the user: what problem does this solve?", ["What problem does this solve?"]),
        ("> Why now?", ["Why now?"]),
        ("### Who is it for?\n\nText.", ["Who is it for?"]),
        ("Context first. What happens then?", ["Context first. What happens then?"]),
        ("What happens then? Be specific.", ["What happens then?"]),
        ("What if it fails? or times out?", ["What if it fails, or times out?"]),
        ("What is the scale (e.g. users per day)?", ["What is the scale (e.g. users per day)?"]),
        ("See https://example.org/?a=b for more.\n\nWhy?", ["Why?"]),
        ("| Ask | Why |\n|---|---|\n| How many users? | load |", ["How many users?"]),
        ("- A long item\n  that goes on and ends how?", ["A long item that goes on and ends how?"]),
        ("```\nWhat is code?\n```\nWhat is not?", ["What is not?"]),
        ("~~~\nWhat is code?\n```\nStill code?\n~~~\n- What is not?", ["What is not?"]),
        ("<!-- Is this\na remark? -->\n- What is not?", ["What is not?"]),
        ("誰が使いますか？", ["誰が使いますか？"]),
        ("1. **Discovery**\n   - What hurts?\n   - Who says so?", ["What hurts?", "Who says so?"]),
        ("When a payment fails: what happens?", ["When a payment fails: what happens?"]),
    ],
)
def test_questions_are_found_however_they_are_written(section: str, asked: list[str]) -> None:
    assert texts(section) == asked


@pytest.mark.parametrize(
    ("below", "condition"),
    [
        ("   - How long does it take?", ""),
        ("   - **If vague**: how long does it take?", "vague"),
        ("   - If vague -> how long does it take?", "vague"),
        ("   - If the answer is vague, ask: how long does it take?", "the answer is vague"),
        ("- If vague: how long does it take?", "vague"),
        ("- Follow-up: how long does it take?", ""),
    ],
)
def test_a_follow_up_belongs_to_the_question_above_it(below: str, condition: str) -> None:
    first, second = read_questions(f"1. What goes wrong?\n{below}\n2. Why now?")
    assert [(found.condition, found.text) for found in first.follow_ups] == [
        (condition, "How long does it take?")
    ]
    assert (second.text, second.follow_ups) == ("Why now?", ())


def test_a_question_with_its_alternatives_is_one_question() -> None:
    assert texts("- Is it red? Or blue? Or both?") == ["Is it red, or blue, or both?"]


def test_a_list_item_that_speaks_to_the_person_is_asked_among_the_questions() -> None:
    section = "1. Who asked for it?\n2. Describe a normal day.\n3. Note the answers.\n4. Why now?"
    assert texts(section) == ["Who asked for it?", "Describe a normal day.", "Why now?"]


def test_a_section_without_a_question_yields_its_list_items_or_its_first_sentence() -> None:
    assert texts("Intro.\n\n- Describe the data\n  - with an example\n- Name the owner") == [
        "Describe the data",
        "Name the owner",
    ]
    assert texts("- Describe the data\n- Deadlines") == ["Describe the data", "Deadlines"]
    assert texts("It is about the data. Nothing else.") == ["It is about the data."]
    assert texts("") == texts("```\ncode\n```") == []


@pytest.mark.parametrize(
    ("instruction", "said", "kind"),
    [
        ("Ask the user to describe their data.", "Please describe your data.", "data_flow"),
        (
            "Find out what the user wants from the report.",
            "Could you tell me what you want from the report?",
            "need",
        ),
        ("Identify the stakeholders.", "What can you tell me about the stakeholders?", "stakeholder"),
        ("Probe for hidden constraints.", "What can you tell me about hidden constraints?", "constraint"),
        ("Describe one typical day.", "Describe one typical day.", "journey"),
    ],
)
def test_what_instructs_an_interviewer_is_put_as_it_would_be_said(
    instruction: str, said: str, kind: str
) -> None:
    for section in (instruction, f"- {instruction}", f"Some context first. {instruction}"):
        question = read_questions(section)[0]
        assert (question.text, question.kinds[0]) == (said, kind)


@pytest.mark.parametrize(
    ("question", "main"),
    [
        ("What goes wrong today?", "problem"),
        ("Why does this matter now?", "problem"),
        ("Who will use it?", "user_type"),
        ("Which roles are involved?", "user_type"),
        ("What do users need to get done?", "need"),
        ("What happens when a payment fails half-way?", "error_case"),
        ("How will you know that it worked?", "success_metric"),
        ("What must stay out of scope?", "out_of_scope"),
        ("How fast must search be?", "quality"),
        ("What could an attacker do?", "risk"),
        ("Which ships first if only one can?", "priority"),
        ("Which other systems does it connect to?", "integration"),
        ("What are the alternatives?", "option"),
        ("Which module owns this?", "module"),
        ("What does the API return?", "interface"),
        ("What are you assuming?", "assumption"),
        ("Who needs to approve this?", "approval"),
        ("Who are the stakeholders?", "stakeholder"),
        ("What could go wrong?", "risk"),
        ("What data needs to be persisted?", "state"),
        ("Which features are must-haves?", "priority"),
        ("Which GDPR obligations must we meet?", "constraint"),
        ("What is the recommended implementation order?", "order"),
        ("What are the edge cases?", "error_case"),
        ("What are the acceptance criteria for each feature?", "criterion"),
        ("Tell me more?", "note"),
    ],
)
def test_the_wording_tells_the_kind_when_no_tag_does(question: str, main: str) -> None:
    assert read_questions(question)[0].kinds[0] == main


def test_an_unknown_tag_leaves_the_kind_to_the_wording() -> None:
    assert read_questions("Who will use it? <!-- wibble -->")[0].kinds == ("user_type",)


def test_criteria_carry_kind_count_and_relation() -> None:
    found = read_validation(
        "- At least one kind of user is named. <!-- user_type -->\n"
        "- Three requirements. <!-- requirement:3 -->\n"
        "- Each has a criterion. <!-- criterion:per requirement -->\n"
        "- [ ] At least two risks are listed\n"
    )
    assert [(c.text, c.kind, c.at_least, c.per) for c in found] == [
        ("At least one kind of user is named.", "user_type", 1, None),
        ("Three requirements.", "requirement", 3, None),
        ("Each has a criterion.", "criterion", 1, "requirement"),
        ("At least two risks are listed", "risk", 2, None),
    ]


def test_validation_without_a_list_is_read_by_sentences() -> None:
    assert [c.text for c in read_validation("The problem is stated. A user is named.")] == [
        "The problem is stated.",
        "A user is named.",
    ]


def test_tags_that_are_none_come_back_by_name() -> None:
    assert read_tags("requirement:3, wibble, criterion:per nothing, note:0") == (
        (Tag(kind="requirement", at_least=3),),
        ("wibble", "criterion:per nothing", "note:0"),
    )
    assert str(Tag(kind="criterion", per="requirement")) == "criterion:per requirement"


def test_placeholders_are_named_once_in_order_and_not_in_code() -> None:
    text = "- {problem} and {user_types}\n- {problem}\n```\n{code}\n```\n- ${shell} {{jinja}} {} {A}"
    assert placeholders(text) == ("problem", "user_types")


def test_a_file_that_never_ends_is_read_as_far_as_makes_sense() -> None:
    assert len(read_questions("- What?\n" * 50_000)) == MOST_BLOCKS
    assert len(read_questions("- " + "so " * 50_000)[0].text) <= LONGEST_BLOCK
    assert read_questions("[" * 200_000 + "<!--" * 50_000 + "\n\nWhy?")[-1].text == "Why?"


_PROSE = st.lists(
    st.sampled_from(
        [
            "- ",
            "1. ",
            "   - ",
            "If x: ",
            "what?",
            "Who is it? ",
            "**bold** ",
            "<!-- problem -->",
            "<!--",
            "-->",
            "```",
            "\n",
            "\n\n",
            '"',
            "> ",
            "| a |",
            "## ",
            "{problem}",
            "Ask: ",
            "é？",
            "\t",
        ]
    ),
    max_size=60,
).map("".join)


@given(st.one_of(st.text(), _PROSE))
def test_any_text_is_read_into_questions_with_known_kinds(text: str) -> None:
    for question in read_questions(text):
        assert question.text.strip()
        for kinds in (question.kinds, *(follow_up.kinds for follow_up in question.follow_ups)):
            assert kinds
            assert set(kinds) <= set(FACT_KINDS)
    for criterion in read_validation(text):
        assert criterion.text.strip()
        assert criterion.kind in FACT_KINDS
        assert criterion.at_least >= 1
    placeholders(text)
