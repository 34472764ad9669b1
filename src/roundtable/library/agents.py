"""Agent definitions: the analyst and the lead as library entries that an overlay may replace or take away.

An entry that is gone or corrupt means that the standard agents do the work; nothing here is an error for a session.
"""

from typing import Final

from roundtable.analysis.content import AgentDefinition
from roundtable.library.content_files import ContentFile
from roundtable.library.fields import Entry, Reader
from roundtable.library.overlays import Found, path_text
from roundtable.library.problems import Problem

__all__ = ["CORRUPT_AGENT", "read_agent"]

CORRUPT_AGENT: Final = (
    "Warning: Roundtable agent file has invalid format. Falling back to standard analysis agents."
)
_KNOWN: Final = frozenset({"name", "description", "model", "owned_skills"})


def read_agent(found: Found, content: ContentFile) -> Entry[AgentDefinition]:
    """One agent file."""
    reader = Reader("Agent", found, content)
    name = reader.text("name") if content.fault is None else None
    if name is None:
        reason = content.fault.reason if content.fault else "The required field name is missing"
        is_ours = found.filename.startswith("roundtable-")
        reader.problems.append(
            Problem(
                file=found.shown,
                line=content.fault.line if content.fault else content.line("name"),
                severity="error",
                rule="front-matter",
                message=f"{reason}; the standard agents take its place.",
                fix="Begin the file with --- , a `name: …` line, and --- again.",
                warning=CORRUPT_AGENT
                if is_ours
                else f"Agent file {found.filename} has invalid frontmatter. Skipping.",
            )
        )
        return Entry(None, reader)
    agent = AgentDefinition(
        name=name,
        description=reader.text("description") or "",
        model=reader.text("model") or "opus",
        owned_skills=reader.texts("owned_skills") or (),
        body=content.body,
        path=path_text(found.path),
        extra=reader.unknown_fields(_KNOWN),
    )
    return Entry(agent, reader)
