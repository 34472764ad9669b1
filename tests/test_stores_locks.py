"""Locks: one writer per item, a holder with a name, and a dead holder that holds nothing."""

import os
import subprocess
from pathlib import Path

import pytest

from roundtable.errors import ItemLocked
from roundtable.stores.locks import holder_of_item, lock_backlog, lock_item
from roundtable.stores.paths import Places
from stores_repositories import NOON, a_repository, an_item, start_python

HOLDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from roundtable.stores.locks import lock_backlog, lock_item
from roundtable.stores.paths import Places
root = Path(sys.argv[1])
now = datetime(2026, 2, 19, 12, 0, tzinfo=UTC)
taken = {
    "item": lambda: lock_item(Places(root, root), "dark-mode", command="roundtable analyze dark-mode", now=now),
    "backlog": lambda: lock_backlog(Places(root, root), command="roundtable add x", now=now),
}[sys.argv[2]]()
with taken:
    print("held", flush=True)
    sys.stdin.readline()
"""


def a_holder(places: Places, what: str) -> subprocess.Popen[str]:
    process = start_python(HOLDER, str(places.root), what)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


@pytest.mark.rule("P-META-13", "L-META-09")
def test_a_second_process_is_told_who_holds_the_item(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={}, other={})
    holder = a_holder(places, "item")
    with pytest.raises(ItemLocked) as refused, lock_item(places, "dark-mode", command="test", now=NOON):
        pass
    assert refused.value.exit_code == 3
    said = str(refused.value)
    assert said.startswith("dark-mode is open in another session (`roundtable analyze dark-mode`, process ")
    assert f"process {holder.pid}" in said
    assert "since 2026-02-19T12:00:00.000Z" in said
    shown = holder_of_item(places, "dark-mode")
    assert shown is not None
    assert shown.pid == holder.pid
    with lock_item(places, "other", command="test", now=NOON):
        pass
    holder.communicate("\n")
    assert holder_of_item(places, "dark-mode") is None
    with lock_item(places, "dark-mode", command="test", now=NOON):
        pass


def test_a_killed_holder_holds_nothing_and_its_leftovers_are_swept(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={})
    holder = a_holder(places, "item")
    (places.item("dark-mode") / ".meta.json.1-00000000.roundtable-tmp").write_bytes(b"half")
    holder.kill()
    holder.communicate()
    assert holder_of_item(places, "dark-mode") is None
    with lock_item(places, "dark-mode", command="test", now=NOON):
        assert [path.name for path in places.item("dark-mode").iterdir()] == ["meta.json"]


def test_one_process_does_not_open_an_item_twice(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={})
    with (
        lock_item(places, "dark-mode", command="first", now=NOON),
        pytest.raises(ItemLocked, match=f"process {os.getpid()}"),
        lock_item(places, "dark-mode", command="second", now=NOON),
    ):
        pass


def test_a_lock_is_let_go_when_something_fails_inside(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={})
    with pytest.raises(KeyError), lock_item(places, "dark-mode", command="test", now=NOON):
        raise KeyError
    assert holder_of_item(places, "dark-mode") is None


def test_the_backlog_is_waited_for_but_not_for_ever(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    holder = a_holder(places, "backlog")
    with (
        pytest.raises(ItemLocked, match=r"^BACKLOG\.md is .+`roundtable add x`"),
        lock_backlog(places, command="t", now=NOON, patience=0.01),
    ):
        pass
    waiting = start_python(HOLDER, str(places.root), "backlog")
    holder.communicate("\n")
    assert waiting.communicate("\n")[0] == "held\n"


def test_looking_for_a_holder_leaves_no_trace(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={})
    assert holder_of_item(places, "dark-mode") is None
    assert not (tmp_path / ".roundtable").exists()


def test_the_longest_folder_name_can_be_locked(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    an_item(tmp_path, "x" * 250, {})
    with lock_item(places, "x" * 250, command="test", now=NOON):
        assert holder_of_item(places, "x" * 250) is not None
