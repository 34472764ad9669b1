"""A model leads the talk: it answers questions back, withdraws prepared ones, and what it changes loses nothing."""

import asyncio
from typing import Any

from guards_replies import TURNS, a_briefing
from guards_samples import ALEX, MAYA
from guards_thoughts import SHELF
from llm_table import Script, scripted, thoughts
from roundtable.analysis.analysis import Turn
from roundtable.analysis.scanning import RankedFile, ScanResult
from roundtable.engine.briefing import Amendment, Ask, Briefing, Merge, Shown, Spoken, Thought
from roundtable.facts import Criterion, DirectChange, Interface, Note, Requirement
from roundtable.facts.evidence import CodeAnchor, Quote
from roundtable.facts.solution import Parameter
from roundtable.interview.agenda import prepared
from roundtable.minds.joining import joined, keeping_evidence, telling_changes
from roundtable.minds.llm.excerpts import excerpts_for
from roundtable.minds.llm.fencing import Sending
from roundtable.minds.llm.memory import Memory
from roundtable.minds.llm.prompt import compose
from roundtable.minds.llm.reading import Reading

WORDS: dict[str, Any] = {"lines": [{"persona": MAYA, "text": "What is booked stays booked, then."}]}
OPEN = {"security": ("who may see it",)}


def talking(**parts: object) -> Briefing:
    briefing = a_briefing()
    return briefing.model_copy(update={"unmet_by_topic": OPEN, "topics": briefing.library.topics, **parts})


def quote(text: str, turn: int) -> Quote:
    start = TURNS[turn].text.index(text)
    return Quote(turn=turn, start=start, end=start + len(text), text=text)


def with_facts(*facts: Any) -> Briefing:
    briefing = talking()
    return briefing.model_copy(
        update={"analysis": briefing.analysis.changed(facts=(*briefing.analysis.facts, *facts))}
    )


def test_a_question_back_is_the_models_to_answer_with_its_own_words_alone() -> None:
    asked = Turn(number=4, text="Alex, what would break if we compared in UTC?")
    task = a_briefing().task.model_copy(update={"kind": "answer_back", "persona": ALEX, "may_ask": False})
    library = a_briefing().library
    said = (Spoken(persona=None, text=asked.text),)
    briefing = talking(heard=asked, task=task, persona=library.persona(ALEX), acts=(), said=said)
    script = Script(
        {"say": "Whoever reads a local time in the list keeps seeing it; only the comparison moves."}
    )
    thought = thoughts(scripted(script), briefing)[0]
    assert [piece.persona for piece in thought.contributions] == [ALEX]
    assert "only the comparison moves" in thought.contributions[0].text
    assert '<data name="asked back">\nAlex, what would break' in script.heard[0]
    silent = thoughts(scripted(Script({"say": ""})), briefing)[0]
    assert silent.contributions, "somebody who asks is never left without an answer"


def test_a_prepared_question_that_was_answered_is_not_put() -> None:
    briefing = talking()
    due = prepared(briefing)
    few = briefing.model_copy(
        update={"analysis": briefing.analysis.changed(answered=tuple(ask.about for ask in due[3:]))}
    )
    first, second = prepared(few)[:2]
    script = Script({**WORDS, "answered": [{"number": 1, "quote": "Only new ones are checked"}]})
    thought = thoughts(scripted(script), few)[0]
    assert f"1. {first.text}" in script.heard[0]
    assert first.text in thought.answered
    assert first.about in thought.answered
    assert thought.question is not None
    assert thought.question.text == second.text
    invented = Script({**WORDS, "answered": [{"number": 1, "quote": "nobody ever said this"}]})
    assert thoughts(scripted(invented), few)[0].answered == ()


def test_what_the_model_took_the_answer_to_is_not_put_again() -> None:
    asked = Ask(text="Shall the error reach the caller as it is?", persona=MAYA)
    again = Thought(question=asked)
    following = Ask(text="What else would a builder get wrong?")
    briefing = talking(asked=asked, pending=(following,))
    said = thoughts(scripted(Script(WORDS)), briefing)[0].contributions
    assert joined(Thought(contributions=said), again, briefing).question == following
    assert joined(Thought(), again, briefing).question == asked


