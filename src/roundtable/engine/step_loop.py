"""The step loop: open a step, ask its questions one at a time, check the answers, write, record, show the menu.

The order after a step is fixed: validation, documents on disk, step recorded, meta.json on disk, menu. Each arrow is a
request that the driver answers, so a crash between two of them leaves nothing recorded that is not written.
"""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.content import Persona, Step
from roundtable.analysis.facts import Assumption, OpenQuestion
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.closing import complete_phase
from roundtable.engine.depth import SWITCHED, depth_command
from roundtable.engine.events import (
    DepthChanged,
    DocumentsWritten,
    Heard,
    StepPassed,
    StepRecorded,
    ThinkingWanted,
)
from roundtable.engine.inputs import Hear, NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.place import InStep
from roundtable.engine.scene import Scene
from roundtable.engine.showing import has_invalid_condition, later_steps, obstacle, show_menu
from roundtable.engine.validation import unmet

__all__ = ["announce", "in_step", "next_step", "open_step", "resume_step", "switch_depth", "upcoming_title"]

_FOLLOW_UPS: Final = {Depth.BRIEF: 1, Depth.STANDARD: 1, Depth.DEEP: 3}
"""Follow-ups to one answer; at brief depth only to find out what is wrong with the draft."""
_RECHECKS: Final = {Depth.BRIEF: 0, Depth.STANDARD: 3, Depth.DEEP: 5}
"""Questions put because a validation criterion is not met."""
_NOTHING_TYPED: Final = 'Nothing was typed. A word or two is enough, and "I don\'t know" is an answer too.'
_NOTHING_CONFIRMED: Final = 'Nothing was typed. Say "yes" if it is right, or what is wrong or missing.'


# -- which step --------------------------------------------------------------------------------------------------------


def next_step(scene: Scene, after: str | None = None) -> None:
    """Open the next step that can run; when there is none, the phase is complete."""
    for step in later_steps(scene, after):
        reason = obstacle(scene, step, set(scene.state.progress.steps_completed))
        if reason is None:
            _warn_of_condition(scene, step)
            open_step(scene, step)
            return
        if step.step_id not in scene.state.warned_steps:
            if reason:
                scene.say("notice", reason)
            scene.tell(StepPassed(at=scene.at, step_id=step.step_id, reason=reason))
    complete_phase(scene, chosen=False)


def upcoming_title(scene: Scene) -> str:
    """The title of the step that a resumed session goes on with; empty when none is left."""
    place = scene.state.place
    if isinstance(place, InStep) and (open_now := scene.state.step(place.step_id)) is not None:
        return open_now.title
    done = set(scene.state.progress.steps_completed)
    return next((s.title for s in later_steps(scene, None) if obstacle(scene, s, done) is None), "")


def _warn_of_condition(scene: Scene, step: Step) -> None:
    if has_invalid_condition(scene, step):
        scene.say("notice", f"Step {step.step_id} has an invalid skip_if condition")


# -- opening -----------------------------------------------------------------------------------------------------------


def open_step(scene: Scene, step: Step, depth: Depth | None = None) -> None:
    """Show the header and let the persona prepare: a draft at brief depth, findings of the scan, or just the questions."""
    persona = scene.state.library.persona(step.persona)
    depth = depth or scene.state.depth
    scene.go(_fresh(step, depth))
    scene.say("header", f"{persona.label} -- Step {step.step_id}: {step.title}", persona)
    scene.think("open_step", persona)


def _fresh(step: Step, depth: Depth) -> InStep:
    return InStep(
        step_id=step.step_id,
        depth=depth,
        follow_ups_left=_FOLLOW_UPS[depth],
        rechecks_left=_RECHECKS[depth],
    )


def resume_step(scene: Scene, place: InStep) -> None:
    """Back to the exact spot: the open question again, or the answer that was still being thought about."""
    step = scene.state.step(place.step_id)
    if step is None:
        next_step(scene)
        return
    persona = scene.state.library.persona(step.persona)
    scene.go(place)
    scene.say("header", f"{persona.label} -- Step {step.step_id}: {step.title}", persona)
    if place.stage == "asking" and place.asked is not None:
        if place.draft and place.asked.origin == "draft":
            scene.say("draft", place.draft, persona)
        scene.say("question", place.asked.text, persona)
        _wait_for(scene, place.asked)
    elif place.stage == "thinking" and place.asked is not None:
        _think_about_answer(scene, place, persona)
    elif place.stage == "rechecking":
        _validate(scene, place, step)
    elif place.stage in {"writing", "recording"}:
        _write(scene, place, step)
    else:
        scene.think("open_step", persona)


