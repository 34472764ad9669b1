"""JSON, CSV and YAML with their lines: user-stories.json in any of its usual layouts, traceability-matrix.csv, interfaces.

Like `document` for Markdown: what is there as it is written, for import and checks. Depth and size are bounded before a parser sees
the text, because a parser may not survive what a hostile file holds. Elsewhere: cutting our own YAML for merging (`pieces`).
"""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, cast

import yaml

from roundtable.documents.reading.entries import level_of
from roundtable.documents.reading.headed_facts import Found, is_gap
from roundtable.documents.reading.identifiers import ID, family_of, key_of, mentions
from roundtable.language.phrases import rows

_DEEPEST: Final = 60
_DEEPEST_JSON: Final = 500
STORY_LISTS: Final = ("user_stories", "userStories", "stories", "items", "backlog")
_WORDS: Final = {
    "id": "id story_id storyId key us_id",
    "title": "title name summary",
    "text": "story user_story userStory text narrative statement description",
    "role": "as_a asA role persona actor as",
    "want": "i_want iWant want goal action wants",
    "benefit": "so_that soThat benefit value reason",
    "priority": "priority moscow",
}
"""What others call the fields of a story."""
_CRITERIA: Final = "acceptance_criteria acceptanceCriteria criteria acs acceptance"
_TRACES: Final = "traces trace traces_to requirements requirement requirement_ids frs fr fr_ids fr_id links linked_requirements"
_DEPENDS: Final = "depends_on dependsOn dependencies blocked_by blockedBy requires"
_AS_A: Final = re.compile(r"(?:^|(?<=[.:] ))[*_]*As an?\b[^\n]*?(?:\.(?=\s|$)|$)", re.IGNORECASE)
_ID_LINE: Final = re.compile(r'"(?:id|story_id|storyId|key|us_id)"\s*:\s*"([^"\n]{1,60})"')
_COLUMNS: Final = {
    "FR_ID": "frid fr requirementid requirement reqid req",
    "AC_ID": "acid ac criterionid criterion acceptancecriterion acceptancecriteria",
    "User_Story_ID": "userstoryid usid storyid userstory story us",
    "Confidence": "confidence",
    "Source": "source sources origin evidence",
    "title": "title name requirement requirementtitle description summary",
    "priority": "priority moscow",
}
_KEYS: Final = ("FR_ID", "AC_ID", "User_Story_ID")
_MAY_LACK: Final = ("title", "priority")
"""Columns that only others have."""
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')


@dataclass(slots=True)
class Story:
    id: str
    key: str
    line: int
    title: str = ""
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
    rank: str = ""
    """Its priority as it is written."""

    @property
    def wording(self) -> str:
        """What it promises. Of a story in Markdown only the sentence in the usual form; around it people tell why."""
        if self.file == "user-stories.json":
            return self.text or " ".join(filter(None, (self.want and f"I want {self.want}", self.benefit)))
        return found[0] if (found := _AS_A.search(self.text)) else ""


class MatrixRow(NamedTuple):
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
    missing_columns: tuple[str, ...]
    rows: tuple[MatrixRow, ...]


def parse_json(text: str) -> tuple[object, str, int]:
    """The value, and, when it is none, one sentence and the line."""
    if too_deep(text, _DEEPEST_JSON):
        return None, "it is nested too deeply", 1
    try:
        return json.loads(text.removeprefix("\ufeff")), "", 0
    except json.JSONDecodeError as error:
        return None, error.msg[:1].lower() + error.msg[1:], error.lineno
    except (ValueError, RecursionError):
        return None, "it holds a value that cannot be read", 1


def too_deep(text: str, most: int) -> int:
    """The line at which brackets nest too deeply; 0 when they do not."""
    if text.count("[") + text.count("{") <= most:
        return 0
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += 1 if found[0] in "[{" else -1 if found[0] in "]}" else 0
        if depth > most:
            return text.count("\n", 0, found.start()) + 1
    return 0


def read_stories(text: str, value: object) -> list[Story] | None:
    """The stories; none when the value is no list of stories in any layout we know."""
    if (raw := _story_list(value, 0)) is None:
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
            nested = _story_list(entry, depth + 1) if any(key in entry for key in STORY_LISTS) else None
            stories += nested if nested is not None else [entry]
        return stories
    if isinstance(value, dict):
        table = cast("Mapping[str, object]", value)
        for key in (*STORY_LISTS, "epics", "features"):
            if isinstance(table.get(key), (list, dict)):
                return _story_list(table[key], depth + 1)
        if table and all(ID.fullmatch(str(key)) and isinstance(entry, dict) for key, entry in table.items()):
            return [{"id": key, **cast("Mapping[str, object]", entry)} for key, entry in table.items()]
    return None


