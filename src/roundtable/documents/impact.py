"""impact-analysis.md: what the change reaches, in three tiers, where it is dangerous, and in which order to work.

The table under "Directly Affected Files" has back-quoted paths in its first cells: staleness checks read them. The document ends
with a JSON block from which other tools size the work.

Elsewhere: where files come from (`roundtable.scan`), scan results as facts (`from_scan`).
"""

import json
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import (
    CoverageGap,
    DirectChange,
    EntryPoint,
    Fact,
    IndirectChange,
    Module,
    OrderItem,
    RiskZone,
)
from roundtable.analysis.record import Record
from roundtable.analysis.scanning import Level
from roundtable.documents.diagrams import radius
from roundtable.documents.escaping import code, fenced
from roundtable.documents.from_scan import shown
from roundtable.documents.insights import MACHINE_READABLE
from roundtable.documents.listing import open_questions
from roundtable.documents.page import Page, RenderContext, Section, page, section
from roundtable.documents.views import ID, SOURCE, Column, View, render_table

__all__ = [
    "DIRECT",
    "ENTRIES",
    "GAPS_IN_TESTS",
    "INDIRECT",
    "NAME",
    "ORDER",
    "ZONES",
    "ImpactData",
    "impact_page",
]

NAME: Final = "impact-analysis.md"

_FILE: Final = Column(header="File", field="path", style="code", also=("Path", "File Path"))
_WHY: Final = Column(
    header="Why", field="why", also=("Reason", "Impact", "Description", "Change Description")
)

DIRECT: Final = View(
    kind="direct_change",
    columns=(
        _FILE,
        Column(header="Change", field="change", style="level", also=("Change Type", "Type", "Action")),
        _WHY,
        Column(
            header="Requirements", field="requirements", style="ids", also=("FRs", "Traces", "Requirement")
        ),
        SOURCE,
    ),
)
INDIRECT: Final = View(
    kind="indirect_change",
    columns=(_FILE, Column(header="Reached Through", field="via", style="code", also=("Via",)), _WHY, SOURCE),
)
ENTRIES: Final = View(
    kind="entry_point",
    columns=(
        Column(header="Entry Point", field="name", also=("Name", "Entry")),
        Column(header="Kind", field="category", also=("Type",)),
        _FILE,
        SOURCE,
    ),
)
ZONES: Final = View(
    kind="risk_zone",
    columns=(
        ID,
        Column(header="Risk Zone", field="title", also=("Risk", "Zone", "Area")),
        _FILE,
        Column(header="Level", field="level", style="level", also=("Severity", "Risk Level", "Risk")),
        _WHY,
        Column(header="Mitigation", field="mitigation", needs="what would lessen it", also=("Mitigations",)),
        SOURCE,
    ),
)
GAPS_IN_TESTS: Final = View(kind="coverage_gap", columns=(_FILE, _WHY, SOURCE))
ORDER: Final = View(
    kind="order",
    columns=(
        Column(header="#", field="position", style="number", also=("Order", "Step", "Position")),
        _FILE,
        _WHY,
    ),
)


class ImpactData(Record):
    """The JSON block at the end."""

    files_directly_affected: int
    modules_affected: int
    risk_level: Level
    blast_radius: Level
    coverage_gaps: int


def impact_page(analysis: Analysis, context: RenderContext) -> Page:
    """The impact analysis as sections."""
    direct = shown(DirectChange, analysis, context)
    paths = {fact.path for fact in direct}
    others = [fact for fact in shown(IndirectChange, analysis, context) if fact.path not in paths]
    indirect = [fact for fact in others if fact.tier == "indirect"]
    near = {fact.path for fact in indirect}
    distant = [fact for fact in others if fact.tier == "distant" and fact.path not in near]
    zones = [zone for zone in shown(RiskZone, analysis, context) if zone.path] or list(analysis.of(RiskZone))
    entries = shown(EntryPoint, analysis, context)
    gaps = shown(CoverageGap, analysis, context)
    order = sorted(shown(OrderItem, analysis, context), key=lambda item: (item.position, item.path))
    data = _data(direct, indirect, zones, gaps, analysis)

    def table(title: str, view: View, facts: Sequence[Fact]) -> Section:
        return section(NAME, title, facts, render_table(view, facts, analysis), analysis=analysis)

    sections = (
        _summary(analysis, context, direct, indirect, distant, data),
        table("Directly Affected Files", DIRECT, direct),
        table("Indirectly Affected Files", INDIRECT, indirect),
        _distant(analysis, context, distant),
        table("Entry Points", ENTRIES, entries),
        table("Risk Zones", ZONES, zones),
        table("Coverage Gaps", GAPS_IN_TESTS, gaps),
        table("Implementation Order", ORDER, order),
        open_questions(NAME, analysis, "02"),
    )
    weighed = (*direct, *indirect, *zones)
    tail = fenced("json", json.dumps(data.model_dump(), indent=2)) if direct else ""
    return page(NAME, sections, weighed, analysis, tail=f"## {MACHINE_READABLE}\n\n{tail}" if tail else "")


