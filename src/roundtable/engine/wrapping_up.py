"""The end of a conversation: review, cross-check, final documents; or an early write-up; or a closed item."""

import re
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import overall
from roundtable.analysis.facts import Decision, OpenQuestion
from roundtable.analysis.no_more import says_no_more
from roundtable.analysis.phases import PHASES
from roundtable.engine.briefing import Amendment, Ask
from roundtable.engine.coverage import Coverage, cover_all
from roundtable.engine.events import (
    CrossCheckDue,
    FactsRecorded,
    Heard,
    PhaseRecorded,
    ProgressDue,
    Reset,
)
from roundtable.engine.inputs import NoteCrossCheck, NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.place import InConversation
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of, say_thought
from roundtable.engine.steering import is_no, is_yes
from roundtable.engine.step_loop import announce
from roundtable.engine.thresholds import FOLLOWS, OWNED, phases_earned, readiness, ready_documents
from roundtable.engine.troubles import known_issues

__all__ = [
    "REVIEW",
    "answer_reanalysis",
    "answered",
    "ask_for_changes",
    "close_item",
    "finish_early",
    "go_on",
    "is_complete",
    "review_question",
    "suggest",
]

CHECKING: Final = "Before we wrap up, I'm having Alex and Jordan verify their artifacts are consistent with the final requirements."
CONSISTENT: Final = "All artifacts are consistent. Ready to finalize."
REVIEW: Final = "review"
ANYTHING: Final = "What would you like to change or explore further before I finalize this?"
_NOTHING: Final = re.compile(
    r"(?:no,? |nope,? |nothing,? )*"
    r"(?:not (?:really|that i know of|right now|for now)|lgtm|no (?:strong )?(?:preference|idea|clue)"
    r"|up to you|whatever(?: you think)?|(?:i )?(?:don'?t|do not) know|i'?m not sure|not sure|idk|dunno|(?:it )?looks (?:good|fine|right|great)(?: to me)?|fine|go ahead|go on|perfect|great|skip|pass"
    r"|nein|nichts|passt(?: so)?|keine ahnung|没有|没了|可以)"
    r"(?:,? (?:thanks|thank you|please|for now|so far))*"
)
"""Replies to the review that neither change nor add anything."""


def is_complete(scene: Scene) -> bool:
    """Every topic is covered or declined, and every document that can be written was."""
    analysis = scene.state.analysis
    coverage = cover_all(scene.state.library, analysis)
    if not all(item.is_covered or item.topic_id in analysis.declined for item in coverage):
        return False
    ready = ready_documents(analysis, coverage, scanned=scene.state.scan is not None)
    expected = [name for name in OWNED if name in ready or not analysis.declined]
    return all(name in analysis.written or _other_form(name, analysis) for name in expected)


def _other_form(name: str, analysis: Analysis) -> bool:
    return name == "interface-spec.md" and "interface-spec.yaml" in analysis.written


# -- review ------------------------------------------------------------------------------------------------------------


def suggest(scene: Scene, place: InConversation) -> None:
    """Each owner sums up its part; the person accepts or amends."""
    scene.go(place.model_copy(update={"stage": "reviewing", "asked": None}))
    scene.think("review", lead_of(scene), may_ask=False)


def _reviewed(scene: Scene, place: InConversation, received: TakeThought) -> None:
    say_thought(scene, received.thought)
    scene.say("summary", _summary(scene), lead_of(scene))
    ask_for_changes(scene, place)


def ask_for_changes(scene: Scene, place: InConversation) -> None:
    """The question that closes the review, also after a recap in its midst."""
    scene.go(place.model_copy(update={"stage": "suggested", "asked": None}))
    scene.say("question", ANYTHING, lead_of(scene))
    scene.wait("message")


def review_question(scene: Scene) -> Ask:
    """The question that closes the review, for whoever has something to change or to add."""
    return Ask(
        text=ANYTHING,
        kinds=("requirement", "note"),
        origin="steering",
        persona=lead_of(scene).key,
        topic="requirements-definition",
        about=REVIEW,
    )


def _summary(scene: Scene) -> str:
    """The documents with status and confidence."""
    analysis = scene.state.analysis
    confidence = overall(analysis.confidence(fact) for fact in analysis.facts)
    lines = [f"- {name}: {_status(name, analysis)}" for name in sorted(analysis.written)]
    return "\n".join([f"This is what we have, confidence {confidence} over all:", *lines])


def _status(name: str, analysis: Analysis) -> str:
    if readiness(name, analysis, ()) == "written":
        return "draft"
    times = analysis.written[name] - 1
    return f"updated {times} time{'' if times == 1 else 's'}"


def answered(scene: Scene, place: InConversation, text: str) -> bool:
    """The answer to the review; False when the person has something to add."""
    plain = " ".join(text.lower().replace("’", "'").split()).strip(" .!")
    if plain and not (is_yes(text) or is_no(text) or says_no_more(text) or _NOTHING.fullmatch(plain)):
        return False
    scene.tell(Heard(at=scene.at, text=text, keep=False))
    # Nothing to add to the review: so these requirements are all there are, however few.
    scene.tell(FactsRecorded(at=scene.at, none_of=("requirement",), amended=_accepted(scene.state.analysis)))
    scene.say("contribution", CHECKING, lead_of(scene))
    scene.go(place.model_copy(update={"stage": "checking"}))
    scene.tell(CrossCheckDue(at=scene.at))
    return True