def _story(raw: Mapping[str, object], lines: dict[str, list[int]]) -> Story:
    told: dict[str, Any] = {field: _first(raw, names.split()) for field, names in _WORDS.items()}
    places = lines.get(told["id"]) or [1]
    line = places.pop(0) if len(places) > 1 else places[0]
    told["rank"], told["priority"] = told["priority"], level_of(told["priority"])
    story = Story(key=key_of(told["id"]) if told["id"] else "", line=line, **told)
    story.criteria = [text for text in _texts(raw, _CRITERIA) if text.strip()]
    story.traces = {m.key for text in _texts(raw, _TRACES) for m in mentions(text)}
    named = {m.key for text in story.criteria for m in mentions(text)}
    story.criteria_keys = {key for key in named | story.traces if family_of(key) == "AC"}
    story.depends_on = tuple(m.key for text in _texts(raw, _DEPENDS) for m in mentions(text))
    checks = {"id": story.id, "wording": story.text or story.want, "acceptance criteria": story.criteria}
    story.missing = [name for name, value in checks.items() if not value]
    return story


def _texts(raw: Mapping[str, object], names: str) -> Iterator[str]:
    return (text for name in names.split() for text in _strings(raw.get(name), 0))


def _first(raw: Mapping[str, object], keys: Sequence[str]) -> str:
    for key in keys:
        value = raw.get(key)
        if isinstance(value, (str, int, float)) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
        parts = _strings(cast("object", value), 0) if isinstance(value, dict) else ()
        if joined := " ".join(filter(None, parts)):
            return joined
    return ""


def _strings(value: object, depth: int) -> Iterator[str]:
    """The texts of a value; an object in a list is one text: id, then given, when and then by name."""
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for entry in cast("list[object]", value):
            if isinstance(entry, dict):
                yield _one_text(cast("dict[str, object]", entry), depth + 1)
            else:
                yield from _strings(entry, depth + 1)
    elif isinstance(value, dict):
        for entry in cast("dict[object, object]", value).values():
            yield from _strings(entry, depth + 1)


def _one_text(entry: dict[str, object], depth: int) -> str:
    steps = [f"{word.capitalize()} {entry[word]}" for word in ("given", "when", "then") if entry.get(word)]
    rest = {key: value for key, value in entry.items() if key not in ("given", "when", "then")}
    told = " ".join(_strings(cast("object", rest), depth))
    return f"{told}: {', '.join(steps)}" if steps and told else told or ", ".join(steps)


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
    ragged = [(line, cells) for line, cells in rows[1:] if len(cells) != width]
    problems += [(line, f"the row has {len(cells)} cells instead of {width}") for line, cells in ragged]
    header = ["".join(letter for letter in cell.lower() if "a" <= letter <= "z") for cell in rows[0][1]]
    places: dict[str, int] = {}
    for column, names in _COLUMNS.items():
        free = [header.index(one) for one in names.split() if one in header]
        places[column] = next((at for at in free if column != "title" or at not in places.values()), -1)
    missing = tuple(name for name, at in places.items() if at < 0 and name not in _MAY_LACK)
    body: list[MatrixRow] = []
    for line, cells in rows[1:]:
        if len(cells) == width:
            told = {name: cells[at].strip() if at >= 0 else "" for name, at in places.items()}
            fr, ac, us = (tuple(one.key for one in mentions(told[name])) for name in _KEYS)
            confidence, level = told["Confidence"].capitalize(), level_of(told["priority"])
            body.append(MatrixRow(line, fr, ac, us, confidence, told["Source"], told["title"], level))
    return Matrix(missing, tuple(body)), problems


_MOST_NODES: Final = 200_000
_INTERFACES: Final = rows("interfaces|endpoints|functions|operations|methods|contracts|apis|services")
_ERRORS: Final = rows("errors|raises|exceptions|error_codes|failures|error|throws")
_VERBS: Final = ("get", "post", "put", "patch", "delete", "head", "options")
_LOADER: Final[type] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DASHES: Final = re.compile(r"^[ \t]*(?:[-?:][ \t]+){20,}", re.MULTILINE)


