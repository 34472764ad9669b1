"""One set of words: a fact is given, told of and changed under the words of the guide."""

from typing import Any

import pytest

from guards_thoughts import SHELF, a_talk
from roundtable.analysis.changes import add, amend
from roundtable.facts import Criterion, DirectChange
from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.guide_words import words_of
from roundtable.minds.llm.prompt import compose
from roundtable.minds.llm.replies import read_reply, to_thought
from roundtable.minds.llm.reply_items import FIELDS
from roundtable.minds.llm.schema import Item

WHOLE: dict[str, Any] = {
    "text": "it says so",
    "title": "a name",
    "who": "somebody",
    "why": "because of it",
    "value": "high",
    "path": "stock/importer.py",
    "parts": ["first", "second"],
    "against": ["a price"],
    "context": "what came before",
    "about": "FR-001",
    "quote": "write them to a reject file",
}
VALUES = {"priority": "Must", "error_case": "no such file", "constraint": "legal", "scope": "small"}


def read(kind: str, **more: Any) -> Any:
    item = {**WHOLE, "kind": kind.replace("risk_zone", "risk"), "value": VALUES.get(kind, "high"), **more}
    facts = to_thought(read_reply({"items": [item]}), a_talk(), SHELF).facts
    assert len(facts) == 1, kind
    return facts[0]


@pytest.mark.parametrize("kind", [kind for kind in FIELDS if kind != "entry_point"])
def test_a_fact_is_told_of_under_the_words_it_was_given_with(kind: str) -> None:
    fact = read(kind)
    briefing = a_talk()
    analysis, _names = add(briefing.analysis.changed(facts=()), (fact,))
    sent = compose(briefing.changed(analysis=analysis), Sending()).changing
    line = next(one for one in sent.splitlines() if one.startswith(analysis.facts[0].id))
    told = {part.partition(" = ")[0] for part in line.split(" | ")[1:]}
    assert told <= {*Item.model_fields, "status"}, line
    for word, field in words_of(fact).items():
        assert word in told or not getattr(fact, field) or str(getattr(fact, field)) in fact.headline, word


@pytest.mark.parametrize(
    ("kind", "word", "more", "field"),
    [
        ("risk_zone", "text", {}, "why"),
        ("risk_zone", "text", {"title": ""}, "text"),
        ("risk_zone", "why", {}, "mitigation"),
        ("risk_zone", "value", {}, "level"),
        ("decision", "text", {}, "choice"),
        ("decision", "why", {}, "rationale"),
        ("direct_change", "text", {}, "text"),
        ("direct_change", "why", {}, "why"),
        ("direct_change", "text", {"quote": "", "from": "FR-001"}, "why"),
        ("error_case", "text", {}, "condition"),
        ("priority", "value", {}, "level"),
        ("interface", "text", {}, "summary"),
    ],
)
def test_a_word_of_the_guide_is_the_field_that_says_it(kind: str, word: str, more: dict[str, Any], field: str) -> None:  # fmt: skip
    assert words_of(read(kind, **more))[word] == field


CASE = Criterion(
    id="AC-001-01", requirement="FR-001", text="Given a row, when it is read, then it is kept.",
    given="a row", when="it is read", then="it is kept",
)  # fmt: skip


@pytest.mark.parametrize(
    ("field", "value", "text", "then"),
    [
        ("text", "Given a row, when it is read, then it is skipped.", "Given a row, when it is read, then it is skipped.", "it is skipped"),
        ("", "A row that is read is skipped.", "A row that is read is skipped.", ""),
        ("then", "it is skipped", "Given a row, when it is read, then it is skipped.", "it is skipped"),
    ],
)  # fmt: skip
def test_the_parts_of_a_check_and_its_text_say_the_same_after_a_change(field: str, value: str, text: str, then: str) -> None:  # fmt: skip
    briefing = a_talk()
    briefing = briefing.changed(analysis=briefing.analysis.changed(facts=(CASE,)))
    change = {"op": "amend", "id": CASE.id, "field": field, "value": value, "quote": "Skip them"}
    (amended,) = to_thought(read_reply({"changes": [change]}), briefing).amended
    after = amend(briefing.analysis, CASE.id, amended.updates).facts[0]
    assert isinstance(after, Criterion)
    assert (after.text, after.then) == (text, then)


def test_the_text_of_a_change_is_where_it_was_told() -> None:
    told = DirectChange(id="DC-001", path="stock/importer.py", why="Rows are skipped here.")
    briefing = a_talk()
    briefing = briefing.changed(analysis=briefing.analysis.changed(facts=(told,)))
    change = {"op": "amend", "id": "DC-001", "field": "text", "value": "Rows are kept here.", "quote": "Skip them"}  # fmt: skip
    (amended,) = to_thought(read_reply({"changes": [change]}), briefing).amended
    assert amended.updates == {"why": "Rows are kept here."}
