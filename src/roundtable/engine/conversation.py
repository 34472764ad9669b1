"""Conversation mode: one talk with all three, no visible structure, documents as enough becomes known.

A turn: the person speaks, the mind answers with words, facts and one question; what became ready is written; the question
is put last. Every outgoing word passes `conversation_rules`. Who has not spoken by the third exchange is given the floor.

Elsewhere: what was typed and what it wants (`hearing`, `routing`, `commands`), coverage (`coverage`), when documents are due
(`thresholds`), the closing question (`wrapping_up`), the end (`finishing`).
"""

from typing import Final

from roundtable.analysis.phases import Depth
from roundtable.engine import finishing, leaving, wrapping_up
from roundtable.engine.asides import asker_of
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.conversation_rules import repaired
from roundtable.engine.coverage import steps_of_topic
from roundtable.engine.events import PhaseEntered, PhaseRecorded, TopicsMoved
from roundtable.engine.hearing import Utterance, keep_in_mind
from roundtable.engine.inputs import NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.opening import COMMANDS, code_moved, finished_before, greeting, open_up
from roundtable.engine.place import REVIEW, Finishing, InConversation, resting
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce, lead_of, put_question, say_thought
from roundtable.engine.thresholds import FOLLOWS, phases_earned
from roundtable.engine.validation import suits
from roundtable.facts import Decision

_STALLED: Final = 5
_ARCHITECTURE: Final = "architecture-overview.md"
_FOLLOWING: Final = (name for name, leader in FOLLOWS.items() if leader == _ARCHITECTURE)
_AFTER_DECISION: Final = frozenset((_ARCHITECTURE, "module-design.md", *_FOLLOWING))
_RECORDS: Final = "ADRs"
_DESIGN: Final = "04-design"
_NOTHING_TYPED: Final = 'Nothing was typed. A word is enough, and "I don\'t know" is an answer too.'
_ORDER: Final = ("solutions-architect", "system-designer", "business-analyst")
"""Who must have spoken by which response: Alex by the second, Jordan by the third."""


def begin_conversation(scene: Scene) -> None:
    """Maya speaks first and at once; a session that was left is picked up where it was."""
    state = scene.state
    open_up(scene)
    scene.say("notice", COMMANDS)
    left = resting(state.place)
    place = left if isinstance(left, InConversation) else InConversation()
    scene.tell(PhaseEntered(at=scene.at, phase_key="", depth=state.depth_flag or state.depth))
    if isinstance(state.place, Finishing):
        finishing.resume(scene, state.place)
        return
    if state.open_phase is None and place.stage in {"opening", "finished"}:
        finished_before(scene)
        return
    if state.head_moved is not None and state.resumed:
        scene.say("notice", code_moved(scene))
    # A session that was left before a word was said is no return; but its first question is still open.
    is_due = place.asked is not None or place.stage in {"completing", "reviewing"}
    if is_due and (state.resumed or place.stage == "waiting"):
        if state.resumed:
            scene.say("greeting", greeting(scene, place.asked), lead_of(scene))
        go_on(scene, place, returning=True)
        return
    scene.go(InConversation(exchanges=place.exchanges, spoke=place.spoke))
    scene.think("open_conversation", lead_of(scene))


def go_on(scene: Scene, place: InConversation, *, returning: bool = False) -> None:
    """On at the spot: what was heard is thought about, what was due is written, else the open question again."""
    match place.stage:
        case "thinking":
            _think_about(scene, place)
        case "writing":
            _after_facts(scene, place, changed=True)
        case "saving":
            _save(scene, place)
        case "completing" | "reviewing":
            wrapping_up.suggest(scene, place)
        case "finished":
            finished_before(scene)
        case _ if place.asked is None:
            think_on(scene, place)
        case _ if place.is_closing:
            wrapping_up.ask_again(scene, place)
        case _:
            put_question(scene, place, place.asked, returning=returning)


def in_conversation(scene: Scene, place: InConversation, received: Outcome) -> None:
    match received, place.stage:
        case TakeThought(), "opening":
            _opened(scene, place, received.thought)
        case TakeThought(), "thinking":
            _replied(scene, place, received.thought)
        case NoteDocuments(), "writing":
            announce(scene, received)
            _save(scene, place)
        case NoteProgress(), "saving":
            _ask_on(scene, place, place.asked)
        case NoteProgress(), "finished":
            scene.go(InConversation())
            scene.think("open_conversation", lead_of(scene))
        case (NoteDocuments(), "completing") | (TakeThought(), "reviewing"):
            wrapping_up.review(scene, place, received)
        case _:
            pass


