"""From state and task to briefing: what a mind is told. Facts, never a replay of the transcript."""

from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Ask, Briefing, Spoken, Task
from roundtable.engine.coverage import cover_all
from roundtable.engine.place import Aside, AtMenu, InConversation, InDiscussion, InStep, Place, resting
from roundtable.engine.state import SessionState
from roundtable.engine.validation import unmet

_ANSWERING = frozenset(
    {"take_answer", "take_draft_reply", "take_feedback", "contribute", "converse", "answer_back", "recap"}
)
"""Tasks that answer what the person just said."""


def brief(state: SessionState, task: Task, now: str) -> Briefing:
    place = resting(state.place)
    step = state.step(place.step_id) if isinstance(place, InStep | AtMenu | InDiscussion) else None
    asked: Ask | None = None
    pending: tuple[Ask, ...] = ()
    said: tuple[Spoken, ...] = state.said
    focus, left = "", 0
    depth = state.depth
    if isinstance(place, InStep):
        asked, pending, left, depth = place.asked, place.pending, place.follow_ups_left, place.depth
    elif isinstance(place, InDiscussion):
        said, focus, asked = place.said, place.focus, place.asked
    elif isinstance(place, InConversation | AtMenu):
        asked = place.asked
    coverage = cover_all(state.library, state.analysis) if state.mode == "conversation" else ()
    criteria = step.criteria if step else ()
    heard = _heard(state, place, task)
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
        heard=heard,
        acts=getattr(state.place, "acts", ()) if heard is not None else (),
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


def _heard(state: SessionState, place: Place, task: Task) -> Turn | None:
    """The person's latest words, for the tasks that answer them; those that are no turn have the number of the next one."""
    if task.kind not in _ANSWERING:
        return None
    latest = next((turn for turn in reversed(state.analysis.turns) if turn.number > 0), None)
    spoken = next((line.text for line in reversed(state.said) if line.persona is None), "")
    if isinstance(state.place, InDiscussion):
        spoken = next((line.text for line in reversed(state.place.said) if line.persona is None), "")
    elif not isinstance(state.place, Aside):
        return None if isinstance(place, InConversation) and place.asked is None else latest
    if latest is not None and latest.text == spoken:
        return latest
    return Turn(number=state.analysis.next_turn, text=spoken) if spoken else None
