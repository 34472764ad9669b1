"""Every document of an item: its file, title, owner, phase, place and sections.

The one table that renderers, thresholds, checks and faces share, so that a name or heading is never spelt twice. A step's title
finds the section its discussion belongs to through the words behind a heading.

Elsewhere: how each is written (`rendering`), which are due (`roundtable.engine`).
"""

import re
from fnmatch import fnmatchcase
from typing import Any, Final, Literal

from pydantic import Field

from roundtable.facts.record import Record

README: Final = "README.md"
QUICK_SCAN: Final = "quick-scan.md"
SPEC: Final = "requirements-spec.md"
STORIES: Final = "user-stories.json"
MATRIX: Final = "traceability-matrix.csv"
NFR_MATRIX: Final = "nfr-matrix.md"
IMPACT: Final = "impact-analysis.md"
OVERVIEW: Final = "architecture-overview.md"
TECHNOLOGY: Final = "tech-stack-decision.md"
INTERACTIONS: Final = "component-interactions.md"
MODULES: Final = "module-design.md"
FLOWS: Final = "data-flow.md"
TAXONOMY: Final = "error-taxonomy.md"
SUMMARY: Final = "design-summary.md"
LEAD: Final = "lead"
"""Owner of what belongs to no persona."""
ITEM_FOLDER: Final = "docs/requirements"
COMMON_FOLDER: Final = "docs/common"
INTERFACE_SPECS: Final = ("interface-spec.yaml", "interface-spec.md")
ADR_NAME: Final = re.compile(r"^adr-(?P<number>\d{1,9})-(?P<title>[a-z0-9-]+)\.md$", re.IGNORECASE)

_FAMILIES: Final = {"adrs": "adr-*.md", "adr": "adr-*.md", "module-designs": "module-design-*.md"}


class DocumentKind(Record):
    """One document, or a family of them when `name` holds a `*`."""

    name: str
    title: str
    owner: str
    phase: str
    location: Literal["item", "common"] = "item"
    format: Literal["markdown", "json", "csv", "yaml"] = "markdown"
    headings: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The exact headings in order, each with the words of a step title that belong there although it does not contain them."""


def _document(name: str, title: str, owner: str, *headings: str, **more: Any) -> DocumentKind:
    """One row of the catalogue; a heading is followed by the words that lead to it, as in `Success: measure`."""
    person, _, phase = owner.partition(" ")
    parts = [entry.partition(": ") for entry in headings]
    led = {head: tuple(about.split()) for head, _, about in parts}
    return DocumentKind(name=name, title=title, owner=person, phase=phase, headings=led, **more)


_SCAN: Final = f"{LEAD} 00-quick-scan"
_MAYA: Final = "business-analyst 01-requirements"
_ALEX_FIRST: Final = "solutions-architect 02-impact-analysis"
_ALEX: Final = "solutions-architect 03-architecture"
_JORDAN: Final = "system-designer 04-design"
"""Who owns a document, and the phase it belongs to."""

CATALOG: Final[tuple[DocumentKind, ...]] = (
    _document(
        README, "", _SCAN, "What it will do", "Decisions", "Where in the code", "What may break", "Not part of it",
        "Open points: review approval",
    ),
    _document(QUICK_SCAN, "Quick Scan", _SCAN),
    _document(
        SPEC, "Requirements Specification", _MAYA,
        "Business Context: problem", "Stakeholders and Users: needs discovery", "Success", "User Journeys: experience",
        "Technical Context", "Functional Requirements: feature core definition story writing moscow prioritization",
        "Quality Requirements: security risk assessment", "Out of Scope", "Assumptions",
    ),
    _document(STORIES, "User Stories", _MAYA, format="json"),
    _document(MATRIX, "Traceability Matrix", _MAYA, format="csv"),
    _document(NFR_MATRIX, "Quality Requirements Matrix", _MAYA, location="common"),
    _document(
        IMPACT, "Impact Analysis", _ALEX_FIRST,
        "Directly Affected Files: impact blast radius", "Indirectly Affected Files", "Entry Points", "Risk Zones",
        "Implementation Order",
    ),
    _document(
        OVERVIEW, "Architecture Overview", _ALEX,
        "Context: integration", "Decisions: review approval options tradeoffs", "Options Considered: tradeoffs",
        "Integration Points: integration", "Technologies",
    ),
    _document(TECHNOLOGY, "Technology Decisions", _ALEX, "Technologies: technology"),
    _document(INTERACTIONS, "Component Interactions", _ALEX, "Interactions: integration architecture"),
    _document(
        "adr-*.md", "Architecture Decision", _ALEX,
        "Context", "Decision: technology decisions", "Options Considered", "Consequences", "Requirements",
    ),
    _document(
        MODULES, "Module Design", _JORDAN,
        "Modules: module design boundaries interface contracts", "Dependencies", "Data Structures",
    ),
    _document(
        "module-design-*.md", "Module Design", _JORDAN, "Responsibility: module design", "Dependencies", "Data Structures"
    ),
    _document("interface-spec.yaml", "Interface Specification", _JORDAN, format="yaml"),
    _document("interface-spec.md", "Interface Specification", _JORDAN, "Interfaces: interface contracts"),
    _document(FLOWS, "Data Flow", _JORDAN, "Flows: flow data", "State: management"),
    _document(TAXONOMY, "Error Taxonomy", _JORDAN, "Error Cases: handling validation"),
    _document(SUMMARY, "Design Summary", _JORDAN),
)  # fmt: skip

_BY_NAME: Final = {kind.name: kind for kind in CATALOG}


def document(name: str) -> DocumentKind | None:
    """The document a file is, by its name alone; none for a file that is not ours."""
    is_module = fnmatchcase(name.lower(), "module-design-?*.md") and not {"/", "\\"} & set(name)
    family = "adr-*.md" if ADR_NAME.match(name) else "module-design-*.md" if is_module else ""
    return _BY_NAME.get(name) or _BY_NAME.get(family)


def documents_for_output(output: str) -> tuple[str, ...]:
    """The catalog names an entry of a step's `outputs` stands for, best first; empty when it is a file of its own.

    `docs/common/nfr-matrix.md` and `nfr-matrix.md` are the same; `interface-spec.yaml|md` and either of its names stand for
    the interface specification, whichever of the two the item has.
    """
    name = own_name(output)
    lowered, is_family = name.casefold(), "*" in name or "{" in name
    if lowered in _FAMILIES or (is_family and lowered.startswith("adr-")):
        return (_FAMILIES.get(lowered, "adr-*.md"),)
    if is_family and lowered.startswith("module-design"):
        return ("module-design.md", "module-design-*.md")
    if lowered.startswith("interface-spec"):
        return INTERFACE_SPECS if not name.endswith(".md") else INTERFACE_SPECS[::-1]
    return (known.name if "*" not in known.name else name,) if (known := document(name)) else ()


def own_name(output: str) -> str:
    """The file that an entry of `outputs` means: every document lies in the item's folder itself."""
    return output.strip().strip("`").replace("\\", "/").rpartition("/")[2]


def is_output(output: str, name: str) -> bool:
    kind = document(name)
    return bool({name, kind.name if kind else name} & {*documents_for_output(output), own_name(output)})


def path_of(name: str, slug: str) -> str:
    """Where the file lives, relative to the repository."""
    if (kind := document(name)) is not None and kind.location == "common":
        return f"{COMMON_FOLDER}/{name}"
    return f"{ITEM_FOLDER}/{slug}/{name}"
