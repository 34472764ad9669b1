"""The system as files for coding agents: complete, made from the library, and careful with what people edited."""

import json
import re
import tomllib
from pathlib import Path

import pytest
import yaml

from play import shipped
from roundtable.analysis.phases import PHASES, Depth
from roundtable.analysis.scanning import QuickScan
from roundtable.cli import main
from roundtable.commands.grammar import COMMANDS
from roundtable.engine.depth import ANNOUNCEMENTS
from roundtable.engine.discussion import NEARING, REACHED, WRAPPING
from roundtable.engine.menus import menu_options, menu_text
from roundtable.engine.state import Progress
from roundtable.hosts.tools import TOOLS
from roundtable.library import load_library
from roundtable.library.agent_files.places import CODING_AGENTS, agent_files, thin_files
from roundtable.library.overlays import fingerprint

every_agent = pytest.mark.parametrize("agent", sorted(CODING_AGENTS))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repo").mkdir()
    return tmp_path / "repo"


def export(repository: Path, agent: str = "claude", *more: str) -> int:
    """The self-contained form, which has every kind of file."""
    return export_thin(repository, agent, "--prompts", *more)


def export_thin(repository: Path, agent: str = "claude", *more: str) -> int:
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


@pytest.mark.rule("P-DEL-01", "P-DEL-02", "P-SESS-01", "X-16", "X-20")
def test_the_command_hands_a_phase_over_in_the_exact_words() -> None:
    text = agent_files("claude", shipped())[".claude/commands/analyze.md"]
    assert (
        "```\nExecute Phase <NN> - <name of the phase> for analysis.\n\n"
        "ANALYSIS MODE: Do NOT write to state.json. Do NOT create branches.\nDo NOT invoke the orchestrator.\n\n"
        "Artifact folder: <slug>\nArtifact path: docs/requirements/<slug>/\nPhase key: <phase_key>\n\n"
        "META CONTEXT:\n  steps_completed: <steps_completed>\n  depth_overrides: <depth_overrides>\n"
        "  phases_completed: <phases_completed>\n\n"
        "DEPTH CONTEXT:\n  quick_scan_scope: <scope>\n  quick_scan_file_count: <file_count>\n"
        "  quick_scan_complexity: <complexity>\n\n"
        "Produce artifacts compatible with existing phase agent outputs.\n"
        "Update meta.json steps_completed after each step.\nPresent menu at each step boundary.\n```"
    ) in text
    assert "does not say yet is unknown, and 0 files" in text
    handed = text.split("META CONTEXT:")[1].split("Produce")[0]
    named = set(re.findall(r"<(\w+)>", handed))  # the same that a session of ours starts from
    assert named <= {*Progress.model_fields, *QuickScan.model_fields}


@pytest.mark.rule("P-DEL-03")
def test_the_command_names_every_phase_in_order() -> None:
    text = agent_files("claude", shipped())[".claude/commands/analyze.md"]
    listed = re.findall(r"^   - `(\d\d)-[\w-]+` \((.+)\)$", text, re.MULTILINE)
    names = ("Quick Scan", "Requirements", "Impact Analysis", "Architecture", "Design")
    assert listed == [(f"{at:02d}", name) for at, name in enumerate(names)]


@pytest.mark.rule("L-DISP-01", "L-OPEN-01")
def test_the_command_hands_the_whole_analysis_over_in_the_exact_words() -> None:
    files = agent_files("claude", shipped())
    text, lead = files[".claude/commands/analyze.md"], files[".claude/agents/roundtable-lead.md"]
    assert (
        "```\nAnalyze '<slug>' using concurrent roundtable analysis.\n\n"
        "ARTIFACT_FOLDER: docs/requirements/<slug>\nSLUG: <slug>\nSOURCE: <github, jira or manual>\n"
        "SOURCE_ID: <source_id, or unknown>\n\nMETA_CONTEXT:\n<meta.json>\n\nDRAFT_CONTENT:\n<draft.md>\n\n"
        "SIZING_INFO:\n  light_flag: <true or false>\n  sizing_decision: <sizing_decision, or null>\n\n"
        "ANALYSIS_MODE: No state.json writes, no branch creation.\n```"
    ) in text
    assert (
        "Take SLUG, ARTIFACT_FOLDER, META_CONTEXT, DRAFT_CONTENT and SIZING_INFO from the dispatch." in lead
    )


