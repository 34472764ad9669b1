"""`library check` explains each problem with file, line and a way to mend it; `library new` starts from a good file."""

import ast
from pathlib import Path
from string import Formatter
from typing import Literal

import pytest

from library_files import STEPS, a_step, a_topic, write
from roundtable.errors import UnsafePath, WriteFailed, WrongUse
from roundtable.library import Problem, check_library, load_library, new_entry


def rules(problems: list[Problem]) -> list[tuple[int, str, str]]:
    return [(problem.line, problem.severity, problem.rule) for problem in problems]


def test_the_built_in_library_has_nothing_to_complain_about() -> None:
    assert check_library() == []


def test_problems_come_with_file_line_and_fix(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        f"{STEPS}/09-x.md",
        a_step(
            "## Brief Mode\n{problm}\n## Standard Mode\n- Who? And why?\n- Is it good?\n\n- "
            + "word " * 31
            + "end?\n- Which? <!-- problen -->\n## Deep Modes\n## Validation\n- ok <!-- a remark: fine -->\n",
            depends_on='["01-01", "01-77"]',
            skip_if='"scope = 1"',
            dependson="[]",
        ),
    )
    expected = [
        (1, "info", "missing-section"),
        (7, "error", "unknown-depends-on"),
        (8, "error", "invalid-skip-if"),
        (9, "warning", "unknown-key"),
        (12, "warning", "unknown-placeholder"),
        (14, "info", "several-questions"),
        (15, "info", "closed-question"),
        (17, "info", "long-question"),
        (18, "warning", "unknown-tag"),
        (19, "warning", "unknown-heading"),
    ]
    alone = check_library(tmp_path, path)
    assert rules(alone) == expected
    assert {problem.file for problem in alone} == {f"{STEPS}/09-x.md"}
    by_rule = {problem.rule: problem for problem in alone}
    assert "column 7" in by_rule["invalid-skip-if"].message
    assert by_rule["unknown-placeholder"].fix == "Did you mean problem?"
    assert by_rule["unknown-tag"].fix == "Did you mean problem?"
    assert rules(check_library(tmp_path)) == expected
    assert rules(check_library(tmp_path, tmp_path / ".roundtable")) == expected


def test_lines_that_nobody_can_fill_and_too_many_questions_are_told(tmp_path: Path) -> None:
    many = "\n".join(f"- Which part {number} is new?" for number in range(11))
    body = f"## Brief Mode\nWhat about {{module list with responsibilities}}?\n## Deep Mode\n{many}\n"
    path = write(tmp_path, f"{STEPS}/09-x.md", a_step(body))
    found = {problem.rule: problem for problem in check_library(tmp_path, path)}
    assert found["unfillable"].severity == found["many-questions"].severity == "warning"
    assert "{module list with responsibilities}" in found["unfillable"].message


def test_a_condition_that_fails_only_when_asked_is_found_too(tmp_path: Path) -> None:
    write(tmp_path, f"{STEPS}/09-x.md", a_step(skip_if='"scope < 3"'))
    assert rules(check_library(tmp_path)) == [(7, "error", "invalid-skip-if")]


def test_cycles_duplicates_and_late_dependencies_are_found(tmp_path: Path) -> None:
    write(tmp_path, f"{STEPS}/09-a.md", a_step(depends_on='["01-10"]'))
    write(tmp_path, f"{STEPS}/10-b.md", a_step(step_id='"01-10"', depends_on='\n- "01-01"\n- "01-09"'))
    write(tmp_path, f"{STEPS}/11-c.md", a_step())
    problems = check_library(tmp_path)
    assert [(problem.file[-7:], problem.line, problem.rule) for problem in problems] == [
        ("09-a.md", 7, "cyclic-depends-on"),
        ("09-a.md", 7, "late-depends-on"),
        ("10-b.md", 7, "cyclic-depends-on"),
        ("11-c.md", 2, "duplicate-id"),
        ("11-c.md", 2, "id-mismatch"),
    ]
    in_folder = check_library(tmp_path, tmp_path / STEPS)
    assert {"cyclic-depends-on", "duplicate-id"} <= {problem.rule for problem in in_folder}


