"""Closing a phase: its own document first; the record follows when that is on disk (`phase.at_boundary`)."""

from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES
from roundtable.engine.place import AtBoundary
from roundtable.engine.scene import Scene

__all__ = ["complete_phase"]


def complete_phase(scene: Scene, *, chosen: bool) -> None:
    """Every step is done or left out. `chosen`: [C] at the phase menu already said to go on."""
    key = scene.state.phase_key
    main = next((phase.main_document for phase in PHASES if phase.key == key), None)
    scene.go(AtBoundary(phase_key=key, chosen=chosen))
    scene.write((main,) if main else (), final=key == ANALYSIS_PHASES[-1])
