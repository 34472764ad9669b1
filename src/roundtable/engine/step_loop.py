"""The step loop: open a step, ask its questions one at a time, check the answers, write, record, show the menu.

The order after a step is fixed: validation, documents on disk, step recorded, meta.json on disk, menu. Each arrow is a
request that the driver answers, so a crash between two of them leaves nothing recorded that is not written.
"""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.content import Step
from roundtable.analysis.phases import Depth
from roundtable.engine.briefing import Ask, Thought
from roundtable.engine.depth import SWITCHED
from roundtable.engine.events import DepthChanged, StepPassed, StepRecorded, ThinkingWanted
from roundtable.engine.finishing import complete_phase, read_once_more
from roundtable.engine.hearing import Utterance, keep_in_mind
from roundtable.engine.inputs import NoteDocuments, NoteProgress, Outcome, TakeThought
from roundtable.engine.leaving import left
from roundtable.engine.menus import has_invalid_condition, later_steps, menu_place, obstacle, show_menu
from roundtable.engine.place import AtMenu, InStep
from roundtable.engine.scene import Scene
from roundtable.engine.speaking import announce
from roundtable.engine.validation import suits, unmet
from roundtable.facts import Assumption, OpenQuestion

_FOLLOW_UPS: Final = {Depth.BRIEF: 1, Depth.STANDARD: 1, Depth.DEEP: 3}
"""Follow-ups to one answer; at brief depth only to find out what is wrong with the draft."""
_FEWEST_DEEP: Final = 2
"""Questions of its file that a step puts at deep depth, or as many as at standard depth. Whoever wants the others says so."""
_PATIENCE: Final = 2
"""Answers in a row that say nothing; the other questions of the step would only be left open, too."""
_RECHECKS: Final = {Depth.BRIEF: 0, Depth.STANDARD: 3, Depth.DEEP: 5}
"""Questions put because a validation criterion is not met."""
_NOTHING_TYPED: Final = 'Nothing was typed. A word or two is enough, and "I don\'t know" is an answer too.'
_NOTHING_CONFIRMED: Final = 'Nothing was typed. Say "yes" if it is right, or what is wrong or missing.'


def next_step(scene: Scene, after: str | None = None) -> None:
    """Open the next step that can run; when there is none, the phase is complete."""
    for step in later_steps(scene, after):
        reason = obstacle(scene, step, set(scene.state.progress.steps_completed))
        if reason is None:
            if has_invalid_condition(scene, step):
                scene.say("notice", f"Step {step.step_id} has an invalid skip_if condition")
            open_step(scene, step)
            return
        if step.step_id not in scene.state.warned_steps:
            if reason:
                scene.say("notice", reason)
            scene.tell(StepPassed(at=scene.at, step_id=step.step_id, reason=reason))
    complete_phase(scene, chosen=False)


def upcoming(scene: Scene) -> Step | None:
    done = set(scene.state.progress.steps_completed)
    return next((step for step in later_steps(scene, None) if obstacle(scene, step, done) is None), None)


def open_step(scene: Scene, step: Step) -> None:
    """Show the header and let the persona prepare: a draft at brief depth, findings of the scan, or just the questions."""
    scene.go(_fresh(step, scene.state.depth))
    _say_header(scene, step)
    scene.think("open_step", scene.state.library.persona(step.persona))


def _fresh(step: Step, depth: Depth, interrupted: Ask | None = None) -> InStep:
    place = InStep(step_id=step.step_id, depth=depth, asked=interrupted)
    return place.changed(follow_ups_left=_FOLLOW_UPS[depth], rechecks_left=_RECHECKS[depth])


def resume_step(scene: Scene, place: InStep) -> None:
    _say_header(scene, _step_of(scene, place))
    go_on(scene, place)


def _say_header(scene: Scene, step: Step) -> None:
    persona = scene.state.library.persona(step.persona)
    scene.say("header", f"{persona.label} -- Step {step.step_id}: {step.title}", persona)


def _step_of(scene: Scene, place: InStep) -> Step:
    step = scene.state.step(place.step_id)
    assert step is not None  # only a step of this library is opened, or taken up again
    return step


def go_on(scene: Scene, place: InStep) -> None:
    """The open question again, or the answer that is still to be thought about, or what was being written."""
    step = _step_of(scene, place)
    persona = scene.state.library.persona(step.persona)
    if place.stage == "asking" and place.asked is not None:
        if place.draft and place.asked.origin == "draft":
            scene.say("draft", place.draft, persona)
        _ask(scene, place, step, place.asked, place.pending)
    elif place.stage == "thinking" and place.asked is not None:
        scene.go(place)
        kind = "take_draft_reply" if place.asked.origin == "draft" else "take_answer"
        scene.think(kind, persona, may_ask=place.follow_ups_left > 0)
    elif place.stage == "rechecking":
        _validate(scene, place, step)
    elif place.stage in {"writing", "recording"}:
        _write(scene, place, step)
    else:
        scene.go(place)
        scene.think("open_step", persona)


