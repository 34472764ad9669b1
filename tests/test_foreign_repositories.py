"""What a repository from elsewhere cannot do: steer a terminal, choose a model, be written into where only git may write."""

import re
import subprocess
from pathlib import Path

import pytest

from command_line import a_command_line
from library_files import write
from roundtable.analysis import backlog
from roundtable.commands import model_choice
from roundtable.config import _RULES as _PROBLEMS
from roundtable.config import _STRICTER, REPOSITORY_FILE, load_config
from roundtable.library.checking import check_library
from roundtable.library.loading import load_library
from roundtable.library.personas import endless

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def test_what_is_shown_in_a_pipe_cannot_steer_the_terminal_behind_it(tmp_path: Path) -> None:
    folder = tmp_path / "repository"
    folder.mkdir()
    roundtable = a_command_line(folder)
    roundtable("add", "Dark mode")
    item = folder / "docs/requirements/dark-mode"
    (item / "README.md").write_text("# Dark\x1b[31m mode\x9b2J\n\nfine\rhidden\n\tkept\n", encoding="utf-8")
    (item / "notes.txt").write_text("a\x1b]0;title\x07b\x08\n", encoding="utf-8")
    for words in (
        ["show", "dark-mode"],
        ["show", "dark-mode", "README.md", "--json"],
        ["show", "dark-mode", "--json"],
        ["list"],
    ):
        answer = roundtable(*words)
        assert answer.code == 0
        assert not CONTROL.search(answer.out), words
    assert roundtable("show", "dark-mode").out == "# Dark[31m mode2J\n\nfinehidden\n\tkept\n"


@pytest.mark.parametrize(
    "odd", ["Dark\x07mode", "Dark\x0bmode", "Dark\u2028mode", "Dark\rmode", "Dark\x1b[31mmode"]
)
def test_control_characters_in_a_title_add_no_second_line(tmp_path: Path, odd: str) -> None:
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "BACKLOG.md").write_bytes(f"# Backlog\n\n## Open\n\n- 1.1 [ ] {odd}\n\n## Completed\n".encode())
    answer = a_command_line(folder)("analyze", "1.1", "--protocol", "jsonl")
    assert answer.code == 0
    entries = backlog.parse((folder / "BACKLOG.md").read_bytes().decode())
    assert [entry.number for entry in entries] == ["1.1"]


