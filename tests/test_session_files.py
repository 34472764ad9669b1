"""What an analysis leaves on disk, for a person, for git and for the build that follows; and what it leaves alone."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import CommandLine, a_command_line
from stores_repositories import git
from talking import IDEA, SLUG, a_shop

pytestmark = pytest.mark.slow


@pytest.fixture
def shop(tmp_path: Path) -> CommandLine:
    return a_command_line(a_shop(tmp_path / "shop"))


def changed(folder: Path) -> set[str]:
    """Every path that git sees as new or different, the contents of new folders included."""
    listed = git(folder, "status", "--porcelain", "--untracked-files=all", "--no-renames")
    return {line[2:].strip() for line in listed.splitlines()}


@pytest.mark.rule("P-ART-07", "P-ART-09", "P-ART-12", "T-GATE-01", "L-DISP-04", "P-DEL-04")
def test_a_build_finds_every_document_it_asks_for_and_starts_behind_the_analysis(shop: CommandLine) -> None:
    assert shop("analyze", IDEA, "--headless").code == 0
    item = shop.folder / "docs" / "requirements" / SLUG
    for name in ("requirements-spec.md", "architecture-overview.md", "module-design.md"):
        assert (item / name).read_text(encoding="utf-8").strip()
    status = shop("status", SLUG, "--json").json
    assert status["status"] == "analyzed"
    assert status["build_starts_at"] == "05-test-strategy"
    assert status["warnings"] == []
    assert status["codebase_hash"] == git(shop.folder, "rev-parse", "--short", "HEAD")
    assert f"[A] {IDEA}" in (shop.folder / "BACKLOG.md").read_text(encoding="utf-8")


@pytest.mark.rule("P-ART-07", "L-CON-01", "P-CON-05")
@pytest.mark.parametrize("mode", ["--steps", "--conversation", "--headless"])
def test_nothing_is_touched_but_the_item_the_matrix_and_the_backlog(shop: CommandLine, mode: str) -> None:
    before = git(shop.folder, "for-each-ref"), git(shop.folder, "rev-parse", "--abbrev-ref", "HEAD")
    talk = "Shop owners lose orders.\nyes\nno\nI don't know\nc\ns\ny\nI'm done\nyes\n"
    assert shop("analyze", IDEA, mode, stdin=talk.encode()).code == 0
    own = (f"docs/requirements/{SLUG}/", "BACKLOG.md", "docs/common/nfr-matrix.md")
    assert changed(shop.folder), "something was written"
    assert [path for path in sorted(changed(shop.folder)) if not path.startswith(own)] == []
    assert (git(shop.folder, "for-each-ref"), git(shop.folder, "rev-parse", "--abbrev-ref", "HEAD")) == before
    assert not list(shop.folder.rglob("state.json"))


@pytest.mark.rule("L-EXIT-03")
def test_leaving_early_keeps_what_was_written_before(shop: CommandLine) -> None:
    said = b"Shop owners lose orders because codes vanish when the page is reloaded.\n"
    assert shop("analyze", IDEA, stdin=said).code == 0
    item = shop.folder / "docs" / "requirements" / SLUG
    before = {path.name for path in item.glob("*.md")}
    assert "quick-scan.md" in before
    (item / "quick-scan.md").write_text(
        (item / "quick-scan.md").read_text(encoding="utf-8") + "\n## Mine\n\nBy hand.\n", encoding="utf-8"
    )
    ended = shop("analyze", SLUG, stdin=b"I'm done\nyes\n")
    assert ended.code == 0
    assert {path.name for path in item.glob("*.md")} > before
    assert "By hand." in (item / "quick-scan.md").read_text(encoding="utf-8")


@pytest.mark.rule("L-WRITE-06", "L-WRITE-07", "P-PROG-07")
def test_a_document_that_cannot_be_written_ends_the_session_with_what_was_said_saved(
    shop: CommandLine,
) -> None:
    assert shop("analyze", IDEA, "--headless", "--quiet").code == 0
    item = shop.folder / "docs" / "requirements" / SLUG
    meta = json.loads((item / "meta.json").read_text(encoding="utf-8"))
    meta["phases_completed"] = meta["phases_completed"][:4]
    (item / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    earlier = (item / "requirements-spec.md").read_bytes()
    (item / "module-design.md").unlink()
    (item / "module-design.md").mkdir()
    answer = shop("analyze", SLUG, "--headless")
    assert answer.code == 3
    assert "module-design.md" in answer.out + answer.err
    assert "Traceback" not in answer.err
    after = json.loads((item / "meta.json").read_text(encoding="utf-8"))
    assert after["phases_completed"] == meta["phases_completed"]
    assert (item / "requirements-spec.md").read_bytes() == earlier


@pytest.mark.rule("P-ART-09", "L-WRITE-07")
def test_a_missing_folder_is_made_and_a_file_in_its_place_is_one_sentence(shop: CommandLine) -> None:
    (shop.folder / "docs").mkdir()
    (shop.folder / "docs" / "requirements").write_text("not a folder", encoding="utf-8")
    refused = shop("analyze", IDEA, "--headless")
    assert refused.code == 3
    assert "docs/requirements" in refused.sentence
    (shop.folder / "docs" / "requirements").unlink()
    (shop.folder / "docs").rmdir()
    assert shop("analyze", IDEA, "--headless").code == 0
    assert (shop.folder / "docs" / "requirements" / SLUG / "requirements-spec.md").is_file()


@pytest.mark.rule("L-META-01", "L-META-03")
def test_coming_back_names_what_is_covered_and_progress_was_saved_on_the_way(shop: CommandLine) -> None:
    said = b"Shop owners lose orders because codes vanish when the page is reloaded.\n"
    shop("analyze", IDEA, stdin=said)
    meta = shop("status", SLUG, "--json").json
    assert "00-quick-scan" in meta["phases_completed"], "the scan is a checkpoint"
    again = shop("analyze", SLUG)
    greeting = next(line for line in again.out.splitlines() if "I can see we've covered" in line)
    assert "Let's pick up from" in greeting


def test_two_sessions_on_two_items_do_not_disturb_each_other(shop: CommandLine) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "roundtable", "analyze", idea, "--headless", "--quiet"],
            cwd=shop.folder,
            env=dict(shop.environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        for idea in (IDEA, "Export the orders as CSV")
    ]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    assert [item["status"] for item in shop("list", "--json").json] == ["analyzed", "analyzed"]
