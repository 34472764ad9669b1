"""The stepped protocol, word for word."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import (
    NOON,
    Play,
    Progress,
    QuickScan,
    Thinker,
    a_library,
    a_state,
    a_step,
    in_menu_of,
    kinds,
    plain_mind,
    plain_reader,
    shipped,
)
from roundtable.analysis.content import Step
from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES, Depth
from roundtable.engine.briefing import Briefing, Thought
from roundtable.engine.decide import decide
from roundtable.engine.events import DocumentsDue, Heard, MenuShown, ProgressDue, Said, StepRecorded
from roundtable.engine.inputs import Hear, NoteDocuments, NoteProgress, Pause, TakeThought
from roundtable.engine.place import AtMenu, AtStart, InStep
from roundtable.facts import OpenQuestion

__all__ = ["plain_reader"]


LAST_WORDS = "Phase 04 (Design) complete. Analysis complete. discount-codes is ready to build."
STEP_MENU = """---
[E] Elaboration Mode -- bring all perspectives to discuss this topic
[C] Continue -- move to the next step
[S] Skip remaining steps in this phase
Or type naturally to provide feedback.
---"""


@pytest.mark.rule("P-SESS-06", "P-BND-04", "P-LOOP-08", "P-SESS-13")
def test_a_new_session_runs_the_phase_greets_shows_the_header_and_asks() -> None:
    play = Play(a_state(a_library(a_step("00-01", title="Scope Estimation"), a_step("00-02")))).begin()
    assert play.said() == [
        "Plain words are fine. Also: /help /undo /status /show /quit /done /deeper /shorter",
        "Running Phase 00 (Quick Scan)...",
        "Maya Chen: Hi, I'm Maya, your Business Analyst. I'll be guiding you through quick scope estimation. "
        "Let's get started.",
        "Maya Chen (Business Analyst) -- Step 00-01: Scope Estimation",
        "What about 00-01?",
    ]
    assert play.awaiting == "answer"


@pytest.mark.rule("P-MENU-01", "P-MENU-05", "P-PROG-01")
def test_after_an_answer_documents_then_record_then_meta_then_menu() -> None:
    play = in_menu_of("01-01", progress=Progress(phases_completed=("00-quick-scan",)))
    order = [
        k for k in kinds(play.latest) if k in {"documents_due", "step_recorded", "progress_due", "menu_shown"}
    ]
    assert order == ["documents_due", "step_recorded", "progress_due", "menu_shown"]
    assert play.menu == STEP_MENU
    assert play.awaiting == "menu"


@pytest.mark.rule("P-MENU-02", "P-MENU-04")
def test_the_last_step_of_a_phase_offers_the_next_phase_and_nothing_to_skip() -> None:
    play = Play(
        a_state(a_library(a_step("01-01")), progress=Progress(phases_completed=("00-quick-scan",)))
    ).begin()
    assert play.hear("an answer").menu == (
        "---\n[E] Elaboration Mode -- bring all perspectives to discuss this topic\n"
        "[C] Continue to Phase 02 (Impact Analysis)\nOr type naturally to provide feedback.\n---"
    )


@pytest.mark.rule("P-MENU-03", "P-BND-02", "T-ANL-03")
def test_the_very_last_step_completes_the_analysis() -> None:
    done = Progress(phases_completed=ANALYSIS_PHASES[:4])
    play = (
        Play(a_state(a_library(a_step("04-01", persona="system-designer")), progress=done))
        .begin()
        .hear("fine")
    )
    assert "[C] Complete analysis" in play.menu
    play.hear("c")
    assert play.said("summary", latest=True) == [
        LAST_WORDS,
        "The page to read: docs/requirements/discount-codes/README.md",
    ]
    assert play.ended == "completed"
    assert play.state.progress.phases_completed == ANALYSIS_PHASES


@pytest.mark.rule("P-INP-01", "P-INP-05", "P-NAT-01", "P-LOOP-12", "X-85")
@pytest.mark.parametrize("word", ["Continue", "skip", "done"])
def test_the_letter_continues_and_a_bare_command_word_earns_a_hint_and_the_same_menu(word: str) -> None:
    play = in_menu_of("01-01", progress=Progress(phases_completed=("00-quick-scan",)))
    known = play.state.analysis
    play.hear(word)
    assert play.said(latest=True) == [
        "To go on, type the single letter C. Anything else I take as feedback on this step."
    ]
    assert play.menu == STEP_MENU
    assert play.state.analysis == known, "it is filed nowhere"
    play.hear("C")
    assert play.said("header", latest=True) == ["Maya Chen (Business Analyst) -- Step 01-02: Step 01-02"]


@pytest.mark.rule("P-INP-06")
def test_menu_letters_are_ordinary_text_while_a_question_is_open() -> None:
    play = Play(
        a_state(a_library(a_step("00-01", standard="1. First?\n2. Second?"), a_step("00-02")))
    ).begin()
    play.hear("C")
    assert play.said("question", latest=True) == ["Second?"]
    assert [turn.text for turn in play.state.analysis.turns] == ["Add discount codes.", "C"]


@pytest.mark.rule("P-SKIP-01", "P-SKIP-02", "P-SKIP-03", "P-SKIP-04", "P-BND-01")
def test_skipping_writes_drafts_records_the_phase_but_not_the_steps_and_asks_before_the_next() -> None:
    play = in_menu_of("01-01", progress=Progress(phases_completed=("00-quick-scan",))).hear("s")
    assert play.said("notice", latest=True)[0] == (
        "Skipping remaining steps in this phase. I'll produce draft artifacts based on what we've discussed so far."
    )
    assert any(isinstance(event, DocumentsDue) for event in play.latest)
    assert play.state.progress.steps_completed == ("01-01",)
    assert play.state.progress.steps_skipped == ("01-02",)
    assert (
        play.said()[-1] == "Phase 01 (Requirements) complete. Continue to Phase 02 (Impact Analysis)? [Y/n]"
    )
    assert play.awaiting == "confirm"
    assert play.hear("n").ended == "paused"
    assert play.state.progress.phases_completed == ("00-quick-scan", "01-requirements")


@pytest.mark.rule("P-BND-03")
@pytest.mark.parametrize("answer", ["n", "no"])
def test_declining_stops_and_the_item_goes_on_with_the_next_phase_another_day(answer: str) -> None:
    done = Progress(phases_completed=("00-quick-scan",))
    steps = (a_step("01-01"), a_step("01-02"), a_step("02-01"))
    today = Play(a_state(a_library(*steps), progress=done)).begin().hear("x", "s", answer)
    assert today.ended == "paused"
    assert "Running Phase 02 (Impact Analysis)..." not in today.said()
    left = today.state.changed(resumed=True, wanted=None)
    another_day = Play(left).begin()
    assert another_day.said("question") == [
        "Phase 01 (Requirements) complete. Continue to Phase 02 (Impact Analysis)? [Y/n]"
    ]
    another_day.hear("y")
    assert "Running Phase 02 (Impact Analysis)..." in another_day.said("notice", latest=True)
    assert another_day.said("header", latest=True) == [
        "Maya Chen (Business Analyst) -- Step 02-01: Step 02-01"
    ]
    elsewhere = Play(left.changed(place=AtStart())).begin()
    assert elsewhere.said("header") == another_day.said("header"), "also where the place was lost"


@pytest.mark.rule("P-SESS-09", "P-SESS-10", "P-SESS-11", "P-SESS-12", "P-SESS-13", "P-SESS-17", "P-SESS-05")
def test_the_hand_off_from_maya_to_alex_comes_before_his_greeting() -> None:
    done = Progress(phases_completed=ANALYSIS_PHASES[:2], steps_completed=("01-01",))
    play = Play(a_state(a_library(a_step("02-01", persona="solutions-architect")), progress=done)).begin()
    assert play.said()[2:5] == [
        "Maya Chen has finished requirements discovery. Handing off to Alex Rivera (Solutions Architect) who will "
        "assess the impact and design the architecture.",
        "I've reviewed Maya's requirements spec. Here's what I'm working with: there are two requirements.",
        "Alex Rivera: Hi, I'm Alex, your Solutions Architect. I'll be guiding you through impact analysis. "
        "Let's get started.",
    ]
    says = [event for event in play.events if isinstance(event, Said)]
    assert says[2].persona == "solutions-architect"


@pytest.mark.rule("P-SESS-09")
def test_nobody_hands_over_where_the_persona_stays() -> None:
    done = Progress(phases_completed=("00-quick-scan",))
    play = Play(a_state(a_library(a_step("01-01")), progress=done)).begin()
    assert play.said("transition") == []


@pytest.mark.rule("P-SESS-07", "P-SESS-08", "P-SESS-02", "P-SESS-03", "P-SESS-04", "P-LOOP-01", "P-PROG-06")
def test_a_resumed_session_names_what_is_done_and_goes_on_with_the_next_step() -> None:
    steps = [
        a_step(f"01-0{n}", title=t) for n, t in enumerate(("Business Context", "User Needs", "Journeys"), 1)
    ]
    done = Progress(phases_completed=("00-quick-scan",), steps_completed=("00-01", "01-01", "01-02"))
    play = Play(a_state(a_library(*steps), progress=done, resumed=True)).begin()
    assert play.said("greeting") == [
        "Maya Chen: Welcome back. Last time we completed Business Context and User Needs. Let's pick up from Journeys."
    ]
    assert play.said("header") == ["Maya Chen (Business Analyst) -- Step 01-03: Journeys"]


@pytest.mark.rule("E-REC-01", "E-REC-02", "E-REC-03")
def test_the_greeting_recalls_at_most_the_three_latest_discussions_of_the_phase() -> None:
    records = tuple({"step_id": "01-01", "synthesis_summary": f"we settled point {n}"} for n in range(1, 6))
    elsewhere = {"step_id": "00-01", "synthesis_summary": "of another phase"}
    done = Progress(
        phases_completed=("00-quick-scan",), steps_completed=("01-01",), elaborations=(elsewhere, *records)
    )
    steps = (a_step("01-01", title="Business Context"), a_step("01-02", title="User Needs"))
    (greeting,) = Play(a_state(a_library(*steps), progress=done)).begin().said("greeting")
    recalled = "In our previous session, we also had a roundtable discussion on Business Context where we settled point"
    assert [f"{recalled} {n}." in greeting for n in range(1, 6)] == [False, False, True, True, True]
    assert greeting.endswith("Let's pick up from User Needs.")
    assert "another phase" not in greeting


@pytest.mark.rule("P-DEPTH-13", "P-DEPTH-14", "P-DEPTH-15", "P-DEPTH-16")
@pytest.mark.parametrize(
    ("quick_scan", "announced"),
    [
        (
            QuickScan(scope="small", file_count=2, complexity="low"),
            [
                "This looks straightforward. I'll keep the analysis brief -- say 'deep' if you want the full treatment."
            ],
        ),
        (QuickScan(scope="medium", file_count=9, complexity="medium"), []),
        (
            QuickScan(scope="large", file_count=30, complexity="high"),
            [
                "This is a substantial change. I'll do a thorough analysis -- say 'brief' if you want to speed things up."
            ],
        ),
    ],
)
def test_the_depth_is_announced_once_after_the_greeting(quick_scan: QuickScan, announced: list[str]) -> None:
    done = Progress(phases_completed=("00-quick-scan",))
    play = Play(
        a_state(a_library(a_step("01-01"), a_step("01-02")), progress=done, quick_scan=quick_scan)
    ).begin()
    assert play.said("announcement") == announced
    if announced:
        assert play.said().index(announced[0]) == play.said().index(play.said("greeting")[0]) + 1
    play.hear("x", "c")
    assert play.said("announcement") == announced


@pytest.mark.rule("P-DEPTH-09", "P-DEPTH-10", "P-DEPTH-11", "P-DEPTH-12", "P-META-11")
def test_an_override_in_mid_step_is_saved_at_once_and_starts_the_step_anew_at_that_depth() -> None:
    step = a_step("01-01", standard="1. Standard?", deep="1. Deep one?\n2. Deep two?")
    done = Progress(phases_completed=("00-quick-scan",))
    play = Play(a_state(a_library(step), progress=done)).begin().hear("go deeper please")
    assert play.said("acknowledgement", latest=True) == ["Got it, switching to thorough mode."]
    assert play.said("question", latest=True) == ["Deep one?"]
    assert play.state.progress.depth_overrides == {"01-requirements": "deep"}
    saved = kinds(play.latest).index("progress_due")
    assert saved < next(i for i, e in enumerate(play.latest) if isinstance(e, Said) and e.say == "question")


@pytest.mark.rule("P-DEPTH-07", "P-DEPTH-08", "X-09")
@pytest.mark.parametrize(
    ("depth", "words"),
    [
        ("deep", "deep | more detail | dig in | let's dig in | thorough | go deeper | full analysis"),
        ("brief", "brief | skip ahead | keep it short | quick | fast | summarize | just the highlights"),
    ],
)
def test_each_word_of_the_rules_changes_the_depth_of_the_phase_in_capitals_too(
    depth: str, words: str
) -> None:
    step = a_step("01-01", brief="1. Brief?", standard="1. Standard?", deep="1. Deep?")
    for word in words.split(" | "):
        for typed in (word, word.upper()):
            done = Progress(phases_completed=("00-quick-scan",))
            play = Play(a_state(a_library(step), progress=done)).begin().hear(typed)
            assert play.state.progress.depth_overrides == {"01-requirements": depth}, typed
            assert play.state.depth == depth
            assert [turn.text for turn in play.state.analysis.turns] == ["Add discount codes."], typed


def deep_in(step: Step, think: Thinker = plain_mind) -> Play:
    done = Progress(phases_completed=("00-quick-scan",))
    return Play(
        a_state(a_library(step, a_step("01-02")), progress=done, depth_flag=Depth.DEEP), think
    ).begin()


@pytest.mark.rule("P-LOOP-14")
@pytest.mark.parametrize(("standard", "most"), [(1, 2), (2, 2), (3, 3)])
def test_a_deep_step_asks_no_fewer_than_a_standard_one_and_the_rest_when_somebody_wants_it(
    standard: int, most: int
) -> None:
    deep = "\n".join(f"{number}. Deep {number}?" for number in range(1, 8))
    plain = "\n".join(f"{number}. Standard {number}?" for number in range(1, standard + 1))
    play = deep_in(a_step("01-01", standard=plain, deep=deep))
    for _ in range(most):
        assert play.awaiting == "answer"
        play.hear("an answer")
    assert play.said("question") == [f"Deep {number}?" for number in range(1, most + 1)]
    assert play.awaiting == "menu"
    assert play.hear("go deeper please").said("question", latest=True) == [f"Deep {most + 1}?"]


def test_who_has_no_answer_twice_in_a_row_is_not_asked_the_rest_of_a_deep_step() -> None:
    def think(briefing: Briefing) -> Thought:
        heard = briefing.heard.text if briefing.heard else ""
        if heard != "I don't know" or briefing.task.kind != "take_answer":
            return plain_mind(briefing)
        return Thought(facts=(OpenQuestion(text=f"{briefing.task.persona}?"),))

    text = "\n".join(f"{number}. Question {number}?" for number in range(1, 7))
    play = deep_in(a_step("01-01", standard=text, deep=text), think)
    play.hear("I don't know", "an answer", "I don't know", "I don't know")
    assert play.said("question") == [f"Question {number}?" for number in range(1, 5)]
    assert play.awaiting == "menu"


@pytest.mark.rule("P-LOOP-02", "P-LOOP-03")
def test_a_step_that_depends_on_an_unfinished_one_is_passed_over_with_a_warning() -> None:
    steps = (a_step("01-01", depends_on=("00-09",)), a_step("01-02", depends_on=("00-01",)))
    done = Progress(phases_completed=("00-quick-scan",), steps_completed=("00-01",))
    play = Play(a_state(a_library(*steps), progress=done)).begin()
    assert "Step 01-01 (Step 01-01) depends on 00-09, which is not completed. Skipping." in play.said(
        "notice"
    )
    assert play.said("header") == ["Maya Chen (Business Analyst) -- Step 01-02: Step 01-02"]
    assert "01-01" not in play.state.progress.steps_completed


@pytest.mark.rule("P-LOOP-04", "P-LOOP-05")
def test_skip_if_is_honoured_when_true_and_only_warned_about_when_it_makes_no_sense() -> None:
    steps = (a_step("01-01", skip_if="scope === 'small'"), a_step("01-02", skip_if="scope ==="))
    play = Play(
        a_state(
            a_library(*steps),
            progress=Progress(phases_completed=("00-quick-scan",)),
            quick_scan=QuickScan(scope="small", file_count=9, complexity="high"),
        )
    ).begin()
    assert play.said("header") == ["Maya Chen (Business Analyst) -- Step 01-02: Step 01-02"]
    assert "Step 01-02 has an invalid skip_if condition" in play.said("notice")


@pytest.mark.rule("P-STEP-04", "P-BND-01", "P-BND-02")
def test_phases_without_steps_are_complete_with_a_word_and_a_question_after_each() -> None:
    play = Play(a_state(a_library())).begin()
    for here, following in pairwise(PHASES):
        assert f"No step files found for phase {here.key}." in play.said("notice", latest=True)
        assert play.state.progress.phases_completed[-1] == here.key
        assert play.said(latest=True)[-1] == f"{here.label} complete. Continue to {following.label}? [Y/n]"
        play.hear("y")
    assert play.said("summary")[0] == LAST_WORDS
    assert play.ended == "completed"


@pytest.mark.rule("P-MAP-07", "P-PERS-10")
def test_a_step_may_have_a_persona_of_its_own_and_the_next_one_reverts() -> None:
    steps = (a_step("01-01", persona="system-designer"), a_step("01-02"))
    play = Play(a_state(a_library(*steps), progress=Progress(phases_completed=("00-quick-scan",)))).begin()
    play.hear("x", "c")
    assert play.said("header") == [
        "Jordan Park (System Designer) -- Step 01-01: Step 01-01",
        "Maya Chen (Business Analyst) -- Step 01-02: Step 01-02",
    ]


@pytest.mark.rule("T-ANL-01")
def test_a_finished_item_is_left_alone_or_analysed_again() -> None:
    done = Progress(phases_completed=ANALYSIS_PHASES, steps_completed=("00-01",))
    current = Play(a_state(progress=done)).begin()
    hint = "To change something in it: roundtable analyze discount-codes --conversation"
    assert current.said() == ["Analysis is already complete and current. Nothing to do.", hint]
    assert current.ended == "completed"
    faulty, _hint = Play(a_state(progress=done, open_errors=2)).begin().said()
    assert faulty == "The analysis is complete, but `roundtable check discount-codes` finds 2 errors in it."
    moved = Play(a_state(progress=done, head_moved=3)).begin()
    assert moved.said() == ["Codebase has changed since analysis (3 commits). Re-run analysis?"]
    assert [option.key for option in moved.menus()[0].options] == ["R", "C"]
    moved.hear("r")
    assert moved.state.progress.phases_completed == ()
    assert moved.state.progress.steps_completed == ()
    assert "Running Phase 00 (Quick Scan)..." in moved.said()


def without_analyst(**details: object) -> Play:
    library = shipped()
    others = tuple(agent for agent in library.agents if agent.name != "roundtable-analyst")
    return Play(a_state(library.model_copy(update={"agents": others}), **details)).begin()


@pytest.mark.rule("P-AGENT-03", "P-DEL-05", "P-BND-01", "P-BND-02")
def test_without_its_analyst_the_standard_agents_write_every_document_and_ask_between_the_phases() -> None:
    play = without_analyst()
    for here, following in pairwise(PHASES):
        assert play.state.progress.phases_completed[-1] == here.key
        assert play.said(latest=True)[-1] == f"{here.label} complete. Continue to {following.label}? [Y/n]"
        play.hear("y")
    assert play.said("summary", latest=True)[0] == LAST_WORDS
    assert play.ended == "completed"
    assert play.state.progress.phases_completed == ANALYSIS_PHASES
    assert play.state.progress.steps_completed == ()
    assert play.said("header") == []


@pytest.mark.rule("P-BND-03")
def test_without_its_analyst_declining_stops_as_well() -> None:
    play = without_analyst()
    assert play.awaiting == "confirm"
    play.hear("n")
    assert play.ended == "paused"
    assert play.state.progress.phases_completed == ("00-quick-scan",)


@pytest.mark.rule("P-BND-02")
def test_where_nobody_is_there_nothing_is_asked_and_the_last_words_are_the_same() -> None:
    play = without_analyst(headless=True)
    assert play.said("question") == []
    assert play.said("summary")[0] == LAST_WORDS
    assert play.ended == "completed"


@pytest.mark.rule("P-ART-10", "P-PROG-07", "P-PROG-03", "L-ERR-01")
def test_a_document_that_cannot_be_written_leaves_the_step_unrecorded_and_pauses() -> None:
    state = a_state(a_library(a_step("00-01")))
    play = Play(state).begin()
    events = decide(play.state, Hear(at=NOON, text="an answer"))
    from roundtable.engine.fold import fold_all

    thinking = fold_all(play.state, events)
    writing = fold_all(thinking, decide(thinking, TakeThought(at=NOON, thought=Thought())))
    stopped = decide(
        writing, NoteDocuments(at=NOON, failure="Could not write requirements-spec.md (disk full).")
    )
    assert not any(isinstance(event, StepRecorded) for event in stopped)
    assert stopped[-1].model_dump()["status"] == "paused"
    assert stopped[-1].model_dump()["failed"] is True


@pytest.mark.rule("P-PROG-02", "P-PROG-06", "P-SESS-04")
def test_a_session_cut_off_at_a_menu_goes_on_with_the_first_step_that_is_not_done() -> None:
    play = in_menu_of("01-01", progress=Progress(phases_completed=("00-quick-scan",)))
    assert isinstance(play.state.place, AtMenu)
    again = Play(play.state.model_copy(update={"resumed": True, "wanted": None})).begin()
    assert again.said("header") == ["Maya Chen (Business Analyst) -- Step 01-02: Step 01-02"]
    assert again.awaiting == "answer"


@pytest.mark.rule("P-SESS-04")
def test_a_step_that_was_opened_again_and_left_is_not_where_the_next_session_starts() -> None:
    steps = tuple(a_step(f"01-0{n}", standard=f"1. One of {n}?\n2. Two of {n}?") for n in (1, 2, 3))
    done = Progress(phases_completed=("00-quick-scan",), steps_completed=("01-01",))
    play = Play(a_state(a_library(*steps), progress=done)).begin().hear("one")
    place = play.state.place
    assert isinstance(place, InStep)
    left = place.model_copy(update={"step_id": "01-01"})
    again = Play(play.state.model_copy(update={"resumed": True, "wanted": None, "place": left})).begin()
    assert again.said("header") == ["Maya Chen (Business Analyst) -- Step 01-02: Step 01-02"]


def test_a_session_cut_off_in_mid_step_asks_the_same_question_again() -> None:
    step = a_step("01-01", standard="1. First?\n2. Second?\n3. Third?")
    play = (
        Play(a_state(a_library(step), progress=Progress(phases_completed=("00-quick-scan",))))
        .begin()
        .hear("one")
    )
    again = Play(play.state.model_copy(update={"resumed": True, "wanted": None})).begin()
    assert again.said("question") == ["Second?"]
    assert again.hear("two").said("question", latest=True) == ["Third?"]


def test_an_answer_that_was_still_being_thought_about_is_not_lost() -> None:
    play = Play(a_state(a_library(a_step("00-01")))).begin()
    events = decide(play.state, Hear(at=NOON, text="the answer"))
    from roundtable.engine.fold import fold_all

    cut = fold_all(play.state, events)
    assert isinstance(cut.place, InStep)
    again = Play(cut.model_copy(update={"resumed": True, "wanted": None})).begin()
    assert [fact.headline for fact in again.state.analysis.facts] == ["the answer"]
    assert again.menus()


@pytest.mark.rule("P-LOOP-09")
def test_unmet_criteria_lead_to_questions_and_never_to_a_wall() -> None:
    from play import plain_mind
    from roundtable.engine.briefing import Ask, Briefing

    def asking(briefing: Briefing) -> Thought:
        if briefing.task.kind == "ask_again":
            return Thought(question=Ask(text=f"And {briefing.task.criterion}?", kinds=("user_type",)))
        return plain_mind(briefing)

    step = a_step("00-01", validation="- A user is named. <!-- user_type -->")
    play = Play(a_state(a_library(step, a_step("00-02"))), asking).begin().hear("It is for the shop.")
    assert play.said("question", latest=True) == ["And A user is named.?"]
    assert play.hear("I don't know").menu == STEP_MENU


@pytest.mark.rule("P-LOOP-09", "X-82")
def test_each_requirement_without_a_check_is_asked_about_once_however_many_there_are() -> None:
    from play import plain_mind
    from roundtable.engine.briefing import Ask, Briefing
    from roundtable.facts import Requirement

    def asking(briefing: Briefing) -> Thought:
        unchecked = [
            fact
            for fact in briefing.analysis.of(Requirement)
            if f"criterion: {fact.id}" not in briefing.analysis.answered
        ]
        if briefing.task.kind == "ask_again" and unchecked:
            text = f"How does one see that {unchecked[0].id} holds?"
            return Thought(question=Ask(text=text, kinds=("criterion",), about=unchecked[0].id))
        if briefing.task.kind == "open_step":
            return Thought(facts=tuple(Requirement(title=f"r{n}", text=f"It does {n}.") for n in range(6)))
        return plain_mind(briefing)

    step = a_step("00-01", validation="- Each has a check. <!-- criterion:per requirement -->")
    play = Play(a_state(a_library(step, a_step("00-02"))), asking).begin().hear("It is for the shop.")
    for _ in range(5):
        play.hear("I don't know")
    assert [text[-15:] for text in play.said("question")[1:]] == [
        f"at FR-00{n} holds?"[-15:] for n in range(1, 7)
    ]
    assert play.hear("I don't know").menu == STEP_MENU


def test_blank_input_is_answered_and_nothing_moves() -> None:
    play = Play(a_state(a_library(a_step("00-01"), a_step("00-02")))).begin()
    before = play.state.place
    play.hear("   ")
    assert play.state.place == before
    assert play.awaiting == "answer"
    play.hear("x").hear("")
    assert play.menu == STEP_MENU


def test_back_to_an_earlier_step_opens_it_again_and_continue_goes_on_from_there() -> None:
    steps = tuple(a_step(f"01-0{n}", title=f"Title {n}") for n in (1, 2, 3))
    play = Play(a_state(a_library(*steps), progress=Progress(phases_completed=("00-quick-scan",)))).begin()
    play.hear("one", "c", "two", "back to 01-01")
    assert play.said("header", latest=True) == ["Maya Chen (Business Analyst) -- Step 01-01: Title 1"]
    play.hear("c")
    assert play.said("header", latest=True) == ["Maya Chen (Business Analyst) -- Step 01-03: Title 3"]


@pytest.mark.rule("P-DEPTH-10")
def test_the_depth_flag_is_an_override_for_every_phase_that_is_entered() -> None:
    steps = (a_step("00-01"), a_step("01-01"))
    play = Play(a_state(a_library(*steps), depth_flag=Depth.DEEP)).begin().hear("x", "c", "y")
    assert play.state.progress.depth_overrides == {"00-quick-scan": "deep", "01-requirements": "deep"}


LINES = st.one_of(
    st.sampled_from(
        [
            "C",
            "c",
            "E",
            "e",
            "S",
            "s",
            "",
            " ",
            "y",
            "n",
            "done",
            "back",
            "deep",
            "brief",
            "yes",
            "R",
            "back to 01-01",
            "Alex, what breaks?",
            "you all?",
            "wrap up",
            "I don't know",
            "let's keep it short",
        ]
    ),
    st.text(max_size=40),
)


@settings(max_examples=120, deadline=None)
@given(st.lists(LINES, max_size=25))
@pytest.mark.rule(
    "P-MENU-05", "P-PROG-04", "P-LOOP-11", "P-META-13", "E-LOOP-08", "E-FSM-01", "E-FSM-02", "E-STATE-05"
)
def test_whatever_is_typed_the_protocol_holds(lines: list[str]) -> None:
    """No menu before persistence, no id twice, ascending steps, the turn limit kept, one request at a time."""
    steps = tuple(a_step(f"0{p}-0{n}") for p in range(2) for n in (1, 2, 3))
    play = Play(a_state(a_library(*steps))).begin()
    for line in lines:
        if play.ended:
            break
        play.hear(line)
        requests = [e for e in play.latest if e.kind in {"awaited", "ended"}]
        assert len(requests) == 1
        assert play.latest[-1] is requests[0]
    recorded = [event.step_id for event in play.events if isinstance(event, StepRecorded)]
    assert len(play.state.progress.steps_completed) == len(set(play.state.progress.steps_completed))
    assert set(recorded) == set(play.state.progress.steps_completed)
    for index, event in enumerate(play.events):
        if isinstance(event, MenuShown):
            before = [e for e in play.events[:index] if e.kind in {"progress_due", "step_recorded"}]
            assert [e.kind for e in before[-2:]] != ["progress_due", "step_recorded"]
    for record in play.state.progress.elaborations:
        assert 0 < record["turn_count"] <= 10
        assert record["step_id"] in play.state.progress.steps_completed
    heard = [event.text for event in play.events if isinstance(event, Heard)]
    assert all(turn.text in heard for turn in play.state.analysis.turns[1:])


def test_an_input_that_fits_nowhere_is_refused_and_changes_nothing() -> None:
    play = Play(a_state(a_library(a_step("00-01"), a_step("00-02")))).begin()
    events = decide(play.state, NoteProgress(at=NOON))
    assert kinds(events) == ["input_refused", "awaited"]
    assert kinds(decide(play.state, Pause(at=NOON))) == ["ended"]
    assert isinstance(play.state.wanted, object)
    assert not any(isinstance(event, ProgressDue) for event in events)


def test_a_question_that_need_not_be_asked_is_left_out_and_its_step_is_not() -> None:
    step = a_step(
        "01-01", standard="1. What is it for?\n2. Who is told?", body="1. What is it for?\n2. Who is told?"
    )

    def think(briefing: Briefing) -> Thought:
        return plain_mind(briefing).changed(answered=tuple(ask.text for ask in briefing.pending))

    done = Progress(phases_completed=("00-quick-scan",))
    play = (
        Play(a_state(a_library(step, a_step("01-02")), progress=done), think).begin().hear("It saves time.")
    )
    assert play.said("question") == ["What is it for?"]
    assert play.state.progress.steps_completed == ("01-01",)
    assert play.awaiting == "menu"
