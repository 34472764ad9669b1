"""scan and check: the commands that read the code, as typed, in a pipe."""

import json
import subprocess
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line
from roundtable.commands.code_facts import changed_definitions

TAX = """\
RATE = 0.19


def compute(amount: float) -> float:
    return amount * RATE


def describe() -> str:
    return "tax"
"""

SPEC = """\
# Requirements

## Functional Requirements

### FR-001: Reduced rate

The shop shall charge 7 % on books, computed by `compute` in `src/tax.py`.

**Confidence**: High

- **AC-001-01**: Given a book for 10 EUR, when it is sold, then the tax is 0.70 EUR.
"""


@pytest.fixture
def roundtable(tmp_path: Path) -> CommandLine:
    folder = tmp_path / "repository"
    (folder / "src").mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "src" / "tax.py").write_text(TAX, encoding="utf-8")
    (folder / "src" / "shop.py").write_text(
        "from src.tax import compute\n\nTOTAL = compute(1)\n", encoding="utf-8"
    )
    commit(folder, "Taxes are computed")
    return a_command_line(folder)


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


def an_item(roundtable: CommandLine, spec: str = SPEC) -> Path:
    roundtable("add", "Reduced rate for books")
    home = roundtable.folder / "docs" / "requirements" / "reduced-rate-for-books"
    (home / "requirements-spec.md").write_text(spec, encoding="utf-8")
    return home


def rules(findings: list[dict[str, str]]) -> set[str]:
    return {finding["rule"] for finding in findings}


def test_scan_ranks_files_with_reasons_for_people_and_programs(roundtable: CommandLine) -> None:
    found = roundtable("scan", "compute", "the", "tax", "--json", "--top", "1").json
    assert [file["path"] for file in found["files"]] == ["src/tax.py"]
    assert found["files"][0]["reasons"]
    assert set(found["impact"]) >= {"direct", "indirect", "distant"}
    assert found["scope"] in ("small", "medium", "large")
    assert found["complexity"] in ("low", "medium", "high")
    assert isinstance(found["file_count"], int)
    answer = roundtable("scan", "-", stdin=b"compute the tax")
    assert "src/tax.py" in answer.out
    assert answer.err == ""


def test_scan_of_an_item_reads_its_draft(roundtable: CommandLine) -> None:
    roundtable("add", "-", stdin=b"Books\n\nThe function compute in the tax module ignores them.\n")
    assert roundtable("scan", "books", "--json").json["files"][0]["path"] == "src/tax.py"
    assert roundtable("scan", "1.1", "--json").json["files"][0]["path"] == "src/tax.py"


@pytest.mark.parametrize("words", [("x" * 100_000,), ("a/b",), ("..",), ("nothing-like-it",)])
def test_scan_answers_whatever_the_words_are(roundtable: CommandLine, words: tuple[str, ...]) -> None:
    answer = roundtable("scan", *words, "--json")
    assert answer.code == 0
    assert "files" in answer.json


@pytest.mark.slow
def test_check_passes_a_sound_item_and_finds_a_dangling_id(roundtable: CommandLine) -> None:
    home = an_item(roundtable)
    sound = roundtable("check", "reduced-rate-for-books", "--format", "json")
    assert "error" not in {finding["severity"] for finding in sound.json["findings"]}, sound.out
    assert sound.code == 0
    (home / "impact-analysis.md").write_text("# Impact\n\n## Summary\n\nSee FR-009.\n", encoding="utf-8")
    for words in (
        (),
        ("reduced-rate-for-books",),
        ("docs/requirements",),
        ("docs/requirements/reduced-rate-for-books",),
    ):
        answer = roundtable("check", *words, "--format", "json")
        assert answer.code == 1
        errors = [finding for finding in answer.json["findings"] if finding["severity"] == "error"]
        assert [finding["path"] for finding in errors] == [
            "docs/requirements/reduced-rate-for-books/impact-analysis.md"
        ]
        assert set(errors[0]) == {"id", "rule", "severity", "path", "line", "message", "fix"}
    assert "FR-009" in roundtable("check").out
    sarif = json.loads(roundtable("check", "--format", "sarif").out)
    assert sarif["version"] == "2.1.0"


