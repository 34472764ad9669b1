"""Read an item's files, each once. What cannot be read becomes a report and is left out; every check works with what is left."""

import re
from collections.abc import Mapping
from typing import Any, Final

from roundtable.documents.catalog import MATRIX, SPEC, STORIES
from roundtable.documents.checks.context import CheckContext
from roundtable.documents.checks.findings import Report, Unreadable
from roundtable.documents.checks.item import Item, table_of
from roundtable.documents.reading.data_files import Story, parse_json, read_matrix, read_stories
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.identifiers import family_of, leading, mentions, spoken_mentions
from roundtable.documents.reading.yaml_files import parse_yaml
from roundtable.language.markdown_blocks import fields_in

LARGEST: Final = 8_000_000
LARGEST_YAML: Final = 1_000_000
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def read_item(
    files: Mapping[str, str | Unreadable], meta: dict[str, Any] | None, context: CheckContext
) -> Item:
    item = Item(context, files, meta)
    for name in sorted(files):
        text = files[name]
        if isinstance(text, Unreadable):
            item.reports.append(Report("RT101", name, 1, "file", f"{name} cannot be read: {text.reason}."))
            continue
        control = _CONTROL.search(text)
        if control is not None:
            line, shown = text.count("\n", 0, control.start()) + 1, f"U+{ord(control[0]):04X}"
            said = f"The text holds the control character {shown}."
            item.reports.append(Report("RT105", name, line, shown, said))
        limit = LARGEST_YAML if name.endswith((".yaml", ".yml")) else LARGEST
        if len(text) > limit:
            said = f"Only the first {limit:,} characters were looked at."
            item.reports.append(Report("RT128", name, 1, "size", said))
            text = text[:limit] if name.endswith(".md") else ""
        if text:
            _read_file(item, name, text)
    if not item.has_stories:
        homes = [name for name in sorted(item.documents) if name == SPEC or name.startswith("user-stor")]
        item.stories = _stories_in([item.documents[name] for name in homes])
    return item


def _read_file(item: Item, name: str, text: str) -> None:
    kind = name.rsplit(".", 1)[-1].lower()
    if kind in ("md", "markdown"):
        item.documents[name] = Document(name, text)
    elif kind == "json":
        _read_json(item, name, text)
    elif kind == "csv":
        matrix, problems = read_matrix(text)
        item.reports += [Report("RT103", name, line, said, f"{name}: {said}.") for line, said in problems]
        item.matrix = matrix if name == MATRIX else item.matrix
    elif kind in ("yaml", "yml"):
        tree, problem, line = parse_yaml(text)
        if tree is None:
            item.reports.append(Report("RT104", name, line, "yaml", f"{name} is not YAML: {problem}."))
        else:
            item.trees[name] = tree


def _read_json(item: Item, name: str, text: str) -> None:
    value, problem, line = parse_json(text)
    if name == "meta.json":
        table = table_of(value)
        if problem or not isinstance(value, dict):
            said = f"meta.json cannot be used: {problem or 'it has to be an object'}."
            item.reports.append(Report("RT107", name, line or 1, "meta", said))
        elif item.meta is None:
            item.meta = table
    elif problem:
        item.reports.append(Report("RT102", name, line, "json", f"{name} is not JSON: {problem}."))
    elif name == STORIES:
        item.has_stories = True
        stories = read_stories(text, value)
        if stories is None:
            said = "user-stories.json has to be a list of stories."
            item.reports.append(Report("RT108", name, 1, "shape", said))
        item.stories = stories or []


def _stories_in(homes: list[Document]) -> list[Story]:
    """Stories that stand in Markdown, where an item has no user-stories.json: `### US-001: …`, `**User Story:** As a …`."""
    found: list[Story] = []
    for one in homes:
        for entry in one.entries.by_key.values():
            if family_of(entry.key) == "US" and entry.form != "row":
                below = [line.text for line in entry.lines[1:]]
                keys = {m.key for text in below for m in (*mentions(text), *spoken_mentions(text))}
                text = " ".join(statement.text for statement in entry.reading.statements)
                criteria = [statement.text for statement in entry.reading.criteria]
                story = Story(
                    entry.id, entry.key, entry.line, entry.title, text, criteria=criteria, file=one.name
                )
                story.priority = entry.reading.priority
                story.criteria_keys = {key for key in keys if family_of(key) == "AC"}
                story.traces = {key for key in keys if family_of(key) in ("FR", "AC")}
                found.append(story)
            elif family_of(entry.key) == "FR":
                told = [(line.number, *pair) for line in entry.lines for pair in fields_in(line.text)]
                found += [
                    Story(
                        f"The story of {entry.id}", "", number, text=value, traces={entry.key}, file=one.name
                    )
                    for number, key, value in told
                    if key in ("story", "user story") and value and leading(value) is None
                ]
    with_criteria = [story for story in found if story.key and (story.criteria or story.criteria_keys)]
    for story in found if with_criteria else ():
        if story.key and story not in with_criteria:
            story.missing.append("acceptance criteria")
    return found
