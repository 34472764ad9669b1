"""Kill a change before and after every single call with which it changes the disk, and look at what is left.

    python stores_crashes.py SCENARIO FOLDER [FAULT]

With a FAULT (`EIO`, once, or `ENOSPC`, from then on) each write, fsync and rename fails in turn instead, and the change either
succeeds after all or is one sentence. Each scenario prepares a repository, changes it in a child process that is killed (as with `kill -9`) at its first call,
its second, and so on until it gets through, and checks after each death what must always hold. Prints how many deaths
there were; a broken promise is an assertion error.
"""

import errno
import os
import re
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import FrameType

from journal_lines import read_journal
from roundtable.errors import RoundtableError
from roundtable.stores.adding import add_item
from roundtable.stores.atomic import bytes_at, replace_file, sweep
from roundtable.stores.items import list_items, load_item, save_meta
from roundtable.stores.journal import append_events
from roundtable.stores.paths import NFR_MATRIX, Places
from roundtable.stores.session_store import ItemFolder
from roundtable.stores.tidying import delete_item, has_pending, recover, rename_item
from stores_repositories import NOON, StoppedClock, a_repository, backlog_of, meta_of

SPEC = "requirements-spec.md"
OLD_DOCUMENT, NEW_DOCUMENT = b"old", "new\n" * 1000
BACKLOG = "## Open\n- 1.1 [ ] First\n- 1.2 [~] Old title\n"


@dataclass(frozen=True)
class Scenario:
    change: Callable[[Places], object]
    check: Callable[[Places], None]
    """What must hold whatever happened."""
    done: Callable[[Places], None]
    """What must hold once it was said to be done."""
    refused: Callable[[Places], None] = lambda _places: None
    """What must hold once it was said to have failed."""


def a_state(folder: Path) -> Places:
    old = {"description": "Old title", "slug": "old-title", "theirs": 1}
    places = a_repository(folder, BACKLOG, first={"description": "First"}, old_title=old)
    (places.item("old-title") / "spec.md").write_bytes(b"text")
    (places.item("old-title") / SPEC).write_bytes(OLD_DOCUMENT)
    append_events(places.item("old-title") / "journal.jsonl", [{"n": 1}])
    return places


def slugs(places: Places) -> list[str]:
    return [item.folder for item in list_items(places)]


def titles(places: Places) -> list[str]:
    return re.findall(r"^- \S+ \[.\] (.+)$", backlog_of(places), re.MULTILINE)


def check_replaced(places: Places) -> None:
    path = places.item("old-title") / "meta.json"
    assert path.read_bytes() in (b"new" * 1000, BEFORE["meta"]), path.read_bytes()[:50]
    sweep(path.parent)
    assert len(list(path.parent.iterdir())) == 4


def check_saved(places: Places) -> None:
    item = load_item(places, "old-title")
    assert item.problem is None
    assert item.meta.raw["theirs"] == 1


def check_added(places: Places) -> None:
    made = [item for item in list_items(places) if item.title == "New idea"]
    for item in made:
        assert item.problem is None
        assert (item.path / "draft.md").read_bytes() == b"New idea"
    assert len(made) <= titles(places).count("New idea") <= 1
    add_item(places, "New idea", now=NOON)
    assert (
        sum(item.title == "New idea" for item in list_items(places))
        == titles(places).count("New idea")
        == len(made) + 1
    )
    assert not [path for path in places.requirements.iterdir() if path.name.startswith(".")]
    assert titles(places)[:2] == ["First", "Old title"]


def check_renamed(places: Places) -> None:
    recover(places, now=NOON)
    state = (slugs(places), titles(places))
    assert state in (
        (["first", "old-title"], ["First", "Old title"]),
        (["first", "new-title"], ["First", "New title"]),
    ), state
    folder = state[0][1]
    raw = meta_of(places, folder)
    assert (raw["slug"], raw.get("title", "Old title")) == (folder, state[1][1])
    assert raw["theirs"] == 1
    assert (places.item(folder) / "spec.md").read_bytes() == b"text"


def check_deleted(places: Places) -> None:
    assert slugs(places) in (["first"], ["first", "old-title"])
    if "old-title" in slugs(places):
        assert (places.item("old-title") / "spec.md").exists()
        delete_item(places, "old-title", now=NOON)
    assert (slugs(places), titles(places)) == (["first"], ["First"])


def check_journal(places: Places) -> None:
    path = places.item("old-title") / "journal.jsonl"
    numbers = [event["n"] for event in read_journal(path).events]
    assert numbers in ([1], [1, 2], [1, 2, 3]), numbers  # without power, half a line may be left as well
    append_events(path, [{"n": 4}])
    assert read_journal(path).unread == ()
    assert read_journal(path).events[-1].get("n") == 4


def check_begun(places: Places) -> None:
    path = places.item("first") / "journal.jsonl"
    append_events(path, [{"n": 2}])
    assert read_journal(path).unread == ()
    assert [n for event in read_journal(path).events if (n := event.get("n"))] in ([1, 2], [2])


def check_is_renamed(places: Places) -> None:
    check_is_there("first", "new-title")(places)
    assert not has_pending(places), "it would be done once more, whatever has the old name by then"


def write_documents(places: Places) -> None:
    home = ItemFolder(places, load_item(places, "old-title"), StoppedClock(), command="test", mode="steps")
    home.write_documents(dict.fromkeys((SPEC, "nfr-matrix.md", "design.md"), NEW_DOCUMENT))


