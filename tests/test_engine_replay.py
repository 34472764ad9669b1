"""A journal replayed gives the same state."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from play import Play, a_library, a_state, a_step, plain_reader
from roundtable.engine.events import AnyEvent
from roundtable.engine.fold import fold_all, replayed

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
    journal = [json.dumps(event.model_dump(mode="json"), ensure_ascii=False) for event in play.events]
    again = [EVENT.validate_python(json.loads(line)) for line in journal]
    assert fold_all(start, again) == play.state


def test_what_came_before_each_turn_is_read_from_the_journal() -> None:
    start = a_state(a_library(a_step("00-01", standard="1. One?\n2. Two?\n3. Three?"), a_step("00-02")))
    play = Play(start).begin().hear("first", "second")
    journal = [{"v": 1, **event.model_dump(mode="json")} for event in play.events]
    found = replayed(start, [*journal, {"kind": "heard"}, {"kind": "nonsense"}, {}])
    assert [len(analysis.facts) for analysis in found.past] == [0, 1]
    assert (found.past, found.analysis, found.place) == (
        play.state.past,
        play.state.analysis,
        play.state.place,
    )
