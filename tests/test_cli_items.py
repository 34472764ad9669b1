"""add, list, status, show, close, rename, delete: as typed, in a pipe."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line
from roundtable.stores.analysis_file import write_analysis
from roundtable.stores.journal import append_events, mark_now
from stores_repositories import NOON


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    folder = tmp_path / "repository"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return a_command_line(folder)


def test_add_prints_the_slug_and_nothing_else(roundtable: CommandLine) -> None:
    answer = roundtable("add", "Ünïcode Straße")
    assert (answer.code, answer.out) == (0, "unicode-strasse\n")
    assert "docs/requirements/unicode-strasse/draft.md" in answer.err
    assert roundtable("add", "Second", "--quiet").err == ""


@pytest.mark.parametrize(
    "locale", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "ascii"}]
)
def test_words_are_utf_8_whatever_the_locale_says(roundtable: CommandLine, locale: dict[str, str]) -> None:
    assert roundtable("add", "Ünïcode Straße", env=locale).out == "unicode-strasse\n"
    assert roundtable("list", "--json", env=locale).json[0]["title"] == "Ünïcode Straße"
    assert (roundtable.folder / "BACKLOG.md").read_text(encoding="utf-8").count("Ünïcode Straße") == 1


def test_add_takes_a_draft_from_standard_input_and_from_a_file(roundtable: CommandLine) -> None:
    piped = roundtable("add", "-", stdin="# Dark mode\n\nEyes hurt at night — badly.\n".encode())
    assert piped.out == "dark-mode\n"
    draft = roundtable.folder / "docs/requirements/dark-mode/draft.md"
    assert draft.read_text(encoding="utf-8") == "# Dark mode\n\nEyes hurt at night — badly.\n"
    (roundtable.folder / "idea.md").write_text("Light mode\n", encoding="utf-8")
    assert roundtable("add", "idea.md").out == "light-mode\n"


def test_add_keeps_words_that_were_not_quoted_together(roundtable: CommandLine) -> None:
    assert roundtable("add", "Fix", "the", "login").out == "fix-the-login\n"


@pytest.mark.rule("T-SRC-01")
def test_issues_are_added_offline_with_their_key(roundtable: CommandLine) -> None:
    assert roundtable("add", "#20", "--title", "Export it").out == "gh-20-export-it\n"
    assert roundtable("add", "#21").code == 0
    assert roundtable("add", "SHOP-7", "--title", "Basket").out == "shop-7-basket\n"
    found = {item["source_id"]: item["title"] for item in roundtable("list", "--json").json}
    assert found == {"GH-20": "Export it", "GH-21": "#21", "SHOP-7": "Basket"}


ADDRESS = "https://github.com/acme/shop/issues/20"


def a_program(folder: Path, name: str, answer: str) -> dict[str, str]:
    """A tracker's program that writes down how it was called; the search path with it in front."""
    folder.mkdir()
    script = folder / name
    script.write_text(
        f"#!/bin/sh\necho \"$@\" >> {folder}/calls\ncat <<'EOF'\n{answer}\nEOF\n", encoding="utf-8"
    )
    script.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def test_the_address_of_an_issue_is_its_number_and_no_server_is_asked(roundtable: CommandLine) -> None:
    tools = roundtable.folder.parent / "tools"
    path = a_program(tools, "gh", "{}")
    added = roundtable("add", f"{ADDRESS}#issuecomment-7", "--json", env=path).json
    assert (added["slug"], added["source_id"], added["title"]) == ("gh-20", "GH-20", "acme/shop#20")
    assert ADDRESS in roundtable("show", "gh-20", "draft.md").out
    assert roundtable("status", ADDRESS, "--json").json["slug"] == "gh-20"
    other = ADDRESS.replace("shop", "api")
    assert roundtable("add", other, "--title", "Exports fail").out == "gh-20-exports-fail\n"
    assert roundtable("status", other, "--json").json["slug"] == "gh-20-exports-fail"
    assert not (tools / "calls").exists()
    assert roundtable("add", "https://acme.atlassian.net/browse/SHOP-7").out == "shop-7\n"