def documents(places: Places) -> list[bytes | None]:
    home = places.item("old-title")
    return [bytes_at(path) for path in (home / SPEC, places.root / NFR_MATRIX, home / "design.md")]


def check_documents(places: Places) -> None:
    assert set(documents(places)) <= {OLD_DOCUMENT, None, NEW_DOCUMENT.encode()}
    assert documents(places)[0] is not None


def check_documents_are_new(places: Places) -> None:
    assert set(documents(places)) == {NEW_DOCUMENT.encode()}


def check_meta_is_new(places: Places) -> None:
    assert (places.item("old-title") / "meta.json").read_bytes() == b"new" * 1000


def check_is_there(*wanted: str) -> Callable[[Places], None]:
    def check(places: Places) -> None:
        assert (slugs(places), len(titles(places))) == (sorted(wanted), len(wanted))

    return check


def check_journal_says(item: str, *numbers: int) -> Callable[[Places], None]:
    def check(places: Places) -> None:
        events = read_journal(places.item(item) / "journal.jsonl").events
        assert [event["n"] for event in events] == [*numbers]

    return check


FAILING = ("open", "write", "fsync", "rename", "replace", "mkdir", "ftruncate", "unlink")
LONGEST_CHANGE = 40
"""Calls; no change takes more."""
BEFORE: dict[str, bytes] = {}
CHANGING = frozenset(
    [
        "open",
        "write",
        "close",
        "fsync",
        "rename",
        "replace",
        "unlink",
        "remove",
        "mkdir",
        "rmdir",
        "chmod",
        "ftruncate",
    ]
)
SCENARIOS = {
    "replace": Scenario(
        lambda places: replace_file(places.item("old-title") / "meta.json", b"new" * 1000, "m"),
        check_replaced,
        check_meta_is_new,
    ),
    "save": Scenario(
        lambda places: save_meta(places, "old-title", load_item(places, "old-title", NOON).meta, NOON),
        check_saved,
        check_saved,
    ),
    "add": Scenario(
        lambda places: add_item(places, "New idea", now=NOON),
        check_added,
        check_is_there("first", "new-idea", "old-title"),
    ),
    "rename": Scenario(
        lambda places: rename_item(places, "old-title", "New title", now=NOON),
        check_renamed,
        check_is_renamed,
    ),
    "delete": Scenario(
        lambda places: delete_item(places, "old-title", now=NOON), check_deleted, check_is_there("first")
    ),
    "journal": Scenario(
        lambda places: append_events(places.item("old-title") / "journal.jsonl", [{"n": 2}, {"n": 3}]),
        check_journal,
        check_journal_says("old-title", 1, 2, 3),
        check_journal_says("old-title", 1),
    ),
    "first words": Scenario(
        lambda places: append_events(places.item("first") / "journal.jsonl", [{"n": 1}]),
        check_begun,
        check_journal_says("first", 1),
        check_journal_says("first"),
    ),
    "documents": Scenario(write_documents, check_documents, check_documents_are_new),
}


def die_at(call: int) -> Callable[[FrameType, str, object], None]:
    left = call

    def watch(_frame: FrameType, event: str, called: object) -> None:
        nonlocal left
        if event in {"c_call", "c_return"} and getattr(called, "__name__", None) in CHANGING:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return watch


def fail_at(call: int, fault: str) -> None:
    """Let the n-th call fail; on a full disk every later one that needs room too."""
    left, number = call, getattr(errno, fault)

    def failing(real: Callable[..., object], *, needs_room: bool) -> Callable[..., object]:
        def around(*args: object, **kwargs: object) -> object:
            nonlocal left
            left -= 1
            if left == 0 or (left < 0 and fault == "ENOSPC" and needs_room):
                raise OSError(number, os.strerror(number))
            return real(*args, **kwargs)

        return around

    for name in FAILING:
        setattr(os, name, failing(getattr(os, name), needs_room=name in {"write", "mkdir"}))


def endures(scenario: Scenario, places: Places, call: int, fault: str) -> bool:
    """Whether the change got through without meeting the fault; what it says otherwise is one sentence."""
    child = os.fork()
    if child == 0:
        fail_at(call, fault)
        try:
            scenario.change(places)
        except RoundtableError as error:
            os._exit(3 if len(str(error).splitlines()) == 1 else 4)
        except BaseException:
            traceback.print_exc()
            os._exit(5)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 3), f"{fault} at call {call}"
    (scenario.refused if code else scenario.done)(places)
    return code == 0


def survives(scenario: Scenario, places: Places, call: int) -> bool:
    child = os.fork()
    if child == 0:
        sys.setprofile(die_at(call))
        try:
            scenario.change(places)
        finally:
            sys.setprofile(None)
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFEXITED(status)


def main(name: str, folder: Path, fault: str = "") -> None:
    scenario = SCENARIOS[name]
    in_a_row = 0
    for call in count(1):
        places = a_state(folder / "repository")
        BEFORE["meta"] = (places.item("old-title") / "meta.json").read_bytes()
        through = endures(scenario, places, call, fault) if fault else survives(scenario, places, call)
        in_a_row = in_a_row + 1 if through else 0
        scenario.check(places)
        shutil.rmtree(folder / "repository")
        if through and (not fault or in_a_row > LONGEST_CHANGE):  # a fault may be mended by a second try
            print(call - 1)
            return


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
