"""Which priority a requirement is given, and where: in its own text, in the prioritization in any of its usual forms, in README.md.

A table with a priority per requirement, a table or list with the requirements of each level, sentences such as
"Must: FR-001, FR-002", and our own `[FR-001](…) **Title** · Must`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from roundtable.documents.catalog import README, SPEC
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.entries import Entry, level_of
from roundtable.documents.reading.identifiers import mentions
from roundtable.language.markdown_blocks import Line

LISTED: Final = "the prioritization"
_LEVEL: Final = r"(must|should|could|won['’]?t)\b(?:[\s-]+have)?"
_GROUPED: Final = re.compile(rf"^[\s*_#|-]*{_LEVEL}[\s*_:()|]*", re.IGNORECASE)
_WITHIN: Final = re.compile(rf"\b{_LEVEL}\s*:", re.IGNORECASE)


class Placed(NamedTuple):
    level: str
    where: str
    line: int
    file: str = SPEC


def priorities_of(
    spec: Document, requirements: Mapping[str, Entry], readme: Document | None = None
) -> dict[str, list[Placed]]:
    """Key -> where a priority is given, in order."""
    entries = [entry for entry in requirements.values() if entry.reading.priority]
    told = [(entry.key, Placed(entry.reading.priority, "its own text", entry.line)) for entry in entries]
    for section in spec.about("priority")[:1]:
        told += _in_section(spec.page.prose_between(section.line + 1, section.reach))
    for line in readme.page.prose if readme else ():
        level = line.text.rpartition(" · ")[2] if line.text.startswith("[") and " · " in line.text else ""
        if level in ("Must", "Should", "Could", "Won't") and (named := mentions(line.text)):
            told.append((named[0].key, Placed(level, README, line.number, README)))
    found: dict[str, list[Placed]] = {}
    for key, place in told:
        found.setdefault(key, []).append(place)
    return found


def _in_section(lines: Sequence[Line]) -> Iterator[tuple[str, Placed]]:
    group = ""
    for number, line in lines:
        text = line.strip()
        level = _GROUPED.match(text)
        named = mentions(text)
        if level is not None:
            group = level_of(level[1])
        elif text.startswith("#"):
            group = ""
        said = [(at.start(), level_of(at[1])) for at in _WITHIN.finditer(text)]
        here = ""
        if level is None and named and not said:
            rest = text[named[0].start :]
            here = level_of(rest.split("|", 2)[1]) if "|" in rest else ""
            here = here or level_of(text[named[-1].start + len(named[-1].id) :][:25])
        for mention in named:
            spoken = [one for at, one in said if at < mention.start]
            if chosen := (spoken[-1] if spoken else here or group):
                yield mention.key, Placed(chosen, LISTED, number)
