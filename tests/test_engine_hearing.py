"""What a person does with a sentence comes first: commands, questions back, talk, doubts, and only then what they say."""

from collections.abc import Callable

import pytest

from play import (
    Play,
    Progress,
    a_library,
    a_state,
    a_step,
    facts_of,
    in_menu_of,
    plain_mind,
    plain_reader,
    shipped,
)
from roundtable.analysis.phases import ANALYSIS_PHASES, Depth
from roundtable.engine import hearing
from roundtable.engine.briefing import Ask, Briefing, Contribution, Thought
from roundtable.engine.events import DocumentsDue, Heard, Said, ThinkingWanted
from roundtable.engine.hearing import REVIEW
from roundtable.engine.place import InConversation, InStep
from roundtable.engine.state import brief
from roundtable.facts import Note, Requirement
from roundtable.language.acts import Act

__all__ = ["plain_reader"]

SCANNED = Progress(phases_completed=("00-quick-scan",))
AGAIN = "Who uses it?", "Back to my question: who uses it?"
"""The interrupted question, put anew in a step, as a reminder in a talk."""
QUESTIONS = ("Who uses it?", "What goes wrong today?", "What must it never do?", "How is it seen to work?")


def asking(briefing: Briefing) -> Thought:
    """Keeps what is said as a note, and asks one question after the other; then it is for the review."""
    thought = plain_mind(briefing)
    if briefing.task.kind not in {"open_conversation", "converse"}:
        return thought
    left = [text for text in QUESTIONS if text not in briefing.analysis.answered]
    ask = (
        Ask(text=left[0], persona="business-analyst", topic="problem-discovery")
        if left
        else Ask(text="", about=REVIEW)
    )
    return thought.model_copy(update={"question": ask})


def a_talk(think: Callable[[Briefing], Thought] = asking) -> Play:
    return Play(a_state(shipped(), mode="conversation"), think).begin()


def in_a_step() -> Play:
    step = a_step("01-01", standard="1. Who uses it?\n2. What goes wrong?")
    return Play(a_state(a_library(step, a_step("01-02")), progress=SCANNED)).begin()


def turns_of(play: Play) -> list[str]:
    return [turn.text for turn in play.state.analysis.turns if turn.number > 0]


def at_review() -> Play:
    play = a_talk()
    for text in (
        "Shoppers use it.",
        "Codes get lost on reload.",
        "It must never charge twice.",
        "The order keeps the code.",
    ):
        play.hear(text)
    assert play.said("question", latest=True)[-1].startswith("What would you like to change")
    return play


BOTH = pytest.mark.parametrize("start", [a_talk, in_a_step], ids=["conversation", "steps"])


# -- commands --------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("typed", ["help", "/help", "?"])
def test_help_says_what_can_be_typed_and_the_question_comes_again(
    start: Callable[[], Play], typed: str
) -> None:
    play = start()
    play.hear(typed)
    assert "/undo" in play.said("notice", latest=True)[0]
    assert play.said(latest=True)[-1] in AGAIN
    assert turns_of(play) == []


@BOTH
@pytest.mark.parametrize("typed", ["quit", "exit", "bye", "/quit", "let's continue tomorrow"])
def test_leaving_for_today_says_what_is_saved_and_where_it_goes_on(
    start: Callable[[], Play], typed: str
) -> None:
    play = start().hear("Shoppers type a code at the checkout.", typed)
    (line,) = play.said(latest=True)
    assert line.startswith("Paused. Saved: 1 note. Next time we go on with this question: What goes wrong")
    assert play.ended == "paused"
    assert turns_of(play) == ["Shoppers type a code at the checkout."]
    again = Play(play.state.model_copy(update={"resumed": True, "wanted": None}), play.think).begin()
    assert again.said("question")[-1].startswith("What goes wrong")


@BOTH
@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("what do you have so far?", "recap"), ("/status", "recap"), ("/show requirements", "show")],
)
def test_what_is_known_can_be_looked_at_anywhere(start: Callable[[], Play], typed: str, wanted: str) -> None:
    play = start().hear(typed)
    assert play.said(latest=True)[0].startswith(f"Here it is ({wanted}")
    assert play.said(latest=True)[-1] in AGAIN
    assert turns_of(play) == []


