"""What a model says in other words than the person is read once more: whether they said it. Nothing else is, and nothing hangs on it."""

from dataclasses import replace
from typing import Any

from guards_replies import a_briefing
from guards_samples import MAYA
from llm_table import Script, scripted, thoughts
from roundtable.analysis.analysis import Turn
from roundtable.engine.briefing import Briefing
from roundtable.minds.llm.connecting import Connection
from roundtable.minds.llm.mind import LanguageModel

SAID = "Emails must not be sent twice. Reception gets no list at all. What is late goes to Ivan."
OTHER = {
    "kind": "business_rule",
    "text": "Late work is handed over to Ivan.",
    "quote": "What is late goes to Ivan.",
}
WRONG = {
    "kind": "business_rule",
    "text": "Reception is told by post.",
    "quote": "Reception gets no list at all.",
}
SAME = {
    "kind": "business_rule",
    "text": "Emails must not be sent twice.",
    "quote": "Emails must not be sent twice.",
}


def briefed() -> Briefing:
    briefing = a_briefing()
    turn = Turn(number=3, question="What has to hold?", text=SAID)
    known = briefing.analysis.changed(turns=(*briefing.analysis.turns[:-1], turn))
    return briefing.model_copy(update={"analysis": known, "heard": turn, "acts": ()})


def reply(*items: dict[str, Any]) -> dict[str, Any]:
    return {"lines": [{"persona": MAYA, "text": "So Ivan takes over what is late."}], "items": list(items)}


def texts(thought: Any) -> list[str]:
    return [fact.text for fact in thought.facts if fact.kind == "business_rule"]


def test_what_was_not_said_is_left_out_and_goes_back_once_with_why() -> None:
    script = Script(reply(SAME, OTHER, WRONG), {"items": []})
    script.unsaid = [[{"number": 2, "why": "they get none"}]]
    thought = thoughts(scripted(script), briefed())[0]
    assert texts(thought) == [SAME["text"], OTHER["text"]]
    assert len(script.heard) == 2
    assert "they get none" in script.heard[1]
    assert any("read again, and left out" in note for note in thought.notes)


def test_all_of_a_turn_is_read_in_one_short_request_without_the_code_and_the_talk() -> None:
    script = Script(reply(SAME, OTHER, {**WRONG, "text": "Reception gets no list of anybody."}))
    thoughts(scripted(script), briefed())
    [shown] = script.read_again
    assert OTHER["text"] in shown
    assert "no list of anybody" in shown
    assert shown.count(SAME["text"]) == 1, "as words of the person, and not as a statement"
    assert len(shown) < 600


def test_who_only_repeats_the_person_is_not_read_again() -> None:
    script = Script(reply(SAME, {**WRONG, "text": WRONG["quote"]}, {**OTHER, "text": OTHER["quote"]}))
    thoughts(scripted(script), briefed())
    assert not script.read_again


def test_where_no_answer_comes_what_the_rules_let_through_stands() -> None:
    for nothing in ("not JSON", '{"unsaid": [{"number": "x"}]}', '{"unsaid": [{"number": 9}]}'):
        script = Script(reply(SAME, OTHER, {**WRONG, "text": WRONG["quote"]}))
        script.unsaid = [nothing]
        thought = thoughts(scripted(script), briefed())[0]
        assert OTHER["text"] in texts(thought)
        assert len(script.heard) == 1


def test_a_small_model_is_not_asked_whether_it_was_said() -> None:
    script = Script(reply(SAME, OTHER, {**WRONG, "text": WRONG["quote"]}))
    connection = Connection(name="test:script", model=script.model(), native=True)
    thoughts(LanguageModel(replace(connection, small=True)), briefed())
    assert not script.read_again
