"""The way into a session: fresh, resumed, finished before, or without its analyst; and back into a conversation."""

from typing import Final

from roundtable.analysis.phases import PHASES
from roundtable.engine import finishing, phase, wrapping_up
from roundtable.engine.briefing import Ask
from roundtable.engine.counts import listed, plural
from roundtable.engine.events import MenuOption, MenuShown, Reset, SessionOpened
from roundtable.engine.hearing import Utterance, keep_in_mind
from roundtable.engine.inputs import NoteProgress, Outcome
from roundtable.engine.place import AtReanalysis, Finishing, Headless, InConversation, Resting
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of

_AMEND: Final = "Is there something you would like to change in it?"
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
            phase.start_headless(scene)
        elif state.head_moved is None:
            scene.say("notice", as_it_stands(scene))
            scene.say("notice", finishing.to_correct(scene))
            scene.end("completed")
        else:
            go_on(scene)
        return
    if state.headless:
        phase.start_headless(scene)
        return
    scene.say("notice", FALLBACK if state.lacks_analyst else COMMANDS)
    phase.come_in(scene, resumed=True)


def open_up(scene: Scene) -> None:
    """The first line, and what is wrong with the content. A phase without steps says so when it is reached."""
    state = scene.state
    told = state.model_dump(include={"slug", "mode", "mind", "resumed"})
    scene.tell(SessionOpened(at=scene.at, **told))
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


def go_on(scene: Scene, place: AtReanalysis | None = None) -> None:
    options = (MenuOption(key="R", label="Re-analyze"), MenuOption(key="C", label="Cancel"))
    scene.go(place or AtReanalysis())
    scene.say("notice", _moved_on(scene))
    text = "\n".join(f"[{option.key}] {option.label}" for option in options)
    scene.tell(MenuShown(at=scene.at, place="final", options=options, text=text))
    scene.wait("menu")


def answered(scene: Scene, place: AtReanalysis, said: Utterance) -> None:
    """[R] clears the progress and starts again, keeping the facts; [C] leaves everything as it is."""
    if said.agrees:
        _analyse_again(scene, place)
    elif said.refuses or said.ending:
        scene.end("completed")
    else:
        scene.say("notice", "Type R to analyse again, or C to leave it as it is.")
        go_on(scene, place)


def _analyse_again(scene: Scene, place: Resting) -> None:
    scene.tell(Reset(at=scene.at))
    scene.go(place)
    scene.save()


def at_reanalysis(scene: Scene, _place: AtReanalysis, received: Outcome) -> None:
    """The progress is cleared: from the beginning."""
    if isinstance(received, NoteProgress):
        phase.come_in(scene, resumed=False)


def _commits(scene: Scene) -> str:
    commits = scene.state.head_moved or 0
    return plural(commits, "commit") if commits > 0 else "an unknown number of commits"


def _moved_on(scene: Scene) -> str:
    return f"Codebase has changed since analysis ({_commits(scene)}). Re-run analysis?"


def code_moved(scene: Scene) -> str:
    return (
        f"Warning: the code has changed by {_commits(scene)} since the analysis. Impact: files named in the documents may have changed. "
        "Recovery: what the talk touches is looked up anew."
    )


def greeting(scene: Scene, asked: Ask | None) -> str:
    coverage = scene.state.coverage
    covered = [c for c in coverage if c.criteria_met]
    names = {topic.topic_id: topic.topic_name.lower() for topic in scene.state.library.topics}
    full = [names[c.topic_id] for c in covered if c.is_covered] or [names[c.topic_id] for c in covered][:2]
    opened = [names[c.topic_id] for c in coverage if not c.is_covered]
    if not full:
        phases = [p.name.lower() for p in PHASES if p.key in scene.state.progress.phases_completed]
        full = phases or ["what you asked for"]
    # The open question is put again right after this, so its topic is where we go on.
    upcoming = names.get((asked and asked.topic) or "") or (opened[0] if opened else "the last open points")
    done = [name for name in full if name != upcoming] or ["a part of it"]
    return f"I can see we've covered {listed(done)}. Let's pick up from {upcoming}."


def finished_before(scene: Scene) -> None:
    """The code is the same: something may still be changed. It moved on: go through it again?"""
    scene.go(InConversation(stage="finished"))
    if scene.state.head_moved is not None:
        scene.say("question", _moved_on(scene))
        scene.wait("confirm")
        return
    scene.say("notice", as_it_stands(scene))
    scene.say("question", _AMEND, lead_of(scene))
    scene.wait("message")


def confirmed(scene: Scene, place: InConversation, said: Utterance) -> bool:
    """The answer to one of the questions about a finished item; False where something is to be taken in."""
    if place.stage != "finished":
        return False
    if scene.state.head_moved is not None and (said.agrees or said.text.strip().lower() == "r"):
        keep_in_mind(scene, said, keep=False)
        _analyse_again(scene, place)
    elif said.refuses or said.ending or said.text.strip().lower() == "c":
        keep_in_mind(scene, said, keep=False)
        scene.end("completed")
    elif said.agrees:
        scene.say("question", wrapping_up.ANYTHING, lead_of(scene))
        scene.wait("message")
    else:
        return False
    return True