def test_nothing_is_written_into_a_bare_repository(tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    before = sorted(bare.rglob("*"))
    roundtable = a_command_line(bare)
    for where, words in (
        (bare, ["add", "Dark mode"]),
        (bare / "refs", ["scan", "dark mode"]),
        (tmp_path, ["--repo", str(bare), "list"]),
    ):
        answer = roundtable(*words, cwd=where)
        assert answer.code == 3
        assert "bare git repository" in answer.sentence
    assert sorted(bare.rglob("*")) == before


def test_a_clone_beside_a_bare_repository_is_worked_in(tmp_path: Path) -> None:
    bare = tmp_path / "shop.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    (bare / "main").mkdir()
    (bare / "main/.git").write_text("gitdir: ..\n", encoding="utf-8")
    assert a_command_line(bare / "main")("add", "Dark mode").code == 0


def test_the_personas_of_another_house_are_one_line(tmp_path: Path) -> None:
    for key in ("ux-lead", "qa-lead", "tech-lead", "coach", "scribe"):
        write(
            tmp_path, f".claude/agents/persona-{key}.md", f"---\nname: {key}\nmodel: large\n---\n# Somebody\n"
        )
    (line,) = load_library(tmp_path).warnings
    assert "persona-coach.md and 4 more" in line
    assert "`roundtable library check`" in line


# -- settings ----------------------------------------------------------------------------------------------------------


def test_a_repository_cannot_turn_masking_off(tmp_path: Path) -> None:
    write(tmp_path, ".roundtable/config.toml", "mask_secrets = false\n")
    config = load_config(tmp_path, tmp_path / "none.toml", {})
    assert config.mask_secrets is None
    (warning,) = config.warnings
    assert ".roundtable/config.toml, line 1: a repository cannot turn mask_secrets off" in warning
    (tmp_path / "mine.toml").write_text("mask_secrets = false\n", encoding="utf-8")
    assert load_config(tmp_path, tmp_path / "mine.toml", {}).mask_secrets is False


@pytest.mark.parametrize(
    ("own", "theirs", "holds"),
    [
        ("send_code = false", "send_code = true", {"send_code": False}),
        ("send_code = true", "send_code = false", {"send_code": False}),
        ("journal_in_git = false", "journal_in_git = true", {"journal_in_git": False}),
        ("journal_in_git = true", "journal_in_git = false", {"journal_in_git": False}),
        ('send_except = ["keys/*"]', "send_except = []", {"send_except": ("keys/*",)}),
        ('send_except = ["keys/*"]', 'send_except = ["b/*"]', {"send_except": ("keys/*", "b/*")}),
        ('send_only = ["src/*"]', 'send_only = ["*"]', {"send_only": ("src/*",)}),
        ('budget = "2.50"', 'budget = "500"', {"budget": "2.50"}),
        ('base_url = "https://mine.example/v1"', 'base_url = "http://localhost:1/v1"', {"base_url": "https://mine.example/v1"}),
        ('model = "openai:mine"', 'base_url = "http://localhost:1/v1"', {"model": "openai:mine", "base_url": None}),
        ("mask_secrets = true", "mask_secrets = false", {"mask_secrets": True}),
    ],
)  # fmt: skip
def test_what_protects_a_person_a_repository_can_only_tighten(
    tmp_path: Path, own: str, theirs: str, holds: dict[str, object]
) -> None:
    write(tmp_path, ".roundtable/config.toml", f"{theirs}\n")
    (tmp_path / "mine.toml").write_text(f"{own}\n", encoding="utf-8")
    config = load_config(tmp_path, tmp_path / "mine.toml", {})
    assert {name: getattr(config, name) for name in holds} == holds
    where = config.origins.get(theirs.partition(" ")[0], "")
    assert (where == REPOSITORY_FILE) is (theirs in {"send_code = false", "journal_in_git = false", 'send_except = ["b/*"]'})  # fmt: skip


@pytest.mark.parametrize("name", sorted(_PROBLEMS))
def test_each_setting_is_known_to_be_harmless_or_guarded_against_a_repository(name: str) -> None:
    """A new setting has to be thought about before it is listed here."""
    harmless = {"mode", "depth", "tracker", "jira_project", "context", "timeout", "check", "team"}
    guarded = {*_STRICTER, "mask_secrets", "model", "database"}
    assert (name in harmless) is not (name in guarded)


def test_the_server_of_a_repository_serves_the_repositorys_own_model(tmp_path: Path) -> None:
    server = 'base_url = "http://localhost:1/v1"\n'
    write(tmp_path, ".roundtable/config.toml", f'model = "local:theirs"\n{server}')
    assert load_config(tmp_path, tmp_path / "none.toml", {}).base_url == "http://localhost:1/v1"
    asked = load_config(tmp_path, tmp_path / "none.toml", {"ROUNDTABLE_MODEL": "openai:mine"})
    assert (asked.model, asked.base_url) == ("openai:mine", None)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder."""
    monkeypatch.setattr(model_choice, "user_file", lambda: tmp_path / "mine" / "config.toml")
    return tmp_path / "mine"


@pytest.mark.parametrize("says", [True, False])
def test_the_model_of_a_repository_is_asked_about_once_and_remembered_outside_it(
    tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch, says: bool
) -> None:
    root = tmp_path / "repository"
    write(root, ".roundtable/config.toml", 'model = "openai:theirs"\n')
    config = load_config(root, tmp_path / "none.toml", {})
    asked: list[str] = []

    def confirm(question: str) -> bool:
        asked.append(question)
        return says

    monkeypatch.setattr(model_choice, "confirm", confirm)
    monkeypatch.setattr(model_choice, "can_ask", lambda: True)
    wanted = "openai:theirs" if says else None
    for _ in range(2):
        assert model_choice.agreed_model(config, root, asking=True, quiet=False) == wanted
    assert len(asked) == 1
    assert "openai:theirs" in (mine / "agreed-models.json").read_text(encoding="utf-8")
    assert [path.name for path in (root / ".roundtable").iterdir()] == ["config.toml"]
    assert model_choice.agreed_model(config, tmp_path / "another", asking=False, quiet=True) is None
    write(root, ".roundtable/config.toml", 'model = "openai:another"\n')
    model_choice.agreed_model(load_config(root, tmp_path / "none.toml", {}), root, asking=True, quiet=True)
    assert len(asked) == 2


def test_without_a_terminal_the_model_of_a_repository_is_not_used(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    write(root, ".roundtable/config.toml", 'model = "openai:theirs"\n')
    answer = a_command_line(root)("analyze", "Add dark mode", "--protocol", "jsonl")
    assert '"mind": "offline"' in answer.out
    assert "names the model openai:theirs, and nobody agreed to it here" in answer.err


def test_doctor_asks_the_model_of_a_repository_nothing_before_somebody_agreed(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    write(root, ".roundtable/config.toml", 'model = "openai:theirs"\n')
    answer = a_command_line(root)("doctor", "--model-test", env={"OPENAI_API_KEY": "x"})
    assert "nobody agreed to it here" in answer.err
    assert "no model is named or agreed to" in answer.out


def test_a_model_of_ones_own_is_not_asked_about(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('model = "openai:mine"\n', encoding="utf-8")
    config = load_config(tmp_path, tmp_path / "mine.toml", {})
    assert model_choice.agreed_model(config, tmp_path, asking=False, quiet=True) == "openai:mine"


# -- patterns of content -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pattern",
    [
        "(a|aa)+$",
        "(a+)+$",
        r"(\w+\s?)*x",
        r"(a)\1",
        "a*b*c*d",
        "(?:a?){50}",
        "(?=(a+)+b)x",
        ".?" * 40 + "z",
        "(?:a|.)" * 40 + "z",
    ],
)
def test_a_pattern_that_could_take_without_end_is_refused_and_not_used(tmp_path: Path, pattern: str) -> None:
    assert endless(pattern)
    text = f"---\nkey: business-analyst\nvoice:\n  forbidden:\n    - '{pattern}'\n    - 'fine'\n---\n# Maya\n"
    write(tmp_path, ".roundtable/personas/persona-business-analyst.md", text)
    assert load_library(tmp_path).persona("business-analyst").voice.forbidden == ("fine",)
    (found,) = [one for one in check_library(tmp_path) if one.rule == "endless-pattern"]
    assert found.severity == "error"
    assert "could keep a session busy without end, because it" in found.message


def test_the_patterns_that_ship_are_taken_also_from_an_edited_copy(tmp_path: Path) -> None:
    shipped = Path("src/roundtable/library/content/personas/persona-solutions-architect.md").read_text(
        "utf-8"
    )
    write(tmp_path, ".roundtable/personas/persona-solutions-architect.md", shipped + "\nMore.\n")
    ours = load_library(None).persona("solutions-architect").voice.forbidden
    assert load_library(tmp_path).persona("solutions-architect").voice.forbidden == ours
