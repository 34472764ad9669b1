"""From state and task to briefing: what a mind is told. Facts, never a replay of the transcript."""

from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Briefing, Task
from roundtable.engine.place import Aside, AtMenu, InConversation, InDiscussion, InStep, Place, resting
from roundtable.engine.state import SessionState
from roundtable.engine.validation import unmet

_ANSWERING = "take_answer take_draft_reply take_feedback contribute converse answer_back recap"
"""Tasks that answer what the person just said."""


def brief(state: SessionState, task: Task, now: str) -> Briefing:
    place = resting(state.place)
    step = state.step(place.step_id) if isinstance(place, InStep | AtMenu | InDiscussion) else None
    in_step = place if isinstance(place, InStep) else None
    discussed = place if isinstance(place, InDiscussion) else None
    coverage = state.coverage if state.mode == "conversation" else ()
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
        depth=in_step.depth if in_step else state.depth,
        asked=place.asked if isinstance(place, InStep | AtMenu | InDiscussion | InConversation) else None,
        heard=heard,
        acts=getattr(state.place, "acts", ()) if heard is not None else (),
        pending=in_step.pending if in_step else (),
        said=discussed.said if discussed else state.said,
        focus=discussed.focus if discussed else "",
        unmet=tuple(one.text for one in unmet(state.analysis, step.criteria)) if step else (),
        topics=state.library.topics,
        unmet_by_topic={item.topic_id: item.unmet for item in coverage},
        follow_ups_left=in_step.follow_ups_left if in_step and task.may_ask else 0,
        acknowledgements=state.acknowledged.get(task.persona, 0),
        now=now,
    )


def _heard(state: SessionState, place: Place, task: Task) -> Turn | None:
    """The person's latest words, for the tasks that answer them; those that are no turn have the number of the next one."""
    if task.kind not in _ANSWERING.split():
        return None
    latest = next((turn for turn in reversed(state.analysis.turns) if turn.number > 0), None)
    said = state.place.said if isinstance(state.place, InDiscussion) else state.said
    spoken = next((line.text for line in reversed(said) if line.persona is None), "")
    if not isinstance(state.place, InDiscussion | Aside):
        return None if isinstance(place, InConversation) and place.asked is None else latest
    if latest is not None and latest.text == spoken:
        return latest
    return Turn(number=state.analysis.next_turn, text=spoken) if spoken else None