def in_step(scene: Scene, place: InStep, received: Outcome) -> None:
    """Whatever arrives while a step is open."""
    step = scene.state.step(place.step_id)
    if step is None:
        return
    persona = scene.state.library.persona(step.persona)
    match received, place.stage:
        case Hear(), "asking":
            _hear(scene, place, step, received.text)
        case TakeThought(), "opening":
            _opened(scene, place, step, received.thought)
        case TakeThought(), "thinking":
            _answered(scene, place, step, received.thought)
        case TakeThought(), "rechecking":
            _rechecked(scene, place, step, received.thought)
        case NoteProgress(), "opening":
            scene.think("open_step", persona)
        case NoteDocuments(), "writing":
            announce(scene, received)
            scene.tell(StepRecorded(at=scene.at, step_id=step.step_id))
            scene.go(place.model_copy(update={"stage": "recording"}))
            scene.save()
        case NoteProgress(), "recording":
            show_menu(scene, step.step_id)
        case _:
            pass


def _opened(scene: Scene, place: InStep, step: Step, thought: Thought) -> None:
    persona = scene.state.library.persona(step.persona)
    before = set(scene.state.analysis.by_id)
    scene.record(thought)
    proposed = tuple(fact.id for fact in scene.state.analysis.facts if fact.id not in before)
    for piece in thought.contributions:
        scene.say("contribution", piece.text, persona)
    scene.settle(thought.answered)
    pending: tuple[Ask, ...] = ()
    if place.depth is not Depth.BRIEF or not thought.draft:
        pending = _open_questions(scene, _asks(step, place.depth))
    if thought.draft:
        scene.say("draft", thought.draft, persona)
    first = thought.question
    if first is not None and (thought.draft or not _was_asked(scene, first.text)):
        known = tuple(fact_id for fact_id in first.proposes if fact_id in scene.state.analysis.by_id)
        # Only a draft can be confirmed with a "yes"; any other question wants an answer.
        if thought.draft:
            proposes = tuple(dict.fromkeys((*known, *proposed)))
            first = first.model_copy(update={"origin": "draft", "proposes": proposes})
        pending = (first, *pending)
    _ask_next(scene, place.model_copy(update={"pending": pending, "draft": thought.draft}), step)


def _asks(step: Step, depth: Depth) -> tuple[Ask, ...]:
    return tuple(Ask(text=question.text, kinds=question.kinds) for question in step.questions(depth))


def _open_questions(scene: Scene, asks: Iterable[Ask]) -> tuple[Ask, ...]:
    return tuple(ask for ask in asks if not _was_asked(scene, ask.text))


def _was_asked(scene: Scene, text: str) -> bool:
    return text in scene.state.analysis.answered


# -- asking and answering ----------------------------------------------------------------------------------------------


def _ask_next(scene: Scene, place: InStep, step: Step) -> None:
    pending = tuple(ask for ask in place.pending if ask.origin == "draft" or not _was_asked(scene, ask.text))
    if not pending:
        _validate(scene, place.model_copy(update={"pending": ()}), step)
        return
    _ask(
        scene,
        place.model_copy(update={"follow_ups_left": _FOLLOW_UPS[place.depth]}),
        step,
        pending[0],
        pending[1:],
    )


def _ask(scene: Scene, place: InStep, step: Step, ask: Ask, pending: tuple[Ask, ...]) -> None:
    scene.go(place.model_copy(update={"stage": "asking", "asked": ask, "pending": pending}))
    scene.ask(ask, scene.state.library.persona(step.persona))
    _wait_for(scene, ask)


def _wait_for(scene: Scene, ask: Ask) -> None:
    scene.wait("confirm" if ask.origin == "draft" else "answer")


