"""The way into a stepped session: fresh, resumed, finished before, or without its analyst."""

from typing import Final

from roundtable.engine import finishing, headless, phase
from roundtable.engine.counts import plural
from roundtable.engine.events import MenuShown, Reset, SessionOpened
from roundtable.engine.hearing import Utterance
from roundtable.engine.inputs import NoteProgress, Outcome
from roundtable.engine.menus import reanalysis_text
from roundtable.engine.place import AtReanalysis, Finishing, Headless
from roundtable.engine.scene import Scene

COMMANDS: Final = "Plain words are fine. Also: /help /undo /status /show /quit /done /deeper /shorter"

UP_TO_DATE: Final = "Analysis is already complete and current. Nothing to do."
FALLBACK: Final = (
    "The roundtable analyst is switched off here, so the standard phase agents write the documents."
)
_NO_STEPS: Final = "No step files found for phase "
_MORE_ABOUT_FILES: Final = "To see what is wrong in a file and on which line: roundtable library check"


def begin(scene: Scene) -> None:
    state = scene.state
    open_up(scene)
    if isinstance(state.place, Finishing):
        finishing.resume(scene, state.place)
        return
    if state.open_phase is None:
        if isinstance(state.place, Headless):  # cut off between the last phase and the last write
            headless.start(scene)
        elif state.head_moved is None:
            scene.say("notice", as_it_stands(scene))
            scene.end("completed")
        else:
            offer_reanalysis(scene)
        return
    if state.headless:
        headless.start(scene)
        return
    scene.say("notice", FALLBACK if state.lacks_analyst else COMMANDS)
    phase.come_in(scene, resumed=True)


def open_up(scene: Scene) -> None:
    """The first line, and what is wrong with the content. A phase without steps says so when it is reached."""
    state = scene.state
    scene.tell(
        SessionOpened(at=scene.at, slug=state.slug, mode=state.mode, mind=state.mind, resumed=state.resumed)
    )
    if state.mended:
        scene.say("notice", state.mended)
    warnings = [one for one in state.library.warnings if not one.startswith(_NO_STEPS)]
    for warning in warnings:
        scene.say("notice", warning)
    if any(warning.endswith("Skipping.") for warning in warnings):
        scene.say("notice", _MORE_ABOUT_FILES)


def as_it_stands(scene: Scene) -> str:
    """What is said of a finished item whose code is the same."""
    errors = scene.state.open_errors
    if not errors:
        return UP_TO_DATE
    return f"The analysis is complete, but `roundtable check {scene.state.slug}` finds {plural(errors, 'error')} in it."


def offer_reanalysis(scene: Scene) -> None:
    question, options = reanalysis_text(scene.state.head_moved)
    scene.go(AtReanalysis())
    scene.say("notice", question)
    text = "\n".join(f"[{option.key}] {option.label}" for option in options)
    scene.tell(MenuShown(at=scene.at, place="final", options=options, text=text))
    scene.wait("menu")


def chose(scene: Scene, text: str) -> bool:
    """[R] clears the progress and starts again, keeping the facts; [C] leaves everything as it is. False for anything else."""
    match text.strip().lower():
        case "r":
            _analyse_again(scene)
        case "c" | "":
            scene.end("completed")
        case _:
            return False
    return True


def answered(scene: Scene, said: Utterance) -> None:
    if said.agrees:
        _analyse_again(scene)
    elif said.refuses or said.ending:
        scene.end("completed")
    else:
        scene.say("notice", "Type R to analyse again, or C to leave it as it is.")
        offer_reanalysis(scene)


def _analyse_again(scene: Scene) -> None:
    scene.tell(Reset(at=scene.at))
    scene.save()


def at_reanalysis(scene: Scene, received: Outcome) -> None:
    """The progress is cleared: from the beginning."""
    if isinstance(received, NoteProgress):
        phase.come_in(scene, resumed=False)
