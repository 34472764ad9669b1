"""What the project says about itself is true: the table of rules, the commands in the README, the versions."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import roundtable
from roundtable.commands.grammar import COMMANDS, parse

ROOT = Path(__file__).resolve().parent.parent


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands_in(document: str) -> list[str]:
    """The lines of its shell blocks, without comments."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", document, flags=re.MULTILINE | re.DOTALL)
    return [
        line.partition("  #")[0].strip() for block in blocks for line in block.splitlines() if line.strip()
    ]


def test_the_table_of_rules_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/conformance.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_rule_refers_to_decisions_that_exist() -> None:
    data = tomllib.loads(read("docs/conformance-rules.toml"))
    rows = [row for section in data["rules"].values() for row in section.values()]
    named = {decision for row in rows for decision in row.get("decisions", [])}
    assert named == set(data["decisions"])


def test_continuous_integration_runs_the_test_command_of_the_readme() -> None:
    assert "./dev check --full" in commands_in(read("README.md"))
    assert read(".ci/run").splitlines()[-1] == "exec ./dev check --full"


def test_the_readme_shows_commands_that_exist() -> None:
    shown = re.findall(r"`roundtable ([a-z]+)", read("README.md"))
    assert shown
    assert set(shown) <= set(COMMANDS)
    for line in commands_in(read("README.md")):
        words = re.sub(r'"[^"]*"', "WORDS", line).split()
        if words[0] == "roundtable" or words[:2] == ["./dev", "run"]:
            parse(words[words.index("roundtable") + 1 :] if words[0] == "roundtable" else words[2:])


HAND_WRITTEN = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")),
)


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_links_between_documents_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(name)):
        assert ((ROOT / name).parent / target).exists(), f"{name} links to {target}"


def test_every_place_that_the_map_of_the_code_names_exists() -> None:
    named = re.findall(r"`((?:src|tests|bench|scripts)/[^`*]+)`", read("docs/architecture.md"))
    assert len(named) > 40
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_map_of_the_code_shows_every_layer() -> None:
    (layers,) = [
        contract["layers"]
        for contract in tomllib.loads(read("pyproject.toml"))["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    ]
    drawn = read("docs/architecture.md").partition("## The layers")[2].partition("## One turn")[0]
    picture = drawn.partition("```")[2].partition("```")[0]
    for layer in layers:
        for name in re.split(r"[ |]+", layer):
            assert re.search(rf"^(?:\S+ +)*{name}\b", picture, flags=re.MULTILINE), name


def test_the_version_is_the_same_everywhere() -> None:
    assert tomllib.loads(read("pyproject.toml"))["project"]["version"] == roundtable.__version__


@pytest.mark.parametrize("script", ["dev", ".ci/run"])
def test_scripts_can_be_run_and_are_plain_posix_shell(script: str) -> None:
    assert (ROOT / script).stat().st_mode & 0o111
    assert read(script).startswith("#!/bin/sh\n")
    assert subprocess.run(["sh", "-n", script], cwd=ROOT, check=False).returncode == 0


def test_the_settings_in_the_readme_are_the_settings_there_are(tmp_path: Path) -> None:
    from roundtable.config import load_config

    block = re.search(r"```toml\n(.*?)```", read("README.md"), flags=re.DOTALL)
    assert block is not None
    (tmp_path / ".roundtable").mkdir()
    (tmp_path / ".roundtable" / "config.toml").write_text(block.group(1), encoding="utf-8")
    config = load_config(tmp_path, tmp_path / "none.toml", {})
    assert config.warnings == ()
    assert len(config.origins) == 6
