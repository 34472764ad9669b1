"""The end of a discussion: synthesis, the documents of its step, the record of it; then the same menu as before."""

from roundtable.analysis.analysis import Discussion, synthesis
from roundtable.analysis.content import Persona
from roundtable.analysis.phases import SPECIALISTS, phase_of, phase_of_step
from roundtable.engine.briefing import Synthesis, Thought
from roundtable.engine.events import DiscussionClosed, DocumentsDue, SayKind
from roundtable.engine.inputs import NoteDocuments
from roundtable.engine.place import InDiscussion
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce


def lead_in(scene: Scene, place: InDiscussion) -> Persona:
    return scene.state.library.persona(place.lead)


def lead_says(scene: Scene, text: str, say: SayKind = "notice") -> None:
    lead = lead_in(scene, place_of(scene))
    scene.say(say, f"{lead.label}: {text}", lead)


def title_in(scene: Scene, place: InDiscussion) -> str:
    step = scene.state.step(place.step_id)
    return step.title if step else place.step_id


def place_of(scene: Scene) -> InDiscussion:
    place = scene.state.place
    assert isinstance(place, InDiscussion)
    return place


def synthesise(scene: Scene, place: InDiscussion) -> None:
    scene.go(place.changed(stage="synthesis", queue=()))
    scene.think("synthesise", lead_in(scene, place))


def synthesised(scene: Scene, place: InDiscussion, thought: Thought) -> None:
    """Show it; then it is appended to the documents of the step, if it brought anything."""
    found = thought.synthesis
    if found is None and not place.retried:
        synthesise(scene, place.changed(retried=True))
        return
    scene.record(thought)
    talked = f"we talked about {title_in(scene, place).lower()}"
    discussion = _as_discussion(scene, place, found or Synthesis(summary=talked))
    scene.say("synthesis", synthesis(discussion), lead_in(scene, place))
    # Without a word of the person's, what the personas said is shown and goes nowhere.
    spoken = place.substance and found is not None and bool(found.insights)
    has_news = found is not None and (spoken or found.decisions or found.open_questions)
    if not (has_news and targets(scene, place)):
        close(scene, place, discussion)
        return
    scene.go(place.changed(stage="writing", outcome=discussion))
    scene.tell(DocumentsDue(at=scene.at, names=targets(scene, place), insights=discussion))


def _as_discussion(scene: Scene, place: InDiscussion, found: Synthesis) -> Discussion:
    personas = [scene.state.library.persona(key) for key in SPECIALISTS]
    return Discussion(
        step_id=place.step_id,
        step_title=title_in(scene, place),
        at=scene.at,
        turn_count=place.turns,
        exit=place.exit or "user-initiated",
        participants=tuple(f"{p.name} ({p.voice.short_role or p.role})" for p in personas),
        **found.model_dump(),
    )


def targets(scene: Scene, place: InDiscussion) -> tuple[str, ...]:
    """The step's Markdown outputs that have been written; when there are none of that kind, the phase's main document."""
    step = scene.state.step(place.step_id)
    phase = (phase_of(step.phase_key) if step else None) or phase_of_step(place.step_id)
    if step is not None and not step.outputs:
        return ()
    written = scene.state.analysis.written
    names = tuple(name for name in (step.outputs if step else ()) if name.endswith(".md") and name in written)
    return names or ((phase.main_document,) if phase else ())


def documents_written(scene: Scene, place: InDiscussion, noted: NoteDocuments) -> None:
    due = scene.state.wanted
    if not isinstance(due, DocumentsDue) or due.insights is None:
        return
    announce(scene, noted)
    changed = [document for document in noted.written if document.action != "unchanged"]
    added = tuple((document.path.rsplit("/", 1)[-1], document.section) for document in changed)
    close(scene, place, due.insights.changed(targets=added))


def close(scene: Scene, place: InDiscussion, discussion: Discussion, *, again: bool = False) -> None:
    scene.tell(DiscussionClosed(at=scene.at, discussion=discussion, personas=SPECIALISTS, again=again))
    scene.go(place.changed(stage="saving", outcome=discussion))
    scene.save()
