"""What comes between: a question of the person's, a look at what is known, taking something back, a doubt.

Each of them stands on top of the place where the person was (`Aside`), changes nothing there, and lets that place go on
when it is done: the interrupted question is put again, the menu is shown again.

Elsewhere: how a place goes on, and which of these an input wants (`routing`, `commands`).
"""

from typing import Final

from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Persona
from roundtable.engine.addressing import EVERYBODY, address_of
from roundtable.engine.conversation_rules import is_clean
from roundtable.engine.events import Undone
from roundtable.engine.fold import fold
from roundtable.engine.hearing import CHANGES, Utterance
from roundtable.engine.place import Aside, AtMenu, InConversation, InDiscussion, InStep, Resting
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of, say_cleanly
from roundtable.language.acts import Act, ActKind
from roundtable.language.phrases import any_phrase, rows

CHANGE_OR_NEW: Final = "Is that a change to something we have, or something new?"
NOTHING_TO_UNDO: Final = "There is nothing to take back."
_CHANGE: Final = rows("change | first")
_NEW: Final = rows("new | second | add it | keep it")  # words for one and the other answer to `CHANGE_OR_NEW`
_SHORT: Final = 5
_QUOTED: Final = 60
_SHOWN: Final = 3
MANY: Final = 6  # entries that are not taken back together without asking


def asker_of(scene: Scene, place: Resting) -> Persona:
    library = scene.state.library
    if isinstance(place, InConversation):
        return library.persona(place.asked.persona) if place.asked and place.asked.persona else lead_of(scene)
    if isinstance(place, InDiscussion):
        return library.persona(place.lead)
    step = scene.state.step(place.step_id) if isinstance(place, InStep | AtMenu) else None
    return library.persona(step.persona) if step else scene.state.persona


def ask_between(scene: Scene, aside: Aside, question: str, what: str = "confirm") -> None:
    scene.go(aside)
    scene.say("question", question, asker_of(scene, aside.back))
    scene.wait(what)


def put_to(scene: Scene, back: Resting, said: Utterance, act: Act) -> None:
    """The person asks back: whoever is named answers, else whoever asked, then `back` goes on."""
    library, what = scene.state.library, act.what if act.what in said.text.lower() else None
    named = next((one.key for one in library.personas if one.first_name.lower() == what), None)
    key = named or address_of(said.text, library.personas)
    persona = library.persona(key) if key and key != EVERYBODY else asker_of(scene, back)
    scene.go(Aside(back=back, stage="thinking", acts=said.acts))
    scene.think("answer_back", persona, may_ask=False, takes_in=False)


def look_up(scene: Scene, back: Resting, what: str, words: str) -> None:
    """What is known so far (`recap`), one part of it (`show`), or where it comes from (`who_said`)."""
    scene.go(Aside(back=back, stage="thinking"))
    scene.think("recap", asker_of(scene, back), criterion=f"{what}: {words}".strip(), may_ask=False)


def undoing(scene: Scene) -> int:
    """How many entries the latest change left, which taking it back would touch."""
    return len(_changes(scene.state.analysis, fold(scene.state, Undone(at=scene.at)).analysis))


def ask_to_undo(scene: Scene, back: Resting, count: int) -> None:
    """A whole page of entries does not go by three words without a question."""
    question = f"That takes back all {count} entries of your last answer. Shall I? Or name the one you mean."
    ask_between(scene, Aside(back=back, stage="undo_asked"), question)


def undo(scene: Scene, back: Resting) -> Resting | None:
    """Take back the latest change and say which; the place at which its question is open again, none without a change."""
    before, kept = scene.state.analysis, len(scene.state.past)
    scene.tell(Undone(at=scene.at))
    told = _difference(before, scene.state.analysis)
    words, asker = told or NOTHING_TO_UNDO, asker_of(scene, back)
    if scene.state.mode == "conversation":  # the words hold the person's own, which may break its rules
        say_cleanly(scene, "acknowledgement", words, asker)
    else:
        scene.say("acknowledgement", words, asker)
    if not told:
        return None
    heard = [turn for turn in before.turns if turn.number > 0][-(kept - len(scene.state.past)) :]
    return _asking_again(scene, back, heard[0]) if heard else back


