"""The end, in both modes: the last write, the last reading where there was no review, the check of what is really on disk,
what it puts right, the record, the last words.

The last words claim no more than was done. "Ready to build" is said when no open question blocks a builder and the check of
the written documents found no error; otherwise it is a draft, with what is missing and what to do about it.
"""

from typing import Final

from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES, phase_of
from roundtable.engine.briefing import Thought
from roundtable.engine.counts import listed, plural
from roundtable.engine.coverage import steps_of_topic
from roundtable.engine.events import CrossCheckDue, PhaseRecorded
from roundtable.engine.inputs import NoteCrossCheck, NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.place import AtBoundary, Finishing
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce, lead_of, say_answer
from roundtable.engine.state import SessionState
from roundtable.engine.thresholds import README, documents_at_end, phases_earned
from roundtable.facts import OpenQuestion

CHECKING: Final = "Before we wrap up, I'm having Alex and Jordan verify their artifacts are consistent with the final requirements."
CONSISTENT: Final = "All artifacts are consistent. Ready to finalize."
_NAMED: Final = 3


def start(scene: Scene, *, early: bool = False, phase_key: str = "") -> None:
    if not early and not phase_key:
        scene.say("contribution", CHECKING, lead_of(scene))
    resume(scene, Finishing(early=early, phase_key=phase_key))


def complete_phase(scene: Scene, *, chosen: bool) -> None:
    """Every step is done or left out. `chosen`: [C] at the phase menu already said to go on.

    The last phase brings every document up to date: what a later answer changed must not stay old in an earlier one.
    """
    key = scene.state.phase_key
    if key == ANALYSIS_PHASES[-1]:
        start(scene, phase_key=key)
        return
    here = phase_of(key)
    done = scene.state.progress.steps_completed
    steps = [step for step in scene.state.library.steps_of(key) if step.step_id in done]
    scene.go(AtBoundary(phase_key=key, chosen=chosen))
    # A discussion or a remark at a menu may have changed what an earlier step of the phase wrote.
    outputs = (name for step in steps for name in step.outputs)
    scene.write((here.main_document, *outputs) if here else outputs)


def resume(scene: Scene, place: Finishing) -> None:
    again = place.changed(stage="writing")
    scene.go(again)
    _write(scene, again)


def _write(scene: Scene, place: Finishing) -> None:
    names, steps = documents_at_end(scene.state.analysis), scene.state.library.steps
    if scene.state.mode == "steps" and place.early:
        done = scene.state.progress.steps_completed
        names = (*(name for step in steps if step.step_id in done for name in step.outputs), *names)
    elif scene.state.mode == "steps":
        outputs = (name for step in steps for name in step.outputs)
        names = (*(phase.main_document for phase in PHASES), *outputs, *names)
    scene.write(names, final=not place.early, early=place.early)


def in_finishing(scene: Scene, place: Finishing, received: Outcome) -> None:
    """Write, read, check, correct, save, end: each when the one before it is done."""
    match received, place.stage:
        case NoteDocuments(), "writing" if place.phase_key and not place.early:
            # A conversation was read before its review; steps may have ended without a last menu, or without anybody there.
            announce(scene, received)
            scene.go(place.changed(stage="reading"))
            read_once_more(scene)
        case TakeThought(), "reading":
            if repair(scene, received.thought):
                scene.go(place.changed(stage="repairing"))
                _write(scene, place)
            else:
                _check(scene, place)
        case NoteDocuments(), "writing" | "repairing":
            announce(scene, received)
            _check(scene, place)
        case NoteCrossCheck(), "checking":
            _checked(scene, place, received)
        case NoteDocuments(), "correcting":
            announce(scene, received)
            _save(scene, place)
        case NoteProgress(), "saving":
            _end(scene, place)
        case _:
            pass


def read_once_more(scene: Scene) -> None:
    """The last reading: before somebody reviews what was written, or before a run that nobody reviews ends.

    A mind that reads documents gets them with the task (the driver's part) and repairs them with operations; any other has
    nothing to say. What it repaired is told, and undo takes back these repairs alone.
    """
    scene.think("review", lead_of(scene), may_ask=False)


def repair(scene: Scene, thought: Thought) -> bool:
    """Take in what the reading repaired; whether the documents have to be written again."""
    if not thought.takes_in_anything:
        return False
    say_answer(scene, thought)
    return scene.record(thought, apart=True)


def _check(scene: Scene, place: Finishing) -> None:
    scene.go(place.changed(stage="checking"))
    scene.tell(CrossCheckDue(at=scene.at))


