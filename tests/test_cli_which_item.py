"""What WHAT means to `analyze`: a name, an idea, a draft; and what is asked about it where somebody can answer."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line

pytestmark = pytest.mark.slow

needs_terminal = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    folder = tmp_path / "repository"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return a_command_line(folder)


def slugs(roundtable: CommandLine) -> list[str]:
    return [item["slug"] for item in roundtable("list", "--json").json]


@pytest.mark.rule("T-ANL-02")
@pytest.mark.parametrize("name", ["dark-mode", "1.4", "#20", "SHOP-7", "a/b", "C:\\x"])
def test_a_name_that_nothing_answers_to_makes_no_item_on_a_pipe(roundtable: CommandLine, name: str) -> None:
    answer = roundtable("analyze", name)
    assert answer.code == 2
    assert f"'{name}'" in answer.sentence
    assert slugs(roundtable) == []


def test_a_name_that_is_nearly_that_of_an_item_is_told_so(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode")
    answer = roundtable("analyze", "dark-mod")
    assert answer.code == 2
    assert answer.sentence.endswith("Did you mean `roundtable analyze dark-mode`?")
    assert slugs(roundtable) == ["dark-mode"]


@pytest.mark.rule("T-ANL-02")
def test_an_idea_becomes_an_item_at_once_and_resumes_by_its_title(roundtable: CommandLine) -> None:
    first = roundtable("analyze", "Let people import/export reports")
    assert first.code == 0
    assert "New item let-people-importexport-reports" in first.err
    assert "(listed in BACKLOG.md)" in first.err
    again = roundtable("analyze", "let people import/export reports")
    assert again.code == 0
    assert "New item" not in again.err
    assert slugs(roundtable) == ["let-people-importexport-reports"]


@pytest.mark.parametrize("text", ["Darkmode", "client/server", "Dark mode\n\nFor reading at night.\n"])
def test_a_draft_in_a_file_or_a_pipe_is_a_text_even_when_it_is_one_word(
    roundtable: CommandLine, text: str
) -> None:
    (roundtable.folder / "draft.md").write_text(text, encoding="utf-8")
    assert roundtable("analyze", "draft.md").code == 0
    assert len(slugs(roundtable)) == 1
    assert roundtable("analyze", "-", stdin=text.encode()).code == 0
    (slug,) = slugs(roundtable)
    draft = roundtable.folder / "docs" / "requirements" / slug / "draft.md"
    assert draft.read_text(encoding="utf-8").strip() == text.strip()


@pytest.mark.parametrize("command", ["analyze", "scan"])
def test_the_name_of_an_item_counts_before_a_file_that_is_called_the_same(
    roundtable: CommandLine, command: str
) -> None:
    roundtable("add", "Dark mode")
    (roundtable.folder / "dark-mode").write_text("another thing altogether", encoding="utf-8")
    answer = roundtable(command, "dark-mode")
    assert answer.code == 0
    assert "Dark mode" in answer.out
    assert slugs(roundtable) == ["dark-mode"]


@pytest.mark.parametrize(
    "flags", [("--model", "nonsense"), ("--model", "local:x"), ("--model", "x:y", "--budget", "much")]
)
def test_a_model_that_cannot_be_used_leaves_no_item_behind(
    roundtable: CommandLine, flags: tuple[str, ...]
) -> None:
    answer = roundtable("analyze", "Dark mode for reports", *flags)
    assert answer.code == 2
    assert answer.sentence
    assert slugs(roundtable) == []


def test_the_way_on_is_said_as_it_was_typed(roundtable: CommandLine) -> None:
    answer = roundtable("analyze", "Dark mode for reports", env={"ROUNDTABLE_COMMAND": "./dev run"})
    assert answer.out.splitlines()[-1] == "  ./dev run analyze dark-mode-for-reports"
    unfinished = roundtable("analyze")
    assert unfinished.code == 2
    assert "unfinished: dark-mode-for-reports." in unfinished.sentence


@needs_terminal
@pytest.mark.rule("T-ANL-02")
def test_at_a_terminal_an_unknown_name_is_asked_about_and_so_is_the_title_of_an_issue(
    roundtable: CommandLine,
) -> None:
    declined = roundtable.at_terminal("analyze", "#20", typed="n\n")
    assert declined.code == 2
    assert "No matching item found. Would you like to add it to the backlog first?" in declined.err
    assert slugs(roundtable) == []
    agreed = roundtable.at_terminal("analyze", "#20", typed="y\nExports fail\n")
    assert agreed.code == 0
    assert "Title for #20" in agreed.err
    assert slugs(roundtable) == ["gh-20-exports-fail"]


@needs_terminal
@pytest.mark.parametrize(
    ("words", "typed", "chosen"),
    [
        (("analyze",), "2\n", "dark-mode-for-reports"),
        (("analyze", "dark mode"), "dark-mode-for-charts\n", "dark-mode-for-charts"),
        (("status", "dark mode", "--json"), "1\n", "dark-mode-for-reports"),
    ],
)
def test_at_a_terminal_one_of_several_is_chosen_by_number_or_name(
    roundtable: CommandLine, words: tuple[str, ...], typed: str, chosen: str
) -> None:
    roundtable("add", "Dark mode for reports")
    roundtable("add", "Dark mode for charts")
    answer = roundtable.at_terminal(*words, typed=typed)
    assert answer.code == 0
    assert "Which one? [1-2]" in answer.err
    assert chosen in answer.out
    if "--json" in words:
        assert json.loads(answer.out)["slug"] == chosen


@needs_terminal
def test_at_a_terminal_the_only_unfinished_item_is_taken(roundtable: CommandLine) -> None:
    roundtable("add", "Dark mode for reports")
    answer = roundtable.at_terminal("analyze", typed="")
    assert answer.code == 0
    assert "Going on with dark-mode-for-reports, the only unfinished item." in answer.err
    assert "Which one?" not in answer.err


@needs_terminal
@pytest.mark.parametrize(("typed", "expected"), [("7\n", "'7' is none of them"), ("", "Nothing was chosen")])
def test_at_a_terminal_none_of_several_is_wrong_use(
    roundtable: CommandLine, typed: str, expected: str
) -> None:
    roundtable("add", "Dark mode for reports")
    roundtable("add", "Dark mode for charts")
    answer = roundtable.at_terminal("show", "dark mode", typed=typed)
    assert answer.code == 2
    assert expected in " ".join(answer.err.split())
    assert answer.out == ""