def test_what_is_to_be_shown_reaches_the_mind_without_the_name_of_the_command() -> None:
    assert a_talk().hear("/show requirements").said(latest=True)[0] == "Here it is (show: requirements)."


@BOTH
def test_undo_takes_back_the_last_change_says_which_and_the_documents_follow(
    start: Callable[[], Play],
) -> None:
    play = start().hear("Shoppers type a code at the checkout.")
    play.state = play.state.model_copy(
        update={"analysis": play.state.analysis.changed(written={"requirements-spec.md": 1})}
    )
    play.hear("undo that")
    assert play.said("acknowledgement", latest=True) == [
        'Undone. NT-001 "Shoppers type a code at the checkout." is gone. What came before it stands.'
    ]
    assert facts_of(play) == ()
    assert [event.names for event in play.latest if isinstance(event, DocumentsDue)] == [
        ("requirements-spec.md",)
    ]
    assert play.said(latest=True)[-1] in AGAIN, "its answer is gone, so it is open again"
    assert play.hear("/undo").said("acknowledgement", latest=True) == ["There is nothing to take back."]
    play.hear("Support agents do.")
    assert "hat goes wrong" in play.said(latest=True)[-1], "and so is the one after it"


@pytest.mark.parametrize(("answer", "left"), [("no", 21), ("yes", 0), ("undo", 0), ("that's all", 21)])
def test_a_page_of_facts_is_not_taken_back_without_asking(answer: str, left: int) -> None:
    def thorough(briefing: Briefing) -> Thought:
        thought = asking(briefing)
        more = [fact.changed(text=f"{number}") for fact in thought.facts for number in range(20)]
        return thought.model_copy(update={"facts": (*thought.facts, *more)})

    play = a_talk(thorough).hear("Shoppers type a code at the checkout.", "/undo")
    assert play.said("question", latest=True)[-1].startswith("That takes back all 21 entries")
    assert len(facts_of(play)) == 21
    assert len(facts_of(play.hear(answer))) == left
    assert play.state.wanted is not None
    assert play.state.wanted.kind != "ended"


def test_a_turn_that_changed_nothing_is_no_change_to_take_back() -> None:
    def forgetful(briefing: Briefing) -> Thought:
        heard = briefing.heard
        thought = asking(briefing)
        is_empty = heard is not None and heard.text == "I don't know"
        return thought.model_copy(update={"facts": ()}) if is_empty else thought

    play = a_talk(forgetful).hear("Shoppers type a code.", "I don't know", "undo")
    assert play.said("acknowledgement", latest=True)[0].startswith('Undone. NT-001 "Shoppers')
    assert facts_of(play) == ()


@pytest.mark.parametrize("typed", ["undo", "/status", "help", "?", "what do you have so far?"])
def test_commands_work_at_a_menu_and_the_same_menu_comes_back(typed: str) -> None:
    play = in_menu_of("01-01", progress=SCANNED)
    menu = play.menu
    play.hear(typed)
    assert play.menu == menu
    assert turns_of(play) == ["an answer"]


def test_leaving_at_a_menu_and_at_the_question_between_phases_pauses() -> None:
    assert in_menu_of("01-01", progress=SCANNED).hear("quit").ended == "paused"
    boundary = in_menu_of("01-01", progress=SCANNED).hear("s")
    assert boundary.awaiting == "confirm"
    assert boundary.hear("help").awaiting == "confirm"
    assert boundary.hear("bye").ended == "paused"


@pytest.mark.rule("L-CONV-08", "P-DEPTH-11")
def test_deeper_and_shorter_change_the_depth_and_the_open_question_comes_again() -> None:
    play = a_talk().hear("/deeper")
    assert play.state.depth is Depth.DEEP
    assert play.said(latest=True) == ["Got it, switching to thorough mode.", AGAIN[1]]
    play.hear("keep it short")
    assert play.state.depth is Depth.BRIEF
    step = in_a_step().hear("/deeper")
    assert step.said(latest=True)[0] == "Got it, switching to thorough mode."
    assert step.said(latest=True)[-1] in AGAIN


