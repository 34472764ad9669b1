"""What a scan found, as facts whose only evidence is the code, and in which order files build on each other.

Documents show these where nobody has said anything yet. Confidence is Low until a person confirms them, because the code
alone does not say what has to change.

Elsewhere: what a scan finds (`roundtable.analysis.scanning`), which neighbours are worth telling (`neighbours`).
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeVar

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Impacted, ScanResult
from roundtable.documents.page import RenderContext
from roundtable.facts import (
    CoverageGap,
    DirectChange,
    EntryPoint,
    Fact,
    IndirectChange,
    NoChange,
    OrderItem,
    Scope,
)
from roundtable.facts.evidence import CodeAnchor, Confirmed, HandEdit, Quote

__all__ = ["direct_changes", "is_ruled_out", "is_said", "is_sorted", "seen_by_scan", "shown"]

F = TypeVar("F", bound=Fact)
_MOST: Final = 30
"""Files of a plan that one page can hold."""
_MOST_SUGGESTED: Final = 4
"""Files that the scan alone may suggest as changing."""


def shown(kind: type[F], analysis: Analysis, context: RenderContext) -> tuple[F, ...]:
    """The facts of a kind; while there are none, what the scan suggests."""
    known = analysis.of(kind)
    if known or context.scan is None:
        return known
    found = tuple(fact for fact in _facts_from(context.scan) if isinstance(fact, kind))
    return found[:_MOST_SUGGESTED] if kind is DirectChange else found


def is_said(fact: Fact) -> bool:
    """Whether a person stands behind it, by their words, a yes or their own hand."""
    return any(isinstance(item, Quote | Confirmed | HandEdit) for item in fact.evidence)


def is_ruled_out(path: str, analysis: Analysis) -> bool:
    """Whether the person said that this file is left alone."""
    return any(fact.path and f"/{path}".endswith(f"/{fact.path}") for fact in analysis.of(NoChange))


def direct_changes(analysis: Analysis, context: RenderContext) -> list[DirectChange]:
    """The files that change, each once, in the person's order, else in build order as far as the code shows one."""
    found: dict[str, DirectChange] = {}
    if "direct_change" in analysis.none_of and not analysis.of(DirectChange):
        # What the scan suggests was proposed, and the person said no.
        return []
    for fact in shown(DirectChange, analysis, context)[:_MOST]:
        if is_said(fact) or not is_ruled_out(fact.path, analysis):
            found.setdefault(fact.path, fact)
    places = _places(analysis, context)
    return sorted(found.values(), key=lambda fact: places.get(fact.path, len(places)))


def is_sorted(changes: Sequence[DirectChange], analysis: Analysis, context: RenderContext) -> bool:
    """Whether the code shows the order of all of them, and nobody asked for another."""
    places = _places(analysis, context)
    asked = any(item.path and is_said(item) for item in analysis.of(OrderItem))
    return len(changes) > 1 and not asked and all(fact.path in places for fact in changes)


def seen_by_scan(path: str, context: RenderContext) -> str:
    """Which names that were spoken of a file defines; a likeness of words and the history of a file show nothing."""
    if context.scan is None:
        return ""
    reasons = [reason for file in context.scan.files if file.path == path for reason in file.reasons]
    return next((reason.partition(", ")[0] for reason in reasons if reason.startswith("defines ")), "")


def _places(analysis: Analysis, context: RenderContext) -> dict[str, int]:
    """Path to its place in the order of work."""
    items = [item for item in analysis.of(OrderItem) if item.path]
    asked = [item for item in items if is_said(item)] or items
    if asked:
        return {item.path: at for at, item in enumerate(sorted(asked, key=lambda one: one.position))}
    steps = context.scan.implementation_order if context.scan is not None else ()
    return {step.path: step.position for step in steps}


def _facts_from(scan: ScanResult) -> list[Fact]:
    """The findings as proposed facts without ids."""
    lines = {file.path: file.line for file in scan.files}
    impact = scan.impact
    facts: list[Fact] = [
        Scope(
            text="",
            size=scan.scope,
            file_count=scan.file_count.total,
            complexity=scan.complexity,
            evidence=tuple(CodeAnchor(path=entry.path) for entry in impact.direct[:1]),
        )
    ]
    facts += [
        DirectChange(
            path=one.path, why=one.reason, evidence=(CodeAnchor(path=one.path, line=lines.get(one.path)),)
        )
        for one in impact.direct
    ]
    facts += [_reached(one, "indirect") for one in impact.indirect]
    facts += [_reached(one, "distant") for one in impact.distant]
    facts += [
        EntryPoint(
            name=one.name,
            category=one.kind,
            path=one.path,
            evidence=(CodeAnchor(path=one.path, line=one.line),),
        )
        for one in scan.entry_points
        if one.kind != "test" and one.name != one.path.rpartition("/")[2]
    ]
    facts += [
        CoverageGap(path=gap.path, why=gap.reason, evidence=(CodeAnchor(path=gap.path),))
        for gap in scan.coverage_gaps
    ]
    return facts


def _reached(one: Impacted, tier: Literal["indirect", "distant"]) -> IndirectChange:
    return IndirectChange(
        path=one.path, tier=tier, via=one.via or "", why=one.reason, evidence=(CodeAnchor(path=one.path),)
    )
