"""Leaving a conversation early, or deciding that the item is not to be built. Both are confirmed once."""

from typing import Final

from roundtable.engine.events import Heard
from roundtable.engine.place import InConversation
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of
from roundtable.engine.steering import Steer, is_no, is_yes, steering
from roundtable.engine.wrapping_up import close_item, finish_early

__all__ = ["answered", "ask_to_close", "ask_to_stop", "offer_stop"]

STOP: Final = "Shall I stop here and write up what we have, with the gaps marked?"
OFFER: Final = "Little new has come up lately. Shall I write up what we have, or is there something you still want to settle?"
REASON: Final = "What is the reason, in a sentence, so that nobody has to ask again?"


def ask_to_stop(scene: Scene, place: InConversation) -> None:
    """The person wants to leave: confirmed once."""
    scene.go(place.model_copy(update={"stage": "exit_asked"}))
    scene.say("question", STOP, lead_of(scene))
    scene.wait("confirm")


def offer_stop(scene: Scene, place: InConversation) -> None:
    """Nothing new for a while: offered once."""
    scene.go(place.model_copy(update={"stage": "exit_asked", "offered_stop": True, "stalled": 0}))
    scene.say("question", OFFER, lead_of(scene))
    scene.wait("confirm")


def ask_to_close(scene: Scene, place: InConversation, steer: Steer, text: str) -> None:
    """Not worth building, or too small to analyse: with a reason, the item is closed."""
    reason = steer.about.removeprefix("because ").removeprefix("since ").strip()
    if steer.kind == "trivial":
        reason = f"Trivial: {reason or text.strip()}"
    if not reason:
        scene.go(place.model_copy(update={"stage": "reason_asked"}))
        scene.say("question", REASON, lead_of(scene))
        scene.wait("message")
        return
    _confirm_close(scene, place, reason)


def _confirm_close(scene: Scene, place: InConversation, reason: str) -> None:
    scene.go(place.model_copy(update={"stage": "close_asked", "reason": reason}))
    scene.say(
        "question", f'Shall I close this item as not to be built, with the reason "{reason}"?', lead_of(scene)
    )
    scene.wait("confirm")


def answered(scene: Scene, place: InConversation, text: str) -> bool:
    """The answer to one of the questions above; False when the person simply talked on."""
    if place.stage == "reason_asked":
        if is_no(text) or not text.strip():
            return _go_on(scene, place, text)
        scene.tell(Heard(at=scene.at, text=text, question=REASON))
        _confirm_close(scene, place, text.strip())
        return True
    steer = steering(text)
    agrees = is_yes(text) or (steer is not None and steer.kind in {"done", "decline"})
    if agrees:
        scene.tell(Heard(at=scene.at, text=text, keep=False))
        if place.stage == "close_asked":
            close_item(scene, place)
        else:
            finish_early(scene, place)
        return True
    if is_no(text) or not text.strip():
        return _go_on(scene, place, text)
    return False


def _go_on(scene: Scene, place: InConversation, text: str) -> bool:
    """Not leaving after all: the open question again."""
    scene.tell(Heard(at=scene.at, text=text, keep=False))
    asked = place.asked
    scene.go(place.model_copy(update={"stage": "waiting"}))
    if asked is not None:
        persona = scene.state.library.persona(asked.persona) if asked.persona else lead_of(scene)
        scene.say("question", asked.text, persona)
    scene.wait("message")
    return True
