"""Where each coding agent looks for agents, commands and further reading; one row per coding agent.

A new one is a row in `CODING_AGENTS`: folders, and how a file of its kind begins.
"""

import re
from collections.abc import Mapping
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
    front_matter: str
    """How the command file begins; `{description}` stands for what it does."""
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
CODING_AGENTS: Final[Mapping[str, CodingAgent]] = {
    "claude": CodingAgent(
        title="Claude Code",
        root=".claude",
        agents=".claude/agents",
        content=".claude/skills",
        command=".claude/commands/analyze.md",
        front_matter=_COMMAND,
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
        front_matter=_SKILL,
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
        front_matter="",
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
    if analyst is not None:
        files[f"{agent.agents}/{analyst.name}.md"] = analyst_file(
            analyst, library, f"{agent.content}/analysis-steps"
        )
    if lead is not None:
        files[f"{agent.agents}/{lead.name}.md"] = lead_file(lead, library, agent.agents, agent.content)
    for persona in library.personas:
        text = _as_it_is(persona.path)
        files[f"{agent.agents}/persona-{persona.key}.md"] = (
            _as_an_agent(persona, text) if agent.reads_agents else text
        )
    for step in library.steps:
        name = f"{step.phase_key}/{PurePosixPath(step.path).name}"
        files[f"{agent.content}/analysis-steps/{name}"] = _as_it_is(step.path)
    for topic in library.topics:
        if topic.path.endswith(".md"):
            files[f"{agent.content}/analysis-topics/{PurePosixPath(topic.path).name}"] = _as_it_is(topic.path)
    names = tuple(one.name for one in (analyst, lead) if one is not None)
    command = command_text(names, agent.agents, agent.runtime, agent.arguments)
    files[agent.command] = agent.front_matter.format(description=_DESCRIPTION) + command
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
        head.append(f'description: "{_quotable(description)}"')
    rest = re.sub(r"^name\s*:.*(?:\n[ \t]+.*)*\n?", "", front, count=1, flags=re.MULTILINE)
    return "\n".join(("---", *head, *([rest] if rest else []), "---", body))


def _quotable(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _as_it_is(path: str) -> str:
    """A content file word for word: it is the same file that drives a session."""
    return Path(path).read_text(encoding="utf-8-sig")
