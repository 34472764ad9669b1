"""roundtable-analyst.md: the stepped mode as one agent file, in the six sections of its design.

Personas, phases, menus and messages are taken from where sessions take them.

Elsewhere: section 4.4 (`elaboration`).
"""

from typing import Final

from roundtable.analysis.content import AgentDefinition, Library, Persona
from roundtable.analysis.phases import PHASES, Depth
from roundtable.engine.at_menu import SKIPPING
from roundtable.engine.depth import ANNOUNCEMENTS
from roundtable.engine.menus import menu_options, menu_text
from roundtable.library.agent_files.elaboration import elaboration_section

__all__ = ["analyst_file", "front_matter", "introduction"]

_WORK: Final = {
    "00-quick-scan": "Quick scope estimation",
    "01-requirements": "Requirements discovery",
    "02-impact-analysis": "Impact and blast radius",
    "03-architecture": "Architecture decisions",
    "04-design": "Detailed design specifications",
}


def front_matter(agent: AgentDefinition) -> str:
    """name, description, model, owned_skills, as every agent file begins."""
    words = " ".join(agent.description.split()).replace("\\", "\\\\").replace('"', '\\"')
    skills = ", ".join(f'"{skill}"' for skill in agent.owned_skills)
    return f'---\nname: {agent.name}\ndescription: "{words}"\nmodel: {agent.model}\nowned_skills: [{skills}]\n---\n'


def introduction(agent: AgentDefinition) -> str:
    """What the definition says before its first section, whether it is ours or a whole agent file that was exported once."""
    lines = agent.body.split("\n## ")[0].splitlines()
    return " ".join(" ".join(line for line in lines if not line.startswith("# ")).split())


def analyst_file(agent: AgentDefinition, library: Library, steps: str) -> str:
    """The whole file; `steps` is the folder of the step files."""
    sections = (
        f"{front_matter(agent)}\n# Roundtable Analysis Agent\n",
        introduction(agent),
        _personas(library),
        _step_engine(library, steps),
        _depth(),
        _menus(),
        elaboration_section(library),
        _skip(),
        _session(),
        _artifacts(library),
    )
    return "\n".join(section.rstrip() + "\n" for section in sections)


# -- 1 -----------------------------------------------------------------------------------------------------------------


def _personas(library: Library) -> str:
    blocks = ["## 1. Persona Definitions"]
    leads = list(dict.fromkeys(phase.persona for phase in PHASES))
    for number, key in enumerate(leads, start=1):
        blocks.append(_persona(f"1.{number}", library.persona(key)))
    rows = [
        f"| `{phase.key}` | `{phase.persona}` | {library.persona(phase.persona).name} | {_WORK[phase.key]} |"
        for phase in PHASES
    ]
    blocks.append(
        "\n".join(
            [
                "### 1.4 Phase-to-Persona Mapping\n",
                "| Phase Key | Persona Key | Persona Name | Role |",
                "| --- | --- | --- | --- |",
                *rows,
                "",
                "Only the persona of the phase speaks, except in elaboration (4.4).",
            ]
        )
    )
    maya = library.persona("business-analyst")
    blocks.append(
        "### 1.5 Fallback Persona Rule\n\n"
        f"A phase key that is not in the table: {maya.name} takes it, with the warning\n"
        f"\"Unknown phase key '{{phase_key}}'. Falling back to {maya.name} ({maya.role}).\""
    )
    return "\n\n".join(blocks)


def _persona(number: str, persona: Persona) -> str:
    principles = "\n".join(
        f"  {at}. **{principle.title}**: {principle.text}"
        for at, principle in enumerate(persona.principles, start=1)
    )
    return (
        f"### {number} {persona.name} ({persona.role})\n\n"
        f"- **Name**: {persona.name}\n"
        f"- **Persona Key**: `{persona.key}`\n"
        f'- **Identity**: "{persona.identity}"\n'
        f"- **Communication Style**: {' '.join(persona.style.split())}\n"
        f"- **Phases**: {', '.join(persona.phases)}\n"
        f"- **Principles**:\n{principles}"
    )


# -- 2 -----------------------------------------------------------------------------------------------------------------


def _step_engine(library: Library, steps: str) -> str:
    counts = "\n".join(f"- `{phase.key}`: {len(library.steps_of(phase.key))} steps" for phase in PHASES)
    return f"""\
## 2. Step Execution Engine

### 2.1 Step File Discovery

The steps of a phase are the `.md` files in `{steps}/{{phase_key}}/`, in the order of their names. Nothing else lists them:
a file that is added is a step that runs. An empty or missing folder: say "No step files found for phase {{phase_key}}." and
return; the phase counts as complete.

{counts}

### 2.2 Step File Parsing Protocol

A step file has YAML front matter (`step_id`, `title`, `persona`, `depth`, `outputs`; optionally `depends_on`, `skip_if`)
and the sections Brief Mode, Standard Mode, Deep Mode, Validation and Artifacts. Front matter that does not parse, or lacks
a required field: say "Step file {{filename}} has invalid frontmatter. Skipping.", do not record the step, go on.

### 2.3 Step Execution Loop

For each step file of the phase:

1. `step_id` is in `steps_completed`: leave it out.
2. A step in `depends_on` is not completed: leave it out, with a warning.
3. `skip_if` holds: leave it out.
4. Depth: the override of this phase in meta.json, else the depth of the phase (section 3), else the step's own.
5. Take the section of that depth; without it Standard Mode; without that the whole body.
6. Show `{{PersonaName}} ({{Role}}) -- Step {{step_id}}: {{title}}`.
7. Brief: fill in the draft and have it confirmed. Standard and deep: ask the questions that fit the item (`When:` below a
   question says for which), one at a time, at most thirty words each, leaving out what the draft, an earlier answer or the
   code already says. `Why:` and `Simpler:` answer whoever asks back. Say in two words what was taken, then go on.
   "I don't know" is an answer: note it as open, name who could settle it, never ask again.
8. Check the Validation section; ask once more for what is missing.
9. Complete the step (2.5) and show the menu (4).

### 2.4 Progress Tracking

`steps_completed` in meta.json is a flat list of step ids that only grows. It is written before the menu appears, so an
interrupted session loses nothing.

### 2.5 Step Completion Protocol

In this order: validation; documents (section 6); `step_id` appended to `steps_completed`; meta.json written; menu. Never
record a step whose documents are not on disk."""


