"""The menus of stepped mode, word for word, and which of the three follows a step."""

from contextlib import suppress
from typing import Final, Literal

from roundtable.analysis.conditions import Circumstances, InvalidCondition, condition_holds
from roundtable.analysis.content import Step
from roundtable.analysis.phases import ANALYSIS_PHASES, next_phase, phase_of_step
from roundtable.engine.briefing import Ask
from roundtable.engine.events import MenuOption, MenuShown
from roundtable.engine.leaving import left
from roundtable.engine.place import AtMenu, Ending
from roundtable.engine.scene import Scene

MENU_PLACE = Literal["step", "phase", "final"]

_ELABORATE: Final = MenuOption(
    key="E", label="Elaboration Mode -- bring all perspectives to discuss this topic"
)
_CONTINUE: Final = MenuOption(key="C", label="Continue -- move to the next step")
_SKIP: Final = MenuOption(key="S", label="Skip remaining steps in this phase")
_COMPLETE: Final = MenuOption(key="C", label="Complete analysis")
_NATURAL: Final = "Or type naturally to provide feedback."


def menu_options(place: MENU_PLACE, phase_key: str) -> tuple[MenuOption, ...]:
    """What can be chosen: [S] only where something is left to skip."""
    if place == "step":
        return (_ELABORATE, _CONTINUE, _SKIP)
    following = next_phase(phase_key)
    if place == "final" or following is None:
        return (_ELABORATE, _COMPLETE)
    return (_ELABORATE, MenuOption(key="C", label=f"Continue to {following.label}"))


def menu_text(options: tuple[MenuOption, ...]) -> str:
    lines = [f"[{option.key}] {option.label}" for option in options]
    return "\n".join(["---", *lines, _NATURAL, "---"])


def show_menu(scene: Scene, step_id: str, ending: Ending = "", asked: Ask | None = None) -> None:
    """The menu of a step that is done and recorded; or the way out, for whoever asked for it with their last answer.

    `asked` is the short question that the last remark led to, if it did.
    """
    if left(scene, AtMenu(step_id=step_id), ending):
        return
    place = menu_place(scene, step_id)
    options = menu_options(place, _phase_key(scene, step_id))
    scene.go(AtMenu(step_id=step_id, asked=asked))
    scene.tell(MenuShown(at=scene.at, place=place, options=options, text=menu_text(options)))
    scene.wait("menu")


def menu_place(scene: Scene, step_id: str) -> MENU_PLACE:
    """`step` while something is left to run in this phase, else `phase`, or `final` in the last one."""
    done = {*scene.state.progress.steps_completed, step_id}
    if any(obstacle(scene, step, done) is None for step in later_steps(scene, step_id)):
        return "step"
    return "final" if _phase_key(scene, step_id) == ANALYSIS_PHASES[-1] else "phase"


def later_steps(scene: Scene, step_id: str | None) -> tuple[Step, ...]:
    """The steps of the current phase after this one (all of them when there is none), that are not done."""
    steps = scene.state.library.steps_of(scene.state.phase_key)
    ids = [step.step_id for step in steps]
    start = ids.index(step_id) + 1 if step_id in ids else 0
    return tuple(step for step in steps[start:] if step.step_id not in scene.state.progress.steps_completed)


def obstacle(scene: Scene, step: Step, done: set[str]) -> str | None:
    """Why a step cannot run now: a sentence to show, an empty one when it is silently left out; none when it can."""
    if missing := [needed for needed in step.depends_on if needed not in done]:
        return f"Step {step.step_id} ({step.title}) depends on {', '.join(missing)}, which is not completed. Skipping."
    return "" if _left_out(scene, step) else None


def has_invalid_condition(scene: Scene, step: Step) -> bool:
    """Whether the step's `skip_if` cannot be evaluated; such a step runs, with a warning."""
    return _left_out(scene, step) is None


def _left_out(scene: Scene, step: Step) -> bool | None:
    quick_scan = scene.state.quick_scan
    known = {} if quick_scan.scope == "unknown" else quick_scan.model_dump()
    with suppress(InvalidCondition):
        return condition_holds(step.skip_if, Circumstances(depth=scene.state.depth.value, **known))


def _phase_key(scene: Scene, step_id: str) -> str:
    phase = phase_of_step(step_id)
    return scene.state.phase_key or (phase.key if phase else "")
