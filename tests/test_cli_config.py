"""Settings: which one wins, what is not understood."""

from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line
from roundtable.config import _RULES as _PROBLEMS
from roundtable.config import Config, load_config
from roundtable.errors import CannotDoHere, WrongUse


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def loaded(tmp_path: Path, repository: str = "", user: str = "", **environment: str) -> Config:
    write(tmp_path / ".roundtable" / "config.toml", repository)
    return load_config(tmp_path, write(tmp_path / "user.toml", user), environment)


def test_nothing_is_configured_by_default(tmp_path: Path) -> None:
    assert load_config(tmp_path, tmp_path / "missing.toml", {}) == Config()


def test_the_environment_wins_over_the_repository_and_that_over_the_user(tmp_path: Path) -> None:
    config = loaded(
        tmp_path,
        repository='depth = "brief"\nmode = "steps"\n',
        user='depth = "standard"\nmode = "conversation"\ntracker = "jira"\n',
        ROUNDTABLE_DEPTH="deep",
    )
    assert (config.depth, config.mode, config.tracker) == ("deep", "steps", "jira")
    assert config.origins["depth"] == "ROUNDTABLE_DEPTH"
    assert config.origins["mode"] == ".roundtable/config.toml"
    assert config.origins["tracker"].endswith("user.toml")


def test_a_file_of_the_users_that_cannot_be_read_is_a_warning_and_one_of_the_repository_stops(
    tmp_path: Path,
) -> None:
    unreadable = tmp_path / "home.toml"
    unreadable.mkdir()
    (warning,) = load_config(tmp_path, unreadable, {}).warnings
    assert str(unreadable) in warning
    (tmp_path / ".roundtable" / "config.toml").mkdir(parents=True)
    with pytest.raises(CannotDoHere, match=r"Could not read \.roundtable/config\.toml"):
        load_config(tmp_path, tmp_path / "none.toml", {})


def test_an_unknown_key_is_a_warning_with_file_and_line(tmp_path: Path) -> None:
    config = loaded(tmp_path, repository='# mine\ndepth = "deep"\ndepht = "deep"\n[llm]\nx = 1\n')
    assert [warning.partition(" (known")[0] for warning in config.warnings] == [
        ".roundtable/config.toml, line 3: unknown setting 'depht'",
        ".roundtable/config.toml, line 4: unknown setting 'llm'",
    ]


@pytest.mark.parametrize(
    ("repository", "environment", "expected"),
    [
        (
            '\ndepth = "huge"',
            {},
            r"config\.toml, line 2: depth must be brief or standard or deep, not 'huge'",
        ),
        ("depth = 3", {}, "depth must be"),
        ('model = "gpt"', {}, 'model must look like "provider:name"'),
        ("journal_in_git = 1", {}, "must be true or false"),
        ("depth = ", {}, "is not valid TOML"),
        ("", {"ROUNDTABLE_DEPTH": "huge"}, "ROUNDTABLE_DEPTH: depth must be"),
        ("", {"ROUNDTABLE_JOURNAL_IN_GIT": "perhaps"}, "must be true or false"),
    ],
)
def test_a_setting_that_makes_no_sense_is_one_sentence(
    tmp_path: Path, repository: str, environment: dict[str, str], expected: str
) -> None:
    with pytest.raises(WrongUse, match=expected):
        loaded(tmp_path, repository=repository, **environment)


def test_switches_in_the_environment_are_words(tmp_path: Path) -> None:
    assert loaded(tmp_path, ROUNDTABLE_JOURNAL_IN_GIT="false").journal_in_git is False
    assert loaded(tmp_path, ROUNDTABLE_JOURNAL_IN_GIT="1").journal_in_git is True


def test_a_broken_file_stops_what_needs_it_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "repository"
    write(folder / ".roundtable" / "config.toml", "depth = ")
    roundtable: CommandLine = a_command_line(folder)
    answer = roundtable("add", "Dark mode")
    assert answer.code == 2
    assert "config.toml is not valid TOML" in answer.sentence
    assert roundtable("list").code == 0


def test_the_users_own_file_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "repository"
    folder.mkdir()
    roundtable = a_command_line(folder)
    write(tmp_path / "xdg" / "roundtable" / "config.toml", 'tracker = "github"\nodd = 1\n')
    answer = roundtable("add", "20", env={"XDG_CONFIG_HOME": str(tmp_path / "xdg")})
    assert answer.out == "gh-20\n"
    assert "unknown setting 'odd'" in answer.err


def test_config_shows_what_is_set_where_and_what_it_overrules(tmp_path: Path) -> None:
    roundtable = a_command_line(tmp_path)
    (tmp_path / ".roundtable").mkdir()
    (tmp_path / ".roundtable/config.toml").write_text('depth = "brief"\n', encoding="utf-8")
    answer = roundtable("config", env={"ROUNDTABLE_DEPTH": "deep"})
    assert answer.code == 0
    shown = {line.split()[0]: line for line in answer.out.splitlines()}
    assert "deep  ROUNDTABLE_DEPTH, instead of brief (.roundtable/config.toml)" in shown["depth"]
    assert "none: sessions are offline" in shown["model"]
    assert "A flag wins over" in answer.err
    settings = {each["name"]: each for each in roundtable("config", "--json").json}
    assert (settings["depth"]["value"], settings["depth"]["origin"]) == ("brief", ".roundtable/config.toml")
    assert settings.keys() == _PROBLEMS.keys(), "every setting is explained"
