"""What a person says is taken in wherever they say it, by one author, and what could not be used is told to that author."""

from typing import Any

import pytest

from guards_samples import ALEX, JORDAN, a_briefing
from guards_thoughts import SHELF, a_talk
from llm_table import Script, scripted, thoughts
from play import NOON
from roundtable.analysis.analysis import Discussion, synthesis
from roundtable.engine.briefing import Ask, Briefing, Thought
from roundtable.facts import Note, Requirement, RiskZone, UserType
from roundtable.facts.evidence import Assumed, Quote
from roundtable.interview.steps import still_to_come
from roundtable.language.acts import Act
from roundtable.minds.guards import judge
from roundtable.minds.joining import joined
from roundtable.minds.llm.replies import read_reply, to_thought
from test_llm_leading import WORDS, talking
from test_llm_mind import GOOD, answered

RULE: dict[str, Any] = {
    "kind": "business_rule",
    "text": "Only the shop manager may create a code.",
    "quote": "Only the shop manager may create a code",
}
BOTH = "Codes end at midnight. Only the shop manager may create a code."


def discussing(said: str, **parts: object) -> Briefing:
    """The person has just said this to the table; all three may answer."""
    task = a_briefing("contribute").task.model_copy(update={"others": (ALEX, JORDAN)})
    return answered(said, task=task, focus="Who may create a code?", **parts)


def test_what_is_said_in_a_discussion_becomes_facts() -> None:
    midnight = {"kind": "business_rule", "text": "Codes end at midnight.", "quote": "Codes end at midnight."}
    script = Script({"say": "So one person creates all codes.", "items": [RULE]}, {"items": [midnight]})
    thought = thoughts(scripted(script), discussing(BOTH))[0]
    assert [fact.headline for fact in thought.facts] == [RULE["text"], midnight["text"]]
    assert [piece.text for piece in thought.contributions] == ["So one person creates all codes."]
    assert "Give every fact that the person's answer contains." in script.heard[0]
    assert 'these words of the person: "Codes end at midnight."' in script.heard[1]


def test_in_a_discussion_only_the_first_who_answers_takes_in_what_was_said() -> None:
    for briefing in (discussing(BOTH), discussing(BOTH, heard=None)):
        task = briefing.task.model_copy(update={"takes_in": briefing.heard is None})
        script = Script({"say": "So one person creates all codes."})
        thought = thoughts(scripted(script), briefing.model_copy(update={"task": task}))[0]
        assert thought.facts == ()
        assert "Fill in: say, lines, drift, drift_place." in script.heard[0]


def replying(said: str) -> Briefing:
    asked = Ask(text="Is that right, or what is wrong or missing?", origin="draft", kinds=("note",))
    task = a_briefing("take_draft_reply").task
    act = Act(kind="assent", start=0, end=len(said))
    acts: dict[str, object] = {"acts": (act,)} if len(said.split()) == 1 else {}
    return answered(said, asked=asked, task=task, **acts)


def test_what_a_reply_to_a_draft_adds_is_the_models_to_understand() -> None:
    item = {"kind": "user_type", "title": "Developers who write the jobs", "text": "They write the jobs.", "quote": "developers who write the jobs"}  # fmt: skip
    script = Script({"say": "So there is a second group.", "items": [item]})
    thought = thoughts(scripted(script), replying("Right, and developers who write the jobs."))[0]
    assert [fact.name for fact in thought.facts if isinstance(fact, UserType)] == [item["title"]]
    assert len(thought.facts) == 1
    agreed = Script(GOOD)
    thoughts(scripted(agreed), replying("Yes."))
    assert agreed.heard == [], "a draft is confirmed by rule"


def test_where_a_step_has_nothing_to_ask_no_question_is_made_up() -> None:
    briefing = a_briefing("ask_again")
    task = briefing.task.model_copy(update={"criterion": "A criterion that no question of the step is after"})
    script = Script({"question": "Which word names the place?"})
    assert thoughts(scripted(script), briefing.model_copy(update={"task": task}))[0].question is None
    assert script.heard == []