def _opened(scene: Scene, place: InConversation, thought: Thought) -> None:
    if scene.state.resumed:
        scene.say("greeting", greeting(scene, thought.question), lead_of(scene))
    say_thought(scene, thought)
    scene.record(thought, turn=0)
    voices = (piece.persona for piece in thought.contributions)
    spoke = tuple(dict.fromkeys((*place.spoke, *voices, lead_of(scene).key)))
    # Nobody has said anything yet, so nothing is written yet.
    _ask_on(scene, place.changed(spoke=spoke), scene.with_ids(thought.question))


def nothing_typed(scene: Scene, place: InConversation) -> None:
    """An empty line is no answer, and agrees to nothing; a finished item stays as it is."""
    if place.stage == "finished":
        scene.end("completed")
        return
    scene.say("notice", _NOTHING_TYPED)
    scene.wait("message")


def take_in(scene: Scene, place: InConversation, said: Utterance) -> InConversation:
    asked = wrapping_up.review_question(scene) if place.stage == "finished" else place.asked
    where = {"question": asked.text, "step_id": asked.topic, "persona": asked.persona} if asked else {}
    keep_in_mind(scene, said, keep=True, **where)
    return place.changed(
        stage="thinking",
        asked=asked,
        exchanges=place.exchanges + 1,
        dones=0,
        left_one=False,
        acts=said.acts,
        ending=said.ending,
        at_review=place.at_review or place.stage == "finished",
    )


def _think_about(scene: Scene, place: InConversation) -> None:
    scene.go(place)
    must = [key for at, key in enumerate(_ORDER, start=1) if place.exchanges >= at and key not in place.spoke]
    asks_on = place.ending in {"", "pause"} or not wrapping_up.follows(scene, place)
    scene.think("converse", asker_of(scene, place), slots=tuple(must), may_ask=asks_on)


def think_on(scene: Scene, place: InConversation, topic_id: str | None = None) -> None:
    """Nothing was said about the item: only the next question is wanted."""
    speaker = asker_of(scene, place)
    scene.go(place.changed(stage="thinking", asked=None, acts=(), at_review=False))
    scene.think("converse", speaker, topic_id=topic_id)


def leave_question(scene: Scene, place: InConversation, words: str) -> None:
    """The open question, and what it is about, are left as they are; the next one."""
    scene.say("acknowledgement", words, asker_of(scene, place))
    if place.asked is not None and place.asked.about:
        scene.settle((place.asked.about,))
    think_on(scene, place)


def no_more(scene: Scene, place: InConversation) -> None:
    """There is nothing more to say: to the closing question, then it is finished; to a mind that leads, then it is reviewed.

    Else it is nothing more to this question: what is missing is asked next; who says it twice in a row is asked whether to stop.
    """
    if place.is_closing:
        wrapping_up.accept(scene)
    elif wrapping_up.follows(scene, place):
        wrapping_up.suggest(scene, place)
    elif place.dones:
        leaving.ask_to_stop(scene, place.changed(dones=0, offered_stop=True))
    else:
        leave_question(scene, place.changed(dones=1), "All right.")


def _replied(scene: Scene, place: InConversation, thought: Thought) -> None:
    before = sum(len(c.criteria_met) for c in scene.state.coverage)
    stays = wrapping_up.stays_at_review(place, thought)
    if stays and thought.question is not None and thought.question.insists:
        place = place.changed(ending="")
    words = wrapping_up.asking_on(scene, thought) if stays and not place.ending else thought
    say_thought(scene, words, acknowledging=place.asked.persona if place.asked else None)
    changed = scene.record(thought, turn=scene.state.analysis.next_turn - 1)
    scene.settle(thought.answered)
    after = sum(len(c.criteria_met) for c in scene.state.coverage)
    spoke = tuple(dict.fromkeys((*place.spoke, *(piece.persona for piece in thought.contributions))))
    stalled = 0 if after > before or thought.facts else place.stalled + 1
    question = wrapping_up.review_question(scene) if stays else scene.with_ids(thought.question)
    moved = place.changed(spoke=spoke, stalled=stalled, asked=question, acts=())
    _after_facts(scene, moved, changed=changed, reported=thought.reported)


def _after_facts(scene: Scene, place: InConversation, *, changed: bool, reported: bool = False) -> None:
    """Write what became ready and what changed; then record; then ask on. `reported`: somebody told of progress."""
    written = set(scene.state.analysis.written)
    if FOLLOWS[_RECORDS] in written:
        written.add(_RECORDS)  # files of many names, which are written whenever the overview is
    held = _held(scene, place.asked)
    fresh = [name for name in scene.state.ready if name not in written and name not in held]
    due = [*fresh, *sorted(written)] if changed else fresh
    if due:
        scene.go(place.changed(stage="writing"))
        scene.write(due)
    else:
        _save(scene, place, reported=reported)


