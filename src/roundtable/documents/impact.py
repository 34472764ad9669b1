"""impact-analysis.md: the files that change, what was said about each and what the code shows, and what is near them.

The table under "Directly Affected Files" has back-quoted paths in its first cells: staleness checks read them. The document
ends with a JSON block from which other tools size the work; its numbers are those of the table.

Elsewhere: where files come from (`from_scan`), what is near them (`neighbours`).
"""

import json
import re
from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.scanning import Level
from roundtable.documents.escaping import code, fenced, inline, one_line
from roundtable.documents.from_scan import direct_changes, is_said, is_sorted, seen_by_scan, shown
from roundtable.documents.insights import MACHINE_READABLE
from roundtable.documents.neighbours import Neighbour, is_test, neighbours, render_neighbours
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import (
    cited_lines,
    code_link,
    counted,
    ended,
    joined,
    line_link,
    listed,
    normal,
    table,
)
from roundtable.facts import CoverageGap, DirectChange, EntryPoint, Module, OrderItem, RiskZone
from roundtable.facts.evidence import CodeAnchor, Confirmed, HandEdit, Quote
from roundtable.facts.record import Record

__all__ = ["DIRECT_FILES", "NAME", "ImpactData", "build_order", "impact_page", "may_break"]

NAME: Final = "impact-analysis.md"
DIRECT_FILES: Final = f"{NAME}#directly-affected-files"
IN_BUILD_ORDER: Final = "In build order: what others import comes first."
_MOST_ENTRIES: Final = 6
_CLAUSE: Final = re.compile(r"[;,]\s+(?:and\s+)?")


class ImpactData(Record):
    """The JSON block at the end."""

    files_directly_affected: int
    modules_affected: int
    risk_level: Level
    blast_radius: Level
    coverage_gaps: int


def impact_page(analysis: Analysis, context: RenderContext) -> Page:
    """The impact analysis."""
    direct = direct_changes(analysis, context)
    paths = [fact.path for fact in direct]
    near = neighbours(analysis, context, paths)
    page = Page(NAME, analysis, context, direct)
    page.opening(_summary(direct, near))
    page.section(
        "Directly Affected Files",
        IN_BUILD_ORDER if is_sorted(direct, analysis, context) else "",
        _direct(page, direct),
    )
    page.section("Indirectly Affected Files", render_neighbours(page, near))
    page.section("Entry Points", _entries(page, paths))
    page.section("Risk Zones", _risks(page, paths), _untested(page, paths))
    page.section("Implementation Order", _asked_order(page))
    if direct:
        data = _data(direct, near, analysis, context)
        page.tail = f"## {MACHINE_READABLE}\n\n{fenced('json', json.dumps(data.model_dump()))}"
    return page


def build_order(page: Page) -> str:
    """The files as a numbered list with links, for README.md."""
    direct = direct_changes(page.analysis, page.context)
    is_column = any(fact.text for fact in direct)
    before: set[str] = set()
    lines: list[str] = []
    for at, fact in enumerate(direct, start=1):
        said = _said(page, fact, direct, before, is_column=is_column)
        seen = (
            ""
            if fact.text
            else _seen(page, fact, with_source=not is_column or _is_named(fact), is_doubted=not is_column)
        )
        about = "; ".join(part for part in (said, seen) if part)
        lines.append(f"{at}. {_link(fact, page.context)}" + (f": {ended(about)}" if about else ""))
    first = IN_BUILD_ORDER if is_sorted(direct, page.analysis, page.context) else ""
    return "\n\n".join(part for part in (first, "\n".join(lines)) if part)


def may_break(page: Page) -> str:
    """Risks somebody named, tests that hold what changes, files that no test reaches: for README.md."""
    paths = [fact.path for fact in direct_changes(page.analysis, page.context)]
    lines = [page.sentence(risk) for risk in _worth_telling(page.analysis, paths)]
    for one in neighbours(page.analysis, page.context, paths):
        if one.paths and all(is_test(path) for path in one.paths):
            names = joined(code_link(path) for path in one.paths)
            lines.append(ended(f"{names}: {page.words(one.why, one.paths[0], opens=False)}"))
    return listed([*lines, _untested(page, paths)])


