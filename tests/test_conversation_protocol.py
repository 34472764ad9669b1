"""The conversation as a protocol, whoever thinks: when documents come, when it steers, how it ends and is taken up again."""

import pytest

from play import Play, Progress, a_state, plain_mind, plain_reader, shipped
from rehearsal import Rehearsal
from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.engine.briefing import Ask, Briefing, Contribution, Thought
from roundtable.engine.events import (
    AnyEvent,
    CrossCheckDue,
    DocumentsDue,
    PhaseRecorded,
    ProgressDue,
    Said,
    SessionOpened,
)
from roundtable.engine.finishing import CHECKING
from roundtable.engine.leaving import OFFER
from roundtable.engine.place import InConversation
from roundtable.engine.thresholds import documents_at_end
from test_conversation_properties import FOUND

__all__ = ["plain_reader"]

CODE = "Let customers redeem one discount code at checkout"
ANSWERS = (
    "Customers lose their discount when the page is reloaded, about 40 times a week; support re-enters it by hand.",
    "Customers at the checkout, and support agents who correct orders.",
    "A customer enters a code, sees the new total, pays, and the order keeps the code. "
    "An expired code must show an error. Every redemption must be logged with the order number.",
)


def a_whole_talk() -> Rehearsal:
    """From the first word to the review and the end, with answers and agreement."""
    table = Rehearsal(CODE, scan=FOUND)
    table.begin()
    for text in (*ANSWERS, *[""] * 20):
        if table.ended is not None:
            break
        spare = "yes" if "Does that fit" in table.question else "nothing"
        table.hear(text or (spare if "finalize" in table.question or spare == "yes" else "I don't know"))
    assert table.ended is not None
    return table


@pytest.fixture(scope="module")
def whole() -> Rehearsal:
    return a_whole_talk()


def at(events: list[AnyEvent], kind: type[AnyEvent]) -> list[int]:
    return [index for index, event in enumerate(events) if isinstance(event, kind)]


@pytest.mark.rule("L-MODE-01", "L-DISP-02")
def test_one_session_holds_all_three_voices_and_writes_every_document_that_is_due(whole: Rehearsal) -> None:
    assert len(at(whole.events, SessionOpened)) == 1
    voices = {event.persona for event in whole.events if isinstance(event, Said) and event.persona}
    assert voices == {persona.key for persona in shipped().personas}
    assert len(at(whole.events, CrossCheckDue)) == 1, "one validation, at the end"
    assert set(whole.state.analysis.written) == set(documents_at_end(whole.state.analysis))
    assert set(whole.state.progress.phases_completed) == set(ANALYSIS_PHASES)


@pytest.mark.rule("L-XCHK-01")
def test_the_check_is_announced_word_for_word_before_it_is_made(whole: Rehearsal) -> None:
    (checked,) = at(whole.events, CrossCheckDue)
    announced = next(
        index
        for index, event in enumerate(whole.events)
        if isinstance(event, Said) and event.text == CHECKING
    )
    assert announced < checked
    assert CHECKING == (
        "Before we wrap up, I'm having Alex and Jordan verify their artifacts are consistent with the final "
        "requirements."
    )


@pytest.mark.rule("L-THR-10", "L-THR-12")
def test_documents_come_unasked_each_when_it_is_ready_and_again_when_something_is_new(
    whole: Rehearsal,
) -> None:
    due = [event for event in whole.events if isinstance(event, DocumentsDue)]
    names = documents_at_end(whole.state.analysis)
    first = {name: next(n for n, event in enumerate(due) if name in event.names) for name in names}
    assert len(set(first.values())) > 2, "not all at one time"
    assert first["quick-scan.md"] < first["impact-analysis.md"] < first["requirements-spec.md"]
    talking = [event for event in due if not event.final]
    assert sum("impact-analysis.md" in event.names for event in talking) > 1, "written again while we talk"
    assert due[-1].final, "all are finished together"
    assert whole.state.analysis.written["impact-analysis.md"] > 2, "how often is counted"


@pytest.mark.rule("L-META-03")
def test_progress_is_saved_after_the_scan_after_each_phase_and_after_each_topic(whole: Rehearsal) -> None:
    for recorded in at(whole.events, PhaseRecorded):
        assert any(isinstance(event, ProgressDue) for event in whole.events[recorded:])
    saved = at(whole.events, ProgressDue)
    assert len(saved) >= 3
    scanned = next(
        index
        for index, event in enumerate(whole.events)
        if isinstance(event, PhaseRecorded) and event.phase_key == "00-quick-scan"
    )
    assert scanned < saved[-1]
    assert isinstance(whole.events[scanned + 1], ProgressDue | PhaseRecorded) or scanned < saved[0]


@pytest.mark.rule("L-WRITE-01", "L-THR-09")
def test_a_document_that_is_not_ready_is_not_written_and_the_talk_goes_on() -> None:
    table = Rehearsal(CODE, scan=FOUND)
    table.begin()
    table.hear("Customers lose their discount.")
    due = {name for event in table.events if isinstance(event, DocumentsDue) for name in event.names}
    assert "requirements-spec.md" not in due
    assert "module-design.md" not in due
    assert table.question


@pytest.mark.rule("L-STEER-04")
def test_after_five_turns_without_anything_new_the_offer_to_stop_comes_once() -> None:
    count = 0

    def nothing_new(briefing: Briefing) -> Thought:
        nonlocal count
        count += 1
        return Thought(
            contributions=(Contribution(persona="business-analyst", text="I hear you."),),
            question=Ask(
                text=f"Who else uses part {count}?", persona="business-analyst", topic="problem-discovery"
            ),
        )

    play = Play(a_state(shipped(), mode="conversation"), nothing_new).begin()
    offered: list[int] = []
    for turn in range(1, 13):
        play.hear("hmm, hard to say" if play.said()[-1] != OFFER else "no")
        if OFFER in play.said(latest=True):
            offered.append(turn)
    assert offered == [5]
    assert play.ended is None


@pytest.mark.rule("L-META-01")
def test_prior_progress_is_named_word_for_word() -> None:
    first = (
        Play(a_state(shipped(), mode="conversation"), plain_mind).begin().hear("Customers lose discounts.")
    )
    back = a_state(
        shipped(),
        mode="conversation",
        resumed=True,
        analysis=first.state.analysis,
        place=first.state.place,
        progress=Progress(phases_completed=("00-quick-scan",)),
    )
    assert isinstance(first.state.place, InConversation)
    assert first.state.place.asked is not None
    about = {topic.topic_id: topic.topic_name.lower() for topic in shipped().topics}[
        first.state.place.asked.topic or ""
    ]
    again = Play(back).begin()
    assert again.said("greeting") == [f"I can see we've covered quick scan. Let's pick up from {about}."]
    assert again.said("question") == [first.state.place.asked.text]


@pytest.mark.rule("L-COV-14")
def test_whoever_asks_a_topic_of_any_phase_may_be_used() -> None:
    asked: list[str] = []

    def jordan_asks_about_the_problem(briefing: Briefing) -> Thought:
        return Thought(
            question=Ask(
                text=f"Which value comes back in case {len(asked)}?",
                persona="system-designer",
                topic="problem-discovery",
            )
        )

    play = Play(a_state(shipped(), mode="conversation"), jordan_asks_about_the_problem).begin()
    for _ in range(3):
        asked += [
            event.persona or ""
            for event in play.latest
            if isinstance(event, Said) and event.say == "question"
        ]
        play.hear("It depends.")
    assert asked == ["system-designer"] * 3
