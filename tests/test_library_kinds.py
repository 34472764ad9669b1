"""What untagged questions are after: other authors' words, judged on sets that were written before the inference was."""

import tomllib
from pathlib import Path
from typing import Any, Final, cast

import pytest

from roundtable.analysis.kinds import FACT_KINDS
from roundtable.analysis.questions import read_questions, read_validation
from roundtable.analysis.wording import Setting, kinds_asked

_SETS: Final = Path(__file__).parent / "fixtures" / "kinds"


def judged(name: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Each question of a set: its words, the main kind found, the kinds that would be right."""
    steps = cast(
        "list[dict[str, Any]]", tomllib.loads((_SETS / f"{name}.toml").read_text(encoding="utf-8"))["step"]
    )
    found: list[tuple[str, str, tuple[str, ...]]] = []
    for step in steps:
        setting = Setting(title=step["title"], phase_key=step["phase"], outputs=tuple(step["outputs"]))
        for text, *right in cast("list[list[str]]", step["questions"]):
            assert set(right) <= set(FACT_KINDS)
            found.append((text, kinds_asked(text, setting)[0], tuple(right)))
    return found


@pytest.mark.rule("P-LOOP-09")
@pytest.mark.parametrize(("name", "share"), [("tuned", 0.95), ("held_out", 0.9)])
def test_most_untagged_questions_of_other_authors_are_read_as_they_were_meant(
    name: str, share: float
) -> None:
    questions = judged(name)
    wrong = [(text, got, right) for text, got, right in questions if got not in right]
    assert len(wrong) <= (1 - share) * len(questions), wrong


def test_the_step_around_a_question_decides_between_readings_that_its_words_allow() -> None:
    text = "Who else uses it?"
    assert kinds_asked(text, Setting(title="Who it is for", phase_key="01-requirements"))[0] in (
        "user_type",
        "stakeholder",
    )
    assert kinds_asked(text, Setting(title="Ripples", phase_key="02-impact-analysis"))[0] == "indirect_change"
    flow = Setting(title="Anything", phase_key="04-design", outputs=("error-taxonomy.md",))
    assert kinds_asked("And with a card from abroad?", flow)[0] == "error_case"


def test_a_heading_or_a_label_above_a_question_says_what_it_is_about() -> None:
    section = "### Non-goals\n\n- Which browsers come to mind?\n\n### Performance\n\n- What about the lobby?"
    assert [question.kinds[0] for question in read_questions(section)] == ["out_of_scope", "quality"]
    assert read_questions("- **Risks:** What about the lobby?")[0].kinds == ("risk",)


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
