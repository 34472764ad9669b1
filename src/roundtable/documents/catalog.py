"""Every document of an item: its file, title, owner, phase, place and sections.

The one table that renderers, thresholds, checks and faces share, so that a name or heading is never spelt twice.

- `document(name)` knows a file by its name, `adr-0001-….md` and `module-design-….md` included.
- `documents_for_output(output)` reads what a step's `outputs` may say: `ADRs`, `interface-spec.yaml`, `module-design-*.md`.
- A step's title finds the section its discussion belongs to through `Heading.about`.

Elsewhere: how each is written (`rendering`), which are due (`roundtable.engine`).
"""

import re
from typing import Final, Literal

from roundtable.analysis.record import Record

__all__ = [
    "ADR_NAME",
    "CATALOG",
    "COMMON_FOLDER",
    "INTERFACE_SPECS",
    "ITEM_FOLDER",
    "LEAD",
    "DocumentKind",
    "Heading",
    "document",
    "documents_for_output",
    "is_output",
    "path_of",
    "uses_markdown",
]

LEAD: Final = "lead"
"""Owner of what belongs to no persona."""
ITEM_FOLDER: Final = "docs/requirements"
COMMON_FOLDER: Final = "docs/common"
INTERFACE_SPECS: Final = ("interface-spec.yaml", "interface-spec.md")
ADR_NAME: Final = re.compile(r"^adr-(?P<number>\d{4,})-(?P<title>[a-z0-9-]+)\.md$", re.IGNORECASE)

_MODULE_NAME: Final = re.compile(r"^module-design-[^/\\]+\.md$", re.IGNORECASE)
_FAMILIES: Final = {"adrs": "adr-*.md", "adr": "adr-*.md", "module-designs": "module-design-*.md"}

Format = Literal["markdown", "json", "csv", "yaml"]


class Heading(Record):
    """A section of a document, what it needs before it can be written, and words that lead to it."""

    title: str
    needs: str
    """As listed under "Pending Sections" while it is empty."""
    about: tuple[str, ...] = ()
    """Words of a step title that belong here although the heading does not contain them."""


