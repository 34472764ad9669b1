"""Read impact, architecture and design documents back, as we write them and close to it.

Elsewhere: requirements (`read_requirements`), stories and interfaces as data (`read_stories`).
"""

import re
from collections.abc import Callable
from typing import Any, Final

from roundtable.analysis.facts import Decision, Fact, Module
from roundtable.documents.architecture import CHOICES, CONS, INTEGRATIONS, PROS, RECOMMENDED, TECHNOLOGIES
from roundtable.documents.escaping import plain, spans_in, uncode
from roundtable.documents.flows import ERRORS, RULES, STATES, TRANSITIONS
from roundtable.documents.identifiers import leading, references
from roundtable.documents.impact import DIRECT, ENTRIES, GAPS_IN_TESTS, INDIRECT, ORDER, ZONES
from roundtable.documents.insights import MACHINE_READABLE
from roundtable.documents.interfaces import INPUTS
from roundtable.documents.listing import OPEN_QUESTIONS
from roundtable.documents.markdown import MarkdownSection, plain_title, split
from roundtable.documents.module_design import NO_DEPENDENCY
from roundtable.documents.quick_scan import BREAKDOWN, KEYWORDS, read_quick_scan
from roundtable.documents.read_requirements import SKIPPED, is_insight
from roundtable.documents.reading import Block, Reader, blocks_of, fields_of, label_of, take_note
from roundtable.documents.requirements import RISKS
from roundtable.documents.sources import confidence_of_word
from roundtable.documents.tables import Table
from roundtable.documents.views import View

__all__ = ["READERS", "read_decision", "read_sections"]

_USES: Final = re.compile(r"^\*\*(?P<name>.+?)\*\* uses (?P<others>.*?)\.?$")
_LABELS: Final = ("Estimated Scope", "File Count", "Complexity")

_TABLES: Final[dict[str, tuple[View, ...]]] = {
    "directly affected files": (DIRECT,),
    "indirectly affected files": (INDIRECT,),
    "distant effects": (INDIRECT,),
    "entry points": (ENTRIES,),
    "risk zones": (ZONES, RISKS),
    "coverage gaps": (GAPS_IN_TESTS,),
    "implementation order": (ORDER,),
    "integration points": (INTEGRATIONS,),
    "risks and mitigations": (RISKS,),
    "technologies": (TECHNOLOGIES,),
    "decisions": (CHOICES,),
    "open questions": (OPEN_QUESTIONS,),
    "keywords": (KEYWORDS,),
    "error cases": (ERRORS,),
    "validation rules": (RULES,),
}
_REPEATED: Final = frozenset(
    {
        "summary",
        "context",
        "component view",
        "components",
        "interactions",
        "errors",
        plain_title(MACHINE_READABLE),
    }
)
"""Sections that only show what other sections or documents hold."""


class _Found:
    """The blocks of a section, sorted: paragraphs, lists by label, fields and tables."""

    def __init__(self, reader: Reader, section: MarkdownSection) -> None:
        self.title = plain(section.title)
        self.fields: dict[str, str] = {}
        self.texts: list[str] = []
        self.lists: dict[str, list[str]] = {}
        self.tables: list[Table] = []
        label = ""
        for block in blocks_of(section.body):
            fields = fields_of(block) if block.kind == "paragraph" else None
            if fields is not None:
                self.fields |= fields
            elif (found := label_of(block)) is not None:
                label = found
            elif block.kind in {"item", "number"}:
                self.lists.setdefault(label, []).append(block.line)
            elif block.table is not None:
                self.tables.append(block.table)
            elif block.kind == "paragraph" and not block.line.startswith(("Details: [", "TBD --")):
                self.texts.append(plain(block.line))
            elif block.kind == "quote" and not block.line.startswith("**Needs review**"):
                reader.leave(block)

    def field(self, name: str) -> str:
        """A field as plain words."""
        return plain(self.fields.get(name.casefold(), ""))

    def listed(self, label: str) -> tuple[str, ...]:
        """The items below a label, as plain words."""
        return tuple(plain(item) for item in self.lists.get(label.casefold(), []))

    def codes(self, name: str) -> tuple[str, ...]:
        """The code spans of a field."""
        return spans_in(self.fields.get(name.casefold(), ""))

    @property
    def source(self) -> str:
        """The source note."""
        return self.fields.get("source", "")


