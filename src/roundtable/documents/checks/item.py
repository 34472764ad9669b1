"""An item's folder, read once: pages, ids with where they are defined, requirements, stories, the matrix.

What cannot be read becomes a report and is left out; every check after that works with what is left.

Elsewhere: the checks (`structure`, `traceability`, `design`, `code`, `wording`), their order (`check`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, cast

from roundtable.documents.catalog import ADR_NAME
from roundtable.documents.checks.context import CheckContext
from roundtable.documents.checks.definitions import ITEM, Definition, Definitions, define
from roundtable.documents.checks.findings import Report, Unreadable
from roundtable.documents.checks.ids import (
    CRITERIA,
    ID,
    QUALITIES,
    REQUIREMENTS,
    STORY_IDS,
    Mention,
    has_id,
    key_of,
    leading_id,
    mentions,
    owner_keys,
    prefix_of,
    spoken_mentions,
)
from roundtable.documents.checks.pages import Page
from roundtable.documents.checks.priorities import Placed, priorities_of
from roundtable.documents.checks.statements import Reading, Statement, is_about_criteria, read
from roundtable.documents.checks.stories import Matrix, Story, parse_json, read_matrix, read_stories
from roundtable.documents.checks.story_pages import numbered_criteria, stories_in_pages
from roundtable.documents.checks.yaml_tree import Tree, parse_yaml

__all__ = ["MATRIX", "SPEC", "STORIES", "Item", "read_item"]

SPEC: Final = "requirements-spec.md"
STORIES: Final = "user-stories.json"
MATRIX: Final = "traceability-matrix.csv"
TAXONOMY: Final = "error-taxonomy.md"
LARGEST: Final = 8_000_000
LARGEST_YAML: Final = 1_000_000
_OTHERS: Final = frozenset({"draft.md", "analysis.json", "journal.jsonl", "meta.json"})
"""What a person said word for word, and what programs keep: ids there are not references between documents."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_RANGE: Final = re.compile(rf"({ID.pattern})\s*(?:…|\.{{2,3}}|–|—|to|through)\s*({ID.pattern})")
_RETIRED: Final = re.compile(
    r"\b(?:retract\w*|withdrawn|superseded|dropped|removed|no longer|obsolete|formerly|originally|deferred|descoped|deleted|"
    r"do(?:es)? not exist)\b|~~|"
    # … or an id of another specification.
    r"\b(?:spec|specification|feature|item)[\s-]#?\d{2,4}\b|(?<![\w.])\d{3,4}-[a-z]+-[a-z]",
    re.IGNORECASE,
)


