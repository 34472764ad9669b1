"""The journal: only added to, one event per line, and a torn last line is never lost."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journal_lines import read_journal
from roundtable.stores.journal import append_events, mark_now, read_since
from stores_repositories import run_python

values = st.none() | st.integers() | st.text(max_size=12) | st.lists(st.text(max_size=4), max_size=2)
events = st.lists(st.dictionaries(st.text(max_size=4), values, max_size=3), max_size=3)
on_disk = settings(max_examples=25, deadline=None)  # each example waits for the disk several times


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("item") / "journal.jsonl"


@on_disk
@given(events, events)
def test_events_come_back_in_order_and_versioned(
    journal: Path, first: list[dict[str, Any]], second: list[dict[str, Any]]
) -> None:
    journal.unlink(missing_ok=True)
    append_events(journal, first)
    append_events(journal, second)
    assert read_journal(journal).events == tuple({"v": 1, **event} for event in first + second)
    assert read_journal(journal).unread == ()


@on_disk
@given(events.filter(bool), st.integers(min_value=0))
def test_a_journal_cut_anywhere_loses_no_whole_event_and_no_byte(
    journal: Path, told: list[dict[str, Any]], cut: int
) -> None:
    journal.unlink(missing_ok=True)
    append_events(journal, told)
    whole = journal.read_bytes()
    kept = whole[: cut % (len(whole) + 1)]
    journal.write_bytes(kept)
    complete = kept.count(b"\n")
    before = read_journal(journal)
    assert before.events[:complete] == tuple({"v": 1, **event} for event in told[:complete])
    append_events(journal, [{"kind": "next"}])
    lines = journal.read_bytes().decode("utf-8").split("\n")
    assert lines.pop() == ""
    assert json.loads(lines[-1]) == {"kind": "next", "v": 1}
    parsed = [json.loads(line) for line in lines]
    torn = kept.rpartition(b"\n")[2]
    if before.unread:
        assert parsed[complete] == {
            "kind": "torn_line",
            "text": torn.decode("utf-8", "backslashreplace"),
            "v": 1,
        }
    assert read_journal(journal).unread == ()


def test_a_torn_line_is_reported_and_other_damage_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"a":1}\n<<<<<<< HEAD\n{"b":2}\n\n\xff\n{"c":')
    found = read_journal(path)
    assert found.events == ({"a": 1}, {"b": 2})
    assert found.unread == ("<<<<<<< HEAD", "\\xff", '{"c":')


def test_a_missing_journal_is_an_empty_one_and_no_events_make_none(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    append_events(path, [])
    assert read_journal(path).events == ()
    assert not path.exists()


@on_disk
@given(events, events)
def test_what_happened_since_a_mark_is_known_whatever_ends_the_lines(
    journal: Path, first: list[dict[str, Any]], second: list[dict[str, Any]]
) -> None:
    journal.unlink(missing_ok=True)
    append_events(journal, first)
    mark = mark_now(journal)
    append_events(journal, second)
    told = tuple(tuple({"v": 1, **event} for event in part) for part in (first, second))
    assert read_since(journal, mark, longest=10_000) == told
    assert read_since(journal, mark, longest=-1) == ((), told[1])
    if journal.exists():
        journal.write_bytes(journal.read_bytes().replace(b"\n", b"\r\n"))
    assert read_since(journal, mark, longest=10_000) == told


@pytest.mark.parametrize("mark", [None, "", "2", "2 0123456789abcdef", "9" * 5000, ["2"], {}])
def test_a_mark_of_another_journal_or_of_none_hides_nothing(tmp_path: Path, mark: object) -> None:
    path = tmp_path / "journal.jsonl"
    append_events(path, [{"n": 1}, {"n": 2}, {"n": 3}])
    assert read_since(path, mark, longest=0) == (read_journal(path).events, ())
    made = mark_now(path)
    path.write_bytes(path.read_bytes().replace(b'"n": 1', b'"n": 7'))
    append_events(path, [{"n": 4}])
    assert read_since(path, made, longest=0) == (read_journal(path).events, ())


def test_every_line_is_one_line_for_every_reader(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    append_events(path, [{"text": "a\u2028b\u2029c\x85d\ne\udc80"}])
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1
    assert read_journal(path).events[0]["text"] == "a\u2028b\u2029c\x85d\ne\udc80"


def test_a_long_torn_line_is_found_from_the_back(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    append_events(path, [{"n": 1}])
    with path.open("ab") as file:
        file.write(b'{"text": "' + b"x" * 20_000)
    append_events(path, [{"n": 2}])
    kinds = [event.get("kind", event.get("n")) for event in read_journal(path).events]
    assert kinds == [1, "torn_line", 2]


FULL = """
import resource, sys
from pathlib import Path
from roundtable.errors import WriteFailed
from roundtable.stores.journal import append_events
path = Path(sys.argv[1])
append_events(path, [{"n": 1}])
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    append_events(path, [{"text": "x" * 5000}])
except WriteFailed as failed:
    print(failed)
append_events(path, [{"n": 2}])
"""


@pytest.mark.skipif(os.name == "nt", reason="limits of this kind exist on POSIX only")
def test_an_append_without_room_cuts_back_to_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    assert run_python(FULL, str(path)).startswith("Could not write journal.jsonl (")
    assert read_journal(path).events == ({"n": 1, "v": 1}, {"n": 2, "v": 1})