def _summary(direct: Sequence[DirectChange], near: Sequence[Neighbour]) -> str:
    if not direct:
        return "Which files change is not known so far."
    new = sum(fact.change == "create" for fact in direct)
    count = counted(len(direct)).capitalize()
    text = f"{count} file changes" if len(direct) == 1 else f"{count} files change"
    if new == len(direct):
        text = f"{count} file{'' if new == 1 else 's'} will be new"
    elif new:
        text += f", {counted(new)} of them new"
    others = sum(len(one.paths) for one in near)
    verb = "is" if others == 1 else "are"
    return f"{text}; {counted(others)} more {verb} near." if others else f"{text}."


def _direct(page: Page, direct: Sequence[DirectChange]) -> str:
    is_column = any(fact.text for fact in direct)
    before: set[str] = set()
    rows = [
        (
            code(fact.path),
            _said(page, fact, direct, before, is_column=is_column),
            _seen(page, fact, with_source=not is_column or _is_named(fact), is_doubted=not is_column),
            inline(", ".join(fact.requirements)),
        )
        for fact in direct
    ]
    is_same = len({row[3] for row in rows}) < 2
    rows = [(*row[:3], "" if is_same else row[3]) for row in rows]
    return table(("File", "Said about it", "Seen in the code", "For"), rows)


def _said(
    page: Page, fact: DirectChange, others: Sequence[DirectChange], before: set[str], *, is_column: bool
) -> str:
    """What the person said about this file: of a sentence about several files, the clause that names it."""
    page.show(fact)
    if not fact.text:
        is_unnamed = is_column and not _is_named(fact)
        return f"nobody named it{page.doubt(fact)}{page.mark(fact)}" if is_unnamed else ""
    words = _clause(fact, others)
    mark = page.mark(fact, words)
    if normal(words) in before:
        return f"the same{mark}"
    before.add(normal(words))
    return f"{page.words(words.rstrip(' .'), opens=False)}{page.doubt(fact)}{mark}"


def _is_named(fact: DirectChange) -> bool:
    """Whether the person named the file, agreed to it or wrote it down."""
    name = fact.path.rpartition("/")[2]
    return any(
        isinstance(item, Confirmed | HandEdit) or (isinstance(item, Quote) and name in item.text)
        for item in fact.evidence
    )


def _clause(fact: DirectChange, others: Sequence[DirectChange]) -> str:
    """The sentence; of one about several files the clause about this one, without the path that stands beside it."""
    text, name = one_line(fact.text), fact.path.rpartition("/")[2]
    if any(other.text == fact.text for other in others if other is not fact):
        pieces = [piece.strip() for piece in _CLAUSE.split(text)]
        mine = [piece for piece in pieces if name in piece and len(piece.split()) > 1]
        text = mine[0] if len(mine) == 1 else text
    bare = re.sub(rf"\s+(?:in|is)\s+`?(?:{re.escape(fact.path)}|{re.escape(name)})`?(?![\w/])", "", text)
    return bare if len(bare.split()) > 1 else text


def _seen(page: Page, fact: DirectChange, *, with_source: bool = False, is_doubted: bool = False) -> str:
    """What the code shows: the reason, then the places it was found at."""
    why = fact.why or seen_by_scan(fact.path, page.context)
    parts = ["new file" if fact.change == "create" else "to be deleted" if fact.change == "delete" else ""]
    parts.append(page.words(why, fact.path, opens=False))
    for item in fact.evidence:
        if isinstance(item, CodeAnchor) and item.path == fact.path and (item.symbol or not why):
            named = item.symbol and normal(item.symbol) in normal(why)
            line = line_link(item.path, item.line, text=str(item.line)) if item.line else ""
            symbol = code(item.symbol or "") if not named else ""
            if f"#L{item.line}" not in parts[1]:
                parts.append(" ".join(part for part in (symbol, line) if part))
    seen = " · ".join(part for part in parts if part)
    doubt = page.doubt(fact) if is_doubted else ""
    return f"{seen}{doubt}{page.mark(fact, why) if with_source and seen and not fact.text else ''}"


