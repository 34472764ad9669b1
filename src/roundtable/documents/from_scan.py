"""What a scan found, as facts whose only evidence is the code.

Documents show these where nobody has said anything yet; a session may take them into the analysis. Confidence is Low until a
person confirms them, because the code alone does not say what has to change.

Elsewhere: what a scan finds (`roundtable.analysis.scanning`).
"""

from typing import Literal, TypeVar

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import CodeAnchor
from roundtable.analysis.facts import (
    CoverageGap,
    DirectChange,
    EntryPoint,
    Fact,
    IndirectChange,
    Keyword,
    OrderItem,
    RiskZone,
    Scope,
)
from roundtable.analysis.scanning import FileCount, Impacted, ScanResult
from roundtable.documents.page import RenderContext

__all__ = ["facts_from_scan", "shown"]

F = TypeVar("F", bound=Fact)


def shown(kind: type[F], analysis: Analysis, context: RenderContext) -> tuple[F, ...]:
    """The facts of a kind; while there are none, what the scan suggests."""
    known = analysis.of(kind)
    if known or context.scan is None:
        return known
    return tuple(fact for fact in facts_from_scan(context.scan) if isinstance(fact, kind))


def facts_from_scan(scan: ScanResult) -> tuple[Fact, ...]:
    """Everything a scan found, as proposed facts without ids."""
    anchors = {file.path: file for file in scan.files}
    facts: list[Fact] = [_scope(scan)]
    facts += [
        Keyword(
            word=word.word, hits=word.hits, files=word.files, evidence=tuple(_at(p) for p in word.files[:1])
        )
        for word in scan.keywords
    ]
    facts += [
        DirectChange(
            path=entry.path,
            why=entry.reason,
            evidence=(_at(entry.path, anchors[entry.path].line if entry.path in anchors else None),),
        )
        for entry in scan.impact.direct
    ]
    facts += [_reached(entry, "indirect") for entry in scan.impact.indirect]
    facts += [_reached(entry, "distant") for entry in scan.impact.distant]
    facts += [
        EntryPoint(
            name=entry.name, category=entry.kind, path=entry.path, evidence=(_at(entry.path, entry.line),)
        )
        for entry in scan.entry_points
    ]
    facts += [
        RiskZone(
            title=zone.path,
            path=zone.path,
            level=zone.level,
            why="; ".join(zone.reasons),
            mitigation="; ".join(zone.mitigations),
            evidence=(_at(zone.path),),
        )
        for zone in scan.risk_zones
    ]
    facts += [
        CoverageGap(path=gap.path, why=gap.reason, evidence=(_at(gap.path),)) for gap in scan.coverage_gaps
    ]
    facts += [
        OrderItem(position=item.position, path=item.path, why=item.reason, evidence=(_at(item.path),))
        for item in scan.implementation_order
    ]
    return tuple(facts)


def _reached(entry: Impacted, tier: Literal["indirect", "distant"]) -> IndirectChange:
    return IndirectChange(
        path=entry.path, tier=tier, via=entry.via or "", why=entry.reason, evidence=(_at(entry.path),)
    )


def _scope(scan: ScanResult) -> Scope:
    return Scope(
        text=scan.scope_reason or scan.description,
        size=scan.scope,
        file_count=scan.file_count.total,
        complexity=scan.complexity,
        breakdown=_breakdown(scan.file_count),
        evidence=tuple(_at(entry.path) for entry in scan.impact.direct[:1]),
    )


def _breakdown(count: FileCount) -> dict[str, int]:
    numbers = {
        "new": count.new,
        "modify": count.modify,
        "test": count.test,
        "config": count.config,
        "docs": count.docs,
    }
    return {kind: number for kind, number in numbers.items() if number}


def _at(path: str, line: int | None = None) -> CodeAnchor:
    return CodeAnchor(path=path, line=line)
