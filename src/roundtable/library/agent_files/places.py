"""Where each coding agent looks for agents, commands and further reading; one row per coding agent.

A new one is a row in `CODING_AGENTS`: folders, and how a file of its kind begins.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from roundtable.analysis.content import AgentDefinition, Library, Persona
from roundtable.library.agent_files.texts import analyst_file, command_text, lead_file


class CodingAgent(NamedTuple):
    """One row: a coding agent and its conventions."""

    title: str
    root: str
    """The folder that it reads; the list of what we wrote is kept there too."""
    agents: str
    """Where the analyst, the lead and the personas go."""
    content: str
    """The folder that holds `analysis-steps` and `analysis-topics`."""
    command: str
    """The file behind /analyze."""
    command_begins: Callable[[str], str]
    """Front matter of the command file, from its description."""
    how: str
    """How a person starts it."""
    runtime: str = ""
    """A remark for the command about how this agent starts another one."""
    reads_agents: bool = True
    """Whether every file in `agents` is taken for an agent, which needs an id for a name, and a description."""
    model: str | None = None
    """What its agent files say instead of the definition's own model, which only Claude Code knows by that name."""
    arguments: str = "what they wrote beside the command"
    """How a command speaks of the words behind it."""


def _plain(_description: str) -> str:
    return ""


def _claude(description: str) -> str:
    return f'---\ndescription: "{description}"\nargument-hint: "<item: an idea, a slug, a number or #20>"\n---\n\n'


def _skill(description: str) -> str:
    return f'---\nname: roundtable-analyze\ndescription: "{description}"\n---\n\n'


CODING_AGENTS: Final[Mapping[str, CodingAgent]] = {
    "claude": CodingAgent(
        title="Claude Code",
        root=".claude",
        agents=".claude/agents",
        content=".claude/skills",
        command=".claude/commands/analyze.md",
        command_begins=_claude,
        how="/analyze <item>",
        runtime="Start the agent with the Task tool, once per phase for the analyst and once for the lead.",
        arguments="$ARGUMENTS",
    ),
    "codex": CodingAgent(
        title="Codex",
        root=".agents",
        agents=".agents/skills/roundtable-analyze/references",
        content=".agents/skills/roundtable-analyze/references",
        command=".agents/skills/roundtable-analyze/SKILL.md",
        command_begins=_skill,
        how="$roundtable-analyze <item>",
        runtime="Read the agent file and follow it yourself; it is written as instructions to you.",
        reads_agents=False,
        model="inherit",
    ),
    "cursor": CodingAgent(
        title="Cursor",
        root=".cursor",
        agents=".cursor/agents",
        content=".cursor/skills",
        command=".cursor/commands/analyze.md",
        command_begins=_plain,
        how="/analyze <item>",
        runtime="Read the agent file and follow it yourself, or start it as a subagent.",
        model="inherit",
    ),
}

_DESCRIPTION: Final = (
    "Analyze a backlog item with three specialists (Maya, Alex and Jordan) and leave requirements, impact, architecture and "
    "design documents in docs/requirements"
)


def agent_files(name: str, library: Library) -> dict[str, str]:
    """Every file for one coding agent: path (from the folder it works in) -> text, in order."""
    agent = CODING_AGENTS[name]
    files: dict[str, str] = {}
    analyst = _for(agent, library.agent("roundtable-analyst"))
    lead = _for(agent, library.agent("roundtable-lead"))
    if analyst is not None and analyst.enabled:
        files[f"{agent.agents}/{analyst.name}.md"] = analyst_file(
            analyst, library, f"{agent.content}/analysis-steps"
        )
    if lead is not None and lead.enabled:
        files[f"{agent.agents}/{lead.name}.md"] = lead_file(lead, library, agent.agents, agent.content)
    for persona in library.personas:
        text = _as_it_is(persona.path)
        files[f"{agent.agents}/persona-{persona.key}.md"] = (
            _as_an_agent(persona, text) if agent.reads_agents else text
        )
    for step in library.steps:
        files[f"{agent.content}/analysis-steps/{step.phase_key}/{PurePosixPath(step.path).name}"] = _as_it_is(
            step.path
        )
    for topic in library.topics:
        if topic.path.endswith(".md"):
            files[f"{agent.content}/analysis-topics/{PurePosixPath(topic.path).name}"] = _as_it_is(topic.path)
    files[agent.command] = agent.command_begins(_DESCRIPTION) + command_text(
        _names(analyst, lead), agent.agents, agent.runtime, agent.arguments
    )
    return files


def _for(agent: CodingAgent, definition: AgentDefinition | None) -> AgentDefinition | None:
    if definition is None or agent.model is None:
        return definition
    return definition.model_copy(update={"model": agent.model})


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
        head.append(f'description: "{_quotable(description)}"')
    rest = re.sub(r"^name\s*:.*(?:\n[ \t]+.*)*\n?", "", front, count=1, flags=re.MULTILINE)
    return "\n".join(("---", *head, *([rest] if rest else []), "---", body))


def _quotable(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _names(*agents: AgentDefinition | None) -> tuple[str, ...]:
    return tuple(agent.name for agent in agents if agent is not None and agent.enabled)


def _as_it_is(path: str) -> str:
    """A content file word for word: it is the same file that drives a session."""
    return Path(path).read_text(encoding="utf-8-sig")