@pytest.mark.slow
def test_strict_makes_warnings_count(roundtable: CommandLine) -> None:
    an_item(
        roundtable, SPEC + "\n### FR-002: Speed\n\nThe shop shall be fast.\n\n- **AC-002-01**: It is fast.\n"
    )
    assert roundtable("check").code == 0
    assert roundtable("check", "--strict").code == 1


def test_a_single_file_is_checked_by_itself(roundtable: CommandLine) -> None:
    path = roundtable.folder / "notes.md"
    path.write_text(
        "### FR-001: A\n\nThe shop shall sell.\n\n### FR-001: B\n\nThe shop shall sell.\n", encoding="utf-8"
    )
    answer = roundtable("check", "notes.md", "--format", "json")
    assert answer.code == 1
    assert {finding["path"] for finding in answer.json["findings"]} == {"notes.md"}


def test_a_file_that_is_no_document_is_not_called_consistent(roundtable: CommandLine) -> None:
    (roundtable.folder / "README.md").write_text("# A shop\n\nIt sells.\n", encoding="utf-8")
    answer = roundtable("check", "README.md")
    assert answer.code == 0
    assert "README.md is no document of an item" in answer.out
    assert "consistent" not in answer.out


@pytest.mark.slow
def test_what_cannot_be_checked_is_said(roundtable: CommandLine) -> None:
    home = an_item(roundtable)
    assert roundtable("check", "missing.md").code == 2
    assert roundtable("check", "src").code == 2
    (home / "user-stories.json").write_text('[{"id": ', encoding="utf-8")
    (home / "design-summary.md").write_bytes(b"\xff\xfe\x00")
    answer = roundtable("check", "--format", "json")
    assert answer.code == 1
    assert {"user-stories.json", "design-summary.md"} <= {
        finding["path"].rpartition("/")[2]
        for finding in answer.json["findings"]
        if finding["severity"] == "error"
    }


def test_nothing_to_check_is_no_error(roundtable: CommandLine) -> None:
    answer = roundtable("check", "--format", "json")
    assert answer.code == 0
    assert answer.json["findings"] == []
    assert roundtable("check").out == ""


@pytest.mark.slow
def test_a_cited_place_that_is_gone_and_a_cited_symbol_that_changed_are_found(
    roundtable: CommandLine,
) -> None:
    an_item(roundtable)
    commit(roundtable.folder, "An item")
    assert not {"RT301", "RT302"} & rules(roundtable("check", "--format", "json").json["findings"])
    tax = roundtable.folder / "src" / "tax.py"
    tax.write_text(TAX.replace("amount * RATE", "round(amount * RATE, 2)"), encoding="utf-8")
    commit(roundtable.folder, "Round the tax")
    found = roundtable("check", "--format", "json").json["findings"]
    assert [finding["message"] for finding in found if finding["rule"] == "RT302"] == [
        "1 of 1 FRs cites `compute`, which changed."
    ]
    tax.unlink()
    commit(roundtable.folder, "No more taxes")
    assert "RT301" in rules(roundtable("check", "--format", "json").json["findings"])


@pytest.mark.slow
def test_the_project_decides_which_rules_count(roundtable: CommandLine) -> None:
    home = an_item(roundtable)
    (home / "impact-analysis.md").write_text("# Impact\n\n## Summary\n\nSee FR-009.\n", encoding="utf-8")
    dangling = next(
        finding["rule"]
        for finding in roundtable("check", "--format", "json").json["findings"]
        if finding["severity"] == "error"
    )
    settings = roundtable.folder / ".roundtable" / "config.toml"
    settings.write_text(f'[check]\ndisable = ["{dangling}"]\n', encoding="utf-8")
    assert roundtable("check").code == 0
    settings.write_text('[check]\ndisable = ["RT999"]\n', encoding="utf-8")
    answer = roundtable("check")
    assert answer.code == 2
    assert "RT999" in answer.sentence


def test_only_definitions_whose_own_text_differs_count_as_changed() -> None:
    def names(now: str) -> list[str]:
        return [one.name for one in changed_definitions("tax.py", TAX.encode(), now.encode())]

    assert names(TAX) == []
    assert names("# a comment above\n" + TAX) == []
    assert names(TAX.replace('"tax"', '"duty"')) == ["describe"]
    assert names(TAX.replace("def compute", "def work_out")) == ["compute"]
    assert "describe" in names("")