def read_sections(reader: Reader, text: str) -> None:
    """A document made of tables and of sections with one fact each."""
    top = ""
    for section in split(text).sections:
        if section.level <= 2:
            top = plain_title(section.title) if section.level == 2 else ""
            reader.open_section(plain(section.title))
        if section.level == 1 or not top or top in SKIPPED or top in _REPEATED or is_insight(section):
            continue
        below = _BELOW.get(top)
        if section.level > 2 and below is not None:
            below(reader, section)
        else:
            _read_blocks(reader, section, top)


def read_decision(reader: Reader, text: str) -> None:
    """An ADR: one decision over several sections."""
    values: dict[str, Any] = {}
    note = ""
    for section in split(text).sections:
        if section.level == 1:
            found = leading(section.title)
            values |= {"id": found[0], "title": plain(found[1])} if found else {"title": plain(section.title)}
            continue
        known = _Found(reader, section)
        items = [plain(item) for item in known.lists.get("", [])]
        match plain_title(section.title):
            case "status":
                status = (known.texts or [""])[0].strip(" .*").capitalize()
                values["status"] = status if status in {"Proposed", "Accepted", "Superseded"} else "Proposed"
            case "context":
                values["context"] = " ".join(known.texts)
            case "decision":
                values["choice"] = " ".join(known.texts)
                values["rationale"] = known.field("Why")
                note = known.source
            case "options considered":
                values["options"] = references(" ".join(items))
            case "consequences":
                values["consequences"] = tuple(items)
            case "requirements":
                values["requirements"] = references(" ".join(items))
            case _:
                pass
    values.setdefault("choice", values.get("title", ""))
    reader.take("decision", note, **values)


def _read_blocks(reader: Reader, section: MarkdownSection, top: str) -> None:
    for block in blocks_of(section.body):
        fields = fields_of(block) if block.kind == "paragraph" else None
        if fields and set(fields) == {"confidence"}:
            reader.mark_section(fields["confidence"])
        elif block.kind in {"fence", "comment", "rule"} or block.line.startswith("**Needs review**"):
            continue
        elif block.table is not None:
            if not _take(reader, block.table, top):
                reader.leave(block)
        elif top == "dependencies" and (found := _USES.match(block.line)):
            _depend(reader, plain(found["name"]), found["others"])
        elif top == "open questions" and block.kind == "item":
            words, note = take_note(block.line)
            reader.take("open_question", note, text=plain(words))
        elif not _says_nothing_new(block, top):
            reader.leave(block)


def _says_nothing_new(block: Block, top: str) -> bool:
    if top in {"scope", "file count", "final scope"}:
        return True
    return block.line.startswith("TBD --") or (top == "distant effects" and block.kind == "paragraph")


def _take(reader: Reader, table: Table, top: str) -> bool:
    start = len(reader.facts)
    if not any(reader.take_table(view, table) for view in _TABLES.get(top, ())):
        return top == "file count"
    if top == "distant effects":
        reader.facts[start:] = [fact.model_copy(update={"tier": "distant"}) for fact in reader.facts[start:]]
    if top == "error cases":
        reader.facts[start:] = [_own_code_dropped(fact) for fact in reader.facts[start:]]
    return True


def _own_code_dropped(fact: Fact) -> Fact:
    """An error without a code of its own shows its id there."""
    return fact.model_copy(update={"code": ""}) if getattr(fact, "code", "") == fact.id else fact


def _depend(reader: Reader, name: str, others: str) -> None:
    if plain(others) == NO_DEPENDENCY:
        return
    names = tuple(plain(other.strip()) for other in others.split(","))
    reader.facts[:] = [
        fact.model_copy(update={"depends_on": names})
        if isinstance(fact, Module) and fact.name == name
        else fact
        for fact in reader.facts
    ]


def _option(reader: Reader, section: MarkdownSection) -> None:
    found, known = leading(section.title), _Found(reader, section)
    reader.take(
        "option",
        known.source,
        id=found[0] if found else "",
        title=plain(found[1]) if found else known.title,
        summary=" ".join(known.texts),
        pros=known.listed(PROS),
        cons=known.listed(CONS),
        recommended=known.field(RECOMMENDED).casefold() == "yes",
    )


def _decision(reader: Reader, section: MarkdownSection) -> None:
    found, known = leading(section.title), _Found(reader, section)
    if any(isinstance(fact, Decision) and found and fact.id == found[0] for fact in reader.facts):
        return
    status = known.field("Status")
    reader.take(
        "decision",
        known.source,
        id=found[0] if found else "",
        title=plain(found[1]) if found else known.title,
        choice=known.field("Choice") or " ".join(known.texts) or known.title,
        rationale=known.field("Why"),
        options=references(known.fields.get("options", "")),
        requirements=references(known.fields.get("requirements", "")),
        status=status if status in {"Proposed", "Accepted", "Superseded"} else "Proposed",
    )


