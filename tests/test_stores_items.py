"""Items: made whole, listed, renamed, closed and deleted, with their line in the backlog."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.analysis.sources import SourceKind, Tracker
from roundtable.errors import ItemLocked, UnknownItem, UnsafePath, WrongUse
from roundtable.stores.adding import add_item
from roundtable.stores.items import list_items, load_item, read_document
from roundtable.stores.locks import lock_item
from roundtable.stores.paths import Places
from roundtable.stores.resolution import Found, resolve
from roundtable.stores.tidying import close_item, delete_item, recover, rename_item
from stores_repositories import NOON, a_repository, an_item, backlog_of, meta_of, start_python


def everything(places: Places) -> dict[str, bytes]:
    """Every file that a person would see; locks are not."""
    files = (path for path in places.root.rglob("*") if path.is_file() and ".roundtable" not in path.parts)
    return {path.relative_to(places.root).as_posix(): path.read_bytes() for path in sorted(files)}


def slugs(places: Places) -> list[str]:
    return [item.folder for item in list_items(places)]


@pytest.mark.rule("P-META-06", "T-SRC-01")
def test_add_makes_folder_draft_meta_and_line(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    added = add_item(places, "  Dark mode für alle\n", now=NOON, codebase_hash="abc1234")
    assert added.item.folder == "dark-mode-fur-alle"
    text = (added.item.path / "meta.json").read_bytes().decode("utf-8")
    assert text == (
        '{\n  "description": "Dark mode für alle",\n  "source": "manual",\n  "source_id": null,\n'
        '  "slug": "dark-mode-fur-alle",\n  "created_at": "2026-02-19T12:00:00.000Z",\n  "analysis_status": "raw",\n'
        '  "phases_completed": [],\n  "codebase_hash": "abc1234"\n}'
    )
    assert (added.item.path / "draft.md").read_text(encoding="utf-8") == "  Dark mode für alle\n"
    assert backlog_of(places) == "# Backlog\n\n## Open\n\n- 1.1 [ ] Dark mode für alle\n\n## Completed\n"
    assert added.entry.number == "1.1"


@pytest.mark.rule("P-CON-05")
def test_add_writes_nowhere_else(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    (tmp_path / "README.md").write_bytes(b"theirs")
    add_item(places, "Dark mode", now=NOON)
    assert set(everything(places)) == {
        "README.md",
        "BACKLOG.md",
        "docs/requirements/dark-mode/draft.md",
        "docs/requirements/dark-mode/meta.json",
    }


@pytest.mark.rule("T-SLUG-01")
def test_the_same_title_again_is_another_item_with_its_own_line(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    made = [add_item(places, "Dark mode", now=NOON).item.folder for _ in range(3)]
    assert made == ["dark-mode", "dark-mode-2", "dark-mode-3"]
    assert [meta_of(places, folder)["slug"] for folder in made] == made
    assert backlog_of(places).count("] Dark mode\n") == 3


@pytest.mark.parametrize(
    ("typed", "title", "folder", "source", "source_id", "description"),
    [
        ("#20", "Dark mode", "gh-20-dark-mode", "github", "GH-20", "Dark mode"),
        ("#20", None, "gh-20", "github", "GH-20", "#20"),
        ("GH-20", None, "gh-20", "github", "GH-20", "GH-20"),
        ("SHOP-7", "Dark mode", "shop-7-dark-mode", "jira", "SHOP-7", "Dark mode"),
        ("Long words about it", "Dark mode", "dark-mode", "manual", None, "Long words about it"),
    ],
)
def test_a_trackers_key_is_recorded_and_leads_the_folder_name(
    tmp_path: Path,
    typed: str,
    title: str | None,
    folder: str,
    source: str,
    source_id: str | None,
    description: str,
) -> None:
    places = a_repository(tmp_path)
    item = add_item(places, typed, title=title, now=NOON).item
    assert item.folder == folder
    assert item.title == (title or typed)
    raw = meta_of(places, folder)
    assert (raw["source"], raw["source_id"], raw["description"]) == (source, source_id, description)
    assert f"] {title or typed}\n" in backlog_of(places)


@pytest.mark.rule("T-SRC-02")
def test_a_bare_number_follows_the_configured_tracker(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    assert add_item(places, "7", now=NOON, tracker=Tracker(SourceKind.JIRA, "SHOP")).item.folder == "shop-7"
    assert load_item(places, "shop-7").title == "SHOP-7"
    assert add_item(places, "8", now=NOON).item.folder == "8"


def test_a_line_that_waited_for_its_item_is_taken_up(tmp_path: Path) -> None:
    backlog = "## Open\n- 2.7 [ ] Dark Mode\n- #30 [ ] Faster search\n"
    places = a_repository(tmp_path, backlog)
    assert add_item(places, "dark mode", now=NOON).entry.number == "2.7"
    found = add_item(places, "#30", now=NOON)
    assert (found.item.folder, found.item.title) == ("gh-30-faster-search", "Faster search")
    assert backlog_of(places) == backlog
    assert add_item(places, "dark mode", now=NOON).entry.number == "2.8"


def test_a_draft_of_many_lines_is_kept_word_for_word(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    draft = "# Dark mode\r\n\r\nPeople ask for it.\n\n- [x] not a backlog line\n"
    item = add_item(places, draft, now=NOON).item
    assert (item.path / "draft.md").read_bytes() == draft.encode()
    assert (item.folder, item.title) == ("dark-mode", "Dark mode")
    assert load_item(places, "dark-mode").title == "Dark mode"


@pytest.mark.parametrize("text", ["", "  \n\t"])
def test_nothing_to_add_says_what_to_type(tmp_path: Path, text: str) -> None:
    with pytest.raises(WrongUse, match="nothing to add"):
        add_item(a_repository(tmp_path), text, now=NOON)


@pytest.mark.parametrize(
    "title", ["CON", "nul", "..", "../../etc/passwd", "a\0b", "💥", "x" * 5000, "- 1.1 [x] fake", "\udce9"]
)
def test_no_title_makes_trouble(tmp_path: Path, title: str) -> None:
    places = a_repository(tmp_path)
    folder = add_item(places, title, now=NOON).item.folder
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", folder)
    assert slugs(places) == [folder]
    assert len([line for line in backlog_of_bytes(places).split(b"\n") if line.startswith(b"- ")]) == 1


def backlog_of_bytes(places: Places) -> bytes:
    return (places.root / "BACKLOG.md").read_bytes()


def test_what_is_not_an_item_is_not_listed(tmp_path: Path) -> None:
    places = a_repository(tmp_path / "r", None, real={"description": "Real"})
    an_item(tmp_path / "outside", "theirs", {})
    home = places.requirements
    (home / "no-meta").mkdir()
    (home / "loose.md").write_bytes(b"")
    an_item(places.root, ".staged-1-00000000", {})
    (home / "link").symlink_to(tmp_path / "outside" / "docs" / "requirements" / "theirs")
    assert slugs(places) == ["real"]
    assert slugs(a_repository(tmp_path / "empty")) == []
    with pytest.raises(UnknownItem):
        load_item(places, "no-meta")
    with pytest.raises(UnsafePath):
        load_item(places, "../real")


def test_an_item_without_a_title_is_called_by_its_folder(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={"description": None})
    assert load_item(places, "dark-mode").title == "dark mode"
    assert read_document(load_item(places, "dark-mode"), "quick-scan.md") is None


def test_close_keeps_everything_and_says_why(tmp_path: Path) -> None:
    places = a_repository(
        tmp_path, "## Open\n- 1.1 [~] Dark mode\n", dark_mode={"description": "Dark mode", "mine": 1}
    )
    item = close_item(places, "dark-mode", " solved elsewhere ", now=NOON, evidence="see #12")
    assert item.status == "closed"
    raw = meta_of(places, "dark-mode")
    assert raw["closed"] == {
        "reason": "solved elsewhere",
        "at": "2026-02-19T12:00:00.000Z",
        "evidence": "see #12",
    }
    assert (raw["analysis_status"], raw["mine"]) == ("raw", 1)
    assert backlog_of(places) == "## Open\n\n## Completed\n\n- 1.1 [~] Dark mode\n"
    assert [item.status for item in list_items(places)] == ["closed"]
    with pytest.raises(WrongUse, match="needs a reason"):
        close_item(places, "dark-mode", " ", now=NOON)


def test_rename_changes_title_folder_and_line_together(tmp_path: Path) -> None:
    backlog = "## Open\r\n- 1.1 [ ] Dark mode toggle\r\n- 1.2 [~] Dark mode\r\n"
    places = a_repository(
        tmp_path, backlog, dark_mode={"odd": 1, "description": "Dark mode", "slug": "dark-mode"}
    )
    (places.item("dark-mode") / "draft.md").write_bytes(b"Dark mode")
    item = rename_item(places, "dark-mode", "Night  mode", now=NOON)
    assert (item.folder, item.title) == ("night-mode", "Night mode")
    assert backlog_of(places) == backlog.replace("[~] Dark mode", "[~] Night mode")
    raw = meta_of(places, "night-mode")
    assert (raw["slug"], raw["title"], raw["description"], raw["odd"]) == (
        "night-mode",
        "Night mode",
        "Dark mode",
        1,
    )
    assert list(raw)[:3] == ["odd", "description", "slug"]
    assert (places.item("night-mode") / "draft.md").read_bytes() == b"Dark mode"
    assert slugs(places) == ["night-mode"]
    assert not list((places.root / ".roundtable" / "pending").glob("*.json"))


def test_rename_to_a_taken_name_gets_a_number_and_to_its_own_name_stays(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    for title in ("One", "Two"):
        add_item(places, title, now=NOON)
    assert rename_item(places, "one", "Two", now=NOON).folder == "two-2"
    assert rename_item(places, "two", "TWO", now=NOON).folder == "two"
    assert sorted(re.findall(r"\] (.+)", backlog_of(places))) == ["TWO", "Two"]
    with pytest.raises(WrongUse):
        rename_item(places, "two", " \n", now=NOON)
    with pytest.raises(UnknownItem):
        rename_item(places, "nothing", "x", now=NOON)


def test_delete_removes_the_folder_and_its_own_line_only(tmp_path: Path) -> None:
    places = a_repository(tmp_path, "## Open\n- 1.1 [ ] Dark mode toggle\n", other={"description": "Other"})
    before = everything(places)
    add_item(places, "Dark mode", now=NOON)
    deleted = delete_item(places, "dark-mode", now=NOON)
    assert (deleted.files, deleted.line) == (("draft.md", "meta.json"), "- 1.2 [ ] Dark mode")
    assert everything(places) == before


def test_delete_leaves_a_line_alone_that_only_resembles_the_item(tmp_path: Path) -> None:
    places = a_repository(
        tmp_path, "## Open\n- 1.1 [ ] Login page redesign\n", login={"description": "Login"}
    )
    assert delete_item(places, "login", now=NOON).line is None
    assert backlog_of(places) == "## Open\n- 1.1 [ ] Login page redesign\n"


def test_of_items_with_the_same_title_each_has_its_own_line(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    for _ in range(3):
        add_item(places, "Same", now=NOON)
    delete_item(places, "same", now=NOON)
    rename_item(places, "same-2", "Second", now=NOON)
    assert re.findall(r"- (1\.\d) \[ \] (\w+)", backlog_of(places)) == [("1.2", "Second"), ("1.3", "Same")]


def test_delete_does_not_follow_links_out_of_the_item(tmp_path: Path) -> None:
    places = a_repository(tmp_path / "r", None, dark_mode={})
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "file").write_bytes(b"keep")
    (places.item("dark-mode") / "link").symlink_to(tmp_path / "precious")
    delete_item(places, "dark-mode", now=NOON)
    assert (tmp_path / "precious" / "file").read_bytes() == b"keep"


CHANGES: dict[str, Callable[[Places], object]] = {
    "close": lambda places: close_item(places, "dark-mode", "why", now=NOON),
    "rename": lambda places: rename_item(places, "dark-mode", "Night mode", now=NOON),
    "delete": lambda places: delete_item(places, "dark-mode", now=NOON),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_an_item_that_somebody_works_on_cannot_be_changed(
    tmp_path: Path, change: Callable[[Places], object]
) -> None:
    places = a_repository(tmp_path, "## Open\n- 1.1 [ ] Dark mode\n", dark_mode={"description": "Dark mode"})
    before = everything(places)
    with lock_item(places, "dark-mode", command="roundtable analyze", now=NOON), pytest.raises(ItemLocked):
        change(places)
    assert everything(places) == before


def a_note(places: Places, **note: object) -> Path:
    path = places.root / ".roundtable" / "pending" / "rename.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"v": 1, **note}), encoding="utf-8")
    return path


def test_an_interrupted_rename_is_finished_by_whoever_comes_next(tmp_path: Path) -> None:
    places = a_repository(
        tmp_path, "## Open\n- 1.1 [A] Old\n", old={"description": "Old"}, new={"description": "Squatter"}
    )
    note = a_note(
        places, folder="old", new_folder="new", title="New", line="- 1.1 [A] Old", new_line="- 1.1 [A] New"
    )
    with lock_item(places, "old", command="busy", now=NOON):
        recover(places, now=NOON)
    assert note.exists(), "an item that is in use is left for later"
    add_item(places, "Another", now=NOON)
    assert not note.exists()
    assert slugs(places) == ["another", "new", "new-2"]
    assert load_item(places, "new-2").title == "New"
    assert "- 1.1 [A] New\n" in backlog_of(places)


@pytest.mark.parametrize("folder", ["../outside", "", "a/b", 7])
def test_a_note_that_is_not_ours_does_no_harm(tmp_path: Path, folder: object) -> None:
    places = a_repository(tmp_path, "## Open\n- 1.1 [ ] Old\n", old={"description": "Old"})
    note = a_note(places, folder=folder, new_folder="new", title="t", line="- 1.1 [ ] Old", new_line="")
    recover(places, now=NOON)
    assert not note.exists()
    assert (slugs(places), backlog_of(places)) == (["old"], "## Open\n- 1.1 [ ] Old\n")


ADDER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from roundtable.stores.adding import add_item
from roundtable.stores.paths import Places
root, who, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
for turn in range(count):
    title = "The same for all" if turn % 5 == 0 else f"Idea {turn} of {who}"
    print(add_item(Places(root, root), title, now=datetime(2026, 2, 19, tzinfo=UTC)).item.folder)
"""