class DocumentKind(Record):
    """One document, or a family of them when `name` holds a `*`."""

    name: str
    title: str
    owner: str
    phase: str
    location: Literal["item", "common"] = "item"
    format: Format = "markdown"
    headings: tuple[Heading, ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        """The exact headings, in order."""
        return tuple(heading.title for heading in self.headings)


_MAYA: Final = "business-analyst"
_ALEX: Final = "solutions-architect"
_JORDAN: Final = "system-designer"
_OPEN_QUESTIONS: Final = Heading(title="Open Questions", needs="", about=("review", "approval"))
"""Needs nothing: no open question is good news, not a gap."""

_SCAN: Final = "00-quick-scan"
_REQUIREMENTS: Final = "01-requirements"
_IMPACT: Final = "02-impact-analysis"
_ARCHITECTURE: Final = "03-architecture"
_DESIGN: Final = "04-design"

CATALOG: Final[tuple[DocumentKind, ...]] = (
    DocumentKind(
        name="quick-scan.md",
        title="Quick Scan",
        owner=LEAD,
        phase=_SCAN,
        headings=(
            Heading(title="1. Scope", needs="how big the change is", about=("scope", "estimation")),
            Heading(title="2. Keywords", needs="words to search the code for", about=("keyword", "search")),
            Heading(
                title="3. File Count", needs="an estimate of the files involved", about=("file", "count")
            ),
            Heading(title="4. Final Scope", needs="the agreed size", about=("final",)),
        ),
    ),
    DocumentKind(
        name="requirements-spec.md",
        title="Requirements Specification",
        owner=_MAYA,
        phase=_REQUIREMENTS,
        headings=(
            Heading(
                title="Business Context", needs="the problem and how success is measured", about=("problem",)
            ),
            Heading(
                title="Stakeholders and Users",
                needs="who uses it and who has an interest in it",
                about=("needs", "discovery"),
            ),
            Heading(
                title="User Journeys",
                needs="one path through the system, step by step",
                about=("experience",),
            ),
            Heading(title="Technical Context", needs="constraints and the systems it touches"),
            Heading(
                title="Quality and Risk",
                needs="what can go wrong and what would lessen it",
                about=("security",),
            ),
            Heading(
                title="Functional Requirements",
                needs="what it must do, each with an acceptance criterion",
                about=("feature", "core", "definition", "story", "writing"),
            ),
            Heading(title="Quality Requirements", needs="figures for speed, safety and availability"),
            Heading(title="Out of Scope", needs="what will deliberately not be done"),
            Heading(
                title="Prioritization", needs="a MoSCoW priority for each requirement", about=("moscow",)
            ),
            Heading(title="Assumptions", needs=""),
            _OPEN_QUESTIONS,
        ),
    ),
    DocumentKind(
        name="user-stories.json", title="User Stories", owner=_MAYA, phase=_REQUIREMENTS, format="json"
    ),
    DocumentKind(
        name="traceability-matrix.csv",
        title="Traceability Matrix",
        owner=_MAYA,
        phase=_REQUIREMENTS,
        format="csv",
    ),
    DocumentKind(
        name="nfr-matrix.md",
        title="Quality Requirements Matrix",
        owner=_MAYA,
        phase=_REQUIREMENTS,
        location="common",
    ),
    DocumentKind(
        name="impact-analysis.md",
        title="Impact Analysis",
        owner=_ALEX,
        phase=_IMPACT,
        headings=(
            Heading(title="Summary", needs="a scan of the code", about=("impact",)),
            Heading(
                title="Directly Affected Files",
                needs="the files that have to change",
                about=("blast", "radius"),
            ),
            Heading(title="Indirectly Affected Files", needs="the files that depend on those"),
            Heading(title="Distant Effects", needs="what lies two steps away or further"),
            Heading(title="Entry Points", needs="how people and programs reach the changed code"),
            Heading(title="Risk Zones", needs="where a change is dangerous, and what would lessen it"),
            Heading(title="Coverage Gaps", needs=""),
            Heading(title="Implementation Order", needs="which file to change first"),
            _OPEN_QUESTIONS,
        ),
    ),
    DocumentKind(
        name="architecture-overview.md",
        title="Architecture Overview",
        owner=_ALEX,
        phase=_ARCHITECTURE,
        headings=(
            Heading(title="Context", needs="the problem and what is fixed"),
            Heading(
                title="Options Considered",
                needs="two ways of doing it with their pros and cons",
                about=("tradeoffs",),
            ),
            Heading(
                title="Decisions",
                needs="a choice between the options, with its reason",
                about=("review", "approval"),
            ),
            Heading(
                title="Integration Points", needs="which parts talk to each other", about=("integration",)
            ),
            Heading(title="Component View", needs="the parts and what lies between them"),
            Heading(title="Risks and Mitigations", needs="what can go wrong, each with a mitigation"),
            Heading(title="Open Questions", needs=""),
        ),
    ),
    DocumentKind(
        name="tech-stack-decision.md",
        title="Technology Decisions",
        owner=_ALEX,
        phase=_ARCHITECTURE,
        headings=(
            Heading(title="Technologies", needs="what is used and what for", about=("technology",)),
            Heading(title="Decisions", needs="a decision about the technology"),
        ),
    ),
    DocumentKind(
        name="component-interactions.md",
        title="Component Interactions",
        owner=_ALEX,
        phase=_ARCHITECTURE,
        headings=(
            Heading(title="Components", needs="the parts that take part"),
            Heading(title="Interactions", needs="what they exchange", about=("integration", "architecture")),
        ),
    ),
    DocumentKind(
        name="adr-*.md",
        title="Architecture Decision",
        owner=_ALEX,
        phase=_ARCHITECTURE,
        headings=(
            Heading(title="Status", needs="whether it is accepted"),
            Heading(title="Context", needs="why a decision is needed"),
            Heading(title="Decision", needs="what was chosen", about=("technology", "decisions")),
            Heading(title="Options Considered", needs="at least two options"),
            Heading(title="Consequences", needs="what follows from it"),
            Heading(title="Requirements", needs=""),
        ),
    ),
    DocumentKind(
        name="module-design.md",
        title="Module Design",
        owner=_JORDAN,
        phase=_DESIGN,
        headings=(
            Heading(
                title="Modules",
                needs="the units and what each is responsible for",
                about=("module", "design", "boundaries", "interface", "contracts"),
            ),
            Heading(title="Dependencies", needs="which module uses which"),
            Heading(title="Data Structures", needs="the data each module owns"),
        ),
    ),
    DocumentKind(
        name="module-design-*.md",
        title="Module Design",
        owner=_JORDAN,
        phase=_DESIGN,
        headings=(
            Heading(
                title="Responsibility",
                needs="one sentence that says what it is for",
                about=("module", "design"),
            ),
            Heading(title="Dependencies", needs="which modules it uses"),
            Heading(title="Data Structures", needs="the data it owns"),
            Heading(title="Interfaces", needs="what it offers to others"),
        ),
    ),
    DocumentKind(
        name="interface-spec.yaml",
        title="Interface Specification",
        owner=_JORDAN,
        phase=_DESIGN,
        format="yaml",
    ),
    DocumentKind(
        name="interface-spec.md",
        title="Interface Specification",
        owner=_JORDAN,
        phase=_DESIGN,
        headings=(
            Heading(title="Interfaces", needs="at least one contract", about=("interface", "contracts")),
            Heading(title="Errors", needs=""),
        ),
    ),
    DocumentKind(
        name="data-flow.md",
        title="Data Flow",
        owner=_JORDAN,
        phase=_DESIGN,
        headings=(
            Heading(title="Flows", needs="how data moves, step by step", about=("flow", "data")),
            Heading(title="State", needs="what is kept, and what changes it", about=("management",)),
        ),
    ),
    DocumentKind(
        name="error-taxonomy.md",
        title="Error Taxonomy",
        owner=_JORDAN,
        phase=_DESIGN,
        headings=(
            Heading(
                title="Error Cases",
                needs="what can fail, how it shows, what happens then",
                about=("handling",),
            ),
            Heading(title="Validation Rules", needs="which input is refused"),
        ),
    ),
    DocumentKind(
        name="design-summary.md",
        title="Design Summary",
        owner=_JORDAN,
        phase=_DESIGN,
        headings=(
            Heading(
                title="Decision", needs="a choice between the options", about=("review", "approval", "design")
            ),
            Heading(title="What Changes", needs="the files and parts that change"),
            Heading(title="Risks", needs="what can go wrong, each with a mitigation"),
            Heading(title="Open Questions", needs=""),
        ),
    ),
)

_BY_NAME: Final = {kind.name: kind for kind in CATALOG}


def document(name: str) -> DocumentKind | None:
    """The document a file is, by its name alone; none for a file that is not ours."""
    known = _BY_NAME.get(name)
    if known is not None:
        return known
    if ADR_NAME.match(name):
        return _BY_NAME["adr-*.md"]
    if _MODULE_NAME.match(name):
        return _BY_NAME["module-design-*.md"]
    return None


def documents_for_output(output: str) -> tuple[str, ...]:
    """The catalog names an entry of a step's `outputs` stands for, best first; empty when it is a file of its own.

    `docs/common/nfr-matrix.md` and `nfr-matrix.md` are the same; `interface-spec.yaml|md` and either of its names stand for
    the interface specification, whichever of the two the item has.
    """
    name = output.strip().strip("`").replace("\\", "/").rsplit("/", 1)[-1]
    family = _FAMILIES.get(name.casefold())
    if family is not None:
        return (family,)
    if name.casefold().startswith("adr-") and ("*" in name or "{" in name):
        return ("adr-*.md",)
    if name.casefold().startswith("module-design") and ("*" in name or "{" in name):
        return ("module-design.md", "module-design-*.md")
    if name.casefold().startswith("interface-spec"):
        return INTERFACE_SPECS if not name.endswith(".md") else INTERFACE_SPECS[::-1]
    known = document(name)
    return (known.name if "*" not in known.name else name,) if known else ()


def is_output(output: str, name: str) -> bool:
    """Whether the file `name` is what this entry of a step's `outputs` means."""
    kind = document(name)
    wanted = documents_for_output(output)
    return name in wanted or (kind is not None and kind.name in wanted) or output == name


def path_of(name: str, slug: str) -> str:
    """Where the file lives, relative to the repository."""
    kind = document(name)
    if kind is not None and kind.location == "common":
        return f"{COMMON_FOLDER}/{name}"
    return f"{ITEM_FOLDER}/{slug}/{name}"


def uses_markdown(name: str) -> bool:
    """Whether text may be appended to the file (X-75: insights go to Markdown only)."""
    return name.casefold().endswith((".md", ".markdown"))
