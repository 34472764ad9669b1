"""module-design.md, and one module-design-{name}.md per module when a stepped session has two modules or more."""

from collections.abc import Sequence

from roundtable.analysis.analysis import Analysis
from roundtable.documents.adrs import slug_of
from roundtable.documents.catalog import MODULES
from roundtable.documents.escaping import code, inline
from roundtable.documents.from_scan import direct_changes
from roundtable.documents.impact import DIRECT_FILES
from roundtable.documents.interfaces import interface_file
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext
from roundtable.documents.typography import ended, joined, listed, paragraphs, set_heading, table
from roundtable.facts import Interface, Module, Requirement


def modules_page(analysis: Analysis, context: RenderContext) -> Page:
    modules = analysis.of(Module)
    page = Page(MODULES, analysis, context, modules or analysis.of(Requirement))
    page.opening(_opening(analysis, context))
    page.section("Modules", _modules(page, modules))
    page.section("Dependencies", _dependencies(page, modules))
    if not has_module_files(analysis, context):
        page.section("Data Structures", *(_data(page, module) for module in modules if module.data))
    return page


def has_module_files(analysis: Analysis, context: RenderContext) -> bool:
    return context.in_steps and len(analysis.of(Module)) > 1


def module_name(module: Module, analysis: Analysis) -> str:
    """The file of one module; two modules of the same name are told apart by their ids."""
    slug = slug_of(_name_of(module))
    clash = [other.id for other in analysis.of(Module) if slug_of(_name_of(other)) == slug]
    return f"module-design-{slug if clash[:1] == [module.id] else f'{slug}-{slug_of(module.id)}'}.md"


def module_page(module: Module, analysis: Analysis, context: RenderContext) -> Page:
    name = module_name(module, analysis)
    page = Page(name, analysis, context, (module,), title=f"Module Design: {_name_of(module)}")
    users = [_name_of(other) for other in analysis.of(Module) if _uses(other, module.name)]
    page.section("Responsibility", page.sentence(module) if told(module) else "", _files(module))
    page.show(module)
    both = (("Uses", module.depends_on), ("Used by", users))
    told_ = [f"{verb} {joined(map(page.words, names))}." for verb, names in both if names]
    page.section("Dependencies", listed(told_))
    page.show(module)
    page.section("Data Structures", listed(page.words(entry) for entry in module.data))
    return page


def _opening(analysis: Analysis, context: RenderContext) -> str:
    """Which files are new, and where the rest is."""
    changes = direct_changes(analysis, context)
    new = [fact.path for fact in changes if fact.change == "create"]
    contracts = interface_file(context)
    more = f" Signatures: [{contracts}]({contracts})." if analysis.of(Interface) else ""
    where = f" What changes in which file: [impact-analysis.md]({DIRECT_FILES})." if changes else ""
    named = f"New: {joined(code(path) for path in new)}." if new else ""
    told = f"{named}{'' if analysis.of(Module) else where}{more}".strip()
    return told or ("" if analysis.of(Module) else "Nothing is known about the design so far.")


def _modules(page: Page, modules: Sequence[Module]) -> str:
    named = [module for module in modules if module.name or module.paths]
    rows = [
        (
            _label(page, module),
            f"{page.words(told(module))}{page.doubt(module)}{page.mark(module, told(module))}",
            inline(", ".join(module.requirements)),
        )
        for module in named
    ]
    loose = [module for module in modules if module not in named]
    return paragraphs(table(("Module", "Responsibility", "Requirements"), rows), page.bullets(loose))


def _label(page: Page, module: Module) -> str:
    """Its name, linked to its own file where it has one; without a name its files."""
    files = joined(code(path) for path in module.paths)
    if not module.name:
        return files
    name = page.words(module.name)
    if has_module_files(page.analysis, page.context):
        return f"[{name}]({module_name(module, page.analysis)})"
    return f"{name} ({files})" if files else name


def _files(module: Module) -> str:
    return f"**Files**: {', '.join(code(path) for path in module.paths)}" if module.paths else ""


def _dependencies(page: Page, modules: Sequence[Module]) -> str:
    lines: list[str] = []
    for module in modules:
        if module.depends_on:
            page.show(module)
            others = joined(page.words(other) for other in module.depends_on)
            lines.append(ended(f"{page.words(_name_of(module))} uses {others}"))
    return lines[0] if len(lines) == 1 else listed(lines)


def _data(page: Page, module: Module) -> str:
    page.show(module)
    entries = listed(page.words(entry) for entry in module.data)
    return f"### {set_heading(_name_of(module), page.known)}\n\n{entries}"


def _name_of(module: Module) -> str:
    return module.name or (module.paths[0].rpartition("/")[2] if module.paths else module.id)


def _uses(module: Module, name: str) -> bool:
    return bool(name) and name.casefold() in {other.casefold() for other in module.depends_on}
