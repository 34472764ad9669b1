"""Elaboration: the three personas and the person discuss one step's topic, within a limit that code enforces.

ENTRY -> FRAMING -> DISCUSSION -> SYNTHESIS -> PERSIST -> the same menu; there is no other way through. Each persona speech
and each contribution of the person is one turn. What code prints (warning, limit, prompt, redirect) is none. No mind is
asked once the limit is reached, so the count can never pass it.
"""

from typing import Final, Literal

from roundtable.analysis.analysis import Discussion
from roundtable.analysis.content import Persona, Step
from roundtable.analysis.insights import synthesis
from roundtable.analysis.phases import PHASES, phase_of_step
from roundtable.engine.addressing import EXIT_QUESTION, address_of, exit_intent
from roundtable.engine.briefing import Spoken, Synthesis, Thought
from roundtable.engine.events import DiscussionClosed, DiscussionMoved, DocumentsDue, DocumentsWritten, Heard
from roundtable.engine.inputs import Hear, NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.place import InDiscussion
from roundtable.engine.scene import Scene
from roundtable.engine.showing import show_menu

__all__ = ["in_discussion", "resume_discussion", "start", "turn_limit"]

DEFAULT_TURNS: Final = 10
_FEWEST_TURNS: Final = 3
_SILENT_ROUNDS: Final = 3

NO_CONTEXT: Final = "I could not load the step context for elaboration. Let me continue with the normal menu."
NEARING: Final = "We are nearing the end of our discussion time. Any final points before we synthesize?"
REACHED: Final = "We have had a thorough discussion. Let me synthesize the key points from our conversation."
INACTIVE: Final = "Any thoughts on this, or should we wrap up?"
WRAPPING: Final = "Wrapping up the discussion. Let me synthesize our key points."


def turn_limit(config: dict[str, object]) -> int:
    """`elaboration_config.max_turns` when it is an integer of at least 3, else 10."""
    value = config.get("max_turns")
    return (
        value
        if isinstance(value, int) and not isinstance(value, bool) and value >= _FEWEST_TURNS
        else DEFAULT_TURNS
    )


# -- entry -------------------------------------------------------------------------------------------------------------


def start(scene: Scene, step_id: str) -> None:
    """[E] at a menu."""
    step = scene.state.step(step_id)
    if step is None:
        scene.say("notice", NO_CONTEXT)
        show_menu(scene, step_id)
        return
    lead = scene.state.persona
    others = _others(scene, lead)
    limit = turn_limit(scene.state.progress.elaboration_config)
    scene.go(
        InDiscussion(step_id=step_id, lead=lead.key, others=tuple(p.key for p in others), max_turns=limit)
    )
    scene.say("announcement", _introduction(scene, step, others, limit))
    scene.think("frame", lead)


def _others(scene: Scene, lead: Persona) -> tuple[Persona, ...]:
    """The specialists who do not own the phase, in the order of the phases they own."""
    keys = dict.fromkeys(phase.persona for phase in PHASES)
    return tuple(scene.state.library.persona(key) for key in keys if key != lead.key)


def _introduction(scene: Scene, step: Step, others: tuple[Persona, ...], limit: int) -> str:
    return "\n".join(
        [
            "---",
            "ELABORATION MODE",
            "",
            f"Bringing {' and '.join(persona.label for persona in others)} into the discussion.",
            "",
            f"Topic: {step.title} for {scene.state.title}",
            "",
            f'Turn limit: {limit} exchanges. Type "done" to end discussion early.',
            "---",
        ]
    )


