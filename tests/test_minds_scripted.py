"""The scripted mind plays what it was given, then hands over."""

from facilitator_table import a_briefing
from roundtable.engine.briefing import Contribution, Thought
from roundtable.minds.facilitator import Facilitator
from roundtable.minds.scripted import Scripted


def thought_of(mind: Scripted) -> Thought:
    thinking = mind.think(a_briefing("take_feedback", "looks good"))
    try:
        thinking.send(None)
    except StopIteration as done:
        thought: Thought = done.value
        return thought
    raise AssertionError("it waited")


def test_prepared_thoughts_come_in_order_and_then_somebody_else_thinks_or_nobody() -> None:
    first = Thought(contributions=(Contribution(persona="business-analyst", text="Prepared."),))
    mind = Scripted([first], then=Facilitator())
    assert thought_of(mind) == first
    assert thought_of(mind).contributions != first.contributions
    assert thought_of(Scripted([])) == Thought()
    assert [briefing.task.kind for briefing in mind.briefings] == ["take_feedback", "take_feedback"]
