"""How the table speaks in a conversation: every word passes the rules, and the question comes last and alone."""

from roundtable.analysis.content import Persona
from roundtable.analysis.phases import FALLBACK_PERSONA
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.conversation_rules import is_clean, repaired
from roundtable.engine.events import DocumentsWritten, Noted, QuestionAsked
from roundtable.engine.inputs import NoteDocuments
from roundtable.engine.place import InConversation
from roundtable.engine.scene import Scene


def lead_of(scene: Scene) -> Persona:
    """Maya, who opens and closes the talk."""
    return scene.state.library.persona(FALLBACK_PERSONA)


def say_cleanly(scene: Scene, kind: str, text: str, persona: Persona) -> bool:
    """Say what the rules of a conversation leave of a text; whether anything was left."""
    fit = repaired(text).strip()
    if fit != text.strip():
        scene.tell(Noted(at=scene.at, text=f"guard: {persona.key} said {text!r}"))
    if not fit or not is_clean(fit):
        return False
    scene.say("acknowledgement" if kind == "acknowledgement" else "contribution", fit, persona)
    return True


def say_thought(scene: Scene, thought: Thought, *, acknowledging: str | None = None) -> None:
    """What each persona says, in the mind's order; the first words of whoever had asked are the acknowledgement."""
    first = True
    for piece in thought.contributions:
        persona = scene.state.library.persona(piece.persona)
        own = first and (acknowledging is None or piece.persona == acknowledging)
        said = say_cleanly(scene, "acknowledgement" if own else "contribution", piece.text, persona)
        first = first and not said


def say_answer(scene: Scene, thought: Thought, unlabelled: Persona | None = None) -> None:
    """What was looked up, or the answer to a question of the person's; outside a conversation with the name of whoever
    says it, unless that is who has the word anyway (`unlabelled`).
    """
    for piece in thought.contributions:
        persona = scene.state.library.persona(piece.persona)
        if scene.state.mode == "conversation":
            say_cleanly(scene, "contribution", piece.text, persona)
        elif piece.text.strip():
            label = "" if persona == unlabelled else f"{persona.label}: "
            scene.say("contribution", f"{label}{piece.text.strip()}", persona)


def put_question(
    scene: Scene, place: InConversation, ask: Ask, *, returning: bool = False, simpler: bool = False
) -> None:
    """Put the question as a line of its own, and hand over; one that comes again, in the same words or `simpler`, is no new one.

    Whoever is `returning` has not heard it in this session.
    """
    persona = scene.state.library.persona(ask.persona) if ask.persona else lead_of(scene)
    scene.go(place.changed(stage="waiting", asked=ask.changed(persona=persona.key)))
    if returning or not (simpler or ask.text in scene.state.asks):
        scene.ask(ask, persona)
    elif not _has_just_asked(scene, persona):
        scene.tell(QuestionAsked(at=scene.at, ask=ask))
        lead = "More simply:" if simpler else "Back to my question:"
        scene.say("contribution", f"{lead} {_inside(ask.text)}", persona)
    scene.wait("message")


def _inside(question: str) -> str:
    """A question behind a colon; "I" and names stay as they are."""
    first = question.split(" ", 1)[0]
    return question[:1].lower() + question[1:] if first[1:].islower() else question


def _has_just_asked(scene: Scene, persona: Persona) -> bool:
    """Whether the last words were a question of the same persona's ("What else?")."""
    said = scene.state.said[-1:]
    return any(line.persona == persona.key and line.text.endswith("?") for line in said)


def announce(scene: Scene, noted: NoteDocuments) -> None:
    if changed := tuple(document for document in noted.written if document.action != "unchanged"):
        scene.tell(DocumentsWritten(at=scene.at, written=changed))
    for notice in noted.notices:
        scene.say("notice", notice)
