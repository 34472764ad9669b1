"""interface-spec.yaml (stepped) and interface-spec.md (conversation): contracts with inputs, outputs and errors.

An item that already has one of the two keeps it. Both hold the same.
"""

from typing import Any, Final

import yaml

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import overall
from roundtable.analysis.facts import ErrorCase, Interface, Parameter
from roundtable.documents.catalog import INTERFACE_SPECS
from roundtable.documents.escaping import cell, code, heading, inline, lead, one_line, plain
from roundtable.documents.flows import error_code
from roundtable.documents.listing import fields
from roundtable.documents.page import Page, RenderContext, header_fields, page, section
from roundtable.documents.sources import marked_note, source_note
from roundtable.documents.views import tbd

__all__ = [
    "INPUTS",
    "MARKDOWN",
    "YAML",
    "interface_block",
    "interface_file",
    "interfaces_page",
    "write_interfaces",
]

YAML, MARKDOWN = INTERFACE_SPECS
INPUTS: Final = ("Input", "Type", "Note")


def interface_file(context: RenderContext) -> str:
    """Which of the two files this item has."""
    kept = [name for name in INTERFACE_SPECS if name in context.existing]
    if kept:
        return kept[0]
    return YAML if context.mode == "steps" else MARKDOWN


def interfaces_page(analysis: Analysis, context: RenderContext) -> Page:
    """The contracts as a Markdown document."""
    entries = analysis.of(Interface)
    used = _errors_used(analysis)
    listed = "\n".join(f"- {code(error_code(error))}: {inline(error.condition)}" for error in used)
    sections = (
        section(
            MARKDOWN,
            "Interfaces",
            entries,
            *(interface_block(entry, analysis) for entry in entries),
            analysis=analysis,
        ),
        section(MARKDOWN, "Errors", used, listed, analysis=analysis),
    )
    return page(MARKDOWN, sections, entries, analysis)


def interface_block(entry: Interface, analysis: Analysis) -> str:
    """One contract."""
    errors = ", ".join(code(error) for error in entry.errors)
    known = fields(
        ("Module", inline(entry.module)),
        ("Signature", code(entry.signature)),
        ("Returns", code(entry.output) or tbd("what it returns")),
        ("Errors", errors or tbd("what can fail")),
        ("Requirements", ", ".join(entry.requirements)),
        ("Source", marked_note(entry, analysis)),
    )
    parts = (f"### {entry.id}: {heading(entry.name)}", lead(entry.summary), known, _inputs(entry.inputs))
    return "\n\n".join(filter(None, parts))


def write_interfaces(analysis: Analysis, context: RenderContext) -> str:
    """The contracts as YAML."""
    entries = analysis.of(Interface)
    confidence = overall(analysis.confidence(entry) for entry in entries)
    coverage = f"{sum(bool(entry.errors) for entry in entries)} of {len(entries)} interfaces with errors"
    head = header_fields(YAML, "Interface Specification", confidence, coverage, analysis, context)
    data: dict[str, Any] = {
        "document": {key.lower().replace(" ", "_"): value for key, value in head},
        "interfaces": [_plain_entry(entry, analysis) for entry in entries],
        "errors": [
            {"code": error_code(error), "condition": one_line(error.condition)}
            for error in _errors_used(analysis)
        ],
    }
    if context.gaps:
        data["gaps"] = [one_line(topic) for topic in context.gaps]
    return yaml.safe_dump(
        {key: value for key, value in data.items() if value}, sort_keys=False, allow_unicode=True, width=100
    )


def _inputs(inputs: tuple[Parameter, ...]) -> str:
    if not inputs:
        return ""
    rows = [(_code_cell(p.name), _code_cell(p.type) or tbd("its type"), cell(p.note)) for p in inputs]
    width = 3 if any(row[2] for row in rows) else 2
    lines = [INPUTS, ("---",) * 3, *rows]
    return "\n".join(f"| {' | '.join(line[:width])} |" for line in lines)


def _code_cell(text: str) -> str:
    return code(text).replace("|", "\\|")


def _plain_entry(entry: Interface, analysis: Analysis) -> dict[str, Any]:
    data: dict[str, Any] = {
        "id": entry.id,
        "name": one_line(entry.name),
        "module": one_line(entry.module),
        "summary": one_line(entry.summary),
        "signature": one_line(entry.signature),
        "inputs": [
            {key: one_line(value) for key, value in parameter.model_dump().items() if value}
            for parameter in entry.inputs
        ],
        "output": one_line(entry.output) or tbd("what it returns"),
        "errors": list(entry.errors) or tbd("what can fail"),
        "requirements": list(entry.requirements),
        "confidence": analysis.confidence(entry).label,
        "source": plain(source_note(entry)),
    }
    return {key: value for key, value in data.items() if value}


def _errors_used(analysis: Analysis) -> tuple[ErrorCase, ...]:
    used = {error for entry in analysis.of(Interface) for error in entry.errors}
    return tuple(error for error in analysis.of(ErrorCase) if {error.id, error_code(error)} & used)
