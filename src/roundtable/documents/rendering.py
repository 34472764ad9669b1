"""All documents of an item from its analysis: same facts and context, same bytes.

`render_document` gives one, `render_documents` those that have something to say, `sections_showing` tells which sections have to
be read again when facts change.

Elsewhere: the shared matrix needs its old text (`nfr_matrix`); keeping what people edited (`merge`).
"""

from collections.abc import Callable, Iterable
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Decision, Fact, Module, Note
from roundtable.documents.adrs import adr_name, adr_page
from roundtable.documents.architecture import (
    INTERACTIONS,
    TECHNOLOGY,
    architecture_page,
    interactions_page,
    technology_page,
)
from roundtable.documents.architecture import NAME as ARCHITECTURE
from roundtable.documents.flows import FLOWS, TAXONOMY, data_flow_page, errors_page
from roundtable.documents.impact import NAME as IMPACT
from roundtable.documents.impact import impact_page
from roundtable.documents.interfaces import MARKDOWN, YAML, interface_file, interfaces_page, write_interfaces
from roundtable.documents.module_design import NAME as MODULES
from roundtable.documents.module_design import module_name, module_page, modules_page
from roundtable.documents.nfr_matrix import NAME as NFR_MATRIX
from roundtable.documents.own_files import answers_of, home_of, is_own_file
from roundtable.documents.page import Page, RenderContext, Section, page, write_page
from roundtable.documents.quick_scan import NAME as QUICK_SCAN
from roundtable.documents.quick_scan import quick_scan_page
from roundtable.documents.requirements import NAME as REQUIREMENTS
from roundtable.documents.requirements import requirements_page
from roundtable.documents.stories import (
    MATRIX,
    STORIES,
    matrix_rows,
    story_entries,
    write_matrix,
    write_stories,
)
from roundtable.documents.summary import NAME as SUMMARY
from roundtable.documents.summary import summary_page

__all__ = [
    "document_names",
    "pages_of",
    "render_document",
    "render_documents",
    "sections_showing",
    "sole_homes",
]

_PAGES: Final[dict[str, Callable[[Analysis, RenderContext], Page]]] = {
    QUICK_SCAN: quick_scan_page,
    REQUIREMENTS: requirements_page,
    IMPACT: impact_page,
    ARCHITECTURE: architecture_page,
    TECHNOLOGY: technology_page,
    INTERACTIONS: interactions_page,
    MODULES: modules_page,
    MARKDOWN: interfaces_page,
    FLOWS: data_flow_page,
    TAXONOMY: errors_page,
    SUMMARY: summary_page,
}
_ORDER: Final = (
    QUICK_SCAN,
    REQUIREMENTS,
    STORIES,
    MATRIX,
    IMPACT,
    ARCHITECTURE,
    TECHNOLOGY,
    INTERACTIONS,
    MODULES,
    MARKDOWN,
    YAML,
    FLOWS,
    TAXONOMY,
    SUMMARY,
)


def document_names(analysis: Analysis, context: RenderContext) -> tuple[str, ...]:
    """Every file this item can have now, ADRs and module designs included, in reading order."""
    interface = interface_file(context)
    names: list[str] = []
    for name in _ORDER:
        if name not in {MARKDOWN, YAML} or name == interface:
            names.append(name)
        if name == ARCHITECTURE:
            names += [adr_name(fact, context.existing) for fact in analysis.of(Decision)]
        if name == MODULES and context.mode == "steps" and len(analysis.of(Module)) > 1:
            names += [module_name(module, analysis) for module in analysis.of(Module)]
    return tuple(dict.fromkeys([*names, *_own_files(analysis, context)]))


def render_document(name: str, analysis: Analysis, context: RenderContext) -> str | None:
    """The text of one document; none for a name that is not a document of this item."""
    if name == STORIES:
        return write_stories(analysis)
    if name == MATRIX:
        return write_matrix(analysis)
    if name == YAML:
        return write_interfaces(analysis, context)
    found = _page(name, analysis, context)
    return None if found is None else write_page(found, analysis, context)


def render_documents(analysis: Analysis, context: RenderContext, *, every: bool = False) -> dict[str, str]:
    """File name to text, for the item folder. Documents about which nothing is known are left out unless `every`.

    The shared nfr-matrix.md is not among them: `update_nfr_matrix` needs what other items wrote there.
    """
    return {
        name: text
        for name in document_names(analysis, context)
        if (every or _has_content(name, analysis, context))
        and (text := render_document(name, analysis, context)) is not None
    }