def _summary(
    analysis: Analysis,
    context: RenderContext,
    direct: Sequence[DirectChange],
    indirect: Sequence[IndirectChange],
    distant: Sequence[IndirectChange],
    data: ImpactData,
) -> Section:
    if not direct:
        return section(NAME, "Summary", (), analysis=analysis)
    further = len(distant) + (context.scan.impact.unlisted if context.scan else 0)
    new = sum(fact.change == "create" for fact in direct)
    changed = _files(len(direct) - new, "change", "changes")
    sentences = [
        (f"{changed} and {_files(new, 'are new', 'is new')}" if new and len(direct) > new else "")
        or (_files(new, "are new", "is new") if new else changed)
    ]
    if indirect or further:
        near = f"{_files(len(indirect), 'depend', 'depends')} on them directly" if indirect else ""
        far = f"{_files(further, 'lie', 'lies')} further away" if further else ""
        sentences.append(" and ".join(part for part in (near, far) if part))
    sentences.append(f"The risk is {data.risk_level}, the blast radius {data.blast_radius}")
    if data.coverage_gaps:
        sentences.append(f"No test was seen to reach {_files(data.coverage_gaps, '', '').strip()}")
    if context.commit:
        sentences.append(f"The code was read at commit {code(context.commit)}")
    tiers = {
        "Changes": [fact.path for fact in direct],
        "Depends on it": [fact.path for fact in indirect],
        "Further away": [fact.path for fact in distant],
    }
    return section(
        NAME,
        "Summary",
        direct,
        ". ".join(sentences) + ".",
        radius(tiers, _edges(context, indirect, distant)),
        analysis=analysis,
    )


def _files(count: int, verb: str, verb_for_one: str) -> str:
    return f"{count} file {verb_for_one}" if count == 1 else f"{count or 'No'} files {verb}"


def _edges(
    context: RenderContext, indirect: Sequence[IndirectChange], distant: Sequence[IndirectChange]
) -> list[tuple[str, str]]:
    """Arrows follow the effect: from the changed file to the one that feels it."""
    drawn = [(fact.via, fact.path) for fact in (*indirect, *distant) if fact.via]
    if context.scan is not None:
        drawn += [(edge.target, edge.source) for edge in context.scan.impact.edges]
    return drawn


def _distant(analysis: Analysis, context: RenderContext, distant: Sequence[IndirectChange]) -> Section:
    unlisted = context.scan.impact.unlisted if context.scan and distant else 0
    more = f"{unlisted} more files lie at this distance or further." if unlisted else ""
    return section(
        NAME, "Distant Effects", distant, render_table(INDIRECT, distant, analysis), more, analysis=analysis
    )


def _data(
    direct: Sequence[DirectChange],
    indirect: Sequence[IndirectChange],
    zones: Sequence[RiskZone],
    gaps: Sequence[CoverageGap],
    analysis: Analysis,
) -> ImpactData:
    paths = {fact.path for fact in direct}
    modules = {module.name for module in analysis.of(Module) if paths & set(module.paths)}
    folders = {path.rpartition("/")[0] for path in paths}
    reached = len(direct) + len(indirect)
    return ImpactData(
        files_directly_affected=len(paths),
        modules_affected=len(modules or folders),
        risk_level=_highest(zones),
        blast_radius="low" if reached < 5 else "medium" if reached <= 15 else "high",
        coverage_gaps=len(gaps),
    )


def _highest(zones: Sequence[RiskZone]) -> Level:
    levels = {zone.level for zone in zones}
    if "high" in levels:
        return "high"
    return "medium" if "medium" in levels else "low"
