"""Every row of the tables by which the engine knows commands, exits and addresses is needed: without it one is misread."""

from play import NOON, Progress, a_library, a_state, a_step, shipped
from roundtable.engine import addressing, asides, at_menu, commands, depth, hearing, routing
from roundtable.engine.addressing import address_of, exit_intent
from roundtable.engine.briefing import Ask
from roundtable.engine.events import Said, TopicsMoved
from roundtable.engine.hearing import Utterance, bare, listen
from roundtable.engine.place import Aside, AtMenu, InConversation
from roundtable.engine.scene import Scene
from roundtable.language.acts import Act, ActPlace, read_acts
from tables import check_rows, each

ASKED = Ask(text="What happens when the import fails?", kinds=("error_case",), topic="specification")
TALKING = InConversation(asked=ASKED, exchanges=3, stage="waiting")


def heard(text: str, place: ActPlace = "talk", question: str = "") -> Utterance:
    return Utterance(text=text, acts=read_acts(text, place=place, question=question or ASKED.text))


def in_talk(text: str) -> list[tuple[str, str]]:
    scene = Scene(a_state(mode="conversation", place=TALKING), NOON)
    return [(act.kind, act.what) for act in listen(scene, text).acts]


# -- commands ----------------------------------------------------------------------------------------------------------


def test_each_slash_command_is_known_with_what_follows_it() -> None:
    check_rows(
        hearing,
        "_SLASH",
        in_talk,
        {
            "/help import": [("command", "help")],
            "/undo the last one": [("command", "undo")],
            "/status of the item": [("command", "status")],
            "/show rules": [("command", "show")],
            "/quit the import": [("command", "pause")],
            "/exit": [("command", "pause")],
            "/done": [("command", "stop_now")],
            "/deeper": [("command", "deeper")],
            "/shorter": [("command", "shorter")],
        },
    )


def test_each_phrase_for_an_early_end_is_known() -> None:
    said = ("That's enough.", "I'm done", "let's stop")
    check_rows(hearing, "_ENOUGH", in_talk, each([("command", "stop_now")], *said))


def test_each_phrase_for_another_depth_is_known() -> None:
    deeper = ("deep", "More detail!", "dig in", "let's dig in", "thorough", "Go deeper.", "full analysis")
    shorter = ("brief", "skip ahead", "keep it short", "quick", "fast", "summarize", "just the highlights")
    check_rows(
        depth,
        "_TRIGGERS",
        lambda said: depth.trigger_of(bare(said)),
        {
            **each("deeper", *deeper),
            **each("shorter", *shorter),
            **each("standard", "standard", "standard depth", "standard mode"),
        },
    )


def test_each_word_for_a_topic_leaves_it_at_once() -> None:
    def reads(said: str) -> tuple[str, ...]:
        scene = Scene(a_state(mode="conversation", place=TALKING), NOON)
        commands._leave_question(scene, TALKING, said)
        return sum((event.declined for event in scene.events if isinstance(event, TopicsMoved)), ())

    left = each(("specification",), "skip this topic", "next subject please")
    check_rows(commands, "_TOPIC_WORDS", reads, {**left, "skip this one": ()})


def test_each_way_to_say_back_goes_to_the_step_before() -> None:
    steps = a_library(a_step("01-01"), a_step("01-02"))
    scene = Scene(
        a_state(steps, phase_key="01-requirements", progress=Progress(steps_completed=("01-01", "01-02"))),
        NOON,
    )

    def reads(said: str) -> str | None:
        step = at_menu.step_named(scene, said, "01-02")
        return step.step_id if step else None

    check_rows(at_menu, "_BACK", reads, {**each("01-01", "back", "Go back!"), "back to the roots": None})


def test_each_mark_of_a_reason_shows_why_an_item_is_not_built() -> None:
    def reads(said: str) -> str:
        decline = Act(kind="decline", start=0, end=len(said))
        return routing._reason(Utterance(text=said, acts=(decline,)), decline)

    check_rows(
        routing,
        "_REASONS",
        reads,
        {
            "don't build this because nobody asked for it": "nobody asked for it",
            "don't build it since the vendor has it already": "the vendor has it already",
            "don't build it: too expensive": "too expensive",
            "don't build it": "",
        },
    )


# -- doubts ------------------------------------------------------------------------------------------------------------


def answered(reply: str) -> str | None:
    """What an input in doubt between a change and something new becomes after this reply."""
    unsure = Act(kind="unsure", start=0, end=9, candidates=("correction", "answer"))
    place = Aside(back=AtMenu(step_id="01-01"), stage="doubt", text="six weeks", acts=(unsure,))
    found = asides.meant(place, heard(reply, "choice", asides.CHANGE_OR_NEW))
    return found.acts[0].kind if found else None


def test_each_word_for_a_change_or_for_something_new_settles_the_doubt() -> None:
    check_rows(asides, "_CHANGE", answered, each("correction", "a change", "the first"))
    check_rows(asides, "_NEW", answered, each("answer", "a new one", "the second", "add it", "keep it"))
    assert answered("delete it") == "talk"
    assert answered("nothing may change without the new option") is None


# -- discussions -------------------------------------------------------------------------------------------------------


def test_each_way_to_address_everybody_does() -> None:
    def reads(said: str) -> str | None:
        return address_of(said, shipped().personas)

    everybody = (
        "can you all live with that",
        "everyone, is that enough",
        "do all of you agree",
        "is the team fine with that",
        "what do you think",
    )
    check_rows(addressing, "_GROUP", reads, {**each("all", *everybody), "the steam engine": None})


def leaving(said: str) -> str:
    return exit_intent(heard(said, "discussion", "Jordan: People would see old data."))


def test_each_word_that_ends_a_discussion_does() -> None:
    check_rows(addressing, "_EXITS", leaving, each("exit", "Exit!", "back"))


def test_each_way_to_wrap_up_ends_a_discussion() -> None:
    said = (
        "wrap up: the cache is fine",
        "Let's wrap up our discussion of error handling",
        "lets wrap up our discussion of error handling",
        "let us wrap up our discussion of error handling",
    )
    check_rows(addressing, "_WRAPS", leaving, each("exit", *said))


def test_each_word_that_may_mean_an_exit_is_asked_about() -> None:
    said = (
        "the import is done then",
        "let's exit the discussion",
        "the nightly jobs wrap up at six",
        "bring the cache back",
    )
    check_rows(
        addressing, "_KEYWORDS", leaving, {**each("ask", *said), "back to the cache for a moment": "stay"}
    )


def test_each_denial_keeps_a_discussion_going() -> None:
    said = ("we are not done", "we never exit there", "the import isn't done")
    check_rows(addressing, "_NEGATED", leaving, each("stay", *said))


def test_each_way_to_say_that_it_was_said_leaves_the_question() -> None:
    def reads(said: str) -> str:
        scene = Scene(a_state(mode="conversation", place=TALKING), NOON)
        talk = Act(kind="talk", start=0, end=len(said))
        routing._without_content(scene, TALKING, Utterance(text=said, acts=(talk,)))  # pyright: ignore[reportPrivateUsage]
        return next(event.text for event in scene.events if isinstance(event, Said))

    left = "Then I go by what I have of it."
    said = (
        "I said that two questions ago",
        "I said so at the start",
        "I said it before",
        "but I told you",
        "I already said what happens",
        "I already told her",
        "see above",
        "you asked that before",
        "das habe ich schon gesagt",
        "ya lo dije",
        "je l'ai déjà dit",
    )
    check_rows(routing, "_SAID_BEFORE", reads, {**each(left, *said), "what a day": "All right."})
