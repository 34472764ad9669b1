"""user-stories.json in any of its usual layouts, and traceability-matrix.csv, with line numbers."""

import csv
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

from roundtable.documents.checks.ids import CRITERIA, ID, key_of, mentions, prefix_of
from roundtable.documents.checks.statements import level_of

__all__ = ["COLUMNS", "Matrix", "MatrixRow", "Story", "parse_json", "read_matrix", "read_stories"]

DEEPEST: Final = 60
_LISTS: Final = ("stories", "user_stories", "userStories", "items", "backlog")
_TEXT: Final = ("story", "user_story", "text", "narrative", "statement", "description")
_ROLE: Final = ("as_a", "asA", "role", "persona", "actor", "as")
_WANT: Final = ("i_want", "iWant", "want", "goal", "action", "wants")
_BENEFIT: Final = ("so_that", "soThat", "benefit", "value", "reason")
_CRITERIA: Final = ("acceptance_criteria", "acceptanceCriteria", "criteria", "acs", "acceptance")
_TRACES: Final = (
    "traces", "trace", "traces_to", "requirements", "requirement", "requirement_ids", "frs", "fr", "fr_ids", "fr_id", "links",
)  # fmt: skip
_DEPENDS: Final = ("depends_on", "dependsOn", "dependencies", "blocked_by", "blockedBy", "requires")
_TITLES: Final = ("title", "name", "requirement", "requirementtitle", "description", "summary")
_AS_A: Final = re.compile(r"(?:^|(?<=[.:] ))[*_]*As an?\b[^\n]*?(?:\.(?=\s|$)|$)", re.IGNORECASE)
_ID_LINE: Final = re.compile(r'"(?:id|story_id|key|us_id)"\s*:\s*"([^"\n]{1,60})"')
COLUMNS: Final[dict[str, tuple[str, ...]]] = {
    "FR_ID": ("frid", "fr", "requirementid", "requirement", "reqid", "req"),
    "AC_ID": ("acid", "ac", "criterionid", "criterion", "acceptancecriterion", "acceptancecriteria"),
    "User_Story_ID": ("userstoryid", "usid", "storyid", "userstory", "story", "us"),
    "Confidence": ("confidence",),
    "Source": ("source", "sources", "origin", "evidence"),
}


@dataclass(slots=True)
class Story:
    """One story, whatever its layout."""

    id: str
    key: str
    line: int
    text: str = ""
    role: str = ""
    want: str = ""
    benefit: str = ""
    priority: str = ""
    criteria: list[str] = field(default_factory=list[str])
    criteria_keys: set[str] = field(default_factory=set[str])
    traces: set[str] = field(default_factory=set[str])
    missing: list[str] = field(default_factory=list[str])
    depends_on: tuple[str, ...] = ()
    file: str = "user-stories.json"
    """Where it stands; some keep their stories in Markdown."""

    @property
    def wording(self) -> str:
        """What it promises. Of a story in Markdown only the sentence in the usual form; around it people tell why."""
        if self.file == "user-stories.json":
            return self.text or " ".join(filter(None, (self.want and f"I want {self.want}", self.benefit)))
        found = _AS_A.search(self.text)
        return found[0] if found else ""


class MatrixRow(NamedTuple):
    """A row of the traceability matrix; ids as keys."""

    line: int
    requirements: tuple[str, ...]
    criteria: tuple[str, ...]
    stories: tuple[str, ...]
    confidence: str
    source: str
    title: str = ""
    """The requirement's name, where the matrix repeats it."""
    priority: str = ""


class Matrix(NamedTuple):
    """The traceability matrix."""

    missing_columns: tuple[str, ...]
    rows: tuple[MatrixRow, ...]


def parse_json(text: str) -> tuple[object, str, int]:
    """The value, and, when it is none, one sentence and the line."""
    if _depth(text) > 500:
        return None, "it is nested too deeply", 1
    try:
        return json.loads(text), "", 0
    except json.JSONDecodeError as error:
        return None, error.msg[:1].lower() + error.msg[1:], error.lineno
    except (ValueError, RecursionError):
        return None, "it holds a value that cannot be read", 1