def pages_of(analysis: Analysis, context: RenderContext) -> tuple[Page, ...]:
    """Every Markdown document of the item folder, as sections."""
    found = (_page(name, analysis, context) for name in document_names(analysis, context))
    return tuple(entry for entry in found if entry is not None)


def sections_showing(
    analysis: Analysis, fact_ids: Iterable[str], context: RenderContext | None = None
) -> tuple[tuple[str, str], ...]:
    """Which sections of which documents show any of these facts: (file name, heading).

    For user-stories.json the second part is the story's id, for the matrix it is the requirement's.
    """
    wanted = set(fact_ids)
    context = context or RenderContext(slug=analysis.slug)
    found = [
        (entry.name, part.heading)
        for entry in pages_of(analysis, context)
        for part in entry.sections
        if part.body and wanted & set(part.facts)
    ]
    found += [
        (STORIES, entry.id)
        for entry in story_entries(analysis)
        if wanted & {entry.id, *entry.traces, *(c.partition(":")[0] for c in entry.acceptance_criteria)}
    ]
    found += [(MATRIX, row[0]) for row in matrix_rows(analysis) if wanted & set(row[:3])]
    if interface_file(context) == YAML:
        found += [(YAML, fact.id) for fact in analysis.kinds("interface") if fact.id in wanted]
    if any(fact.id in wanted for fact in analysis.kinds("quality")):
        found.append((NFR_MATRIX, analysis.slug or context.slug))
    return tuple(dict.fromkeys(found))


def _page(name: str, analysis: Analysis, context: RenderContext) -> Page | None:
    if name in _PAGES:
        return _PAGES[name](analysis, context)
    for decision in analysis.of(Decision):
        if adr_name(decision, context.existing) == name:
            return adr_page(decision, analysis, context)
    for module in analysis.of(Module):
        if module_name(module, analysis) == name:
            return module_page(module, analysis, context)
    return _own_page(name, analysis, context) if is_own_file(name) else None


def _own_page(name: str, analysis: Analysis, context: RenderContext) -> Page:
    """A document that a step of somebody's own names: what was said there, and the facts that came of it."""
    steps = context.own_files.get(name, ())
    parts: list[Section] = []
    told: list[Fact] = []
    for step_id, title in steps:
        facts = [fact for fact in analysis.facts if fact.step_id == step_id]
        body = answers_of(analysis, step_id)
        if body:
            parts.append(Section(heading=title, body=body, facts=tuple(fact.id for fact in facts)))
            told += facts
    return page(name, parts, told, analysis)


def _own_files(analysis: Analysis, context: RenderContext) -> list[str]:
    """Documents of steps that somebody added: they hold what was said there, and the notes and discussions that name them."""
    named = {home_of(note) for note in analysis.of(Note)}
    named |= {target[0] for discussion in analysis.discussions for target in discussion.targets}
    asked = {turn.step_id for turn in analysis.turns}
    named |= {
        name for name, steps in context.own_files.items() if any(step_id in asked for step_id, _ in steps)
    }
    return sorted(name for name in named if is_own_file(name))


_ONLY_IN: Final = {
    "error_case": TAXONOMY,
    "data_flow": FLOWS,
    "state": FLOWS,
    "technology": TECHNOLOGY,
    "story": STORIES,
}


def sole_homes(analysis: Analysis, context: RenderContext) -> tuple[str, ...]:
    """Documents that show facts which no other document shows, as far as there are such facts."""
    homes = {**_ONLY_IN, "interface": interface_file(context)}
    return tuple(dict.fromkeys(homes[fact.kind] for fact in analysis.facts if fact.kind in homes))


def _has_content(name: str, analysis: Analysis, context: RenderContext) -> bool:
    if name == STORIES:
        return bool(analysis.kinds("story"))
    if name == MATRIX:
        return bool(analysis.kinds("requirement"))
    if name == YAML:
        return bool(analysis.kinds("interface"))
    found = _page(name, analysis, context)
    targeted = any(target[0] == name for d in analysis.discussions for target in d.targets)
    noted = any(home_of(note) == name for note in analysis.of(Note))
    return found is not None and (targeted or noted or any(part.body for part in found.sections))