# -- 3 and 4 -----------------------------------------------------------------------------------------------------------


def _depth() -> str:
    return f"""\
## 3. Adaptive Depth Logic

### 3.1 Depth Determination

At the start of a phase, the first that applies:

1. `depth_overrides[phase_key]` in meta.json.
2. quick-scan.md: a small scope with low complexity or fewer than 5 files is brief; a large one with high complexity or more
   than 15 files is deep; else standard.
3. standard.

### 3.2 User Override Detection

A message that is about depth, and not an answer that happens to contain the word: "deep", "go deeper", "more detail", "dig
in", "thorough", "full analysis" mean deep; "brief", "quick", "keep it short", "skip ahead", "just the highlights",
"summarize", "fast" mean brief.

### 3.3 Depth Persistence

Write `depth_overrides[phase_key]` to meta.json at once, acknowledge, and begin the open step again at the new depth. It
holds for the rest of the phase, not for the next one.

### 3.4 Depth Announcement Messages

Once per phase, after the greeting:

- brief: "{ANNOUNCEMENTS[Depth.BRIEF]}"
- standard: nothing
- deep: "{ANNOUNCEMENTS[Depth.DEEP]}\""""


def _menus() -> str:
    first, last = PHASES[0], PHASES[-1]
    return f"""\
## 4. Menu System

### 4.1 Step Boundary Menu

After every step but the last of a phase, exactly:

```
{menu_text(menu_options("step", first.key))}
```

### 4.2 Phase Boundary Menu (Final Step Variant)

After the last step of a phase, with the number and name of the next one:

```
{menu_text(menu_options("phase", first.key))}
```

In the last phase the second line is `[C] {menu_options("final", last.key)[-1].label}`. There is nothing to skip here.

### 4.3 Natural Input Handler

Whatever is not E, C or S is feedback on the step: take it in, update the documents it changes, acknowledge it in the
persona's own way, and show the same menu again. Ask no further question."""


def _skip() -> str:
    return f"""\
### 4.5 Skip Handler

On [S]: say "{SKIPPING}", write the documents from what is known, do not add the skipped steps to `steps_completed`, and
return. The phase counts as complete."""


# -- 5 and 6 -----------------------------------------------------------------------------------------------------------


def _session() -> str:
    phases = "\n".join(
        f"| {phase.label} | {phase.description} | {phase.handoff} | {phase.artifact} |" for phase in PHASES
    )
    return f"""\
## 5. Session Management

### 5.1 Context Recovery

From META_CONTEXT: `steps_completed`, `phases_completed`, `depth_overrides`, `elaborations`. Go on with the first step of the
phase that is not completed. If an elaboration of this phase is recorded, the greeting says: "In our previous session, we also
had a roundtable discussion on {{step_title}} where {{synthesis_summary}}."

### 5.2 Greeting Protocol

- New to the phase: "{{Name}}: Hi, I'm {{FirstName}}, your {{Role}}. I'll be guiding you through {{description}}. Let's get
  started."
- Come back: "{{Name}}: Welcome back. Last time we completed {{titles}}. Let's pick up from {{next title}}."

### 5.3 Persona Transition Protocol

When the persona changes with the phase: "{{Name}} has finished {{description}}. Handing off to {{NewName}} ({{NewRole}}) who
will {{handoff}}." Then the new one, having read the documents: "I've reviewed {{FirstName}}'s {{artifact}}. Here's what I'm
working with: {{one or two sentences}}." Then the greeting.

| phase | description | handoff | artifact |
| --- | --- | --- | --- |
{phases}"""


def _artifacts(library: Library) -> str:
    rows: list[str] = []
    for phase in PHASES:
        outputs = dict.fromkeys(
            [phase.main_document, *(name for step in library.steps_of(phase.key) for name in step.outputs)]
        )
        rows.append(f"| {phase.key} | {', '.join(f'`{name}`' for name in outputs)} |")
    return f"""\
## 6. Artifact Production

### 6.1 Output Compatibility

| phase | documents |
| --- | --- |
{chr(10).join(rows)}

Documents go to `docs/requirements/{{slug}}/`; `nfr-matrix.md` is shared and goes to `docs/common/`. Requirements are
numbered FR-001, their criteria AC-001-01, quality requirements NFR-001, stories US-001, decisions ADR-0001; a number is
never given twice.

### 6.2 Artifact Write Protocol

Follow the Artifacts section of the step: create the document or change the section it names, keep every other section and
whatever a person wrote, and write the whole file. State for each requirement where it comes from: High when the person said
or confirmed it, Medium when it was inferred from their words and the code, Low when it comes from the code alone or is
assumed. A file or symbol that is not in the code is marked as new, never presented as found.

### 6.3 Constraints

1. **No state.json writes**: progress is kept in meta.json only.
2. **No branch creation**: analysis works on the current branch.
3. **Single-line Bash**: every Bash command is one line.
4. **Analyze verb only**: the build verb never starts this agent.
"""