def _module(reader: Reader, section: MarkdownSection) -> None:
    found, known = leading(section.title), _Found(reader, section)
    reader.take(
        "module",
        known.source,
        id=found[0] if found else "",
        name=plain(found[1]) if found else known.title,
        responsibility=" ".join(known.texts),
        paths=known.codes("Files"),
        requirements=references(known.fields.get("requirements", "")),
    )


def _data(reader: Reader, section: MarkdownSection) -> None:
    known = _Found(reader, section)
    entries = known.listed("")
    reader.facts[:] = [
        fact.model_copy(update={"data": entries})
        if isinstance(fact, Module) and fact.name == known.title
        else fact
        for fact in reader.facts
    ]


def _interface(reader: Reader, section: MarkdownSection) -> None:
    found, known = leading(section.title), _Found(reader, section)
    inputs = [
        {
            "name": uncode(row.cells[0]),
            "type": "" if row.cells[1].startswith("TBD") else uncode(row.cells[1]),
            "note": plain(row.cells[2]) if len(row.cells) > 2 else "",
        }
        for table in known.tables
        if table.headers[:2] == INPUTS[:2]
        for row in table.rows
    ]
    reader.take(
        "interface",
        known.source,
        id=found[0] if found else "",
        name=plain(found[1]) if found else known.title,
        module=known.field("Module"),
        signature=(known.codes("Signature") or ("",))[0],
        summary=" ".join(known.texts),
        inputs=tuple(inputs),
        output=(known.codes("Returns") or ("",))[0],
        errors=known.codes("Errors"),
        requirements=references(known.fields.get("requirements", "")),
    )


def _flow(reader: Reader, section: MarkdownSection) -> None:
    known = _Found(reader, section)
    reader.take("data_flow", known.source, title=known.title, steps=known.listed(""))


def _state(reader: Reader, section: MarkdownSection) -> None:
    known = _Found(reader, section)
    reader.take(
        "state",
        known.source,
        entity=known.title,
        states=known.listed(STATES),
        transitions=known.listed(TRANSITIONS),
        text=" ".join(known.texts),
    )


def _quick_scan(reader: Reader, text: str) -> None:
    """The size of the change, and the keywords."""
    size = read_quick_scan(text)
    words: list[str] = []
    breakdown: dict[str, int] = {}
    for section in split(text).sections:
        blocks = list(blocks_of(section.body)) if section.level == 2 else []
        if plain_title(section.title) == "scope":
            told = [b for b in blocks if b.kind == "paragraph" and fields_of(b) is None]
            words = [plain(b.line) for b in told if not b.line.startswith(_LABELS)]
        if plain_title(section.title) == "file count":
            rows = [row.cells for b in blocks if b.table for row in b.table.rows]
            numbers = {row[0].casefold(): row[1] for row in rows if len(row) > 1 and row[1].isdecimal()}
            breakdown = {kind: int(numbers[kind][:9]) for kind in BREAKDOWN if kind in numbers}
    final = next((s for s in split(text).sections if plain_title(s.title) == "final scope"), None)
    said = _Found(reader, final).field("Confidence") if final else ""
    if words or size.scope != "unknown" or size.file_count:
        reader.take(
            "scope",
            "",
            confidence_of_word(said),
            text=" ".join(words) or "Size of the change",
            size=None if size.scope == "unknown" else size.scope,
            file_count=size.file_count or None,
            complexity=None if size.complexity == "unknown" else size.complexity,
            breakdown=breakdown or None,
        )
    read_sections(reader, text)


_BELOW: Final[dict[str, Callable[[Reader, MarkdownSection], None]]] = {
    "options considered": _option,
    "decisions": _decision,
    "modules": _module,
    "data structures": _data,
    "interfaces": _interface,
    "flows": _flow,
    "state": _state,
}

READERS: Final[dict[str, Callable[[Reader, str], None]]] = {
    "quick-scan.md": _quick_scan,
    "impact-analysis.md": read_sections,
    "architecture-overview.md": read_sections,
    "tech-stack-decision.md": read_sections,
    "adr-*.md": read_decision,
    "module-design.md": read_sections,
    "interface-spec.md": read_sections,
    "data-flow.md": read_sections,
    "error-taxonomy.md": read_sections,
}