def in_step(scene: Scene, place: InStep, received: Outcome) -> None:
    step = _step_of(scene, place)
    match received, place.stage:
        case TakeThought(), "opening":
            _opened(scene, place, step, received.thought)
        case TakeThought(), "thinking":
            _answered(scene, place, step, received.thought)
        case TakeThought(), "rechecking":
            _rechecked(scene, place, step, received.thought)
        case NoteProgress(), "opening":
            scene.think("open_step", scene.state.library.persona(step.persona))
        case NoteDocuments(), "writing":
            announce(scene, received)
            scene.tell(StepRecorded(at=scene.at, step_id=step.step_id))
            scene.go(place.changed(stage="recording"))
            scene.save()
        case NoteProgress(), "recording":
            _done(scene, place)
        case _:
            pass


def _done(scene: Scene, place: InStep) -> None:
    """The menu; before the last one of all, what was written is read once more."""
    if place.ending or menu_place(scene, place.step_id) != "final":
        show_menu(scene, place.step_id, place.ending)
        return
    scene.go(AtMenu(step_id=place.step_id, stage="reading"))
    read_once_more(scene)


def _opened(scene: Scene, place: InStep, step: Step, thought: Thought) -> None:
    persona = scene.state.library.persona(step.persona)
    before = set(scene.state.analysis.by_id)
    scene.record(thought)
    proposed = tuple(fact.id for fact in scene.state.analysis.facts if fact.id not in before)
    for piece in thought.contributions:
        scene.say("contribution", piece.text, persona)
    scene.settle(thought.answered)
    pending: tuple[Ask, ...] = ()
    interrupted = place.asked
    if place.depth is not Depth.BRIEF or not thought.draft:
        # Where there is nothing to confirm yet, a step that would have shown a draft asks for it.
        depth = Depth.STANDARD if step.is_draft(place.depth) else place.depth
        pending = _open_questions(scene, _asks(scene, step, depth), interrupted)
        if depth is Depth.DEEP:
            pending = pending[: max(_FEWEST_DEEP, len(_asks(scene, step, Depth.STANDARD)))]
    if thought.draft:
        scene.say("draft", thought.draft, persona)
    first = thought.question
    if first is not None and (thought.draft or not _was_asked(scene, first.text)):
        # Only a draft can be confirmed with a "yes"; any other question wants an answer.
        if thought.draft:
            known = (fact_id for fact_id in first.proposes if fact_id in scene.state.analysis.by_id)
            first = first.changed(origin="draft", proposes=tuple(dict.fromkeys((*known, *proposed))))
        pending = (first, *pending)
    place = place.changed(pending=pending, asked=None, draft=thought.draft)
    if interrupted is not None and pending and pending[0].text == interrupted.text:
        _ask(scene, place, step, pending[0], pending[1:])
    else:
        _ask_next(scene, place, step)


def _asks(scene: Scene, step: Step, depth: Depth) -> tuple[Ask, ...]:
    analysis, scan = scene.state.analysis, scene.state.scan
    return tuple(Ask.of(one) for one in step.questions(depth) if suits(one, analysis, scan, depth))


def _open_questions(scene: Scene, asks: Iterable[Ask], interrupted: Ask | None) -> tuple[Ask, ...]:
    again = interrupted.text if interrupted is not None else ""
    unasked = [ask for ask in asks if ask.text == again or not _was_asked(scene, ask.text)]
    return tuple(sorted(unasked, key=lambda ask: ask.text != again))


def _was_asked(scene: Scene, text: str) -> bool:
    return text in scene.state.analysis.answered


def _ask_next(scene: Scene, place: InStep, step: Step) -> None:
    pending = tuple(ask for ask in place.pending if ask.origin == "draft" or not _was_asked(scene, ask.text))
    if not pending or (place.depth is Depth.DEEP and place.unanswered >= _PATIENCE):
        _validate(scene, place.changed(pending=()), step)
        return
    place = place.changed(follow_ups_left=_FOLLOW_UPS[place.depth])
    _ask(scene, place, step, pending[0], pending[1:])


def _ask(scene: Scene, place: InStep, step: Step, ask: Ask, pending: tuple[Ask, ...]) -> None:
    ending = place.ending
    place = place.changed(stage="asking", asked=ask, pending=pending, acts=(), ending="")
    scene.go(place)
    if not left(scene, place, ending):
        scene.ask(ask, scene.state.library.persona(step.persona))
        scene.wait("confirm" if ask.origin == "draft" else "answer")


