"""What untagged questions are after: other authors' words, judged on a set that nothing was learned from."""

import tomllib
from pathlib import Path
from typing import Any, Final, cast

import pytest

from roundtable.analysis.kinds import FACT_KINDS
from roundtable.analysis.prose import read_questions, read_validation
from roundtable.language.linear import model
from roundtable.language.question_kinds import Setting, kinds_asked

_SET: Final = Path(__file__).parent / "fixtures" / "kinds" / "held_out.toml"


def judged() -> list[tuple[str, str, tuple[str, ...]]]:
    """Each question of the set: its words, the main kind found, the kinds that would be right."""
    steps = cast("list[dict[str, Any]]", tomllib.loads(_SET.read_text(encoding="utf-8"))["step"])
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for step in steps:
        setting = Setting(title=step["title"], phase_key=step["phase"], outputs=tuple(step["outputs"]))
        for text, *right in cast("list[list[str]]", step["questions"]):
            found.append((text, kinds_asked(text, setting)[0], tuple(right)))
    return found


@pytest.mark.rule("P-LOOP-09")
def test_most_untagged_questions_of_other_authors_are_read_as_they_were_meant() -> None:
    questions = judged()
    wrong = [(text, got, right) for text, got, right in questions if got not in right]
    assert len(wrong) <= 0.15 * len(questions), wrong


def test_every_kind_that_a_question_can_be_after_is_learned() -> None:
    assert set(model("questions").labels) == set(FACT_KINDS)


@pytest.mark.parametrize(
    ("question", "setting", "kind"),
    [
        ("Who else uses it?", Setting(title="Ripples", phase_key="02-impact-analysis"), "indirect_change"),
        ("Who else uses it?", Setting(title="Who it is for", phase_key="01-requirements"), "user_type"),
        ("And with a card from abroad?", Setting(outputs=("error-taxonomy.md",)), "error_case"),
        ("And with a card from abroad?", Setting(heading="Performance"), "quality"),
    ],
)
def test_the_step_around_a_question_decides_between_readings_that_its_words_allow(
    question: str, setting: Setting, kind: str
) -> None:
    assert kinds_asked(question, setting)[0] == kind


def test_a_heading_or_a_label_above_a_question_says_what_it_is_about() -> None:
    section = "### Non-goals\n\n- What about the lobby?\n\n### Performance\n\n- What about the lobby?"
    assert [question.kinds[0] for question in read_questions(section)] == ["out_of_scope", "quality"]
    assert read_questions("- **Risks:** What about the lobby?")[0].kinds[0] == "risk"


def test_a_question_that_gives_nothing_away_is_a_note_and_never_an_approval() -> None:
    review = Setting(title="Design Review & Approval", phase_key="04-design", outputs=("design-summary.md",))
    assert kinds_asked("And the colour?", review) == ("note",)
    assert kinds_asked("") == kinds_asked("???") == ("note",)


@pytest.mark.parametrize(
    ("criterion", "kind", "per", "at_least"),
    [
        ("Each requirement has at least one acceptance criterion", "criterion", "requirement", 1),
        ("Every user story carries a priority", "priority", "story", 1),
        ("At least two failure modes are documented", "error_case", None, 2),
        ("The stakeholders are listed", "stakeholder", None, 1),
    ],
)
def test_an_untagged_criterion_says_what_it_wants(
    criterion: str, kind: str, per: str | None, at_least: int
) -> None:
    found = read_validation(f"- {criterion}")[0]
    assert (found.kind, found.per, found.at_least) == (kind, per, at_least)
