"""A journal replayed gives the same state."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from play import Play, a_library, a_state, a_step, plain_reader
from roundtable.engine.events import AnyEvent
from roundtable.engine.fold import fold_all
from roundtable.engine.replay import before_each_turn
from roundtable.stores.session_store import as_line

__all__ = ["plain_reader"]


EVENT: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from(["an answer", "C", "E", "S", "done", "deep", "y", "", "Alex, why?", "日本語"]),
        max_size=14,
    )
)
def test_any_session_replayed_from_its_journal_lines_ends_in_the_same_state(lines: list[str]) -> None:
    start = a_state(a_library(*(a_step(f"0{p}-0{n}") for p in (0, 1) for n in (1, 2))))
    play = Play(start).begin()
    for line in lines:
        if play.ended:
            break
        play.hear(line)
    journal = [json.dumps(as_line(event), ensure_ascii=False) for event in play.events]
    replayed = [EVENT.validate_python(json.loads(line)) for line in journal]
    assert fold_all(start, replayed) == play.state


def test_what_came_before_each_turn_is_read_from_the_journal() -> None:
    start = a_state(a_library(a_step("00-01", standard="1. One?\n2. Two?\n3. Three?"), a_step("00-02")))
    play = Play(start).begin().hear("first", "second")
    journal = [{"v": 1, **as_line(event)} for event in play.events]
    found = before_each_turn(play.state, journal)
    assert [len(analysis.facts) for analysis in found] == [0, 1]
    assert found == play.state.past


def test_a_journal_that_does_not_lead_to_the_saved_facts_brings_nothing_back() -> None:
    start = a_state(a_library(a_step("00-01", standard="1. One?\n2. Two?"), a_step("00-02")))
    play = Play(start).begin().hear("first")
    journal = [as_line(event) for event in play.events if event.kind != "facts_recorded"]
    assert before_each_turn(play.state, [*journal, {"kind": "heard"}, {"kind": "nonsense"}, {}]) == ()