@pytest.mark.slow
def test_four_hundred_adds_from_eight_processes_lose_and_corrupt_nothing(tmp_path: Path) -> None:
    places = a_repository(tmp_path, "# Ours\r\n\r\n## Open\r\n")
    crowd = [start_python(ADDER, str(places.root), str(who), "50") for who in range(8)]
    told = [folder for process in crowd for folder in outcome(process)]
    assert len(set(told)) == 400
    assert slugs(places) == sorted(told)
    assert all(meta_of(places, folder)["slug"] == folder for folder in told)
    lines = backlog_of(places).split("\r\n")
    assert (lines[:3], lines[-1]) == (["# Ours", "", "## Open"], "")
    entries = [line for line in lines if line.startswith("- ")]
    assert [line.split()[1] for line in entries] == [f"1.{number}" for number in range(1, 401)]
    assert sum(line.endswith("] The same for all") for line in entries) == 80
    assert not [path for path in places.requirements.iterdir() if path.name.startswith(".")]


def outcome(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.split()


def test_a_renamed_item_is_found_by_its_new_title(tmp_path: Path) -> None:
    places = a_repository(tmp_path)
    add_item(places, "Dark mode", now=NOON)
    rename_item(places, "dark-mode", "Night mode", now=NOON)
    found = resolve(places, "night mode")
    assert isinstance(found, Found)
    assert found.folder == "night-mode"