@pytest.mark.skipif(os.name == "nt", reason="needs a shell script")
@pytest.mark.parametrize(
    ("program", "address", "answer"),
    [
        ("gh", ADDRESS, '{"title": "Exports fail", "body": "Above 10 MB."}'),
        (
            "glab",
            "https://gitlab.com/acme/group/shop/-/issues/20",
            '{"title": "Exports fail", "description": "Above 10 MB."}',
        ),
    ],
)
def test_with_fetch_the_trackers_own_program_is_asked(
    roundtable: CommandLine, program: str, address: str, answer: str
) -> None:
    tools = roundtable.folder.parent / "tools"
    path = a_program(tools, program, answer)
    assert roundtable("add", address, "--fetch", env=path).out == "gh-20-exports-fail\n"
    assert (tools / "calls").read_text(encoding="utf-8").startswith(f"issue view {address} ")
    draft = roundtable("show", "gh-20-exports-fail", "draft.md").out
    assert draft == f"Exports fail\n\nAbove 10 MB.\n\n{address}\n"


def test_a_tracker_that_cannot_be_asked_leaves_no_item(roundtable: CommandLine) -> None:
    answer = roundtable("add", ADDRESS, "--fetch", env={"PATH": "/nowhere"})
    assert answer.code == 3
    assert "--fetch needs `gh`" in answer.sentence
    failing = a_program(roundtable.folder.parent / "tools", "gh", "not found")
    assert (
        "`gh` could not tell about acme/shop#20"
        in roundtable("add", ADDRESS, "--fetch", env=failing).sentence
    )
    assert roundtable("list", "--json").json == []


@pytest.mark.rule("T-SRC-02")
def test_a_bare_number_means_the_configured_tracker(roundtable: CommandLine) -> None:
    roundtable(
        "add", "7", "--title", "Basket", env={"ROUNDTABLE_TRACKER": "jira", "ROUNDTABLE_JIRA_PROJECT": "SHOP"}
    )
    roundtable("add", "20", "--title", "Export", env={"ROUNDTABLE_TRACKER": "github"})
    assert {item["source_id"] for item in roundtable("list", "--json").json} == {"SHOP-7", "GH-20"}


@pytest.mark.parametrize(
    ("words", "stdin", "expected"),
    [
        (("add", ""), b"", "no words"),
        (("add", "   "), b"", "no words"),
        (("add", "-"), b"", "no text in standard input"),
        (("add", "-"), b"\xff\xfe\x00", "other than UTF-8 text"),
        (("add", "-"), b"ab\x00c", "binary data"),
        (("add", "-"), b"x" * 1_000_001, "more than 1 MB"),
        (("add", b"caf\xe9"), b"", "other than UTF-8 text"),
        (("add", "missing.md"), b"", "There is no file missing.md"),
        (("add", "."), b"", "`.` is a folder"),
        (("scan", "-"), b"", "no text in standard input"),
    ],
)
def test_what_is_no_text_becomes_no_item(
    roundtable: CommandLine, words: tuple[str | bytes, ...], stdin: bytes, expected: str
) -> None:
    answer = roundtable(*words, stdin=stdin)
    assert answer.code == 2
    assert expected in answer.sentence
    assert not (roundtable.folder / "docs").exists()


