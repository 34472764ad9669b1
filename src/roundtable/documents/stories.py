"""user-stories.json and traceability-matrix.csv: the requirements as programs read them.

Stories: a JSON array of {id, title, story, acceptance_criteria[], priority, traces[]}. The matrix: one row per requirement,
criterion and story, with confidence and source. Both follow from the facts alone; nothing is invented to fill a cell.

Elsewhere: their schemas (`schemas`), merging with hand edits (`merge_rows`).
"""

import json
from collections.abc import Iterable
from typing import Final, Literal

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Criterion, PriorityLevel, Requirement, Story
from roundtable.analysis.record import Record
from roundtable.documents.escaping import one_line, plain
from roundtable.documents.requirements import criterion_text
from roundtable.documents.sources import source_note

__all__ = [
    "MATRIX",
    "MATRIX_COLUMNS",
    "STORIES",
    "StoryEntry",
    "csv_line",
    "matrix_rows",
    "story_entries",
    "write_matrix",
    "write_stories",
]

STORIES: Final = "user-stories.json"
MATRIX: Final = "traceability-matrix.csv"
MATRIX_COLUMNS: Final = ("FR_ID", "AC_ID", "User_Story_ID", "Confidence", "Source")


class StoryEntry(Record):
    """One story as user-stories.json holds it."""

    id: str
    title: str
    story: str
    """`As a {role}, I want {want}, so that {benefit}.`"""
    acceptance_criteria: tuple[str, ...]
    """Each starts with the criterion's id: `AC-001-01: Given …`."""
    priority: PriorityLevel | Literal["TBD"]
    traces: tuple[str, ...]
    """Ids of the requirements it serves."""


def story_entries(analysis: Analysis) -> tuple[StoryEntry, ...]:
    """The stories, in the order of their ids."""
    return tuple(_entry(story, analysis) for story in sorted(analysis.of(Story), key=lambda fact: fact.id))


def write_stories(analysis: Analysis) -> str:
    """The text of user-stories.json."""
    entries = [entry.model_dump(mode="json") for entry in story_entries(analysis)]
    return json.dumps(entries, indent=2, ensure_ascii=False) + "\n"


def matrix_rows(analysis: Analysis) -> tuple[tuple[str, ...], ...]:
    """One row for each requirement, criterion and story that belong together; gaps are empty cells."""
    rows: list[tuple[str, ...]] = []
    named = _stories_by_id(analysis)
    for requirement in sorted(analysis.of(Requirement), key=lambda fact: fact.id):
        confidence, source = analysis.confidence(requirement).label, plain(source_note(requirement))
        criteria: tuple[Criterion | None, ...] = analysis.criteria_of(requirement) or (None,)
        for criterion in criteria:
            stories = _stories_for(requirement, criterion, named, analysis)
            rows += [
                (requirement.id, criterion.id if criterion else "", story, confidence, source)
                for story in stories or ("",)
            ]
    return tuple(rows)


def write_matrix(analysis: Analysis) -> str:
    """The text of traceability-matrix.csv."""
    return "".join(csv_line(row) for row in (MATRIX_COLUMNS, *matrix_rows(analysis)))


def csv_line(cells: Iterable[str]) -> str:
    """One line of CSV; cells that would break it are quoted."""
    return ",".join(_quoted(cell) for cell in cells) + "\n"


def _quoted(cell: str) -> str:
    # A cell that a spreadsheet would take for a formula is shown as text.
    text = f"'{cell}" if cell[:1] in {"=", "+", "@", "\t"} else cell
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if any(char in text for char in ',"\r\n') else text


def _entry(story: Story, analysis: Analysis) -> StoryEntry:
    traces = story.requirements or tuple(
        dict.fromkeys(
            criterion.requirement
            for criterion_id in story.criteria
            if isinstance(criterion := analysis.get(criterion_id), Criterion)
        )
    )
    criteria = [fact for c in story.criteria if isinstance(fact := analysis.get(c), Criterion)] or [
        criterion
        for requirement_id in traces
        if isinstance(requirement := analysis.get(requirement_id), Requirement)
        for criterion in analysis.criteria_of(requirement)
    ]
    levels: list[PriorityLevel] = [
        level for fact_id in (story.id, *traces) if (level := analysis.priority_of(fact_id)) is not None
    ]
    return StoryEntry(
        id=story.id,
        title=one_line(story.title),
        story=_sentence(story),
        acceptance_criteria=tuple(f"{fact.id}: {one_line(criterion_text(fact))}" for fact in criteria),
        priority=levels[0] if levels else "TBD",
        traces=traces,
    )


def _sentence(story: Story) -> str:
    role = one_line(story.role)
    article = "an" if role[:1].casefold() in set("aeiou") else "a"
    start = f"As {role}" if role.casefold().startswith(("a ", "an ", "the ")) else f"As {article} {role}"
    benefit = one_line(story.benefit).rstrip(".")
    want = one_line(story.want).rstrip(".")
    return f"{start}, I want {want}" + (f", so that {benefit}." if benefit else ".")


def _stories_by_id(analysis: Analysis) -> dict[str, list[Story]]:
    """Stories under every requirement and criterion they name."""
    found: dict[str, list[Story]] = {}
    for story in sorted(analysis.of(Story), key=lambda fact: fact.id):
        for named in dict.fromkeys((*story.requirements, *story.criteria)):
            found.setdefault(named, []).append(story)
    return found


def _stories_for(
    requirement: Requirement, criterion: Criterion | None, named: dict[str, list[Story]], analysis: Analysis
) -> tuple[str, ...]:
    """Stories that name the criterion; else those that name its requirement and no criteria of it."""
    if criterion is not None and (direct := named.get(criterion.id)):
        return tuple(story.id for story in direct)
    own = {fact.id for fact in analysis.criteria_of(requirement)}
    return tuple(story.id for story in named.get(requirement.id, ()) if not own & set(story.criteria))
