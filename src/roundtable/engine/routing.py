"""The way of an input: closed choices of its place first, then what the person does with it, then what they say.

1. Letters of a menu, an empty line, the answer to a yes-or-no question: the place itself.
2. A doubt is asked about. A command, a question back, "don't build this", "that's all" and talk are answered here; the
   question that they interrupt comes again, and no turn is kept.
3. What is left says something about the item. It is kept, and the mind takes it in. "Yes, but only admins. Why do you
   ask?" is answered first and then taken in; "Only admins. That's all." is taken in first.

Elsewhere: reading the acts (`hearing`), commands (`commands`), leaving (`leaving`).
"""

from typing import Final

from roundtable.engine import asides, at_menu, commands, conversation, discussion, step_loop
from roundtable.engine import place as places
from roundtable.engine.asides import asker_of
from roundtable.engine.briefing import Ask
from roundtable.engine.commands import go_on, table
from roundtable.engine.hearing import Utterance, keep_in_mind, listen
from roundtable.engine.inputs import NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.leaving import agreed, ask_to_close
from roundtable.engine.opening import confirmed
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce, put_question, say_answer
from roundtable.language.acts import Act
from roundtable.language.phrases import any_phrase, rows

_HEARD: Final = "All right."
_KNOWN: Final = "Then I go by what I have of it."
_SAID_BEFORE: Final = rows(
    "said that | said so | said it | told you | already said | already told | see above | asked that | schon gesagt | ya lo dije "
    "| déjà dit"
)
"""How somebody says that a question was answered before."""
_REASONS: Final = (" because ", " since ", ": ")


def hear(scene: Scene, place: places.Resting | places.Aside, text: str) -> None:
    if isinstance(place, places.Aside):
        _answer_aside(scene, place, text)
    elif not _chosen(scene, place, text):
        _act_on(scene, place, listen(scene, text))


def _chosen(scene: Scene, place: places.Resting, text: str) -> bool:
    """A letter of a menu, or an empty line where that settles nothing."""
    if isinstance(place, places.AtMenu):
        return at_menu.chose(scene, place, text)
    if text.strip() or isinstance(place, places.AtBoundary | places.AtReanalysis):
        return False
    table(place).nothing_typed(scene, place)
    return True


def _act_on(scene: Scene, place: places.Resting, said: Utterance) -> None:
    if isinstance(place, places.InDiscussion) and discussion.leaves(scene, place, said):
        return
    if isinstance(place, places.InConversation) and confirmed(scene, place, said):
        return
    if said.act("unsure") is not None:
        keep_in_mind(scene, said, keep=False)
        asides.ask_what_is_meant(scene, place, said)
    elif (decline := said.act("decline")) is not None:
        keep_in_mind(scene, said, keep=False)
        ask_to_close(scene, place, _reason(said, decline))
    elif (command := _first_command(said)) is not None:
        if not said.says_something:
            keep_in_mind(scene, said, keep=False)
        commands.carry_out(scene, place, said, command, lambda: _taken_in(scene, place, said))
    elif (asks := said.act("question_back")) is not None and not isinstance(place, places.InDiscussion):
        if not said.says_something:
            keep_in_mind(scene, said, keep=False)
        asides.put_to(scene, _taken_in(scene, place, said), said, asks)
    elif isinstance(place, places.AtMenu) and not said.is_about_the_item:
        keep_in_mind(scene, said, keep=False)
        scene.say("notice", at_menu.HINT, asker_of(scene, place))
        go_on(scene, place)
    elif said.only_settles and isinstance(place, places.InConversation) and place.is_closing:
        # Whoever knows nothing, has nothing or leaves it to us changes nothing: that accepts the review.
        keep_in_mind(scene, said, keep=False)
        conversation.no_more(scene, place)
    elif said.says_something or isinstance(place, places.InDiscussion):
        _take_in(scene, place, said)
    else:
        keep_in_mind(scene, said, keep=False)
        _without_content(scene, place, said)


def _first_command(said: Utterance) -> Act | None:
    """A command to be carried out now: one that ends the talk waits until what was said beside it is taken in."""
    command = said.commands()
    ends = command is not None and command.what in {"pause", "stop_now", "move_on"}
    return None if ends and said.says_something else command