def resume_discussion(scene: Scene, place: InDiscussion) -> None:
    """A discussion that was cut off goes on where it was."""
    step = scene.state.step(place.step_id)
    if step is None:
        show_menu(scene, place.step_id)
        return
    scene.go(place)
    scene.say("notice", f"We were in the middle of a discussion on {step.title}.")
    if place.stage == "framing":
        scene.think("frame", _lead(scene, place))
    elif place.stage == "talking":
        _next_speaker(scene)
    elif place.stage == "writing" and place.outcome is not None:
        scene.tell(DocumentsDue(at=scene.at, names=_targets(scene, place), insights=place.outcome))
    elif place.stage == "saving" and place.outcome is not None:
        _close(scene, place, place.outcome, again=True)
    elif place.stage in {"synthesis", "writing", "saving"}:
        _synthesise(scene, place)
    else:
        scene.go(place.model_copy(update={"stage": "waiting"}))
        scene.wait("message")


# -- the loop ----------------------------------------------------------------------------------------------------------


def in_discussion(scene: Scene, place: InDiscussion, received: Outcome) -> None:
    """Whatever arrives while a discussion is on."""
    match received, place.stage:
        case TakeThought(), "framing":
            _framed(scene, place, received.thought)
        case TakeThought(), "talking":
            _spoke(scene, place, received.thought)
        case TakeThought(), "synthesis":
            _synthesised(scene, place, received.thought)
        case Hear(), "waiting" | "exit_asked":
            _hear(scene, place, received.text)
        case NoteDocuments(), "writing":
            _documents_written(scene, place, received)
        case NoteProgress(), "saving":
            show_menu(scene, place.step_id)
        case _:
            pass


def _lead(scene: Scene, place: InDiscussion) -> Persona:
    return scene.state.library.persona(place.lead)


def _framed(scene: Scene, place: InDiscussion, thought: Thought) -> None:
    lead, step = _lead(scene, place), scene.state.step(place.step_id)
    title = step.title if step else place.step_id
    summary = " ".join(piece.text.strip() for piece in thought.contributions).strip().rstrip(".")
    focus = thought.focus.strip() or f"What have we not yet said about {title}?"
    scene.record(thought)
    lines = [
        f"{lead.label}: We just covered {title}. Here is where we landed: {summary or 'nothing is settled yet'}.",
        f"I think we could benefit from all our perspectives on this specific question: {focus}",
    ]
    if place.others:
        first = scene.state.library.persona(place.others[0])
        lens = first.voice.lens or first.role.lower()
        lines.append(f"{first.first_name}, what is your take from a {lens} perspective?")
    scene.go(place.model_copy(update={"stage": "talking", "focus": focus, "queue": place.others}))
    _count(scene, "\n".join(lines), lead)
    _next_speaker(scene)


def _count(scene: Scene, text: str, persona: Persona | None) -> None:
    """One turn: a persona's words are shown and counted, the person's are only counted (they typed them)."""
    place = _place(scene)
    if persona is not None:
        scene.say("contribution", text, persona)
    spoken = Spoken(persona=persona.key if persona else None, text=text)
    scene.tell(DiscussionMoved(at=scene.at, spoken=spoken, turns=place.turns + 1))
    place = _place(scene)
    if not place.warned and place.max_turns - 2 <= place.turns < place.max_turns:
        lead = _lead(scene, place)
        scene.say("notice", f"{lead.label}: {NEARING}", lead)
        scene.go(place.model_copy(update={"warned": True}))


def _place(scene: Scene) -> InDiscussion:
    place = scene.state.place
    assert isinstance(place, InDiscussion)
    return place


def _next_speaker(scene: Scene) -> None:
    """The next persona in the queue, the person when it is empty, the synthesis when the limit is reached."""
    place = _place(scene)
    if place.turns >= place.max_turns:
        lead = _lead(scene, place)
        scene.say("notice", f"{lead.label}: {REACHED}", lead)
        _leave(scene, "turn-limit")
        return
    if not place.queue:
        scene.go(place.model_copy(update={"stage": "waiting", "addressed": None}))
        scene.wait("message")
        return
    speaker = place.queue[0]
    must_speak = speaker == place.addressed or (
        place.addressed is None and len(place.said) <= len(place.others)
    )
    scene.think(
        "contribute",
        scene.state.library.persona(speaker),
        addressed=speaker == place.addressed,
        may_stay_silent=not must_speak,
    )


