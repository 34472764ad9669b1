"""Section 4.4 of the analyst: the discussion that replaces the stub, in its nine parts, with the exact lines sessions use."""

from roundtable.analysis.content import Library, Persona
from roundtable.analysis.phases import PHASES
from roundtable.engine.addressing import EXIT_QUESTION
from roundtable.engine.discussion import INACTIVE, NEARING, REACHED, WRAPPING

__all__ = ["elaboration_section"]


def elaboration_section(library: Library) -> str:
    """The whole section."""
    people = [library.persona(key) for key in dict.fromkeys(phase.persona for phase in PHASES)]
    names = ", ".join(f"{person.name} ({person.voice.short_role or person.role})" for person in people)
    keys = ", ".join(f'"{person.key}"' for person in people)
    attributions = ", ".join(f"`[{person.first_name}]`" for person in people)
    voices = "\n\n".join(_voice(person) for person in people)
    return f"""\
### 4.4 Elaboration Handler (Multi-Persona Discussion Mode)

On [E] at a step or phase menu all three personas discuss the step with the person, within a limit of turns. There is one way
through: entry, framing, discussion, synthesis, record, the same menu again.

#### 4.4.1 Entry and Activation

Take `step_id`, `title` and `outputs` of the step just completed; the lead is the persona of the phase. The limit is
`elaboration_config.max_turns` of meta.json, else 10. Show:

```
---
ELABORATION MODE

Bringing {{Name}} ({{Role}}) and {{Name}} ({{Role}}) into the discussion.

Topic: {{step_title}} for {{item_name}}

Turn limit: {{max_turns}} exchanges. Type "done" to end discussion early.
---
```

The counter starts at 0.

#### 4.4.2 Topic Framing

The lead says where the step landed, poses one focus question that the lead's own lens does not cover, and names who begins:

```
{{LeadName}} ({{LeadRole}}): We just covered {{step_title}}. Here is where we landed: {{summary}}.
I think we could benefit from all our perspectives on this specific question: {{focus_question}}
{{Name}}, what is your take from a {{lens}} perspective?
```

This is turn 1.

#### 4.4.3 Discussion Loop

The two others answer in turn; then the person is heard, and so on. Every contribution begins with `{{Name}} ({{Role}}):`.
Each contribution of a persona and each of the person is one turn; what is said below is none.

- Two turns before the limit, once: "{{LeadName}} ({{LeadRole}}): {NEARING}"
- At the limit: "{{LeadName}} ({{LeadRole}}): {REACHED}" Then 4.4.7. The count never passes the limit.
- After three silent rounds: "{{LeadName}} ({{LeadRole}}): {INACTIVE}" One more, and the discussion ends.
- Who builds on another names them. When they differ, the lead sums up the two sides and asks the person.

#### 4.4.4 Persona Addressing Parser

1. A first name with a comma or colon, or at the beginning: that persona answers first.
2. "you all", "everyone", "all of you", "team", "what do you think": all three, the lead first.
3. Else the lead; the others only with something of their own.

First names only, in any case. A role addresses nobody, and neither does a mere mention.

#### 4.4.5 Topic Focus Enforcement

Only the lead leads back, and it is no turn: "{{Name}} raises an interesting point about {{subject}}, but let us stay focused
on {{topic}}. We can explore that when we get to {{step or phase}}." To the person: "That is a great question for {{phase}}.
For now, let us focus on {{topic}}."

#### 4.4.6 Exit Handler

`done`, `exit`, `wrap up` and `back` end the discussion when that is what the message says ("I'm not done yet" does not). When
in doubt ask: "{EXIT_QUESTION}" Then say "{WRAPPING}"

#### 4.4.7 Synthesis Engine

Show, and add to the Markdown documents in the step's `outputs`:

```markdown
### Elaboration Insights (Step {{step_id}}: {{step_title}})

**Participants**: {names}
**Turns**: {{turn_count}} | **Exit**: {{user-initiated | turn-limit}}

#### Key Insights
- [{{Attribution}}] {{Insight}}

#### Decisions Made
- {{Decision}}: {{Rationale}}

#### Open Questions
- {{Question}}: {{Why it is open, and who could settle it}}
```

Attributions: {attributions}, several joined with a slash, `[User]`, `[All]`. In each document it goes after what stands in
the section nearest to the step's topic, with the marker `<!-- Elaboration: step {{step_id}}, {{timestamp}} -->`; without such
a section, at the end under a new heading. Nothing that is there changes. Say for each: Updated {{filename}}, section
"{{heading}}": added {{what}}.

#### 4.4.8 State Tracker

Append to `elaborations` in meta.json, and change nothing else in it:

```json
{{"step_id": "01-03", "turn_count": 7, "personas_active": [{keys}], "timestamp": "2026-02-20T14:30:00.000Z", "synthesis_summary": "one sentence"}}
```

Then the same menu again; [E] is there for another round.

#### 4.4.9 Voice Integrity Rules

With names hidden one must be able to tell who speaks. Who has nothing of their own to add takes another angle or stays silent;
nobody repeats another, and nobody speaks for the table as a committee.

{voices}"""


def _voice(person: Persona) -> str:
    """The rules of the Voice section of a persona file, which is where sessions get them from."""
    kept: list[str] = []
    inside = False
    for line in person.body.splitlines():
        if line.startswith("## "):
            inside = line.strip() == "## Voice"
        elif inside:
            kept.append(line)
    text = (
        "\n".join(kept).strip() or f"Argues from {person.voice.lens or person.role.lower()}. {person.style}"
    )
    return f"**{person.label}**\n\n{text}"