def _without_content(scene: Scene, place: places.Resting, said: Utterance, *, refused: bool = False) -> None:
    """Nothing more to say, or only talk: the open question is settled, or put again.

    `refused`: it was answered, but not for the record, and is not put again.
    """
    is_done = said.act("done") is not None
    was_answered = not is_done and (refused or any_phrase(_SAID_BEFORE).search(said.text))
    known = _HEARD if refused else _KNOWN
    match place:
        case places.InConversation() if is_done:
            conversation.no_more(scene, place)
        case places.InStep(asked=Ask(origin="draft")) if is_done:
            assent = Act(kind="assent", start=0, end=len(said.text))
            go_on(scene, step_loop.take_in(scene, place, Utterance(text=said.text, acts=(assent,))))
        case places.InStep() if is_done:
            step_loop.leave_question(scene, place, _HEARD)
        case places.AtBoundary() | places.AtReanalysis() if is_done:
            _take_in(scene, place, said)
        case places.InConversation(asked=Ask(), is_closing=False) | places.InStep(asked=Ask()) if (
            was_answered
        ):
            table(place).leave_question(scene, place, known)
        case _:
            if not is_done and not isinstance(place, places.AtBoundary | places.AtReanalysis):
                scene.say("acknowledgement", _HEARD, asker_of(scene, place))
            go_on(scene, place)


def _reason(said: Utterance, decline: Act) -> str:
    """Why it is not to be built: what stands beside the refusal, or follows it in the same sentence."""
    if beside := f"{said.text[: decline.start]} {said.text[decline.end :]}".strip(" ,;.-"):
        return beside
    given = (said.text.partition(mark)[2] for mark in _REASONS if mark in said.text)
    return next(given, "").strip(" ,;.-")


def _taken_in(scene: Scene, place: places.Resting, said: Utterance) -> places.Resting:
    """The place to go on at: where what was said is thought about, or the same one when nothing was."""
    if not said.says_something or isinstance(place, places.AtBoundary | places.AtReanalysis):
        return place
    return table(place).take_in(scene, place, said)


def _take_in(scene: Scene, place: places.Resting, said: Utterance) -> None:
    if isinstance(place, places.AtBoundary | places.AtReanalysis):
        table(place).answered(scene, place, said)
    else:
        go_on(scene, table(place).take_in(scene, place, said))


def _answer_aside(scene: Scene, place: places.Aside, text: str) -> None:
    """The answer to a question that came between; anything else is heard at the place below."""
    back = place.back
    if not text.strip():
        go_on(scene, back)
        return
    reply = listen(scene, text)
    if place.stage == "doubt":
        _settle_doubt(scene, place, reply)
    elif place.stage == "undo_asked" and (reply.agrees or reply.commands("undo") is not None):
        keep_in_mind(scene, reply, keep=False)
        scene.go(back)
        commands.undo(scene, back, lambda: back)
    elif place.stage != "undo_asked" and agreed(scene, place, reply):
        return
    elif reply.refuses:
        keep_in_mind(scene, reply, keep=False)
        go_on(scene, back)
    else:
        scene.go(back)
        hear(scene, back, text)


def _settle_doubt(scene: Scene, place: places.Aside, reply: Utterance) -> None:
    """Do what was answered; a message about the item instead of an answer is heard together with the doubtful one."""
    back = place.back
    said = asides.meant(place, reply)
    if reply.is_about_the_item and said is None:
        scene.go(back)
        hear(scene, back, f"{place.text}\n{reply.text}")
        return
    keep_in_mind(scene, reply, keep=False)
    if said is not None:
        scene.go(back)
        if reply.refuses and {act.kind for act in said.acts} == {"talk"}:
            _without_content(scene, back, said, refused=True)
        else:
            _act_on(scene, back, said)
    else:
        asides.ask_what_is_meant(scene, back, Utterance(text=place.text, acts=place.acts))


def in_aside(scene: Scene, place: places.Aside, received: Outcome) -> None:
    match received, place.stage:
        case TakeThought(), "thinking":
            _answered_back(scene, place.back, received)
        case NoteDocuments(), "writing":
            announce(scene, received)
            go_on(scene, place.back)
        case NoteProgress(), "closing":
            scene.end("declined", reason=place.text)
        case _:
            pass


def _answered_back(scene: Scene, back: places.Resting, received: TakeThought) -> None:
    """The answer; then the interrupted question, or the same one put in other words."""
    asker = None if isinstance(back, places.InDiscussion) else asker_of(scene, back)
    say_answer(scene, received.thought, asker)
    again = received.thought.question
    if again is not None and isinstance(back, places.InConversation) and back.stage != "thinking":
        put_question(scene, back, again, simpler=True)
    elif again is not None and isinstance(back, places.InStep) and back.stage != "thinking":
        go_on(scene, back.changed(asked=again))
    else:
        go_on(scene, back)