def test_what_is_said_early_answers_the_question_of_a_later_step() -> None:
    briefing = answered("The schema of the orders table must not change.")
    later = still_to_come(briefing)
    keeps = next(ask for ask in later if ask.kinds[0] == "constraint")
    number = later.index(keeps) + 1
    reply = {"number": number, "quote": "The schema of the orders table must not change."}
    script = Script({**GOOD, "answered": [reply]})
    thought = thoughts(scripted(script), briefing)[0]
    assert f"{number}. {keeps.text}" in script.heard[0]
    assert keeps.text in thought.answered
    known = briefing.analysis.changed(answered=(keeps.text,))
    assert keeps not in still_to_come(briefing.model_copy(update={"analysis": known}))


def test_words_in_another_shape_go_back_instead_of_being_lost() -> None:
    script = Script({"lines": [{"speaker": "Maya", "words": "What is booked stays booked."}]}, WORDS)
    thought = thoughts(scripted(script), talking())[0]
    assert thought.contributions[0].text == WORDS["lines"][0]["text"]
    assert "1 of `lines` could not be read: each needs `persona` and `text`." in script.heard[1]


def test_facts_that_could_not_be_read_are_told_to_whoever_wrote_them() -> None:
    lost = [
        {"kind": "wish", "text": "Faster."},
        {"kind": "option", "text": "A parameter of its own.", "from": "r1"},
        {"kind": "priority", "text": "Must", "about": "FR-001", "value": "urgent"},
        {"kind": "story", "text": "see it", "about": "FR-001"},
        {"kind": "direct_change", "text": "Skips rows."},
        {"kind": "integration", "text": "Goes there.", "who": "import"},
    ]
    unread = {"op": "amend", "id": "FR-001", "value": "Skip all rows", "from": "o2"}
    script = Script({**WORDS, "items": lost, "changes": [unread]}, WORDS)
    thoughts(scripted(script), talking())
    for told in (
        "1 of `items` could not be read: each needs `kind` and `text`.",
        '"r1" is no line, no known fact and no `ref` of this answer.',
        "Must, Should, Could or Won't in `value`",
        "a role in `who`",
        "a file in `path`",
        "the other side in `value`",
        'amend of FR-001: "o2" is no line and no known fact.',
    ):
        assert told in script.heard[1]


def test_what_was_left_out_is_said_with_what_goes_back() -> None:
    priority = {"kind": "priority", "text": "Must", "about": "FR-001", "value": "Must", "from": "PB-001"}
    invented = {"kind": "constraint", "text": "Nothing is moved.", "quote": "nothing may ever be moved"}
    script = Script({**WORDS, "items": [priority, invented]}, WORDS)
    thoughts(scripted(script), talking())
    assert "Left out: priority" in script.heard[1]
    assert "nobody ranked it" in script.heard[1]


def test_of_a_passage_only_the_sentences_without_a_quote_are_kept_as_a_note() -> None:
    briefing = answered("All stays. Oh wait, count them before packing. No, forget that.")
    assert briefing.heard is not None
    whole = Quote(turn=briefing.heard.number, start=0, end=len(briefing.heard.text), text=briefing.heard.text)
    own = Thought(facts=(Note(text=whole.text, evidence=(whole,)),))
    said = Requirement(title="Stay", text="All stays.", evidence=(whole.model_copy(update={"end": 10, "text": "All stays."}),))  # fmt: skip
    notes = joined(Thought(facts=(said,)), own, briefing).facts[1:]
    assert [note.headline for note in notes] == ["Oh wait, count them before packing. No, forget that."]


def noted(words: str, **change: str) -> bool:
    """Whether a note with words of the person's may go, by this operation."""
    briefing = a_talk()
    turn = briefing.analysis.turns[-1].model_copy(update={"text": words})
    note = Note(id="NT-001", text=words, evidence=(Assumed(because="test"),))
    facts = (*briefing.analysis.facts, note)
    known = briefing.analysis.changed(turns=(*briefing.analysis.turns[:-1], turn), facts=facts)
    briefing = briefing.model_copy(update={"analysis": known, "heard": briefing.analysis.turns[0]})
    reply = {"changes": [{"op": "withdraw", "id": "NT-001", **change}]}
    verdict = judge(to_thought(read_reply(reply), briefing, SHELF), briefing, SHELF)
    return bool(verdict.thought.merged or verdict.thought.retracted)


