"""Events into state. `fold(state, event)` is the only way a session's state changes, live or in a replay."""

from collections.abc import Iterable
from typing import Any

from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Spoken
from roundtable.engine.events import (
    AnyEvent,
    Awaited,
    CrossCheckDue,
    DepthChanged,
    DiscussionClosed,
    DiscussionMoved,
    DocumentsDue,
    DocumentsWritten,
    Ended,
    FactsRecorded,
    Heard,
    PhaseEntered,
    PhaseRecorded,
    PlaceTaken,
    ProgressDue,
    QuestionAsked,
    QuestionsSettled,
    QuickScanRead,
    Reset,
    Said,
    ScanTaken,
    Spent,
    StepPassed,
    StepRecorded,
    StepsSkipped,
    ThinkingWanted,
    TopicsMoved,
    Undone,
)
from roundtable.engine.place import InDiscussion, Over
from roundtable.engine.spending import add_spending
from roundtable.engine.state import Progress, SessionState

_UNDOABLE = 20
_REMEMBERED = 40
"""How many utterances a conversation keeps in view."""


def fold_all(state: SessionState, events: Iterable[AnyEvent]) -> SessionState:
    """The state after all of these."""
    for event in events:
        state = fold(state, event)
    return state


def fold(state: SessionState, event: AnyEvent) -> SessionState:
    """The state after this event."""
    match event:
        case Said():
            return _after_said(state, event)
        case Heard():
            return _after_heard(state, event)
        case FactsRecorded():
            return _with(state, analysis=_after_facts(state.analysis, event))
        case ScanTaken():
            return _with(state, scan=event.scan)
        case Spent():
            extra = add_spending(state.analysis.extra, event.spending)
            return _with(state, analysis=state.analysis.changed(extra=extra))
        case QuickScanRead():
            return _with(state, quick_scan=event.quick_scan)
        case QuestionAsked():
            return _after_question(state, event)
        case QuestionsSettled():
            return _settled(state, event.texts)
        case PlaceTaken():
            return _with(state, place=event.place)
        case PhaseEntered():
            # Each phase is a fresh context: what is known crosses over, what was said does not.
            return _with(state, phase_key=event.phase_key, depth=event.depth, said=())
        case DepthChanged():
            overrides = {**state.progress.depth_overrides, event.phase_key: event.depth.value}
            return _progress(_with(state, depth=Depth(event.depth)), depth_overrides=overrides)
        case StepRecorded():
            done = tuple(dict.fromkeys((*state.progress.steps_completed, event.step_id)))
            skipped = tuple(step for step in state.progress.steps_skipped if step != event.step_id)
            return _progress(state, steps_completed=done, steps_skipped=skipped)
        case StepsSkipped():
            skipped = tuple(dict.fromkeys((*state.progress.steps_skipped, *event.step_ids)))
            return _progress(state, steps_skipped=skipped)
        case StepPassed():
            return _with(state, warned_steps=(*state.warned_steps, event.step_id))
        case PhaseRecorded():
            phases = tuple(dict.fromkeys((*state.progress.phases_completed, event.phase_key)))
            return _progress(state, phases_completed=phases)
        case Reset():
            cleared = state.progress.topics_covered if state.progress.topics_covered is None else ()
            return _progress(
                state, phases_completed=(), steps_completed=(), steps_skipped=(), topics_covered=cleared
            )
        case DocumentsWritten():
            counts = dict(state.analysis.written)
            for document in event.written:
                name = document.path.rsplit("/", 1)[-1]
                counts[name] = counts.get(name, 0) + 1
            return _with(state, analysis=state.analysis.changed(written=counts))
        case TopicsMoved():
            return _after_topics(state, event)
        case Undone():
            return _after_undo(state)
        case DiscussionMoved():
            return _after_moved(state, event)
        case DiscussionClosed():
            return _after_discussion(state, event)
        case Awaited() | ThinkingWanted() | DocumentsDue() | ProgressDue() | CrossCheckDue():
            return _with(state, wanted=event)
        case Ended(status="paused"):
            return _with(state, wanted=event)  # the place stays: it is where the next session goes on
        case Ended():
            return _with(state, wanted=event, place=Over())
        case _:
            return state


def _with(state: SessionState, **updates: Any) -> SessionState:
    return state.model_copy(update=updates)


def _progress(state: SessionState, **updates: Any) -> SessionState:
    return _with(state, progress=Progress.model_validate({**state.progress.model_dump(), **updates}))


def _settled(state: SessionState, texts: Iterable[str]) -> SessionState:
    answered = tuple(dict.fromkeys((*state.analysis.answered, *texts)))
    return _with(state, analysis=state.analysis.changed(answered=answered))


