"""Elaboration: who speaks, how turns count, how it ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play import Play, Progress, a_library, a_state, a_step, plain_mind, plain_reader, shipped
from roundtable.analysis.phases import ANALYSIS_PHASES
from roundtable.engine.addressing import address_of, exit_intent
from roundtable.engine.briefing import Briefing, Thought
from roundtable.engine.discussion import turn_limit
from roundtable.engine.events import DiscussionMoved, DocumentsDue, MenuShown, ProgressDue, Said
from roundtable.engine.hearing import listen
from roundtable.engine.scene import Scene

__all__ = ["plain_reader"]


MAYA, ALEX, JORDAN = (
    "Maya Chen (Business Analyst)",
    "Alex Rivera (Solutions Architect)",
    "Jordan Park (System Designer)",
)


def a_discussion(think: object = plain_mind, **config: object) -> Play:
    done = Progress(phases_completed=("00-quick-scan",), elaboration_config=config)
    steps = (a_step("01-03", title="User Experience & Journeys"), a_step("01-04"))
    return Play(a_state(a_library(*steps), progress=done), think).begin().hear("an answer", "E")  # type: ignore[arg-type]


def turns(play: Play) -> int:
    return max((event.turns for event in play.events if isinstance(event, DiscussionMoved)), default=0)


@pytest.mark.rule("E-ENTRY-01", "E-ENTRY-03", "E-ENTRY-04", "E-ENTRY-05", "E-ENTRY-06", "P-INP-02")
def test_the_introduction_names_the_two_who_join_topic_and_limit() -> None:
    assert a_discussion().said("announcement", latest=True) == [
        "---\nELABORATION MODE\n\n"
        f"Bringing {ALEX} and {JORDAN} into the discussion.\n\n"
        "Topic: User Experience & Journeys for discount codes\n\n"
        'Turn limit: 10 exchanges. Type "done" to end discussion early.\n---'
    ]


@pytest.mark.rule(
    "E-FRAME-01", "E-FRAME-02", "E-FRAME-03", "E-LOOP-01", "E-LOOP-02", "E-LOOP-03", "E-ENTRY-08"
)
def test_the_lead_frames_then_both_others_speak_then_it_is_the_persons_turn() -> None:
    play = a_discussion()
    assert play.said("contribution", latest=True) == [
        f"{MAYA}: We just covered User Experience & Journeys. Here is where we landed: we have a first idea.\n"
        "I think we could benefit from all our perspectives on this specific question: What is missing?\n"
        "Alex, what is your take from a technical feasibility perspective?",
        f"{ALEX}: Alex has point 1.",
        f"{JORDAN}: Jordan has point 2.",
    ]
    assert turns(play) == 3
    assert play.awaiting == "message"


@pytest.mark.rule("E-ADDR-02", "E-ADDR-03", "E-ADDR-04", "E-LOOP-04")
@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("Alex, how does this scale?", ALEX),
        ("I wonder, Jordan, what fails?", JORDAN),
        ("What do you all think?", MAYA),
        ("What about codes that expire?", MAYA),
    ],
)
def test_whoever_is_addressed_answers_first_and_every_speech_is_a_turn(line: str, first: str) -> None:
    play = a_discussion().hear(line)
    spoken = play.said("contribution", latest=True)
    assert spoken[0].startswith(first)
    assert turns(play) == 3 + 1 + len(spoken)


@pytest.mark.rule("E-LOOP-06", "X-29")
@pytest.mark.parametrize("limit", [3, 4, 5, 8, 10, 11])
def test_the_end_is_announced_once_two_turns_before_the_limit(limit: int) -> None:
    play = a_discussion(max_turns=limit).hear("one", "two", "three")
    warned_at: list[int] = []
    turn = 0
    for event in play.events:
        if isinstance(event, DiscussionMoved):
            turn = event.turns
        if isinstance(event, Said) and "nearing the end" in event.text:
            assert event.text == (
                f"{MAYA}: We are nearing the end of our discussion time. Any final points before we synthesize?"
            )
            warned_at.append(turn)
    assert warned_at == [limit - 2]
    assert play.state.progress.elaborations[-1]["turn_count"] == limit


@pytest.mark.rule("E-LOOP-07", "E-LOOP-08", "E-EXIT-05", "E-FSM-02")
def test_the_limit_is_kept_and_said() -> None:
    play = a_discussion().hear("one", "two")
    assert (
        f"{MAYA}: We have had a thorough discussion. Let me synthesize the key points from our conversation."
        in play.said("notice")
    )
    assert play.state.progress.elaborations[-1]["turn_count"] == 10
    assert "**Exit**: turn-limit" in play.said("synthesis")[-1]


@pytest.mark.rule("E-ENTRY-06", "E-ENTRY-07", "E-LOOP-09")
@pytest.mark.parametrize(
    ("config", "limit"),
    [
        ({}, 10),
        ({"max_turns": 3}, 3),
        ({"max_turns": 25}, 25),
        ({"max_turns": 2}, 10),
        ({"max_turns": "5"}, 10),
        ({"max_turns": True}, 10),
        ({"max_turns": 4.0}, 10),
    ],
)
def test_a_limit_that_is_no_integer_of_three_or_more_is_ignored(
    config: dict[str, object], limit: int
) -> None:
    assert turn_limit(config) == limit


@pytest.mark.rule("E-LOOP-09", "E-LOOP-08")
def test_a_tiny_limit_stops_hard_after_the_first_round() -> None:
    play = a_discussion(max_turns=3)
    assert play.state.progress.elaborations[-1]["turn_count"] == 3
    assert play.awaiting == "menu"


@pytest.mark.rule("E-LOOP-10", "E-LOOP-11", "X-24")
def test_three_silent_rounds_bring_the_prompt_and_a_fourth_ends_it() -> None:
    play = a_discussion().hear("", " ")
    assert play.said(latest=True) == []
    play.hear("")
    assert play.said(latest=True) == [f"{MAYA}: Any thoughts on this, or should we wrap up?"]
    play.hear("")
    assert (
        play.said("notice", latest=True)[0] == "Wrapping up the discussion. Let me synthesize our key points."
    )
    assert play.awaiting == "menu"
    assert play.state.progress.elaborations[-1]["turn_count"] == 3


@pytest.mark.rule(
    "E-EXIT-01", "E-EXIT-04", "E-EXIT-06", "E-SYN-01", "E-SYN-02", "E-SYN-03", "E-SYN-10", "E-STATE-01"
)
def test_done_ends_it_with_a_synthesis_documents_a_record_and_the_same_menu() -> None:
    play = a_discussion()
    menu_before = [event for event in play.events if isinstance(event, MenuShown)][-1].text
    play.hear("the code must expire", "Done.")
    assert play.said("synthesis", latest=True) == [
        "### Elaboration Insights (Step 01-03: User Experience & Journeys)\n\n"
        "**Participants**: Maya Chen (BA), Alex Rivera (Architect), Jordan Park (Designer)\n"
        "**Turns**: 7 | **Exit**: user-initiated\n\n"
        "#### Key Insights\n- [Maya] people matter\n- [Alex] so does code\n\n"
        "#### Decisions Made\n- None.\n\n#### Open Questions\n- None."
    ]
    order = [
        event.kind
        for event in play.latest
        if event.kind in {"documents_due", "discussion_closed", "progress_due", "menu_shown"}
    ]
    assert order == ["documents_due", "discussion_closed", "progress_due", "menu_shown"]
    (due,) = [event for event in play.latest if isinstance(event, DocumentsDue)]
    assert due.names == ("requirements-spec.md",)
    assert play.menu == menu_before
    (record,) = play.state.progress.elaborations
    assert record == {
        "step_id": "01-03",
        "turn_count": 7,
        "personas_active": ["business-analyst", "solutions-architect", "system-designer"],
        "timestamp": "2026-02-20T12:00:00.000Z",
        "synthesis_summary": "we found two points",
    }
    assert play.state.progress.steps_completed == ("01-03",)


@pytest.mark.rule("E-SYN-13", "E-EXIT-07", "E-SYN-05")
def test_a_mind_that_cannot_synthesise_costs_one_retry_and_no_document() -> None:
    asked: list[str] = []

    def speechless(briefing: Briefing) -> Thought:
        if briefing.task.kind == "synthesise":
            asked.append("again")
            return Thought()
        return plain_mind(briefing)

    play = a_discussion(speechless).hear("done")
    assert asked == ["again", "again"]
    assert not any(isinstance(event, DocumentsDue) for event in play.latest)
    assert any(isinstance(event, ProgressDue) for event in play.latest)
    (record,) = play.state.progress.elaborations
    assert record["synthesis_summary"] == "we talked about user experience & journeys"
    assert play.said("synthesis", latest=True)


@pytest.mark.rule("E-ENTRY-02", "P-INP-06", "E-STATE-02")
def test_entered_again_it_goes_on_from_the_earlier_one_and_asks_something_else() -> None:
    play = a_discussion().hear("done", "e")
    assert play.said("notice", latest=True) == ["We go on from our earlier discussion: we found two points."]
    framing = play.said("contribution", latest=True)[0]
    assert "What is missing?" not in framing
    assert "What have we not yet said about User Experience & Journeys?" in framing
    play.hear("done")
    assert [record["step_id"] for record in play.state.progress.elaborations] == ["01-03", "01-03"]


@pytest.mark.rule("E-EXIT-07", "X-31")
def test_leaving_without_a_word_shows_a_summary_writes_the_record_and_touches_no_document() -> None:
    play = a_discussion().hear("done")
    assert play.said("synthesis", latest=True)
    assert not any(isinstance(event, DocumentsDue) for event in play.latest)
    assert any(isinstance(event, ProgressDue) for event in play.latest)
    assert play.awaiting == "menu"
    (record,) = play.state.progress.elaborations
    assert record["turn_count"] == 3
    assert record["synthesis_summary"] == "we found two points"


def test_what_the_person_says_is_taken_in_once_by_whoever_thinks_first() -> None:
    takers: list[tuple[str, bool]] = []

    def listening(briefing: Briefing) -> Thought:
        if briefing.task.kind == "contribute" and briefing.heard is not None:
            takers.append((briefing.task.persona, briefing.task.takes_in))
            assert [act.kind for act in briefing.acts] == ["answer"]
            return Thought()
        return plain_mind(briefing)

    a_discussion(listening).hear("I would rather, Jordan, that codes expire")
    assert takers == [("system-designer", True), ("business-analyst", False), ("solutions-architect", False)]


def test_the_last_words_before_the_limit_are_taken_in_although_nobody_may_speak() -> None:
    taken: list[str] = []

    def listening(briefing: Briefing) -> Thought:
        if briefing.task.kind == "contribute" and briefing.task.takes_in and briefing.heard is not None:
            taken.append(briefing.heard.text)
        return plain_mind(briefing)

    play = a_discussion(listening, max_turns=4).hear("Codes expire after a year.")
    assert taken == ["Codes expire after a year."]
    assert play.state.progress.elaborations[-1]["turn_count"] == 4


@pytest.mark.rule("E-VOICE-05")
def test_nobody_says_a_line_twice() -> None:
    def parrot(briefing: Briefing) -> Thought:
        thought = plain_mind(briefing)
        if briefing.task.kind != "contribute":
            return thought
        same = tuple(piece.model_copy(update={"text": "Same here."}) for piece in thought.contributions)
        return thought.model_copy(update={"contributions": same})

    play = a_discussion(parrot).hear("Codes expire.", "And they are single-use.")
    assert play.said("contribution").count(f"{ALEX}: Same here.") == 1


@pytest.mark.rule("E-VOICE-05")
def test_a_question_that_is_asked_again_gets_its_answer_again() -> None:
    def answering(briefing: Briefing) -> Thought:
        thought = plain_mind(briefing)
        if briefing.task.kind != "contribute":
            return thought
        same = tuple(piece.model_copy(update={"text": "In two places."}) for piece in thought.contributions)
        return thought.model_copy(update={"contributions": same})

    play = a_discussion(answering).hear("Alex, who calls it?").hear("Alex, who else calls it?")
    assert play.said("contribution", latest=True) == [f"{ALEX}: In two places."]


def test_a_short_message_with_an_exit_word_is_asked_about_and_not_lost() -> None:
    play = a_discussion().hear("send back a receipt")
    assert play.said("question", latest=True) == [
        "Did you want to end the discussion, or continue exploring this?"
    ]
    play.hear("no")
    assert [turn.text for turn in play.state.analysis.turns if turn.number][-1] == "send back a receipt"
    assert play.awaiting == "message"


@pytest.mark.parametrize("typed", ["help", "/status", "undo", "?"])
def test_commands_in_a_discussion_are_no_turns_and_it_goes_on(typed: str) -> None:
    play = a_discussion()
    before = turns(play)
    play.hear(typed)
    assert play.awaiting == "message"
    assert turns(play) == before


def test_a_discussion_that_was_left_for_today_goes_on_next_time() -> None:
    play = a_discussion().hear("quit")
    assert play.ended == "paused"
    again = Play(play.state.model_copy(update={"resumed": True, "wanted": None})).begin()
    assert "We were in the middle of a discussion on User Experience & Journeys." in again.said("notice")
    assert again.awaiting == "message"


@pytest.mark.rule("E-LOOP-05", "E-FOCUS-01", "E-FOCUS-02")
def test_only_the_lead_redirects_and_that_is_no_turn() -> None:
    def drifting(briefing: Briefing) -> Thought:
        thought = plain_mind(briefing)
        if briefing.task.kind == "contribute" and briefing.task.persona == "solutions-architect":
            return thought.model_copy(update={"drift": "pricing", "drift_place": "MoSCoW Prioritization"})
        if briefing.task.kind == "contribute" and briefing.task.persona == "business-analyst":
            return Thought(drift="budget", drift_place="Phase 03")
        return thought

    play = a_discussion(drifting)
    assert play.said("notice", latest=True) == [
        f"{MAYA}: Alex raises an interesting point about pricing, but let us stay focused on User Experience & Journeys. "
        "We can explore that when we get to MoSCoW Prioritization."
    ]
    assert turns(play) == 3
    play.hear("what is the budget?")
    assert (
        f"{MAYA}: That is a great question for Phase 03. For now, let us focus on User Experience & Journeys."
        in play.said()
    )


def test_only_the_persona_that_was_asked_is_heard() -> None:
    def ventriloquist(briefing: Briefing) -> Thought:
        thought = plain_mind(briefing)
        if briefing.task.kind != "contribute":
            return thought
        others = tuple(
            piece.model_copy(update={"persona": "business-analyst"}) for piece in thought.contributions
        )
        return thought.model_copy(update={"contributions": (*thought.contributions, *others)})

    assert len(a_discussion(ventriloquist).said("contribution", latest=True)) == 3


@pytest.mark.rule("E-SYN-05", "X-75")
def test_insights_of_a_step_without_markdown_go_to_the_main_document_of_its_phase() -> None:
    done = Progress(phases_completed=("00-quick-scan",))
    play = Play(a_state(a_library(a_step("01-07", outputs=("user-stories.json",))), progress=done)).begin()
    play.hear("x", "e", "Codes expire after a year.", "done")
    assert [e.names for e in play.latest if isinstance(e, DocumentsDue)] == [("requirements-spec.md",)]


@pytest.mark.rule("E-ENTRY-11")
def test_a_step_without_outputs_can_be_discussed_and_no_document_is_touched() -> None:
    done = Progress(phases_completed=("00-quick-scan",))
    play = Play(a_state(a_library(a_step("01-07", outputs=())), progress=done)).begin()
    play.hear("x", "e", "done")
    assert play.said("synthesis", latest=True)
    assert not any(isinstance(event, DocumentsDue) for event in play.latest)
    assert len(play.state.progress.elaborations) == 1


@pytest.mark.rule("E-STATE-04")
def test_a_record_that_cannot_be_saved_is_a_warning_and_the_documents_stay() -> None:
    play = a_discussion().hear("Codes expire after a year.")
    play.failure = "Failed to save progress to meta.json: disk full"
    play.hear("done")
    order = [event.kind for event in play.latest]
    assert order.index("documents_written") < order.index("progress_due")
    assert any(play.failure in text for text in play.said(latest=True))


@pytest.mark.rule("E-ENTRY-03", "E-LOOP-03")
@pytest.mark.parametrize("phase", range(5))
def test_every_phase_is_led_by_its_own_persona(phase: int) -> None:
    key = ANALYSIS_PHASES[phase]
    library = a_library(a_step(f"0{phase}-01"))
    play = (
        Play(a_state(library, progress=Progress(phases_completed=ANALYSIS_PHASES[:phase])))
        .begin()
        .hear("x", "e")
    )
    lead = library.persona_of_phase(key)
    first = next(event for event in play.latest if isinstance(event, Said) and event.say == "contribution")
    assert first.persona == lead.key
    assert first.text.startswith(f"{lead.label}: ")


@pytest.mark.rule("E-ADDR-01", "E-ADDR-05", "E-ADDR-06", "X-26")
@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("alex, why?", "solutions-architect"),
        ("MAYA: go on", "business-analyst"),
        ("Jordan how would that fail?", "system-designer"),
        ("Jordan mentioned that it fails.", None),
        ("I like Jordan's point", None),
        ("architect, what now?", None),
        ("Rivera, what now?", None),
        ("Alexander, what now?", None),
        ("Alex, what do you think?", "solutions-architect"),
        ("What do you think, Alex?", "solutions-architect"),
        ("Alex? Is that so", "solutions-architect"),
        ("Does that hold, Jordan", "system-designer"),
        ("you said so. jordan should it be 2 entries? i'd say 2, the host differs", "system-designer"),
        ("it is in net/, isnt it Alex?", "solutions-architect"),
        ("alex said so. is that true?", None),
        ("As for Maya's list, it is short", None),
        ("what do you think?", "all"),
        ("everyone?", "all"),
        ("the steam engine", None),
    ],
)
def test_addressing(text: str, to: str | None) -> None:
    assert address_of(text, shipped().personas) == to


@pytest.mark.rule("E-EXIT-01", "E-EXIT-02", "E-EXIT-03", "X-30")
@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("done", "exit"),
        ("DONE!", "exit"),
        ("exit", "exit"),
        ("back", "exit"),
        ("wrap up", "exit"),
        ("Let's wrap up our discussion of error handling", "exit"),
        ("I'm not done yet", "stay"),
        ("I'm done", "exit"),
        ("please finish the discussion now", "exit"),
        ("let's wrap up the part that is not decided", "stay"),
        ("Let's go back to discussing the API", "stay"),
        ("can we exit now", "ask"),
        ("When the upload is done the server writes back a receipt to the client", "stay"),
        ("nothing to see", "stay"),
    ],
)
def test_exit_words_count_only_when_they_are_meant(text: str, intent: str) -> None:
    play = a_discussion()
    assert exit_intent(listen(Scene(play.state, ""), text)) == intent


@pytest.mark.rule("E-EXIT-03")
def test_an_unclear_exit_is_asked_about_and_a_no_goes_on() -> None:
    play = a_discussion().hear("can we exit now")
    assert play.said("question", latest=True) == [
        "Did you want to end the discussion, or continue exploring this?"
    ]
    play.hear("no")
    assert play.awaiting == "message"
    assert play.hear("can we exit now", "yes").awaiting == "menu"


@settings(max_examples=80, deadline=None)
@given(
    st.integers(3, 14),
    st.lists(
        st.sampled_from(["", "hm", "everyone?", "Alex, why?", "done", "back", "can we exit now", "no"]),
        max_size=14,
    ),
)
@pytest.mark.rule("E-LOOP-08", "E-FSM-01", "E-STATE-01")
def test_no_sequence_of_messages_passes_the_limit(limit: int, lines: list[str]) -> None:
    play = a_discussion(max_turns=limit)
    for line in lines:
        if play.awaiting != "message":
            break
        play.hear(line)
        assert turns(play) <= limit
    assert all(record["turn_count"] <= limit for record in play.state.progress.elaborations)
