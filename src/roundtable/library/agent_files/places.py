"""Where each coding agent looks for agents, commands and further reading; one row per coding agent.

A new one is a row in `CODING_AGENTS`: folders, and how a file of its kind begins.
"""

import re
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple

from roundtable import __version__
from roundtable.analysis.content import AgentDefinition, Library, Persona
from roundtable.library.agent_files import texts
from roundtable.library.scaffolds import filled_template


class CodingAgent(NamedTuple):
    """One row: a coding agent and its conventions."""

    title: str
    root: str  # the folder that it reads; the list of what we wrote is kept there too
    agents: str  # where the analyst, the lead and the personas go
    content: str  # the folder that holds `analysis-steps` and `analysis-topics`
    command: str  # the file behind /analyze
    front_matter: str  # how the command file begins; `{description}` stands for what it does
    how: str  # how a person starts it
    runtime: str  # a remark for the command about how this agent starts another one
    reads_agents: bool
    """Whether every file in `agents` is taken for an agent, which needs an id for a name, and a description."""
    model: str | None
    """What its agent files say instead of the definition's own model, which only Claude Code knows by that name."""
    arguments: str = "what they wrote beside the command"  # how a command speaks of the words behind it
    end: str = ""  # how the command file ends, where its format needs that
    servers: tuple[str, str] = ("", "")  # the file in which it looks for MCP servers, and what stands in it
    more: Mapping[str, str] = {}  # further files, such as a manifest
    called: str = ""
    """What its files call `root`, where they are read from another place than the one they were written to."""

    def spoken(self, path: str) -> str:
        """A path as the files speak of it."""
        return self.called + path.removeprefix(self.root) if self.called else path


_COMMAND: Final = """---
description: "{description}"
argument-hint: "<item: an idea, a slug, a number or #20>"
---

"""
_SKILL: Final = """---
name: roundtable-analyze
description: "{description}"
---

"""
_DESCRIBED: Final = '---\ndescription: "{description}"\n---\n\n'
_TOML: Final = """description = "{description}"
prompt = '''
"""
_SERVER: Final = (
    '{\n  "mcpServers": {\n    "roundtable": { "command": "roundtable", "args": ["mcp"] }\n  }\n}\n'
)
_YOURSELF: Final = (
    "Read the agent file and follow it yourself: an agent that you start could not talk with the person."
)
_DESCRIPTION: Final = (
    "Analyze a backlog item with three specialists (Maya, Alex and Jordan) and leave requirements, impact, architecture and "
    "design documents in docs/requirements"
)
_MANIFEST: Final = (
    '{\n  "name": "roundtable",\n  "version": "'
    + __version__
    + '",\n  "description": "'
    + _DESCRIPTION
    + '",\n  "author": { "name": "Roundtable" },\n  "license": "MIT",\n  "keywords": ["requirements", "analysis", "backlog"]\n}\n'
)
_MARKETPLACE: Final = (
    '{\n  "name": "roundtable",\n  "description": "Roundtable, from this folder",\n  "owner": { "name": "Roundtable" },\n'
    '  "plugins": [{ "name": "roundtable", "source": "./" }]\n}\n'
)
_PLUGIN: Final = "roundtable-plugin"
_PLUGIN_ROOT: Final = "${CLAUDE_PLUGIN_ROOT}"
_COPILOT_SKILL: Final = ".github/skills/roundtable-analyze"
_OPENCODE: Final = (
    '{\n  "mcp": {\n    "roundtable": { "type": "local", "command": ["roundtable", "mcp"] }\n  }\n}\n'
)
_PROMPT: Final[Mapping[str, Any]] = {"front_matter": "", "how": "@analyze <item>"}
_CLAUDE: Final[Mapping[str, Any]] = {"reads_agents": True, "model": None, "arguments": "$ARGUMENTS"}