def test_status_counts_what_a_model_cost_since_analysis_json_was_written(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    folder = roundtable.folder / "docs/requirements/dark-mode"
    spent = {"model": "a:b", "requests": 2}
    append_events(folder / "journal.jsonl", [{"kind": "spent", "spending": spent}])
    document = {"analysis": {"extra": {"spending": [spent]}}, "journal": mark_now(folder / "journal.jsonl")}
    write_analysis(folder / "analysis.json", document, NOON)
    later = [{"model": "a:b", "requests": 3}, {"model": "c:d", "requests": 1}, {"requests": "many"}]
    append_events(folder / "journal.jsonl", [{"kind": "spent", "spending": one} for one in later])
    usage = roundtable("status", "dark-mode", "--json").json["model_usage"]
    assert [(one["model"], one["requests"]) for one in usage] == [("a:b", 5), ("c:d", 1)]


def test_list_and_status_have_the_documented_shape(roundtable: CommandLine) -> None:
    assert roundtable("list", "--json").json == []
    roundtable("add", "Dark mode")
    shape: dict[str, object] = {
        "slug": "dark-mode",
        "title": "Dark mode",
        "status": "raw",
        "phases_completed": [],
        "source_id": None,
    }
    assert roundtable("list", "--json").json == [shape]
    one = roundtable("status", "dark-mode", "--json").json
    assert shape.items() <= one.items()
    assert one["documents"] == ["draft.md"]
    assert roundtable("list").out == "1.1  raw  dark-mode  Dark mode\n"
    assert "1 item: 1 raw" in roundtable("status").out
    assert "next: roundtable analyze dark-mode" in roundtable("status", "1.1").out


def test_list_shows_the_number_that_analyze_takes(roundtable: CommandLine) -> None:
    roundtable("add", "Night mode")
    roundtable("add", "Dark mode")
    assert roundtable("list").out.splitlines() == [
        "1.2  raw  dark-mode   Dark mode",
        "1.1  raw  night-mode  Night mode",
    ]
    assert roundtable("status", "1.2", "--json").json["slug"] == "dark-mode"


def test_an_empty_repository_says_how_to_begin(roundtable: CommandLine) -> None:
    answer = roundtable("list")
    assert (answer.code, answer.out) == (0, "")
    assert "roundtable add" in answer.err


def test_an_item_made_elsewhere_is_listed_without_complaint(roundtable: CommandLine) -> None:
    for folder, meta in {
        "REQ-0012-odd": '{"description": 7, "phases_completed": "all", "analysis_status": "complete"}',
        "broken": "{",
        "no-object": "[1]",
    }.items():
        home = roundtable.folder / "docs/requirements" / folder
        home.mkdir(parents=True)
        (home / "meta.json").write_text(meta, encoding="utf-8")
    answer = roundtable("list", "--json")
    assert [item["status"] for item in answer.json] == ["raw", "raw", "raw"]
    assert "broken" in roundtable("list").err
    assert roundtable("status", "broken").code == 0


def test_the_repository_is_found_from_a_folder_inside_it_or_named(
    roundtable: CommandLine, tmp_path: Path
) -> None:
    roundtable("add", "Dark mode")
    inside = roundtable.folder / "src" / "deep"
    inside.mkdir(parents=True)
    assert len(roundtable("list", "--json", cwd=inside).json) == 1
    assert len(roundtable("list", "--json", "--repo", str(roundtable.folder), cwd=tmp_path).json) == 1


def test_show_lists_documents_and_prints_one_as_it_is(roundtable: CommandLine) -> None:
    text = "# Dark mode\n\n**bold** stays\n"
    roundtable("add", "-", stdin=text.encode())
    assert roundtable("show", "dark-mode").out == f"draft.md  {len(text)} bytes\n"
    assert roundtable("show", "dark-mode", "draft.md").out == text
    assert roundtable("show", "dark-mode", "dra").out == text
    assert "has no document `spec`" in roundtable("show", "dark-mode", "spec").sentence
    outside = roundtable("show", "dark-mode", "../../../BACKLOG.md")
    assert outside.code == 2


def test_show_finds_the_matrix_that_items_share_and_reads_what_is_no_document(
    roundtable: CommandLine,
) -> None:
    roundtable("add", "Dark mode")
    matrix = roundtable.folder / "docs" / "common" / "nfr-matrix.md"
    matrix.parent.mkdir()
    matrix.write_text("# Quality\n", encoding="utf-8")
    listed = roundtable("show", "dark-mode")
    assert listed.out.splitlines()[-1] == "docs/common/nfr-matrix.md  10 bytes"
    assert "analysis.json" not in listed.out
    for name in ("nfr-matrix.md", "nfr", "docs/common/nfr-matrix.md"):
        assert roundtable("show", "dark-mode", name).out == "# Quality\n"
    own = roundtable.folder / "docs" / "requirements" / "dark-mode" / "nfr-matrix.md"
    own.write_text("its own\n", encoding="utf-8")
    assert roundtable("show", "dark-mode", "nfr").out == "its own\n"
    assert json.loads(roundtable("show", "dark-mode", "meta").out)["slug"] == "dark-mode"
    own.write_bytes(b"\xff\xfe")
    answer = roundtable("show", "dark-mode", "nfr")
    assert answer.code == 3
    assert "not UTF-8" in answer.sentence


@pytest.mark.rule("T-RES-02")
@pytest.mark.parametrize("name", ["../x", "a/b", "..", "C:\\x"])
def test_a_name_with_path_parts_is_refused(roundtable: CommandLine, name: str) -> None:
    answer = roundtable("status", name)
    assert answer.code == 2
    assert f"'{name}' is not the name of an item" in answer.sentence


def test_an_unknown_item_is_one_sentence_with_the_nearest_name(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    answer = roundtable("show", "dark-mod")
    assert answer.code == 2
    assert answer.sentence == "roundtable: No matching item found for 'dark-mod'. Did you mean `dark-mode`?"
    roundtable("add", "#21", "--title", "Dark mode")
    assert "Did you mean" not in roundtable("show", "#20").sentence


def test_several_matches_are_named(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode for reports")
    roundtable("add", "Dark mode for charts")
    answer = roundtable("status", "dark mode")
    assert answer.code == 2
    assert "dark-mode-for-charts" in answer.sentence
    assert "dark-mode-for-reports" in answer.sentence


def test_close_needs_a_reason_and_keeps_it(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    assert "--reason" in roundtable("close", "dark-mode").sentence
    assert roundtable("close", "dark-mode", "--reason", "not worth it").code == 0
    details = roundtable("status", "dark-mode", "--json").json
    assert (details["status"], details["closed"]["reason"]) == ("closed", "not worth it")


def test_a_closed_item_leaves_the_open_ones_and_comes_back_with_a_word(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    roundtable("add", "Night mode")
    backlog = roundtable.folder / "BACKLOG.md"
    before = backlog.read_bytes()
    roundtable("close", "dark-mode", "--reason", "not worth it")
    opened, _, completed = backlog.read_text(encoding="utf-8").partition("## Completed")
    assert ("Dark mode" in opened, "- 1.1 [ ] Dark mode" in completed) == (False, True)
    looked = backlog.read_bytes()
    again = roundtable("analyze", "dark-mode", "--offline")
    assert "dark-mode was closed (not worth it); it is open again as soon as you say something." in again.err
    assert backlog.read_bytes() == looked
    roundtable("analyze", "dark-mode", "--offline", stdin=b"Reports hurt the eyes at night.\n")
    assert sorted(backlog.read_bytes().replace(b"[~]", b"[ ]").splitlines()) == sorted(before.splitlines())
    assert "Dark mode" in backlog.read_text(encoding="utf-8").partition("## Completed")[0]


def test_the_same_title_again_and_a_folder_without_git_are_mentioned(roundtable: CommandLine) -> None:
    bare = roundtable.folder.parent / "bare"
    bare.mkdir()
    first, second = (roundtable("add", "Dark mode", cwd=bare) for _ in range(2))
    assert f"{bare} is not in a git repository" in first.err
    assert "git repository" not in second.err
    assert second.out == "dark-mode-2\n"
    assert "dark-mode has the same title, so this is a second item" in second.err
    assert "same title" not in first.err


def test_documents_that_git_ignores_are_mentioned_when_an_item_is_made(roundtable: CommandLine) -> None:
    subprocess.run(["git", "init", "-q"], cwd=roundtable.folder, check=True)
    assert "ignores" not in roundtable("add", "Dark mode").err
    (roundtable.folder / ".gitignore").write_text("docs/\n", encoding="utf-8")
    assert "git ignores docs/requirements/ here" in roundtable("add", "Night mode").err


def test_rename_moves_folder_title_and_backlog_line(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    assert roundtable("rename", "dark-mode", "Night", "mode").out == "night-mode\n"
    assert "Night mode" in (roundtable.folder / "BACKLOG.md").read_text(encoding="utf-8")
    assert [item["slug"] for item in roundtable("list", "--json").json] == ["night-mode"]


def test_delete_unasked_needs_yes_and_the_whole_slug(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    assert "--yes" in roundtable("delete", "dark-mode").sentence
    assert "whole slug" in roundtable("delete", "mode", "--yes").sentence
    assert roundtable("delete", "dark-mode", "--yes").code == 0
    assert roundtable("list", "--json").json == []


def test_an_item_that_another_process_writes_is_left_alone(roundtable: CommandLine) -> None:
    fcntl = pytest.importorskip("fcntl", reason="POSIX locks")
    roundtable("add", "Dark mode")
    roundtable("close", "dark-mode", "--reason", "first")
    lock = next((roundtable.folder / ".roundtable" / "locks").glob("*dark-mode*"))
    holder = {"pid": 4711, "host": "elsewhere", "command": "roundtable analyze", "since": "noon"}
    with lock.open("w", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(json.dumps(holder))
        file.flush()
        for words in (
            ("close", "dark-mode", "--reason", "x"),
            ("rename", "dark-mode", "X"),
            ("delete", "dark-mode", "--yes"),
        ):
            answer = roundtable(*words)
            assert answer.code == 3
            assert "roundtable analyze" in answer.sentence
            assert "4711" in answer.sentence
        assert "4711" in roundtable("status", "dark-mode").out
    assert roundtable("rename", "dark-mode", "Night mode").code == 0
