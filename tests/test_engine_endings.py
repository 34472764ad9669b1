"""The end claims no more than was done: last write, check of what is on disk, corrections, record, last words."""

import pytest

from play import NOON, Play, Progress, a_library, a_state, a_step, plain_mind, plain_reader, shipped
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.engine.events import CrossCheckDue, DocumentsDue
from roundtable.engine.finishing import CHECKING, CONSISTENT
from roundtable.engine.hearing import REVIEW
from roundtable.engine.inputs import NoteCrossCheck
from roundtable.engine.place import Headless, InConversation
from roundtable.facts import AnyFact, Decision, DirectChange, OpenQuestion, Requirement
from roundtable.facts.evidence import CodeAnchor, Quote

__all__ = ["plain_reader"]


def to_the_review(briefing: Briefing) -> Thought:
    """Has nothing to ask: to the closing question at once."""
    thought = plain_mind(briefing)
    if briefing.task.kind in {"open_conversation", "converse"}:
        return thought.model_copy(update={"question": Ask(text="", about=REVIEW)})
    return thought


def at_review(*facts: AnyFact) -> Play:
    analysis = Analysis(slug="discount-codes", turns=(Turn(number=0, text="Add codes."),), facts=facts)
    return Play(a_state(shipped(), mode="conversation", analysis=analysis), to_the_review).begin()


@pytest.mark.rule("L-XCHK-01", "L-XCHK-06", "T-ANL-03")
def test_the_check_comes_after_the_last_write_and_its_good_news_after_it() -> None:
    play = at_review().hear("that's all")
    kinds = [event.kind for event in play.latest if isinstance(event, DocumentsDue | CrossCheckDue)]
    assert kinds == ["documents_due", "cross_check_due"]
    assert play.said(latest=True) == [
        CHECKING,
        CONSISTENT,
        "Analysis complete. discount-codes is ready to build.",
        "The page to read: docs/requirements/discount-codes/README.md",
    ]
    assert play.state.progress.phases_completed == ANALYSIS_PHASES


@pytest.mark.rule("L-DONE-02")
def test_the_review_names_the_documents_with_what_is_in_them_and_how_sure_it_is() -> None:
    said = (Quote(turn=1, start=0, end=1, text="x"),)
    facts = (
        Requirement(id="FR-001", title="a", text="It logs codes.", evidence=said),
        DirectChange(id="DC-001", path="a.py", evidence=(CodeAnchor(path="a.py"),)),
    )
    (summary,) = at_review(*facts).said("summary")
    assert summary.startswith(
        "Drafted: impact-analysis.md (1 file): confidence Low; requirements-spec.md (1 requirement): confidence High. "
    )
    assert "architecture-overview.md" in summary
    assert "\n" not in summary


@pytest.mark.rule("L-XCHK-06")
def test_what_writing_once_more_puts_right_is_reported_and_written() -> None:
    play = at_review()
    play.found = NoteCrossCheck(at=NOON, corrected=("FR-009 is named and not defined.",))
    play.hear("that's all")
    kinds = [event.kind for event in play.latest if isinstance(event, DocumentsDue | CrossCheckDue)]
    assert kinds == ["documents_due", "cross_check_due", "documents_due"]
    assert "Found 1 inconsistency. FR-009 is named and not defined. All corrected." in play.said(latest=True)
    assert CONSISTENT not in play.said(latest=True)
    assert "Analysis complete. discount-codes is ready to build." in play.said("summary", latest=True)


@pytest.mark.rule("L-ERR-03", "L-XCHK-07")
def test_an_error_that_is_left_makes_it_a_draft_with_what_to_do() -> None:
    play = at_review()
    play.found = NoteCrossCheck(at=NOON, left=("FR-009 is named and not defined.",), errors=1)
    play.hear("that's all")
    kinds = [event.kind for event in play.latest if isinstance(event, DocumentsDue | CrossCheckDue)]
    assert kinds == ["documents_due", "cross_check_due", "documents_due"], "the headers say so, too"
    assert CONSISTENT not in play.said(latest=True)
    assert play.said(latest=True)[1:] == [
        "Analysis complete with 1 known issue: FR-009 is named and not defined.",
        "Draft: 1 error. To see what is wrong: roundtable check discount-codes",
        "The page to read: docs/requirements/discount-codes/README.md",
    ]


def test_a_question_that_blocks_the_build_makes_it_a_draft_and_others_do_not() -> None:
    harmless = OpenQuestion(id="OQ-001", text="Is it a Must?")
    assert "ready to build" in at_review(harmless).hear("that's all").said("summary", latest=True)[0]
    blocking = OpenQuestion(id="OQ-002", text="Who may redeem a code?", blocks=True)
    assert at_review(harmless, blocking).hear("that's all").said("summary", latest=True)[0] == (
        "Draft: 1 open point. To be answered first: Who may redeem a code?"
    )


@pytest.mark.rule("L-EXIT-02", "X-69", "X-90")
def test_an_early_end_is_checked_too_names_the_gaps_and_counts_no_phase_that_is_not_ready() -> None:
    play = Play(a_state(shipped(), mode="conversation")).begin().hear("that's enough", "yes")
    assert any(isinstance(event, CrossCheckDue) for event in play.latest)
    (due,) = [event for event in play.latest if isinstance(event, DocumentsDue)]
    assert (due.early, due.final) == (True, False)
    (verdict, _page) = play.said("summary", latest=True)
    assert verdict.startswith("Draft. Not covered: ")
    assert "problem discovery" in verdict
    assert "Gaps and Assumptions" in verdict
    assert play.state.progress.phases_completed == ()


