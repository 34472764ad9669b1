"""Items made elsewhere: other id shapes, layouts and headers are read, and nobody is faulted for not writing ours."""

import json
from typing import Any

import pytest

from check_samples import Files, a_context, rules_of
from roundtable.documents.checks import Finding, check_files, check_item


def check(files: Files, **meta: Any) -> tuple[Finding, ...]:
    return check_item(files, meta or None, a_context())


def errors(findings: tuple[Finding, ...]) -> list[str]:
    return [f"{f.rule} {f.path}:{f.line} {f.message}" for f in findings if f.severity == "error"]


SPEC = """---
status: approved
owner: Dana
---
# Requirements

## 1. Functional

#### 1.1 FR-1 — Sign in

The app shall let a member sign in with an e-mail address and a password.

**Acceptance Criteria**

- [ ] AC-1.1: Given a member, when the password is right, then the app opens the inbox
- [ ] AC-1.2: Given a member, when the password is wrong, then the app shows "Try again"

#### 1.2 FR-2 — Sign out

The app shall end the session when the member signs out.

##### Acceptance criteria

1. The next page asks for the password.

## 2. Quality

### NFR-1: Speed

Signing in takes at most 2 seconds for 95 % of the members.

- **AC-NFR-001-01**: Given 500 members, when they sign in, then 475 of them wait at most 2 seconds
"""


@pytest.mark.rule("X-51")
def test_a_foreign_specification_is_read_and_has_no_findings() -> None:
    assert check({"requirements-spec.md": SPEC}) == ()


def test_documents_of_phases_that_are_not_claimed_are_not_missed() -> None:
    files: Files = {"requirements-spec.md": SPEC, "quick-scan.md": "# Quick Scan\n\nScope: small\n"}
    claimed = ["00-quick-scan", "01-requirements"]
    assert check(files, phases_completed=claimed, analysis_status="partial") == ()


@pytest.mark.parametrize(
    "stories",
    [
        {"stories": [{"id": "US-1", "as_a": "member", "i_want": "to sign in", "so_that": "I read my mail", "acceptance_criteria": ["AC-1.1", "AC-1.2"]}, {"id": "US-2", "story": "As a member, I want to sign out, so that nobody reads my mail.", "acceptance_criteria": ["asked again"], "requirements": ["FR-2"]}]},
        [{"story_id": "US-001", "description": "As a member, I want to sign in, so that I read my mail.", "criteria": [{"id": "AC-001-01", "text": "inbox"}, {"id": "AC-001-02", "text": "again"}], "traces": "FR-001"}, {"story_id": "US-002", "description": "As a member, I want to sign out, so that it is over.", "criteria": ["asked"], "traces": ["FR-002"]}],
        {"US-1": {"story": "As a member, I want to sign in, so that I read.", "acceptance_criteria": ["AC-1.1", "AC-1.2"]}, "US-2": {"story": "As a member, I want to sign out, so that it is over.", "acceptance_criteria": ["x"], "fr": "FR-2"}},
    ],
)  # fmt: skip
def test_stories_in_other_layouts_are_read(stories: object) -> None:
    assert check({"requirements-spec.md": SPEC, "user-stories.json": json.dumps(stories)}) == ()


def test_a_table_of_requirements_with_criteria_in_a_column_is_read() -> None:
    table = "# Spec\n\n## Requirements\n\n| ID | Requirement | Priority | Acceptance Criteria |\n| --- | --- | --- | --- |\n"
    rows = "| FR-001 | The app shall show the inbox. | Must | Given mail, when the member signs in, then it is listed |\n"
    assert check({"requirements-spec.md": table + rows}) == ()
    bare = "| FR-002 | The app shall show the outbox. | Must | |\n"
    assert rules_of(check({"requirements-spec.md": table + rows + bare})) == {"RT207"}


