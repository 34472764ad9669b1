"""library list, check, new; doctor: as typed, in a pipe."""

import subprocess
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    folder = tmp_path / "repository"
    folder.mkdir()
    return a_command_line(folder)


def a_step(roundtable: CommandLine, name: str, text: str | bytes) -> None:
    path = roundtable.folder / ".roundtable" / "steps" / "01-requirements" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.rule("P-STEP-24", "P-PERS-01", "L-COV-11")
def test_library_list_shows_the_shipped_content_to_people_and_programs(roundtable: CommandLine) -> None:
    content = roundtable("library", "list", "--json").json
    assert len(content["steps"]) == 24
    assert {topic["topic_id"] for topic in content["topics"]} == {
        "problem-discovery",
        "requirements-definition",
        "technical-analysis",
        "architecture",
        "specification",
        "security",
    }
    assert {persona["key"]: persona["name"] for persona in content["personas"]} == {
        "business-analyst": "Maya Chen",
        "solutions-architect": "Alex Rivera",
        "system-designer": "Jordan Park",
    }
    assert "01-05  Quality & Risk Assessment" in roundtable("library", "list").out


def test_the_shipped_content_has_no_problems(roundtable: CommandLine) -> None:
    answer = roundtable("library", "check")
    assert (answer.code, answer.out, answer.err) == (0, "", "No problems found.\n")


def test_new_content_passes_the_check_and_is_used(roundtable: CommandLine) -> None:
    for kind, name in (("step", "compliance"), ("topic", "accessibility"), ("persona", "ops-engineer")):
        answer = roundtable("library", "new", kind, name)
        assert answer.code == 0
        assert (roundtable.folder / answer.out.strip()).is_file()
        again = roundtable("library", "new", kind, f"../{name}")
        assert again.code == 2
        assert again.sentence
    assert roundtable("library", "check").code == 0
    content = roundtable("library", "list", "--json").json
    assert (len(content["steps"]), len(content["topics"]), len(content["personas"])) == (25, 7, 4)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("09-binary.md", b"\x00\x01\xff\xfe" * 100),
        ("09-no-front-matter.md", "just words"),
        ("09-large.md", "---\nstep_id: '01-09'\npad: '" + "x" * 10_000_000 + "'\n---\n"),
        ("09-bomb.md", "---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\n"),
        ("09-tag.md", "---\nstep_id: !!python/object/apply:os.getcwd []\n---\n"),
        ("09-missing.md", "---\nstep_id: '01-09'\ntitle: T\n---\n"),
        (
            "09-leaves.md",
            "---\nstep_id: '01-09'\ntitle: T\npersona: business-analyst\ndepth: brief\noutputs: ['../../x.md']\n---\n",
        ),
    ],
)
def test_bad_content_is_explained_with_file_and_line_and_skipped(
    roundtable: CommandLine, name: str, text: str | bytes
) -> None:
    a_step(roundtable, name, text)
    answer = roundtable("library", "check")
    assert answer.code == 1
    assert f".roundtable/steps/01-requirements/{name}:" in answer.out
    assert "Traceback" not in answer.err
    problems = roundtable("library", "check", f".roundtable/steps/01-requirements/{name}", "--json")
    assert problems.code == 1
    assert all(problem["line"] >= 1 for problem in problems.json["problems"])
    assert problems.json["summary"]["errors"] >= 1
    assert roundtable("library", "list").code == 0


def test_checking_what_is_not_there_is_wrong_use(roundtable: CommandLine) -> None:
    answer = roundtable("library", "check", "nowhere")
    assert answer.code == 2
    assert answer.sentence


def test_doctor_says_what_works_and_how_to_mend_the_rest(roundtable: CommandLine) -> None:
    a_step(roundtable, "09-bad.md", "words")
    settings = roundtable.folder / ".roundtable" / "config.toml"
    settings.write_text('depth = "brief"\ncolour = "red"\n', encoding="utf-8")
    answer = roundtable("doctor", "--json", env={"OPENAI_API_KEY": "secret-value"})
    assert answer.code == 0
    texts = {finding["text"]: finding for finding in answer.json}
    assert any("is not a git repository" in text for text in texts)
    assert any("09-bad.md" in text for text in texts)
    assert any("line 2: unknown setting 'colour'" in text for text in texts)
    assert texts["OPENAI_API_KEY is set but not used"]["mend"]
    assert "secret-value" not in answer.out
    assert any(
        finding["area"] == "telemetry" and finding["text"].startswith("none") for finding in answer.json
    )
    assert roundtable("doctor").code == 0


def test_doctor_says_how_to_let_git_look_into_somebody_elses_repository(roundtable: CommandLine) -> None:
    subprocess.run(["git", "init", "-q", str(roundtable.folder)], check=True)
    answer = roundtable("doctor", "--json", env={"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"})
    (finding,) = [finding for finding in answer.json if finding["area"] == "repository"]
    assert finding["state"] == "problem"
    assert finding["mend"] == f"git config --global --add safe.directory {roundtable.folder}"


def test_doctor_reports_a_broken_configuration_instead_of_failing(roundtable: CommandLine) -> None:
    (roundtable.folder / ".roundtable").mkdir()
    (roundtable.folder / ".roundtable" / "config.toml").write_text("depth = ", encoding="utf-8")
    answer = roundtable("doctor")
    assert answer.code == 0
    assert "config.toml is not valid TOML" in answer.out


def test_doctor_changes_nothing(roundtable: CommandLine) -> None:
    subprocess.run(["git", "init", "-q", str(roundtable.folder)], check=True)
    before = sorted(path for path in roundtable.folder.rglob("*"))
    roundtable("doctor")
    assert sorted(path for path in roundtable.folder.rglob("*")) == before
