"""Elaboration: the three personas and the person discuss one step's topic, within a limit that code enforces.

ENTRY -> FRAMING -> DISCUSSION -> SYNTHESIS -> PERSIST -> the same menu; there is no other way through. Each persona speech
and each contribution of the person is one turn. What code prints (warning, limit, prompt, redirect) is none. Nobody is heard
once the limit is reached, so the count can never pass it. What the person says is taken in once, whoever answers, and also
when nobody does.
"""

from typing import Final

from roundtable.analysis.content import Persona
from roundtable.analysis.phases import SPECIALISTS
from roundtable.engine import concluding, leaving
from roundtable.engine.addressing import EVERYBODY, EXIT_QUESTION, address_of, exit_intent
from roundtable.engine.briefing import Spoken, Thought
from roundtable.engine.concluding import lead_in, lead_says, place_of, title_in
from roundtable.engine.events import DiscussionMoved, DocumentsDue
from roundtable.engine.hearing import Utterance, keep_in_mind, listen
from roundtable.engine.inputs import NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.menus import show_menu
from roundtable.engine.place import InDiscussion
from roundtable.engine.scene import Scene

DEFAULT_TURNS: Final = 10
_FEWEST_TURNS: Final = 3
_SILENT_ROUNDS: Final = 3

NO_CONTEXT: Final = "I could not load the step context for elaboration. Let me continue with the normal menu."
NEARING: Final = "We are nearing the end of our discussion time. Any final points before we synthesize?"
REACHED: Final = "We have had a thorough discussion. Let me synthesize the key points from our conversation."
INACTIVE: Final = "Any thoughts on this, or should we wrap up?"
DIFFERS: Final = "see this differently"  # the seeds' own words for a disagreement between two personas
GO_ON: Final = "Go on."
WRAPPING: Final = "Wrapping up the discussion. Let me synthesize our key points."


def turn_limit(config: dict[str, object]) -> int:
    value = config.get("max_turns")
    return value if type(value) is int and value >= _FEWEST_TURNS else DEFAULT_TURNS


def start(scene: Scene, step_id: str) -> None:
    step = scene.state.step(step_id)
    if step is None:
        scene.say("notice", NO_CONTEXT)
        show_menu(scene, step_id)
        return
    lead = scene.state.persona
    # Whoever does not own the phase, in the order of the phases they own.
    others = tuple(scene.state.library.persona(key) for key in SPECIALISTS if key != lead.key)
    limit = turn_limit(scene.state.progress.elaboration_config)
    keys = tuple(persona.key for persona in others)
    scene.go(InDiscussion(step_id=step_id, lead=lead.key, others=keys, max_turns=limit))
    introduction = (
        f"---\nELABORATION MODE\n\nBringing {' and '.join(persona.label for persona in others)} into the discussion.\n\n"
        f"Topic: {step.title} for {scene.state.title}\n\n"
        f'Turn limit: {limit} exchanges. Type "done" to end discussion early.\n---'
    )
    scene.say("announcement", introduction)
    held = [known.summary for known in scene.state.analysis.discussions if known.step_id == step_id]
    if held and held[-1]:
        scene.say("notice", f"We go on from our earlier discussion: {held[-1].rstrip('.')}.")
    scene.think("frame", lead)


def resume_discussion(scene: Scene, place: InDiscussion) -> None:
    step = scene.state.step(place.step_id)
    if step is None:
        show_menu(scene, place.step_id)
        return
    scene.say("notice", f"We were in the middle of a discussion on {step.title}.")
    go_on(scene, place)


def go_on(scene: Scene, place: InDiscussion) -> None:
    """Whoever has the word speaks; the person's turn when it is theirs."""
    scene.go(place)
    if place.stage == "framing":
        scene.think("frame", lead_in(scene, place))
    elif place.stage == "talking":
        _next_speaker(scene)
    elif place.stage == "writing" and place.outcome is not None:
        scene.tell(DocumentsDue(at=scene.at, names=concluding.targets(scene, place), insights=place.outcome))
    elif place.stage == "saving" and place.outcome is not None:
        concluding.close(scene, place, place.outcome, again=True)
    elif place.stage in {"synthesis", "writing", "saving"}:
        concluding.synthesise(scene, place)
    else:
        scene.go(place.changed(stage="waiting", doubted=""))
        scene.wait("message")


def in_discussion(scene: Scene, place: InDiscussion, received: Outcome) -> None:
    match received, place.stage:
        case TakeThought(), "framing":
            _framed(scene, place, received.thought)
        case TakeThought(), "talking":
            _spoke(scene, place, received.thought)
        case TakeThought(), "synthesis":
            concluding.synthesised(scene, place, received.thought)
        case NoteDocuments(), "writing":
            concluding.documents_written(scene, place, received)
        case NoteProgress(), "saving":
            show_menu(scene, place.step_id)
        case _:
            pass


