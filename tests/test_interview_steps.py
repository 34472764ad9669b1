"""The stepped mode as the offline mind holds it: no question whose answer is known, nothing of the person's taken back."""

import asyncio
from typing import Any

import pytest

from interview_table import Code, a_scan, hear, known, shipped, think, words
from play import Play, Progress, a_library, a_state
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import Depth
from roundtable.engine import hearing
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.engine.events import DocumentsDue, Said
from roundtable.facts import (
    BusinessRule,
    Constraint,
    Criterion,
    DirectChange,
    OpenQuestion,
    OutOfScope,
    Problem,
    Requirement,
    RiskZone,
    UserType,
)
from roundtable.interview import Interviewer
from roundtable.language.acts import Act

TITLE = "Let people choose a theme"
THEME = Requirement(title=TITLE, text=TITLE)


def opened(step_id: str, analysis: Analysis, **parts: Any) -> tuple[Thought, list[str]]:
    """What the mind prepares, and which of the step's questions are then still put."""
    step = shipped().step(step_id)
    assert step is not None
    thought = think("open_step", analysis, mode="steps", step=step, persona=step.persona, **parts)
    depth = parts.get("depth", Depth.STANDARD)
    asked = step.questions(Depth.STANDARD if step.is_draft(depth) else depth)
    return thought, [question.text for question in asked if question.text not in thought.answered]


# -- what is asked ---------------------------------------------------------------------------------------------------------


def test_what_one_step_asked_for_in_vain_no_later_step_asks_for() -> None:
    risk = shipped().step("01-05")
    assert risk is not None
    asked = known(THEME).changed(answered=(risk.questions(Depth.STANDARD)[0].text,))
    _, before = opened("02-03", known(THEME))
    _, after = opened("02-03", asked)
    assert len(before) == 1
    assert after == []


@pytest.mark.parametrize(
    ("step_id", "facts"),
    [
        ("01-01", (Problem(text="The white hurts at night"),)),
        ("01-02", (UserType(text="People who read at night"),)),
        ("02-01", (Constraint(text="Old links keep working"), DirectChange(path="app.py"))),
        ("02-03", (RiskZone(title="Print", text="Printed pages might come out black"),)),
        ("04-01", (DirectChange(path="app.py"),)),
    ],
)
def test_what_was_said_is_not_asked(step_id: str, facts: tuple[Any, ...]) -> None:
    _, before = opened(step_id, known(THEME))
    _, after = opened(step_id, known(THEME, *facts))
    assert len(after) < len(before)


def test_ranks_and_orders_are_asked_for_where_there_are_two_of_something() -> None:
    second = Requirement(title="Remember it", text="Remember it")
    out = OutOfScope(text="Colours of one's own")
    assert opened("01-08", known(THEME, out))[1] == []
    thought, asked = opened("01-08", known(THEME, out, second))
    assert len(asked) == 1
    assert TITLE in words(thought)
    assert "Remember it" in words(thought)


def test_what_the_scan_finds_out_by_itself_is_asked_for_where_it_found_nothing() -> None:
    assert opened("00-02", known(THEME), scan=a_scan("app.py"))[1] == []
    lost = a_scan().model_copy(update={"total_files": 7})
    assert len(opened("00-02", known(THEME), scan=lost)[1]) == 1


def test_deep_asks_everything_that_fits() -> None:
    told = known(THEME, Problem(text="The white hurts at night"))
    assert len(opened("01-01", told, depth=Depth.DEEP)[1]) > len(opened("01-01", told)[1])


# -- drafts ----------------------------------------------------------------------------------------------------------------

TOLD = known(
    THEME,
    BusinessRule(text="Dark wins over light"),
    BusinessRule(text="The system setting comes last"),
    Criterion(requirement="FR-001", text="Choosing dark turns the page black"),
)


@pytest.mark.rule("P-LOOP-14")
def test_a_draft_has_the_lines_of_the_file_with_what_was_said_and_no_empty_ones() -> None:
    step = shipped().step("01-06")
    assert step is not None
    put = TOLD.changed(answered=tuple(q.text for q in step.questions(Depth.STANDARD)))
    thought, _ = opened("01-06", put, depth=Depth.BRIEF)
    assert thought.draft.splitlines()[1:] == [
        f"- It must: {TITLE}",
        "- Rules it follows:",
        "  - Dark wins over light",
        "  - The system setting comes last",
    ]
    assert thought.question is not None
    assert thought.question.origin == "draft"


