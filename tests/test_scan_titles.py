"""A title may say where it belongs before it says what it wants."""

from pathlib import Path

import pytest

from roundtable.scan.query import matter_of
from roundtable.scan.service import Scanner
from scan_repositories import a_folder


@pytest.mark.parametrize(
    ("title", "matter"),
    [
        ("[processor/batch] Add a limit", "processor/batch processor/batch a limit"),
        ("promql: add a limit", "promql promql a limit"),
        ("feat(parser)!: allow a limit", "parser parser a limit"),
        ("db, http: time out", "db http db http time out"),
        ("[chore][exporter] Please add a limit", "exporter exporter a limit"),
        ("fix: a crash", "a crash"),
        ("[2.2] A crash", "A crash"),
        ("Add a limit", "a limit"),
        ("add() raises", "add() raises"),
        ("A regression since 3.2: it crashes", "A regression since 3.2: it crashes"),
        ("fix:", "fix:"),
        ("", ""),
    ],
)
def test_a_component_counts_twice_and_the_words_about_the_work_not_at_all(title: str, matter: str) -> None:
    assert matter_of(title) == matter


@pytest.mark.parametrize(
    "title", ["[sender] Add a limit", "sender: add a limit", "feat(sender): add a limit"]
)
def test_the_component_of_a_title_is_where_to_look(tmp_path: Path, title: str) -> None:
    root = a_folder(
        tmp_path / "r", {f"app/{name}.py": "def run(limit): ...\n" for name in ("keep", "queue", "sender")}
    )
    assert Scanner(root, tmp_path / "c").scan(title).files[0].path == "app/sender.py"