def test_an_id_that_only_other_spellings_share_is_not_dangling() -> None:
    files: Files = {
        "requirements-spec.md": SPEC,
        "impact-analysis.md": "# Impact\n\nFR-001 and FR-2 touch the login (see AC-001-02, FR-001/FR-002).\n",
    }
    assert check(files) == ()


@pytest.mark.rule("L-XCHK-02")
@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("impact-analysis.md", "# Impact\n\n- FR-7 needs a table.\n", "FR-7"),
        ("module-design.md", "# Design\n\n## Modules\n\n### Login\n\nSigns in (FR-001, FR-012).\n", "FR-012"),
        ("interface-spec.yaml", "interfaces:\n  - name: login\n    errors: none\n    requirements: [FR-1, FR-099]\n", "FR-099"),
        ("traceability-matrix.csv", "FR_ID,AC_ID,User_Story_ID,Confidence,Source\nFR-1,AC-1.1,,,\nFR-1,AC-1.2,,,\nFR-2,,,,\nFR-3,,,,\n", "FR-3"),
    ],
)  # fmt: skip
def test_a_requirement_that_does_not_exist_is_an_error_wherever_it_is_named(
    name: str, text: str, shown: str
) -> None:
    findings = check({"requirements-spec.md": SPEC, name: text})
    assert rules_of(findings) == {"RT202"}
    assert findings[0].severity == "error"
    assert shown in findings[0].message


def test_the_words_of_the_draft_and_retired_ids_are_not_references() -> None:
    files: Files = {
        "requirements-spec.md": SPEC,
        "draft.md": "Like FR-900 in the old tool, but fast and easy.\n",
        "impact-analysis.md": "# Impact\n\nFR-900 was withdrawn.\n\n```\nFR-901\n```\n",
    }
    assert check(files) == ()


def test_ids_of_another_project_do_not_dangle_when_it_names_them() -> None:
    files: Files = {
        "requirements-spec.md": SPEC,
        "adr-0001-a.md": "# A\n\n## Status\n\nAccepted\n\n## Options\n\n- x\n- y\n\nSee ADR-0104.\n",
    }
    assert rules_of(check(files)) == {"RT205"}
    assert check_item(files, None, a_context(known_ids=frozenset({"ADR-104"}))) == ()


def test_an_openapi_description_is_read_as_interfaces() -> None:
    good = "openapi: 3.1.0\npaths:\n  /login:\n    post:\n      responses:\n        '200': {}\n        '401': {}\n"
    assert check({"interface-spec.yaml": good}) == ()
    bad = good.replace("        '401': {}\n", "")
    assert rules_of(check({"interface-spec.yaml": bad})) == {"RT225"}


def test_modules_in_a_table_with_their_dependencies_are_read() -> None:
    table = "# Design\n\n## Modules\n\n| Module | Responsibility | Depends on |\n| --- | --- | --- |\n"
    rows = "| Login | Signs members in (FR-1) | Store |\n| Store | Keeps members (FR-2) | none |\n"
    files: Files = {"requirements-spec.md": SPEC, "module-design.md": table + rows}
    assert check(files) == ()
    files["module-design.md"] = table + rows.replace("| none |", "| Login |")
    assert rules_of(check(files)) == {"RT223"}


@pytest.mark.rule("X-57")
def test_a_matrix_of_quality_requirements_in_the_folder_is_accepted() -> None:
    text = "# NFR\n\n| ID | Requirement | Target |\n| --- | --- | --- |\n| NFR-9 | The app answers | within 2 s |\n"
    files: Files = {
        "requirements-spec.md": SPEC,
        "nfr-matrix.md": text,
        "impact-analysis.md": "# Impact\n\nNFR-9 limits it.\n",
    }
    assert check(files) == ()


