"""Events into state. `fold(state, event)` is the only way a session's state changes, live or in a replay.

A journal is read again with `replayed`. Whoever uses the result compares it with the saved facts first: a journal that was cut,
merged or edited must not bring back anything.

A session of a program that was cut off is taken up at the request that was open, with what was on the screen (`cut_off`): whoever
it served has not left, so nobody is greeted and nothing is asked in other words. A person comes back through `opening` instead.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter

from roundtable.analysis import changes
from roundtable.analysis.analysis import Analysis
from roundtable.analysis.phases import Depth
from roundtable.engine import events
from roundtable.engine.briefing import Spoken
from roundtable.engine.place import InDiscussion, Over
from roundtable.engine.spending import add_spending
from roundtable.engine.state import Progress, SessionState

_UNDOABLE = 20
_NOT_UNDONE = ("turns", "counters", "written", "declined", "discussions", "extra")
_REMEMBERED = 40  # how many utterances a conversation keeps in view
_EVENT: Final[TypeAdapter[events.AnyEvent]] = TypeAdapter(events.AnyEvent)
_FOR_MACHINES: Final = ("scan_taken", "texts_hashed", "noted")
_PASSED_OVER: Final = (*_FOR_MACHINES, "said", "menu_shown", "thinking_wanted")
"""What leaves no trace in what is known, and is most of a journal."""


def replayed(start: SessionState, journal: Iterable[Mapping[str, Any]]) -> SessionState:
    """The state that the journal leads to. Lines that cannot be read are passed over."""
    for line in journal:
        if line.get("kind") not in _PASSED_OVER:
            with suppress(ValueError, TypeError, RecursionError):
                start = fold(start, _read(line))
    return start


def spoken_in(journal: Iterable[Mapping[str, Any]]) -> tuple[Spoken, ...]:
    """What was said in the conversation that a journal tells of, as far as it is kept in view."""
    said: list[Spoken] = []
    for line in journal:
        kind, text = line.get("kind"), line.get("text")
        if kind == "session_opened" and line.get("mode") != "conversation":
            said = []
        persona: object = line.get("persona") if kind == "said" else None
        is_persons = kind == "heard"
        if isinstance(text, str) and (is_persons or (kind == "said" and isinstance(persona, str))):
            said.append(Spoken(persona=persona if isinstance(persona, str) else None, text=text))
    return tuple(said[-_REMEMBERED:])


def parsed(journal: Iterable[Mapping[str, Any]]) -> tuple[events.AnyEvent, ...]:
    """The events of a journal, but for what only a machine needs; nothing where a line of them cannot be read."""
    with suppress(ValueError, RecursionError):
        return tuple(_read(line) for line in journal if line.get("kind") not in _FOR_MACHINES)
    return ()


def _read(line: Mapping[str, Any]) -> events.AnyEvent:
    return _EVENT.validate_python({key: value for key, value in line.items() if key != "v"})


def fold_all(state: SessionState, happened: Iterable[events.AnyEvent]) -> SessionState:
    for event in happened:
        state = fold(state, event)
    return state


def fold(state: SessionState, event: events.AnyEvent) -> SessionState:
    match event:
        case events.Said():
            return _after_said(state, event)
        case events.Heard():
            return _after_heard(state, event)
        case events.FactsRecorded():
            return _after_recorded(state, event)
        case events.DocumentsRead():
            analysis, _minted = changes.add(state.analysis, event.facts)
            return state.changed(analysis=analysis.changed(covered=_joined(analysis.covered, event.covered)))
        case events.ScanTaken():
            return state.changed(scan=event.scan)
        case events.Spent():
            return _analysis(state, extra=add_spending(state.analysis.extra, event.spending))
        case events.Looked():
            return state.changed(looked=_joined(state.looked, event.lines))
        case events.QuickScanRead():
            return state.changed(quick_scan=event.quick_scan)
        case events.QuestionAsked():
            return _after_question(state, event)
        case events.QuestionsSettled():
            return _settled(state, event.texts)
        case events.PlaceTaken():
            return state.changed(place=event.place)
        case events.PhaseEntered():
            return _after_entering(state, event)
        case events.DepthChanged():
            overrides = {**state.progress.depth_overrides, event.phase_key: event.depth.value}
            return _progress(state.changed(depth=Depth(event.depth)), depth_overrides=overrides)
        case events.StepPassed():
            return state.changed(warned_steps=(*state.warned_steps, event.step_id))
        case events.StepRecorded():
            return _after_step(state, event.step_id)
        case events.StepsSkipped():
            return _progress(state, steps_skipped=_joined(state.progress.steps_skipped, event.step_ids))
        case events.PhaseRecorded():
            done = _joined(state.progress.phases_completed, (event.phase_key,))
            return _progress(state, phases_completed=done)
        case events.Reset():
            return _after_reset(state)
        case events.DocumentsWritten():
            names = Counter(document.path.rsplit("/", 1)[-1] for document in event.written)
            return _analysis(state, written=dict(Counter(state.analysis.written) + names))
        case events.TopicsMoved():
            return _after_topics(state, event)
        case events.Undone():
            return _after_undo(state)
        case events.DiscussionMoved():
            return _after_moved(state, event)
        case events.DiscussionClosed():
            return _after_discussion(state, event)
        case events.Ended() if event.status != "paused":
            return state.changed(wanted=event, place=Over())
        case _ if isinstance(event, events.Request):
            # Where it is only paused, the next session goes on at this place.
            return state.changed(wanted=event)
        case _:
            return state


def _after_recorded(state: SessionState, event: events.FactsRecorded) -> SessionState:
    past = (*state.past, state.analysis)[-_UNDOABLE:] if event.apart else state.past
    return state.changed(analysis=_after_facts(state.analysis, event), past=past)


def _after_entering(state: SessionState, event: events.PhaseEntered) -> SessionState:
    """Each phase is a fresh context: what is known crosses over, what was said does not. A conversation has none."""
    said = () if event.phase_key else state.said
    return state.changed(phase_key=event.phase_key, depth=event.depth, said=said)


def _joined(before: Iterable[str], more: Iterable[str]) -> tuple[str, ...]:
    """Both, each entry once."""
    return tuple(dict.fromkeys((*before, *more)))


def _analysis(state: SessionState, **updates: Any) -> SessionState:
    return state.changed(analysis=state.analysis.changed(**updates))


def _progress(state: SessionState, **updates: Any) -> SessionState:
    return state.changed(progress=state.progress.changed(**updates))


def _after_step(state: SessionState, step_id: str) -> SessionState:
    done = _joined(state.progress.steps_completed, (step_id,))
    skipped = tuple(step for step in state.progress.steps_skipped if step != step_id)
    return _progress(state, steps_completed=done, steps_skipped=skipped)


def _after_reset(state: SessionState) -> SessionState:
    covered = None if state.progress.topics_covered is None else ()
    cleared = dict.fromkeys(("phases_completed", "steps_completed", "steps_skipped"), ())
    return _progress(state, **cleared, topics_covered=covered)


def _settled(state: SessionState, texts: Iterable[str]) -> SessionState:
    return _analysis(state, answered=_joined(state.analysis.answered, texts))


def _after_question(state: SessionState, event: events.QuestionAsked) -> SessionState:
    """It counts as put; and a requirement whose check was asked for is known to lack one, if it does."""
    ask = event.ask
    asks_for_check = "criterion" in ask.kinds and ask.about in state.analysis.by_id
    state = state.changed(asks={**state.asks, ask.text: ask})
    return _settled(state, (ask.text, f"criterion: {ask.about}") if asks_for_check else (ask.text,))


def _after_said(state: SessionState, event: events.Said) -> SessionState:
    if event.persona is None:
        return state  # a line of the table itself, which nobody said
    said = (*state.said, Spoken(persona=event.persona, text=event.text))[-_REMEMBERED:]
    if event.say != "acknowledgement":
        return state.changed(said=said)
    count = state.acknowledged.get(event.persona, 0) + 1
    return state.changed(said=said, acknowledged={**state.acknowledged, event.persona: count})


def _after_heard(state: SessionState, event: events.Heard) -> SessionState:
    said = (*state.said, Spoken(persona=None, text=event.text))[-_REMEMBERED:]
    if not event.keep:
        return state.changed(said=said)
    told = event.model_dump(include={"question", "step_id", "persona", "at"})
    analysis, _turn = changes.hear(state.analysis, event.text, **told)
    past = (*state.past, state.analysis)[-_UNDOABLE:]
    return state.changed(analysis=analysis, said=said, past=past)


def _after_facts(analysis: Analysis, event: events.FactsRecorded) -> Analysis:
    for fact_id in event.retracted:
        analysis = changes.retract(analysis, fact_id)
    for amendment in event.amended:
        analysis = changes.amend(analysis, amendment.fact_id, amendment.updates, amendment.evidence)
    if event.confirmed and event.turn is not None:
        analysis = changes.confirm(analysis, event.confirmed, turn=event.turn)
    analysis, _minted = changes.add(analysis, event.facts)
    if event.none_of or event.settled:
        analysis = analysis.changed(
            none_of=_joined(analysis.none_of, event.none_of), settled=_joined(analysis.settled, event.settled)
        )
    return analysis


def _after_topics(state: SessionState, event: events.TopicsMoved) -> SessionState:
    state = _analysis(state, declined=_joined(state.analysis.declined, event.declined))
    done = _joined(state.progress.steps_completed, event.steps)
    return _progress(state, topics_covered=event.covered, steps_completed=done)


def _after_undo(state: SessionState) -> SessionState:
    """Back to what was known and asked before the latest change. Ids stay spent, and what was said stays said."""
    now, past = state.analysis, list(state.past)
    while past and _known(past[-1]) == _known(now):
        past.pop()  # a turn that changed nothing is no change to take back
    if not past:
        return state.changed(past=())
    before = past.pop()
    gone = tuple(fact.id for fact in now.facts if fact.id not in before.by_id)
    stays = {name: getattr(now, name) for name in _NOT_UNDONE}
    restored = before.changed(**stays, retracted=_joined(before.retracted, gone))
    return state.changed(analysis=restored, past=tuple(past))


def _known(analysis: Analysis) -> tuple[object, ...]:
    return analysis.facts, analysis.none_of, analysis.settled


def _after_moved(state: SessionState, event: events.DiscussionMoved) -> SessionState:
    place = state.place
    if not isinstance(place, InDiscussion):
        return state
    said = (*place.said, event.spoken) if event.spoken else place.said
    moved = place.changed(said=said, turns=event.turns, silent_rounds=event.silent_rounds)
    return state.changed(place=moved)


def _after_discussion(state: SessionState, event: events.DiscussionClosed) -> SessionState:
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
    state = _analysis(state, discussions=(*others, discussion))
    return _progress(state, elaborations=(*records, record))


_ALREADY_SAVED = (
    events.FactsRecorded, events.DocumentsRead, events.DocumentsWritten, events.Undone, events.Spent,
)  # fmt: skip
"""What these change is in the saved analysis."""


class CutOff(NamedTuple):
    state: SessionState  # as it was, with the open request
    shown: Sequence[events.AnyEvent]  # what happened since the person last had the word
    requests: int  # how often somebody was asked for something


def cut_off(saved: SessionState, journal: Iterable[Mapping[str, Any]]) -> CutOff | None:
    """None where the last session ended, and where the journal does not lead to what was saved: it was torn, cut or merged."""
    lines = list(journal)
    opened = [at for at, line in enumerate(lines) if line.get("kind") == "session_opened"]
    told = parsed(lines[opened[-1] :]) if opened else None
    if not told or not isinstance(told[-1], events.Request) or isinstance(told[-1], events.Ended):
        return None
    saved = saved.changed(said=spoken_in(lines[: opened[-1]]))
    state = fold_all(saved, (event for event in told if not isinstance(event, _ALREADY_SAVED)))
    is_same = isinstance(told[0], events.SessionOpened) and told[0].mode == saved.mode
    if not is_same or state.place != saved.place:
        return None
    waited = [at for at, event in enumerate(told[:-1]) if isinstance(event, events.Awaited)]
    kept = {"analysis": saved.analysis, "past": saved.past, "progress": _once(state.progress)}
    requests = sum(isinstance(event, events.Awaited | events.ThinkingWanted) for event in told)
    return CutOff(state.changed(**kept), told[waited[-1] + 1 :] if waited else told, requests)


def _once(progress: Progress) -> Progress:
    """Discussions that were in meta.json already are not told twice."""
    records = {record.get("timestamp"): record for record in progress.elaborations}
    return progress.changed(elaborations=tuple(records.values()))
