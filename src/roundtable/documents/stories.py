"""user-stories.json and traceability-matrix.csv: the requirements as programs read them, and what people did to them, row by row.

Stories: a JSON array of {id, title, story, acceptance_criteria[], priority, traces[]}. A story is the person's own if they told
one; otherwise the sentence of a requirement that must ship, with the confirmed user in front of it; none without such a user. The
matrix has one row per requirement, criterion and story. Nothing is invented to fill a cell.

Layouts of others are kept when both are merged: stories inside `{"user_stories": […]}` stay there, extra columns of the matrix stay
columns, a row that we have nothing new to say about keeps its quotes, and a file that we have nothing new to say to stays as it is.

Elsewhere: their schemas (`schemas/`), the rules of merging (`threeway`).
"""

import csv
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.json_text import as_list, as_object, json_text
from roundtable.documents.escaping import one_line
from roundtable.documents.footnotes import source_words
from roundtable.documents.requirements import requirements_in_order
from roundtable.documents.threeway import MergeResult, Piece, merge_pieces, unique
from roundtable.facts import Criterion, PriorityLevel, Requirement, Story, UserType
from roundtable.facts.evidence import Confidence
from roundtable.facts.ids import format_id
from roundtable.facts.record import Record
from roundtable.language.markdown import lines_of, newline_of

MATRIX_COLUMNS: Final = ("FR_ID", "AC_ID", "User_Story_ID", "Confidence", "Source")
_LONGEST_NAME: Final = 6
_PRONOUN: Final = re.compile(r"(?:that|it|this|these|those|they|there|we|i|you)\b", re.IGNORECASE)
"""A sentence about people ("that's our gateway team") is no name of theirs."""
_TOLD_AS_STORY: Final = re.compile(r"as an? [^,.;]{2,60}, i ", re.IGNORECASE)


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
    if found := [entry for story in told if (entry := _entry(story, analysis)).story]:
        return tuple(found)
    # Nobody told a story: what must ship, as the wish of the one who uses it.
    known = requirements_in_order(analysis)
    ranked = [fact for fact in known if analysis.priority_of(fact.id) == "Must"]
    is_ranked = any(analysis.priority_of(fact.id) for fact in known)
    wanted = enumerate(ranked if is_ranked else known[:1], start=1)
    titled = [(format_id(Story.prefix, at, Story.width), fact) for at, fact in wanted]
    wishes = [Story(id=own, title=fact.title or fact.text, requirements=(fact.id,)) for own, fact in titled]
    return tuple(entry for story in wishes if (entry := _entry(story, analysis)).story)