def _row(title: str, root: str, **more: Any) -> CodingAgent:
    """What holds unless told. Agent definitions that it does not take for its own are further reading in a folder beside."""
    reads = more.get("reads_agents", False)
    told: dict[str, Any] = {
        "agents": f"{root}/agents" if reads else f"{root}/roundtable",
        "content": f"{root}/skills" if reads else f"{root}/roundtable",
        "command": f"{root}/commands/analyze.md",
        "servers": (f"{root}/mcp.json", _SERVER),
        "front_matter": _COMMAND,
        "how": "/analyze <item>",
        "runtime": _YOURSELF,
        "reads_agents": reads,
        "model": "inherit",
    }
    return CodingAgent(title=title, root=root, **(told | more))


CODING_AGENTS: Final[Mapping[str, CodingAgent]] = {
    "claude": _row("Claude Code", ".claude", **_CLAUDE, servers=(".mcp.json", _SERVER)),
    "claude-plugin": _row(
        "Claude Code, as a plugin",
        _PLUGIN,
        **_CLAUDE,
        servers=(f"{_PLUGIN}/.mcp.json", _SERVER),
        how=f"claude --plugin-dir {_PLUGIN}, then /roundtable:analyze <item>",
        runtime=f"{_YOURSELF} Where it says CLAUDE_PLUGIN_ROOT, that is `{_PLUGIN_ROOT}`.",
        more={
            f"{_PLUGIN}/.claude-plugin/plugin.json": _MANIFEST,
            f"{_PLUGIN}/.claude-plugin/marketplace.json": _MARKETPLACE,
        },
        called=_PLUGIN_ROOT,
    ),
    "codex": _row(
        "Codex",
        ".agents",
        command=".agents/skills/roundtable-analyze/SKILL.md",
        servers=(".codex/config.toml", '[mcp_servers.roundtable]\ncommand = "roundtable"\nargs = ["mcp"]\n'),
        agents=".agents/skills/roundtable-analyze/references",
        content=".agents/skills/roundtable-analyze/references",
        front_matter=_SKILL,
        how="$roundtable-analyze <item>",
    ),
    "cursor": _row("Cursor", ".cursor", front_matter="", reads_agents=True),
    "gemini": _row(
        "Gemini CLI",
        ".gemini",
        command=".gemini/commands/analyze.toml",
        servers=(".gemini/settings.json", _SERVER),
        front_matter=_TOML,
        end="'''\n",
        arguments="{{args}}",
    ),
    "copilot": _row(
        "GitHub Copilot in VS Code",
        ".github",
        command=".github/prompts/analyze.prompt.md",
        servers=(".vscode/mcp.json", _SERVER.replace("mcpServers", "servers")),
        front_matter='---\ndescription: "{description}"\nagent: agent\n---\n\n',
        arguments="${input:item}",
    ),
    "opencode": _row(
        "OpenCode",
        ".opencode",
        servers=("opencode.json", _OPENCODE),
        front_matter=_DESCRIBED,
        arguments="$ARGUMENTS",
    ),
    "copilot-cli": _row(
        "GitHub Copilot CLI",
        _COPILOT_SKILL,
        command=f"{_COPILOT_SKILL}/SKILL.md",
        servers=(".github/mcp.json", _SERVER),
        agents=f"{_COPILOT_SKILL}/references",
        content=f"{_COPILOT_SKILL}/references",
        front_matter=_SKILL,
        how="/roundtable-analyze <item>",
    ),
    "qwen": _row(
        "Qwen Code",
        ".qwen",
        servers=(".qwen/settings.json", _SERVER),
        front_matter=_DESCRIBED,
        arguments="{{args}}",
    ),
    "roo": _row("Roo Code", ".roo"),
    "kiro": _row(
        "Kiro",
        ".kiro",
        **_PROMPT,
        command=".kiro/prompts/analyze.md",
        servers=(".kiro/settings/mcp.json", _SERVER),
    ),
    "amazonq": _row("Amazon Q", ".amazonq", **_PROMPT, command=".amazonq/prompts/analyze.md"),
    "factory": _row("Factory Droid", ".factory", arguments="$ARGUMENTS"),
}


