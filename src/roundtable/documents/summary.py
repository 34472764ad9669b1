"""design-summary.md: the one page a lead decides from.

What is built and why, how big it is, what was chosen, what can hurt, what is still open. Everything else is a link away.
"""

from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import Confidence
from roundtable.analysis.facts import (
    Decision,
    DirectChange,
    Fact,
    Module,
    OrderItem,
    Problem,
    Requirement,
    RiskZone,
    Scope,
)
from roundtable.documents.escaping import code, inline, shorten
from roundtable.documents.from_scan import shown
from roundtable.documents.listing import fields, labelled, open_questions, titled
from roundtable.documents.page import Page, RenderContext, Section, page, section
from roundtable.documents.quick_scan import said_scopes
from roundtable.documents.views import tbd

__all__ = ["NAME", "summary_page"]

NAME: Final = "design-summary.md"
_MOST_QUESTIONS: Final = 8
_MOST: Final = 6
_LEVELS: Final = ("high", "medium", "low")


def summary_page(analysis: Analysis, context: RenderContext) -> Page:
    """The summary as sections."""
    sections = (
        _decision(analysis, context),
        _changes(analysis, context),
        _risks(analysis, context),
        open_questions(NAME, analysis, most=_MOST_QUESTIONS),
    )
    weighed = (*analysis.of(Requirement), *analysis.of(Decision), *analysis.of(Module))
    return page(NAME, sections, weighed, analysis)


def _decision(analysis: Analysis, context: RenderContext) -> Section:
    decisions, problems, requirements = analysis.of(Decision), analysis.of(Problem), analysis.of(Requirement)
    if not decisions:
        return section(NAME, "Decision", (), analysis=analysis)
    chosen = [
        f"**{fact.id}**: {inline(fact.choice)}" + (f" -- {inline(fact.rationale)}" if fact.rationale else "")
        for fact in decisions
    ]
    said = said_scopes(analysis.of(Scope))
    scope = said[0] if said else context.title or analysis.title
    return section(
        NAME,
        "Decision",
        (*decisions, *problems),
        fields(
            ("What", inline(shorten(scope, 300))),
            ("Why", inline(shorten(" ".join(fact.text for fact in problems[:2]), 400))),
            ("Size", _size(analysis, context, requirements)),
        ),
        labelled("Chosen", _bounded(chosen, "architecture-overview.md")),
        analysis=analysis,
    )


def _size(analysis: Analysis, context: RenderContext, requirements: Sequence[Requirement]) -> str:
    sizes = [scope for scope in shown(Scope, analysis, context) if scope.size]
    told: list[str] = []
    if sizes:
        size = sizes[-1]
        count = f", about {size.file_count} files" if size.file_count else ""
        told.append(f"{size.size}{count}" + (f", {size.complexity} complexity" if size.complexity else ""))
    if requirements:
        must = sum(analysis.priority_of(fact.id) == "Must" for fact in requirements)
        told.append(
            f"{_counted(len(requirements), 'requirement')}" + (f", {must} of them Must" if must else "")
        )
    return "; ".join(told)


def _changes(analysis: Analysis, context: RenderContext) -> Section:
    requirements = analysis.of(Requirement)
    modules, files = analysis.of(Module), shown(DirectChange, analysis, context)
    order = sorted(shown(OrderItem, analysis, context), key=lambda item: (item.position, item.path))
    ranked = sorted(requirements, key=lambda fact: (_rank(analysis.priority_of(fact.id)), fact.id))
    can = [f"{titled(f.id, f.title)}: {analysis.priority_of(f.id) or tbd('priority')}" for f in ranked]
    parts = [f"**{inline(m.name)}**: {inline(m.responsibility) or tbd('what it is for')}" for m in modules]
    paths = [
        f"{code(f.path)} ({f.change})" + (f": {inline(shorten(f.why, 120))}" if f.why else "") for f in files
    ]
    steps = [
        f"{at}. {code(item.path)}" + (f": {inline(shorten(item.why, 120))}" if item.why else "")
        for at, item in enumerate(order[:_MOST], start=1)
    ]
    facts: tuple[Fact, ...] = (*requirements, *modules, *files, *order)
    return section(
        NAME,
        "What Changes",
        facts,
        labelled("What it will do", _bounded(can, "requirements-spec.md")),
        labelled("Parts", _bounded(parts, "module-design.md")),
        labelled("Files", _bounded(paths, "impact-analysis.md")) if not order else "",
        "\n".join(["**Order of work:**", "", *steps]) if steps else "",
        analysis=analysis,
    )


def _risks(analysis: Analysis, context: RenderContext) -> Section:
    risks = sorted(
        (risk for risk in shown(RiskZone, analysis, context) if risk.level != "low"),
        key=lambda risk: (_LEVELS.index(risk.level), risk.id),
    )
    unsure = [fact for fact in analysis.of(Requirement) if analysis.confidence(fact) is Confidence.LOW]
    told = [
        f"**{risk.level.capitalize()}**: {inline(risk.title)}"
        + (f" ({inline(shorten(risk.why, 160))})" if risk.why else "")
        + f" -- {inline(risk.mitigation) or tbd('what would lessen it')}"
        for risk in risks
    ]
    assumed = [titled(fact.id, fact.title) for fact in unsure]
    return section(
        NAME,
        "Risks",
        (*risks, *unsure),
        "\n".join(f"- {entry}" for entry in _bounded(told, "impact-analysis.md")),
        labelled("Assumed, to be validated before work starts", _bounded(assumed, "requirements-spec.md")),
        analysis=analysis,
    )


def _bounded(entries: Sequence[str], where: str) -> list[str]:
    if len(entries) <= _MOST:
        return list(entries)
    return [*entries[: _MOST - 1], f"… and {len(entries) - _MOST + 1} more in [{where}]({where})"]


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _rank(level: str | None) -> int:
    return {"Must": 0, "Should": 1, "Could": 2, "Won't": 3}.get(level or "", 4)
