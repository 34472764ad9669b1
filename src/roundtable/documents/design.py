"""The documents of the design: modules, interfaces, how data moves, what is kept, and errors with a code or a form of their own.

interface-spec.yaml is that of the steps, interface-spec.md that of a conversation; both hold the same, signatures whole, and an
item that has one of the two keeps it. A stepped session with two modules or more gives each a file. Nothing stands there for what
nobody said.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, Literal

import yaml

from roundtable.analysis.analysis import Analysis
from roundtable.documents.architecture import slug_of
from roundtable.documents.catalog import FLOWS, INTERFACE_SPECS, MODULES, TAXONOMY
from roundtable.documents.escaping import code, fenced, inline, one_line
from roundtable.documents.footnotes import source_words
from roundtable.documents.from_scan import direct_changes, imports_between
from roundtable.documents.impact import DIRECT_FILES
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext, header_fields
from roundtable.documents.requirements import errors_told
from roundtable.documents.typography import ended, joined, listed, paragraphs, set_heading, table
from roundtable.facts import DataFlow, ErrorCase, Interface, Module, Requirement, StateModel
from roundtable.facts.evidence import CodeAnchor, overall

_MOST_IMPORTS: Final = 4
_ENDS: Final[dict[Literal["imports", "types"], str]] = {"imports": "", "types": " for types only"}


def error_code(error: ErrorCase) -> str:
    """The code that interfaces name; the fact's own id when nobody gave one."""
    return error.code or error.id


def data_flow_page(analysis: Analysis, context: RenderContext) -> Page:
    flows, states = analysis.of(DataFlow), analysis.of(StateModel)
    page = Page(FLOWS, analysis, context, (*flows, *states))
    said = [flow for flow in flows if flow.text]
    page.section("Flows", page.paragraph(said), *(_flow(page, flow) for flow in flows if not flow.text))
    kept = [state for state in states if not (state.states or state.transitions)]
    moving = [state for state in states if state not in kept]
    page.section("State", page.paragraph(kept), *(_state(page, state) for state in moving))
    return page


def errors_page(analysis: Analysis, context: RenderContext) -> Page:
    """Errors with a code, a message or a way back; those told in a sentence stand under their requirement."""
    elsewhere = errors_told(analysis)
    errors = [error for error in analysis.of(ErrorCase) if error not in elsewhere]
    page = Page(TAXONOMY, analysis, context, errors)
    rows: list[tuple[str, ...]] = []
    for error in errors:
        doubt, mark = page.doubt(error), page.mark(error, told(error))
        when, *then = map(page.words, (error.condition or error.text, error.message, error.recovery))
        rows.append((code(error_code(error)), f"{when}{doubt}{mark}", *then, inline(error.requirement or "")))
    headers = ("Code", "When", "What the user sees", "What happens then", "For")
    page.section("Error Cases", table(headers, rows))
    return page


def _flow(page: Page, flow: DataFlow) -> str:
    steps = "\n".join(f"{at}. {page.words(step)}" for at, step in enumerate(flow.steps, start=1))
    end = f"{page.doubt(flow)}{page.mark(flow, ' '.join(flow.steps))}"
    title = f"### {set_heading(flow.title, page.known)}" if flow.title.strip() else ""
    return paragraphs(title, f"{steps}{end}")


def _state(page: Page, state: StateModel) -> str:
    names = ", ".join(page.words(name, opens=False) for name in state.states)
    said = page.words(state.text) if state.text else f"States: {names}." if names else ""
    end = f"{page.doubt(state)}{page.mark(state, told(state))}"
    title = f"### {set_heading(state.entity, page.known)}" if state.entity.strip() else ""
    return paragraphs(title, f"{said}{end}", listed(page.words(entry) for entry in state.transitions))


YAML, MARKDOWN = INTERFACE_SPECS
_LONG_SIGNATURE: Final = 70


def interface_file(context: RenderContext) -> str:
    kept = [name for name in INTERFACE_SPECS if name in context.existing]
    return kept[0] if kept else YAML if context.mode == "steps" else MARKDOWN


def interfaces_page(analysis: Analysis, context: RenderContext) -> Page:
    entries = analysis.of(Interface)
    page = Page(MARKDOWN, analysis, context, entries)
    page.section("Interfaces", *(_interface(page, entry) for entry in entries))
    return page


def write_interfaces(analysis: Analysis, context: RenderContext) -> str:
    entries = analysis.of(Interface)
    confidence = overall(analysis.confidence(entry) for entry in entries)
    count = f"{len(entries)} interface{'' if len(entries) == 1 else 's'}"
    head = {"Title": "Interface Specification", **header_fields(YAML, confidence, count, analysis, context)}
    used = {error for entry in entries for error in entry.errors}
    data: dict[str, Any] = {
        "document": {key.lower().replace(" ", "_"): one_line(value) for key, value in head.items()},
        "interfaces": [_plain_entry(entry, analysis) for entry in entries],
        "errors": [
            {"code": error_code(error), "condition": one_line(error.condition or error.text)}
            for error in analysis.of(ErrorCase)
            if {error.id, error_code(error)} & used
        ],
        "gaps": [one_line(topic) for topic in context.gaps],
    }
    told_ = {key: value for key, value in data.items() if value}
    return yaml.safe_dump(told_, sort_keys=False, allow_unicode=True, width=100)


