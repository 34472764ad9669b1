"""The review of a conversation: what is due is written, named with status and confidence, and may still be changed.

The closing question is put once. Whoever changes something is told what changed and asked what else; "that's all" finishes.

Elsewhere: the last write, the check and the last words (`finishing`).
"""

from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.engine import finishing
from roundtable.engine.briefing import Amendment, Ask, Contribution, Thought
from roundtable.engine.counts import counted, listed
from roundtable.engine.events import FactsRecorded
from roundtable.engine.inputs import NoteDocuments, Outcome, TakeThought
from roundtable.engine.place import REVIEW, InConversation
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce, lead_of, say_thought
from roundtable.engine.thresholds import README, documents_at_end
from roundtable.facts import Decision, OpenQuestion
from roundtable.facts.evidence import overall

ANYTHING: Final = "What would you like to change or explore further before I finalize this?"
WHAT_ELSE: Final = "What else?"
_COUNTED: Final = {
    "requirements-spec.md": ("requirement", "business_rule", "criterion"),
    "impact-analysis.md": ("direct_change",),
    "architecture-overview.md": ("decision",),
    "interface-spec.md": ("interface",),
    "interface-spec.yaml": ("interface",),
}
"""What a document holds, where a number says how much."""


def follows(scene: Scene, place: InConversation) -> bool:
    """Whether the review is what comes when the person is done: where a mind leads, which always has one more question."""
    return scene.state.mind != "offline" and place.exchanges > 0


def is_complete(scene: Scene) -> bool:
    analysis = scene.state.analysis
    if not all(item.is_covered or item.topic_id in analysis.declined for item in scene.state.coverage):
        return False
    return all(_is_written(name, analysis) for name in scene.state.ready)


def _is_written(name: str, analysis: Analysis) -> bool:
    if name == "ADRs":
        return True  # files of many names, written with the overview
    other = {"interface-spec.md": "interface-spec.yaml"}.get(name, name)
    return name in analysis.written or other in analysis.written


def suggest(scene: Scene, place: InConversation) -> None:
    """Nothing is left to ask. First every document that is due is on disk, then it is reviewed."""
    analysis = scene.state.analysis
    if unwritten := [name for name in documents_at_end(analysis) if not _is_written(name, analysis)]:
        scene.go(place.changed(stage="completing", asked=None, ending=""))
        scene.write(unwritten)
    else:
        _sum_up(scene, place)


def _sum_up(scene: Scene, place: InConversation) -> None:
    scene.go(place.changed(stage="reviewing", asked=None, ending=""))
    finishing.read_once_more(scene)


def review(scene: Scene, place: InConversation, received: Outcome) -> None:
    if isinstance(received, NoteDocuments):
        announce(scene, received)
        _sum_up(scene, place)
    elif isinstance(received, TakeThought) and finishing.repair(scene, received.thought):
        scene.go(place.changed(stage="completing"))
        scene.write((*documents_at_end(scene.state.analysis), *sorted(scene.state.analysis.written)))
    elif isinstance(received, TakeThought):
        say_thought(scene, received.thought)
        scene.say("summary", _summary(scene), lead_of(scene))
        asked = review_question(scene)
        scene.go(place.changed(stage="waiting", asked=asked, at_review=True, acts=()))
        scene.say("question", asked.text, lead_of(scene))
        scene.wait("message")


def review_question(scene: Scene) -> Ask:
    return Ask(
        text=ANYTHING,
        kinds=("requirement", "note"),
        origin="steering",
        persona=lead_of(scene).key,
        topic="requirements-definition",
        about=REVIEW,
    )


def _summary(scene: Scene) -> str:
    """The documents with what is in them and how sure each of them is, in a line or two."""
    analysis = scene.state.analysis
    by_confidence: dict[str, list[str]] = {}
    short: list[str] = []
    for name in sorted(name for name in analysis.written if name != README):
        home = "interface-spec.md" if name.startswith("interface-spec") else name
        facts = [fact for fact in analysis.facts if fact.home[0] == home]
        held = counted(analysis, _COUNTED.get(name, ()))
        if facts:
            confidence = overall(map(analysis.confidence, facts))
            by_confidence.setdefault(confidence, []).append(f"{name} ({held})" if held else name)
        else:
            short.append(name)
    told = [f"{listed(names)}: confidence {word}" for word, names in by_confidence.items()]
    lines = [f"Drafted: {'; '.join(told)}." if told else "Drafted, from little more than your first words:"]
    if short:
        lines.append(f"{listed(short)} {'is' if len(short) == 1 else 'are'} short.")
    if (still_open := len(analysis.of(OpenQuestion))) > 0:
        words = counted(analysis, ("open_question",))
        lines.append(f"{words} {'is' if still_open == 1 else 'are'} in {README}.")
    return " ".join(lines)


def stays_at_review(place: InConversation, thought: Thought) -> bool:
    """Whether the review goes on after this: yes, unless the mind has to clear something up first."""
    question, asked = thought.question, place.asked
    if not place.at_review:
        return False
    if question is None or question.about == REVIEW:
        return True
    if question.insists:
        return False
    return asked is not None and not place.is_closing and question.text != asked.text


def asking_on(scene: Scene, thought: Thought) -> Thought:
    lead = lead_of(scene).key
    *first, last = thought.contributions or (Contribution(persona=lead, text="Noted."),)
    if last.persona == lead:
        ended = (last.changed(text=f"{last.text.rstrip()} {WHAT_ELSE}"),)
    else:
        ended = (last, Contribution(persona=lead, text=WHAT_ELSE))
    return thought.changed(contributions=(*first, *ended), question=None)


def wait_for_more(scene: Scene, place: InConversation) -> None:
    scene.go(place.changed(stage="waiting", asked=review_question(scene), acts=()))
    scene.wait("message")


def ask_again(scene: Scene, place: InConversation) -> None:
    scene.say("contribution", WHAT_ELSE, lead_of(scene))
    wait_for_more(scene, place)


def accept(scene: Scene) -> None:
    """Nothing to change: so these requirements are all there are, however few, and what was read back stands.

    Where a mind leads the person may have come here before everything was covered: then it is a draft, which says so. A decision that rests on none of the person's words was not theirs, and stays a proposal.
    """
    analysis = scene.state.analysis
    still_open = " ".join(question.text for question in analysis.of(OpenQuestion))
    accepted = tuple(
        Amendment(fact_id=decision.id, updates={"status": "Accepted"})
        for decision in analysis.of(Decision)
        if decision.status == "Proposed" and decision.title not in still_open and decision.is_stated
    )
    scene.tell(FactsRecorded(at=scene.at, none_of=("requirement",), amended=accepted))
    finishing.start(scene, early=scene.state.mind != "offline" and not is_complete(scene))