def _spoke(scene: Scene, place: InDiscussion, thought: Thought) -> None:
    if not place.queue:
        return
    speaker = scene.state.library.persona(place.queue[0])
    # Only the persona that was asked speaks, whatever the mind wrote for others.
    text = "\n".join(p.text.strip() for p in thought.contributions if p.persona == speaker.key).strip()
    scene.go(place.model_copy(update={"queue": place.queue[1:]}))
    scene.record(thought)
    if text:
        _count(scene, f"{speaker.label}: {text}", speaker)
    if thought.drift:
        _redirect(scene, speaker, thought, by_person=not text)
    _next_speaker(scene)


def _redirect(scene: Scene, drifter: Persona, thought: Thought, *, by_person: bool) -> None:
    """Only the lead redirects; it is no turn."""
    place = _place(scene)
    lead, step = _lead(scene, place), scene.state.step(place.step_id)
    topic = step.title if step else place.step_id
    elsewhere = thought.drift_place or "a later step"
    if by_person:
        text = f"That is a great question for {elsewhere}. For now, let us focus on {topic}."
    elif drifter.key == lead.key:
        return
    else:
        text = (
            f"{drifter.first_name} raises an interesting point about {thought.drift}, but let us stay focused on "
            f"{topic}. We can explore that when we get to {elsewhere}."
        )
    scene.say("notice", f"{lead.label}: {text}", lead)


# -- the person --------------------------------------------------------------------------------------------------------


def _hear(scene: Scene, place: InDiscussion, text: str) -> None:
    if not text.strip():
        _silence(scene, place)
        return
    intent = exit_intent(text)
    if place.stage == "exit_asked":
        plain = text.strip().lower().rstrip(".!")
        if plain in {"yes", "y", "end", "end it", "end the discussion", "stop", "yes please", "yes, end it"}:
            intent = "exit"
        elif intent == "ask" or plain in {"no", "n", "continue", "go on", "keep going"}:
            scene.tell(Heard(at=scene.at, text=text, step_id=place.step_id, keep=False))
            scene.go(place.model_copy(update={"stage": "waiting"}))
            scene.wait("message")
            return
    if intent == "exit":
        scene.tell(Heard(at=scene.at, text=text, step_id=place.step_id, keep=False))
        scene.say("notice", WRAPPING, _lead(scene, place))
        _leave(scene, "user-initiated")
    elif intent == "ask":
        scene.tell(Heard(at=scene.at, text=text, question=place.focus, step_id=place.step_id))
        scene.go(place.model_copy(update={"stage": "exit_asked"}))
        scene.say("question", EXIT_QUESTION, _lead(scene, place))
        scene.wait("message")
    else:
        _contribution(scene, place, text)


def _silence(scene: Scene, place: InDiscussion) -> None:
    """An empty line is one silent round: after the third comes the prompt, and a further one ends the discussion."""
    if place.prompted:
        scene.say("notice", WRAPPING, _lead(scene, place))
        _leave(scene, "user-initiated")
        return
    rounds = place.silent_rounds + 1
    scene.tell(DiscussionMoved(at=scene.at, turns=place.turns, silent_rounds=rounds))
    if rounds >= _SILENT_ROUNDS:
        lead = _lead(scene, place)
        scene.go(_place(scene).model_copy(update={"prompted": True}))
        scene.say("question", f"{lead.label}: {INACTIVE}", lead)
    scene.wait("message")


def _contribution(scene: Scene, place: InDiscussion, text: str) -> None:
    personas = [scene.state.library.persona(key) for key in (place.lead, *place.others)]
    address = address_of(text, personas)
    order = [place.lead, *place.others]
    if address.persona is not None:
        order = [address.persona, *(key for key in order if key != address.persona)]
    scene.tell(Heard(at=scene.at, text=text, question=place.focus, step_id=place.step_id))
    scene.go(
        place.model_copy(
            update={
                "stage": "talking",
                "queue": tuple(order),
                "addressed": address.persona or ("all" if address.to == "all" else place.lead),
                "prompted": False,
            }
        )
    )
    _count(scene, text, None)
    _next_speaker(scene)


