"""interface-spec.yaml (stepped) and interface-spec.md (conversation): signatures whole, inputs, results, errors.

An item that already has one of the two keeps it. Both hold the same; nothing stands there for what nobody said.
"""

from typing import Any, Final

import yaml

from roundtable.analysis.analysis import Analysis
from roundtable.documents.catalog import INTERFACE_SPECS
from roundtable.documents.escaping import code, fenced, inline, one_line
from roundtable.documents.flows import error_code
from roundtable.documents.old_forms import told
from roundtable.documents.page import Page, RenderContext, header_fields
from roundtable.documents.sources import source_words
from roundtable.documents.typography import joined, paragraphs, set_heading, table
from roundtable.facts import ErrorCase, Interface, Parameter
from roundtable.facts.evidence import overall

YAML, MARKDOWN = INTERFACE_SPECS
_LONG_SIGNATURE: Final = 70


def interface_file(context: RenderContext) -> str:
    """Which of the two files this item has."""
    kept = [name for name in INTERFACE_SPECS if name in context.existing]
    if kept:
        return kept[0]
    return YAML if context.in_steps else MARKDOWN


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
    data: dict[str, Any] = {
        "document": {key.lower().replace(" ", "_"): one_line(value) for key, value in head.items()},
        "interfaces": [_plain_entry(entry, analysis) for entry in entries],
        "errors": [
            {"code": error_code(error), "condition": one_line(error.condition or error.text)}
            for error in _errors_used(analysis)
        ],
        "gaps": [one_line(topic) for topic in context.gaps],
    }
    return yaml.safe_dump(
        {key: value for key, value in data.items() if value}, sort_keys=False, allow_unicode=True, width=100
    )


def _interface(page: Page, entry: Interface) -> str:
    name = entry.name or entry.signature.partition("(")[0]
    title = f"### {entry.id}" + (f": {set_heading(name, page.known)}" if name.strip() else "")
    lines = [
        page.sentence(entry) if told(entry) else f"{page.doubt(entry)}{page.mark(entry)}".strip(),
        f"Returns {code(entry.output)}." if entry.output and entry.output not in entry.signature else "",
        f"Errors: {joined(code(error) for error in entry.errors)}." if entry.errors else "",
        f"In {page.words(entry.module)}." if entry.module else "",
        f"For {inline(joined(entry.requirements))}." if entry.requirements else "",
    ]
    return paragraphs(title, _signature(entry), " ".join(filter(None, lines)), _inputs(page, entry.inputs))


def _signature(entry: Interface) -> str:
    """Whole, whatever its length."""
    if not entry.signature.strip():
        return ""
    is_long = "\n" in entry.signature.strip() or len(entry.signature) > _LONG_SIGNATURE
    return fenced("text", entry.signature.strip()) if is_long else code(entry.signature)


def _inputs(page: Page, inputs: tuple[Parameter, ...]) -> str:
    """Names, types and what is said about them, where something is said beyond the signature."""
    if not any(parameter.note for parameter in inputs):
        return ""
    rows = [(code(p.name), code(p.type), page.words(p.note)) for p in inputs]
    return table(("Input", "Type", "Note"), rows)


def _plain_entry(entry: Interface, analysis: Analysis) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": entry.id,
        "name": one_line(entry.name),
        "module": one_line(entry.module),
        "summary": one_line(told(entry)),
        "signature": entry.signature.strip(),
        "inputs": [
            {key: one_line(value) for key, value in parameter.model_dump().items() if value}
            for parameter in entry.inputs
        ],
        "output": one_line(entry.output),
        "errors": list(entry.errors),
        "requirements": list(entry.requirements),
        "confidence": analysis.confidence(entry).label,
        "source": source_words(entry),
    }
    return {key: value for key, value in data.items() if value}


def _errors_used(analysis: Analysis) -> tuple[ErrorCase, ...]:
    used = {error for entry in analysis.of(Interface) for error in entry.errors}
    return tuple(error for error in analysis.of(ErrorCase) if {error.id, error_code(error)} & used)
