"""Closing a phase: its own document first; the record follows when that is on disk (`phase.at_boundary`)."""

from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES
from roundtable.engine import finishing
from roundtable.engine.place import AtBoundary
from roundtable.engine.scene import Scene


def complete_phase(scene: Scene, *, chosen: bool) -> None:
    """Every step is done or left out. `chosen`: [C] at the phase menu already said to go on.

    The last phase brings every document up to date: what a later answer changed must not stay old in an earlier one.
    """
    key = scene.state.phase_key
    if key == ANALYSIS_PHASES[-1]:
        finishing.start(scene, phase_key=key)
        return
    main = next((phase.main_document for phase in PHASES if phase.key == key), None)
    done = scene.state.progress.steps_completed
    steps = [step for step in scene.state.library.steps_of(key) if step.step_id in done]
    scene.go(AtBoundary(phase_key=key, chosen=chosen))
    # A discussion or a remark at a menu may have changed what an earlier step of the phase wrote.
    scene.write(((main,) if main else ()) + tuple(name for step in steps for name in step.outputs))
