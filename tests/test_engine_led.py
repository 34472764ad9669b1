"""What a mind that leads may do: ask on with a reason, speak for a whole round, repair what it reads before the review."""

import pytest

from play import Play, a_state, plain_mind, plain_reader, plainly, shipped
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.engine import hearing
from roundtable.engine.briefing import Amendment, Ask, Briefing, Contribution, Thought
from roundtable.engine.events import DocumentsDue, ThinkingWanted
from roundtable.engine.place import InConversation
from roundtable.engine.spending import Spending, add_spending
from roundtable.engine.wrapping_up import ANYTHING
from roundtable.facts import Requirement
from roundtable.facts.evidence import Assumed
from roundtable.language.acts import Act
from test_engine_discussion import a_discussion

__all__ = ["plain_reader"]

MAYA, ALEX, JORDAN = "business-analyst", "solutions-architect", "system-designer"
DECISIVE = Ask(text="Which of the two wins?", persona=ALEX, origin="topic", insists=True)


def in_talk(think: object, **place: object) -> Play:
    """A conversation in which every topic is covered, before an answer."""
    library = shipped()
    covered = tuple(topic.topic_id for topic in library.topics)
    known = (
        Requirement(
            id="FR-001", title="Codes", text="Codes are accepted", evidence=(Assumed(because="test"),)
        ),
    )
    analysis = Analysis(
        slug="codes", title="codes", turns=(Turn(number=0, text="Add codes."),), covered=covered, facts=known
    )
    asked = Ask(text="What else is there?", persona=MAYA, origin="topic")
    here = {"stage": "waiting", "asked": asked, "spoke": (MAYA, ALEX, JORDAN), "exchanges": 4, **place}
    state = a_state(
        mode="conversation", analysis=analysis, place=InConversation.model_validate(here), resumed=True
    )
    return Play(state, think).begin()  # type: ignore[arg-type]


def asking(ask: Ask) -> object:
    """A mind that asks this once, and then nothing."""
    left = [ask]

    def think(briefing: Briefing) -> Thought:
        thought = plain_mind(briefing)
        wanted = left.pop() if left and briefing.task.kind == "converse" else None
        return thought.changed(question=wanted)

    return think


@pytest.mark.parametrize("at_review", [False, True])
def test_a_question_with_a_reason_is_put_although_everything_is_covered(at_review: bool) -> None:
    asked = Ask(text="Is that so?", persona=MAYA, origin="topic")
    play = in_talk(asking(DECISIVE), at_review=at_review, asked=asked).hear("It is stored as text.")
    assert play.said("question", latest=True) == [DECISIVE.text]
    play.hear("The first one.")
    assert any(ANYTHING in text or "What else?" in text for text in play.said(latest=True))


def test_a_question_without_a_reason_gives_way_to_the_review() -> None:
    play = in_talk(asking(DECISIVE.changed(insists=False))).hear("It is stored as text.")
    assert play.said("question", latest=True) == [ANYTHING]


def test_a_question_that_was_set_aside_comes_first_and_the_one_with_a_reason_after_it() -> None:
    aside = Ask(text="What about the old orders?", persona=MAYA, origin="topic")
    play = in_talk(asking(DECISIVE), later=(aside,)).hear("It is stored as text.")
    assert play.said("question", latest=True) == [aside.text]
    play.hear("They stay.")
    assert play.said("question", latest=True) == [DECISIVE.text]


def test_repairs_before_the_review_are_written_and_can_be_undone_alone() -> None:
    left = [Amendment(fact_id="FR-001", updates={"text": "One code is accepted"})]

    def think(briefing: Briefing) -> Thought:
        if briefing.task.kind == "review" and left:
            return Thought(
                contributions=(Contribution(persona=MAYA, text="Put right."),), amended=(left.pop(),)
            )
        return plain_mind(briefing)

    play = in_talk(think).hear("It is stored as text.")
    told = play.said(latest=True)
    assert told.index("Put right.") < told.index(ANYTHING)
    requests = [event for event in play.latest if isinstance(event, DocumentsDue | ThinkingWanted)]
    assert [type(event) for event in requests[-2:]] == [DocumentsDue, ThinkingWanted]
    assert play.state.analysis.by_id["FR-001"].headline == "One code is accepted"
    notes = [fact.id for fact in play.state.analysis.facts if fact.kind == "note"]
    play.hear("undo that")
    assert play.state.analysis.by_id["FR-001"].headline == "Codes are accepted"
    assert [fact.id for fact in play.state.analysis.facts if fact.kind == "note"] == notes


