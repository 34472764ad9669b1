"""Which priority a requirement is given, and where: in its own text, and in the prioritization in any of its usual forms.

A table with a priority per requirement, a table or list with the requirements of each level, sentences such as
"Must: FR-001, FR-002".
"""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from roundtable.documents.checks.ids import mentions
from roundtable.documents.checks.pages import Page
from roundtable.documents.checks.statements import Reading, level_of

__all__ = ["Placed", "priorities_of"]

SECTIONS: Final = (
    "Prioritization",
    "Prioritisation",
    "Priorities",
    "MoSCoW",
    "MoSCoW Prioritization",
    "Priority",
)
_GROUPED: Final = re.compile(
    r"^[\s*_#|-]*(must|should|could|won['’]?t)\b(?:[\s-]+have)?[\s*_:()|]*", re.IGNORECASE
)
_WITHIN: Final = re.compile(r"\b(must|should|could|won['’]?t)\b(?:[\s-]+have)?\s*:", re.IGNORECASE)


class Placed(NamedTuple):
    """A priority that somebody gave."""

    level: str
    where: str
    line: int


def priorities_of(page: Page | None, requirements: Mapping[str, Reading]) -> dict[str, list[Placed]]:
    """Key -> where a priority is given, in order."""
    found: dict[str, list[Placed]] = {}
    for key, entry in requirements.items():
        if entry.priority:
            found.setdefault(key, []).append(Placed(entry.priority, "its own text", entry.definition.line))
    section = page.section(*SECTIONS) if page else None
    if page is None or section is None:
        return found
    group = ""
    for line in page.within(section):
        text = line.text.strip()
        level = _GROUPED.match(text)
        named = mentions(text)
        if level is not None:
            group = level_of(level[1])
        elif text.startswith("#") or not text:
            group = "" if text else group
        said = [(found_at.start(), level_of(found_at[1])) for found_at in _WITHIN.finditer(text)]
        here = ""
        if level is None and named and not said:
            rest = text[named[0].start :]
            here = level_of(rest.split("|", 2)[1]) if "|" in rest else ""
            here = here or level_of(text[named[-1].start + len(named[-1].id) :][:25])
        for mention in named:
            spoken = [one for at, one in said if at < mention.start]
            if chosen := (spoken[-1] if spoken else here or group):
                found.setdefault(mention.key, []).append(Placed(chosen, "the prioritization", line.number))
    return found