def test_what_one_draft_showed_the_next_one_does_not_show_for_itself() -> None:
    told = known(THEME, RiskZone(title="Print", text="Printed pages might come out black"))
    first, _ = opened("02-04", told)
    assert "Printed pages" in first.draft
    again, _ = opened("03-04", told.changed(answered=first.answered))
    assert not again.draft


def test_at_brief_depth_what_a_builder_needs_is_asked_before_anything_is_confirmed() -> None:
    thought, asked = opened("01-04", known(THEME), depth=Depth.BRIEF)
    assert not thought.draft
    assert len(asked) == 1


DRAFT = Ask(text="Is that right, or what is wrong or missing?", kinds=("requirement",), origin="draft")


@pytest.mark.parametrize("reply", ["no", "I don't know", "yes", "you decide"])
def test_a_bare_reply_to_a_draft_takes_back_and_records_nothing(reply: str) -> None:
    asked = DRAFT.model_copy(update={"proposes": tuple(TOLD.by_id)})
    step = shipped().step("01-06")
    thought, after = hear(reply, TOLD, asked=asked, kind="take_draft_reply", place="choice", step=step)
    assert after.facts == TOLD.facts
    assert not after.none_of
    assert (thought.question is not None) == (reply == "no")


def test_a_correction_of_a_draft_changes_what_it_means_and_shows_it() -> None:
    told = known(THEME, BusinessRule(text="The theme is kept for 30 days"))
    asked = DRAFT.model_copy(update={"proposes": tuple(told.by_id)})
    thought, after = hear(
        "It is 90 days, not 30 days.", told, asked=asked, kind="take_draft_reply", place="choice"
    )
    assert [fact.text for fact in after.of(BusinessRule)] == ["The theme is kept for 90 days"]
    assert "before:" in words(thought)
    assert after.of(Requirement) == told.of(Requirement)


# -- checks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-LOOP-09")
def test_a_requirement_whose_example_nobody_knew_is_not_asked_about_once_more() -> None:
    step = shipped().step("01-06")
    assert step is not None
    example = next(q.text for q in step.questions(Depth.STANDARD) if q.kinds[0] == "criterion")
    open_point = OpenQuestion(text=example, why="nobody at the table knew")
    per = next(c.text for c in step.criteria if c.per == "requirement")
    told = known(THEME, Requirement(title="Remember it", text="Remember it"), open_point)
    question = think("ask_again", told, mode="steps", step=step, task={"criterion": per}).question
    assert question is not None
    assert question.about == "FR-002"


# -- at the menu -----------------------------------------------------------------------------------------------------------


def at_menu(*answers: str, steps: tuple[str, ...] = ("01-01", "01-02"), code: Code | None = None) -> Play:
    """At the menu after the first of these steps, with the real mind and the real reader."""
    mind = Interviewer(code)

    def thinks(briefing: Briefing) -> Thought:
        thinking = mind.think(briefing)
        try:
            thinking.send(None)
        except StopIteration as done:
            return done.value
        raise AssertionError("the offline mind waited for something")

    phases = ("00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture", "04-design")
    done = phases[: phases.index(next(p for p in phases if p.startswith(steps[0][:2])))]
    library = a_library(*(step for step in shipped().steps if step.step_id in steps))
    play = Play(a_state(library, progress=Progress(phases_completed=done)), thinks).begin()
    left = list(answers)
    for _ in range(8):
        if play.awaiting == "menu":
            break
        play.hear(left.pop(0) if left else "I don't know")
    assert play.awaiting == "menu"
    return play


@pytest.mark.rule("P-NAT-01")
def test_a_correction_at_a_menu_changes_the_fact_and_every_document_that_was_written() -> None:
    play = at_menu("Each code is typed by hand, which takes 5 minutes.")
    play.hear("It takes 15 minutes, not 5.")
    said = [event.text for event in play.latest if isinstance(event, Said)]
    assert any("before:" in text and "After:" in text for text in said)
    assert any("15 minutes" in fact.headline for fact in play.state.analysis.facts)
    assert not play.state.analysis.of(Requirement)[1:]
    assert any(isinstance(event, DocumentsDue) for event in play.latest)
    assert play.awaiting == "menu"


@pytest.mark.rule("P-NAT-01")
def test_a_retraction_by_id_at_a_menu_removes_the_fact() -> None:
    play = at_menu("Each code is typed by hand, which takes 5 minutes.")
    problem = play.state.analysis.of(Problem)[-1]
    play.hear(f"Drop {problem.id}.")
    assert problem.id not in play.state.analysis.by_id
    assert any("Removed" in event.text for event in play.latest if isinstance(event, Said))