def _framed(scene: Scene, place: InDiscussion, thought: Thought) -> None:
    lead, title = lead_in(scene, place), title_in(scene, place)
    summary = " ".join(piece.text.strip() for piece in thought.contributions).strip().rstrip(".")
    focus = thought.focus.strip()
    if not focus or focus in scene.state.analysis.answered:  # what was discussed is not discussed again
        focus = f"What have we not yet said about {title}?"
    scene.settle((focus,))
    scene.record(thought)
    lines = [
        f"{lead.label}: We just covered {title}. Here is where we landed: {summary or 'nothing is settled yet'}.",
        f"I think we could benefit from all our perspectives on this specific question: {focus}",
    ]
    if place.others:
        first = scene.state.library.persona(place.others[0])
        lens = first.voice.lens or first.role.lower()
        lines.append(f"{first.first_name}, what is your take from a {lens} perspective?")
    scene.go(place.changed(stage="talking", focus=focus, queue=place.others))
    _count(scene, "\n".join(lines), lead)
    _next_speaker(scene)


def _count(scene: Scene, text: str, persona: Persona | None) -> None:
    """One turn: a persona's words are shown and counted, the person's are only counted (they typed them)."""
    place = place_of(scene)
    if persona is not None:
        scene.say("contribution", text, persona)
    spoken = Spoken(persona=persona.key if persona else None, text=text)
    scene.tell(DiscussionMoved(at=scene.at, spoken=spoken, turns=place.turns + 1))
    place = place_of(scene)
    if not place.warned and place.max_turns - 2 <= place.turns < place.max_turns:
        lead_says(scene, NEARING)
        scene.go(place.changed(warned=True))


def _next_speaker(scene: Scene) -> None:
    """The next persona in the queue, the person when it is empty, the synthesis when the limit is reached."""
    place = place_of(scene)
    if place.turns >= place.max_turns:
        if place.takes_in:  # the last words were the person's
            scene.go(place.changed(queue=(place.lead,)))
            scene.think("contribute", lead_in(scene, place), may_stay_silent=True)
            return
        lead_says(scene, REACHED)
        concluding.synthesise(scene, place.changed(exit="turn-limit"))
        return
    if not place.queue:
        _hand_over(scene, place)
        return
    speaker, addressed = place.queue[0], place.addressed
    # The framing asks the first of the others by name; the second speaks when it has something to say.
    first_round = addressed is None and len(place.said) <= 1
    scene.think(
        "contribute",
        scene.state.library.persona(speaker),
        addressed=addressed in {speaker, EVERYBODY},
        may_stay_silent=not (first_round or addressed in {speaker, EVERYBODY}),
        takes_in=place.takes_in,
        others=place.queue[1:],
    )


def _hand_over(scene: Scene, place: InDiscussion) -> None:
    """Everybody who had something to say has said it: the person's turn, or what they wanted after it."""
    waiting = place.changed(stage="waiting", addressed=None, acts=(), ending="")
    scene.go(waiting)
    match place.ending:
        case "done" | "stop_now":
            _wrap_up(scene)
        case "pause":
            leaving.pause(scene, waiting)
        case _:
            scene.wait("message")


def _wrap_up(scene: Scene) -> None:
    place = place_of(scene)
    scene.say("notice", WRAPPING, lead_in(scene, place))
    concluding.synthesise(scene, place.changed(exit="user-initiated"))


def _spoke(scene: Scene, place: InDiscussion, thought: Thought) -> None:
    """Whoever had the word has said it; where the thought is a whole round, the others after them."""
    if not place.queue:
        return
    first, *others = place.queue
    scene.record(thought, turn=scene.state.analysis.next_turn - 1 if place.substance else None)
    _speak(scene, first, thought)
    for key in others if thought.is_round else ():
        is_asked = place.addressed == EVERYBODY
        if not is_asked or any(piece.persona == key for piece in thought.contributions):
            _speak(scene, key, thought.changed(question=None, drift=""))
    _next_speaker(scene)


