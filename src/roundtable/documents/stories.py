"""user-stories.json and traceability-matrix.csv: the requirements as programs read them.

Stories: a JSON array of {id, title, story, acceptance_criteria[], priority, traces[]}. A story is the person's own if they told
one; otherwise the sentence of a requirement that must ship, with the confirmed user in front of it; none without such a user. The
matrix has one row per requirement, criterion and story. Nothing is invented to fill a cell.

Elsewhere: their schemas (`schemas/`), merging with hand edits (`rows`).
"""

import json
import re
from collections.abc import Iterable
from typing import Final, Literal

from roundtable.analysis.analysis import Analysis
from roundtable.documents.belongings import requirements_in_order
from roundtable.documents.escaping import one_line
from roundtable.documents.sources import source_words
from roundtable.facts import Criterion, PriorityLevel, Requirement, Story, UserType
from roundtable.facts.evidence import Confidence
from roundtable.facts.ids import format_id
from roundtable.facts.record import Record

MATRIX_COLUMNS: Final = ("FR_ID", "AC_ID", "User_Story_ID", "Confidence", "Source")


class StoryEntry(Record):
    """One story as user-stories.json holds it."""

    id: str
    title: str
    story: str
    """As it was told; else `{user}: {requirement}`."""
    acceptance_criteria: tuple[str, ...]
    """Ids; the words are in requirements-spec.md."""
    priority: PriorityLevel | Literal["open"]
    traces: tuple[str, ...]
    """Ids of the requirements it serves."""


def story_entries(analysis: Analysis) -> tuple[StoryEntry, ...]:
    told = sorted(analysis.of(Story), key=lambda fact: fact.id)
    found = [entry for story in told if (entry := _entry(story, analysis)).story]
    return tuple(found or [entry for story in _wishes(analysis) if (entry := _entry(story, analysis)).story])


def write_stories(analysis: Analysis) -> str:
    entries = [
        ",\n".join(
            f"    {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()
        )
        for fields in (entry.model_dump(mode="json") for entry in story_entries(analysis))
    ]
    inside = ",\n".join(f"  {{\n{entry}\n  }}" for entry in entries)
    return f"[\n{inside}\n]\n" if entries else "[]\n"


def matrix_rows(analysis: Analysis) -> tuple[tuple[str, ...], ...]:
    """One row for each requirement, criterion and story that belong together; gaps are empty cells."""
    rows: list[tuple[str, ...]] = []
    stories = story_entries(analysis)
    for requirement in requirements_in_order(analysis):
        criteria: tuple[Criterion | None, ...] = analysis.criteria_of(requirement) or (None,)
        for criterion in criteria:
            shown = criterion or requirement
            row = (analysis.confidence(shown).label, source_words(shown))
            if criterion is not None:
                served = [story.id for story in stories if criterion.id in story.acceptance_criteria]
            else:
                served = [story.id for story in stories if requirement.id in story.traces]
            own = criterion.id if criterion else ""
            rows += [(requirement.id, own, story, *row) for story in served or ("",)]
    return tuple(rows)


def write_matrix(analysis: Analysis) -> str:
    return "".join(csv_line(row) for row in (MATRIX_COLUMNS, *matrix_rows(analysis)))


def csv_line(cells: Iterable[str]) -> str:
    """One line of CSV; cells that would break it are quoted."""
    return ",".join(_quoted(cell) for cell in cells) + "\n"


def _quoted(cell: str) -> str:
    # A cell that a spreadsheet would take for a formula is shown as text.
    text = f"'{cell}" if cell[:1] in {"=", "+", "@", "\t"} else cell
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if any(char in text for char in ',"\r\n') else text


def _entry(story: Story, analysis: Analysis) -> StoryEntry:
    criteria = [one for name in story.criteria if isinstance(one := analysis.get(name), Criterion)]
    traces = story.requirements or tuple(dict.fromkeys(one.requirement for one in criteria))
    levels: list[PriorityLevel] = [
        level for fact_id in (story.id, *traces) if (level := analysis.priority_of(fact_id))
    ]
    return StoryEntry(
        id=story.id,
        title=one_line(story.title),
        story=_sentence(story) or _wish(traces, analysis),
        acceptance_criteria=tuple(one.id for one in criteria) or _criteria(traces, analysis),
        priority=levels[0] if levels else "open",
        traces=traces,
    )


def _wishes(analysis: Analysis) -> list[Story]:
    """Nobody told a story: what must ship, as the wish of the one who uses it."""
    ranked = [fact for fact in requirements_in_order(analysis) if analysis.priority_of(fact.id) == "Must"]
    wanted = ranked or (requirements_in_order(analysis)[:1] if not analysis.priorities else [])
    titled = ((format_id(Story.prefix, at, Story.width), fact) for at, fact in enumerate(wanted, start=1))
    return [Story(id=own, title=fact.title or fact.text, requirements=(fact.id,)) for own, fact in titled]


def _wish(traces: Iterable[str], analysis: Analysis) -> str:
    """`Support agent: Refunds go to the card.`; nothing without a user that somebody confirmed."""
    users = [user for user in analysis.of(UserType) if analysis.confidence(user) is Confidence.HIGH]
    wanted = [fact for entry in traces if isinstance(fact := analysis.get(entry), Requirement)]
    if not users or not wanted:
        return ""
    who = one_line(users[0].name) or re.split(r"[,;:]\s|\.$", one_line(users[0].text))[0]
    words = one_line(wanted[0].text or wanted[0].title)
    return f"{who}: {words}" if who and words else ""


def _sentence(story: Story) -> str:
    """As it was told; else from role, want and benefit."""
    if story.text.strip() or not (story.role.strip() and story.want.strip()):
        return one_line(story.text)
    role = one_line(story.role)
    article = "an" if role[:1].casefold() in set("aeiou") else "a"
    start = f"As {role}" if role.casefold().startswith(("a ", "an ", "the ")) else f"As {article} {role}"
    benefit = one_line(story.benefit).rstrip(".")
    want = one_line(story.want).rstrip(".")
    return f"{start}, I want {want}" + (f", so that {benefit}." if benefit else ".")


def _criteria(traces: Iterable[str], analysis: Analysis) -> tuple[str, ...]:
    return tuple(
        criterion.id
        for entry in traces
        if isinstance(requirement := analysis.get(entry), Requirement)
        for criterion in analysis.criteria_of(requirement)
    )