def _accepted(analysis: Analysis) -> tuple[Amendment, ...]:
    """Proposals that were read back and not objected to stand; one that was weighed and left open stays a proposal."""
    still_open = " ".join(question.text for question in analysis.of(OpenQuestion))
    return tuple(
        Amendment(fact_id=decision.id, updates={"status": "Accepted"})
        for decision in analysis.of(Decision)
        if decision.status == "Proposed" and decision.title not in still_open
    )


# -- finishing ---------------------------------------------------------------------------------------------------------


def finish_early(scene: Scene, place: InConversation) -> None:
    """Write everything from what is known; gaps are named, and only what met its threshold counts as a phase."""
    scene.say("acknowledgement", "I will write up what we have and mark what is open.", lead_of(scene))
    scene.go(place.model_copy(update={"stage": "finishing", "early": True}))
    _write_all(scene, early=True)


def _write_all(scene: Scene, *, early: bool) -> None:
    scene.write((*OWNED, *FOLLOWS), final=not early, early=early)


def go_on(scene: Scene, place: InConversation, received: Outcome) -> None:
    """Review, check, write, save, end: each when the one before it is done."""
    match received, place.stage:
        case TakeThought(), "reviewing":
            _reviewed(scene, place, received)
        case NoteCrossCheck(), "checking":
            _checked(scene, place, received)
        case NoteDocuments(), "finishing":
            _finished_writing(scene, place, received)
        case NoteProgress(), "finishing":
            _end(scene, place)
        case NoteProgress(), "closing":
            scene.end("declined", reason=place.reason)
        case _:
            pass


def _checked(scene: Scene, place: InConversation, checked: NoteCrossCheck) -> None:
    if checked.corrected:
        count = len(checked.corrected)
        noun = "inconsistency" if count == 1 else "inconsistencies"
        scene.say(
            "contribution",
            f"Found {count} {noun}. {' '.join(checked.corrected)} All corrected.",
            lead_of(scene),
        )
    elif not checked.left:
        scene.say("contribution", CONSISTENT, lead_of(scene))
    if checked.left:
        scene.say("notice", known_issues(checked.left))
    scene.go(place.model_copy(update={"stage": "finishing"}))
    _write_all(scene, early=False)


def _finished_writing(scene: Scene, place: InConversation, noted: NoteDocuments) -> None:
    announce(scene, noted)
    state = scene.state
    coverage = cover_all(state.library, state.analysis)
    ready = ready_documents(state.analysis, coverage, scanned=state.scan is not None)
    earned = [key for key in phases_earned(ready) if key not in state.progress.phases_completed]
    for key in earned:
        scene.tell(PhaseRecorded(at=scene.at, phase_key=key))
    scene.go(place)
    scene.save(phase_done=earned[-1] if earned else _latest(scene))


def _latest(scene: Scene) -> str | None:
    return scene.state.progress.phases_completed[-1] if scene.state.progress.phases_completed else None


def _end(scene: Scene, place: InConversation) -> None:
    scene.go(InConversation(stage="finished", exchanges=place.exchanges))
    coverage = cover_all(scene.state.library, scene.state.analysis)
    if place.early or len(scene.state.progress.phases_completed) < 5:
        scene.say("summary", _left_open(scene, coverage))
    else:
        tier = scene.state.progress.recommended_tier
        line = f"Analysis complete. {scene.state.slug} is ready to build."
        scene.say("summary", f"{line} Recommended tier: {tier}." if tier else line)
    scene.end("completed")


def _left_open(scene: Scene, coverage: tuple[Coverage, ...]) -> str:
    """What is missing, by topic; and where every topic is covered, by the document that lacks something."""
    names = {topic.topic_id: topic.topic_name.lower() for topic in scene.state.library.topics}
    gaps = [names.get(item.topic_id, item.topic_id) for item in coverage if not item.is_covered]
    if not gaps:
        done = scene.state.progress.phases_completed
        gaps = [phase.main_document for phase in PHASES if phase.key not in done]
    return f"Written up as far as we got. Still open: {', '.join(gaps)}. Each document says what is missing in it."


# -- not to be built, or again -----------------------------------------------------------------------------------------


def close_item(scene: Scene, place: InConversation) -> None:
    """The item is closed with its reason and what speaks for it."""
    words = [turn.text for turn in scene.state.analysis.turns if turn.number > 0]
    evidence = f'said in the conversation: "{words[-1][:300]}"' if words else "said in the conversation"
    scene.go(place.model_copy(update={"stage": "closing"}))
    scene.tell(ProgressDue(at=scene.at, closed=place.reason, evidence=evidence))


def answer_reanalysis(scene: Scene, place: InConversation, text: str) -> None:
    """Go through a finished item again, or leave it."""
    if is_yes(text) or text.strip().lower() == "r":
        scene.tell(Reset(at=scene.at))
        scene.go(place)
        scene.save()
    elif is_no(text) or not text.strip() or text.strip().lower() == "c":
        scene.end("completed")
    else:
        scene.say("question", "Shall I go through it again?", lead_of(scene))
        scene.wait("confirm")
