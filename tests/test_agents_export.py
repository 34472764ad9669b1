"""The system as files for coding agents: complete, made from the library, and careful with what people edited."""

import json
import re
from pathlib import Path

import pytest
import yaml

from play import shipped
from roundtable.analysis.phases import PHASES, Depth
from roundtable.cli import main
from roundtable.engine.depth import ANNOUNCEMENTS
from roundtable.engine.discussion import NEARING, REACHED, WRAPPING
from roundtable.engine.menus import menu_options, menu_text
from roundtable.library import load_library
from roundtable.library.agent_files import CODING_AGENTS, agent_files

every_agent = pytest.mark.parametrize("agent", sorted(CODING_AGENTS))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repo").mkdir()
    return tmp_path / "repo"


def export(repository: Path, agent: str = "claude", *more: str) -> int:
    return main(["--repo", str(repository), "agents", "export", agent, *more])


def front_and_body(text: str) -> tuple[dict[str, object], str]:
    _empty, front, body = text.split("---\n", 2)
    return yaml.safe_load(front), body


def headings(body: str) -> list[str]:
    outside = re.sub(r"^```.*?^```$", "", body, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#{1,4} .+$", outside, flags=re.MULTILINE)


@pytest.mark.rule("P-AGENT-01")
def test_the_analyst_has_the_front_matter_and_sections_of_its_design() -> None:
    text = agent_files("claude", shipped())[".claude/agents/roundtable-analyst.md"]
    front, body = front_and_body(text)
    assert (front["name"], front["model"], front["owned_skills"]) == ("roundtable-analyst", "opus", [])
    assert front["description"]
    numbered = [line.split(" ")[1] for line in headings(body) if line.startswith(("## ", "### ", "#### "))]
    assert numbered == [
        *("1.", "1.1", "1.2", "1.3", "1.4", "1.5"),
        *("2.", "2.1", "2.2", "2.3", "2.4", "2.5"),
        *("3.", "3.1", "3.2", "3.3", "3.4"),
        *("4.", "4.1", "4.2", "4.3", "4.4", *(f"4.4.{n}" for n in range(1, 10)), "4.5"),
        *("5.", "5.1", "5.2", "5.3"),
        *("6.", "6.1", "6.2", "6.3"),
    ]
    assert "### 4.4 Elaboration Handler (Multi-Persona Discussion Mode)" in body
    assert "coming in a future update" not in body


@pytest.mark.rule("P-AGENT-01", "P-AGENT-02")
def test_the_analyst_speaks_the_exact_words_of_a_session() -> None:
    text = agent_files("claude", shipped())[".claude/agents/roundtable-analyst.md"]
    assert menu_text(menu_options("step", PHASES[0].key)) in text
    assert menu_text(menu_options("phase", PHASES[0].key)) in text
    assert all(words in text for words in (NEARING, REACHED, WRAPPING, ANNOUNCEMENTS[Depth.DEEP]))
    assert "the build verb never starts this agent" in text


@pytest.mark.rule("L-MODE-04")
def test_the_lead_has_its_front_matter_and_nine_sections() -> None:
    front, body = front_and_body(agent_files("claude", shipped())[".claude/agents/roundtable-lead.md"])
    assert (front["name"], front["model"], front["owned_skills"]) == ("roundtable-lead", "opus", [])
    assert [line for line in headings(body) if line.startswith("## ")] == [
        "## 1. Execution Modes",
        "## 2. Conversation Protocol",
        "## 3. Coverage Tracker",
        "## 4. Information Threshold Engine",
        "## 5. Artifact Coordination",
        "## 6. File Discovery Abstraction",
        "## 7. Agent Teams Coordination",
        "## 8. Meta.json Protocol",
        "## 9. Constraints",
    ]


@every_agent
@pytest.mark.rule("L-PERSF-01")
def test_personas_steps_and_topics_are_the_files_that_drive_a_session(agent: str) -> None:
    library = shipped()
    files = agent_files(agent, library)
    texts = set(files.values())
    for entry in (*library.personas, *library.steps, *library.topics):
        assert Path(entry.path).read_text(encoding="utf-8") in texts
    assert sum("analysis-steps" in name for name in files) == 24
    assert {Path(name).name for name in files if "persona-" in name} == {
        "persona-business-analyst.md",
        "persona-solutions-architect.md",
        "persona-system-designer.md",
    }


@every_agent
def test_every_folder_an_exported_file_speaks_of_is_exported_too(agent: str) -> None:
    files = agent_files(agent, shipped())
    row = CODING_AGENTS[agent]
    for name, text in files.items():
        for mentioned in re.findall(rf"`({re.escape(row.root)}/[^`]+)`", text):
            folder = mentioned.split("/{")[0].split("/*")[0]
            assert any(other.startswith(folder) for other in files), (name, mentioned)


def test_an_export_writes_everything_once_and_then_nothing(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(repository) == 0
    assert "Wrote 36 files for Claude Code" in capsys.readouterr().out
    before = {path: path.read_bytes() for path in sorted(repository.rglob("*")) if path.is_file()}
    assert export(repository) == 0
    assert "Wrote 0 files" in capsys.readouterr().out
    assert before == {path: path.read_bytes() for path in sorted(repository.rglob("*")) if path.is_file()}


def test_a_file_that_somebody_edited_is_kept_and_named(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export(repository)
    mine = repository / ".claude/commands/analyze.md"
    mine.write_text("my own command\n", encoding="utf-8")
    export(repository)
    assert mine.read_text(encoding="utf-8") == "my own command\n"
    assert "kept as you made it: .claude/commands/analyze.md" in capsys.readouterr().out


def test_a_file_of_that_name_that_was_never_ours_is_kept(repository: Path) -> None:
    mine = repository / ".cursor/commands/analyze.md"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine\n", encoding="utf-8")
    export(repository, "cursor")
    assert mine.read_text(encoding="utf-8") == "mine\n"


def test_what_we_wrote_and_nobody_touched_follows_the_library(repository: Path) -> None:
    export(repository)
    written = repository / ".claude/commands/analyze.md"
    listed = repository / ".claude/roundtable-export.json"
    import hashlib

    written.write_text("an older version of ours\n", encoding="utf-8")
    known = json.loads(listed.read_text(encoding="utf-8"))
    known[".claude/commands/analyze.md"] = hashlib.sha256(written.read_bytes()).hexdigest()
    listed.write_text(json.dumps(known), encoding="utf-8")
    export(repository)
    assert written.read_text(encoding="utf-8").startswith("---\ndescription:")


def test_a_step_of_the_repositorys_own_is_exported_with_the_rest(repository: Path) -> None:
    own = repository / ".roundtable/steps/01-requirements/09-compliance.md"
    own.parent.mkdir(parents=True)
    text = '---\nstep_id: "01-09"\ntitle: "Compliance"\npersona: "business-analyst"\ndepth: "standard"\noutputs: ["requirements-spec.md"]\n---\n\n## Standard Mode\n\n1. Which law applies here?\n'
    own.write_text(text, encoding="utf-8")
    export(repository)
    exported = repository / ".claude/skills/analysis-steps/01-requirements/09-compliance.md"
    assert exported.read_text(encoding="utf-8") == text


@pytest.mark.rule("P-AGENT-03")
def test_an_agent_that_is_switched_off_is_not_exported(repository: Path) -> None:
    off = repository / ".roundtable/agents/roundtable-analyst.md"
    off.parent.mkdir(parents=True)
    off.write_text("---\nname: roundtable-analyst\nenabled: false\n---\n", encoding="utf-8")
    export(repository)
    assert not (repository / ".claude/agents/roundtable-analyst.md").exists()
    assert (repository / ".claude/agents/roundtable-lead.md").exists()


def test_the_exported_files_are_content_that_our_own_library_reads(repository: Path) -> None:
    export(repository)
    library = load_library(repository)
    assert library.warnings == ()
    assert [step.step_id for step in library.steps] == [step.step_id for step in shipped().steps]
    agent = library.agent("roundtable-analyst")
    assert agent is not None
    assert "## 4. Menu System" in agent.body


def test_export_goes_elsewhere_when_asked_to(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(repository, "codex", "--to", str(tmp_path / "other")) == 0
    assert (tmp_path / "other/.agents/skills/roundtable-analyze/SKILL.md").is_file()
    assert not (repository / ".agents").exists()
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert export(repository, "codex", "--to", str(tmp_path / "file")) == 2
    assert "is not a folder" in capsys.readouterr().err