def nothing_typed(scene: Scene, place: InStep) -> None:
    is_draft = place.asked is not None and place.asked.origin == "draft"
    scene.say("notice", _NOTHING_CONFIRMED if is_draft else _NOTHING_TYPED)
    scene.wait("confirm" if is_draft else "answer")


def take_in(scene: Scene, place: InStep, said: Utterance) -> InStep:
    question = place.asked.text if place.asked else ""
    persona = _step_of(scene, place).persona
    keep_in_mind(scene, said, keep=True, question=question, step_id=place.step_id, persona=persona)
    return place.changed(stage="thinking", acts=said.acts, ending=said.ending)


def leave_question(scene: Scene, place: InStep, words: str) -> None:
    step = _step_of(scene, place)
    scene.say("acknowledgement", words, scene.state.library.persona(step.persona))
    _ask_next(scene, place, step)


def switch_depth(scene: Scene, step: Step, depth: Depth, interrupted: Ask | None = None) -> None:
    """An override: for this step and the rest of the phase, on disk at once; the step starts anew at that depth."""
    scene.tell(DepthChanged(at=scene.at, phase_key=scene.state.phase_key, depth=depth))
    scene.say("acknowledgement", SWITCHED[depth], scene.state.library.persona(step.persona))
    scene.go(_fresh(step, depth, interrupted))
    scene.save()


def _answered(scene: Scene, place: InStep, step: Step, thought: Thought) -> None:
    persona = scene.state.library.persona(step.persona)
    for piece in thought.contributions:
        scene.say("acknowledgement", piece.text, persona)
    scene.record(thought, turn=scene.state.analysis.next_turn - 1)
    scene.settle(thought.answered)
    if thought.facts and all(isinstance(fact, OpenQuestion | Assumption) for fact in thought.facts):
        # A question about one requirement says nothing about the others.
        in_general = place.asked is not None and place.asked.about not in scene.state.analysis.by_id
        kinds = place.asked.kinds[:1] if place.asked and in_general else ()
        place = place.changed(left_open=(*place.left_open, *kinds))
    is_news = bool(thought.amended or thought.retracted)
    says_something = is_news or any(not isinstance(f, OpenQuestion | Assumption) for f in thought.facts)
    unanswered = 0 if says_something else place.unanswered + 1
    place = place.changed(amended=place.amended or is_news, unanswered=unanswered)
    question, asked = thought.question, place.asked
    if question is not None and asked is not None and question.text == asked.text:
        _ask(scene, place, step, asked, place.pending)  # it was interrupted, and is still open
    elif question is not None and place.follow_ups_left > 0 and not _was_asked(scene, question.text):
        fewer = place.changed(follow_ups_left=place.follow_ups_left - 1)
        _ask(scene, fewer, step, question.changed(origin="follow_up"), place.pending)
    else:
        _ask_next(scene, place, step)


def _validate(scene: Scene, place: InStep, step: Step) -> None:
    """Unmet criteria lead to targeted questions, not to rejection; what stays unmet is an open point, not a wall."""
    settled = scene.state.analysis.settled
    missing = [
        criterion
        for criterion in unmet(scene.state.analysis, step.criteria)
        if criterion.text not in place.rechecked
        and criterion.kind not in place.left_open
        and f"{step.step_id}: {criterion.text}" not in settled
    ]
    if place.rechecks_left <= 0:
        # Each requirement without a check is asked about, however many there are; at brief depth none is.
        missing = [criterion for criterion in missing if criterion.per and place.depth is not Depth.BRIEF]
    if not missing:
        _write(scene, place, step)
        return
    rechecked = place.rechecked if missing[0].per else (*place.rechecked, missing[0].text)
    scene.go(place.changed(stage="rechecking", rechecked=rechecked))
    scene.think("ask_again", scene.state.library.persona(step.persona), criterion=missing[0].text)


def _rechecked(scene: Scene, place: InStep, step: Step, thought: Thought) -> None:
    question = thought.question
    if question is None or _was_asked(scene, question.text):
        wanted = scene.state.wanted
        given_up = wanted.task.criterion if isinstance(wanted, ThinkingWanted) else ""
        _validate(scene, place.changed(rechecked=(*place.rechecked, given_up)), step)
        return
    fewer = place.changed(rechecks_left=max(place.rechecks_left - 1, 0), follow_ups_left=0)
    _ask(scene, fewer, step, question.changed(origin="validation"), ())


def _write(scene: Scene, place: InStep, step: Step) -> None:
    scene.go(place.changed(stage="writing", asked=None, pending=(), acts=()))
    # What was said in an earlier step may stand in any document.
    scene.write((*step.outputs, *scene.state.analysis.written) if place.amended else step.outputs)