@every_agent
@pytest.mark.rule("L-PERSF-01")
def test_personas_steps_and_topics_are_the_files_that_drive_a_session(agent: str) -> None:
    library = shipped()
    files = agent_files(agent, library)
    texts = set(files.values())
    for entry in (*library.steps, *library.topics):
        assert Path(entry.path).read_text(encoding="utf-8") in texts
    for persona in library.personas:
        front, body = front_and_body(Path(persona.path).read_text(encoding="utf-8"))
        shown = next(text for name, text in files.items() if name.endswith(f"persona-{persona.key}.md"))
        exported, exported_body = front_and_body(shown)
        assert exported_body == body
        assert {**exported, "name": persona.name, "description": None} == {**front, "description": None}
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
        for mentioned in re.findall(rf"`({re.escape(row.called or row.root)}/[^`]+)`", text):
            folder = mentioned.replace(row.called or row.root, row.root).split("/{")[0].split("/*")[0]
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


AGENT_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@pytest.mark.parametrize("agent", ["claude", "claude-plugin", "cursor"])
def test_every_file_among_the_agents_is_an_agent_for_who_reads_them(agent: str) -> None:
    row = CODING_AGENTS[agent]
    for name, text in agent_files(agent, shipped()).items():
        if name.startswith(f"{row.agents}/"):
            front, body = front_and_body(text)
            assert front["name"] == Path(name).stem
            assert AGENT_NAME.fullmatch(str(front["name"]))
            assert isinstance(front["description"], str)
            assert 0 < len(front["description"]) <= 1024
            assert front.get("model") in ({"opus", None} if agent.startswith("claude") else {"inherit", None})
            assert body.strip()


def test_the_skill_for_codex_is_named_like_its_folder_and_says_when_to_use_it() -> None:
    front, body = front_and_body(agent_files("codex", shipped())[CODING_AGENTS["codex"].command])
    assert set(front) == {"name", "description"}
    assert front["name"] == Path(CODING_AGENTS["codex"].command).parent.name
    assert AGENT_NAME.fullmatch(str(front["name"]))
    assert len(str(front["name"])) <= 64
    assert len(str(front["description"])) <= 1024
    assert "$ARGUMENTS" not in body


@every_agent
def test_the_words_behind_a_command_are_named_as_the_agent_does(agent: str) -> None:
    row = CODING_AGENTS[agent]
    for files in (agent_files(agent, shipped()), thin_files(agent, shipped())):
        assert row.arguments in files[row.command]
        assert "$ARGUMENTS" in row.arguments or "$ARGUMENTS" not in files[row.command]


def test_a_persona_with_an_unusual_beginning_is_still_an_agent(repository: Path) -> None:
    folder = repository / ".roundtable/personas"
    folder.mkdir(parents=True)
    (folder / "persona-auditor.md").write_text(
        "---\nkey: auditor\nname: >-\n  Ada\n  Lovelace\nrole: Auditor\nidentity: I audit.\nstyle: dry\n"
        "description: >-\n  Reads\n  books\n---\n\nText\n",
        encoding="utf-8",
    )
    export(repository)
    text = (repository / ".claude/agents/persona-auditor.md").read_text(encoding="utf-8")
    front, _body = front_and_body(text)
    assert (front["name"], front["description"], front["role"]) == (
        "persona-auditor",
        "Reads books",
        "Auditor",
    )


# -- as a layer of the library -----------------------------------------------------------------------------------------


