"""What a phase starts from and stays with: its persona, its depth, its steps, and nothing of the phase before."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import (
    Play,
    Progress,
    QuickScan,
    a_library,
    a_state,
    a_step,
    in_menu_of,
    plain_mind,
    plain_reader,
    shipped,
)
from roundtable.analysis.phases import ANALYSIS_PHASES, Depth
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.engine.briefing import Briefing, Thought
from roundtable.engine.events import DocumentsDue, PhaseRecorded, StepRecorded
from roundtable.engine.place import InConversation

__all__ = ["plain_reader"]


TWO_PHASES = a_library(
    a_step("01-01"),
    a_step("01-02"),
    a_step("02-01", persona="solutions-architect", outputs=("impact-analysis.md",)),
    a_step("02-02", persona="solutions-architect", outputs=("impact-analysis.md",)),
)
SCANNED = Progress(phases_completed=("00-quick-scan",))


@pytest.mark.rule("P-MAP-06")
def test_one_persona_does_all_the_thinking_of_a_phase() -> None:
    thinkers: dict[str, set[str]] = {}

    def listen(briefing: Briefing) -> Thought:
        if briefing.task.kind not in {"frame", "contribute", "synthesise"}:
            thinkers.setdefault(briefing.phase_key, set()).add(briefing.persona.key)
        return plain_mind(briefing)

    play = Play(a_state(TWO_PHASES, progress=SCANNED), listen).begin()
    play.hear("an answer", "e", "done", "c", "an answer", "c", "an answer", "a remark", "c", "an answer")
    assert thinkers == {
        "01-requirements": {"business-analyst"},
        "02-impact-analysis": {"solutions-architect"},
    }


@pytest.mark.rule("P-MAP-08", "P-META-14")
@settings(max_examples=25)
@given(
    st.lists(
        st.text(min_size=1, max_size=30).filter(lambda text: len(text.strip()) > 1), min_size=2, max_size=2
    )
)
def test_a_phase_begins_the_same_whether_the_one_before_was_held_in_this_session_or_in_another(
    answers: list[str],
) -> None:

    heard: list[Briefing] = []

    def listen(briefing: Briefing) -> Thought:
        if briefing.phase_key == "02-impact-analysis":
            heard.append(briefing)
        return plain_mind(briefing)

    held = Play(a_state(TWO_PHASES, progress=SCANNED), listen).begin()
    for answer in answers:
        held.hear(f"Well, {answer} it is", "c")
    here = list(heard)
    assert held.awaiting == "answer"
    heard.clear()
    # What a later session finds on disk: the facts, without the question that is only open in this one.
    known = held.state.analysis.changed(
        answered=tuple(text for text in held.state.analysis.answered if text != "What about 02-01?")
    )
    fresh = a_state(TWO_PHASES, analysis=known, progress=held.state.progress, resumed=True)
    came_back = Play(fresh, listen).begin()
    assert came_back.awaiting == "answer"
    _commands, *greeted = came_back.said()
    assert greeted == held.said()[-len(greeted) :]
    assert here == heard


@pytest.mark.rule("P-LOOP-06", "P-LOOP-07")
@pytest.mark.parametrize(
    ("own", "overrides", "quick_scan", "asked"),
    [
        (Depth.DEEP, {}, QuickScan(), "Standard?"),
        (Depth.DEEP, {"01-requirements": "deep"}, QuickScan(), "Deep?"),
        (Depth.BRIEF, {"02-impact-analysis": "deep"}, QuickScan(), "Standard?"),
        (Depth.STANDARD, {}, QuickScan(scope="large", file_count=20, complexity="high"), "Deep?"),
        (
            Depth.STANDARD,
            {"01-requirements": "standard"},
            QuickScan(scope="large", file_count=20, complexity="high"),
            "Standard?",
        ),
    ],
)
def test_a_step_runs_at_the_override_of_its_phase_else_at_the_depth_of_the_phase(
    own: Depth, overrides: dict[str, str], quick_scan: QuickScan, asked: str
) -> None:
    step = a_step("01-01", depth=own, standard="1. Standard?", deep="1. Deep?")
    progress = Progress(phases_completed=("00-quick-scan",), depth_overrides=overrides)
    play = Play(a_state(a_library(step), progress=progress, quick_scan=quick_scan)).begin()
    assert play.said("question") == [asked]


@pytest.mark.rule("P-LOOP-07", "P-STEP-26")
def test_a_missing_section_is_replaced_by_standard_and_that_by_the_whole_body() -> None:
    whole = a_step("01-01", standard=None, body="Talk about money.\n\n1. What does it cost?")
    assert whole.section(Depth.DEEP) == whole.body
    some = a_step("01-01", standard="1. Why?", body="Anything.")
    assert some.section(Depth.BRIEF) == some.section(Depth.DEEP) == "1. Why?"
    progress = Progress(phases_completed=("00-quick-scan",), depth_overrides={"01-requirements": "deep"})
    play = Play(a_state(a_library(whole), progress=progress)).begin()
    assert play.said("question") == ["What does it cost?"]
    assert play.said("notice")[1:] == ["Running Phase 01 (Requirements)..."]


@pytest.mark.rule("P-LOOP-13")
def test_ids_that_no_step_has_do_not_disturb_the_loop() -> None:
    progress = Progress(
        phases_completed=("00-quick-scan",), steps_completed=("01-99", "nonsense", "", "01-01")
    )
    play = Play(a_state(TWO_PHASES, progress=progress)).begin()
    assert play.said("header") == ["Maya Chen (Business Analyst) -- Step 01-02: Step 01-02"]


@pytest.mark.rule("P-DEPTH-18")
@pytest.mark.parametrize("text", ["", "# Quick scan\n\nnothing of use\n", "\0\x01", "Scope: enormous\n"])
def test_a_quick_scan_that_says_nothing_is_unknown_and_the_depth_stays_standard(text: str) -> None:
    read = read_quick_scan(text)
    assert (read.scope, read.file_count, read.complexity) == ("unknown", 0, "unknown")
    play = in_menu_of("01-01", progress=SCANNED, quick_scan=read)
    assert play.state.depth is Depth.STANDARD
    assert play.state.progress.depth_overrides == {}


@pytest.mark.rule("P-INP-03", "P-INP-04", "P-INP-01")
@pytest.mark.parametrize(("typed", "skips"), [("S", True), (" s ", True), ("skip", False), ("S.", False)])
def test_the_letter_alone_skips(typed: str, skips: bool) -> None:
    play = in_menu_of("01-01", progress=SCANNED).hear(typed)
    assert (play.state.progress.steps_skipped == ("01-02",)) is skips
    assert any(isinstance(event, PhaseRecorded) for event in play.latest) is skips


@pytest.mark.rule("P-INP-04")
def test_at_a_menu_letters_come_first_then_depth_then_feedback() -> None:
    play = in_menu_of("01-01", progress=SCANNED)
    play.hear("go deeper")
    assert play.said("acknowledgement", latest=True)[0] == "Got it, switching to thorough mode."
    assert play.state.progress.depth_overrides == {"01-requirements": "deep"}
    feedback = in_menu_of("01-01", progress=SCANNED).hear("Search must be fast")
    assert feedback.said("acknowledgement", latest=True) == ["Noted."]
    assert feedback.state.progress.depth_overrides == {}
    assert feedback.menus(latest=True)


@pytest.mark.rule("P-DEL-04")
def test_a_phase_is_over_when_its_steps_are_recorded_and_its_documents_written() -> None:
    play = Play(a_state(TWO_PHASES, progress=SCANNED)).begin().hear("one", "c", "two", "c")
    recorded = [event.step_id for event in play.events if isinstance(event, StepRecorded)]
    assert recorded == ["01-01", "01-02"]
    assert any(
        isinstance(event, DocumentsDue) and "requirements-spec.md" in event.names for event in play.events
    )
    assert play.state.progress.phases_completed == ANALYSIS_PHASES[:2]


@pytest.mark.rule("E-NFR-02")
@pytest.mark.parametrize("typed", ["c", "s", "The codes come from marketing."])
def test_a_menu_answers_the_same_after_a_discussion_as_before_it(typed: str) -> None:
    without = in_menu_of("01-01", progress=SCANNED).hear(typed)
    after = in_menu_of("01-01", progress=SCANNED).hear("e", "done", typed)
    assert after.said(latest=True) == without.said(latest=True)
    assert after.menu == without.menu
    assert after.awaiting == without.awaiting
    assert after.state.progress.steps_completed == without.state.progress.steps_completed
    assert after.state.progress.phases_completed == without.state.progress.phases_completed


@pytest.mark.rule("L-CONV-09")
@settings(max_examples=20)
@given(
    st.lists(
        st.sampled_from(["E", "e", "[E]", "C", "s", "elaborate", "yes", "Shop owners lose sales"]), max_size=6
    )
)
def test_a_conversation_never_opens_a_discussion_and_leaves_its_records_alone(lines: list[str]) -> None:
    record = {"step_id": "01-01", "turn_count": 4}
    progress = Progress(elaborations=(record,), elaboration_config={"max_turns": 5})
    play = Play(a_state(shipped(), mode="conversation", progress=progress)).begin().hear(*lines)
    assert not play.menus()
    assert not any("ELABORATION" in text for text in play.said())
    assert isinstance(play.state.place, InConversation) or play.ended
    assert play.state.progress.elaborations == (record,)
    assert play.state.progress.elaboration_config == {"max_turns": 5}


@pytest.mark.rule("E-ENTRY-09", "P-MAP-05")
def test_an_unknown_phase_is_led_by_maya() -> None:
    assert shipped().persona_of_phase("07-deployment").key == "business-analyst"
    step = a_step("01-01", phase_key="07-deployment", persona="solutions-architect")
    play = in_menu_of("01-01", progress=SCANNED)
    play.state = play.state.changed(library=a_library(step), phase_key="07-deployment")
    play.hear("e")
    assert (
        "Bringing Alex Rivera (Solutions Architect) and Jordan Park"
        in play.said("announcement", latest=True)[0]
    )
    assert play.said("contribution", latest=True)[0].startswith(
        "Maya Chen (Business Analyst): We just covered"
    )


@pytest.mark.rule("E-ENTRY-10")
def test_a_discussion_about_a_step_that_is_gone_says_so_and_shows_the_menu_again() -> None:
    play = in_menu_of("01-01", progress=SCANNED)
    menu = play.menu
    play.state = play.state.model_copy(update={"library": a_library(a_step("01-02"))})
    play.hear("e")
    assert play.said("notice", latest=True) == [
        "I could not load the step context for elaboration. Let me continue with the normal menu."
    ]
    assert play.menu == menu
    assert play.awaiting == "menu"
