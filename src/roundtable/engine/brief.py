"""From state and task to briefing: what a mind is told. Facts, never a replay of the transcript."""

from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Ask, Briefing, Spoken, Task
from roundtable.engine.coverage import cover_all
from roundtable.engine.place import AtMenu, InConversation, InDiscussion, InStep
from roundtable.engine.state import SessionState
from roundtable.engine.validation import unmet

__all__ = ["brief"]


def brief(state: SessionState, task: Task, now: str) -> Briefing:
    """Everything the mind needs for this one task."""
    place = state.place
    step = state.step(place.step_id) if isinstance(place, InStep | AtMenu | InDiscussion) else None
    asked: Ask | None = None
    pending: tuple[Ask, ...] = ()
    said: tuple[Spoken, ...] = state.said
    focus, left = "", 0
    depth = state.depth
    if isinstance(place, InStep):
        asked, pending, left, depth = place.asked, place.pending, place.follow_ups_left, place.depth
    elif isinstance(place, InDiscussion):
        said, focus = place.said, place.focus
    elif isinstance(place, InConversation):
        asked = place.asked
    coverage = cover_all(state.library, state.analysis) if state.mode == "conversation" else ()
    criteria = step.criteria if step else ()
    return Briefing(
        task=task,
        mode=state.mode,
        persona=state.library.persona(task.persona),
        library=state.library,
        analysis=state.analysis,
        scan=state.scan,
        step=step,
        phase_key=state.phase_key,
        depth=depth,
        asked=asked,
        heard=_heard(state, task),
        pending=pending,
        said=said,
        focus=focus,
        unmet=tuple(criterion.text for criterion in unmet(state.analysis, criteria)),
        topics=state.library.topics,
        unmet_by_topic={item.topic_id: item.unmet for item in coverage},
        follow_ups_left=left if task.may_ask else 0,
        acknowledgements=state.acknowledged.get(task.persona, 0),
        now=now,
    )


def _heard(state: SessionState, task: Task) -> Turn | None:
    """The person's latest words, for the tasks that answer them."""
    if task.kind not in {"take_answer", "take_draft_reply", "take_feedback", "contribute", "converse"}:
        return None
    if isinstance(state.place, InConversation) and state.place.asked is None:
        return None
    spoken = [turn for turn in state.analysis.turns if turn.number > 0]
    if not spoken:
        return None
    place = state.place
    if isinstance(place, InDiscussion) and (not place.said or all(line.persona for line in place.said)):
        return None
    return spoken[-1]
