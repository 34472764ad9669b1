"""The standard phase agents: every document from the draft and the code, without a conversation.

Where they only stand in for an analyst that is switched off, somebody is there to be asked between two phases.
"""

from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES
from roundtable.engine import finishing
from roundtable.engine.events import PhaseEntered, PhaseRecorded
from roundtable.engine.inputs import NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.menus import ask_at_boundary
from roundtable.engine.place import Headless
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce


def start(scene: Scene) -> None:
    here = scene.state.open_phase
    if here is None:
        finishing.start(scene, phase_key=ANALYSIS_PHASES[-1])
        return
    scene.say("notice", f"Running {here.label}...")
    scene.tell(PhaseEntered(at=scene.at, phase_key=here.key, depth=scene.state.depth))
    scene.go(Headless(phase_key=here.key))
    scene.think("fill_gaps", scene.state.library.persona_of_phase(here.key), may_ask=False)


def headless(scene: Scene, place: Headless, received: Outcome) -> None:
    """Facts, documents, record; then the next phase."""
    here = PHASES[ANALYSIS_PHASES.index(place.phase_key)]
    if isinstance(received, TakeThought):
        scene.record(received.thought, turn=0)
        steps = scene.state.library.steps_of(here.key)
        outputs = (here.main_document, *(name for step in steps for name in step.outputs))
        scene.go(place.changed(stage="writing"))
        scene.write(outputs)
    elif isinstance(received, NoteDocuments):
        announce(scene, received)
        scene.tell(PhaseRecorded(at=scene.at, phase_key=here.key))
        scene.go(place.changed(stage="saving"))
        scene.save(phase_done=here.key)
    elif isinstance(received, NoteProgress):
        following = scene.state.open_phase
        if scene.state.headless or following is None:
            start(scene)
        else:
            ask_at_boundary(scene, here, following)