def _link(fact: DirectChange, context: RenderContext) -> str:
    if fact.change == "create":
        return code(fact.path)
    lines = cited_lines(fact.why or seen_by_scan(fact.path, context), fact.path)
    if lines is None:
        found = [
            item.line for item in fact.evidence if isinstance(item, CodeAnchor) and item.path == fact.path
        ]
        lines = (found[0], None) if found and found[0] else None
    return line_link(fact.path, *(lines or (None, None)), text=code(fact.path))


def _entries(page: Page, paths: Sequence[str]) -> str:
    lines: list[str] = []
    folders = {path.rpartition("/")[0] for path in paths}
    found = shown(EntryPoint, page.analysis, page.context)
    near = [
        fact for fact in found if is_said(fact) or not fact.path or fact.path.rpartition("/")[0] in folders
    ]
    for fact in near[:_MOST_ENTRIES]:
        line = next((item.line for item in fact.evidence if isinstance(item, CodeAnchor) and item.line), None)
        where = f" ({code_link(fact.path, line)})" if fact.path else ""
        kind = f", {page.words(fact.category, opens=False)}" if fact.category.strip() else ""
        lines.append(f"{code(fact.name)}{kind}{where}{page.mark(fact, fact.name)}")
    return listed(lines)


def _worth_telling(analysis: Analysis, paths: Sequence[str]) -> list[RiskZone]:
    """Risks somebody named or argued; the scan's own, which count lines and commits, are left out."""
    return [
        risk
        for risk in analysis.of(RiskZone)
        if risk.text
        or (risk.title not in {"", risk.path} and (not risk.path or risk.path in paths or is_said(risk)))
    ]


def _risks(page: Page, paths: Sequence[str]) -> str:
    risks = _worth_telling(page.analysis, paths)
    if not any(risk.mitigation for risk in risks):
        return page.few(risks)
    rows = [
        (
            page.sentence(risk, told(risk), risk.path),
            risk.level.capitalize(),
            page.words(risk.mitigation, risk.path),
        )
        for risk in risks
    ]
    return table(("Risk", "Level", "Remedy"), rows)


def _untested(page: Page, paths: Sequence[str]) -> str:
    gaps = [gap for gap in shown(CoverageGap, page.analysis, page.context) if gap.path in paths]
    for gap in gaps:
        page.show(gap)
    return f"No test was seen to reach {joined(code(gap.path) for gap in gaps)}." if gaps else ""


def _asked_order(page: Page) -> str:
    """The order of work, only where somebody gave one."""
    asked = sorted(
        (item for item in page.analysis.of(OrderItem) if is_said(item)), key=lambda one: one.position
    )
    told_ = [item for item in asked if item.text]
    steps = [
        f"{at}. {code(item.path)}{f': {page.words(item.why)}' if item.why else ''}{page.mark(item, item.why)}"
        for at, item in enumerate((item for item in asked if not item.text), start=1)
    ]
    return "\n\n".join(part for part in (page.paragraph(told_), "\n".join(steps)) if part)


def _data(
    direct: Sequence[DirectChange], near: Sequence[Neighbour], analysis: Analysis, context: RenderContext
) -> ImpactData:
    paths = {fact.path for fact in direct}
    modules = {module.name for module in analysis.of(Module) if module.name and paths & set(module.paths)}
    folders = {path.rpartition("/")[0] for path in paths}
    reached = len(direct) + sum(len(one.facts) for one in near)
    levels = {risk.level for risk in _worth_telling(analysis, list(paths))}
    levels |= (
        {zone.level for zone in context.scan.risk_zones if zone.path in paths} if context.scan else set()
    )
    return ImpactData(
        files_directly_affected=len(paths),
        modules_affected=len(modules or folders),
        risk_level="high" if "high" in levels else "medium" if "medium" in levels else "low",
        blast_radius="low" if reached < 5 else "medium" if reached <= 15 else "high",
        coverage_gaps=sum(gap.path in paths for gap in shown(CoverageGap, analysis, context)),
    )