@dataclass
class Item:
    """Everything the checks ask about."""

    context: CheckContext
    files: Mapping[str, str | Unreadable]
    meta: dict[str, Any] | None
    pages: dict[str, Page] = field(default_factory=dict[str, Page])
    definitions: dict[str, Definitions] = field(default_factory=dict[str, Definitions])
    trees: dict[str, Tree] = field(default_factory=dict[str, Tree])
    stories: list[Story] = field(default_factory=list[Story])
    has_stories: bool = False
    matrix: Matrix | None = None
    reports: list[Report] = field(default_factory=list[Report])

    def page(self, name: str) -> Page | None:
        """A Markdown file of the item."""
        return self.pages.get(name)

    @property
    def is_ours(self) -> bool:
        """Whether this tool wrote the item; others have their own habits."""
        return "analysis.json" in self.files

    @cached_property
    def claimed(self) -> tuple[str, ...]:
        """The phases that meta.json says are complete."""
        value: object = (self.meta or {}).get("phases_completed")
        entries = cast("list[object]", value) if isinstance(value, list) else []
        return tuple(dict.fromkeys(entry for entry in entries if isinstance(entry, str)))

    @cached_property
    def decision_files(self) -> list[str]:
        """The decision files, sorted."""
        return sorted(name for name in self.pages if ADR_NAME.match(name))

    @cached_property
    def homes(self) -> dict[str, set[str]]:
        """For each prefix, the keys that are defined where they belong."""
        found: dict[str, set[str]] = {}
        for name, defined in self.definitions.items():
            for key in defined.by_key:
                if self._is_home(prefix_of(key), name):
                    found.setdefault(prefix_of(key), set()).add(key)
        for story in self.stories:
            if story.key:
                found.setdefault(prefix_of(story.key), set()).add(story.key)
        found.setdefault("AC", set()).update(self.numbered)
        for name in self.decision_files:
            found.setdefault("ADR", set()).add(f"ADR-{int(name.split('-')[1])}")
        return found

    def is_defined_in(self, key: str, name: str) -> bool:
        """Whether a document is where such an id is defined; elsewhere a list that leads with ids only speaks of them."""
        prefix = prefix_of(key)
        at_home = any(
            key in defined.by_key
            for other, defined in self.definitions.items()
            if self._is_home(prefix, other)
        )
        return self._is_home(prefix, name) or not (at_home or key in {story.key for story in self.stories})

    def _is_home(self, prefix: str, name: str) -> bool:
        match prefix:
            case "ADR":
                return name in ("architecture-overview.md", "tech-stack-decision.md") or bool(
                    ADR_NAME.match(name)
                )
            case "ERR":
                return name == TAXONOMY
            case _ if prefix in STORY_IDS or prefix == "UC":
                return name.startswith("user-stor") or name == SPEC
            case _ if prefix in QUALITIES:
                return name == SPEC or name.endswith("nfr-matrix.md")
            case _:
                return name == SPEC

    @cached_property
    def numbered(self) -> dict[str, int]:
        """Criteria that only count within their requirement ("Requirement 1.2"): key -> line; none where ids are in use."""
        spec = self.definitions.get(SPEC)
        spoken = [one for one in (spec.by_key.values() if spec else ()) if " " in one.id]
        return {key: line for one in spoken for key, line in numbered_criteria(one).items()}

    @cached_property
    def speaks_ids(self) -> bool:
        """Whether this item numbers in words: "Requirement 2", "User Story 1"."""
        spec = self.definitions.get(SPEC)
        return any(" " in one.id for one in (spec.by_key.values() if spec else ()))

    @cached_property
    def readings(self) -> dict[str, Reading]:
        """What the specification says, by key: requirements, criteria, quality requirements."""
        spec = self.definitions.get(SPEC)
        return {key: read(definition) for key, definition in spec.by_key.items()} if spec else {}

    @cached_property
    def requirements(self) -> dict[str, Reading]:
        """The functional requirements of the specification."""
        return {key: entry for key, entry in self.readings.items() if prefix_of(key) in REQUIREMENTS}

    @cached_property
    def criteria(self) -> dict[str, Reading]:
        """The numbered criteria of the specification."""
        return {key: entry for key, entry in self.readings.items() if prefix_of(key) in CRITERIA}

    @cached_property
    def has_criteria_apart(self) -> bool:
        """Whether criteria stand in the specification away from any requirement: with its stories, or in a section of their own."""
        page = self.page(SPEC)
        if page is None:
            return False
        if any(story.criteria or story.criteria_keys for story in self.stories):
            return True
        return any(
            is_about_criteria(heading.title)
            and "success" not in heading.title.lower()
            and any(ITEM.match(line.text) for line in page.within(heading))
            for heading in page.headings
        )

    @cached_property
    def qualities(self) -> list[Reading]:
        """The quality requirements of the specification, and those of the item's own matrix."""
        found = {key: entry for key, entry in self.readings.items() if prefix_of(key) in QUALITIES}
        own = self.definitions.get("nfr-matrix.md")
        for key, definition in (own.by_key if own else {}).items():
            if prefix_of(key) in QUALITIES:
                found.setdefault(key, read(definition))
        return list(found.values())

    def owner(self, key: str, definition: Definition) -> str:
        """The requirement a criterion belongs to: the one its number names, else the one it stands under."""
        named = self.numbered_for(key)
        if named is not None and (named in self.readings or not definition.under):
            return named
        return definition.under or named or ""

    def numbered_for(self, key: str) -> str | None:
        """The requirement that a criterion's number names: one that exists, else the likeliest; none for `AC-7`."""
        candidates = owner_keys(key)
        return next(
            (one for one in candidates if one in self.readings), candidates[0] if candidates else None
        )

    @cached_property
    def priorities(self) -> dict[str, list[Placed]]:
        """Key -> where a priority is given, in order: the requirement's own text, then the prioritization."""
        return priorities_of(self.page(SPEC), self.requirements)

    @cached_property
    def retired(self) -> frozenset[str]:
        """Ids that a paragraph of the documents says are gone, ranges (FR-008…FR-015) included."""
        found: set[str] = set()
        for name, page in self.pages.items():
            if name in _OTHERS or "/" in name or not _RETIRED.search(page.text):
                continue
            for paragraph in page.paragraphs:
                listed = paragraph.startswith(("|", "#")) or ITEM.match(paragraph) is not None
                if not listed and has_id(paragraph) and _RETIRED.search(paragraph):
                    retired = _RETIRED.search(paragraph)
                    end = retired.end() if retired else 0
                    found.update(m.key for m in mentions(paragraph) if not _succeeds(paragraph, end, m))
                    found.update(
                        key for first, last in _RANGE.findall(paragraph) for key in _between(first, last)
                    )
        return frozenset(found - {key for keys in self.homes.values() for key in keys})

    @cached_property
    def mentioned(self) -> list[tuple[str, int, Mention]]:
        """Every id in every document that is not being defined there: (file, line, mention)."""
        found: list[tuple[str, int, Mention]] = []
        for name, page in self.pages.items():
            if name in _OTHERS:
                continue
            defining = self.definitions[name].defining_lines
            lines = page.lines if self.speaks_ids else page.with_ids
            if "/" in name:  # shared between items: only this item's section is ours to judge
                own = page.section(self.context.slug)
                lines = page.within(own) if own else []
            for line in lines:
                ids = mentions(line.text)
                if self.speaks_ids:
                    ids += spoken_mentions(line.text)
                if ids and (retired := _RETIRED.search(line.text)) is not None:
                    ids = [m for m in ids if _succeeds(line.text, retired.end(), m)]
                found += [(name, line.number, m) for m in ids if (line.number, m.key) not in defining]
        for name in sorted(self.files):
            text = self.files[name]
            if (
                name in _OTHERS
                or not isinstance(text, str)
                or not name.endswith((".csv", ".json", ".yaml", ".yml"))
            ):
                continue
            own = {story.key for story in self.stories} if name == STORIES else set[str]()
            for number, line in enumerate(text.splitlines() if has_id(text) else (), start=1):
                if has_id(line):
                    found += [(name, number, m) for m in mentions(line) if m.key not in own]
        return found

    @cached_property
    def statements(self) -> list[Statement]:
        """Every sentence that promises something, stories included."""
        found: list[Statement] = []
        for entry in (*self.requirements.values(), *self.criteria.values(), *self.qualities):
            found += [*entry.statements, *entry.criteria]
        for story in self.stories:
            text = story.wording
            if text:
                found.append(Statement("story", story.id, story.file, story.line, text))
            found += [
                Statement("criterion", story.id, story.file, story.line, criterion)
                for criterion in story.criteria
                if not _is_numbered(criterion)
            ]
        return found