def _speak(scene: Scene, key: str, thought: Thought) -> None:
    """One persona's words, if there are any. Nobody else's, and nobody says a thing twice, unless somebody asks for it again."""
    place, speaker = place_of(scene), scene.state.library.persona(key)
    text = "\n".join(p.text.strip() for p in thought.contributions if p.persona == key).strip()
    spoken = f"{speaker.label}: {text}"
    asks = any(act.kind == "question_back" for act in place.acts) and place.said[-1].persona is None
    is_new = bool(text) and (asks or all(line.text != spoken for line in place.said))
    is_heard = is_new and place.turns < place.max_turns
    asked = thought.question if is_heard else None
    asked = asked or (None if place.takes_in else place.asked)
    scene.go(place.changed(queue=_who_follows(place, speaker, text), takes_in=False, asked=asked))
    if is_heard:
        _count(scene, spoken, speaker)
    if thought.drift and place.turns < place.max_turns:
        _redirect(scene, speaker, thought, by_person=not text)


def _who_follows(place: InDiscussion, speaker: Persona, text: str) -> tuple[str, ...]:
    """Whoever is still to answer; after a disagreement the lead, who sums it up and asks the person."""
    queue = tuple(key for key in place.queue if key != speaker.key)
    disagrees = DIFFERS in text and speaker.key != place.lead and place.lead not in queue
    return (*queue, place.lead) if disagrees else queue


def _redirect(scene: Scene, drifter: Persona, thought: Thought, *, by_person: bool) -> None:
    """Only the lead redirects; it is no turn."""
    place = place_of(scene)
    topic, elsewhere = title_in(scene, place), thought.drift_place or "a later step"
    if by_person:
        lead_says(scene, f"That is a great question for {elsewhere}. For now, let us focus on {topic}.")
    elif drifter.key != place.lead:
        point = f"{drifter.first_name} raises an interesting point about {thought.drift}"
        later = f"We can explore that when we get to {elsewhere}."
        lead_says(scene, f"{point}, but let us stay focused on {topic}. {later}")


def leaves(scene: Scene, place: InDiscussion, said: Utterance) -> bool:
    """Whether a message ends the discussion, or might: then that is asked. Else it is said to the table."""
    intent, asked = exit_intent(said), place.stage == "exit_asked"
    if asked and (said.agrees or intent == "exit"):
        intent = "exit"
    elif asked and (said.refuses or said.commands("move_on") or intent == "ask"):
        keep_in_mind(scene, said, keep=False, step_id=place.step_id)
        _stay(scene, place, place.doubted)
        return True
    elif asked and place.doubted and said.says_something:
        _stay(scene, place, f"{place.doubted}\n{said.text}")
        return True
    if intent == "stay":
        return False
    keep_in_mind(scene, said, keep=False, step_id=place.step_id)
    if intent == "exit":
        _wrap_up(scene)
    else:
        doubted = said.text if said.says_something else ""
        scene.go(place.changed(stage="exit_asked", doubted=doubted))
        scene.say("question", EXIT_QUESTION, lead_in(scene, place))
        scene.wait("message")
    return True


def _stay(scene: Scene, place: InDiscussion, words: str) -> None:
    """The discussion goes on; what was taken for a wish to leave is said to the table."""
    place = place.changed(stage="waiting", doubted="")
    scene.go(place)
    go_on(scene, take_in(scene, place, listen(scene, words)) if words else place)


def nothing_typed(scene: Scene, place: InDiscussion) -> None:
    """An empty line is one silent round: after the third comes the prompt, and a further one ends the discussion."""
    if place.prompted:
        _wrap_up(scene)
        return
    rounds = place.silent_rounds + 1
    scene.tell(DiscussionMoved(at=scene.at, turns=place.turns, silent_rounds=rounds))
    if rounds >= _SILENT_ROUNDS:
        scene.go(place_of(scene).changed(prompted=True))
        lead_says(scene, INACTIVE, "question")
    scene.wait("message")


def take_in(scene: Scene, place: InDiscussion, said: Utterance) -> InDiscussion:
    """Keep what the person said to the table; the place at which those answer who have something to say to it."""
    order = [place.lead, *place.others]
    address = address_of(said.text, [scene.state.library.persona(key) for key in order])
    order.sort(key=lambda key: key != address)
    if said.ending:
        order = order[:1]  # it is taken in; nobody keeps a person who wants to leave
    wants_answer = said.says_something or said.act("question_back") is not None
    keep_in_mind(scene, said, keep=said.says_something, question=place.focus, step_id=place.step_id)
    if not wants_answer and not said.ending:
        lead_says(scene, GO_ON)
        return place
    scene.go(
        place.changed(
            stage="talking",
            queue=tuple(order),
            addressed=address or (place.lead if wants_answer else None),
            acts=said.acts,
            takes_in=True,
            substance=place.substance or said.says_something,
            ending=said.ending,
            prompted=False,
        )
    )
    _count(scene, said.text, None)
    return place_of(scene)
