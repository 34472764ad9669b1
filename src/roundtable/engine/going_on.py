"""How a resting place goes on after something came between: the open question again, the same menu, or the next thought."""

from roundtable.engine import at_menu, conversation, discussion, opening, phase, step_loop
from roundtable.engine import place as places
from roundtable.engine.scene import Scene


def go_on(scene: Scene, place: places.Resting) -> None:
    match place:
        case places.InStep():
            step_loop.go_on(scene, place)
        case places.AtMenu():
            at_menu.go_on(scene, place)
        case places.InDiscussion():
            discussion.go_on(scene, place)
        case places.InConversation():
            conversation.go_on(scene, place)
        case places.AtBoundary():
            phase.ask_again(scene, place)
        case places.AtReanalysis():
            opening.offer_reanalysis(scene)