@BOTH
def test_a_question_may_be_left_open(start: Callable[[], Play]) -> None:
    play = start().hear("skip this one")
    assert play.said("acknowledgement", latest=True) == ["Fine, I will leave that open."]
    assert play.said("question", latest=True)[-1].startswith("What goes wrong")


@pytest.mark.rule("L-STEER-03")
def test_leaving_a_second_question_in_a_row_leaves_the_topic() -> None:
    play = a_talk().hear("skip this one")
    assert play.state.analysis.declined == ()
    play.hear("skip this one")
    assert play.state.analysis.declined == ("problem-discovery",)


def test_a_question_that_was_set_aside_for_another_topic_comes_later() -> None:
    def of_security(briefing: Briefing) -> Thought:
        thought = plain_mind(briefing)
        if briefing.task.topic_id:
            return Thought(question=Ask(text="Who may see it?", topic=briefing.task.topic_id))
        if briefing.task.kind == "open_conversation":
            return Thought(question=Ask(text="Who uses it?", topic="problem-discovery"))
        return thought

    play = a_talk(of_security).hear("let's go back to security")
    assert play.said("question", latest=True) == ["Who may see it?"]
    assert play.hear("Only admins may.").said(latest=True)[-1] in AGAIN


@pytest.mark.rule("L-CONV-09")
def test_a_discussion_belongs_to_the_stepped_mode_and_that_is_said() -> None:
    play = a_talk().hear("let's discuss this with all three")
    if play.said("notice", latest=True):
        assert "stepped mode" in play.said("notice", latest=True)[0]
    assert not play.menus()


# -- the end ---------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule("L-EXIT-01")
@pytest.mark.parametrize(
    "typed",
    ["that's enough", "I'm done", "let's stop", "/done", "nothing else. /done", "please write it up now"],
)
def test_an_early_end_is_confirmed_once_and_is_called_a_draft(start: Callable[[], Play], typed: str) -> None:
    play = start().hear("Shoppers type a code.", typed)
    assert play.said("question", latest=True) == ["Then I finish here with what I have. Shall I?"]
    assert play.awaiting == "confirm"
    play.hear("yes")
    (due, *_) = [event for event in play.latest if isinstance(event, DocumentsDue)]
    assert due.early
    assert "README.md" in due.names
    assert play.said("summary", latest=True)[0].startswith("Draft.")
    assert "ready to build" not in " ".join(play.said())
    assert play.ended == "completed"


@BOTH
def test_an_early_end_that_is_not_confirmed_goes_on_with_the_question(start: Callable[[], Play]) -> None:
    play = start().hear("that's enough", "no")
    assert play.said(latest=True)[-1] in AGAIN
    play.hear("that's enough")
    play.hear("Shoppers at the checkout use it.")
    assert turns_of(play) == ["Shoppers at the checkout use it."], "an answer instead of a yes is an answer"


@BOTH
def test_not_building_it_keeps_the_reason_and_waits_for_a_yes(start: Callable[[], Play]) -> None:
    play = start().hear("don't build this", "the gain is too small")
    assert play.said("question", latest=True) == [
        'Not to be built, then. I keep your reason, "the gain is too small", and what was said so far. '
        "Shall I close the item?"
    ]
    assert play.hear("yes").ended == "declined"
    assert facts_of(play) == ()


def test_nothing_more_to_say_settles_the_question_and_said_twice_asks_whether_to_stop() -> None:
    play = a_talk().hear("that's all")
    assert play.said("question", latest=True) == ["What goes wrong today?"]
    assert play.hear("that's all").said("question", latest=True) == [
        "Then I finish here with what I have. Shall I?"
    ]
    step = in_a_step().hear("that's all")
    assert step.said("question", latest=True) == ["What goes wrong?"]
    assert turns_of(play) == turns_of(step) == []


# -- questions back, talk --------------------------------------------------------------------------------------------------


@BOTH
def test_a_question_back_is_answered_and_the_interrupted_question_comes_again(
    start: Callable[[], Play],
) -> None:
    play = start().hear("why do you ask?")
    assert play.said(latest=True)[0] == "Maya answers that."
    assert play.said(latest=True)[1] in AGAIN
    assert turns_of(play) == []
    assert facts_of(play) == ()