def test_a_note_that_its_own_words_take_back_may_go_in_a_later_turn_and_no_other() -> None:
    words = "Count them before packing. No, forget that, count them on disk."
    assert noted(words, quote="No, forget that, count them on disk.")
    assert not noted(words, quote="Count them before packing.")
    assert not noted(words)


@pytest.mark.parametrize(
    ("said", "change", "noted"),
    [
        ("FR-001 still stands twice in impact-analysis.md.", {}, False),
        ("Forget the free shipping, take it out.", {"op": "withdraw", "id": "FR-001", "quote": "Forget the free shipping"}, False),
        ("No, leave free shipping out. Codes end at midnight.", {"op": "withdraw", "id": "FR-001", "quote": "leave free shipping out"}, True),
        ("Forget free shipping. I was wrong about that, drop it.", {"op": "withdraw", "id": "FR-001", "quote": "Forget free shipping"}, False),
        ("FR-009 is still there.", {}, False),
        ("2, no wait: 1.", {}, False),
        ("1. Codes end at midnight.", {}, True),
    ],
)  # fmt: skip
def test_what_is_said_to_the_table_about_its_pages_or_what_it_takes_back_becomes_no_note(
    said: str, change: dict[str, str], noted: bool
) -> None:
    briefing = answered(said)
    shipping = Requirement(
        id="FR-001", title="Free shipping", text="Free shipping", evidence=(Assumed(because="test"),)
    )
    turn = briefing.analysis.turns[-1].changed(question="Shall codes (1) end, or (2) stay?")
    turns = (*briefing.analysis.turns[:-1], turn)
    known = briefing.analysis.changed(
        facts=(shipping,), written=("impact-analysis.md",), retracted=("FR-009",), turns=turns
    )
    reply = {**GOOD, "changes": [change] if change else []}
    thought = thoughts(scripted(Script(reply, GOOD)), briefing.changed(analysis=known))[0]
    notes = [fact.headline for fact in thought.facts if isinstance(fact, Note)]
    assert notes == (["Codes end at midnight."] if noted else [])
    assert thought.retracted == (("FR-001",) if change else ())


def test_no_question_is_put_that_only_the_other_minds_reading_brings_up() -> None:
    prepared = Ask(text="What else would a builder get wrong?")
    briefing = talking(pending=(prepared,))
    said = thoughts(scripted(Script(WORDS)), briefing)[0].contributions
    own = Thought(question=Ask(text="What do people do today without this?"))
    assert joined(Thought(contributions=said), own, briefing).question == prepared
    done = Thought(contributions=said, answered=(prepared.text,))
    assert joined(done, own, briefing).question is None
    assert joined(Thought(), own, briefing).question == own.question


def test_a_risk_without_a_name_of_its_own_is_told_once() -> None:
    told = "A test expects this message for a row without a SKU."
    reply = {"kind": "risk", "text": told, "path": "stock/importer.py", "value": "low", "why": "keep the message", "from": "FR-001"}  # fmt: skip
    for title in ("", "The message"):
        thought = to_thought(read_reply({"items": [{**reply, "title": title}]}), a_talk(), SHELF)
        risk = thought.facts[0]
        assert isinstance(risk, RiskZone)
        assert [risk.title, risk.text, risk.why].count(told) == 1
        assert risk.headline == (title or told)
        assert risk.mitigation == "keep the message"


def test_a_decision_that_ends_with_a_full_stop_is_joined_to_its_reason_without_it() -> None:
    held = Discussion(step_id="01-01", step_title="Context", at=NOON, turn_count=1, exit="user-initiated", participants=("Maya Chen (BA)",), decisions=(("It waits.", "the order stays"),))  # fmt: skip
    assert "- It waits: the order stays" in synthesis(held)