@pytest.mark.rule("L-COV-12")
def test_topics_are_reviewed(tmp_path: Path) -> None:
    write(
        tmp_path,
        ".roundtable/topics/privacy.md",
        a_topic(met_by="[need]", skip_if="x", primary_persona="nobody"),
    )
    found = {(problem.line, problem.severity, problem.rule) for problem in check_library(tmp_path)}
    assert found == {
        (1, "info", "missing-section"),
        (4, "warning", "unknown-persona"),
        (5, "info", "unasked-criterion"),
        (6, "error", "met-by-length"),
        (7, "warning", "sequencing"),
    }


def test_a_topic_with_more_criteria_than_a_conversation_can_bear_is_told_so(tmp_path: Path) -> None:
    many = ", ".join(f"Risk {number} is named" for number in range(8))
    write(tmp_path, ".roundtable/topics/privacy.md", a_topic(coverage_criteria=f"[{many}]"))
    assert "criteria-count" in {problem.rule for problem in check_library(tmp_path)}


def test_what_is_said_about_a_question_is_reviewed(tmp_path: Path) -> None:
    body = (
        "## Standard Mode\n"
        "1. Which rule applies? <!-- business_rule -->\n"
        "   - Why: nobody can guess it.\n"
        "   - Simpler: What is allowed?\n"
        "   - When: option, not library, has code, no wish, says pay / book, unsaid default, deep\n"
        "2. Where is {files} used, beside {nowhere}? <!-- indirect_change -->\n"
    )
    path = write(tmp_path, f"{STEPS}/09-x.md", a_step(body))
    found = [(problem.line, problem.rule) for problem in check_library(tmp_path, path)]
    assert found == [
        (1, "missing-detail"),
        (1, "missing-detail"),
        (1, "missing-section"),
        (12, "unknown-condition"),
        (12, "unknown-condition"),
        (13, "unknown-placeholder"),
    ]


def test_an_open_code_fence_is_pointed_at(tmp_path: Path) -> None:
    path = write(tmp_path, f"{STEPS}/09-x.md", a_step("## Standard Mode\nWhy?\n```\n## Deep Mode\n"))
    assert (10, "warning", "open-fence") in rules(check_library(tmp_path, path))


def test_a_folder_of_other_peoples_files_is_left_in_peace(tmp_path: Path) -> None:
    write(tmp_path, "docs/README.md", "# Hello? Hello?")
    write(tmp_path, "docs/agents/reviewer.md", "---\nname: [\n---\n")
    assert check_library(None, tmp_path / "docs") == []


def test_a_file_outside_the_layers_is_known_by_its_fields(tmp_path: Path) -> None:
    found = check_library(None, write(tmp_path, "new.md", a_topic(met_by="[need]")))
    assert set(rules(found)) == {
        (1, "info", "missing-section"),
        (5, "info", "unasked-criterion"),
        (6, "error", "met-by-length"),
    }
    assert rules(check_library(None, write(tmp_path, "09-new.md", a_step()))) == []
    assert rules(check_library(None, write(tmp_path, "what.md", "hello"))) == [(1, "error", "front-matter")]


def test_a_folder_may_bring_the_persona_that_its_steps_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    new_entry("persona", "security-engineer", tmp_path)
    (tmp_path / ".roundtable").rename(tmp_path / "drafts")
    write(tmp_path, "drafts/steps/01-requirements/09-x.md", a_step(persona="security-engineer", outputs="[]"))
    (problem,) = check_library(tmp_path, Path("drafts"))
    assert (problem.file, problem.line, problem.rule) == (
        "drafts/steps/01-requirements/09-x.md",
        6,
        "bad-value",
    )


def test_nothing_to_check_is_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="There is nothing at"):
        check_library(tmp_path, tmp_path / "nowhere.md")


