"""Conversation mode: one talk with all three, no visible structure, documents as enough becomes known.

A turn: the person speaks, the mind answers with words, facts and one question; what became ready is written; the question
is put last. Every outgoing word passes `conversation_rules`. Who has not spoken by the third exchange is given the floor.

Elsewhere: coverage (`coverage`), when documents may be written (`thresholds`), requests to the table itself (`steering`),
the end (`wrapping_up`), leaving without building (`leaving`).
"""

import re
from typing import Final

from roundtable.analysis.content import Persona
from roundtable.analysis.facts import Decision
from roundtable.analysis.phases import ANALYSIS_PHASES, PHASES, Depth
from roundtable.engine import leaving, wrapping_up
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.conversation_rules import repaired
from roundtable.engine.coverage import cover_all, steps_of_topic
from roundtable.engine.depth import SWITCHED
from roundtable.engine.events import (
    Heard,
    PhaseEntered,
    PhaseRecorded,
    SessionOpened,
    TopicsMoved,
    Undone,
)
from roundtable.engine.inputs import Hear, NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.opening import UP_TO_DATE, say_warnings
from roundtable.engine.place import InConversation
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import lead_of, put_question, say_thought
from roundtable.engine.steering import Steer, is_yes, steering
from roundtable.engine.step_loop import announce
from roundtable.engine.thresholds import FOLLOWS, PHASE_OF, phases_earned, ready_documents
from roundtable.engine.troubles import told

__all__ = ["begin_conversation", "in_conversation"]

_STALLED: Final = 5
_LEAVES_TOPIC: Final = re.compile(r"\b(?:topic|subject|enough (?:about|of|on)|talk about)\b", re.IGNORECASE)
_ARCHITECTURE: Final = "architecture-overview.md"
_AFTER_DECISION: Final = frozenset(
    (
        _ARCHITECTURE,
        "module-design.md",
        "design-summary.md",
        *(name for name, leader in FOLLOWS.items() if leader == _ARCHITECTURE),
    )
)
_RECORDS: Final = "ADRs"
_DESIGN: Final = "04-design"
_ORDER: Final = ("solutions-architect", "system-designer", "business-analyst")
"""Who must have spoken by which response: Alex by the second, Jordan by the third."""


def begin_conversation(scene: Scene) -> None:
    """Maya speaks first and at once; a session that was left is picked up where it was."""
    state = scene.state
    scene.tell(
        SessionOpened(
            at=scene.at, slug=state.slug, mode="conversation", mind=state.mind, resumed=state.resumed
        )
    )
    say_warnings(scene)
    place = state.place if isinstance(state.place, InConversation) else InConversation()
    scene.tell(PhaseEntered(at=scene.at, phase_key="", depth=state.depth_flag or state.depth))
    done = set(state.progress.phases_completed)
    if done >= set(ANALYSIS_PHASES) and place.stage in {"opening", "finished"}:
        _finished_before(scene)
        return
    if state.head_moved is not None and state.resumed:
        scene.say("notice", _code_moved(state.head_moved))
    # A session that was left before a word was said is no return; but its first question is still open.
    if place.asked is not None and (state.resumed or place.stage == "waiting"):
        if state.resumed:
            scene.say("greeting", _greeting(scene, place.asked), lead_of(scene))
        _pick_up(scene, place, place.asked)
        return
    scene.go(InConversation(exchanges=place.exchanges, spoke=place.spoke))
    scene.think("open_conversation", lead_of(scene))


def _pick_up(scene: Scene, place: InConversation, asked: Ask) -> None:
    """Go on at the spot: an answer that was heard is thought about, what was due is written, else the question again."""
    match place.stage:
        case "thinking":
            _think_about(scene, place)
        case "writing":
            _after_facts(scene, place, changed=True)
        case "saving":
            _save(scene, place)
        case _:
            put_question(scene, place, asked)


def _code_moved(commits: int) -> str:
    count = (
        "1 commit"
        if commits == 1
        else f"{commits} commits"
        if commits > 1
        else "an unknown number of commits"
    )
    return told("RT-106", count=count)


def _finished_before(scene: Scene) -> None:
    if scene.state.head_moved is None:
        scene.say("notice", UP_TO_DATE)
        scene.end("completed")
        return
    commits = scene.state.head_moved
    count = f"{commits} commits" if commits != 1 else "1 commit"
    text = f"Codebase has changed since analysis ({count if commits >= 0 else 'commits unknown'}). Re-run analysis?"
    scene.go(InConversation(stage="reanalysis_asked"))
    scene.say("question", text)
    scene.wait("confirm")