class Tree(NamedTuple):
    line: int
    text: str = ""
    items: tuple["Tree", ...] = ()
    fields: tuple[tuple[str, "Tree"], ...] = ()

    def get(self, *names: str) -> "Tree | None":
        """The first field with one of these names, whatever its case."""
        known = {key.lower(): value for key, value in reversed(self.fields)}
        return next((known[name.lower()] for name in names if name.lower() in known), None)

    def word(self, *names: str) -> str:
        return found.text if (found := self.get(*names)) else ""

    def walk(self) -> Iterator["Tree"]:
        yield self
        for value in (*self.items, *(value for _, value in self.fields)):
            yield from value.walk()


def parse_yaml(text: str) -> tuple[Tree | None, str, int]:
    """The tree, or one sentence and the line at which it is broken."""
    dashes = _DASHES.search(text)
    if deep := too_deep(text, _DEEPEST) or (text.count("\n", 0, dashes.start()) + 1 if dashes else 0):
        return None, "it is nested too deeply", deep
    try:
        node = cast("yaml.Node | None", yaml.compose(text, Loader=_LOADER))
        return (_tree(node, 0, [0]) if node is not None else Tree(1)), "", 0
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return None, (error.problem or "it cannot be parsed"), (mark.line + 1 if mark else 1)
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError) as error:
        said = str(error).splitlines()
        return None, (said[0] if said else "it cannot be parsed"), 1


def _tree(node: yaml.Node, depth: int, count: list[int]) -> Tree:
    """A copy without anchors: an alias is copied where it stands, within bounds."""
    line = node.start_mark.line + 1
    count[0] += 1
    if depth > _DEEPEST or count[0] > _MOST_NODES:
        raise ValueError("it is nested too deeply or repeats itself")
    if isinstance(node, yaml.ScalarNode):
        return Tree(line, text=str(node.value))
    if isinstance(node, yaml.SequenceNode):
        return Tree(line, items=tuple(_tree(entry, depth + 1, count) for entry in node.value))
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    names = [(str(key.value) if isinstance(key, yaml.ScalarNode) else "", value) for key, value in pairs]
    return Tree(line, fields=tuple((name, _tree(value, depth + 1, count)) for name, value in names))


def read_interfaces(tree: Tree) -> Iterator[Found]:
    """The interfaces of a YAML file: ours, an OpenAPI description, or a list under another name."""
    paths = (tree.get("paths") or Tree(1)).fields
    told = [(path, verb, operation) for path, operations in paths for verb, operation in operations.fields]
    for path, verb, operation in (one for one in told if one[1].lower() in _VERBS):
        responses = operation.get("responses") or Tree(1)
        failures = tuple(code for code, _ in responses.fields if code[:1] in "45d")
        summary = operation.word("summary", "description")
        values: dict[str, Any] = {"name": f"{verb.upper()} {path}", "summary": summary}
        values |= {"errors": failures} if failures else {}
        yield Found("interface", values, operation.line, "row")
    listed = tree.get(*_INTERFACES) or Tree(1)
    named = [*(("", entry) for entry in listed.items or tree.items), *listed.fields]
    for key, entry in ((key, entry) for key, entry in named if entry.fields):
        source, mark = entry.word("source"), entry.word("confidence")
        yield Found("interface", _interface(key, entry), entry.line, "row", source, mark)


def _interface(key: str, entry: Tree) -> dict[str, Any]:
    own = entry.word("name", "function", "operation", "path", "endpoint", "operationId", "signature", "id")
    output = entry.word("output", "returns", "return")
    given = entry.get("inputs", "parameters") or Tree(1)
    requirements = entry.get("requirements", "requirement") or Tree(1)
    values: dict[str, Any] = {
        "id": entry.word("id"), "name": key or own or "an interface", "module": entry.word("module", "component", "service", "owner"),
        "signature": entry.word("signature"), "summary": entry.word("summary", "description"),
        "output": "" if is_gap(output) else output,
        "inputs": tuple((one.word("name"), one.word("type"), one.word("note")) for one in given.items),
        "requirements": ", ".join(one.text for one in requirements.walk() if one.text),
    }  # fmt: skip
    return values if (errors := _errors(entry.get(*_ERRORS))) is None else values | {"errors": errors}


def _errors(tree: Tree | None) -> tuple[str, ...] | None:
    """What an interface says about failing; none when it says nothing."""
    if tree is None or not (tree.items or tree.fields or tree.text.strip().lower() not in ("", "null", "~")):
        return None
    if tree.text:
        return (tree.text,)
    found = [key for key, _ in tree.fields]
    for entry in tree.items:
        text = entry.word("code", "id", "name", "type", "error") if entry.fields else entry.text
        found += [text] if text else []
    return tuple(found)
