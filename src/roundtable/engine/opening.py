"""The way into a stepped session: fresh, resumed, finished before, or without its analyst."""

from typing import Final

from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.engine import headless, phase
from roundtable.engine.events import MenuShown, Reset, SessionOpened
from roundtable.engine.inputs import Hear, NoteProgress, Outcome
from roundtable.engine.menus import reanalysis_text
from roundtable.engine.place import AtReanalysis
from roundtable.engine.scene import Scene

__all__ = ["UP_TO_DATE", "begin", "first_open_phase", "say_warnings"]

UP_TO_DATE: Final = "Analysis is already complete and current. Nothing to do."
FALLBACK: Final = (
    "The roundtable analyst is switched off here, so the standard phase agents write the documents."
)
_NO_STEPS: Final = "No step files found for phase "
_MORE_ABOUT_FILES: Final = "To see what is wrong in a file and on which line: roundtable library check"


def begin(scene: Scene) -> None:
    """Open the session and go to where it left off."""
    state = scene.state
    scene.tell(
        SessionOpened(at=scene.at, slug=state.slug, mode=state.mode, mind=state.mind, resumed=state.resumed)
    )
    say_warnings(scene)
    if first_open_phase(scene) is None:
        _finished_before(scene)
        return
    analyst = state.library.agent("roundtable-analyst")
    if state.headless or (state.library.agents and (analyst is None or not analyst.enabled)):
        if not state.headless:
            scene.say("notice", FALLBACK)
        headless.start(scene)
        return
    phase.come_in(scene, resumed=True)


def say_warnings(scene: Scene) -> None:
    """What is wrong with the content, and where to read more. A phase without steps says so when it is reached."""
    warnings = [one for one in scene.state.library.warnings if not one.startswith(_NO_STEPS)]
    for warning in warnings:
        scene.say("notice", warning)
    if any(warning.endswith("Skipping.") for warning in warnings):
        scene.say("notice", _MORE_ABOUT_FILES)


def first_open_phase(scene: Scene) -> str | None:
    """The first phase that is not complete."""
    done = scene.state.progress.phases_completed
    return next((key for key in ANALYSIS_PHASES if key not in done), None)


def _finished_before(scene: Scene) -> None:
    if scene.state.head_moved is None:
        scene.say("notice", UP_TO_DATE)
        scene.end("completed")
        return
    _offer_reanalysis(scene)


def _offer_reanalysis(scene: Scene) -> None:
    question, options = reanalysis_text(scene.state.head_moved)
    scene.go(AtReanalysis())
    scene.say("notice", question)
    text = "\n".join(f"[{option.key}] {option.label}" for option in options)
    scene.tell(MenuShown(at=scene.at, place="final", options=options, text=text))
    scene.wait("menu")


def at_reanalysis(scene: Scene, place: AtReanalysis, received: Outcome) -> None:
    """[R] clears the progress and starts again, keeping the facts; [C] leaves everything as it is."""
    if isinstance(received, NoteProgress):
        phase.come_in(scene, resumed=False)
    elif isinstance(received, Hear):
        choice = received.text.strip().lower()
        if choice in {"r", "re-analyze", "y", "yes"}:
            scene.tell(Reset(at=scene.at))
            scene.save()
        elif choice in {"c", "cancel", "n", "no", ""}:
            scene.end("completed")
        else:
            scene.say("notice", "Type R to analyse again, or C to leave it as it is.")
            _offer_reanalysis(scene)
