"""Stories that stand in Markdown: `### US-001: …`, `### User Story 1 - …`, and `**User Story:** As a …` under a requirement.

Read only where an item has no user-stories.json, so that no story counts twice.

Elsewhere: user-stories.json (`stories`), what is wrong with a story (`traceability`, `wording`, `structure`).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from roundtable.documents.checks.definitions import Definition, Definitions
from roundtable.documents.checks.ids import (
    CRITERIA,
    REQUIREMENTS,
    STORY_IDS,
    leading_id,
    mentions,
    prefix_of,
    spoken_mentions,
)
from roundtable.documents.checks.pages import field_of
from roundtable.documents.checks.statements import read
from roundtable.documents.checks.stories import Story

__all__ = ["numbered_criteria", "stories_in_pages"]

_STORY: Final = re.compile(r"^(?:user )?story$", re.IGNORECASE)
_NUMBERED: Final = re.compile(r"^ {0,3}(?P<number>\d{1,3})[.)]\s+\S")
_HEADING: Final = re.compile(r"^ {0,3}#{1,6}\s+(?P<title>.*)$")


def stories_in_pages(pages: Mapping[str, Definitions], homes: tuple[str, ...]) -> list[Story]:
    """Every story of these documents, in order."""
    found: list[Story] = []
    for name in homes:
        for definition in pages[name].by_key.values() if name in pages else ():
            prefix = prefix_of(definition.key)
            if prefix in STORY_IDS and definition.form != "row":
                found.append(_story(definition))
            elif prefix in REQUIREMENTS:
                found += _under_requirement(definition)
    with_criteria = [story for story in found if story.key and (story.criteria or story.criteria_keys)]
    for story in found if with_criteria else ():
        if story.key and story not in with_criteria:
            story.missing.append("acceptance criteria")
    return found


def _story(definition: Definition) -> Story:
    reading = read(definition)
    named = [m for line in definition.body for m in (*mentions(line.text), *spoken_mentions(line.text))]
    return Story(
        definition.id,
        definition.key,
        definition.line,
        text=" ".join(statement.text for statement in reading.statements),
        priority=reading.priority,
        criteria=[statement.text for statement in reading.criteria],
        criteria_keys={m.key for m in named if prefix_of(m.key) in CRITERIA},
        traces={m.key for m in named if prefix_of(m.key) in REQUIREMENTS | CRITERIA},
        file=definition.name,
    )


def _under_requirement(definition: Definition) -> Iterator[Story]:
    for line in definition.body:
        named = field_of(line.text)
        if named is not None and _STORY.match(named[0]) and named[1].strip() and leading_id(named[1]) is None:
            yield Story(
                f"The story of {definition.id}",
                "",
                line.number,
                text=named[1],
                traces={definition.key},
                file=definition.name,
            )


def numbered_criteria(definition: Definition) -> dict[str, int]:
    """Key -> line of criteria that are only numbered within their requirement: "1.2" is the second of Requirement 1."""
    found: dict[str, int] = {}
    inside = False
    for line in definition.body:
        heading = _HEADING.match(line.text)
        named = field_of(line.text)
        label = heading["title"] if heading else named[0] if named and not named[1].strip() else ""
        if label:
            inside = (
                "criteria" in label.lower() or "kriterien" in label.lower() or "scenario" in label.lower()
            )
        numbered = _NUMBERED.match(line.text) if inside else None
        if numbered is not None:
            found.setdefault(f"AC-{definition.key}-{int(numbered['number'])}", line.number)
    return found
