"""Phases: entering one (hand-off, greeting, depth), completing one, and the question between two.

The order of a new phase: "Running Phase…", hand-off, context summary, greeting, depth announcement, first step.
"""

from typing import Final

from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES, Phase, previous_phase
from roundtable.engine import finishing, step_loop
from roundtable.engine.counts import listed
from roundtable.engine.depth import ANNOUNCEMENTS, depth_of_phase
from roundtable.engine.discussion import resume_discussion
from roundtable.engine.events import DepthChanged, PhaseEntered, PhaseRecorded
from roundtable.engine.finishing import complete_phase
from roundtable.engine.hearing import Utterance
from roundtable.engine.inputs import NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.place import AtBoundary, BetweenPhases, Headless, InDiscussion, InStep, resting
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce

_MENTIONED: Final = 3  # how many earlier discussions a greeting recalls


def come_in(scene: Scene, *, resumed: bool) -> None:
    """Enter the first phase that is not complete, at the place where an earlier session stopped in it."""
    here = scene.state.open_phase
    if here is None:
        finishing.start(scene, phase_key=PHASES[-1].key)
        return
    key = here.key
    place = resting(scene.state.place)
    done = scene.state.progress.phases_completed
    if resumed and isinstance(place, AtBoundary) and not place.chosen and place.phase_key in done:
        go_on(scene, place)
        return
    if scene.state.lacks_analyst:
        start_headless(scene)
        return
    scene.say("notice", f"Running {here.label}...")
    if scene.state.depth_flag is not None:
        scene.tell(DepthChanged(at=scene.at, phase_key=key, depth=scene.state.depth_flag))
    depth = depth_of_phase(key, scene.state.progress.depth_overrides, scene.state.quick_scan)
    scene.tell(PhaseEntered(at=scene.at, phase_key=key, depth=depth))
    if not scene.state.library.steps_of(key):
        scene.say("notice", f"No step files found for phase {key}.")
        complete_phase(scene, chosen=False)
        return
    outgoing = previous_phase(key)
    if outgoing and _is_transition(scene, here, outgoing):
        _hand_off(scene, outgoing, here)
        return
    _greet_and_go(scene, here)


def _of(key: str) -> Phase:
    return PHASES[ANALYSIS_PHASES.index(key)]


def _done_here(scene: Scene, here: Phase) -> tuple[str, ...]:
    return tuple(step for step in scene.state.progress.steps_completed if _is_in(scene, step, here))


def _is_in(scene: Scene, step_id: str, here: Phase) -> bool:
    """Whether a step belongs to a phase: its folder decides, its id only when its file is gone."""
    step = scene.state.step(step_id)
    return step.phase_key == here.key if step is not None else step_id.startswith(here.prefix)


def _is_transition(scene: Scene, here: Phase, outgoing: Phase) -> bool:
    library = scene.state.library
    fresh = outgoing.key in scene.state.progress.phases_completed and not _done_here(scene, here)
    # Within a phase whose first step is half answered the hand-off was shown already.
    place = resting(scene.state.place)
    under_way = isinstance(place, InStep) and _is_in(scene, place.step_id, here)
    changes = library.persona_of_phase(outgoing.key).key != library.persona_of_phase(here.key).key
    return fresh and changes and not under_way


def _hand_off(scene: Scene, outgoing: Phase, here: Phase) -> None:
    library = scene.state.library
    leaving, arriving = library.persona_of_phase(outgoing.key), library.persona_of_phase(here.key)
    text = f"{leaving.name} has finished {outgoing.description}. Handing off to {arriving.label} who will {here.handoff}."
    scene.say("transition", text, arriving)
    scene.go(BetweenPhases(phase_key=here.key))
    scene.think("summarise_phase", arriving)


def between_phases(scene: Scene, place: BetweenPhases, received: Outcome) -> None:
    if not isinstance(received, TakeThought):
        return
    here = _of(place.phase_key)
    outgoing = previous_phase(here.key)
    summary = " ".join(piece.text.strip() for piece in received.thought.contributions).strip()
    if outgoing and summary:
        library = scene.state.library
        reviewed = f"{library.persona_of_phase(outgoing.key).first_name}'s {outgoing.artifact}"
        text = f"I've reviewed {reviewed}. Here's what I'm working with: {summary.rstrip('.')}."
        scene.say("summary", text, library.persona_of_phase(here.key))
    _greet_and_go(scene, here)


