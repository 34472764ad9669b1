"""Kill a change before and after every single call with which it changes the disk, and look at what is left.

    python stores_crashes.py SCENARIO FOLDER

Each scenario prepares a repository, changes it in a child process that is killed (as with `kill -9`) at its first call,
its second, and so on until it gets through, and checks after each death what must always hold. Prints how many deaths
there were; a broken promise is an assertion error.
"""

import os
import re
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import FrameType

from roundtable.stores.adding import add_item
from roundtable.stores.atomic import replace_file, sweep
from roundtable.stores.items import list_items, load_item, save_meta
from roundtable.stores.journal import append_events, read_journal
from roundtable.stores.paths import Places
from roundtable.stores.tidying import delete_item, recover, rename_item
from stores_repositories import NOON, a_repository, backlog_of, meta_of

BACKLOG = "## Open\n- 1.1 [ ] First\n- 1.2 [~] Old title\n"


@dataclass(frozen=True)
class Scenario:
    change: Callable[[Places], object]
    check: Callable[[Places], None]


def a_state(folder: Path) -> Places:
    old = {"description": "Old title", "slug": "old-title", "theirs": 1}
    places = a_repository(folder, BACKLOG, first={"description": "First"}, old_title=old)
    (places.item("old-title") / "spec.md").write_bytes(b"text")
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
    assert len(list(path.parent.iterdir())) == 3


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
    assert numbers in ([1], [1, 2, 3]), numbers
    append_events(path, [{"n": 4}])
    assert read_journal(path).problems == ()
    assert [event["n"] for event in read_journal(path).events][-1] == 4


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
    ),
    "save": Scenario(
        lambda places: save_meta(places, "old-title", load_item(places, "old-title", NOON).meta, NOON),
        check_saved,
    ),
    "add": Scenario(lambda places: add_item(places, "New idea", now=NOON), check_added),
    "rename": Scenario(lambda places: rename_item(places, "old-title", "New title", now=NOON), check_renamed),
    "delete": Scenario(lambda places: delete_item(places, "old-title", now=NOON), check_deleted),
    "journal": Scenario(
        lambda places: append_events(places.item("old-title") / "journal.jsonl", [{"n": 2}, {"n": 3}]),
        check_journal,
    ),
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


def main(name: str, folder: Path) -> None:
    scenario = SCENARIOS[name]
    for call in count(1):
        places = a_state(folder / "repository")
        BEFORE["meta"] = (places.item("old-title") / "meta.json").read_bytes()
        through = survives(scenario, places, call)
        scenario.check(places)
        shutil.rmtree(folder / "repository")
        if through:
            print(call - 1)
            return


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