def _greeting(scene: Scene, asked: Ask | None) -> str:
    covered = [c for c in cover_all(scene.state.library, scene.state.analysis) if c.criteria_met]
    names = {topic.topic_id: topic.topic_name.lower() for topic in scene.state.library.topics}
    full = [names[c.topic_id] for c in covered if c.is_covered] or [names[c.topic_id] for c in covered][:2]
    opened = [
        names[c.topic_id] for c in cover_all(scene.state.library, scene.state.analysis) if not c.is_covered
    ]
    if not full:
        phases = [p.name.lower() for p in PHASES if p.key in scene.state.progress.phases_completed]
        full = phases or ["what you asked for"]
    # The open question is put again right after this, so its topic is where we go on.
    upcoming = names.get((asked and asked.topic) or "") or (opened[0] if opened else "the last open points")
    return f"I can see we've covered {_listed(full)}. Let's pick up from {upcoming}."


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# -- whatever arrives --------------------------------------------------------------------------------------------------


def in_conversation(scene: Scene, place: InConversation, received: Outcome) -> None:
    """One input, one move."""
    match received, place.stage:
        case Hear(), "waiting":
            _hear(scene, place, received.text)
        case Hear(), "reanalysis_asked":
            wrapping_up.answer_reanalysis(scene, place, received.text)
        case Hear(), "exit_asked" | "reason_asked" | "close_asked":
            if not leaving.answered(scene, place, received.text):
                _hear(scene, place.model_copy(update={"stage": "waiting"}), received.text)
        case Hear(), "suggested":
            if not wrapping_up.answered(scene, place, received.text):
                # Whatever they want changed or added answers the review, and has to be heard as an answer.
                reviewed = {"stage": "waiting", "asked": wrapping_up.review_question(scene)}
                _hear(scene, place.model_copy(update=reviewed), received.text)
        case TakeThought(), "opening":
            _opened(scene, place, received.thought)
        case TakeThought(), "thinking":
            _replied(scene, place, received.thought)
        case TakeThought(), "recapping":
            say_thought(scene, received.thought)
            _ask_on(scene, place, place.asked)
        case NoteDocuments(), "writing":
            _written(scene, place, received)
        case NoteProgress(), "saving":
            _finish_turn(scene, place)
        case NoteProgress(), "reanalysis_asked":
            scene.go(InConversation())
            scene.think("open_conversation", lead_of(scene))
        case (TakeThought(), "reviewing") | (_, "checking" | "finishing" | "closing"):
            wrapping_up.go_on(scene, place, received)
        case _:
            pass


def _opened(scene: Scene, place: InConversation, thought: Thought) -> None:
    if scene.state.resumed:
        scene.say("greeting", _greeting(scene, thought.question), lead_of(scene))
    say_thought(scene, thought)
    scene.record(thought, turn=0)
    spoke = tuple(
        dict.fromkeys((*place.spoke, *(p.persona for p in thought.contributions), lead_of(scene).key))
    )
    _after_facts(
        scene,
        place.model_copy(update={"spoke": spoke, "asked": scene.with_ids(thought.question)}),
        changed=False,
    )


def _hear(scene: Scene, place: InConversation, text: str) -> None:
    asked = place.asked
    if not text.strip():
        if asked is not None and asked.options:
            text = "yes"  # silence takes the recommendation
        else:
            scene.say("notice", 'Nothing was typed. A word is enough, and "I don\'t know" is an answer too.')
            scene.go(place)
            scene.wait("message")
            return
    steer = steering(text)
    if steer is not None and not (asked is not None and asked.options and is_yes(text)):
        scene.tell(Heard(at=scene.at, text=text, step_id=asked.topic if asked else None, keep=False))
        _steer(scene, place, steer, text)
        return
    scene.tell(
        Heard(
            at=scene.at,
            text=text,
            question=asked.text if asked else "",
            step_id=asked.topic if asked else None,
            persona=asked.persona if asked else None,
        )
    )
    _think_about(scene, place.model_copy(update={"exchanges": place.exchanges + 1}))


def _think_about(scene: Scene, place: InConversation) -> None:
    """Hand the latest answer to the mind; whoever has not spoken by now must."""
    asked = place.asked
    scene.go(place.model_copy(update={"stage": "thinking"}))
    must = [key for at, key in enumerate(_ORDER, start=1) if place.exchanges >= at and key not in place.spoke]
    speaker = scene.state.library.persona(asked.persona) if asked and asked.persona else lead_of(scene)
    scene.think("converse", speaker, slots=tuple(must))