def _checked(scene: Scene, place: Finishing, checked: NoteCrossCheck) -> None:
    place = place.changed(left=checked.left, errors=checked.errors)
    for notice in checked.notices:
        scene.say("notice", notice)
    if checked.corrected:
        found = plural(len(checked.corrected), "inconsistency")
        text = f"Found {found}. {' '.join(checked.corrected)} All corrected."
        scene.say("contribution", text, lead_of(scene))
    if checked.corrected or (checked.errors and not place.early):  # what was written as complete is none
        scene.go(place.changed(stage="correcting"))
        _write(scene, place)
        return
    if not (checked.left or place.early or place.phase_key):
        scene.say("contribution", CONSISTENT, lead_of(scene))
    _save(scene, place)


def _save(scene: Scene, place: Finishing) -> None:
    earned = [key for key in _phases(scene, place) if key not in scene.state.progress.phases_completed]
    for key in earned:
        scene.tell(PhaseRecorded(at=scene.at, phase_key=key))
    scene.go(place.changed(stage="saving"))
    done = scene.state.progress.phases_completed
    scene.save(phase_done=earned[-1] if earned else done[-1] if done else None)


def _phases(scene: Scene, place: Finishing) -> tuple[str, ...]:
    """What counts as complete: early, only what met its threshold; else every phase whose topics nobody declined."""
    if place.phase_key:
        return () if place.early else (place.phase_key,)
    if scene.state.mode == "steps":
        return ()
    state = scene.state
    met = set(phases_earned(state.ready))
    if not place.early:
        declined_topics = (one for one in state.library.topics if one.topic_id in state.analysis.declined)
        declined = {step[:2] for topic in declined_topics for step in steps_of_topic(topic)}
        met |= {key for key in ANALYSIS_PHASES if key[:2] not in declined}
    return tuple(key for key in ANALYSIS_PHASES if key in met)


def _end(scene: Scene, place: Finishing) -> None:
    here = phase_of(place.phase_key)
    if place.left:
        issues = plural(len(place.left), "known issue")
        scene.say("notice", f"Analysis complete with {issues}: {' '.join(place.left)}")
    first = f"{here.label} complete. " if here is not None and not place.early else ""
    scene.say("summary", f"{first}{_verdict(scene, place)}")
    scene.say("summary", f"The page to read: docs/requirements/{scene.state.slug}/{README}")
    if scene.state.mode == "steps" and not scene.state.headless:
        scene.say("notice", to_correct(scene))
    scene.end("completed")


def to_correct(scene: Scene) -> str:
    """Steps end without a review: how to change what is written."""
    return f"To change something in it: roundtable analyze {scene.state.slug} --conversation"


def keeps_from_building(state: SessionState) -> tuple[list[str], int]:
    """Open questions that come first, and errors of the documents: with one of either, it is a draft."""
    blocking = [question.text for question in state.analysis.of(OpenQuestion) if question.blocks]
    return blocking, state.place.errors if isinstance(state.place, Finishing) else 0


def _verdict(scene: Scene, place: Finishing) -> str:
    state = scene.state
    blocking, errors = keeps_from_building(state)
    gaps = _gaps(scene)
    whole = set(state.progress.phases_completed) >= set(ANALYSIS_PHASES) and not place.early
    if whole and not blocking and not errors:
        tier = state.progress.recommended_tier
        line = f"Analysis complete. {state.slug} is ready to build."
        return f"{line} Recommended tier: {tier}." if tier else line
    found = ((len(blocking), "open point"), (place.errors, "error"))
    counts = [plural(count, noun) for count, noun in found if count]
    parts = [f"Draft: {', '.join(counts)}." if counts else "Draft."]
    if blocking:
        parts.append(f"To be answered first: {' '.join(blocking[:_NAMED])}")
    if gaps and not whole:
        parts.append(f"Not covered: {listed(gaps)}; each document says so under Gaps and Assumptions.")
    if place.errors:
        parts.append(f"To see what is wrong: roundtable check {state.slug}")
    return " ".join(parts)


def _gaps(scene: Scene) -> list[str]:
    state = scene.state
    if state.mode == "steps":
        done = state.progress.phases_completed
        return [phase.name.lower() for phase in PHASES if phase.key not in done]
    names = {topic.topic_id: topic.topic_name.lower() for topic in state.library.topics}
    return [names.get(item.topic_id, item.topic_id) for item in state.coverage if not item.is_covered]