def _hear(scene: Scene, place: InStep, step: Step, text: str) -> None:
    persona = scene.state.library.persona(step.persona)
    asked = place.asked
    if not text.strip():
        scene.say("notice", _NOTHING_CONFIRMED if asked and asked.origin == "draft" else _NOTHING_TYPED)
        scene.wait("confirm" if asked and asked.origin == "draft" else "answer")
        return
    depth = depth_command(text)
    if depth is not None:
        switch_depth(scene, step, depth, text)
        return
    scene.tell(
        Heard(
            at=scene.at,
            text=text,
            question=asked.text if asked else "",
            step_id=step.step_id,
            persona=persona.key,
        )
    )
    _think_about_answer(scene, place, persona)


def _think_about_answer(scene: Scene, place: InStep, persona: Persona) -> None:
    scene.go(place.model_copy(update={"stage": "thinking"}))
    is_draft = place.asked is not None and place.asked.origin == "draft"
    scene.think("take_draft_reply" if is_draft else "take_answer", persona, may_ask=place.follow_ups_left > 0)


def switch_depth(scene: Scene, step: Step, depth: Depth, text: str) -> None:
    """An override: for this step and the rest of the phase, on disk at once; the step starts anew at that depth."""
    persona = scene.state.library.persona(step.persona)
    scene.tell(Heard(at=scene.at, text=text, step_id=step.step_id, keep=False))
    scene.tell(DepthChanged(at=scene.at, phase_key=scene.state.phase_key, depth=depth))
    scene.say("acknowledgement", SWITCHED[depth], persona)
    scene.go(_fresh(step, depth))
    scene.save()


def _answered(scene: Scene, place: InStep, step: Step, thought: Thought) -> None:
    persona = scene.state.library.persona(step.persona)
    for piece in thought.contributions:
        scene.say("acknowledgement", piece.text, persona)
    scene.record(thought, turn=scene.state.analysis.next_turn - 1)
    scene.settle(thought.answered)
    if thought.facts and all(isinstance(fact, OpenQuestion | Assumption) for fact in thought.facts):
        kinds = place.asked.kinds[:1] if place.asked else ()
        place = place.model_copy(update={"left_open": (*place.left_open, *kinds)})
    follow_up = thought.question
    if follow_up is not None and place.follow_ups_left > 0 and not _was_asked(scene, follow_up.text):
        left = place.model_copy(update={"follow_ups_left": place.follow_ups_left - 1})
        _ask(scene, left, step, follow_up.model_copy(update={"origin": "follow_up"}), place.pending)
        return
    _ask_next(scene, place, step)


# -- checking, writing, recording --------------------------------------------------------------------------------------


def _validate(scene: Scene, place: InStep, step: Step) -> None:
    """Unmet criteria lead to targeted questions, not to rejection; what stays unmet is an open point, not a wall."""
    missing = [
        criterion
        for criterion in unmet(scene.state.analysis, step.criteria)
        if criterion.text not in place.rechecked and criterion.kind not in place.left_open
    ]
    if not missing or place.rechecks_left <= 0:
        _write(scene, place, step)
        return
    # "One for each requirement" is asked about requirement by requirement; anything else once.
    once = () if missing[0].per else (missing[0].text,)
    rechecked = (*place.rechecked, *once)
    scene.go(place.model_copy(update={"stage": "rechecking", "rechecked": rechecked}))
    scene.think("ask_again", scene.state.library.persona(step.persona), criterion=missing[0].text)


def _rechecked(scene: Scene, place: InStep, step: Step, thought: Thought) -> None:
    question = thought.question
    if question is None or _was_asked(scene, question.text):
        wanted = scene.state.wanted
        given_up = wanted.task.criterion if isinstance(wanted, ThinkingWanted) else ""
        _validate(scene, place.model_copy(update={"rechecked": (*place.rechecked, given_up)}), step)
        return
    left = place.model_copy(update={"rechecks_left": place.rechecks_left - 1, "follow_ups_left": 0})
    _ask(scene, left, step, question.model_copy(update={"origin": "validation"}), ())


def _write(scene: Scene, place: InStep, step: Step) -> None:
    scene.go(place.model_copy(update={"stage": "writing", "asked": None, "pending": ()}))
    scene.write(step.outputs)


def announce(scene: Scene, noted: NoteDocuments) -> None:
    """Say which documents changed on disk."""
    changed = tuple(document for document in noted.written if document.action != "unchanged")
    if changed:
        scene.tell(DocumentsWritten(at=scene.at, written=changed))
    for notice in noted.notices:
        scene.say("notice", notice)