def test_an_export_that_nobody_edited_hides_nothing_of_ours(repository: Path) -> None:
    export(repository)
    assert load_library(repository) == shipped()


def test_an_old_export_does_not_hide_what_an_upgrade_brings(repository: Path) -> None:
    """The files of an older version: other words, a step that is gone since. The list of that version is beside them."""
    export(repository)
    steps = repository / ".claude/skills/analysis-steps/01-requirements"
    old, gone = steps / "01-business-context.md", steps / "99-gone.md"
    text = old.read_text(encoding="utf-8").replace("title: ", 'title: "An older title" # ', 1)
    old.write_text(text, encoding="utf-8")
    gone.write_text(text.replace('"01-01"', '"01-99"'), encoding="utf-8")
    listed = repository / ".claude/roundtable-export.json"
    known = json.loads(listed.read_text(encoding="utf-8"))
    for path in (old, gone):
        known[path.relative_to(repository).as_posix()] = fingerprint(path.read_bytes())
    listed.write_text(json.dumps(known), encoding="utf-8")
    assert load_library(repository) == shipped()
    export(repository)
    assert "An older title" not in old.read_text(encoding="utf-8")
    assert not gone.exists()
    assert gone.name not in listed.read_text(encoding="utf-8")


def test_an_edited_export_counts_and_is_kept(repository: Path) -> None:
    export(repository)
    mine = repository / ".claude/skills/analysis-steps/01-requirements/01-business-context.md"
    text = re.sub(r"title: .*", 'title: "My own title"', mine.read_text(encoding="utf-8"), count=1)
    mine.write_text(text, encoding="utf-8")
    persona = repository / ".claude/agents/persona-business-analyst.md"
    words = persona.read_text(encoding="utf-8").replace('role: "Business Analyst"', 'role: "Lead Analyst"')
    persona.write_text(words, encoding="utf-8")
    for _ in range(2):
        library = load_library(repository)
        assert [step.title for step in library.steps if step.step_id == "01-01"] == ["My own title"]
        maya = library.persona("business-analyst")
        assert (maya.name, maya.role) == ("Maya Chen", "Lead Analyst")
        export(repository)
        assert mine.read_text(encoding="utf-8") == text


def test_other_line_ends_are_no_edit(repository: Path) -> None:
    export(repository)
    for path in sorted((repository / ".claude").rglob("*.md")):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert load_library(repository) == shipped()