@pytest.mark.parametrize(
    ("kind", "name", "path"),
    [
        ("step", "compliance-check", "steps/01-requirements/09-compliance-check.md"),
        ("step", "Compliance Check", "steps/01-requirements/09-compliance-check.md"),
        ("step", "04-design/accessibility", "steps/04-design/06-accessibility.md"),
        ("step", "design/02a-events.md", "steps/04-design/02a-events.md"),
        ("topic", "privacy", "topics/privacy.md"),
        ("persona", "security-engineer", "personas/persona-security-engineer.md"),
    ],
)
def test_a_new_entry_passes_the_check_and_is_loaded(
    tmp_path: Path, kind: Literal["step", "topic", "persona"], name: str, path: str
) -> None:
    before = load_library(tmp_path)
    assert new_entry(kind, name, tmp_path) == tmp_path / ".roundtable" / path
    assert check_library(tmp_path) == []
    assert check_library(tmp_path, tmp_path / ".roundtable" / path) == []
    after = load_library(tmp_path)
    assert after.warnings == ()
    assert sum(map(len, (after.steps, after.topics, after.personas))) == (
        1 + sum(map(len, (before.steps, before.topics, before.personas)))
    )
    with pytest.raises(WrongUse):
        new_entry(kind, path.partition("/")[2], tmp_path)


@pytest.mark.parametrize(
    "name", ["../x", "a/b/c", "/etc/x", "..", "", "a\\b", "x:y", "nul", "é", "x" * 80, "a\0b", ".hidden"]
)
@pytest.mark.parametrize("kind", ["step", "topic", "persona"])
def test_a_name_that_is_not_safe_is_refused(
    tmp_path: Path, kind: Literal["step", "topic", "persona"], name: str
) -> None:
    with pytest.raises(WrongUse):
        new_entry(kind, name, tmp_path)
    assert not (tmp_path / ".roundtable").exists()


def test_a_built_in_name_or_number_is_not_taken_over(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"copy .*security\.md into \.roundtable/topics/"):
        new_entry("topic", "security", tmp_path)
    with pytest.raises(WrongUse, match="such as 09-mine"):
        new_entry("step", "03-mine", tmp_path)
    with pytest.raises(WrongUse, match="Persona system-designer exists already"):
        new_entry("persona", "system-designer", tmp_path)


def test_a_template_is_never_written_through_a_link_out_of_the_repository(tmp_path: Path) -> None:
    repo, outside = tmp_path / "repo", tmp_path / "outside"
    repo.mkdir()
    outside.mkdir()
    (repo / ".roundtable").symlink_to(outside)
    with pytest.raises(UnsafePath, match="outside the repository"):
        new_entry("topic", "privacy", repo)
    assert list(outside.iterdir()) == []


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    write(tmp_path, ".roundtable", "a file where the folder should be")
    with pytest.raises(WriteFailed, match=r"Could not write \.roundtable/topics/privacy\.md"):
        new_entry("topic", "privacy", tmp_path)


def test_every_problem_that_the_code_reports_has_its_words_and_gives_what_they_ask_for() -> None:
    folder = Path("src/roundtable/library")
    entries = [
        part.partition("\n") for part in (folder / "problems.md").read_text("utf-8").split("\n### ")[1:]
    ]
    asked = {
        name: {field for _, field, _, _ in Formatter().parse(text) if field} for name, _, text in entries
    }
    calls = [
        node
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("report", "problem")
    ]
    reported: set[str] = set()
    for call in calls:
        given = {keyword.arg for keyword in call.keywords} | {"file"}
        constants = [node.value for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)]
        names = {name for name in constants if name in asked}
        assert names or not isinstance(call.args[0], ast.Constant), ast.unparse(call)
        assert all(asked[str(name)] <= given for name in names), ast.unparse(call)
        reported |= {str(name) for name in names}
    computed = {
        "bad-value",
        "bad-value (skipped)",
        "unreadable",
        "front-matter",
        "front-matter (agent)",
        "front-matter (our agent)",
    }
    assert reported | computed == set(asked)
