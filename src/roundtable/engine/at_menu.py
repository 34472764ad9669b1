"""At a step's menu: the letters, and what is said instead of one. Whatever it is, the same menu comes back."""

from typing import Final

from roundtable.analysis.content import Step
from roundtable.engine import discussion, step_loop
from roundtable.engine.asides import asker_of
from roundtable.engine.events import StepsSkipped
from roundtable.engine.finishing import complete_phase, repair
from roundtable.engine.hearing import Utterance, keep_in_mind
from roundtable.engine.inputs import NoteDocuments, Outcome, TakeThought
from roundtable.engine.menus import later_steps, menu_place, show_menu
from roundtable.engine.place import AtMenu
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce

SKIPPING: Final = "Skipping remaining steps in this phase. I'll produce draft artifacts based on what we've discussed so far."
HINT: Final = "To go on, type the single letter C. Anything else I take as feedback on this step."
_NOTHING_TO_SKIP: Final = "There is nothing left to skip in this phase."
_BACK: Final = ("back", "go back")
_NOTHING_TYPED: Final = "Nothing was typed. Type one of the letters, or a remark in your own words."


def chose(scene: Scene, place: AtMenu, text: str) -> bool:
    """Carry out a letter; False for anything else."""
    at = menu_place(scene, place.step_id)
    match text.strip().upper():
        case "C" if at == "step":
            step_loop.next_step(scene, after=place.step_id)
        case "C":
            complete_phase(scene, chosen=True)
        case "E":
            discussion.start(scene, place.step_id)
        case "S" if at == "step":
            _skip(scene, place)
        case "S" | "" as typed:
            scene.say("notice", _NOTHING_TO_SKIP if typed else _NOTHING_TYPED)
            show_menu(scene, place.step_id)
        case _:
            return False
    return True


def take_in(scene: Scene, place: AtMenu, said: Utterance) -> AtMenu:
    keep_in_mind(scene, said, keep=True, step_id=place.step_id, persona=asker_of(scene, place).key)
    return place.changed(stage="thinking", acts=said.acts, ending=said.ending)


def go_on(scene: Scene, place: AtMenu) -> None:
    if place.stage == "thinking":
        scene.go(place)
        scene.think("take_feedback", asker_of(scene, place), may_ask=False)
    else:
        show_menu(scene, place.step_id, asked=place.asked)


def at_menu(scene: Scene, place: AtMenu, received: Outcome) -> None:
    match received, place.stage:
        case TakeThought(), "reading":
            if repair(scene, received.thought):
                scene.go(place.changed(stage="writing"))
                scene.write(scene.state.analysis.written)
            else:
                show_menu(scene, place.step_id)
        case TakeThought(), "thinking":
            _take_feedback(scene, place, received)
        case TakeThought(), "filling":
            scene.record(received.thought, turn=scene.state.analysis.next_turn - 1)
            steps = scene.state.library.steps_of(scene.state.phase_key)
            scene.go(place.changed(stage="saving"))
            scene.write(name for step in steps for name in step.outputs)
        case NoteDocuments(), "writing":
            announce(scene, received)
            show_menu(scene, place.step_id, place.ending, place.asked)
        case NoteDocuments(), "saving":
            announce(scene, received)
            complete_phase(scene, chosen=False)
        case _:
            pass


def step_named(scene: Scene, words: str, here: str) -> Step | None:
    """The step of this phase that "back to 01-02" or "back to user needs" means, if it was done; bare "back": the last one."""
    steps = scene.state.library.steps_of(scene.state.phase_key)
    done = [step for step in steps if step.step_id in scene.state.progress.steps_completed]
    plain = words.strip(" .!?").lower()
    named = [step for step in done if step.step_id in plain or step.title.lower() in plain]
    before = [step for step in done if step.step_id < here]
    return named[0] if named else before[-1] if before and plain in _BACK else None


def _take_feedback(scene: Scene, place: AtMenu, received: TakeThought) -> None:
    """Acknowledge, take it in, bring the documents up to date, and show the same menu.

    The one short question that a remark leads to is part of the acknowledgement, and the next remark may answer it.
    """
    persona = asker_of(scene, place)
    for piece in received.thought.contributions:
        scene.say("acknowledgement", piece.text, persona)
    changed = scene.record(received.thought, turn=scene.state.analysis.next_turn - 1)
    step, asked = scene.state.step(place.step_id), received.thought.question
    if changed and step is not None:
        scene.go(place.changed(stage="writing", asked=asked))
        scene.write((*step.outputs, *scene.state.analysis.written))
    else:
        show_menu(scene, place.step_id, place.ending, asked)


def _skip(scene: Scene, place: AtMenu) -> None:
    """[S]: drafts from what is known; the skipped steps are remembered as skipped, never as done."""
    scene.say("notice", SKIPPING)
    skipped = tuple(step.step_id for step in later_steps(scene, place.step_id))
    scene.tell(StepsSkipped(at=scene.at, step_ids=skipped))
    scene.go(place.changed(stage="filling"))
    scene.think("fill_gaps", scene.state.persona, may_ask=False)