@pytest.mark.rule("L-META-04", "X-49")
def test_a_topic_that_was_declined_keeps_its_phase_open() -> None:
    play = at_review()
    declined = play.state.analysis.changed(declined=("architecture",))
    play.state = play.state.model_copy(update={"analysis": declined})
    play.hear("that's all")
    assert "03-architecture" not in play.state.progress.phases_completed
    assert "01-requirements" in play.state.progress.phases_completed
    assert play.said("summary", latest=True)[0].startswith("Draft.")


@pytest.mark.rule("P-BND-02")
def test_in_steps_the_last_phase_is_checked_before_it_is_called_ready() -> None:
    done = Progress(phases_completed=ANALYSIS_PHASES[:4])
    play = Play(a_state(a_library(a_step("04-01", persona="system-designer")), progress=done)).begin()
    play.found = NoteCrossCheck(at=NOON, errors=2)
    play.hear("It has one part.", "c")
    assert play.said("summary", latest=True)[0] == (
        "Phase 04 (Design) complete. Draft: 2 errors. To see what is wrong: roundtable check discount-codes"
    )
    assert CHECKING not in play.said(), "no hand-over to announce in steps"
    assert play.ended == "completed"


def test_proposals_that_were_read_back_and_not_objected_to_stand() -> None:
    theirs = (Quote(turn=1, start=0, end=8, text="one file"),)
    chosen = Decision(id="ADR-0001", title="one file", choice="one file", evidence=theirs)
    weighed = Decision(id="ADR-0002", title="two files", choice="two files", evidence=theirs)
    nobodys = Decision(id="ADR-0003", title="a cache", choice="a cache", evidence=(CodeAnchor(path="a.py"),))
    still_open = OpenQuestion(id="OQ-001", text="Is two files better?")
    play = at_review(chosen, weighed, nobodys, still_open).hear("no")
    assert [one.status for one in play.state.analysis.of(Decision)] == ["Accepted", "Proposed", "Proposed"]


@pytest.mark.rule("T-ANL-01", "X-76")
def test_a_finished_item_can_be_changed_although_nothing_has_to_be_done() -> None:
    finished = Progress(phases_completed=ANALYSIS_PHASES)
    play = Play(a_state(shipped(), mode="conversation", progress=finished), to_the_review).begin()
    assert play.said()[-2:] == [
        "Analysis is already complete and current. Nothing to do.",
        "Is there something you would like to change in it?",
    ]
    play.hear("Codes expire after a year.")
    assert [fact.headline for fact in play.state.analysis.facts] == ["Codes expire after a year."]
    assert play.said(latest=True)[0] == "Noted. What else?"
    assert play.hear("that's all").ended == "completed"
    for word in ("no", "", "quit", "that's all"):
        left = (
            Play(a_state(shipped(), mode="conversation", progress=finished), to_the_review).begin().hear(word)
        )
        assert left.ended is not None
        assert left.state.analysis.facts == ()


@pytest.mark.rule("T-ANL-01")
def test_where_the_code_moved_on_a_finished_item_is_gone_through_again_or_left() -> None:
    finished = Progress(phases_completed=ANALYSIS_PHASES)
    state = a_state(shipped(), mode="conversation", progress=finished, head_moved=2)
    play = Play(state, to_the_review).begin()
    assert play.said("question") == ["Codebase has changed since analysis (2 commits). Re-run analysis?"]
    assert Play(state, to_the_review).begin().hear("no").ended == "completed"
    play.hear("yes")
    assert play.state.progress.phases_completed == ()
    assert isinstance(play.state.place, InConversation)


@pytest.mark.rule("L-META-11", "L-ERR-01", "L-ERR-02")
def test_where_the_code_moved_on_an_unfinished_item_goes_on_after_a_warning() -> None:
    state = a_state(shipped(), mode="conversation", resumed=True, head_moved=2)
    play = Play(state, to_the_review).begin()
    assert play.said("notice")[-1] == (
        "Warning: the code has changed by 2 commits since the analysis. Impact: files named in the documents may have "
        "changed. Recovery: what the talk touches is looked up anew."
    )
    assert play.awaiting == "message"


def test_what_is_told_instead_of_a_yes_or_no_to_going_through_it_again_is_taken_in() -> None:
    finished = Progress(phases_completed=ANALYSIS_PHASES)
    state = a_state(shipped(), mode="conversation", progress=finished, head_moved=2)
    play = Play(state, to_the_review).begin().hear("Codes expire after a year.")
    assert [fact.headline for fact in play.state.analysis.facts] == ["Codes expire after a year."]


def test_a_session_that_was_cut_off_while_finishing_finishes_when_it_is_opened_again() -> None:
    play = at_review()
    from roundtable.engine.decide import decide
    from roundtable.engine.fold import fold_all
    from roundtable.engine.inputs import Hear

    cut = fold_all(play.state, decide(play.state, Hear(at=NOON, text="that's all")))
    again = Play(cut.model_copy(update={"resumed": True, "wanted": None}), to_the_review).begin()
    assert again.ended == "completed"
    assert "Analysis complete. discount-codes is ready to build." in again.said("summary")


def test_a_headless_run_that_was_cut_off_after_its_last_phase_still_writes_checks_and_ends() -> None:
    place = Headless(phase_key=ANALYSIS_PHASES[-1])
    done = Progress(phases_completed=ANALYSIS_PHASES)
    state = a_state(shipped(), mode="steps", headless=True, resumed=True, place=place, progress=done)
    again = Play(state, plain_mind).begin()
    assert [event.kind for event in again.latest if isinstance(event, DocumentsDue | CrossCheckDue)] == [
        "documents_due",
        "cross_check_due",
    ]
    assert again.ended == "completed"