def agent_files(name: str, library: Library) -> dict[str, str]:
    """Every file for one coding agent: path (from the folder it works in) -> text, in order."""
    agent = CODING_AGENTS[name]
    files: dict[str, str] = {}
    analyst = _for(agent, library.agent("roundtable-analyst"))
    lead = _for(agent, library.agent("roundtable-lead"))
    steps, topics = f"{agent.content}/analysis-steps", f"{agent.content}/analysis-topics"
    agents, content = agent.spoken(agent.agents), agent.spoken(agent.content)
    if analyst is not None:
        files[f"{agent.agents}/{analyst.name}.md"] = texts.analyst_file(analyst, library, agent.spoken(steps))
    if lead is not None:
        files[f"{agent.agents}/{lead.name}.md"] = texts.lead_file(lead, library, agents, content)
    files |= _personas(agent, library)
    for step in library.steps:
        files[f"{steps}/{step.phase_key}/{PurePosixPath(step.path).name}"] = _as_it_is(step.path)
    for topic in library.topics:
        if topic.path.endswith(".md"):
            files[f"{topics}/{PurePosixPath(topic.path).name}"] = _as_it_is(topic.path)
    names = tuple(one.name for one in (analyst, lead) if one is not None)
    command = texts.command_text(names, agents, agent.runtime, agent.arguments)
    files[agent.command] = _command(agent, command)
    return {**files, **agent.more}


def thin_files(name: str, library: Library) -> dict[str, str]:
    """The few files for a coding agent that talks to the MCP server: command, agents, personas, and where the server is."""
    agent = CODING_AGENTS[name]
    files: dict[str, str] = {}
    for key in ("roundtable-analyst", "roundtable-lead"):
        if (definition := _for(agent, library.agent(key))) is not None:
            files[f"{agent.agents}/{key}.md"] = texts.thin_agent_file(
                definition, library, agent.spoken(agent.agents)
            )
    files |= _personas(agent, library)
    command = filled_template("command-mcp", agent=name, arguments=agent.arguments)
    files[agent.command] = _command(agent, command)
    place, text = agent.servers
    return {**files, place: text, **agent.more}


def _command(agent: CodingAgent, body: str) -> str:
    return f"{agent.front_matter.format(description=_DESCRIPTION)}{body}{agent.end}"


def _personas(agent: CodingAgent, library: Library) -> dict[str, str]:
    files: dict[str, str] = {}
    for persona in library.personas:
        text = _as_it_is(persona.path)
        files[f"{agent.agents}/persona-{persona.key}.md"] = (
            _as_an_agent(persona, text) if agent.reads_agents else text
        )
    return files


def _for(agent: CodingAgent, definition: AgentDefinition | None) -> AgentDefinition | None:
    if definition is None or agent.model is None:
        return definition
    return definition.changed(model=agent.model)


def _as_an_agent(persona: Persona, text: str) -> str:
    """A persona file whose name is an id, as agents have it; the rest is word for word what drives a session."""
    description = (
        f"{persona.name}, {persona.role}: a voice of the roundtable, read by roundtable-lead and roundtable-analyst. "
        "Not to be started alone."
    )
    front, fence, body = text.removeprefix("---\n").partition("\n---\n")
    if not text.startswith("---\n") or not fence:
        front, body = "", f"\n{text}"
    head = [f"name: persona-{persona.key}"]
    if not re.search(r"^description\s*:", front, flags=re.MULTILINE):
        head.append(f'description: "{texts.quotable(description)}"')
    rest = re.sub(r"^name\s*:.*(?:\n[ \t]+.*)*\n?", "", front, count=1, flags=re.MULTILINE)
    return "\n".join(("---", *head, *([rest] if rest else []), "---", body))


def _as_it_is(path: str) -> str:
    """A content file word for word: it is the same file that drives a session."""
    return Path(path).read_text(encoding="utf-8-sig")