def _greet_and_go(scene: Scene, here: Phase) -> None:
    persona = scene.state.library.persona_of_phase(here.key)
    place = resting(scene.state.place)
    scene.say("greeting", _greeting(scene, here), persona)
    if announcement := ANNOUNCEMENTS.get(scene.state.depth):
        scene.say("announcement", announcement, persona)
    if isinstance(place, InDiscussion) and _is_in(scene, place.step_id, here):
        resume_discussion(scene, place)
    elif isinstance(place, InStep) and (step := step_loop.upcoming(scene)) and place.step_id == step.step_id:
        step_loop.resume_step(scene, place)
    else:
        step_loop.next_step(scene)


def _greeting(scene: Scene, here: Phase) -> str:
    persona = scene.state.library.persona_of_phase(here.key)
    done = _done_here(scene, here)
    if not done:
        return (
            f"{persona.name}: Hi, I'm {persona.first_name}, your {persona.role}. "
            f"I'll be guiding you through {here.description}. Let's get started."
        )
    titles = [step.title for step in scene.state.library.steps_of(here.key) if step.step_id in done]
    spoken = f"{persona.name}: Welcome back. Last time we completed {listed(titles, serial=True)}."
    held = [
        (step_id, summary)
        for record in scene.state.progress.elaborations
        if (step_id := str(record.get("step_id", ""))).startswith(here.prefix)
        and (summary := str(record.get("synthesis_summary", "")).strip())
    ]
    for step_id, summary in held[-_MENTIONED:]:
        step = scene.state.step(step_id)
        title, summary = step.title if step else step_id, summary.rstrip(".")
        spoken += f" In our previous session, we also had a roundtable discussion on {title} where {summary}."
    upcoming = step_loop.upcoming(scene)
    return f"{spoken} Let's pick up from {upcoming.title}." if upcoming is not None else spoken


def at_boundary(scene: Scene, place: AtBoundary | Headless, received: Outcome) -> None:
    """Documents, then the record, then the question (or the answer that [C] already gave)."""
    here = _of(place.phase_key)
    if isinstance(received, NoteDocuments):
        announce(scene, received)
        scene.tell(PhaseRecorded(at=scene.at, phase_key=here.key))
        scene.save(phase_done=here.key)
    elif isinstance(received, NoteProgress):
        if scene.state.headless:
            start_headless(scene)
        elif isinstance(place, AtBoundary) and place.chosen and scene.state.open_phase is not None:
            scene.say("notice", f"{here.label} complete.")
            come_in(scene, resumed=False)
        else:
            go_on(scene, place)


def go_on(scene: Scene, place: AtBoundary | Headless) -> None:
    """The question between two phases; behind the last one, the end."""
    here, following = _of(place.phase_key), scene.state.open_phase
    if following is None:
        # Every phase was complete before; whether it is ready to build is a matter of what is on disk.
        finishing.start(scene, phase_key=here.key)
        return
    scene.go(AtBoundary(phase_key=here.key))
    scene.say("question", f"{here.label} complete. Continue to {following.label}? [Y/n]")
    scene.wait("confirm")


def answered(scene: Scene, place: AtBoundary, said: Utterance) -> None:
    if said.agrees:
        come_in(scene, resumed=False)
    elif said.refuses or said.ending:
        scene.end("paused")
    else:
        scene.say("notice", "Type y to go on, or n to stop here; everything so far is saved.")
        go_on(scene, place)


def start_headless(scene: Scene) -> None:
    """The standard phase agents: every document from the draft and the code, without a conversation.

    Where they only stand in for an analyst that is switched off, somebody is there to be asked between two phases.
    """
    here = scene.state.open_phase
    if here is None:
        finishing.start(scene, phase_key=ANALYSIS_PHASES[-1])
        return
    scene.say("notice", f"Running {here.label}...")
    scene.tell(PhaseEntered(at=scene.at, phase_key=here.key, depth=scene.state.depth))
    scene.go(Headless(phase_key=here.key))
    scene.think("fill_gaps", scene.state.library.persona_of_phase(here.key), may_ask=False)


def headless(scene: Scene, place: Headless, received: Outcome) -> None:
    if not isinstance(received, TakeThought):
        at_boundary(scene, place, received)
        return
    here = _of(place.phase_key)
    scene.record(received.thought, turn=0)
    steps = scene.state.library.steps_of(here.key)
    scene.write((here.main_document, *(name for step in steps for name in step.outputs)))
