"""RT221 to RT241: modules, interfaces, errors, integrations, decisions, risks and the impact analysis against each other."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from roundtable.documents.catalog import INTERFACE_SPECS
from roundtable.documents.checks.circles import circles
from roundtable.documents.checks.design import (
    Interface,
    Module,
    diagram_edges,
    folded,
    interfaces,
    modules,
    options_in,
)
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.ids import (
    CRITERIA,
    ID,
    QUALITIES,
    REQUIREMENTS,
    key_of,
    leading_id,
    mentions,
    prefix_of,
)
from roundtable.documents.checks.item import SPEC, TAXONOMY, Item
from roundtable.documents.checks.pages import Page, field_of
from roundtable.documents.checks.words_in import is_english
from roundtable.documents.quick_scan import read_quick_scan

__all__ = ["check_architecture"]

OVERVIEW: Final = "architecture-overview.md"
IMPACT: Final = "impact-analysis.md"
_STATUSES: Final = ("proposed", "accepted", "superseded", "deprecated", "rejected")
_OUTSIDE: Final = re.compile(
    r"\b(?:extern\w*|existing|library|third|database|package|standard library|stdlib|framework|api|sdk|\d)\b|[()@]",
    re.IGNORECASE,
)
_ERROR_NAME: Final = re.compile(r"^[`'\"]*(?P<name>[A-Z][A-Za-z0-9_]*[A-Za-z0-9])[`'\"]*(?=$|[\s:(,;—–-])")
_BLANK: Final = re.compile(r"^[\s\-–—/]*$")
_PATH: Final = re.compile(r"`([^`]+)`")
_FILE: Final = re.compile(r"^[\w@.+\\-]+(?:/[\w@.+\\-]+)*\.[A-Za-z]\w{0,9}$")


def check_architecture(item: Item) -> Iterator[Report]:
    """Everything about architecture, design and impact."""
    known, offered = modules(item), interfaces(item)
    yield from _modules(item, known, offered)
    yield from _interfaces(item, offered)
    yield from _integrations(item)
    yield from _decisions(item)
    yield from _risks(item)
    yield from _coverage(item)
    yield from _impact(item)


class _Around:
    """Whether the documents around the design name something; they are read only when somebody asks."""

    def __init__(self, item: Item, design: set[str]) -> None:
        self._item = item
        self._design = design

    def __contains__(self, name: str) -> bool:
        return name in self._text

    @cached_property
    def _text(self) -> str:
        names = (OVERVIEW, "component-interactions.md", "tech-stack-decision.md", IMPACT, "data-flow.md")
        return " ".join(
            folded(page.text)
            for name in names
            if name not in self._design and (page := self._item.page(name))
        )


def _modules(item: Item, known: list[Module], offered: list[Interface]) -> Iterator[Report]:
    if not known:
        return
    by_name: dict[str, Module] = {}
    for module in known:
        first = by_name.setdefault(folded(module.name), module)
        if first is not module:
            said = f"Module {module.name} is already defined at line {first.line}."
            yield Report("RT251", module.file, module.line, folded(module.name), said)
    around = _Around(item, {module.file for module in known})
    used = {folded(name) for module in known for name, _ in module.depends_on}
    serving = {folded(entry.module) for entry in offered if entry.module}
    for name, module in by_name.items():
        if not module.responsibility.strip():
            yield Report(
                "RT224", module.file, module.line, name, f"Module {module.name} does not say what it is for."
            )
        idle = (
            not module.names_requirement and name not in used and name not in serving and name not in around
        )
        if idle and len(known) > 1:
            said = f"Module {module.name} serves no requirement, and nothing uses it."
            yield Report("RT221", module.file, module.line, name, said)
        for other, line in module.depends_on:
            key = folded(other)
            if key not in by_name and key not in around and not _OUTSIDE.search(other):
                said = f"Module {module.name} uses {other}, which the design does not define."
                yield Report("RT222", module.file, line, f"{name} {key}", said)
    for entry in offered:
        key = folded(entry.module)
        if key and key not in by_name and key not in around and not key.startswith("tbd"):
            said = (
                f"Interface {entry.name} belongs to module {entry.module}, which the design does not define."
            )
            yield Report("RT222", entry.file, entry.line, f"interface {folded(entry.name)}", said)
    targets = {
        name: [key for other, _ in module.depends_on if (key := folded(other)) in by_name]
        for name, module in by_name.items()
    }
    for circle in circles(targets):
        shown = " → ".join(by_name[name].name for name in (*circle, circle[0]))
        first = by_name[circle[0]]
        line = next(
            (at for name, at in first.depends_on if folded(name) == circle[1 % len(circle)]), first.line
        )
        yield Report(
            "RT223", first.file, line, " ".join(circle), f"Modules depend on each other in a circle: {shown}."
        )
    yield from _component_view(item, by_name)


def _component_view(item: Item, by_name: dict[str, Module]) -> Iterator[Report]:
    page = item.page(OVERVIEW)
    section = page.section("Component View", "Components", "Component Diagram") if page else None
    if page is None or section is None:
        return
    drawn = " ".join(fence.body for fence in page.fences if section.line < fence.line < section.end)
    shown = folded(" ".join([drawn, *(line.text for line in page.within(section))]))
    present = [name for name in by_name if name in shown]
    if not present or (not diagram_edges(drawn) and not shown):
        return
    for name, module in by_name.items():
        if name not in present:
            said = f"The component view of {OVERVIEW} does not show module {module.name}."
            yield Report("RT234", module.file, module.line, name, said)


def _interfaces(item: Item, offered: list[Interface]) -> Iterator[Report]:
    taxonomy = item.page(TAXONOMY)
    listed = taxonomy.text if taxonomy else ""
    for entry in offered:
        if entry.errors is None:
            said = f"Interface {entry.name} does not say what can fail."
            yield Report("RT225", entry.file, entry.line, folded(entry.name), said)
            continue
        for line, text in entry.errors:
            found = _ERROR_NAME.match(text)
            if (
                not taxonomy
                or found is None
                or ID.match(text.strip("`'\" "))
                or found["name"].upper() in ("TBD", "NONE")
            ):
                continue
            if not re.search(rf"(?<!\w){re.escape(found['name'])}(?!\w)", listed):
                said = (
                    f"Interface {entry.name} names the error {found['name']}, which {TAXONOMY} does not list."
                )
                yield Report("RT228", entry.file, line, f"{folded(entry.name)} {found['name']}", said)
    if taxonomy is None or not offered:
        return
    used = {mention.key for name, _, mention in item.mentioned if name != TAXONOMY}
    if not any(key in item.definitions[TAXONOMY].by_key for key in used if prefix_of(key) == "ERR"):
        return  # nothing here names errors by their id
    for key, definition in item.definitions[TAXONOMY].by_key.items():
        if prefix_of(key) != "ERR" or key in used:
            continue
        cells = definition.row.cells if definition.row else ()
        serves = any(
            prefix_of(m.key) in REQUIREMENTS | QUALITIES | CRITERIA for cell in cells for m in mentions(cell)
        )
        codes = [span for cell in cells for span in _PATH.findall(cell)]
        if not serves and not any(code in text for code in codes for text in _other_texts(item)):
            said = f"{definition.id} is defined, and nothing uses it."
            yield Report("RT229", TAXONOMY, definition.line, key, said)


def _other_texts(item: Item) -> list[str]:
    apart = (TAXONOMY, "analysis.json", "journal.jsonl")
    return [text for name, text in item.files.items() if isinstance(text, str) and name not in apart]


def _integrations(item: Item) -> Iterator[Report]:
    page = item.page(OVERVIEW)
    section = page.section("Integration Points", "Integrations") if page else None
    specified = " ".join(
        folded(text) for name in INTERFACE_SPECS if isinstance(text := item.files.get(name), str)
    )
    if page is None or section is None or not specified.strip():
        return
    for row in page.rows_in(section):
        sides = [
            row.get("from", "source", "caller", "component"),
            row.get("to", "target", "callee", "system"),
        ]
        shown = " to ".join(side for side in sides if side)
        names = [folded(side) for side in sides if side]
        if all(_FILE.match(side.strip(" `*")) for side in sides if side):
            continue  # two files of the code that already call each other
        own = leading_id(row.cells[0]) if row.cells else None
        if names and not any(_is_named(name, specified) for name in names):
            said = f"The integration of {shown} has no interface on either side."
            yield Report("RT227", page.name, row.line, own[0] if own else shown, said)


def _is_named(name: str, text: str) -> bool:
    words = [
        word
        for word in name.split()
        if len(word) > 2 and word not in ("the", "and", "for", "service", "system")
    ]
    return name in text or (bool(words) and all(word in text for word in words))


def _decisions(item: Item) -> Iterator[Report]:
    overview = item.page(OVERVIEW)
    if overview is not None and not item.is_ours and not is_english(overview.text):
        overview = None  # its fields have other names
    shared = (options_in(overview) or 0) if overview else 0
    complete = overview is not None and overview.status.startswith("complete")
    with_file: set[str] = set()
    for name in item.decision_files:
        page = item.pages[name]
        number = int(name.split("-")[1])
        key = f"ADR-{number}"
        with_file.add(key)
        if not item.is_ours and not is_english(page.text):
            continue
        title = page.headings[0].title if page.headings else ""
        own = leading_id(title)
        if own is not None and own[0].upper().startswith("ADR") and key_of(own[0]) != key:
            yield Report(
                "RT240",
                name,
                page.headings[0].line,
                key,
                f"The file is number {number:04d}, its heading says {own[0]}.",
            )
        options = options_in(page)
        if (options is None and shared < 2) or (options is not None and options < 2):
            line = (
                section.line
                if (section := page.section("Options Considered", "Options", "Considered Options"))
                else 1
            )
            yield Report("RT230", name, line, key, f"ADR-{number:04d} names fewer than two options.")
        yield from _decision_status(page, name, f"ADR-{number:04d}", _status_of(page), 1, complete=complete)
    if overview is None:
        return
    for heading in overview.headings:
        own = leading_id(heading.title)
        if own is None or not own[0].upper().startswith("ADR") or key_of(own[0]) in with_file:
            continue
        named = {field[0]: field[1] for line in overview.within(heading) if (field := field_of(line.text))}
        said = named.get("options") or named.get("alternatives")
        if (said is None and shared < 2) or (
            said is not None and len([p for p in said.split(",") if p.strip()]) < 2
        ):
            yield Report(
                "RT230", OVERVIEW, heading.line, key_of(own[0]), f"{own[0]} names fewer than two options."
            )
        status = named.get("status", "")
        yield from _decision_status(overview, OVERVIEW, own[0], status, heading.line, complete=complete)


def _status_of(page: Page) -> str:
    for line in page.lines:
        named = field_of(line.text)
        if named is not None and named[0] == "decision status":
            return named[1]
    section = page.section("Status")
    if section is not None:
        spoken = [line.text for line in page.within(section) if line.text.strip()]
        return next((text for text in spoken if field_of(text) is None), spoken[0] if spoken else "")
    return page.header.get("status", "")


def _decision_status(
    page: Page, name: str, shown: str, status: str, line: int, *, complete: bool
) -> Iterator[Report]:
    word = re.split(r"[^a-z]+", status.strip(" *_-").lower())[0]
    if word not in _STATUSES:
        said = (
            f"{shown} has the status “{status.strip()}”, which is none."
            if status.strip()
            else f"{shown} has no status."
        )
        yield Report("RT231", name, line, f"status {shown}", said)
    elif word == "proposed" and complete:
        said = f"{shown} is still Proposed although the architecture is complete."
        yield Report("RT231", name, line, f"status {shown}", said)


def _risks(item: Item) -> Iterator[Report]:
    for name in (SPEC, IMPACT, OVERVIEW, "design-summary.md"):
        page = item.page(name)
        for row in page.rows if page else ():
            if not any("mitigation" in header for header in row.headers) or len(row.cells) != len(
                row.headers
            ):
                continue
            if _BLANK.match(row.get("mitigation")):
                title = row.get("risk", "zone", "area") or (row.cells[0] if row.cells else "")
                yield Report(
                    "RT232", name, row.line, title, f"Nothing is said about what lessens the risk “{title}”."
                )


def _coverage(item: Item) -> Iterator[Report]:
    if "04-design" not in item.claimed or not item.requirements:
        return
    early = (SPEC, "quick-scan.md", "draft.md", "user-stories.json", "traceability-matrix.csv", "meta.json")
    later = {mention.key for name, _, mention in item.mentioned if name not in early and "/" not in name}
    if not later & set(item.requirements):
        return
    for key, entry in item.requirements.items():
        wont = any(level == "Won't" for level, _, _ in item.priorities.get(key, ()))
        if key not in later and not wont:
            said = f"No impact, architecture or design document mentions {entry.definition.id}."
            yield Report("RT233", SPEC, entry.definition.line, key, said)


def _impact(item: Item) -> Iterator[Report]:
    page = item.page(IMPACT)
    if page is not None:
        direct = _paths(page, "Directly Affected Files", "Direct Changes", "Direct Impact")
        for title in (
            "Indirectly Affected Files",
            "Indirect Impact",
            "Distant Effects",
            "Transitive Effects",
        ):
            for path, line in _paths(page, title).items():
                if path in direct:
                    said = f"{path} is already listed as directly affected at line {direct[path]}."
                    yield Report("RT236", IMPACT, line, path, said)
    scan = item.page("quick-scan.md")
    if scan is not None:
        read = read_quick_scan(scan.text)
        fits = {"small": range(1, 6), "medium": range(6, 21), "large": range(16, 1_000_000_000)}.get(
            read.scope
        )
        if fits is not None and read.file_count and read.file_count not in fits:
            said = f"The scope is {read.scope}, the estimate {read.file_count} files."
            yield Report("RT241", "quick-scan.md", 1, "scope", said)


def _paths(page: Page, *titles: str) -> dict[str, int]:
    section = page.section(*titles)
    found: dict[str, int] = {}
    for row in page.rows_in(section) if section else ():
        if row.cells and (span := _PATH.search(row.cells[0])):
            found.setdefault(span[1].removeprefix("./"), row.line)
    return found