def _replied(scene: Scene, place: InConversation, thought: Thought) -> None:
    before = sum(len(c.criteria_met) for c in cover_all(scene.state.library, scene.state.analysis))
    say_thought(scene, thought, acknowledging=place.asked.persona if place.asked else None)
    changed = scene.record(thought, turn=scene.state.analysis.next_turn - 1)
    scene.settle(thought.answered)
    after = sum(len(c.criteria_met) for c in cover_all(scene.state.library, scene.state.analysis))
    spoke = tuple(dict.fromkeys((*place.spoke, *(piece.persona for piece in thought.contributions))))
    stalled = 0 if after > before or thought.facts else place.stalled + 1
    moved = place.model_copy(
        update={"spoke": spoke, "stalled": stalled, "asked": scene.with_ids(thought.question)}
    )
    _after_facts(scene, moved, changed=changed)


# -- after facts: coverage, documents, progress, question --------------------------------------------------------------


def _after_facts(scene: Scene, place: InConversation, *, changed: bool) -> None:
    """Write what became ready and what changed; then record; then ask on."""
    coverage = cover_all(scene.state.library, scene.state.analysis)
    written = set(scene.state.analysis.written)
    if FOLLOWS[_RECORDS] in written:
        written.add(_RECORDS)  # files of many names, which are written whenever the overview is
    ready = ready_documents(scene.state.analysis, coverage, scanned=scene.state.scan is not None)
    held = _held(scene, place.asked)
    due = [
        name for name in ready if (changed and name in written) or (name not in written and name not in held)
    ]
    if due:
        scene.go(place.model_copy(update={"stage": "writing"}))
        scene.write(due)
    else:
        _save(scene, place)


def _held(scene: Scene, asked: Ask | None) -> frozenset[str]:
    """Documents about a decision are not begun while that very decision is being asked for."""
    if asked is None or asked.kinds[:1] != ("decision",):
        return frozenset()
    deciding = any(isinstance(scene.state.analysis.get(fact_id), Decision) for fact_id in asked.proposes)
    return _AFTER_DECISION if deciding else frozenset()


def _written(scene: Scene, place: InConversation, noted: NoteDocuments) -> None:
    announce(scene, noted)
    _save(scene, place)


def _save(scene: Scene, place: InConversation) -> None:
    """Phases follow from documents, steps from covered topics; meta.json is written when either moved."""
    state = scene.state
    coverage = cover_all(state.library, state.analysis)
    covered = tuple(item.topic_id for item in coverage if item.is_covered)
    on_disk = [name for name in state.analysis.written if name in PHASE_OF]
    ready = ready_documents(state.analysis, coverage, scanned=state.scan is not None)
    earned = [
        key
        for key in phases_earned(n for n in on_disk if n in ready)
        if key not in state.progress.phases_completed
    ]
    # A design is on record only after the architecture that it follows; its documents may be there before.
    early = _DESIGN in earned and not {"03-architecture"} & {*earned, *state.progress.phases_completed}
    if early:
        earned.remove(_DESIGN)
    for key in earned:
        scene.tell(PhaseRecorded(at=scene.at, phase_key=key))
    moved = covered != (state.progress.topics_covered or ())
    if moved:
        by_id = {topic.topic_id: topic for topic in state.library.topics}
        steps = tuple(step for topic_id in covered for step in steps_of_topic(by_id[topic_id]))
        scene.tell(TopicsMoved(at=scene.at, covered=covered, steps=steps))
    if earned or moved or early:
        scene.go(place.model_copy(update={"stage": "saving"}))
        scene.save(phase_done=earned[-1] if earned else None)
    else:
        _finish_turn(scene, place)


def _finish_turn(scene: Scene, place: InConversation) -> None:
    _ask_on(scene, place, place.asked)


def _ask_on(scene: Scene, place: InConversation, question: Ask | None) -> None:
    """The next question, the offer to stop when nothing new comes, or the end when nothing is left to ask."""
    if question is not None and question.about == wrapping_up.REVIEW:
        wrapping_up.ask_for_changes(scene, place)
        return
    if question is not None:
        question = question.model_copy(update={"text": repaired(question.text)})
    if question is None or not question.text:
        question = _next_from_topics(scene)
    wanted = (
        place.more or scene.depth is Depth.DEEP
    )  # who asked for more is not sent home with everything covered
    if question is None or (wrapping_up.is_complete(scene) and not wanted):
        wrapping_up.suggest(scene, place.model_copy(update={"more": False}))
        return
    if place.stalled >= _STALLED and not place.offered_stop:
        leaving.offer_stop(scene, place)
        return
    put_question(scene, place.model_copy(update={"more": False}), question)