def test_no_foreign_habit_is_an_error() -> None:
    files: Files = {
        "requirements-spec.md": SPEC,
        "impact-analysis.md": "# Impact\n\nMuch of it.\n",
        "notes.md": "FR-1 etc.",
        "module-design.md": "# Design\n\nProse only.\n",
        "interface-spec.md": "# Interfaces\n\n## 1. Overview\n\nProse.\n\n## 2. `login(name)`\n\nFails with a message.\n",
    }
    assert errors(check(files, phases_completed=["01-requirements", "02-impact-analysis", "04-design"])) == []


@pytest.mark.parametrize(
    ("title", "found"),
    [("3. Feature Prioritisation", {"RT216"}), ("### FR-003: Prioritize tickets", set[str]())],
)
def test_priorities_are_read_under_any_heading_that_announces_them(title: str, found: set[str]) -> None:
    heading = title if title.startswith("#") else f"## {title}"
    below = "\n\nGiven a ticket, when it is old, then FR-001 (Could) does not hold.\n"
    spec = f"## FR-001: Log in\n\n**Priority**: Must\n\n- AC-001-01: Given a name, when they log in, then they see it.\n\n{heading}{below}"
    assert rules_of(check({"requirements-spec.md": spec})) & {"RT216"} == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- **FR-001**: A user must log in.\n", {"RT207"}),
        ("FR-001 is met by the form.\n\n- see FR-001\n", set[str]()),
    ],
)
def test_a_file_of_any_name_is_a_specification_where_it_defines_requirements(
    text: str, found: set[str]
) -> None:
    assert {finding.rule for finding in check_files({"notes/login.md": f"# Log in\n\n{text}"})} & {
        "RT207"
    } == found


TABLE = """# Requirements

| ID | Requirement | Priority |
|---|---|---|
| FR-001 | The desk shall charge a fee of 8.00 EUR. | Must |
| FR-002 | The desk shall refuse a second ticket. | Should |

## Acceptance Criteria

#### FR-001

- **AC-001-01**: Given a lost ticket, when the driver pays, then the receipt lists 8.00 EUR.

#### FR-002

- The desk shows "Already replaced".
"""
STORY = {
    "id": "US-1",
    "story": "As a driver, I want one ticket, so that nobody sells any.",
    "acceptance_criteria": ["one"],
}
ERRORS = '# Errors\n\n| Code | Message | For |\n|---|---|---|\n| ERR-1 | "Already replaced" for a second ticket | FR-002 |\n'


def test_a_heading_that_is_only_an_id_goes_with_its_row() -> None:
    stories = json.dumps([{**STORY, "priority": "Should", "traces": ["FR-002"]}])
    files: Files = {"requirements-spec.md": TABLE, "error-taxonomy.md": ERRORS, "user-stories.json": stories}
    told = [f"{f.rule} {f.message}" for f in check(files) if f.severity != "info" and f.rule != "RT211"]
    assert told == []
    files["user-stories.json"] = stories.replace("Should", "Must")
    assert "RT216" in rules_of(check(files))
    files["error-taxonomy.md"] = ERRORS.replace("Already replaced", "A second one was asked for")
    assert any("none that requirements-spec.md quotes" in f.message for f in check(files))


def test_a_message_that_another_document_repeats_has_the_same_words() -> None:
    files: Files = {"requirements-spec.md": TABLE + '\nIt says "No such ticket was ever sold".\n'}
    files["plan.md"] = '# Plan\n\nPrint "No such ticket was ever found".\n'
    assert any("“No such ticket was ever found” reads" in f.message for f in check(files))
    files["plan.md"] += '\nElse "No such ticket was ever sold".\n'
    assert not any("No such ticket" in f.message for f in check(files))


def test_ids_and_scenarios_in_languages_that_nobody_knows_here_are_taken_as_they_are() -> None:
    told = "# 规格\n\n## 需求\n\n- **FR-001**：系统 MUST 允许用户保存连接并在本地存储中保留它们。\n- **FR-002**：系统 MUST 显示所有表和视图。\n"
    assert errors(check({"requirements-spec.md": told})) == []