def test_what_was_looked_at_is_on_the_account_once() -> None:
    extra = add_spending({}, Spending(model="m", requests=1, looked_at=("a.py", "b.py")))
    extra = add_spending(extra, Spending(model="m", requests=1, looked_at=("b.py", "c.py")))
    assert extra["spending"][0]["looked_at"] == ["a.py", "b.py", "c.py"]


def test_a_line_of_the_table_itself_is_nobodys_words() -> None:
    def think(briefing: Briefing) -> Thought:
        return plain_mind(briefing).changed(notice="Alex looked at `a.py`.")

    play = in_talk(think)
    play.hear("It is stored as text.")
    assert "Alex looked at `a.py`." in play.said("notice", latest=True)
    assert [line.text for line in play.state.said if line.persona is None] == ["It is stored as text."]


def round_of(briefing: Briefing) -> Thought:
    """A mind that speaks for everybody who has the word next."""
    thought = plain_mind(briefing)
    if briefing.task.kind != "contribute":
        return thought
    names = (briefing.task.persona, *briefing.task.others[:1])
    pieces = tuple(Contribution(persona=key, text=f"{key} has view {len(briefing.said)}.") for key in names)
    return thought.changed(contributions=pieces, is_round=True)


@pytest.mark.parametrize(("line", "asked"), [("What about expired codes?", 1), ("What do you all think?", 2)])
def test_a_round_that_was_thought_at_once_is_said_in_order_and_only_who_was_asked_is_asked_again(
    line: str, asked: int
) -> None:
    play = a_discussion(round_of).hear(line)
    thinking = [event for event in play.latest if isinstance(event, ThinkingWanted)]
    assert len(thinking) == asked
    spoken = play.said("contribution", latest=True)
    assert [text.split(" ")[0] for text in spoken] == ["Maya", "Alex", "Jordan"][: 1 + asked]
    assert play.awaiting == "message"


@pytest.mark.parametrize(
    ("text", "mind", "heard"),
    [
        ("No, we are done.", "local:any", True),
        ("No.", "local:any", True),
        ("We are done.", "local:any", False),
        ("No, we are done.", "offline", False),
    ],
)
def test_a_no_to_a_question_of_a_mind_that_leads_is_heard_as_one(
    text: str, mind: str, heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = (Act(kind="done", start=0, end=len(text)),)

    def read(text: str, *, place: str, question: str = "", earlier: str = "") -> tuple[Act, ...]:
        return plainly(text, place=place) if text == "No." else done

    monkeypatch.setattr(hearing, "read_acts", read)
    play = in_talk(plain_mind, asked=Ask(text="Does anything else read it?", persona=MAYA, origin="topic"))
    play.state = play.state.changed(mind=mind)
    play.hear(text)
    assert [turn.text for turn in play.state.analysis.turns[1:]] == ([text] if heard else [])


@pytest.mark.parametrize("line", ["That is all.", "/done", "It is stored as text. /done"])
@pytest.mark.parametrize("covered", [True, False])
def test_who_is_done_gets_the_review_from_a_mind_that_leads_and_no_further_question(
    line: str, covered: bool
) -> None:
    asked = list[bool]()

    def think(briefing: Briefing) -> Thought:
        asked.append(briefing.task.may_ask)
        return plain_mind(briefing).changed(question=DECISIVE if briefing.task.may_ask else None)

    play = in_talk(think)
    kept = {} if covered else {"covered": ()}
    play.state = play.state.changed(mind="local:any", analysis=play.state.analysis.changed(**kept))
    play.hear(line)
    assert play.said("question", latest=True) == [ANYTHING]
    assert asked == [False] * len(asked)
    read = [one.task.kind for one in play.latest if isinstance(one, ThinkingWanted)]
    assert read[-1] == "review"
    play.hear("/done")
    assert play.ended == "completed"
    assert any("ready to build" in text for text in play.said(latest=True)) is covered
