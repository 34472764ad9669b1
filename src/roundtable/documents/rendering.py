"""All documents of an item from its analysis: same facts and context, same bytes.

`render_document` gives one, `documents_showing` tells where each fact appears, `list_facts` lists every fact for programs.

A document is written when it has something of its own to say. Those in `ALWAYS` are written however short, because a build starts
from them; one that exists already is brought up to date even when nothing is left to say in it.

Elsewhere: the shared matrix needs its old text (`nfr_matrix`); keeping what people edited (`merge`).
"""

from typing import Any, Final

from roundtable.analysis.analysis import Analysis
from roundtable.documents import architecture, catalog, design, impact, stories
from roundtable.documents.own_files import answers_of, home_of, is_own_file
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.quick_scan import quick_scan_page
from roundtable.documents.readme import readme_page
from roundtable.documents.requirements import requirements_page
from roundtable.facts import Decision, Interface, Module, Note, Quality, Requirement
from roundtable.facts.evidence import Confidence, Evidence
from roundtable.facts.record import Record

ALWAYS: Final = (
    catalog.README, catalog.QUICK_SCAN, catalog.SPEC, catalog.IMPACT, catalog.OVERVIEW, catalog.MODULES
)  # fmt: skip
"""What a finished item has in any case."""
_PAGES: Final = {
    catalog.QUICK_SCAN: quick_scan_page, catalog.SPEC: requirements_page, catalog.IMPACT: impact.impact_page,
    catalog.OVERVIEW: architecture.architecture_page, catalog.TECHNOLOGY: architecture.technology_page,
    catalog.INTERACTIONS: architecture.interactions_page, catalog.MODULES: design.modules_page,
    design.MARKDOWN: design.interfaces_page, catalog.FLOWS: design.data_flow_page, catalog.TAXONOMY: design.errors_page,
}  # fmt: skip
"""Those without a page of their own are no Markdown, or made here: README.md needs to know which others there are."""


def document_names(analysis: Analysis, context: RenderContext) -> tuple[str, ...]:
    """Every file this item can have now, ADRs and module designs included, in reading order."""
    names: list[str] = []
    for name in (kind.name for kind in catalog.CATALOG if "*" not in kind.name and kind.location == "item"):
        if name not in catalog.INTERFACE_SPECS or name == design.interface_file(context):
            names.append(name)
        if name == catalog.OVERVIEW:
            own = [one for one in analysis.of(Decision) if architecture.has_adr(one, analysis, context)]
            names += [architecture.adr_name(one, context.existing) for one in own]
            names += architecture.withdrawn_adrs(analysis, context)
        if name == catalog.MODULES and design.has_module_files(analysis, context):
            names += [design.module_name(module, analysis) for module in analysis.of(Module)]
    return tuple(dict.fromkeys([*names, *_own_files(analysis, context)]))


def render_document(name: str, analysis: Analysis, context: RenderContext) -> str | None:
    """The text of one document; none for one that is not a document of this item or has nothing to say."""
    if not _is_due(name, analysis, context):
        return None
    if name == catalog.STORIES:
        return stories.write_stories(analysis)
    if name == catalog.MATRIX:
        return stories.write_matrix(analysis)
    if name == design.YAML:
        return design.write_interfaces(analysis, context)
    if (page := _page(name, analysis, context)) is None:
        return None
    if not page.says_something():
        page.opening("Nothing is left to say here. The summary of this item is [README.md](README.md).")
    return page.write()


def documents_showing(analysis: Analysis, context: RenderContext) -> dict[str, tuple[str, ...]]:
    """The documents that show each fact, README.md first; a fact that none shows is not in it."""
    found: dict[str, dict[str, None]] = {}

    def note(name: str, *fact_ids: str) -> None:
        for fact_id in fact_ids:
            found.setdefault(fact_id, {})[name] = None

    for name in document_names(analysis, context):
        page = _page(name, analysis, context) if _is_due(name, analysis, context) else None
        for part in page.all_sections() if page else ():
            note(name, *part.facts)
    for entry in stories.story_entries(analysis):
        note(catalog.STORIES, entry.id, *entry.traces, *entry.acceptance_criteria)
    for row in stories.matrix_rows(analysis):
        note(catalog.MATRIX, *filter(None, row[:2]))
    if design.interface_file(context) == design.YAML:
        note(design.YAML, *(fact.id for fact in analysis.of(Interface)))
    note(catalog.NFR_MATRIX, *(fact.id for fact in analysis.of(Quality) if fact.target))
    return {fact_id: tuple(names) for fact_id, names in found.items()}


def sole_homes(analysis: Analysis, context: RenderContext) -> tuple[str, ...]:
    overview, written = architecture.APART, design.interface_file(context)
    candidates = (catalog.STORIES, *overview, written, catalog.FLOWS, catalog.TAXONOMY)
    return tuple(name for name in candidates if _has_content(name, analysis, context))