def _held(scene: Scene, asked: Ask | None) -> frozenset[str]:
    """Documents about a decision are not begun while that very decision is being asked for."""
    if asked is None or asked.kinds[:1] != ("decision",):
        return frozenset()
    deciding = any(isinstance(scene.state.analysis.get(fact_id), Decision) for fact_id in asked.proposes)
    return _AFTER_DECISION if deciding else frozenset()


def _save(scene: Scene, place: InConversation, *, reported: bool = False) -> None:
    """Phases follow from documents, steps from covered topics; meta.json is written when either moved, or when it is reported."""
    state = scene.state
    coverage = state.coverage
    tracked = {item.topic_id for item in coverage}
    covered = tuple(item.topic_id for item in coverage if item.is_covered)
    elsewhere = tuple(topic for topic in state.analysis.covered if topic not in tracked)
    written = phases_earned(set(state.analysis.written) & set(state.ready))
    earned = [key for key in written if key not in state.progress.phases_completed]
    # A design is on record only after the architecture that it follows; its documents may be there before.
    early = _DESIGN in earned and not {"03-architecture"} & {*earned, *state.progress.phases_completed}
    if early:
        earned.remove(_DESIGN)
    for key in earned:
        scene.tell(PhaseRecorded(at=scene.at, phase_key=key))
    moved = {*covered, *elsewhere} != {*(state.progress.topics_covered or ())}
    if moved:
        by_id = {topic.topic_id: topic for topic in state.library.topics}
        steps = tuple(step for topic_id in covered for step in steps_of_topic(by_id[topic_id]))
        scene.tell(TopicsMoved(at=scene.at, covered=(*covered, *elsewhere), steps=steps))
    if earned or moved or early or reported:
        scene.go(place.changed(stage="saving"))
        scene.save(phase_done=earned[-1] if earned else None)
    else:
        _ask_on(scene, place, place.asked)


def _ask_on(scene: Scene, place: InConversation, question: Ask | None) -> None:
    """The next question, the offer to stop when nothing new comes, or the end when nothing is left to ask."""
    if place.ending:
        _leave(scene, place, question)
        return
    if question is not None and question.about == REVIEW:
        if place.at_review:
            wrapping_up.wait_for_more(scene, place)
        else:
            wrapping_up.suggest(scene, place)
        return
    if question is not None:
        question = question.changed(text=repaired(question.text))
    # A question that was left for another topic comes again before the next one of the agenda.
    if place.later and (question is None or (question.origin == "topic" and not place.more)):
        after = (question,) if question is not None and question.insists else ()
        question, place = place.later[0], place.changed(later=(*place.later[1:], *after), more=True)
    elif question is None or not question.text:
        question = _next_from_topics(scene)
    # Who asked for more is not sent home with everything covered, and who has a reason to ask on is heard.
    insists = question is not None and question.insists
    wanted = insists or place.more or place.at_review or scene.state.depth is Depth.DEEP
    if question is None or (wrapping_up.is_complete(scene) and not wanted):
        wrapping_up.suggest(scene, place.changed(more=False))
    elif place.stalled >= _STALLED and not place.offered_stop:
        back = {"stage": "waiting", "asked": question, "offered_stop": True, "stalled": 0}
        leaving.ask_to_stop(scene, place.changed(**back), leaving.OFFER)
    else:
        put_question(scene, place.changed(more=False), question)


def _leave(scene: Scene, place: InConversation, question: Ask | None) -> None:
    """What was said is taken in; now what the person wanted with it."""
    back = place.changed(stage="waiting", ending="", asked=question)
    if place.ending != "pause" and wrapping_up.follows(scene, place):
        no_more(scene, back)
    elif leaving.left(scene, back, place.ending):
        return
    elif place.at_review and (question is None or question.about == REVIEW):
        wrapping_up.accept(scene)
    else:  # nothing more to this question, which is answered
        _ask_on(scene, back, question)


def _next_from_topics(scene: Scene) -> Ask | None:
    """The first open question of the first topic that is not covered: for a mind that asks nothing."""
    analysis = scene.state.analysis
    by_id = {topic.topic_id: topic for topic in scene.state.library.topics}
    for item in scene.state.coverage:
        topic = by_id[item.topic_id]
        if item.is_covered or topic.topic_id in analysis.declined:
            continue
        for question in topic.questions():
            is_whole = repaired(question.text) == question.text and "{" not in question.text
            fits = suits(question, analysis, scene.state.scan, scene.state.depth)
            if question.text not in analysis.answered and is_whole and fits:
                asker = topic.primary_persona
                return Ask.of(question, origin="topic", topic=topic.topic_id, persona=asker)
    return None