def _succeeds(text: str, after: int, mention: Mention) -> bool:
    """Whether an id names what took the place of another ("superseded by ADR-0009"); that one has to be there."""
    return mention.start > after and text[after:].lstrip("* ").startswith("by ")


def _between(first: str, last: str) -> list[str]:
    """The keys from one id to another of the same kind; nothing when they are no such range."""
    start, end = key_of(first), key_of(last)
    stem, _, low = start.rpartition("-")
    other, _, high = end.rpartition("-")
    if stem != other or not (low.isdigit() and high.isdigit()) or not 0 <= int(high) - int(low) <= 200:
        return []
    return [f"{stem}-{number}" for number in range(int(low), int(high) + 1)]


def _is_numbered(criterion: str) -> bool:
    lead = leading_id(criterion)
    return lead is not None and prefix_of(key_of(lead[0])) in CRITERIA


def read_item(
    files: Mapping[str, str | Unreadable], meta: dict[str, Any] | None, context: CheckContext
) -> Item:
    """Read every file once; what cannot be read is reported."""
    item = Item(context, files, meta)
    for name in sorted(files):
        text = files[name]
        if isinstance(text, Unreadable):
            item.reports.append(Report("RT101", name, 1, "file", f"{name} cannot be read: {text.reason}."))
            continue
        control = _CONTROL.search(text)
        if control is not None:
            line = text.count("\n", 0, control.start()) + 1
            shown = f"U+{ord(control[0]):04X}"
            item.reports.append(
                Report("RT105", name, line, shown, f"The text holds the control character {shown}.")
            )
        limit = LARGEST_YAML if name.endswith((".yaml", ".yml")) else LARGEST
        if len(text) > limit:
            item.reports.append(
                Report("RT128", name, 1, "size", f"Only the first {limit:,} characters were looked at.")
            )
            text = text[:limit] if name.endswith(".md") else ""
        if text:
            _read_file(item, name, text)
    if not item.has_stories:
        homes = tuple(name for name in sorted(item.pages) if name == SPEC or name.startswith("user-stor"))
        item.stories = stories_in_pages(item.definitions, homes)
    return item


def _read_file(item: Item, name: str, text: str) -> None:
    kind = name.rsplit(".", 1)[-1].lower()
    if kind in ("md", "markdown"):
        page = Page(name, text)
        item.pages[name] = page
        item.definitions[name] = define(page)
    elif kind == "json":
        _read_json(item, name, text)
    elif kind == "csv":
        _read_csv(item, name, text)
    elif kind in ("yaml", "yml"):
        tree, problem, line = parse_yaml(text)
        if tree is None:
            item.reports.append(Report("RT104", name, line, "yaml", f"{name} is not YAML: {problem}."))
        else:
            item.trees[name] = tree


def _read_json(item: Item, name: str, text: str) -> None:
    value, problem, line = parse_json(text)
    if name == "meta.json":
        if problem or not isinstance(value, dict):
            said = problem or "it has to be an object"
            item.reports.append(
                Report("RT107", name, line or 1, "meta", f"meta.json cannot be used: {said}.")
            )
        elif item.meta is None:
            item.meta = cast("dict[str, Any]", value)
        return
    if problem:
        item.reports.append(Report("RT102", name, line, "json", f"{name} is not JSON: {problem}."))
        return
    if name == STORIES:
        item.has_stories = True
        stories = read_stories(text, value)
        if stories is None:
            said = "user-stories.json has to be a list of stories."
            item.reports.append(Report("RT108", name, 1, "shape", said))
            return
        item.stories = stories


def _read_csv(item: Item, name: str, text: str) -> None:
    matrix, problems = read_matrix(text)
    item.reports += [Report("RT103", name, line, said, f"{name}: {said}.") for line, said in problems]
    if name == MATRIX:
        item.matrix = matrix
