"""The page about the rules says what the rules say, and the examples for continuous integration can be used."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from roundtable.documents.checks import RULES

ROOT = Path(__file__).resolve().parent.parent


def load(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_page_about_the_rules_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/check_page.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_every_rule_says_what_it_catches_what_it_does_not_and_how_to_mend_it() -> None:
    names = [rule.name for rule in RULES.values()]
    assert len(names) == len(set(names))
    for rule in RULES.values():
        assert re.fullmatch(r"RT[1-4]\d\d", rule.id)
        assert re.fullmatch(r"[a-z]+(?:-[a-z]+)*", rule.name)
        for text in (rule.catches, rule.misses, rule.fix):
            assert text.endswith((".", "?"))
            assert "\n" not in text


def test_the_hook_runs_our_command_on_the_whole_set() -> None:
    (hook,) = load(".pre-commit-hooks.yaml")
    assert hook["entry"] == "roundtable check"
    assert hook["pass_filenames"] is False
    assert re.search(hook["files"], "docs/requirements/apply-codes/requirements-spec.md")
    assert not re.search(hook["files"], "src/shop.py")


def test_the_examples_for_continuous_integration_name_the_hook_and_the_command() -> None:
    (hook,) = load(".pre-commit-hooks.yaml")
    (example,) = load("docs/ci/pre-commit-config.yaml")["repos"][0]["hooks"]
    for key in ("id", "name", "entry", "pass_filenames", "files"):
        assert example[key] == hook[key]
    steps = load("docs/ci/github-actions.yml")["jobs"]["check"]["steps"]
    assert any(
        "roundtable check --format sarif > requirements.sarif" in step.get("run", "") for step in steps
    )
    assert any(step.get("with", {}).get("sarif_file") == "requirements.sarif" for step in steps)