def _is_due(name: str, analysis: Analysis, context: RenderContext) -> bool:
    if name in catalog.INTERFACE_SPECS and name != design.interface_file(context):
        return False
    return name in ALWAYS or name in context.existing or _has_content(name, analysis, context)


def _has_content(name: str, analysis: Analysis, context: RenderContext) -> bool:
    match name:
        case catalog.STORIES:
            return bool(stories.story_entries(analysis))
        case catalog.MATRIX:
            return bool(analysis.of(Requirement))
        case design.YAML:
            return bool(analysis.of(Interface))
        case catalog.SUMMARY:
            return context.mode == "steps"
        case _ if name in architecture.APART and not architecture.has_own_file(name, context):
            return False
        case _:
            page = _page(name, analysis, context)
            return page is not None and page.says_something()


def _page(name: str, analysis: Analysis, context: RenderContext) -> Page | None:
    if name == catalog.README:
        names = document_names(analysis, context)
        there = names if context.there is None else set(names).intersection(context.there)
        others = [other for other in names if other in there and other != catalog.README]
        others = [other for other in others if _is_due(other, analysis, context)]
        return readme_page(analysis, context, others)
    if name == catalog.SUMMARY:
        page = Page(name, analysis, context)
        page.opening("The summary of this item is [README.md](README.md).")
        return page
    if name in _PAGES:
        return _PAGES[name](analysis, context)
    for decision in analysis.of(Decision):
        if architecture.adr_name(decision, context.existing) == name:
            return architecture.adr_page(decision, analysis, context)
    for module in analysis.of(Module):
        if design.module_name(module, analysis) == name:
            return design.module_page(module, analysis, context)
    if gone := architecture.withdrawn_adrs(analysis, context).get(name):
        return architecture.withdrawn_page(name, gone, analysis, context)
    return _own_page(name, analysis, context) if is_own_file(name) else None


def _own_page(name: str, analysis: Analysis, context: RenderContext) -> Page:
    """A document that a step of somebody's own names: what was said there, and the facts that came of it."""
    steps = context.own_files.get(name, ())
    heard = {step_id for step_id, _title in steps}
    page = Page(name, analysis, context, [fact for fact in analysis.facts if fact.step_id in heard])
    for step_id, title in steps:
        body = answers_of(analysis, step_id, page.footnotes.mark_of_turn)
        for fact in analysis.facts:
            if fact.step_id == step_id:
                page.show(fact)
        page.section(title, body)
    return page


def _own_files(analysis: Analysis, context: RenderContext) -> list[str]:
    """Documents of steps that somebody added: they hold what was said there, and the notes and discussions that name them."""
    named = {home_of(note) for note in analysis.of(Note)}
    named |= {target[0] for discussion in analysis.discussions for target in discussion.targets}
    asked = {turn.step_id for turn in analysis.turns}
    named |= {name for name, steps in context.own_files.items() if asked & {step_id for step_id, _ in steps}}
    return sorted(name for name in named if is_own_file(name))


_APART = {"kind", "id", "evidence", "step_id"}


class FactEntry(Record):
    """One fact."""

    id: str
    kind: str
    fields: dict[str, Any]
    """What it says; which fields there are depends on the kind."""
    confidence: Confidence
    evidence: tuple[Evidence, ...]
    documents: tuple[str, ...]
    """The documents of the item that show it."""
    step_id: str | None = None
    """The step or topic it was gathered in."""
    stale_because: tuple[str, ...] = ()
    """Facts it rests on that have changed since."""


class ItemFacts(Record):
    """What `roundtable show SLUG --json` prints."""

    slug: str
    title: str
    documents: tuple[str, ...]
    """The files of the item, those it shares with other items as paths from the root."""
    facts: tuple[FactEntry, ...]


def list_facts(analysis: Analysis, context: RenderContext, documents: tuple[str, ...]) -> ItemFacts:
    """The facts in the order they were recorded; of the documents only those that are there."""
    there = {name.rpartition("/")[2] for name in documents}
    shown = documents_showing(analysis, context)
    entries = [
        FactEntry(
            id=fact.id, kind=fact.kind, fields=fact.model_dump(mode="json", exclude=_APART),
            confidence=analysis.confidence(fact), evidence=fact.evidence, step_id=fact.step_id,
            documents=tuple(name for name in shown.get(fact.id, ()) if name in there),
            stale_because=analysis.stale.get(fact.id, ()),
        )
        for fact in analysis.facts
    ]  # fmt: skip
    slug, title = analysis.slug or context.slug, analysis.title or context.title
    return ItemFacts(slug=slug, title=title, documents=documents, facts=tuple(entries))
