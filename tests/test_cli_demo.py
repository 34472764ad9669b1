"""`roundtable demo`: the newcomer's first minute."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line
from roundtable.commands.demo import read_answers, unpack_shop

SLUG = "add-discount-codes-to-the-checkout"


def shop_files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and ".git/" not in path.as_posix()
    }


@pytest.fixture
def command(tmp_path: Path) -> CommandLine:
    return a_command_line(tmp_path)


# -- the shop ----------------------------------------------------------------------------------------------------------


def test_the_shop_is_the_same_everywhere_with_its_history(tmp_path: Path) -> None:
    unpack_shop(tmp_path / "one")
    unpack_shop(tmp_path / "two")
    heads = [
        subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=tmp_path / name) for name in ("one", "two")
    ]
    assert heads[0] == heads[1]
    assert subprocess.check_output(["git", "status", "--porcelain"], cwd=tmp_path / "one") == b""
    authors = (
        subprocess.check_output(["git", "shortlog", "-sn", "HEAD"], cwd=tmp_path / "one")
        .decode()
        .splitlines()
    )
    assert len(authors) == 3


def test_without_git_the_files_are_there_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpack_shop(tmp_path / "with")
    monkeypatch.setenv("PATH", str(tmp_path))
    unpack_shop(tmp_path / "without")
    assert shop_files(tmp_path / "with") == shop_files(tmp_path / "without")


@pytest.mark.slow
def test_the_tests_of_the_shop_pass(tmp_path: Path) -> None:
    unpack_shop(tmp_path / "shop")
    done = subprocess.run(
        [sys.executable, "-m", "unittest", "discover", "-t", ".", "tests"],
        cwd=tmp_path / "shop",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b"Ran 9 tests" in done.stderr


def test_every_prepared_answer_says_which_facts_it_gives() -> None:
    assert read_answers().idea == "Add discount codes to the checkout"


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["--steps", "--conversation"])
def test_a_whole_session_leaves_its_documents_and_check_finds_no_errors(
    mode: str, command: CommandLine, tmp_path: Path
) -> None:
    answer = command("demo", mode, "--to", "shop")
    assert answer.code == 0, answer.err
    item = tmp_path / "shop/docs/requirements" / SLUG
    meta = json.loads((item / "meta.json").read_text(encoding="utf-8"))
    assert meta["analysis_status"] == "analyzed"
    for name in (
        "quick-scan.md",
        "requirements-spec.md",
        "impact-analysis.md",
        "architecture-overview.md",
        "module-design.md",
    ):
        assert (item / name).is_file()
        assert name in answer.out
    assert "\x1b" not in answer.out
    assert "> Marketing mails discount codes" in answer.out
    unknown = answer.out.count("> I don't know yet.")
    assert unknown * 5 < answer.out.count("\n> "), (
        "the prepared answers have run out of step with the questions"
    )
    checked = command("--repo", "shop", "check", "--format", "json")
    assert [finding for finding in checked.json["findings"] if finding["severity"] == "error"] == []
    if os.name != "nt":
        broken = item / "impact-analysis.md"
        broken.write_text(f"{broken.read_text(encoding='utf-8')}\nSee FR-999.\n", encoding="utf-8")
        again = command.at_terminal("--repo", "shop", "analyze", SLUG, "--steps", typed="y\n")
        assert "finds 1 error." in again.err
        assert "Amend it in a conversation? [y/N]" in again.err
        assert "Nothing to do" not in again.out
        assert "Is there something you would like to change in it?" in again.out


def test_nothing_that_is_there_is_touched(command: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/note.txt").write_text("mine", encoding="utf-8")
    answer = command("demo", "--to", "mine")
    assert answer.code == 2
    assert "not an empty folder" in answer.sentence
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["note.txt"]


@pytest.mark.slow
def test_nothing_is_left_where_one_stands_and_every_path_that_is_named_exists(
    command: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "temporary").mkdir()
    answer = command(
        "demo",
        "--fast",
        cwd=tmp_path / "here",
        env={"TMPDIR": str(tmp_path / "temporary"), "LANG": "C.UTF-8"},
    )
    assert answer.code == 0, answer.err
    assert list((tmp_path / "here").iterdir()) == []
    named = next(line for line in answer.out.splitlines() if line.startswith("The documents are in "))
    page = next(line for line in answer.out.splitlines() if line.startswith("The page to read: "))
    assert (tmp_path / "here" / page.removeprefix("The page to read: ")).is_file()
    documents = tmp_path / "here" / named.removeprefix("The documents are in ")
    assert (documents / "requirements-spec.md").is_file()
    assert documents.is_relative_to(tmp_path / "temporary") or ".." in documents.parts
