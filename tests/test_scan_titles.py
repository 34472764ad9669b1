"""A title may say where it belongs before it says what it wants."""

from pathlib import Path

import pytest

from roundtable.scan.cache import Cache
from roundtable.scan.query import matter_of
from roundtable.scan.rank import rank_files
from roundtable.scan.repository import Repository
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


def a_tree(root: Path, *folders: str) -> Path:
    return a_folder(root, {f"{folder}/limits.py": "def limit(): ...\n" for folder in folders})


@pytest.mark.parametrize(
    ("title", "folders", "wanted"),
    [
        ("[receiver/otlp] A limit", ("receiver/kafkareceiver", "receiver/otlpreceiver"), "receiver/otlpreceiver"),
        ("Receiver/OTLP: a limit", ("receiver/kafkareceiver", "receiver/otlpreceiver"), "receiver/otlpreceiver"),
        ("cmd/otel: a limit", ("cmd/otel/deep/down", "cmd/otel", "cmd/otelcol"), "cmd/otel"),
        ("api: a limit", ("web/api", "web/apis", "web/zone"), "web/api"),
    ],
    ids=["a name that stops short", "in other letters", "the nearest first", "the last folder alone"],
)  # fmt: skip
def test_a_component_is_the_folder_of_its_name(
    tmp_path: Path, title: str, folders: tuple[str, ...], wanted: str
) -> None:
    found = Scanner(a_tree(tmp_path / "r", *folders), tmp_path / "c").scan(title).files
    assert found[0].path == f"{wanted}/limits.py"
    told = {reason for file in found for reason in file.reasons if "component" in reason}
    assert told == {f"lies in `{wanted}`, the component that the title names"}


def test_of_the_files_of_a_component_those_deeper_in_it_count_less(tmp_path: Path) -> None:
    root = a_tree(tmp_path / "r", "web/api", "web/api/v1", "web")
    found = rank_files(Repository(root, Cache(tmp_path / "c"), None).corpus(), "web/api: a limit").signals
    assert found.columns["component"].tolist() == pytest.approx([1.0, 1 / 1.5, 0.0])


@pytest.mark.parametrize(
    ("title", "folders"),
    [
        ("ui: a limit", ("web/ui",)),
        ("core: a limit", tuple(f"part{number}/core" for number in range(6))),
        ("storage: a limit", ("tests/storage", "vendor/storage")),
        ("fix: a limit", ("fix",)),
        ("A limit for the storage", ("storage",)),
    ],
    ids=["two letters", "folders everywhere", "tests and code of others", "a kind of work", "no component"],
)
def test_a_word_that_is_no_certain_component_leads_into_no_folder(
    tmp_path: Path, title: str, folders: tuple[str, ...]
) -> None:
    found = Scanner(a_tree(tmp_path / "r", *folders), tmp_path / "c").scan(title).files
    assert not [reason for file in found for reason in file.reasons if "component" in reason]