@BOTH
def test_whoever_is_asked_answers(start: Callable[[], Play]) -> None:
    play = start().hear("Alex, what would break if we stored it as text?")
    who = "" if play.state.mode == "conversation" else "Alex Rivera (Solutions Architect): "
    assert play.said(latest=True)[0] == f"{who}Alex answers that."
    assert play.said(latest=True)[-1] in AGAIN


def test_who_asked_says_why_where_nobody_is_named() -> None:
    def jordans(briefing: Briefing) -> Thought:
        if briefing.task.kind == "answer_back":
            return Thought(contributions=(Contribution(persona=briefing.task.persona, text="It matters."),))
        return Thought(question=Ask(text="Which flags does it take?", persona="system-designer"))

    play = a_talk(jordans).hear("why do you ask?")
    said = [event for event in play.latest if isinstance(event, Said) and event.text == "It matters."]
    assert [event.persona for event in said] == ["system-designer"]


def test_a_mind_may_put_the_question_in_simpler_words_instead() -> None:
    def simpler(briefing: Briefing) -> Thought:
        if briefing.task.kind != "answer_back":
            return asking(briefing)
        assert briefing.asked is not None
        assert briefing.heard is not None
        assert briefing.heard.text == "can you say that more simply?"
        assert [act.kind for act in briefing.acts] == ["question_back"]
        return Thought(question=briefing.asked.model_copy(update={"text": "For whom?"}))

    play = a_talk(simpler).hear("can you say that more simply?")
    assert play.said(latest=True) == ["More simply: for whom?"]
    assert isinstance(play.state.place, InConversation)
    assert play.state.place.asked is not None
    assert play.state.place.asked.topic == "problem-discovery"


def test_a_question_back_at_a_menu_is_answered_and_the_menu_comes_back() -> None:
    play = in_menu_of("01-01", progress=SCANNED)
    menu = play.menu
    play.hear("Alex, what would break if we stored it as text?")
    assert play.said(latest=True) == ["Alex Rivera (Solutions Architect): Alex answers that."]
    assert play.menu == menu


@BOTH
def test_talk_gets_two_words_and_the_question_again(start: Callable[[], Play]) -> None:
    play = start().hear("thanks, you are doing great!")
    assert play.said(latest=True)[0] == "All right."
    assert play.said(latest=True)[1] in AGAIN
    assert turns_of(play) == []