def _interface(page: Page, entry: Interface) -> str:
    name = entry.name or entry.signature.partition("(")[0]
    title = f"### {entry.id}" + (f": {set_heading(name, page.known)}" if name.strip() else "")
    is_new = any(isinstance(at, CodeAnchor) and at.status == "proposed-new" for at in entry.evidence)
    output = _worded(page, entry.output)
    returned = f"Result: {output}" if _is_prose(entry.output) else f"Returns {output}"
    lines = [
        "New." if is_new else "",
        page.sentence(entry) if told(entry) else f"{page.doubt(entry)}{page.mark(entry)}".strip(),
        f"{returned}." if entry.output and entry.output not in entry.signature else "",
        f"Errors: {joined(_worded(page, error) for error in entry.errors)}." if entry.errors else "",
        f"In {page.words(entry.module)}." if entry.module else "",
        f"For {inline(joined(entry.requirements))}." if entry.requirements else "",
    ]
    signature = entry.signature.strip()
    is_long = "\n" in signature or len(entry.signature) > _LONG_SIGNATURE
    shown = "" if not signature else fenced("text", signature) if is_long else code(signature)
    return paragraphs(title, shown, " ".join(filter(None, lines)), _inputs(page, entry))


def _inputs(page: Page, entry: Interface) -> str:
    """Names and types stand in the signature; a table is for what is said beyond it, words are for words."""
    names = [one.name for one in entry.inputs]
    if any(one.note for one in entry.inputs):
        rows = [(code(one.name), code(one.type), page.words(one.note)) for one in entry.inputs]
        return table(("Input", "Type", "Note"), rows)
    return f"Inputs: {page.words('; '.join(names), opens=False)}." if any(map(_is_prose, names)) else ""


def _worded(page: Page, text: str) -> str:
    return page.words(text.rstrip("."), opens=False) if _is_prose(text) else code(text)


def _is_prose(text: str) -> bool:
    """Whether something is said in words: a type, a value or a code has no two of them side by side."""
    return re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", text, re.IGNORECASE) is not None


def _plain_entry(entry: Interface, analysis: Analysis) -> dict[str, Any]:
    inputs = [one.model_dump() for one in entry.inputs]
    data: dict[str, Any] = {
        "id": entry.id, "name": one_line(entry.name), "module": one_line(entry.module), "summary": one_line(told(entry)),
        "signature": entry.signature.strip(),
        "inputs": [{key: one_line(value) for key, value in one.items() if value} for one in inputs],
        "output": one_line(entry.output), "errors": list(entry.errors), "requirements": list(entry.requirements),
        "confidence": analysis.confidence(entry).label, "source": source_words(entry),
    }  # fmt: skip
    return {key: value for key, value in data.items() if value}


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
    return context.mode == "steps" and len(analysis.of(Module)) > 1


def module_name(module: Module, analysis: Analysis) -> str:
    """The file of one module; two modules of the same name are told apart by their ids."""
    slug = slug_of(_name_of(module))
    clash = [other.id for other in analysis.of(Module) if slug_of(_name_of(other)) == slug]
    return f"module-design-{slug if clash[:1] == [module.id] else f'{slug}-{slug_of(module.id)}'}.md"


def module_page(module: Module, analysis: Analysis, context: RenderContext) -> Page:
    page = Page(module_name(module, analysis), analysis, context, (module,))
    page.title = f"Module Design: {_name_of(module)}"
    own = module.name.casefold()
    using = [one for one in analysis.of(Module) if own and own in map(str.casefold, one.depends_on)]
    files = f"**Files**: {', '.join(code(path) for path in module.paths)}" if module.paths else ""
    page.section("Responsibility", page.sentence(module) if told(module) else "", files)
    page.show(module)
    both = (("Uses", module.depends_on), ("Used by", list(map(_name_of, using))))
    told_ = [f"{verb} {joined(map(page.words, names))}." for verb, names in both if names]
    page.section("Dependencies", listed(told_))
    page.show(module)
    page.section("Data Structures", listed(page.words(entry) for entry in module.data))
    return page


def _opening(analysis: Analysis, context: RenderContext) -> str:
    """Which files are new, where the rest is, and what imports what."""
    changes = direct_changes(analysis, context)
    new = [fact.path for fact in changes if fact.change == "create"]
    contracts = interface_file(context)
    more = f" Signatures: [{contracts}]({contracts})." if analysis.of(Interface) else ""
    where = f" What changes in which file: [impact-analysis.md]({DIRECT_FILES})." if changes else ""
    named = f"New: {joined(code(path) for path in new)}." if new else ""
    told = f"{named}{'' if analysis.of(Module) else where}{more}".strip()
    told = paragraphs(told, _imports([fact.path for fact in changes], context))
    return told or ("" if analysis.of(Module) else "Nothing is known about the design so far.")


def _imports(paths: Sequence[str], context: RenderContext) -> str:
    lines: list[str] = []
    for kind, end in _ENDS.items():
        pairs = imports_between(paths, context, kind)
        users = {used: [path for path in paths if (path, used) in pairs] for used in paths}
        for used, many in ((used, many) for used, many in users.items() if many):
            verb = "imports" if len(many) == 1 else "import"
            lines.append(f"{joined(map(code, many))} {verb} {code(used)}{end}.")
    return " ".join(lines[:_MOST_IMPORTS])


def _modules(page: Page, modules: Sequence[Module]) -> str:
    named = [one for one in modules if one.name or one.paths]
    rows = [(_label(page, one), page.sentence(one), inline(", ".join(one.requirements))) for one in named]
    loose = page.bullets(one for one in modules if one not in named)
    return paragraphs(table(("Module", "Responsibility", "Requirements"), rows), loose)


def _label(page: Page, module: Module) -> str:
    """Its name, linked to its own file where it has one; without a name its files."""
    files = joined(code(path) for path in module.paths)
    if not module.name:
        return files
    name = page.words(module.name)
    if has_module_files(page.analysis, page.context):
        return f"[{name}]({module_name(module, page.analysis)})"
    return f"{name} ({files})" if files else name


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