def test_a_merged_fact_leaves_its_words_and_places_and_what_belongs_to_it() -> None:
    twin = Requirement(
        id="FR-003",
        title="UTC",
        text="Bookings are compared in UTC.",
        evidence=(quote("compared in UTC", 0),),
    )
    check = Criterion(id="AC-003-01", requirement="FR-003", text="In UTC.", evidence=twin.evidence)
    briefing = with_facts(twin, check)
    merge = Merge(fact_id="FR-003", into="FR-001")
    kept = keeping_evidence(Thought(merged=(merge,)), briefing)
    assert kept.retracted == ("FR-003",)
    assert twin.evidence[0] in kept.amended[0].evidence
    assert [fact.requirement for fact in kept.facts if isinstance(fact, Criterion)] == ["FR-001"]
    told = telling_changes(kept, briefing).contributions[0].text
    assert told == 'Now part of FR-001, FR-003: "Bookings are compared in UTC."'
    settled = keeping_evidence(Thought(merged=(Merge(fact_id="OQ-001"),)), briefing)
    assert telling_changes(settled, briefing).contributions[0].text.startswith("Settled, OQ-001")


def test_a_reason_from_the_code_costs_no_word_of_the_persons_and_new_words_no_place() -> None:
    said, place = (
        quote("Bookings should be compared in UTC", 0),
        CodeAnchor(path="src/booking/overlap.ts", line=7),
    )
    change = DirectChange(id="DC-001", path="src/booking/overlap.ts", text="Compare in UTC", evidence=(said,))
    argued = Amendment(fact_id="DC-001", updates={"why": "Local times are compared."}, evidence=(place,))
    kept = keeping_evidence(Thought(amended=(argued,)), with_facts(change)).amended[0]
    assert kept.evidence == (place, said)
    seen = change.model_copy(update={"text": "", "evidence": (place,)})
    named = Amendment(fact_id="DC-001", updates={"text": "Compare in UTC"}, evidence=(said,))
    assert keeping_evidence(Thought(amended=(named,)), with_facts(seen)).amended[0].evidence == (said, place)
    told = telling_changes(Thought(amended=(named,)), with_facts(seen)).contributions[0].text
    assert told == 'DC-001 now also says: "Compare in UTC"'


def test_a_note_goes_without_a_word_when_a_fact_quotes_it_whole() -> None:
    note = Note(id="NT-001", text=TURNS[0].text, evidence=(quote("Bookings should be compared in UTC.", 0),))
    item = {"kind": "requirement", "text": "Bookings are compared in UTC", "quote": "Bookings should be compared in UTC."}  # fmt: skip
    thought = thoughts(scripted(Script({**WORDS, "items": [item]})), with_facts(note))[0]
    assert thought.retracted == ("NT-001",)
    assert not any("NT-001" in piece.text for piece in thought.contributions)


def test_nothing_is_sent_twice_of_what_was_looked_at_and_what_is_known() -> None:
    line = Shown(path="a.py", first=2, text="two")
    memory = Memory()
    memory.see((Shown(path="a.py", first=1, text="one\ntwo"), line, line), Sending(), because="code")
    assert memory.pieces[0].text.count("2: two") == 1
    recited = "\n".join(f'FR-00{at} "The system shall do {at}."' for at in range(1, 5))
    memory.hear(talking(said=(Spoken(persona=MAYA, text=recited),)), Sending())
    assert "The system shall do" not in memory.pieces[-1].text
    call = Interface(
        id="IF-001", name="book", inputs=(Parameter(name="room", type="str"),), evidence=(line_of(),)
    )
    check = Criterion(id="AC-009-01", requirement="FR-001", text="Given a room, when it is booked, then it is taken.", given="a room", when="it is booked", then="it is taken", evidence=(line_of(),))  # fmt: skip
    end = compose(with_facts(call, check), Sending()).changing
    assert "parts = room str" in end
    assert end.count("it is booked") == 1


def line_of() -> CodeAnchor:
    return CodeAnchor(path="src/booking/overlap.ts", line=10)


def test_of_files_that_say_nothing_about_the_matter_only_the_best_are_shown() -> None:
    files = tuple(RankedFile(path=path, score=0.5, reasons=()) for path in SHELF.files)
    briefing = talking(scan=ScanResult(description="", total_files=len(files), files=files))
    assert {one.path for one in excerpts_for(briefing, SHELF, Sending())} == set(list(SHELF.files)[:2])


def test_code_that_is_not_read_yet_is_not_called_missing() -> None:
    class Later(type(SHELF)):
        is_read = False

    reading = Reading(Later(), Sending())
    told = asyncio.run(reading.find("import_file"))
    assert "still being read" in told
    assert reading.looks == 0
    Later.is_read = True
    reading.begin(None)
    assert "stock/importer.py" in asyncio.run(reading.find("import_file"))
