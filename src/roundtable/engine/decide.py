"""Decide what happens next in a session.

`decide(state, received)` is the whole engine: it looks, answers with events, and changes nothing.

- Time, scan results and the outcome of writes arrive inside `received`; nothing here asks for them.
- Every input gets an answer. One that fits nowhere now is `InputRefused`, not an exception.
- The last event is always a request (see `events`), so the driver knows whose turn it is.

Elsewhere: the way in (`opening`), what a person types (`routing`), phases and their boundaries (`phase`), the step loop
(`step_loop`), menus (`at_menu`), discussions (`discussion`), conversation mode (`conversation`), the end (`finishing`), events
into state (`fold`), saving (`roundtable.stores`).
"""

from collections.abc import Callable
from typing import Final

from roundtable.engine import at_menu, conversation, discussion, events, inputs, phase, routing, step_loop
from roundtable.engine import place as places
from roundtable.engine.briefing import Thought
from roundtable.engine.finishing import in_finishing
from roundtable.engine.hearing import listen
from roundtable.engine.opening import at_reanalysis, begin
from roundtable.engine.scene import Scene
from roundtable.engine.state import SessionState
from roundtable.facts.record import Record

_CARRY_ON: Final[dict[type[Record], Callable[..., None]]] = {
    places.AtReanalysis: at_reanalysis,
    places.Aside: routing.in_aside,
    places.Finishing: in_finishing,
    places.BetweenPhases: phase.between_phases,
    places.InStep: step_loop.in_step,
    places.AtMenu: at_menu.at_menu,
    places.AtBoundary: phase.at_boundary,
    places.InDiscussion: discussion.in_discussion,
    places.InConversation: conversation.in_conversation,
    places.Headless: phase.headless,
}
"""Who takes what was asked for, at each place."""


def decide(state: SessionState, received: inputs.Input) -> tuple[events.AnyEvent, ...]:
    scene = Scene(state, received.at)
    due = state.wanted.before if isinstance(state.wanted, events.Awaited) else None
    if isinstance(received, inputs.TakeScan):
        # A scan that finishes while somebody else has the word is only remembered.
        scene.tell(events.ScanTaken(at=received.at, scan=received.scan))
        return tuple(scene.events)
    if isinstance(received, inputs.Pause):
        scene.end("paused")
    elif isinstance(received, inputs.AskFirst):
        _ask_first(scene, state.wanted)
    elif isinstance(received, inputs.Hear) and due is not None:
        _go_ahead(scene, due, received.text)
    elif isinstance(received, inputs.NoteDocuments | inputs.NoteProgress) and received.failure:
        # It failed twice: the step stays unrecorded, what was said is kept, the process exits with 3.
        scene.say("notice", received.failure)
        scene.end("paused", reason=received.failure, failed=True)
    elif isinstance(received, inputs.Begin):
        if state.mode == "conversation" and not state.headless:
            conversation.begin_conversation(scene)
        else:
            begin(scene)
    else:
        _at_place(scene, received)
    return tuple(scene.events)


def _ask_first(scene: Scene, due: events.AnyEvent | None) -> None:
    scene.say("question", "This item was made elsewhere. From here on I write into it. Go on? [Y/n]")
    scene.tell(events.Awaited.model_validate({"at": scene.at, "what": "confirm", "before": due}))


def _go_ahead(scene: Scene, due: events.DocumentsDue | events.ProgressDue, text: str) -> None:
    said = listen(scene, text)
    if said.agrees or text.strip().lower() in {"", "y", "c"}:
        scene.tell(due)
    elif said.refuses or said.ending or text.strip().lower() == "n":
        scene.end("paused")
    else:
        _ask_first(scene, due)


def _at_place(scene: Scene, received: inputs.Outcome) -> None:
    if isinstance(received, inputs.NoteDocuments) and received.quick_scan is not None:
        scene.tell(events.QuickScanRead(at=received.at, quick_scan=received.quick_scan))
    elif isinstance(received, inputs.TakeThought):
        _note(scene, received.thought)
    heard = len(scene.events)
    place = places.Over() if isinstance(scene.state.wanted, events.Ended) else scene.state.place
    if isinstance(place, places.AtStart | places.Over):
        _refuse(scene, received, "the session is not open")
    elif not isinstance(received, inputs.Hear):
        _CARRY_ON[type(place)](scene, place, received)
    elif isinstance(place, places.Resting | places.Aside) and isinstance(scene.state.wanted, events.Awaited):
        routing.hear(scene, place, received.text)
    if len(scene.events) == heard:
        _refuse(scene, received, f"a {received.kind.replace('_', ' ')} is not expected now")


def _note(scene: Scene, thought: Thought) -> None:
    """What a thought says about its own making: for the journal, for the account, and a line for the person."""
    for note in thought.notes:
        scene.tell(events.Noted(at=scene.at, text=note))
    for spent in (thought.spending, *thought.also_spent):
        if spent is not None:
            scene.tell(events.Spent(at=scene.at, spending=spent))
    if thought.looked:
        scene.tell(events.Looked(at=scene.at, lines=thought.looked))
    if thought.notice:
        scene.say("notice", thought.notice)


def _refuse(scene: Scene, received: inputs.Input, reason: str) -> None:
    """Nothing changed; whoever had the word still has it."""
    text = received.text if isinstance(received, inputs.Hear) else received.kind
    scene.tell(events.InputRefused(at=scene.at, text=text, reason=reason))
    if isinstance(scene.state.wanted, events.Awaited):
        scene.wait(scene.state.wanted.what)
