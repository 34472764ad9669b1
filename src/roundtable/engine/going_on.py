"""How a resting place goes on after something came between: the open question again, the same menu, or the next thought."""

from roundtable.engine import at_menu, conversation, discussion, opening, phase, step_loop
from roundtable.engine.place import (
    AtBoundary,
    AtMenu,
    AtReanalysis,
    InConversation,
    InDiscussion,
    InStep,
    Resting,
)
from roundtable.engine.scene import Scene


def go_on(scene: Scene, place: Resting) -> None:
    match place:
        case InStep():
            step_loop.go_on(scene, place)
        case AtMenu():
            at_menu.go_on(scene, place)
        case InDiscussion():
            discussion.go_on(scene, place)
        case InConversation():
            conversation.go_on(scene, place)
        case AtBoundary():
            phase.ask_again(scene, place)
        case AtReanalysis():
            opening.offer_reanalysis(scene)
