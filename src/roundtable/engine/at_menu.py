"""At a step's menu: menu letters first, then depth phrases, then going back; everything else is feedback."""

import re
from typing import Final

from roundtable.analysis.content import Step
from roundtable.engine import discussion, step_loop
from roundtable.engine.closing import complete_phase
from roundtable.engine.depth import depth_command
from roundtable.engine.events import Heard, StepsSkipped
from roundtable.engine.inputs import Hear, NoteDocuments, Outcome, TakeThought
from roundtable.engine.place import AtMenu
from roundtable.engine.scene import Scene
from roundtable.engine.showing import later_steps, menu_place, show_menu

__all__ = ["at_menu"]

SKIPPING: Final = "Skipping remaining steps in this phase. I'll produce draft artifacts based on what we've discussed so far."
_BACK: Final = re.compile(
    r"^(?:please\s+)?(?:go\s+)?back(?:\s+to)?(?:\s+(?:step\s+)?(?P<where>.+?))?[.!]?$", re.IGNORECASE
)


def at_menu(scene: Scene, place: AtMenu, received: Outcome) -> None:
    """Whatever arrives while a menu is on the screen, or while its choice is being carried out."""
    step = scene.state.step(place.step_id)
    match received, place.stage:
        case Hear(), "shown":
            _choose(scene, place, step, received.text)
        case TakeThought(), "thinking":
            _take_feedback(scene, place, step, received)
        case TakeThought(), "filling":
            scene.record(received.thought, turn=scene.state.analysis.next_turn - 1)
            _write_skipped(scene, place)
        case NoteDocuments(), "writing":
            step_loop.announce(scene, received)
            show_menu(scene, place.step_id)
        case NoteDocuments(), "saving":
            step_loop.announce(scene, received)
            complete_phase(scene, chosen=False)
        case _:
            pass


def _choose(scene: Scene, place: AtMenu, step: Step | None, text: str) -> None:
    at = menu_place(scene, place.step_id)
    typed = text.strip()
    letter = typed.upper()
    depth = depth_command(typed)
    if letter == "C":
        if at == "step":
            step_loop.next_step(scene, after=place.step_id)
        else:
            complete_phase(scene, chosen=True)
    elif letter == "E":
        discussion.start(scene, place.step_id)
    elif letter == "S" and at == "step":
        _skip(scene, place)
    elif letter == "S":
        scene.say("notice", "There is nothing left to skip in this phase.")
        show_menu(scene, place.step_id)
    elif not typed:
        scene.say("notice", "Nothing was typed. Type one of the letters, or a remark in your own words.")
        show_menu(scene, place.step_id)
    elif depth is not None and step is not None:
        step_loop.switch_depth(scene, step, depth, text)
    elif (earlier := _earlier_step(scene, place, typed)) is not None:
        scene.tell(Heard(at=scene.at, text=text, step_id=place.step_id, keep=False))
        step_loop.open_step(scene, earlier)
    else:
        _feedback(scene, place, step, text)


def _earlier_step(scene: Scene, place: AtMenu, typed: str) -> Step | None:
    """The step that "back to 01-02" or "back to user needs" names, if it was done in this phase."""
    found = _BACK.match(typed)
    if found is None:
        return None
    steps = scene.state.library.steps_of(scene.state.phase_key)
    done = [step for step in steps if step.step_id in scene.state.progress.steps_completed]
    where = (found["where"] or "").strip().lower()
    if not where:
        before = [step for step in done if step.step_id < place.step_id]
        return before[-1] if before else None
    return next((step for step in done if where in {step.step_id, step.title.lower()}), None)


def _feedback(scene: Scene, place: AtMenu, step: Step | None, text: str) -> None:
    persona = scene.state.library.persona(step.persona) if step else scene.state.persona
    scene.tell(Heard(at=scene.at, text=text, question="", step_id=place.step_id, persona=persona.key))
    scene.go(place.model_copy(update={"stage": "thinking"}))
    scene.think("take_feedback", persona, may_ask=False)


def _take_feedback(scene: Scene, place: AtMenu, step: Step | None, received: TakeThought) -> None:
    """Acknowledge, take it in, bring the documents up to date, and show the same menu; never another question."""
    persona = scene.state.library.persona(step.persona) if step else scene.state.persona
    for piece in received.thought.contributions:
        scene.say("acknowledgement", piece.text, persona)
    changed = scene.record(received.thought, turn=scene.state.analysis.next_turn - 1)
    if changed and step is not None:
        scene.go(place.model_copy(update={"stage": "writing"}))
        scene.write(step.outputs)
    else:
        show_menu(scene, place.step_id)


def _skip(scene: Scene, place: AtMenu) -> None:
    """[S]: drafts from what is known; the skipped steps are remembered as skipped, never as done."""
    scene.say("notice", SKIPPING)
    skipped = tuple(step.step_id for step in later_steps(scene, place.step_id))
    scene.tell(StepsSkipped(at=scene.at, step_ids=skipped))
    scene.go(place.model_copy(update={"stage": "filling"}))
    scene.think("fill_gaps", scene.state.persona, may_ask=False)


def _write_skipped(scene: Scene, place: AtMenu) -> None:
    steps = scene.state.library.steps_of(scene.state.phase_key)
    outputs = [name for step in steps for name in step.outputs]
    scene.go(place.model_copy(update={"stage": "saving"}))
    scene.write(outputs)
