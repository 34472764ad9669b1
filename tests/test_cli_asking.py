"""What a command asks at a terminal before it does something that cannot be guessed or undone."""

import os
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal"),
]


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    folder = tmp_path / "repository"
    folder.mkdir()
    made = a_command_line(folder)
    assert made("add", "Dark mode").code == 0
    return made


@pytest.mark.parametrize("typed", ["n\n", "\n", "", "maybe\n"])
def test_delete_asks_and_only_a_yes_deletes(roundtable: CommandLine, typed: str) -> None:
    kept = roundtable.at_terminal("delete", "dark-mode", typed=typed)
    assert kept.code == 0
    assert kept.out == "Nothing was deleted.\n"
    assert "Delete 'Dark mode' with 1 document? [y/N]" in kept.err
    assert roundtable("show", "dark-mode").code == 0
    gone = roundtable.at_terminal("delete", "dark-mode", typed="y\n")
    assert gone.code == 0
    assert "Deleted docs/requirements/dark-mode/" in gone.out
    assert roundtable("show", "dark-mode").code == 2


def test_close_asks_for_a_reason_and_takes_none_for_an_answer(roundtable: CommandLine) -> None:
    silent = roundtable.at_terminal("close", "dark-mode", typed="\n")
    assert silent.code == 2
    assert "Why is 'Dark mode' closed?" in silent.err
    closed = roundtable.at_terminal("close", "dark-mode", typed="the browser does it\n")
    assert closed.code == 0
    assert roundtable("status", "dark-mode", "--json").json["closed"]["reason"] == "the browser does it"


def test_add_asks_for_the_title_of_an_issue_and_can_do_without(roundtable: CommandLine) -> None:
    assert roundtable.at_terminal("add", "#20", typed="Exports fail\n").out == "gh-20-exports-fail\n"
    assert roundtable.at_terminal("add", "SHOP-7", typed="\n").out == "shop-7\n"
    assert "Title for" not in roundtable.at_terminal("add", "Export the orders", typed="").err


def test_a_trackers_program_is_asked_only_after_a_yes(roundtable: CommandLine) -> None:
    folder = roundtable.folder.parent / "tools"
    folder.mkdir()
    (folder / "gh").write_text('#!/bin/sh\necho \'{"title": "Exports fail"}\'\n', encoding="utf-8")
    (folder / "gh").chmod(0o755)
    path = {**roundtable.environment, "PATH": f"{folder}:{os.environ['PATH']}"}
    asking = CommandLine(roundtable.folder, path)
    address = "https://github.com/acme/shop/issues/"
    assert asking.at_terminal("add", f"{address}20", typed="n\n\n").out == "gh-20\n"
    answer = asking.at_terminal("add", f"{address}21", typed="y\n")
    assert "Ask `gh`, over the network, for the title and text of acme/shop#21? [y/N]" in answer.err
    assert answer.out == "gh-21-exports-fail\n"
    offline = asking.at_terminal("analyze", f"{address}22", "--offline", typed="\n")
    assert "Ask `gh`" not in offline.err
    assert "New item gh-22: acme/shop#22" in offline.err
