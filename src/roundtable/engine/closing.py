"""Closing a phase: its own document first; the record follows when that is on disk (`phase.at_boundary`)."""

from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES
from roundtable.engine.place import AtBoundary
from roundtable.engine.scene import Scene

__all__ = ["complete_phase", "every_output"]


def complete_phase(scene: Scene, *, chosen: bool) -> None:
    """Every step is done or left out. `chosen`: [C] at the phase menu already said to go on.

    The last phase brings every document up to date: what a later answer changed must not stay old in an earlier one.
    """
    key = scene.state.phase_key
    is_last = key == ANALYSIS_PHASES[-1]
    main = next((phase.main_document for phase in PHASES if phase.key == key), None)
    scene.go(AtBoundary(phase_key=key, chosen=chosen))
    scene.write(every_output(scene) if is_last else (main,) if main else (), final=is_last)


def every_output(scene: Scene) -> tuple[str, ...]:
    """Every document that the steps of this library speak of."""
    outputs = [name for step in scene.state.library.steps for name in step.outputs]
    return tuple(dict.fromkeys((*(phase.main_document for phase in PHASES), *outputs)))