def _depth(text: str) -> int:
    if text.count("[") + text.count("{") <= 500:
        return 0
    depth = deepest = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text):
        if found[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > 500:
                return deepest
        elif found[0] in "]}":
            depth -= 1
    return deepest


def read_stories(text: str, value: object) -> list[Story] | None:
    """The stories; none when the value is no list of stories in any layout we know."""
    raw = _story_list(value, 0)
    if raw is None:
        return None
    lines: dict[str, list[int]] = {}
    line, counted = 1, 0
    for found in _ID_LINE.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        lines.setdefault(found[1], []).append(line)
    return [_story(entry, lines) for entry in raw]


def _story_list(value: object, depth: int) -> list[Mapping[str, object]] | None:
    if depth > 3:
        return None
    if isinstance(value, list):
        entries = cast("list[object]", value)
        if not all(isinstance(entry, dict) for entry in entries):
            return None
        stories: list[Mapping[str, object]] = []
        for entry in cast("list[Mapping[str, object]]", entries):
            nested = _story_list(entry, depth + 1) if any(key in entry for key in _LISTS) else None
            stories += nested if nested is not None else [entry]
        return stories
    if isinstance(value, dict):
        table = cast("Mapping[str, object]", value)
        for key in (*_LISTS, "epics"):
            if isinstance(table.get(key), (list, dict)):
                return _story_list(table[key], depth + 1)
        if table and all(ID.fullmatch(str(key)) and isinstance(entry, dict) for key, entry in table.items()):
            return [{"id": key, **cast("Mapping[str, object]", entry)} for key, entry in table.items()]
    return None


def _story(raw: Mapping[str, object], lines: dict[str, list[int]]) -> Story:
    written = _first(raw, ("id", "story_id", "key", "us_id"))
    places = lines.get(written) or [1]
    story = Story(
        written, key_of(written) if written else "", places.pop(0) if len(places) > 1 else places[0]
    )
    story.text, story.role = _first(raw, _TEXT), _first(raw, _ROLE)
    story.want, story.benefit = _first(raw, _WANT), _first(raw, _BENEFIT)
    story.priority = level_of(_first(raw, ("priority", "moscow")))
    for key in _CRITERIA:
        story.criteria += [text for text in _strings(raw.get(key), 0) if text.strip()]
    for key in _TRACES:
        for text in _strings(raw.get(key), 0):
            story.traces.update(mention.key for mention in mentions(text))
    for text in story.criteria:
        story.criteria_keys.update(m.key for m in mentions(text) if prefix_of(m.key) in CRITERIA)
    story.criteria_keys |= {key for key in story.traces if prefix_of(key) in CRITERIA}
    story.depends_on = tuple(
        mention.key for key in _DEPENDS for text in _strings(raw.get(key), 0) for mention in mentions(text)
    )
    checks = {"id": written, "wording": story.text or story.want, "acceptance criteria": story.criteria}
    story.missing = [name for name, value in checks.items() if not value]
    return story


def _first(raw: Mapping[str, object], keys: tuple[str, ...]) -> str:
    for key in keys:
        value = raw.get(key)
        if isinstance(value, (str, int, float)) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
        if isinstance(value, dict):
            parts = [text for text in _strings(cast("object", value), 0) if text]
            if parts:
                return " ".join(parts)
    return ""


def _strings(value: object, depth: int) -> Iterator[str]:
    if depth > DEEPEST:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in cast("list[object]", value):
            if isinstance(entry, dict):
                yield " ".join(_strings(cast("object", entry), depth + 1))
            else:
                yield from _strings(entry, depth + 1)
    elif isinstance(value, dict):
        for entry in cast("dict[object, object]", value).values():
            yield from _strings(entry, depth + 1)


def read_matrix(text: str) -> tuple[Matrix | None, list[tuple[int, str]]]:
    """The matrix (none when the text is no CSV at all) and what is wrong with its rows, by line."""
    problems: list[tuple[int, str]] = []
    rows: list[tuple[int, list[str]]] = []
    plain = text.removeprefix("\ufeff")
    first = plain.lstrip().partition("\n")[0]
    # Spreadsheets of many countries separate with semicolons.
    delimiter = max((",", ";", "\t"), key=first.count)
    reader = csv.reader(plain.splitlines(keepends=True), strict=True, delimiter=delimiter)
    try:
        rows.extend((reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells))
    except csv.Error as error:
        problems.append((max(1, reader.line_num), f"the row cannot be read ({error})"))
    if not rows:
        return None, problems or [(1, "there is no row")]
    width = len(rows[0][1])
    problems += [
        (line, f"the row has {len(cells)} cells instead of {width}")
        for line, cells in rows[1:]
        if len(cells) != width
    ]
    header = [re.sub(r"[^a-z]", "", cell.lower()) for cell in rows[0][1]]
    places: dict[str, int | None] = {
        name: next((header.index(v) for v in variants if v in header), None)
        for name, variants in COLUMNS.items()
    }
    missing = tuple(name for name, place in places.items() if place is None)
    taken = {place for place in places.values() if place is not None}
    places["title"] = next(
        (header.index(v) for v in _TITLES if v in header and header.index(v) not in taken), None
    )
    places["priority"] = next((header.index(v) for v in ("priority", "moscow") if v in header), None)

    def cell(cells: list[str], name: str) -> str:
        place = places[name]
        return cells[place].strip() if place is not None and place < len(cells) else ""

    def keys(cells: list[str], name: str) -> tuple[str, ...]:
        return tuple(mention.key for mention in mentions(cell(cells, name)))

    body = tuple(
        MatrixRow(
            line,
            keys(cells, "FR_ID"),
            keys(cells, "AC_ID"),
            keys(cells, "User_Story_ID"),
            cell(cells, "Confidence").capitalize(),
            cell(cells, "Source"),
            cell(cells, "title"),
            level_of(cell(cells, "priority")),
        )
        for line, cells in rows[1:]
        if len(cells) == width
    )
    return Matrix(missing, body), problems