@pytest.mark.parametrize("read", ["talk", "unsure", "question_back", "done", "decline"])
@pytest.mark.parametrize("start", [a_talk, at_review], ids=["talk", "review"])
def test_whoever_says_of_a_file_that_it_is_in_or_out_tells_something_however_it_is_read(
    start: Callable[[], Play], read: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reads(said: str, **_where: str) -> tuple[Act, ...]:
        return (Act.model_validate({"kind": read, "end": len(said)}),)

    play, told, asked = start(), "I'd also touch jobs/sync.py", "What does jobs/sync.py do?"
    before = turns_of(play)
    monkeypatch.setattr(hearing, "read_acts", reads)
    assert turns_of(play.hear(told)) == [*before, told]
    assert not play.ended
    assert turns_of(play.hear(asked)) == [*before, told]


def test_a_bare_yes_at_a_menu_is_filed_nowhere() -> None:
    play = in_menu_of("01-01", progress=SCANNED)
    play.hear("yes")
    assert play.said(latest=True) == [
        "To go on, type the single letter C. Anything else I take as feedback on this step."
    ]
    assert turns_of(play) == ["an answer"]


def test_nothing_more_to_say_about_a_draft_accepts_it() -> None:
    kinds: list[str] = []

    def drafting(briefing: Briefing) -> Thought:
        if briefing.task.kind == "open_step":
            return Thought(draft="Shoppers use it.", question=Ask(text="Is that right?", origin="draft"))
        kinds.extend(act.kind for act in briefing.acts)
        return plain_mind(briefing)

    step = a_step("01-01", brief="Confirm it.")
    play = Play(a_state(a_library(step, a_step("01-02")), progress=SCANNED), drafting).begin()
    assert play.awaiting == "confirm"
    play.hear("that's all")
    assert kinds == ["assent"]


def test_commands_work_while_something_is_to_be_confirmed() -> None:
    play = a_talk().hear("that's enough", "help")
    assert "/undo" in play.said("notice", latest=True)[0]
    finished = Progress(phases_completed=ANALYSIS_PHASES)
    for moved in (None, 3):
        state = a_state(shipped(), mode="conversation", progress=finished, head_moved=moved)
        done = Play(state, asking).begin()
        asked = done.said("question")[-1]
        assert done.hear("/status").said(latest=True)[0].startswith("Here it is")
        assert done.said("question", latest=True)[-1] == asked


# -- doubts ----------------------------------------------------------------------------------------------------------------


def doubting(monkeypatch: pytest.MonkeyPatch, text: str, *candidates: str) -> None:
    """The reader cannot tell what this one text is."""
    real = hearing.read_acts

    def read(said: str, **where: str) -> tuple[Act, ...]:
        if said != text:
            return real(said, **where)  # type: ignore[arg-type]
        return (Act.model_validate({"kind": "unsure", "end": len(said), "candidates": candidates}),)

    monkeypatch.setattr(hearing, "read_acts", read)


@BOTH
@pytest.mark.parametrize(("reply", "kept"), [("yes", True), ("no", False), ("I don't know", True)])
def test_what_cannot_be_told_is_asked_about_and_done_as_answered(
    start: Callable[[], Play], reply: str, kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    doubting(monkeypatch, "oh sure, everybody loves that", "answer", "talk")
    play = start().hear("oh sure, everybody loves that")
    assert play.said(latest=True) == ['Shall I keep "oh sure, everybody loves that" as part of the item?']
    assert facts_of(play) == ()
    play.hear(reply)
    assert [fact.headline for fact in facts_of(play)] == (["oh sure, everybody loves that"] if kept else [])
    assert "hat goes" in play.said(latest=True)[-1], "it was answered, and is not put again"


@pytest.mark.parametrize(("reply", "kind"), [("something new", "answer"), ("a change", "correction")])
def test_a_change_and_something_new_are_told_apart_by_asking(
    reply: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts: list[str] = []

    def listening(briefing: Briefing) -> Thought:
        acts.extend(act.kind for act in briefing.acts)
        return asking(briefing)

    doubting(monkeypatch, "make that a warning", "correction", "answer")
    play = a_talk(listening).hear("make that a warning")
    assert play.said(latest=True) == ["Is that a change to something we have, or something new?"]
    play.hear(reply)
    assert acts == [kind]
    assert turns_of(play) == ["make that a warning"]


def test_whoever_ends_it_instead_of_answering_the_doubt_has_still_said_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubting(monkeypatch, "oh sure, everybody loves that", "answer", "talk")
    play = a_talk().hear("oh sure, everybody loves that", "quit")
    assert play.ended == "paused"
    assert [fact.headline for fact in facts_of(play)] == ["oh sure, everybody loves that"]


def test_whoever_has_nothing_more_or_none_of_it_leaves_the_question_and_only_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubting(monkeypatch, "nothing else, thanks", "done", "not_applicable")
    play = a_talk()
    asked = play.said("question")[-1]
    play.hear("nothing else, thanks")
    assert play.said(latest=True)[0] == "All right."
    assert all(asked not in line for line in play.said(latest=True)[1:])


def test_a_question_about_the_doubt_brings_the_doubt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    doubting(monkeypatch, "oh sure, everybody loves that", "answer", "talk")
    play = a_talk().hear("oh sure, everybody loves that", "why do you ask?")
    assert play.said(latest=True) == ['Shall I keep "oh sure, everybody loves that" as part of the item?']


def test_another_message_instead_of_an_answer_to_the_doubt_is_heard_together_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubting(monkeypatch, "oh sure, everybody loves that", "answer", "talk")
    play = a_talk().hear("oh sure, everybody loves that", "Shoppers and support agents use it every day.")
    assert turns_of(play) == ["oh sure, everybody loves that\nShoppers and support agents use it every day."]


# -- what is said ----------------------------------------------------------------------------------------------------------


def test_the_acts_of_what_was_said_reach_the_mind_and_survive_a_crash() -> None:
    seen: list[tuple[str, tuple[str, ...]]] = []

    def listening(briefing: Briefing) -> Thought:
        if briefing.heard is not None:
            seen.append((briefing.heard.text, tuple(act.kind for act in briefing.acts)))
        return plain_mind(briefing)

    play = in_a_step()
    play.think = listening
    play.hear("Shoppers who type a code use it.")
    assert seen == [("Shoppers who type a code use it.", ("answer",))]
    (heard,) = [event for event in play.events if isinstance(event, Heard)]
    assert [act.kind for act in heard.acts] == ["answer"]
    thinking = next(event for event in play.latest if isinstance(event, ThinkingWanted))
    cut = InStep(
        step_id="01-01",
        depth=Depth.STANDARD,
        stage="thinking",
        asked=Ask(text="Who uses it?"),
        acts=heard.acts,
    )
    state = play.state.model_copy(update={"place": cut})
    assert brief(state, thinking.task, "").acts == heard.acts


def test_what_the_mind_calls_interrupted_is_asked_again_although_it_was_asked() -> None:
    def correcting(briefing: Briefing) -> Thought:
        heard = briefing.heard
        if briefing.task.kind in {"take_answer", "converse"} and heard is not None and "6" in heard.text:
            return Thought(question=briefing.asked)
        return asking(briefing) if briefing.mode == "conversation" else plain_mind(briefing)

    for play in (a_talk(correcting), in_a_step()):
        play.think = correcting
        play.hear("it's 6 not 5")
        assert play.said(latest=True)[-1] in AGAIN


@pytest.mark.parametrize("start", [a_talk, in_a_step])
def test_what_came_with_a_farewell_is_taken_in_first(
    start: Callable[[], Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Shoppers use it. Bye for now."
    real = hearing.read_acts

    def read(said: str, **where: str) -> tuple[Act, ...]:
        if said != text:
            return real(said, **where)  # type: ignore[arg-type]
        return (
            Act(kind="answer", start=0, end=16, content=((0, 16),)),
            Act(kind="command", what="pause", start=17, end=len(text)),
        )

    monkeypatch.setattr(hearing, "read_acts", read)
    play = start().hear(text)
    assert [fact.headline for fact in facts_of(play)] == [text]
    assert play.ended == "paused"
    assert "question: What goes wrong" in play.said()[-1]


# -- the review ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("L-DONE-01", "L-DONE-02", "X-84")
def test_before_the_closing_question_every_document_that_is_due_is_written_and_named_in_a_line_or_two() -> (
    None
):
    play = at_review()
    due = [name for event in play.latest if isinstance(event, DocumentsDue) for name in event.names]
    assert {"README.md", "requirements-spec.md", "module-design.md", "architecture-overview.md"} <= set(due)
    assert "interface-spec.md" not in due, "nothing is known about an interface"
    (summary,) = play.said("summary", latest=True)
    assert "requirements-spec.md" in summary
    assert "\n" not in summary


def test_a_change_at_the_review_is_acknowledged_and_what_else_is_asked_without_a_new_question() -> None:
    play = at_review().hear("The code must also survive a new login.")
    assert play.said("question", latest=True) == []
    assert play.said(latest=True)[0] == "Noted. What else?"
    assert play.awaiting == "message"
    play.hear("/status")
    assert play.said(latest=True)[-1] == "What else?"
    play.hear("that's all")
    assert play.ended == "completed"


def test_what_has_to_be_cleared_up_at_the_review_is_asked_and_then_the_review_goes_on() -> None:
    def unsure(briefing: Briefing) -> Thought:
        heard = briefing.heard
        if (
            briefing.task.kind == "converse"
            and heard is not None
            and heard.text == "Make FR-001 a warning please."
        ):
            return Thought(question=Ask(text="The refusal, or the header?", persona="business-analyst"))
        return asking(briefing)

    play = at_review()
    play.think = unsure
    play.hear("Make FR-001 a warning please.")
    assert play.said("question", latest=True) == ["The refusal, or the header?"]
    play.hear("I mean the header, as it is set by the proxy.")
    assert play.said(latest=True) == ["Noted. What else?"]
    assert play.hear("no").ended == "completed"


@pytest.mark.parametrize("typed", ["nothing", "no", "that's all", "/done"])
def test_nothing_to_change_finishes(typed: str) -> None:
    play = at_review().hear(typed)
    assert play.ended == "completed"
    assert "requirement" in play.state.analysis.none_of


def test_what_is_said_together_with_that_is_all_is_taken_in_before_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "Only admins may. That is all."
    real = hearing.read_acts

    def read(said: str, **where: str) -> tuple[Act, ...]:
        if said != text:
            return real(said, **where)  # type: ignore[arg-type]
        return (Act(kind="answer", end=16, content=((0, 16),)), Act(kind="done", start=17, end=len(text)))

    play = at_review()
    monkeypatch.setattr(hearing, "read_acts", read)
    play.hear(text)
    assert text in [fact.headline for fact in facts_of(play)]
    assert "What else?" not in " ".join(play.said(latest=True))
    assert play.ended == "completed"


@pytest.mark.rule("L-DONE-03")
def test_whoever_wants_to_go_deeper_at_the_review_gets_another_question() -> None:
    def more(briefing: Briefing) -> Thought:
        if briefing.task.kind == "converse" and briefing.heard is None:
            return Thought(question=Ask(text="What about the edges?", persona="business-analyst"))
        return asking(briefing)

    play = at_review()
    play.think = more
    assert play.hear("go deeper").said("question", latest=True) == ["What about the edges?"]


# -- what a person is told -------------------------------------------------------------------------------------------------


def told_to_reader(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """Where each of the next inputs is said to stand."""
    told: list[dict[str, str]] = []
    real = hearing.read_acts

    def read(said: str, **where: str) -> tuple[Act, ...]:
        told.append(where)
        return real(said, **where)  # type: ignore[arg-type]

    monkeypatch.setattr(hearing, "read_acts", read)
    return told


def in_a_later_step() -> Play:
    """A step of Jordan's, in which the first of two questions is answered."""
    step = a_step("04-01", persona="system-designer", standard="1. Who calls it?\n2. What comes back?")
    done = ("00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture")
    progress = Progress(phases_completed=done)
    return Play(a_state(a_library(step, a_step("04-02")), progress=progress)).begin().hear("The shop.")


def in_a_discussion() -> Play:
    return in_menu_of("01-01", progress=SCANNED).hear("E")


@pytest.mark.parametrize("start", [in_a_step, in_a_later_step, in_a_discussion])
def test_what_is_said_is_read_the_same_whether_or_not_the_session_was_picked_up_in_between(
    start: Callable[[], Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    told, text = told_to_reader(monkeypatch), "The order as it was saved."
    left = start().state.changed(resumed=True, wanted=None, said=(), acknowledged={})
    again = Play(left).begin()
    told.clear()
    start().hear(text)
    again.hear(text)
    in_one_go, picked_up = told[-2:]
    assert in_one_go == picked_up
    assert in_one_go["question"]


def test_the_reader_is_told_where_we_are_what_was_asked_and_the_fact_that_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = told_to_reader(monkeypatch)
    facts = (
        Requirement(id="FR-001", title="a", text="Mail the report."),
        Note(id="NT-001", text="On Mondays."),
    )
    play = a_talk()
    play.state = play.state.model_copy(update={"analysis": play.state.analysis.changed(facts=facts)})
    play.hear("FR-001 is for shoppers.")
    assert told == [{"place": "opening", "question": "Who uses it?", "earlier": "FR-001: Mail the report."}]


def test_nobody_is_quoted_by_a_mind_that_says_nothing() -> None:
    def silent(briefing: Briefing) -> Thought:
        thought = asking(briefing)
        return thought.model_copy(update={"contributions": tuple[Contribution, ...]()})

    play = at_review()
    play.think = silent
    assert play.hear("It must also log every attempt.").said(latest=True) == ["Noted. What else?"]
