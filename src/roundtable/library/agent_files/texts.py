"""The files of the stepped mode (roundtable-analyst.md), of the conversation (roundtable-lead.md) and behind /analyze.

Their words are in `library/templates/`. Personas, phases, menus, documents and exact lines are filled in from where sessions
take them, so the files cannot drift from it.
"""

from collections.abc import Iterable
from typing import Final

from roundtable.analysis.content import AgentDefinition, Library, Persona
from roundtable.analysis.phases import FALLBACK_PERSONA, PHASES, SPECIALISTS, Depth
from roundtable.engine.addressing import EXIT_QUESTION
from roundtable.engine.at_menu import SKIPPING
from roundtable.engine.coverage import TOPIC_STEPS
from roundtable.engine.depth import ANNOUNCEMENTS
from roundtable.engine.discussion import INACTIVE, NEARING, REACHED, WRAPPING
from roundtable.engine.finishing import CHECKING, CONSISTENT
from roundtable.engine.menus import menu_options, menu_text
from roundtable.engine.thresholds import FOLLOWS, PHASE_OF
from roundtable.library.scaffolds import filled_template

_WORK: Final = {
    "00-quick-scan": "Quick scope estimation",
    "01-requirements": "Requirements discovery",
    "02-impact-analysis": "Impact and blast radius",
    "03-architecture": "Architecture decisions",
    "04-design": "Detailed design specifications",
}


def analyst_file(agent: AgentDefinition, library: Library, steps: str) -> str:
    """The stepped mode as one agent file; `steps` is the folder of the step files."""
    people, fallback = _people(library), library.persona(FALLBACK_PERSONA)
    text = filled_template(
        "analyst",
        introduction=_introduction(agent),
        personas="\n\n".join(_persona(at, person) for at, person in enumerate(people, start=1)),
        persona_rows=_rows(
            (f"`{phase.key}`", f"`{phase.persona}`", library.persona(phase.persona).name, _WORK[phase.key])
            for phase in PHASES
        ),
        fallback=fallback.name,
        fallback_label=fallback.label,
        steps=steps,
        counts="\n".join(f"- `{phase.key}`: {len(library.steps_of(phase.key))} steps" for phase in PHASES),
        brief=ANNOUNCEMENTS[Depth.BRIEF],
        deep=ANNOUNCEMENTS[Depth.DEEP],
        step_menu=menu_text(menu_options("step", PHASES[0].key)),
        phase_menu=menu_text(menu_options("phase", PHASES[0].key)),
        final_option=menu_options("final", PHASES[-1].key)[-1].label,
        nearing=NEARING,
        reached=REACHED,
        inactive=INACTIVE,
        exit_question=EXIT_QUESTION,
        wrapping=WRAPPING,
        names=", ".join(f"{one.name} ({one.voice.short_role or one.role})" for one in people),
        keys=", ".join(f'"{one.key}"' for one in people),
        attributions=", ".join(f"`[{one.first_name}]`" for one in people),
        voices="\n\n".join(_voice(one) for one in people),
        skipping=SKIPPING,
        phases=_rows((phase.label, phase.description, phase.handoff, phase.artifact) for phase in PHASES),
        documents=_rows((phase.key, _outputs(library, phase.key, phase.main_document)) for phase in PHASES),
    )
    return f"{_front_matter(agent)}\n{text}"


def lead_file(agent: AgentDefinition, library: Library, agents: str, content: str) -> str:
    """The conversation as one agent file; `agents` and `content` are the folders of personas, and of steps and topics."""
    people = _people(library)
    text = filled_template(
        "lead",
        introduction=_introduction(agent),
        files="\n".join(f"   - `{agents}/persona-{person.key}.md`" for person in people),
        prefaces="\n".join(
            f'- {one.first_name}, the first time: "{one.voice.preface}..."'
            for one in people
            if one.voice.preface
        ),
        content=content,
        owners=_rows((name, person.first_name) for person in library.personas for name in person.owns),
        follows="; ".join(f"{name} follows {leader}" for name, leader in FOLLOWS.items()),
        checking=CHECKING,
        consistent=CONSISTENT,
        phases=_rows((name, f'"{key}"') for name, key in PHASE_OF.items()),
        steps=_rows((topic, ", ".join(ids) or "(none)") for topic, ids in TOPIC_STEPS.items()),
    )
    return f"{_front_matter(agent)}\n{text}"


def command_text(agents: tuple[str, ...], folder: str, runtime: str, arguments: str) -> str:
    """The body of the command file; `arguments` stands for the words behind the command."""
    modes = {
        "roundtable-lead": "- Without a wish: the conversation, with",
        "roundtable-analyst": '- When the person asks for steps ("step by step", `--steps`):',
    }
    offered = [f"{words} `{folder}/{name}.md`." for name, words in modes.items() if name in agents]
    nobody = "- No roundtable agent is switched on: let `roundtable analyze <item> --headless` write the documents."
    phases = "\n".join(f"   - `{phase.key}` ({phase.name})" for phase in PHASES)
    told = "\n".join(offered) or nobody
    return filled_template("command", modes=told, phases=phases, runtime=runtime, arguments=arguments)


def thin_agent_file(agent: AgentDefinition, library: Library, agents: str) -> str:
    """The same two agents where the MCP server is at hand: their sections, and which tool does the work of each."""
    people = ", ".join(person.label for person in _people(library))
    template = "lead-mcp" if agent.name == "roundtable-lead" else "analyst-mcp"
    personas = f"{agents}/persona-*.md"
    text = filled_template(template, introduction=_introduction(agent), people=people, personas=personas)
    return f"{_front_matter(agent)}\n{text}"


def _people(library: Library) -> list[Persona]:
    return [library.persona(key) for key in SPECIALISTS]


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)


def _front_matter(agent: AgentDefinition) -> str:
    """name, description, model, owned_skills, as every agent file begins."""
    words = quotable(" ".join(agent.description.split()))
    skills = ", ".join(f'"{skill}"' for skill in agent.owned_skills)
    return f'---\nname: {agent.name}\ndescription: "{words}"\nmodel: {agent.model}\nowned_skills: [{skills}]\n---\n'


def quotable(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _introduction(agent: AgentDefinition) -> str:
    """What the definition says before its first section, whether it is ours or a whole agent file that was exported once."""
    lines = agent.body.split("\n## ")[0].splitlines()
    return " ".join(" ".join(line for line in lines if not line.startswith("# ")).split())


def _persona(number: int, persona: Persona) -> str:
    lines = [
        f"### 1.{number} {persona.label}\n",
        f"- **Name**: {persona.name}",
        f"- **Persona Key**: `{persona.key}`",
        f'- **Identity**: "{persona.identity}"',
        f"- **Communication Style**: {' '.join(persona.style.split())}",
        f"- **Phases**: {', '.join(persona.phases)}",
        "- **Principles**:",
        *(f"  {at}. **{one.title}**: {one.text}" for at, one in enumerate(persona.principles, start=1)),
    ]
    return "\n".join(lines)


def _voice(person: Persona) -> str:
    """The rules of the Voice section of a persona file, which is where sessions get them from."""
    plain = f"Argues from {person.voice.lens or person.role.lower()}. {person.style}"
    return f"**{person.label}**\n\n{person.section('Voice') or plain}"


def _outputs(library: Library, phase_key: str, main: str) -> str:
    names = dict.fromkeys([main, *(name for step in library.steps_of(phase_key) for name in step.outputs)])
    return ", ".join(f"`{name}`" for name in names)
