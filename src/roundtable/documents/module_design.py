"""module-design.md, and one module-design-{name}.md per module when a stepped session has two modules or more."""

from collections.abc import Sequence
from typing import Final

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.facts import Interface, Module, Requirement
from roundtable.documents.adrs import slug_of
from roundtable.documents.diagrams import components
from roundtable.documents.escaping import code, heading, inline, lead
from roundtable.documents.interfaces import interface_block
from roundtable.documents.listing import fields, titled
from roundtable.documents.page import Page, RenderContext, page, section
from roundtable.documents.sources import marked_note
from roundtable.documents.views import tbd

__all__ = ["NAME", "NO_DEPENDENCY", "module_name", "module_page", "modules_page"]

NAME: Final = "module-design.md"
NO_DEPENDENCY: Final = "no other module"


def modules_page(analysis: Analysis, context: RenderContext) -> Page:
    """All modules in one document."""
    modules = analysis.of(Module)
    owners = [module for module in modules if module.data]
    sections = (
        section(
            NAME, "Modules", modules, *(_module(module, analysis) for module in modules), analysis=analysis
        ),
        section(NAME, "Dependencies", modules, _dependencies(modules), analysis=analysis),
        section(NAME, "Data Structures", owners, *(_data(module) for module in owners), analysis=analysis),
    )
    return page(NAME, sections, modules, analysis)


def module_name(module: Module, analysis: Analysis) -> str:
    """The file of one module; two modules of the same name are told apart by their ids."""
    slug = slug_of(module.name)
    clash = [other.id for other in analysis.of(Module) if slug_of(other.name) == slug]
    return f"module-design-{slug if clash[:1] == [module.id] else f'{slug}-{slug_of(module.id)}'}.md"


def module_page(module: Module, analysis: Analysis, context: RenderContext) -> Page:
    """One module as a document of its own."""
    name = module_name(module, analysis)
    own = (module,)
    offered = [entry for entry in analysis.of(Interface) if entry.module.casefold() == module.name.casefold()]
    users = [other.name for other in analysis.of(Module) if _uses(other, module.name)]
    depends = fields(
        ("Uses", _names(module.depends_on) or NO_DEPENDENCY),
        ("Used By", _names(users) or NO_DEPENDENCY),
    )
    sections = (
        section(
            name,
            "Responsibility",
            own,
            lead(module.responsibility),
            _facts_of(module, analysis),
            analysis=analysis,
        ),
        section(name, "Dependencies", own, depends, analysis=analysis),
        section(name, "Data Structures", own, _listed(module.data), analysis=analysis),
        section(
            name,
            "Interfaces",
            offered,
            *(interface_block(entry, analysis) for entry in offered),
            analysis=analysis,
        ),
    )
    return page(name, sections, (*own, *offered), analysis, title=f"Module Design: {module.name}")


def _module(module: Module, analysis: Analysis) -> str:
    text = lead(module.responsibility) or tbd("one sentence that says what it is responsible for")
    return f"### {module.id}: {heading(module.name)}\n\n{text}\n\n{_facts_of(module, analysis)}"


def _facts_of(module: Module, analysis: Analysis) -> str:
    requirements = [
        titled(entry, found.title if isinstance(found := analysis.get(entry), Requirement) else "")
        for entry in module.requirements
    ]
    return fields(
        ("Files", ", ".join(code(path) for path in module.paths) or tbd("where it lives")),
        ("Requirements", ", ".join(requirements)),
        ("Source", marked_note(module, analysis)),
    )


def _dependencies(modules: Sequence[Module]) -> str:
    if not modules:
        return ""
    known = {module.name.casefold(): module.name for module in modules}
    edges = [(m.name, known.get(other.casefold(), other), "") for m in modules for other in m.depends_on]
    lines = [f"- **{inline(m.name)}** uses {_names(m.depends_on) or NO_DEPENDENCY}." for m in modules]
    diagram = components([module.name for module in modules], edges) if edges else ""
    return "\n\n".join(filter(None, ("\n".join(lines), diagram)))


def _data(module: Module) -> str:
    return f"### {heading(module.name)}\n\n{_listed(module.data)}"


def _listed(entries: Sequence[str]) -> str:
    return "\n".join(f"- {lead(entry)}" for entry in entries)


def _names(names: Sequence[str]) -> str:
    return ", ".join(inline(name) for name in names)


def _uses(module: Module, name: str) -> bool:
    return name.casefold() in {other.casefold() for other in module.depends_on}
