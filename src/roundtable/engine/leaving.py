"""Leaving: for today, early with what is there, or because the item is not to be built. The last two are confirmed once."""

from typing import Final

from roundtable.engine import finishing
from roundtable.engine.asides import ask_between
from roundtable.engine.conversation_rules import is_clean
from roundtable.engine.counts import counted
from roundtable.engine.events import ProgressDue
from roundtable.engine.hearing import Utterance, keep_in_mind
from roundtable.engine.place import Aside, AtMenu, Ending, InConversation, InDiscussion, InStep, Resting
from roundtable.engine.scene import Scene

STOP: Final = "Then I finish here with what I have. Shall I?"
OFFER: Final = "Little new has come up lately. Shall I write up what we have?"
REASON: Final = "What is the reason, in a sentence, so that nobody has to ask again?"


def pause(scene: Scene, place: Resting) -> None:
    """Everything is saved; the next session goes on at this place."""
    saved = counted(scene.state.analysis) or "nothing new"
    upcoming = _next(scene, place)
    then = f" Next time we go on with {upcoming}" if upcoming else ""
    scene.say("notice", f"Paused. Saved: {saved}.{then}")
    scene.go(place)
    scene.end("paused")


def left(scene: Scene, place: Resting, ending: Ending) -> bool:
    """The way out, for whoever asked for it with their last answer; False when nobody did."""
    if ending == "pause":
        pause(scene, place)
    elif ending == "stop_now":
        ask_to_stop(scene, place)
    return ending in {"pause", "stop_now"}


def _next(scene: Scene, place: Resting) -> str:
    if isinstance(place, InStep | InConversation) and place.asked is not None:
        return f"this question: {place.asked.text}"
    step = scene.state.step(place.step_id) if isinstance(place, AtMenu | InDiscussion) else None
    if step is None:
        return ""
    return f"{'the discussion on' if isinstance(place, InDiscussion) else 'what follows'} {step.title}."


def ask_to_stop(scene: Scene, back: Resting, question: str = STOP) -> None:
    """The person wants to end here, or nothing new has come up for a while."""
    ask_between(scene, Aside(back=back, stage="stop_asked"), question)


def ask_to_close(scene: Scene, back: Resting, reason: str) -> None:
    """Not to be built: closing keeps the reason and waits for a yes."""
    if not reason:
        ask_between(scene, Aside(back=back, stage="reason_asked"), REASON, "message")
        return
    words = f', "{reason}",' if is_clean(reason) else ""
    kept = f"Not to be built, then. I keep your reason{words} and what was said so far."
    aside = Aside(back=back, stage="close_asked", text=reason)
    ask_between(scene, aside, f"{kept} Shall I close the item?")


def agreed(scene: Scene, place: Aside, said: Utterance) -> bool:
    """The answer to one of these questions, where it means leaving; False when it means something else."""
    if place.stage == "reason_asked":
        if said.refuses or not said.says_something:
            return False
        keep_in_mind(scene, said, keep=False)
        ask_to_close(scene, place.back, said.text.strip())
        return True
    wanted = "stop_now" if place.stage == "stop_asked" else "decline"
    if not (said.agrees or said.ending in {"done", wanted}):
        return False
    keep_in_mind(scene, said, keep=False)
    if place.stage == "stop_asked":
        finishing.start(scene, early=True)
    else:
        scene.go(place.changed(stage="closing"))
        evidence = f'said in the session: "{place.text[:300]}"'
        scene.tell(ProgressDue(at=scene.at, closed=place.text, evidence=evidence))
    return True