def _asking_again(scene: Scene, back: Resting, turn: Turn) -> Resting:
    """The question whose answer was taken back comes first; the one that was open now comes after it."""
    asked = scene.state.asks.get(turn.question)
    if asked is None or not isinstance(back, InStep | InConversation) or back.asked == asked:
        return back
    if isinstance(back, InConversation):
        return back if back.at_review else back.changed(asked=asked)
    open_now = (back.asked,) if back.asked else ()
    is_here = turn.step_id == back.step_id
    return back.changed(asked=asked, pending=(*open_now, *back.pending)) if is_here else back


def _changes(before: Analysis, after: Analysis) -> list[str]:
    gone = [f"{one.id} {_quoted(one.headline)} is gone" for one in before.facts if one.id not in after.by_id]
    back = [f"{one.id} {_quoted(one.headline)} is back" for one in after.facts if one.id not in before.by_id]
    kept = (fact for fact in after.facts if fact.id in before.by_id)
    again = [f"{fact.id} is {_quoted(fact.headline)} again" for fact in kept if before.by_id[fact.id] != fact]
    return [*gone, *again, *back]


def _difference(before: Analysis, after: Analysis) -> str:
    told = _changes(before, after)
    if not told:
        same = (before.none_of, before.settled) == (after.none_of, after.settled)
        return "" if same else "Undone. Your last answer is open again; what came before it stands."
    more = f", and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    return f"Undone. {'; '.join(told[:_SHOWN])}{more}. What came before it stands."


def _quoted(text: str) -> str:
    plain = " ".join(text.split())
    short = plain if len(plain) <= _QUOTED else f"{plain[:_QUOTED].rsplit(' ', 1)[0]} …"
    return f'"{short}"'


def ask_what_is_meant(scene: Scene, back: Resting, said: Utterance) -> None:
    """One short question; what is answered is done, and nothing that was typed is lost."""
    unsure = next(act for act in said.acts if act.kind == "unsure")
    either = _is_change_or_new(unsure)
    words = _quoted(said.text[unsure.start : unsure.end] or said.text)
    keep = f"Shall I keep {words if is_clean(words) else 'that'} as part of the item?"
    aside = Aside(back=back, stage="doubt", text=said.text, acts=said.acts)
    ask_between(scene, aside, CHANGE_OR_NEW if either else keep, "message" if either else "confirm")


def meant(place: Aside, reply: Utterance) -> Utterance | None:
    """What was typed, as the answer to the question about it has it; none when the answer has to be asked for again.

    Only a refusal takes it back: whoever cannot say either, is done, or goes on from a menu, has still said it.
    """
    goes_on = reply.commands("move_on") is not None and isinstance(place.back, AtMenu)
    unsure = next(act for act in place.acts if act.kind == "unsure")
    # A longer one tells something, and is heard with what is in doubt.
    is_short = len(reply.text.split()) <= _SHORT
    is_change, is_new = (is_short and any_phrase(table).search(reply.text) for table in (_CHANGE, _NEW))
    kind: ActKind
    if reply.refuses or reply.act("retraction") or (reply.commands("undo", "move_on") and not goes_on):
        kind = "talk"
    elif _is_change_or_new(unsure) and not is_new and (is_change or reply.agrees):
        kind = next(one for one in unsure.candidates if one in CHANGES)
    elif reply.agrees or reply.ending or is_new or goes_on or reply.act("unknown", "delegate", "talk"):
        kind = "answer"
    else:
        return None
    content = () if kind == "talk" else ((unsure.start, unsure.end),)
    settled = unsure.changed(kind=kind, content=content, candidates=())
    then = tuple(act for act in reply.acts if act.kind in {"done", "command"} and reply.ending)
    acts = tuple(settled if act.kind == "unsure" else act for act in place.acts)
    behind = len(place.text)
    return Utterance(text=place.text, acts=(*acts, *(act.changed(start=behind, end=behind) for act in then)))


def _is_change_or_new(unsure: Act) -> bool:
    likely = set(unsure.candidates[:2])
    return bool(likely & CHANGES) and bool(likely - CHANGES)