def _next_from_topics(scene: Scene) -> Ask | None:
    """The first open question of the first topic that is not covered: for a mind that asks nothing."""
    analysis = scene.state.analysis
    by_id = {topic.topic_id: topic for topic in scene.state.library.topics}
    for item in cover_all(scene.state.library, analysis):
        topic = by_id[item.topic_id]
        if item.is_covered or topic.topic_id in analysis.declined:
            continue
        for question in topic.questions():
            if question.text not in analysis.answered and repaired(question.text) == question.text:
                return Ask(
                    text=question.text,
                    kinds=question.kinds,
                    origin="topic",
                    topic=topic.topic_id,
                    persona=topic.primary_persona,
                )
    return None


# -- requests to the table ---------------------------------------------------------------------------------------------


def _steer(scene: Scene, place: InConversation, steer: Steer, text: str) -> None:
    speaker = _speaker(scene, place)
    match steer.kind:
        case "done":
            leaving.ask_to_stop(scene, place)
        case "decline" | "trivial":
            leaving.ask_to_close(scene, place, steer, text)
        case "deeper" | "shorter":
            scene.tell(PhaseEntered.model_validate({"at": scene.at, "phase_key": "", "depth": steer.about}))
            scene.say("acknowledgement", SWITCHED[scene.state.depth], speaker)
            _think_on(scene, place, speaker)
        case "move_on":
            _move_on(scene, place, speaker, text)
        case "back_to":
            scene.say("acknowledgement", f"Of course, {steer.about.removeprefix('the ')}.", speaker)
            _think_on(scene, place, speaker, topic_id=_topic_named(scene, steer.about), more=True)
        case "undo":
            _undo(scene, place, speaker)
        case "recap" | "show" | "who_said":
            scene.go(place.model_copy(update={"stage": "recapping"}))
            scene.think("recap", speaker, criterion=f"{steer.kind}: {steer.about}".strip(), may_ask=False)


def _speaker(scene: Scene, place: InConversation) -> Persona:
    asked = place.asked
    return scene.state.library.persona(asked.persona) if asked and asked.persona else lead_of(scene)


def _think_on(
    scene: Scene, place: InConversation, speaker: Persona, topic_id: str | None = None, *, more: bool = False
) -> None:
    """Nothing was said about the item: only the next question is wanted."""
    scene.go(place.model_copy(update={"stage": "thinking", "asked": None, "more": more}))
    scene.think("converse", speaker, topic_id=topic_id)


def _move_on(scene: Scene, place: InConversation, speaker: Persona, text: str) -> None:
    """One "move on" leaves the question; a second in a row, or one that names the topic, leaves the whole topic.

    A topic that was left counts as declined: lighter coverage is fine, and the documents will say so.
    """
    topic = place.asked.topic if place.asked else None
    spoken = [line.text for line in scene.state.said if line.persona is None]
    again = len(spoken) > 1 and (before := steering(spoken[-2])) is not None and before.kind == "move_on"
    if topic is not None and (again or _LEAVES_TOPIC.search(text)):
        covered = scene.state.progress.topics_covered or ()
        scene.tell(TopicsMoved(at=scene.at, covered=covered, declined=(topic,)))
    scene.say("acknowledgement", "Fine, I will leave that open.", speaker)
    _think_on(scene, place, speaker)


def _topic_named(scene: Scene, words: str) -> str | None:
    wanted = set(words.lower().replace("-", " ").split()) - {"the", "a", "our", "my"}
    best, score = None, 0
    for topic in scene.state.library.topics:
        text = f"{topic.topic_id} {topic.topic_name} {' '.join(topic.coverage_criteria)}".lower()
        hits = sum(1 for word in wanted if word.rstrip("s") in text)
        if hits > score:
            best, score = topic.topic_id, hits
    return best


def _undo(scene: Scene, place: InConversation, speaker: Persona) -> None:
    if not scene.state.past:
        scene.say("acknowledgement", "There is nothing to take back.", speaker)
        _ask_on(scene, place, place.asked)
        return
    before = scene.state.analysis
    scene.tell(Undone(at=scene.at))
    after = scene.state.analysis
    gone = [fact for fact in before.facts if fact.id not in after.by_id]
    what = "; ".join(repaired(fact.headline)[:80] for fact in gone[:3]) or "your last answer"
    more = f" and {len(gone) - 3} more" if len(gone) > 3 else ""
    scene.say("acknowledgement", f"Taken back: {what}{more}.", speaker)
    _after_facts(scene, place, changed=True)
