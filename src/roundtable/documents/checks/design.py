"""Modules, interfaces, integrations and decisions as the documents give them, in our form or in others.

Reading only; what is wrong with them is said in `architecture`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from roundtable.documents.catalog import INTERFACE_SPECS
from roundtable.documents.checks.definitions import ITEM
from roundtable.documents.checks.ids import QUALITIES, REQUIREMENTS, mentions, prefix_of
from roundtable.documents.checks.item import Item
from roundtable.documents.checks.pages import Cells, Heading, Line, Page, field_of
from roundtable.documents.checks.yaml_tree import Tree

__all__ = [
    "Interface",
    "Module",
    "diagram_edges",
    "folded",
    "interfaces",
    "modules",
    "options_in",
    "section_entries",
]

MODULES: Final = "module-design.md"
OVERVIEW: Final = "architecture-overview.md"
_ID: Final = re.compile(r"^[A-Z]{2,5}-\d{1,6}\s*[:.—–-]\s*")
_DEPENDS: Final = ("depends on", "dependencies", "uses", "depends", "requires", "dependency")
_PURPOSE: Final = ("responsibility", "purpose", "role", "what it is for", "description", "summary")
_NOTHING: Final = re.compile(
    r"^(?:none|no other module|nothing|n/?a|[-–—]+|keine|\(none\))?\.?$", re.IGNORECASE
)
_USES: Final = re.compile(
    r"^[\s*_`]*(?P<a>[^*`|]{1,80}?)[\s*_`]*\s+(?:uses|depends on|requires|->|-->|→)\s+(?P<b>.+?)\.?\s*$",
    re.IGNORECASE,
)
_NODE: Final = re.compile(r"(?P<name>\w+)\s*(?:\[\(?\"?|\(\[?\"?|\{\"?)(?P<label>[^\"\]\)\}]{1,120})")
_EDGE: Final = re.compile(
    r"^\s*(?P<a>\w+)\S*?(?:[\[({].*?[\])}])?\s*(?:--[^>|]*-*>|-\.[^>]*->|==+>)\s*(?:\|[^|]*\|\s*)?(?P<b>\w+)"
)
_ENTRY_KEYS: Final = (
    "interfaces",
    "endpoints",
    "functions",
    "operations",
    "methods",
    "contracts",
    "apis",
    "services",
)
_ERROR_KEYS: Final = ("errors", "raises", "exceptions", "error_codes", "failures", "error", "throws")
_CONTRACT: Final = re.compile(
    r"^(?:IF-\d+|(?:\d+(?:\.\d+)*\.?\s+)?`?[\w.]+\([^)]*\)|`?(?:GET|POST|PUT|PATCH|DELETE) /)"
)
_FAILS: Final = re.compile(
    r"\b(?:errors?|raises?|throws?|fails?|failures?|exceptions?|refus\w+|reject\w*)\b", re.IGNORECASE
)
_VERBS: Final = ("get", "post", "put", "patch", "delete", "head", "options")


@dataclass(slots=True)
class Module:
    """A module of the design."""

    name: str
    file: str
    line: int
    responsibility: str = ""
    depends_on: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    names_requirement: bool = False


class Interface(NamedTuple):
    """A contract, with what it says about failing: none when it says nothing."""

    name: str
    file: str
    line: int
    module: str
    errors: tuple[tuple[int, str], ...] | None


def folded(name: str) -> str:
    """A name for comparing: case, marks and separators do not matter."""
    return " ".join(re.sub(r"[`*_\-/.\"']+", " ", name).casefold().split())


def modules(item: Item) -> list[Module]:
    """Every module that module-design.md defines, with its dependencies."""
    page = item.page(MODULES) or item.page(OVERVIEW)
    if page is None:
        return []
    section = page.section("Modules", "Module Overview", "Module Boundaries", "Components")
    if page.name == OVERVIEW:
        # Without a module design, a table of components that says what depends on what is one.
        rows = page.rows_in(section) if section else []
        is_design = bool(rows) and any("depend" in header for header in rows[0].headers)
        return [module for row in rows if is_design and (module := _module_row(row, page))]
    found: list[Module] = []
    if section is not None:
        titles = [(_ID.sub("", heading.title).strip(" `*"), heading) for heading in page.children(section)]
        found = [_module(title, page, heading) for title, heading in titles if title]
        if not found:
            found = [module for row in page.rows_in(section) if (module := _module_row(row, page))]
    by_name = {folded(module.name): module for module in found}
    dependencies = page.section("Dependencies", "Module Dependencies", "Dependency Graph")
    if dependencies is not None:
        for source, target, line in _dependencies(page, dependencies):
            module = by_name.get(folded(source))
            if module is not None and folded(target) not in {folded(name) for name, _ in module.depends_on}:
                module.depends_on.append((target, line))
    return found


def _module(name: str, page: Page, heading: Heading) -> Module:
    module = Module(name, page.name, heading.line)
    lines = page.within(heading)
    for line in lines:
        text = line.text.strip()
        named = field_of(text)
        if named is not None:
            key, value = named
            if key in _PURPOSE and not module.responsibility:
                module.responsibility = value
            elif key in _DEPENDS:
                module.depends_on += [(part, line.number) for part in _names(value)]
        elif text and not text.startswith(("#", "|", ">", "-", "*")) and not module.responsibility:
            module.responsibility = text
    module.names_requirement = any(
        prefix_of(m.key) in REQUIREMENTS | QUALITIES for line in lines for m in mentions(line.text)
    )
    return module


def _module_row(row: Cells, page: Page) -> Module | None:
    name = _ID.sub(
        "", (row.get("module", "name", "component") or (row.cells[0] if row.cells else "")).strip(" `*")
    )
    if not name:
        return None
    module = Module(name, page.name, row.line, row.get(*_PURPOSE))
    module.depends_on = [(part, row.line) for part in _names(row.get("depend", "uses"))]
    module.names_requirement = any(
        prefix_of(m.key) in REQUIREMENTS | QUALITIES for cell in row.cells for m in mentions(cell)
    )
    return module


def _names(text: str) -> list[str]:
    if text.upper().startswith("TBD"):
        return []
    parts = [part.strip(" `*.") for part in re.split(r",|;|\band\b|<br\s*/?>", text)]
    return [part for part in parts if part and not _NOTHING.match(part)]


def _dependencies(page: Page, section: Heading) -> Iterator[tuple[str, str, int]]:
    for row in page.rows_in(section):
        source, targets = row.get("module", "from", "component"), row.get("depend", "uses", "to")
        yield from ((source.strip(" `*"), target, row.line) for target in _names(targets))
    for line in page.within(section):
        item = ITEM.match(line.text)
        used = _USES.match(item["text"]) if item else None
        if used is not None:
            yield from ((used["a"], target, line.number) for target in _names(used["b"]))
    for fence in page.fences:
        if fence.language.lower() == "mermaid" and section.line < fence.line < section.end:
            yield from ((a, b, fence.line) for a, b in diagram_edges(fence.body))


def diagram_edges(body: str) -> list[tuple[str, str]]:
    """The arrows of a Mermaid flowchart, by the labels of their ends."""
    labels = {found["name"]: found["label"].strip() for found in _NODE.finditer(body[:20_000])}
    edges: list[tuple[str, str]] = []
    for line in body[:20_000].splitlines():
        edge = _EDGE.match(line[:500])
        if edge is not None:
            edges.append((labels.get(edge["a"], edge["a"]), labels.get(edge["b"], edge["b"])))
    return edges


def interfaces(item: Item) -> list[Interface]:
    """Every interface of the specification, in either format."""
    for name in INTERFACE_SPECS:
        tree = item.trees.get(name)
        page = item.page(name)
        if tree is not None:
            return list(_in_yaml(tree, name))
        if page is not None:
            return list(_in_markdown(page))
    return []


def _in_yaml(tree: Tree, name: str) -> Iterator[Interface]:
    paths = tree.get("paths")
    for path, operations in paths.fields if paths else ():
        for verb, operation in operations.fields:
            if verb.lower() in _VERBS:
                responses = operation.get("responses")
                failures = [
                    (v.line, code) for code, v in (responses.fields if responses else ()) if code[:1] in "45d"
                ]
                yield Interface(f"{verb.upper()} {path}", name, operation.line, "", tuple(failures) or None)
    listed = tree.get(*_ENTRY_KEYS)
    entries = listed.items if listed and listed.items else tree.items
    named = [(None, entry) for entry in entries] + [
        (key, entry) for key, entry in (listed.fields if listed else ())
    ]
    for key, entry in named:
        if not entry.fields:
            continue
        own = entry.get("name", "function", "operation", "path", "endpoint", "operationId", "signature", "id")
        module = entry.get("module", "component", "service", "owner")
        title = key or (own.text if own else "") or "an interface"
        yield Interface(
            title, name, entry.line, module.text if module else "", _yaml_errors(entry.get(*_ERROR_KEYS))
        )


def _yaml_errors(tree: Tree | None) -> tuple[tuple[int, str], ...] | None:
    if tree is None or tree.is_empty:
        return None
    if tree.text:
        return ((tree.line, tree.text),)
    found: list[tuple[int, str]] = [(value.line, key) for key, value in tree.fields]
    for entry in tree.items:
        code = entry.get("code", "id", "name", "type", "error") if entry.fields else entry
        if code is not None and code.text:
            found.append((code.line, code.text))
    return tuple(found)


def _in_markdown(page: Page) -> Iterator[Interface]:
    section = page.section("Interfaces", "Interface Contracts", "Endpoints", "API", "Contracts")
    # Without such a section only headings that read like a contract count: `redeem(code)`, GET /codes, IF-001.
    alike = [heading for heading in page.headings if _CONTRACT.match(heading.title)]
    for heading in page.children(section) if section else alike:
        module, errors = "", None
        for line in page.within(heading):
            named = field_of(line.text)
            if named is not None and named[0].rstrip("s") in {key.rstrip("s") for key in _ERROR_KEYS}:
                errors = _spoken(line.number, named[1]) or _listed_below(page, line)
            elif named is not None and named[0] in ("module", "component"):
                module = named[1]
        rows = [
            row for row in page.rows_in(heading) if any("error" in h or "failure" in h for h in row.headers)
        ]
        below = next((h for h in page.children(heading) if "error" in h.title.lower()), None)
        if errors is None and rows:
            errors = tuple((row.line, row.get("error", "code", "failure")) for row in rows)
        if errors is None and below is not None:
            errors = (
                tuple(
                    (line.number, line.text.strip(" -*`")) for line in page.within(below) if line.text.strip()
                )
                or None
            )
        if errors is None:
            # Somebody told it in a sentence instead of a list.
            errors = (
                tuple((line.number, "") for line in page.within(heading) if _FAILS.search(line.text)) or None
            )
        title = _ID.sub("", heading.title).strip(" `*")
        yield Interface(title, page.name, heading.line, module, errors)


def _spoken(line: int, value: str) -> tuple[tuple[int, str], ...] | None:
    return tuple((line, part.strip()) for part in re.split(r",|;", value) if part.strip()) or None


def _listed_below(page: Page, line: Line) -> tuple[tuple[int, str], ...] | None:
    found: list[tuple[int, str]] = []
    for following in page.between(line.number + 1, line.number + 40):
        item = ITEM.match(following.text)
        if item is not None:
            found.append((following.number, item["text"].strip(" `*")))
        elif following.text.strip():
            break
    return tuple(found) or None


def section_entries(page: Page, heading: Heading) -> int:
    """How many things a section lists: sub-headings, else table rows, else list items at the left edge."""
    children = page.children(heading)
    if children:
        return len(children)
    rows = page.rows_in(heading)
    if rows:
        return len(rows)
    items = [item for line in page.within(heading) if (item := ITEM.match(line.text))]
    edge = min((len(item["indent"]) for item in items), default=0)
    return sum(len(item["indent"]) == edge for item in items)


def options_in(page: Page) -> int | None:
    """How many options a document lists; none when it has no such section."""
    section = page.section(
        "Options Considered",
        "Options",
        "Considered Options",
        "Alternatives",
        "Alternatives Considered",
        "Considered Alternatives",
    )
    return section_entries(page, section) if section else None
