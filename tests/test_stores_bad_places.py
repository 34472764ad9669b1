"""A place that does not allow it: one sentence, exit 3, and nothing is lost."""

import os
from pathlib import Path

import pytest

from journal_lines import read_journal
from roundtable.errors import CannotDoHere, RoundtableError
from roundtable.stores.adding import add_item
from roundtable.stores.items import list_items, load_item
from stores_repositories import NOON, a_repository, run_python

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions and limits")

# Permissions do not bind root, so the work is done as nobody; everything is imported while it can still be read.
AS_NOBODY = """
import os, resource, sys
from datetime import UTC, datetime
from pathlib import Path
from roundtable.errors import RoundtableError
from roundtable.stores.adding import add_item
from roundtable.stores.items import list_items, load_item, save_meta
from roundtable.stores.backlog_file import update_marker
from roundtable.stores.paths import Places
from roundtable.stores.tidying import close_item, delete_item, rename_item
if os.geteuid() == 0:
    os.setuid(65534)
root, now = Path(sys.argv[1]), datetime(2026, 2, 19, tzinfo=UTC)
places = Places(root, root)
todo = {
    "add": lambda: add_item(places, "New idea", now=now),
    "close": lambda: close_item(places, "dark-mode", "why", now=now),
    "rename": lambda: rename_item(places, "dark-mode", "Night mode", now=now),
    "delete": lambda: delete_item(places, "dark-mode", now=now),
    "save": lambda: save_meta(places, "dark-mode", load_item(places, "dark-mode").meta, now),
    "marker": lambda: update_marker(places, load_item(places, "dark-mode"), command="test", now=now),
    "list": lambda: list(list_items(places)),
}
try:
    todo[sys.argv[2]]()
except RoundtableError as refused:
    print(refused.exit_code, refused)
else:
    print(0)
"""


def open_up(folder: Path) -> None:
    """Let somebody else reach a folder that pytest made for its own user."""
    for each in (folder, *folder.parents):
        if each.stat().st_uid == os.geteuid() and len(each.parts) > 2:
            each.chmod(0o755)


def tree(root: Path) -> dict[str, bytes]:
    """Every file but the locks."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and ".roundtable" not in path.parts]
    return {str(path): path.read_bytes() for path in files}


def read_only(root: Path, *, except_for: str | None = None) -> None:
    for folder in (root, *(path for path in root.rglob("*") if path.is_dir())):
        folder.chmod(0o777 if except_for is not None and except_for in folder.parts else 0o555)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    places = a_repository(
        tmp_path / "r",
        "## Open\n- 1.1 [ ] Dark mode\n",
        dark_mode={"description": "Dark mode", "phases_completed": ["00-quick-scan"]},
    )
    (places.root / ".roundtable" / "locks").mkdir(parents=True)
    open_up(tmp_path)
    return places.root


@pytest.mark.parametrize("what", ["add", "close", "rename", "delete", "save", "marker"])
@pytest.mark.parametrize("locks_writable", [False, True])
def test_a_read_only_repository_is_one_sentence(root: Path, what: str, locks_writable: bool) -> None:
    before = tree(root)
    read_only(root, except_for=".roundtable" if locks_writable else None)
    said = run_python(AS_NOBODY, str(root), what)
    assert said.startswith("3 Could not write ")
    assert said.count("\n") == 1
    assert tree(root) == before


def test_a_requirements_folder_that_cannot_be_read_is_one_sentence(root: Path) -> None:
    (root / "docs" / "requirements").chmod(0o000)
    said = run_python(AS_NOBODY, str(root), "list")
    (root / "docs" / "requirements").chmod(0o755)
    assert said == "3 Could not read docs/requirements/ (Permission denied); check its permissions.\n"


def test_an_item_that_cannot_be_read_does_not_hide_the_others(root: Path) -> None:
    (root / "docs" / "requirements" / "dark-mode" / "meta.json").chmod(0o000)
    assert run_python(AS_NOBODY, str(root), "list") == "0\n"


FULL = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from roundtable.errors import CannotDoHere
from roundtable.stores.adding import add_item
from roundtable.stores.paths import Places
root, now = Path(sys.argv[1]), datetime(2026, 2, 19, tzinfo=UTC)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    add_item(Places(root, root), "New idea " + "in many words " * 12, now=now)
except CannotDoHere as refused:
    print(refused)
"""


@pytest.mark.parametrize("room", [0, 1, 150, 200, 300])
def test_a_full_disk_is_one_sentence_and_leaves_no_half_item(root: Path, room: int) -> None:
    before = tree(root)
    said = run_python(FULL, str(root), str(room))
    assert said.startswith("Could not write ")
    assert said.count("\n") == 1
    assert tree(root) == before
    assert [path.name for path in (root / "docs" / "requirements").iterdir()] == ["dark-mode"]


@pytest.mark.parametrize("blocked", ["docs", "docs/requirements", ".roundtable", "BACKLOG.md"])
def test_something_else_in_the_way_is_one_sentence(tmp_path: Path, blocked: str) -> None:
    places = a_repository(tmp_path)
    (tmp_path / blocked).parent.mkdir(exist_ok=True)
    if blocked == "BACKLOG.md":
        (tmp_path / blocked).mkdir()
    else:
        (tmp_path / blocked).write_bytes(b"a file, not a folder")
    with pytest.raises(CannotDoHere) as refused:
        add_item(places, "Dark mode", now=NOON)
    assert "\n" not in str(refused.value)
    assert list(list_items(places)) == []


def test_a_meta_that_is_a_folder_is_shown_as_a_problem(tmp_path: Path) -> None:
    places = a_repository(tmp_path, None, dark_mode={})
    (places.item("dark-mode") / "meta.json").unlink()
    (places.item("dark-mode") / "meta.json").mkdir()
    assert load_item(places, "dark-mode").problem is not None
    assert [item.status for item in list_items(places)] == ["raw"]


def test_a_journal_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "journal.jsonl").mkdir()
    with pytest.raises(RoundtableError, match=r"^Could not read journal\.jsonl"):
        read_journal(tmp_path / "journal.jsonl")