def write_stories(analysis: Analysis) -> str:
    entries: list[str] = []
    for entry in story_entries(analysis):
        told = entry.model_dump(mode="json").items()
        fields = ",\n".join(f'    "{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in told)
        entries.append(f"  {{\n{fields}\n  }}")
    return "[\n" + ",\n".join(entries) + "\n]\n" if entries else "[]\n"


def matrix_rows(analysis: Analysis) -> tuple[tuple[str, ...], ...]:
    """One row for each requirement, criterion and story that belong together; gaps are empty cells."""
    rows: list[tuple[str, ...]] = []
    stories = story_entries(analysis)
    for requirement in requirements_in_order(analysis):
        criteria: tuple[Criterion | None, ...] = analysis.criteria_of(requirement) or (None,)
        for criterion in criteria:
            shown = criterion or requirement
            row = (analysis.confidence(shown).label, source_words(shown))
            names = [(one.id, one.acceptance_criteria if criterion else one.traces) for one in stories]
            served = [story for story, named in names if shown.id in named]
            own = criterion.id if criterion else ""
            rows += [(requirement.id, own, story, *row) for story in served or ("",)]
    return tuple(rows)


def write_matrix(analysis: Analysis) -> str:
    return "".join(csv_line(row) for row in (MATRIX_COLUMNS, *matrix_rows(analysis)))


def csv_line(cells: Iterable[str]) -> str:
    """One line of CSV; cells that would break it are quoted."""
    # A cell that a spreadsheet would take for a formula is shown as text.
    texts = [f"'{cell}" if cell[:1] in {"=", "+", "@", "\t"} else cell for cell in cells]
    doubled = [text.replace('"', '""') for text in texts]
    return ",".join(f'"{text}"' if set(text) & set(',"\r\n') else text for text in doubled) + "\n"


def _entry(story: Story, analysis: Analysis) -> StoryEntry:
    criteria = [one for name in story.criteria if isinstance(one := analysis.get(name), Criterion)]
    traces = story.requirements or tuple(dict.fromkeys(one.requirement for one in criteria))
    served = [fact for entry in traces if isinstance(fact := analysis.get(entry), Requirement)]
    named = criteria or [criterion for fact in served for criterion in analysis.criteria_of(fact)]
    levels = map(analysis.priority_of, (story.id, *traces))
    level: PriorityLevel | None = next((one for one in levels if one), None)
    return StoryEntry(
        id=story.id, title=one_line(story.title), story=_sentence(story) or _wish(served, analysis),
        acceptance_criteria=tuple(one.id for one in named), priority=level or "open", traces=traces,
    )  # fmt: skip


def _wish(wanted: Sequence[Requirement], analysis: Analysis) -> str:
    """`Support agent: Refunds go to the card.`; nothing without a user that somebody confirmed."""
    users = [user for user in analysis.of(UserType) if analysis.confidence(user) is Confidence.HIGH]
    words = one_line(wanted[0].text or wanted[0].title) if wanted else ""
    if _TOLD_AS_STORY.match(words):
        return words
    if not users or not words:
        return ""
    who = one_line(users[0].name) or re.split(r";\s|,\s(?=\w+\.?$)|\.$", one_line(users[0].text))[0]
    # "Mostly people who … and who …" is told in requirements-spec.md, and "Two groups: …" names nobody.
    is_name = ":" not in who and len(who.split()) <= _LONGEST_NAME and _PRONOUN.match(who) is None
    return f"{who}: {words}" if who and is_name else ""


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


STORY_LISTS: Final = ("user_stories", "userStories", "stories", "items")
_KEYS: Final = 3
"""Requirement, criterion and story together name a row of the matrix."""


def merge_stories(theirs: str, ours: str, known: dict[str, str]) -> MergeResult | None:
    """The stories of both; none when theirs is no list of objects."""
    whole = _parsed(theirs)
    there, mine = _stories(whole), _stories(_parsed(ours))
    if there is None or mine is None:
        return None
    merged = merge_pieces(_pieces(map(_story, there)), _pieces(map(_story, mine)), known)
    entries = [json.loads(piece.text) for _, piece in merged.pieces]
    if _same(entries, mine) and isinstance(whole, list):
        text = ours
    elif _same(entries, there):
        return merged.put_together(theirs)
    else:
        names = [name for name in STORY_LISTS if isinstance(as_object(whole).get(name), list)]
        data = {**as_object(whole), names[0]: entries} if names else entries
        text = json_text(data, indent=2) + "\n"
    return merged.put_together(text.replace("\n", newline_of(theirs)))


def merge_matrix(theirs: str, ours: str, known: dict[str, str]) -> MergeResult | None:
    """The rows of both; none when theirs lacks the columns of a matrix."""
    newline = newline_of(theirs)
    there, mine = _read_matrix(theirs), _read_matrix(ours)
    if there is None or mine is None:
        return None
    (columns, first), *rows = there
    order = [columns.index(name) for name in MATRIX_COLUMNS]
    fitted: list[_Row] = []
    for cells, _ in mine[1:]:
        ours_by_name: dict[str, str] = dict(zip(MATRIX_COLUMNS, cells, strict=False))
        row = [ours_by_name.get(name, "") for name in columns]
        fitted.append((row, csv_line(row).removesuffix("\n") + newline))
    theirs_, ours_ = (_pieces(_row(cells, raw, order) for cells, raw in some) for some in (rows, fitted))
    merged = merge_pieces(theirs_, ours_, known)
    texts = [first, *(piece.text for _, piece in merged.pieces)]
    # Whoever wrote the last line may have left its end away.
    ended = [text if text.endswith(("\n", "\r")) else text + newline for text in texts]
    return merged.put_together("".join(ended))


_Row = tuple[list[str], str]
"""Its cells, and how it stands in the file, with the blank lines below it."""


def _read_matrix(text: str) -> list[_Row] | None:
    """The columns and the rows of a matrix, ragged rows filled up; none when it is none."""
    lines = lines_of(text)
    reader = csv.reader(lines_of(text.removeprefix("\ufeff")))
    rows: list[_Row] = []
    before = 0
    try:
        for cells in reader:
            raw, before = "".join(lines[before : reader.line_num]), reader.line_num
            if any(cell.strip() for cell in cells):
                rows.append((cells, raw))
            elif rows:
                rows[-1] = (rows[-1][0], rows[-1][1] + raw)
    except csv.Error:
        return None
    columns = [name.strip() for name in rows[0][0]] if rows else []
    if not set(MATRIX_COLUMNS) <= set(columns):
        return None
    filled = [([*cells, *[""] * (len(columns) - len(cells))], raw) for cells, raw in rows[1:]]
    return [(columns, rows[0][1]), *filled]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"), object_pairs_hook=_whole)
    except (ValueError, RecursionError):
        return None


def _whole(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that says something twice would lose one of the two when it is written back."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return json.dumps(some) == json.dumps(others)


def _stories(data: Any) -> list[dict[str, Any]] | None:
    whole = as_object(data)
    found = next((whole[name] for name in STORY_LISTS if isinstance(whole.get(name), list)), data)
    entries = as_list(found)
    return entries if isinstance(found, list) and all(isinstance(one, dict) for one in entries) else None


def _pieces(named: Iterable[tuple[str, str, str]]) -> list[Piece]:
    """Pieces of their names, their texts and what of each counts."""
    used: dict[str, int] = {}
    return [Piece(key=unique(one, used), name=one, text=text, stable=stable) for one, text, stable in named]


def _story(story: dict[str, Any]) -> tuple[str, str, str]:
    name = str(story.get("id") or story.get("story_id") or story.get("title") or "story")
    return name, json.dumps(story, ensure_ascii=False), json.dumps(story, ensure_ascii=False, sort_keys=True)


def _row(cells: list[str], raw: str, order: list[int]) -> tuple[str, str, str]:
    name = " ".join(cells[at].strip() for at in order[:_KEYS] if cells[at].strip()) or "row"
    # Cells beyond ours count only when somebody filled them.
    beyond = [cell for at, cell in enumerate(cells) if at not in order and cell]
    return name, raw, csv_line([*(cells[at] for at in order), *beyond])