def test_a_sentence_at_a_menu_that_says_otherwise_replaces_the_one_on_record_and_shows_both() -> None:
    play = at_menu("At most 3 codes are allowed per order.", steps=("01-06", "01-08"))
    play.hear("At most 5 codes are allowed per order.")
    said = " ".join(event.text for event in play.latest if isinstance(event, Said))
    assert "At most 3 codes" in said
    assert "At most 5 codes" in said
    texts = [fact.headline for fact in play.state.analysis.facts]
    assert "At most 3 codes are allowed per order." not in texts
    assert "At most 5 codes are allowed per order." in texts


def test_a_question_that_a_remark_led_to_is_known_when_the_next_remark_is_thought_about() -> None:
    asked = Ask(text="Earlier: one. Now: two. Which of the two holds?", kinds=("business_rule",))
    briefed: list[Ask | None] = []

    def thinks(briefing: Briefing) -> Thought:
        if briefing.task.kind == "take_feedback":
            briefed.append(briefing.asked)
            return Thought(question=asked)
        return Thought()

    library = a_library(*(step for step in shipped().steps if step.step_id in {"01-01", "01-02"}))
    play = Play(a_state(library, progress=Progress(phases_completed=("00-quick-scan",))), thinks).begin()
    while play.awaiting != "menu":
        play.hear("I don't know")
    play.hear("Codes expire after two days.", "The second one.")
    assert briefed == [None, asked]


def test_the_last_menu_is_the_closing_review() -> None:
    play = at_menu("The codes are checked in one place.", steps=("04-04", "04-05"))
    play.hear("C")
    for _ in range(4):
        if play.awaiting == "menu":
            break
        play.hear("I don't know")
    play.hear("FR-001 is only nice to have.")
    assert play.state.analysis.priority_of("FR-001") == "Could"
    assert play.awaiting == "menu"


@pytest.mark.parametrize(
    "said", ["That belongs in mail.py, not in report.py.", "It's mail.py, not report.py."]
)
def test_where_something_belongs_changes_the_plan_at_a_menu(said: str) -> None:
    planned = known(THEME, DirectChange(path="src/report.py", text="the export is in report.py"))
    code = Code(["src/mail.py", "src/report.py"])
    unasked = Ask(text="", kinds=("note",), origin="draft")
    thought, after = hear(
        said, planned, asked=unasked, kind="take_feedback", place="review", code=code, mode="steps"
    )
    assert [fact.path for fact in after.of(DirectChange)] == ["src/mail.py"]
    assert "`report.py` is out" in words(thought)


def test_a_doubtful_remark_is_kept_when_the_person_goes_on_from_the_menu() -> None:
    play = at_menu("Each code is typed by hand, which takes 5 minutes.")
    said = "Integrations that exist already keep working without a number."

    def in_doubt(text: str, *, place: str, question: str, earlier: str) -> tuple[Act, ...]:
        return (Act(kind="unsure", start=0, end=len(text), candidates=("answer", "correction")),)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hearing, "read_acts", in_doubt)
        play.hear(said)
    assert play.awaiting == "message"
    play.hear("C")
    assert said in [fact.headline for fact in play.state.analysis.facts]
    assert play.awaiting == "menu"


# -- how much is asked -----------------------------------------------------------------------------------------------------

ANSWERS = (
    "A reader picks a dark theme in the settings and keeps it on every device.",
    "The app must remember the theme of each account. The page must never flash white.",
    "When the theme cannot be loaded, the light one is shown.",
    "I don't know",
    "app/theme.py changes; app/settings.py has to be created.",
)


@pytest.mark.slow
@pytest.mark.rule("P-LOOP-14")
@pytest.mark.parametrize("answers", [ANSWERS, ("I don't know",)], ids=["talks", "knows nothing"])
def test_a_deep_session_digs_further_than_a_standard_one_and_ends_within_an_hour(
    answers: tuple[str, ...],
) -> None:
    asked = {depth: questions_of_a_session(depth, answers) for depth in (Depth.STANDARD, Depth.DEEP)}
    assert asked[Depth.STANDARD] < asked[Depth.DEEP] <= 50


def questions_of_a_session(depth: Depth, answers: tuple[str, ...]) -> int:
    mind = Interviewer()
    play = Play(
        a_state(shipped(), depth_flag=depth), lambda briefing: asyncio.run(mind.think(briefing))
    ).begin()
    for _ in range(400):
        if play.ended:
            break
        question = (play.said("question") or [""])[-1]
        replies = {"menu": "C", "confirm": "yes"}
        play.hear(replies.get(str(play.awaiting), answers[sum(question.encode()) % len(answers)]))
    assert play.ended == "completed"
    return len(play.said("question"))
