"""What the command line says before any work begins: help, versions, mistakes."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line
from roundtable import __version__
from roundtable.commands import output
from roundtable.commands.grammar import COMMANDS, parse
from roundtable.errors import WrongUse


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    folder = tmp_path / "repository"
    folder.mkdir()
    return a_command_line(folder)


def test_help_names_every_command(roundtable: CommandLine) -> None:
    answer = roundtable("--help")
    assert answer.code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in answer.out


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_an_example_and_a_module_that_runs_it(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        parse([name, "--help"])
    assert left.value.code == 0
    assert "examples:\n  " in capsys.readouterr().out
    assert callable(import_module(f"roundtable.commands.{name}").run)


def test_help_imports_nothing_heavy() -> None:
    program = "import sys; from roundtable.cli import main; main(['--help']); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    for heavy in ("pydantic", "rich", "yaml", "prompt_toolkit", "shtab", "numpy", "asyncio", "subprocess"):
        assert f"'{heavy}'" not in loaded


@pytest.mark.parametrize("words", [("--version",), ("list", "--version"), ("library", "check", "--version")])
def test_the_version_can_be_asked_for_anywhere(roundtable: CommandLine, words: tuple[str, ...]) -> None:
    assert roundtable(*words).out == f"roundtable {__version__}\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "roundtable --help"),
        (("lst",), "did you mean `list`?"),
        (("library", "chek"), "did you mean `check`?"),
        (("list", "--jsn"), "did you mean `--json`?"),
        (("list", "extra"), "`extra` is not understood here"),
        (("show",), "required: SLUG"),
        (("check", "--format", "xml"), "json, sarif, text"),
        (("scan", "words", "--top", "0"), "`0` is not a number from 1 up"),
        (("analyze", "x", "--depth", "dep"), "did you mean `deep`?"),
        (("analyze", "--steps", "--conversation"), "not allowed with"),
        (("--depth", "deep", "analyze", "x y"), "`roundtable analyze --depth deep 'x y'`"),
        (("analyze", "#20", "--offline", "--fetch"), "leave one of them out"),
        (("--quiet", "--json", "list"), "`roundtable list --quiet --json`"),
        (("--repo",), "expected one argument"),
        (("--repo", "missing", "list"), "There is no folder 'missing'"),
    ],
)
def test_a_mistake_is_one_sentence_that_says_what_to_type(
    roundtable: CommandLine, words: tuple[str, ...], expected: str
) -> None:
    answer = roundtable(*words)
    assert answer.code == 2
    assert expected in answer.sentence


@pytest.mark.parametrize(
    "words",
    [
        ("--repo", "R", "--quiet", "show", "ITEM", "DOC"),
        ("show", "--repo", "R", "--quiet", "ITEM", "DOC"),
        ("show", "ITEM", "--repo", "R", "DOC", "--quiet"),
        ("--quiet", "show", "ITEM", "DOC", "--repo=R"),
    ],
)
def test_options_may_stand_anywhere(words: tuple[str, ...]) -> None:
    arguments = parse(words)
    assert (arguments.repo, arguments.quiet, arguments.item, arguments.document) == ("R", True, "ITEM", "DOC")


def test_options_between_words_and_words_that_look_like_options() -> None:
    assert parse(["add", "fix", "--title", "T", "the", "login"]).what == ["fix", "the", "login"]
    assert parse(["add", "-"]).what == ["-"]
    assert parse(["add", "- a list item"]).what == ["- a list item"]
    assert parse(["add", "--", "--json"]).what == ["--json"]


def test_an_option_is_never_abbreviated() -> None:
    with pytest.raises(WrongUse, match="did you mean `--offline`"):
        parse(["analyze", "x", "--offlin"])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion_scripts_know_the_commands(roundtable: CommandLine, shell: str) -> None:
    answer = roundtable("completion", shell)
    assert answer.code == 0
    assert "library" in answer.out


@pytest.mark.skipif(os.name == "nt", reason="needs bash")
def test_the_bash_completion_script_is_valid_bash(roundtable: CommandLine) -> None:
    script = roundtable("completion", "bash").out
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="needs bash")
def test_completion_names_the_items_from_any_folder(roundtable: CommandLine) -> None:
    subprocess.run(["git", "init", "-q", str(roundtable.folder)], check=True)
    roundtable("add", "Dark mode")
    below = roundtable.folder / "src"
    below.mkdir(exist_ok=True)
    script = roundtable("completion", "bash").out + "\n_roundtable_slugs da\n"
    found = subprocess.run(["bash", "-c", script], cwd=below, capture_output=True, text=True, check=False)
    assert found.stdout == "dark-mode\n"


def test_looks_leave_columns_aligned_and_can_be_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "at_terminal", lambda: True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    rows = [("analyzed", "a", "First"), ("raw", "long", "Second")]
    looks = (output.by_state, output.strong)
    shown = output.columns(rows, looks=looks)
    assert shown[0] == "\x1b[32manalyzed\x1b[0m  \x1b[1ma\x1b[0m     First"
    bare = [re.sub(r"\x1b\[\d+m", "", line) for line in shown]
    assert bare == ["analyzed  a     First", "raw       long  Second"]
    monkeypatch.setenv("NO_COLOR", "1")
    assert output.columns(rows, looks=looks) == bare