def test_a_list_from_elsewhere_removes_nothing_outside_its_folder(repository: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious.md"
    precious.write_text("mine\n", encoding="utf-8")
    inside = repository / "README.md"
    inside.write_text("mine\n", encoding="utf-8")
    listed = repository / ".claude/roundtable-export.json"
    listed.parent.mkdir()
    names = (
        "../precious.md",
        ".claude/../README.md",
        "README.md",
        str(precious),
        ".claude/../../precious.md",
    )
    known = dict.fromkeys(names, fingerprint(b"mine\n"))
    listed.write_text(json.dumps(known), encoding="utf-8")
    assert export(repository) == 0
    assert precious.exists()
    assert inside.exists()


@pytest.mark.parametrize("text", ["", "[]", "null", '{"a": 1}', "{" * 9, "[" * 100_000])
def test_a_list_that_is_none_of_ours_is_as_good_as_none(repository: Path, text: str) -> None:
    export(repository)
    (repository / ".claude/roundtable-export.json").write_text(text, encoding="utf-8")
    assert load_library(repository).warnings == ()


def test_export_goes_elsewhere_when_asked_to(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(repository, "codex", "--to", str(tmp_path / "other")) == 0
    assert (tmp_path / "other/.agents/skills/roundtable-analyze/SKILL.md").is_file()
    assert not (repository / ".agents").exists()
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert export(repository, "codex", "--to", str(tmp_path / "file")) == 2
    assert "is not a folder" in capsys.readouterr().err


# -- the thin form, which calls the MCP server -------------------------------------------------------------------------


def test_the_command_line_offers_every_row_of_the_table() -> None:
    (offered,) = (row["one_of"] for row in COMMANDS["agents"]["tasks"]["export"]["takes"] if "one_of" in row)
    assert set(offered) == set(CODING_AGENTS)
    assert len(CODING_AGENTS) >= 9


def test_no_two_agents_keep_one_list_or_one_place_for_their_servers() -> None:
    """An export for one agent would take the files of the other away, or keep the other's servers as somebody's own."""
    for told in (
        [row.root for row in CODING_AGENTS.values()],
        [row.servers[0] for row in CODING_AGENTS.values()],
    ):
        assert len(set(told)) == len(told)


def test_nobody_who_is_told_to_start_agents_unasked_gets_ours_as_agents() -> None:
    """Qwen Code tells its model to start agents of its own accord, and one that is started cannot talk with the person."""
    for files in (agent_files("qwen", shipped()), thin_files("qwen", shipped())):
        assert not any(name.startswith(".qwen/agents/") for name in files)


@pytest.mark.parametrize("agent", ["codex", "copilot-cli"])
def test_a_skill_is_named_like_its_folder(agent: str) -> None:
    command = CODING_AGENTS[agent].command
    for files in (agent_files(agent, shipped()), thin_files(agent, shipped())):
        front, _body = front_and_body(files[command])
        assert front["name"] == Path(command).parent.name


@every_agent
def test_a_thin_export_is_a_few_short_files_that_call_the_tools(agent: str) -> None:
    row, files = CODING_AGENTS[agent], thin_files(agent, shipped())
    assert len(files) == 7 + len(row.more)
    texts = {name: text for name, text in files.items() if "persona-" not in name}
    assert sum(len(text) for text in texts.values()) < 8_000
    command = files[row.command]
    assert all(f"`{tool}`" in command for tool in ("begin", "resume", "think", "hear", "look"))
    tools = {tool.name for tool in TOOLS}
    named = {word for text in texts.values() for word in re.findall(r"[Cc]all `(\w+)`", text)}
    assert named <= tools
    assert not any("analysis-steps" in text for text in texts.values())


@every_agent
def test_a_thin_export_says_where_the_server_is_in_a_form_the_agent_reads(agent: str) -> None:
    row = CODING_AGENTS[agent]
    name, text = row.servers
    told = tomllib.loads(text) if name.endswith(".toml") else json.loads(text)
    (servers,) = told.values()
    server = servers["roundtable"]
    command = (
        server["command"] if isinstance(server["command"], list) else [server["command"], *server["args"]]
    )
    assert command == ["roundtable", "mcp"]
    if row.command.endswith(".toml"):
        assert "begin" in tomllib.loads(thin_files(agent, shipped())[row.command])["prompt"]


def test_the_thin_agents_keep_the_sections_of_their_design() -> None:
    files = thin_files("claude", shipped())
    for name, sections in (("analyst", 6), ("lead", 9)):
        front, body = front_and_body(files[f".claude/agents/roundtable-{name}.md"])
        whole = agent_files("claude", shipped())[f".claude/agents/roundtable-{name}.md"]
        assert front["name"] == f"roundtable-{name}"
        own = [line for line in headings(body) if line.startswith("## ")]
        assert own == [line for line in headings(front_and_body(whole)[1]) if line.startswith("## ")]
        assert len(own) == sections


def test_from_one_form_to_the_other_only_what_somebody_edited_stays(repository: Path) -> None:
    assert export(repository) == 0
    edited = repository / ".claude/skills/analysis-topics/security.md"
    edited = edited if edited.exists() else next((repository / ".claude/skills/analysis-topics").glob("*.md"))
    edited.write_text("mine", encoding="utf-8")
    assert export_thin(repository) == 0
    left = {path.relative_to(repository).as_posix() for path in repository.rglob("*") if path.is_file()}
    assert left == {
        *thin_files("claude", shipped()),
        ".claude/roundtable-export.json",
        edited.relative_to(repository).as_posix(),
    }
    assert export(repository) == 0
    assert not (repository / ".mcp.json").exists()


def test_folders_that_are_empty_go_with_what_was_in_them(repository: Path) -> None:
    assert export(repository) == 0
    assert export(repository, "codex") == 0
    assert export_thin(repository) == 0
    assert export_thin(repository, "codex") == 0
    assert not (repository / ".claude/skills").exists()
    assert not list((repository / ".agents").rglob("analysis-*"))
    own = repository / ".codex/notes.md"
    own.write_text("mine", encoding="utf-8")
    assert export(repository, "codex") == 0
    assert [path.name for path in (repository / ".codex").iterdir()] == ["notes.md"]


def test_servers_that_somebody_has_already_are_kept_and_ours_is_named(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / ".mcp.json").write_text('{"mcpServers": {"mine": {}}}', encoding="utf-8")
    assert export_thin(repository) == 0
    assert "mine" in (repository / ".mcp.json").read_text(encoding="utf-8")
    assert "add this to your .mcp.json" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("agent", "servers"),
    [
        (
            "claude",
            '{"mcpServers": {"mine": {}, "roundtable": {"command": "/opt/roundtable", "args": ["mcp"]}}}',
        ),
        (
            "copilot",
            '{ // ours and theirs\n"servers": {"roundtable" : {"command": "roundtable", "args": ["mcp"]}}}',
        ),
        ("codex", '[mcp_servers.roundtable]\ncommand = "roundtable"\nargs = ["mcp"]\nenabled = true\n'),
    ],
)
def test_whoever_added_our_server_is_not_told_to_add_it_again(
    repository: Path, capsys: pytest.CaptureFixture[str], agent: str, servers: str
) -> None:
    place = repository / CODING_AGENTS[agent].servers[0]
    place.parent.mkdir(exist_ok=True)
    place.write_text(servers, encoding="utf-8")
    assert export_thin(repository, agent) == 0
    assert place.read_text(encoding="utf-8") == servers
    told = capsys.readouterr().out
    assert "kept as you made it" in told
    assert "add this" not in told


@pytest.mark.parametrize("more", [(), ("--prompts",)])
def test_the_plugin_folder_can_be_installed_from_where_it_is(repository: Path, more: tuple[str, ...]) -> None:
    """`claude plugin marketplace add` wants a catalogue; an installed plugin is a copy, elsewhere."""
    assert export_thin(repository, "claude-plugin", *more) == 0
    plugin = repository / "roundtable-plugin"
    manifest, catalogue = (
        json.loads((plugin / f".claude-plugin/{name}.json").read_text(encoding="utf-8"))
        for name in ("plugin", "marketplace")
    )
    assert manifest["author"]["name"]
    assert catalogue["owner"]["name"]
    (listed,) = catalogue["plugins"]
    assert (listed["name"], listed["source"]) == (manifest["name"], "./")
    for path in plugin.rglob("*.md"):
        assert "roundtable-plugin/" not in path.read_text(encoding="utf-8"), path
    lead = (plugin / "agents/roundtable-lead.md").read_text(encoding="utf-8")
    assert "`${CLAUDE_PLUGIN_ROOT}/agents/persona-" in lead


def test_the_plugin_folder_has_what_claude_code_looks_for(repository: Path) -> None:
    assert export_thin(repository, "claude-plugin") == 0
    plugin = repository / "roundtable-plugin"
    manifest = json.loads((plugin / ".claude-plugin/plugin.json").read_text(encoding="utf-8"))
    assert manifest["name"] == "roundtable"
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"])
    assert {path.parent.name for path in plugin.rglob("*.md")} == {"agents", "commands"}
    assert (plugin / ".mcp.json").is_file()