# -- the end -----------------------------------------------------------------------------------------------------------


def _leave(scene: Scene, how: Literal["user-initiated", "turn-limit"]) -> None:
    place = _place(scene).model_copy(update={"exit": how, "queue": ()})
    _synthesise(scene, place)


def _synthesise(scene: Scene, place: InDiscussion) -> None:
    scene.go(place.model_copy(update={"stage": "synthesis"}))
    scene.think("synthesise", _lead(scene, place))


def _synthesised(scene: Scene, place: InDiscussion, thought: Thought) -> None:
    found = thought.synthesis
    if found is None and not place.retried:
        _synthesise(scene, place.model_copy(update={"retried": True}))
        return
    scene.record(thought)
    discussion = _as_discussion(scene, place, found or Synthesis(summary=_takeaway(scene, place)))
    scene.say("synthesis", synthesis(discussion), _lead(scene, place))
    has_news = found is not None and (found.insights or found.decisions or found.open_questions)
    if not (has_news and _targets(scene, place)):
        _close(scene, place, discussion)
        return
    scene.go(place.model_copy(update={"stage": "writing", "outcome": discussion}))
    scene.tell(DocumentsDue(at=scene.at, names=_targets(scene, place), insights=discussion))


def _takeaway(scene: Scene, place: InDiscussion) -> str:
    step = scene.state.step(place.step_id)
    return f"we talked about {step.title.lower() if step else place.step_id}"


def _as_discussion(scene: Scene, place: InDiscussion, found: Synthesis) -> Discussion:
    step = scene.state.step(place.step_id)
    keys = dict.fromkeys(phase.persona for phase in PHASES)
    personas = [scene.state.library.persona(key) for key in keys]
    return Discussion(
        step_id=place.step_id,
        step_title=step.title if step else place.step_id,
        at=scene.at,
        turn_count=place.turns,
        exit=place.exit or "user-initiated",
        participants=tuple(f"{p.name} ({p.voice.short_role or p.role})" for p in personas),
        insights=found.insights,
        decisions=found.decisions,
        open_questions=found.open_questions,
        summary=found.summary,
    )


def _targets(scene: Scene, place: InDiscussion) -> tuple[str, ...]:
    """The step's Markdown outputs; when they are all of another kind, the phase's main document."""
    step = scene.state.step(place.step_id)
    here = next((phase for phase in PHASES if step is not None and phase.key == step.phase_key), None)
    phase = here or phase_of_step(place.step_id)
    if step is not None and not step.outputs:
        return ()
    names = tuple(name for name in (step.outputs if step else ()) if name.endswith(".md"))
    return names or ((phase.main_document,) if phase else ())


def _documents_written(scene: Scene, place: InDiscussion, noted: NoteDocuments) -> None:
    due = scene.state.wanted
    if not isinstance(due, DocumentsDue) or due.insights is None:
        return
    changed = tuple(document for document in noted.written if document.action != "unchanged")
    if changed:
        scene.tell(DocumentsWritten(at=scene.at, written=changed))
    for notice in noted.notices:
        scene.say("notice", notice)
    targets = tuple((document.path.rsplit("/", 1)[-1], document.section) for document in changed)
    _close(scene, place, due.insights.model_copy(update={"targets": targets}))


def _close(scene: Scene, place: InDiscussion, discussion: Discussion, *, again: bool = False) -> None:
    keys = tuple(dict.fromkeys(phase.persona for phase in PHASES))
    scene.tell(DiscussionClosed(at=scene.at, discussion=discussion, personas=keys, again=again))
    scene.go(place.model_copy(update={"stage": "saving", "outcome": discussion}))
    scene.save()
