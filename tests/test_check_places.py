"""What `check` takes: items without meta.json, specifications under other names, folders above, files that are no files."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line

NUMBERED = """\
# Requirements

## Requirements

### Requirement 1: Invoice

**User Story:** As a clerk, I want invoices, so that I need not type them.

#### Acceptance Criteria

1. WHEN a month begins THEN the job SHALL create one invoice per contract.
2. WHEN a contract has no address THEN the job SHALL list it in the report.
"""


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return a_command_line(tmp_path)


def write(roundtable: CommandLine, path: str, text: str) -> Path:
    place = roundtable.folder / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, encoding="utf-8")
    return place


def test_an_item_without_meta_json_is_checked_with_all_others(roundtable: CommandLine) -> None:
    write(
        roundtable,
        "docs/requirements/billing/requirements-spec.md",
        "### FR-001: Pay\n\nThe shop shall take cards.\n",
    )
    for words in (
        (),
        ("docs",),
        (".",),
        ("docs/requirements",),
        ("docs/requirements/billing",),
        ("billing",),
    ):
        answer = roundtable("check", *words, "--json")
        assert answer.code == 1, words
        assert {(f["rule"], f["path"]) for f in answer.json["findings"]} == {
            ("RT207", "docs/requirements/billing/requirements-spec.md")
        }


def test_contracts_in_a_folder_below_an_item_are_read(roundtable: CommandLine) -> None:
    write(roundtable, "docs/requirements/billing/requirements.md", NUMBERED)
    write(roundtable, "docs/requirements/billing/contracts/api.yaml", "paths:\n  /x: [\n")
    found = roundtable("check", "billing", "--json").json["findings"]
    assert [(f["rule"], f["path"]) for f in found] == [
        ("RT104", "docs/requirements/billing/contracts/api.yaml")
    ]


def test_a_specification_under_another_name_is_read_with_its_neighbours(roundtable: CommandLine) -> None:
    write(roundtable, "specs/billing/requirements.md", NUMBERED)
    write(
        roundtable,
        "specs/billing/tasks.md",
        "# Plan\n\nSee [what](requirements.md).\n\n- [ ] 1. Job\n  - _Requirements: 1.1, 1.2, 4.1_\n",
    )
    answer = roundtable("check", "specs/billing", "--format", "json")
    assert answer.code == 1
    found = [(f["rule"], f["path"], f["line"]) for f in answer.json["findings"]]
    assert found == [("RT203", "specs/billing/tasks.md", 6)]


def test_findings_call_the_specification_by_its_own_name(roundtable: CommandLine) -> None:
    write(
        roundtable,
        "specs/pay/spec.md",
        "### FR-001: Pay\n\nThe shop shall answer within 2 s.\n\n- **AC-001-01**: Given a card, when it is read, then the sum is shown.\n",
    )
    write(roundtable, "specs/pay/plan.md", "# Plan\n\nIt answers within 9 s (FR-001).\n")
    answer = roundtable("check", "specs/pay", "--format", "json")
    assert [(f["rule"], f["path"]) for f in answer.json["findings"]] == [("RT242", "specs/pay/plan.md")]
    assert "spec.md, line 1" in answer.json["findings"][0]["message"]
    assert "requirements-spec" not in answer.out


def test_a_plan_that_lists_ids_is_no_specification(roundtable: CommandLine) -> None:
    write(roundtable, "tasks.md", "# Tasks\n\n- FR-001: done\n- FR-002: open\n")
    assert roundtable("check", "tasks.md", "--json").json["findings"] == []


def test_an_empty_file_is_said_to_be_empty(roundtable: CommandLine) -> None:
    write(roundtable, "notes.md", "\n\n")
    answer = roundtable("check", "notes.md", "--json")
    assert [f["rule"] for f in answer.json["findings"]] == ["RT106"]
    assert answer.code == 0


def test_a_named_pipe_is_not_waited_for(roundtable: CommandLine) -> None:
    os.mkfifo(roundtable.folder / "pipe.md")
    answer = roundtable("check", "pipe.md", "--json")
    assert [f["rule"] for f in answer.json["findings"]] == ["RT101"]
    assert answer.code == 1


def test_an_empty_name_is_wrong_use(roundtable: CommandLine) -> None:
    answer = roundtable("check", "")
    assert answer.code == 2
    assert "without a name every item is checked" in answer.err


def test_sarif_of_a_foreign_item_names_places_inside_the_repository(roundtable: CommandLine) -> None:
    write(
        roundtable,
        "docs/requirements/späti/requirements-spec.md",
        "### FR-001: Pay\n\nThe shop shall take cards.\n",
    )
    run = json.loads(roundtable("check", "--format", "sarif").out)["runs"][0]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "docs/requirements/sp%C3%A4ti/requirements-spec.md"
    assert place["region"]["startLine"] == 1
    assert run["tool"]["driver"]["rules"][run["results"][0]["ruleIndex"]]["id"] == "RT207"


def test_decisions_in_a_folder_of_their_own_are_read(roundtable: CommandLine) -> None:
    write(roundtable, "specs/billing/requirements.md", NUMBERED)
    decision = "# ADR 1: Take cards\n\nStatus: Accepted\n\nDate: 2025-03-32\n"
    write(roundtable, "specs/billing/adr/0001-take-cards.md", decision)
    found = roundtable("check", "specs/billing", "--json").json["findings"]
    assert ("RT136", "specs/billing/adr/0001-take-cards.md") in [(f["rule"], f["path"]) for f in found]


def test_days_in_the_wrong_order_and_arrows_without_words_are_found(roundtable: CommandLine) -> None:
    head = "# Billing\n\n**Created**: 2025-03-04\n**Approved**: 2025-02-18\n\n"
    diagram = "```mermaid\nsequenceDiagram\n  A->> B\n```\n"
    write(roundtable, "specs/billing/plan.md", head + diagram)
    write(roundtable, "specs/billing/requirements.md", NUMBERED)
    found = roundtable("check", "specs/billing", "--json").json["findings"]
    assert [f["rule"] for f in found] == ["RT136", "RT135"]
