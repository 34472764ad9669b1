"""What the first lines of a document say about how far it is: never more, and never less, than what was gathered."""

import re
from pathlib import Path

import pytest

from command_line import a_command_line

SPEC = "requirements-spec.md"


def a_project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "billing.py").write_text("def add_fee(invoice):\n    invoice.fee = 5\n", encoding="utf-8")
    return folder


def headers(folder: Path) -> dict[str, dict[str, str]]:
    """The header fields of every Markdown document of the one item."""
    item = next((folder / "docs" / "requirements").iterdir())
    return {
        path.name: dict(
            re.findall(
                r"\*\*(Status|Coverage)\*\*: ([^·]+?) *(?:·|$)", path.read_text("utf-8").splitlines()[2]
            )
        )
        for path in sorted(item.glob("*.md"))
        if path.name != "draft.md"
    }


@pytest.mark.slow
@pytest.mark.rule("L-WRITE-03", "L-WRITE-04")
def test_documents_that_nobody_was_asked_about_are_drafts_and_count_their_facts(tmp_path: Path) -> None:
    folder = a_project(tmp_path)
    done = a_command_line(folder)("analyze", "Charge a late fee", "--headless", "--offline")
    assert done.code == 0
    found = headers(folder)
    assert {"README.md", "requirements-spec.md", "impact-analysis.md"} <= set(found)
    for name, fields in found.items():
        assert fields["Status"] == "Draft", name
        assert re.fullmatch(r"\d+ facts?", fields["Coverage"]), name


@pytest.mark.slow
@pytest.mark.rule("L-WRITE-04")
def test_a_document_counts_the_steps_of_its_own_phase_and_the_one_just_answered(tmp_path: Path) -> None:
    folder = a_project(tmp_path)
    line = a_command_line(folder)
    words = b"\n".join([b"the fee is added by hand", b"the bookkeeper", b"no fee is forgotten in a quarter"])
    line("add", "Charge a late fee")
    # Scan first: three brief steps, then one step of the requirements.
    scan = b"yes\nC\nyes\nC\nyes\nC\n"
    line("analyze", "charge-a-late-fee", "--steps", "--offline", "--depth", "brief", stdin=scan + words)
    found = headers(folder)
    assert found["quick-scan.md"]["Coverage"] == "3 of 3 steps"
    assert found[SPEC]["Coverage"] == "1 of 8 steps"
