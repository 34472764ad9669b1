"""The scripted mind plays what it was given, then hands over."""

from interview_table import MAYA, known, shipped
from roundtable.engine.briefing import Briefing, Contribution, Task, Thought
from roundtable.interview import Interviewer
from roundtable.minds.scripted import Scripted


def thought_of(mind: Scripted) -> Thought:
    task = Task(kind="take_feedback", persona=MAYA)
    library = shipped()
    briefing = Briefing(
        task=task, mode="steps", persona=library.persona(MAYA), library=library, analysis=known()
    )
    thinking = mind.think(briefing)
    try:
        thinking.send(None)
    except StopIteration as done:
        thought: Thought = done.value
        return thought
    raise AssertionError("it waited")


def test_prepared_thoughts_come_in_order_and_then_somebody_else_thinks_or_nobody() -> None:
    first = Thought(contributions=(Contribution(persona="business-analyst", text="Prepared."),))
    mind = Scripted([first], then=Interviewer())
    assert thought_of(mind) == first
    assert thought_of(mind).contributions != first.contributions
    assert thought_of(Scripted([])) == Thought()
    assert [briefing.task.kind for briefing in mind.briefings] == ["take_feedback", "take_feedback"]
