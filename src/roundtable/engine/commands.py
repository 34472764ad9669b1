"""What the program itself is asked to do, in plain words or as a slash command, in both modes and at every place.

Nothing of it is recorded. Whatever was open is put again afterwards, unless the command was to leave it.

Elsewhere: what is a command (`hearing`), leaving (`leaving`), looking things up and taking back (`asides`).
"""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Final

from roundtable.analysis.content import Topic
from roundtable.engine import asides, at_menu, conversation, discussion, leaving, opening, phase, step_loop
from roundtable.engine.asides import asker_of
from roundtable.engine.depth import ASKED, SWITCHED
from roundtable.engine.events import DepthChanged, PhaseEntered, TopicsMoved
from roundtable.engine.hearing import Utterance
from roundtable.engine.place import (
    Aside,
    AtBoundary,
    AtMenu,
    AtReanalysis,
    InConversation,
    InDiscussion,
    InStep,
    Resting,
)
from roundtable.engine.scene import Scene
from roundtable.engine.wrapping_up import follows
from roundtable.language.acts import Act
from roundtable.language.phrases import any_phrase, rows
from roundtable.language.tokens import content_stems, tokens

_ANSWER: Final = 'Answer in your own words, or say "don\'t know".'
_TYPE: Final = "Type one of the letters, or a remark in your own words."
_COMMANDS: Final = "/undo takes back, /status shows what I have, /quit keeps everything for later."
IN_STEPS_ONLY: Final = (
    "A discussion of all three is part of the stepped mode (--steps). Here you can ask any of them by name."
)
AFTER_THE_STEP: Final = "A discussion can be opened with the letter E, at the menu after this step."
NO_SUCH_STEP: Final = "No step of this phase that is done has that name."
LEFT_OPEN: Final = "Fine, I will leave that open."
_TOPIC_WORDS: Final = rows("topic | subject")

Back = Callable[[], Resting]
"""The place to go on at; asked for once the command is carried out, because what was said beside it is kept then."""


_TABLES: Final[Mapping[type[Resting], ModuleType]] = {
    InStep: step_loop,
    AtMenu: at_menu,
    InDiscussion: discussion,
    InConversation: conversation,
    AtBoundary: phase,
    AtReanalysis: opening,
}


def table(place: Resting) -> ModuleType:
    """What runs a place. Each of them can `go_on`; and `take_in` what was said, or have a question `answered`."""
    return _TABLES[type(place)]


def go_on(scene: Scene, place: Resting) -> None:
    """On after something came between: the open question again, the same menu, or the next thought."""
    table(place).go_on(scene, place)


def carry_out(scene: Scene, place: Resting, said: Utterance, act: Act, back: Back) -> None:
    words = said.words_of(act)
    match act.what:
        case "pause":
            leaving.pause(scene, place)
        case "stop_now":
            # Where the review comes next or is over, it asks whether that is all; elsewhere it is confirmed once.
            if isinstance(place, InConversation) and (place.is_closing or follows(scene, place)):
                conversation.no_more(scene, place)
            else:
                leaving.ask_to_stop(scene, place)
        case "status" | "show" | "who_said":
            asides.look_up(scene, back(), "recap" if act.what == "status" else act.what, words)
        case "undo":
            count = asides.undoing(scene)
            if count >= asides.MANY and not said.says_something:
                asides.ask_to_undo(scene, place, count)
            else:
                undo(scene, place, back)
        case "deeper" | "shorter" | "standard":
            _change_depth(scene, place, act.what, back)
        case "move_on":
            _move_on(scene, place, words)
        case "back_to":
            _go_back(scene, place, words)
        case "elaborate":
            _elaborate(scene, place)
        case _:
            scene.say("notice", f"{_TYPE if isinstance(place, AtMenu) else _ANSWER} {_COMMANDS}")
            go_on(scene, back())


def undo(scene: Scene, place: Resting, back: Back) -> None:
    reopened = asides.undo(scene, place)
    written = tuple(sorted(scene.state.analysis.written))
    then = back()
    if reopened is not None and then == place:
        then = reopened  # nothing else was said
    if reopened is not None and written:
        scene.go(Aside(back=then, stage="writing"))
        scene.write(written)
    else:
        go_on(scene, then)


def _change_depth(scene: Scene, place: Resting, what: str, back: Back) -> None:
    depth = ASKED[what]
    step = scene.state.step(place.step_id) if isinstance(place, InStep | AtMenu) else None
    if step is not None:
        interrupted = place.asked if isinstance(place, InStep) else None
        step_loop.switch_depth(scene, step, depth, interrupted)
        return
    if isinstance(place, InConversation):
        scene.tell(PhaseEntered(at=scene.at, phase_key="", depth=depth))
    else:
        scene.tell(DepthChanged(at=scene.at, phase_key=scene.state.phase_key, depth=depth))
    scene.say("acknowledgement", SWITCHED[depth], asker_of(scene, place))
    if isinstance(place, InConversation) and place.at_review and what == "deeper":
        conversation.think_on(scene, place.changed(more=True))
    else:
        go_on(scene, back())


def _move_on(scene: Scene, place: Resting, words: str) -> None:
    match place:
        case AtMenu():
            scene.say("notice", at_menu.HINT, asker_of(scene, place))
            go_on(scene, place)
        case InStep():
            step_loop.leave_question(scene, place, LEFT_OPEN)
        case InConversation():
            _leave_question(scene, place, words)
        case AtBoundary():
            phase.come_in(scene, resumed=False)
        case _:
            go_on(scene, place)


def _leave_question(scene: Scene, place: InConversation, words: str) -> None:
    """One "move on" leaves the question; a second in a row, or one that names the topic, leaves the whole topic.

    A topic that was left counts as declined: lighter coverage is fine, and the documents will say so.
    """
    topic = place.asked.topic if place.asked else None
    if topic is not None and (place.left_one or any_phrase(_TOPIC_WORDS).search(words)):
        covered = scene.state.progress.topics_covered or ()
        scene.tell(TopicsMoved(at=scene.at, covered=covered, declined=(topic,)))
    conversation.leave_question(scene, place.changed(left_one=True), LEFT_OPEN)


def _go_back(scene: Scene, place: Resting, words: str) -> None:
    if isinstance(place, InConversation):
        open_now = (place.asked,) if place.asked and not place.is_closing else ()
        scene.say("acknowledgement", "Of course.", asker_of(scene, place))
        later = {"more": True, "later": (*open_now, *place.later)}
        conversation.think_on(scene, place.changed(**later), _topic_named(scene, words))
        return
    here = place.step_id if isinstance(place, InStep | AtMenu) else ""
    step = at_menu.step_named(scene, words, here) if here else None
    if step is not None:
        step_loop.open_step(scene, step)
    else:
        scene.say("notice", NO_SUCH_STEP)
        go_on(scene, place)


def _elaborate(scene: Scene, place: Resting) -> None:
    if isinstance(place, AtMenu):
        scene.say("notice", at_menu.HINT, asker_of(scene, place))
    elif isinstance(place, InConversation | InStep):
        scene.say("notice", IN_STEPS_ONLY if isinstance(place, InConversation) else AFTER_THE_STEP)
    go_on(scene, place)


def _topic_named(scene: Scene, words: str) -> str | None:
    def shared(topic: Topic) -> int:
        named = f"{topic.topic_id} {topic.topic_name} {' '.join(topic.coverage_criteria)}"
        return len(_stems(words) & _stems(named))

    best = max(scene.state.library.topics, key=shared, default=None)
    return best.topic_id if best and shared(best) else None


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem.rstrip("s") for stem in content_stems(tokens(text.replace("-", " "))))