def _after_question(state: SessionState, event: QuestionAsked) -> SessionState:
    """It counts as put; and a requirement whose check was asked for is known to lack one, if it does."""
    ask = event.ask
    asks_for_check = "criterion" in ask.kinds and ask.about in state.analysis.by_id
    state = _with(state, asks={**state.asks, ask.text: ask})
    return _settled(state, (ask.text, f"criterion: {ask.about}") if asks_for_check else (ask.text,))


def _after_said(state: SessionState, event: Said) -> SessionState:
    said = (*state.said, Spoken(persona=event.persona, text=event.text))[-_REMEMBERED:]
    if event.say != "acknowledgement" or event.persona is None:
        return _with(state, said=said)
    count = state.acknowledged.get(event.persona, 0) + 1
    return _with(state, said=said, acknowledged={**state.acknowledged, event.persona: count})


def _after_heard(state: SessionState, event: Heard) -> SessionState:
    said = (*state.said, Spoken(persona=None, text=event.text))[-_REMEMBERED:]
    if not event.keep:
        return _with(state, said=said)
    analysis, _turn = changes.hear(
        state.analysis,
        event.text,
        question=event.question,
        step_id=event.step_id,
        persona=event.persona,
        at=event.at,
    )
    past = (*state.past, state.analysis)[-_UNDOABLE:]
    return _with(state, analysis=analysis, said=said, past=past)


def _after_facts(analysis: Analysis, event: FactsRecorded) -> Analysis:
    for fact_id in event.retracted:
        analysis, _change = changes.retract(analysis, fact_id)
    for amendment in event.amended:
        analysis, _change = changes.amend(analysis, amendment.fact_id, amendment.updates, amendment.evidence)
    if event.confirmed and event.turn is not None:
        analysis, _change = changes.confirm(analysis, event.confirmed, turn=event.turn)
    analysis, _change = changes.add(analysis, event.facts)
    if event.none_of or event.settled:
        analysis = analysis.changed(
            none_of=tuple(dict.fromkeys((*analysis.none_of, *event.none_of))),
            settled=tuple(dict.fromkeys((*analysis.settled, *event.settled))),
        )
    return analysis


def _after_topics(state: SessionState, event: TopicsMoved) -> SessionState:
    analysis = state.analysis.changed(
        declined=tuple(dict.fromkeys((*state.analysis.declined, *event.declined)))
    )
    done = tuple(dict.fromkeys((*state.progress.steps_completed, *event.steps)))
    return _progress(_with(state, analysis=analysis), topics_covered=event.covered, steps_completed=done)


def _after_undo(state: SessionState) -> SessionState:
    """Back to what was known and asked before the latest change. Ids stay spent, and what was said stays said."""
    now, past = state.analysis, list(state.past)
    while past and _known(past[-1]) == _known(now):
        past.pop()  # a turn that changed nothing is no change to take back
    if not past:
        return _with(state, past=())
    before = past.pop()
    gone = tuple(fact.id for fact in now.facts if fact.id not in before.by_id)
    restored = before.changed(
        turns=now.turns,
        counters=now.counters,
        written=now.written,
        declined=now.declined,
        discussions=now.discussions,
        extra=now.extra,
        retracted=tuple(dict.fromkeys((*before.retracted, *gone))),
    )
    return _with(state, analysis=restored, past=tuple(past))


def _known(analysis: Analysis) -> tuple[object, ...]:
    return analysis.facts, analysis.none_of, analysis.settled


def _after_moved(state: SessionState, event: DiscussionMoved) -> SessionState:
    place = state.place
    if not isinstance(place, InDiscussion):
        return state
    said = (*place.said, event.spoken) if event.spoken else place.said
    return _with(
        state,
        place=place.model_copy(
            update={"said": said, "turns": event.turns, "silent_rounds": event.silent_rounds}
        ),
    )


def _after_discussion(state: SessionState, event: DiscussionClosed) -> SessionState:
    discussion = event.discussion
    record: dict[str, Any] = {
        "step_id": discussion.step_id,
        "turn_count": discussion.turn_count,
        "personas_active": list(event.personas),
        "timestamp": discussion.at,
        "synthesis_summary": discussion.summary,
    }
    others, records = state.analysis.discussions, state.progress.elaborations
    if event.again:
        others = tuple(known for known in others if known.at != discussion.at)
        records = tuple(known for known in records if known.get("timestamp") != discussion.at)
    analysis = state.analysis.changed(discussions=(*others, discussion))
    return _progress(_with(state, analysis=analysis), elaborations=(*records, record))
