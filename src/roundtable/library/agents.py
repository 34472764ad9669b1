"""Agent definitions: the analyst and the lead as library entries that an overlay may replace or take away.

An entry that is gone or corrupt means that the standard agents do the work; nothing here is an error for a session.
"""

from typing import Final

from roundtable.analysis.content import AgentDefinition
from roundtable.library.content_files import ContentFile
from roundtable.library.fields import Entry, Reader
from roundtable.library.overlays import Found, path_text

_KNOWN: Final = frozenset({"name", "description", "model", "owned_skills"})


def read_agent(found: Found, content: ContentFile) -> Entry[AgentDefinition]:
    reader = Reader("Agent", found, content)
    name = reader.text("name") if content.fault is None else None
    if name is None:
        reason = content.fault.reason if content.fault else "The required field name is missing"
        whose = "our agent" if found.filename.startswith("roundtable-") else "agent"
        line = content.fault.line if content.fault else None
        reader.report(f"front-matter ({whose})", "name", line=line, reason=reason)
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
