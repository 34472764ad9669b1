"""Read requirements back: from our own requirements-spec.md and from the many ways others write one.

Requirements are found wherever they stand: `### FR-001: …`, `#### FR-1 – …`, `**FR-001**: …` in a list, a table with an id
column. Criteria belong to the requirement whose number they carry, else to the one they stand under.
"""

import re
from typing import Any, Final

from roundtable.analysis.evidence import Assumed, HandEdit
from roundtable.documents.escaping import plain
from roundtable.documents.identifiers import canonical, leading
from roundtable.documents.listing import OPEN_QUESTIONS
from roundtable.documents.markdown import MarkdownSection, plain_title, split
from roundtable.documents.page import GAPS, PENDING
from roundtable.documents.reading import Block, Reader, blocks_of, fields_of, label_of, take_note
from roundtable.documents.requirements import (
    ACTOR,
    BUSINESS_RULES,
    CONSTRAINTS,
    MEASURES,
    NEEDS,
    OUT_OF_SCOPE,
    PARTNERS,
    PRIORITIES,
    QUALITIES,
    RISKS,
    STAKEHOLDERS,
    TROUBLE,
    USERS,
)
from roundtable.documents.sources import confidence_of_word
from roundtable.documents.tables import Table
from roundtable.documents.views import View, is_tbd

__all__ = ["SKIPPED", "context_of", "is_insight", "parts_of_criterion", "read_requirements"]

SKIPPED: Final = frozenset({plain_title(GAPS), plain_title(PENDING)})
_VIEWS: Final = (QUALITIES, RISKS, OUT_OF_SCOPE, PRIORITIES, USERS, STAKEHOLDERS, OPEN_QUESTIONS)
_CONTEXTS: Final = (
    ("problem", r"business context|problem|background|motivation|goals?|overview"),
    ("people", r"stakeholders?|users?$|user types|personas|actors"),
    ("journeys", r"journeys?|user flows?|scenarios"),
    ("fixed", r"technical context|constraints?"),
    ("risks", r"quality and risk|risks?"),
    ("qualities", r"quality requirements|non.?functional|nfrs?$"),
    ("outside", r"out of scope|non.?goals|exclusions"),
    ("priorities", r"prioriti[sz]ation|priorities|moscow"),
    ("assumptions", r"assumptions?"),
    ("questions", r"open (?:questions|issues|points)"),
    ("rules", r"business rules"),
    ("requirements", r"requirements?|features?|functional"),
)
_PRIORITY: Final = re.compile(r"\b(must|should|could|won'?t)\b", re.IGNORECASE)
_RANKS: Final = {
    "p0": "Must",
    "p1": "Must",
    "high": "Must",
    "critical": "Must",
    "p2": "Should",
    "medium": "Should",
    "p3": "Could",
    "low": "Could",
}
_LEVELS: Final = {"must": "Must", "should": "Should", "could": "Could", "wont": "Won't", "won't": "Won't"}
_GIVEN: Final = re.compile(
    r"^\W*given\b[:\s]*(?P<given>.*?)[\s,;.*_]*\bwhen\b[:\s*_]*(?P<when>.*?)[\s,;.*_]*\bthen\b[:\s*_]*(?P<then>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_ASSUMPTION: Final = re.compile(r"^\*\*Assumption\*?\*?:?\*?\*?:?\s*(?P<text>.*)$", re.IGNORECASE | re.DOTALL)
_FLAGGED: Final = re.compile(
    r"^(?P<text>.*?)\.?\s*Flagged for validation\.(?:\s*(?P<who>.*?) can settle it\.)?\s*$", re.DOTALL
)
_EXAMPLE: Final = re.compile(r"^(?P<text>.*?) Example: (?P<example>.*)$", re.DOTALL)
_ANY_FIELD: Final = re.compile(
    r"^(?:\*\*(?P<bold>[^*:]{1,40}?)\s*(?:\*\*\s*:|:\s*\*\*)|(?P<bare>Priority|Confidence|Status|Source|Description)\s*:)\s*(?P<value>.*?)\s*$",
    re.IGNORECASE,
)
_ITALIC: Final = re.compile(r"^\*(?!\*)(?P<text>.+)(?<!\*)\*$", re.DOTALL)
_TITLE_COLUMNS: Final = ("Title", "Name", "Requirement", "Feature", "Summary")
_TEXT_COLUMNS: Final = ("Description", "Text", "Requirement", "Details", "Statement")


def context_of(title: str) -> str:
    """What a section is about, by its heading."""
    name = plain_title(plain(title)).replace("&", "and")
    return next((context for context, words in _CONTEXTS if re.search(rf"\b(?:{words})", name)), "")


def parts_of_criterion(text: str) -> dict[str, str]:
    """Given, when and then of a criterion; empty when it is not in that form."""
    found = _GIVEN.match(text)
    if found is None:
        return {}
    return {name: found[name].strip(" *_").rstrip(",;") for name in ("given", "when", "then")}


def read_requirements(reader: Reader, text: str) -> None:
    """Everything that a requirements document says."""
    current: _Requirement | None = None
    context = ""
    for section in split(text).sections:
        found = leading(section.title)
        starts = found is not None and found[0].startswith("FR-")
        if current is not None and (starts or section.level <= current.level):
            current.close()
            current = None
        if section.level <= 2:
            reader.open_section(plain(section.title))
            context = "" if section.level == 1 else context_of(section.title)
        if section.level == 1 or plain_title(section.path[0]) in SKIPPED or is_insight(section):
            continue
        if found is not None and starts:
            current = _Requirement(reader, found[0], plain(found[1]), section.level)
        if current is None:
            _read_section(reader, section, context)
        else:
            for block in blocks_of(section.body):
                current.read(block)
    if current is not None:
        current.close()


def is_insight(section: MarkdownSection) -> bool:
    """Whether the section holds what a discussion brought."""
    return any(title.startswith("Elaboration Insights (") for title in section.path)


class _Requirement:
    """One requirement while its blocks are read."""

    def __init__(self, reader: Reader, identifier: str, title: str, level: int) -> None:
        self.reader = reader
        self.id = identifier
        self.title = title
        self.level = level
        self.texts: list[str] = []
        self.fields: dict[str, str] = {}
        self.source = ""
        self.assumed = ""
        self.children: list[tuple[str, dict[str, str]]] = []

    def read(self, block: Block) -> None:
        """Take one block below the heading."""
        if block.kind in {"item", "number"}:
            self._item(block.line)
        elif block.kind == "paragraph":
            if label_of(block) is None:
                self._paragraph(block)
        elif block.kind == "quote" or block.table is not None:
            self._other(block)

    def close(self) -> None:
        """Record the requirement and what stands under it."""
        said = self.fields.get("confidence", "").split()
        mark = confidence_of_word(said[0]) if said else None
        title = self.title or " ".join(self.texts)[:80] or self.id
        text = " ".join(self.texts) or title
        values: dict[str, Any] = {"id": self.id, "title": title, "text": text}
        if self.assumed and self.source in {"", "Assumed"}:
            values["evidence"] = (Assumed(because=self.assumed),)
        self.reader.take("requirement", self.source, mark, **values)
        _take_priority(self.reader, self.id, self.fields.get("priority", ""))
        for kind, values in self.children:
            note = values.pop("note", "")
            # A criterion without a mark of its own is as sure as its requirement.
            self.reader.take(kind, note, None if note else mark, **values)

    def _paragraph(self, block: Block) -> None:
        """Words of the requirement, with fields between them in any of the ways people write them."""
        words: list[str] = []
        for line in block.text.splitlines():
            found = _ANY_FIELD.match(line.strip())
            key = (found["bold"] or found["bare"]).casefold() if found else ""
            if found is None:
                words.append(line.strip())
            elif key in {"description", "requirement", "statement"}:
                words.append(found["value"])
            else:
                self.fields[key] = "" if is_tbd(found["value"]) else found["value"]
        said = " ".join(word for word in words if word)
        italic = _ITALIC.match(said)
        if italic and not self.source:
            self.source = italic["text"]
        elif said:
            self.texts.append(plain(said))

    def _item(self, line: str) -> None:
        if is_tbd(line):
            return
        words, note = take_note(line)
        found = leading(words)
        if found and found[0].startswith("BR-"):
            self.children.append(
                ("business_rule", {"id": found[0], **_rule(found[1]), "requirement": self.id, "note": note})
            )
            return
        identifier = found[0] if found and found[0].startswith("AC-") else ""
        text = plain(found[1] if found and identifier else words)
        values = {"requirement": self.id, "text": text, **parts_of_criterion(text), "note": note}
        if identifier.count("-") == 2:
            values["id"] = identifier
            if identifier[3:6] != self.id[3:6]:
                values["requirement"] = f"FR-{identifier.split('-')[1]}"
        self.children.append(("criterion", values))

    def _other(self, block: Block) -> None:
        if block.kind == "quote":
            if flag := _ASSUMPTION.match(block.line):
                reason = _FLAGGED.match(flag["text"])
                self.assumed = plain(reason["text"] if reason else flag["text"])
            elif not block.line.startswith("**Needs review**"):
                self.texts.append(plain(block.line))
        elif block.table is not None and not _take_id_table(self.reader, block.table, self.id):
            self.reader.leave(block)


def _read_section(reader: Reader, section: MarkdownSection, context: str) -> None:
    """A section that is not one requirement: by what it is about."""
    if section.level > 2 and context == "journeys":
        _journey(reader, section)
        return
    if section.level > 2 and plain_title(section.title) == plain_title(BUSINESS_RULES):
        context = "rules"
    label = ""
    said_problem = any(fact.kind == "problem" for fact in reader.facts)
    for block in blocks_of(section.body):
        fields = fields_of(block) if block.kind == "paragraph" else None
        if fields and "confidence" in fields and len(fields) == 1:
            reader.mark_section(fields["confidence"])
        elif block.kind in {"fence", "comment", "rule"} or block.line.startswith("**Needs review**"):
            continue
        elif block.table is not None:
            known = any(reader.take_table(view, block.table) for view in _views_for(context))
            if not known and not _take_id_table(reader, block.table, ""):
                reader.leave(block)
        elif (found := label_of(block)) is not None:
            label = found
            if label not in _LABELS:
                reader.leave(block)
        elif not (_item(reader, block, context, label) if block.kind != "paragraph" else False):
            words, note = take_note(block.line)
            if context == "problem" and block.kind == "paragraph" and (note or not said_problem):
                reader.take("problem", note, text=plain(words))
                said_problem = True
            elif not _identified(reader, words, note):
                reader.leave(block)


_LABELS: Final = frozenset(text.casefold() for text in (MEASURES, NEEDS, CONSTRAINTS, PARTNERS))


def _views_for(context: str) -> tuple[View, ...]:
    first = {
        "qualities": QUALITIES,
        "risks": RISKS,
        "outside": OUT_OF_SCOPE,
        "priorities": PRIORITIES,
        "questions": OPEN_QUESTIONS,
    }.get(context)
    if context == "people":
        return (USERS, STAKEHOLDERS)
    return (first,) if first else (QUALITIES,) if context == "requirements" else ()


def _item(reader: Reader, block: Block, context: str, label: str) -> bool:
    """A list item or quote, by the section and the label it stands under."""
    words, note = take_note(block.line)
    text = plain(words)
    if block.kind == "quote" or context == "assumptions":
        return _assumption(reader, words)
    bold = re.match(r"^\*\*(?P<head>[^*]+)\*\*\s*:\s*(?P<rest>.*)$", words, re.DOTALL)
    if label == MEASURES.casefold():
        return reader.take("success_metric", note, text=text) is not None
    if label == NEEDS.casefold():
        head, rest = (plain(bold["head"]), plain(bold["rest"])) if bold else ("", text)
        return reader.take("need", note, text=rest, user_type=head) is not None
    if label == CONSTRAINTS.casefold():
        category = bold["head"].casefold() if bold else ""
        known = category in {"technical", "business", "legal", "time", "other"}
        rest = plain(bold["rest"]) if bold and known else text
        return reader.take("constraint", note, text=rest, category=category if known else "other") is not None
    if label == PARTNERS.casefold():
        return _link(reader, words, note)
    if _identified(reader, words, note):
        return True
    simple = {
        "fixed": "constraint",
        "outside": "out_of_scope",
        "questions": "open_question",
        "rules": "business_rule",
    }
    if context in simple:
        return reader.take(simple[context], note, text=text) is not None
    if context == "people":
        head, rest = (plain(bold["head"]), plain(bold["rest"])) if bold else (text, "")
        return reader.take("user_type", note, name=head, description=rest) is not None
    return False


def _link(reader: Reader, words: str, note: str) -> bool:
    found = leading(words)
    ends, _, purpose = plain(found[1] if found else words).partition(": ")
    source, _, target = ends.partition(" -> ")
    # The list repeats what the architecture says in full, so it claims no source of its own.
    evidence = (HandEdit(document=reader.document, marked=reader.section_mark),)
    values: dict[str, Any] = {
        "source": source,
        "target": target or "?",
        "purpose": purpose,
        "evidence": evidence,
    }
    return reader.take("integration", note, id=found[0] if found else "", **values) is not None


def _identified(reader: Reader, words: str, note: str) -> bool:
    """Words that start with an id, wherever they stand."""
    found = leading(words)
    if found is None:
        return False
    identifier, rest = found[0], plain(found[1].strip(" *"))
    if not rest:
        return False
    match identifier.split("-")[0]:
        case "FR":
            title, _, text = rest.partition(":") if ":" in rest[:80] else (rest, "", "")
            reader.take(
                "requirement", note, id=identifier, title=title.strip(" *"), text=text.strip(" *") or rest
            )
        case "AC" if identifier.count("-") == 2:
            requirement = f"FR-{identifier.split('-')[1]}"
            reader.take(
                "criterion",
                note,
                id=identifier,
                requirement=requirement,
                text=rest,
                **parts_of_criterion(rest),
            )
        case "NFR":
            category, _, text = rest.partition(":")
            split_off = bool(text) and len(category) < 30
            reader.take(
                "quality",
                note,
                id=identifier,
                category=category.strip(" *") if split_off else "General",
                text=(text if split_off else rest).strip(" *"),
            )
        case "BR":
            reader.take("business_rule", note, id=identifier, **_rule(found[1]))
        case "OQ":
            reader.take("open_question", note, id=identifier, text=rest)
        case "AS" | "CON" | "OUT":
            kind = {"AS": "assumption", "CON": "constraint", "OUT": "out_of_scope"}[identifier.split("-")[0]]
            reader.take(kind, note, id=identifier, text=rest)
        case _:
            return False
    return True


def _rule(text: str) -> dict[str, str]:
    found = _EXAMPLE.match(text)
    return (
        {"text": plain(found["text"]), "example": plain(found["example"])} if found else {"text": plain(text)}
    )


def _assumption(reader: Reader, words: str) -> bool:
    opened = _ASSUMPTION.match(words)
    body = opened["text"] if opened else words
    flagged = _FLAGGED.match(body)
    text, who = (flagged["text"], flagged["who"] or "") if flagged else (body, "")
    found = leading(text)
    identifier, said = (found[0], found[1]) if found and found[0].startswith("AS-") else ("", text)
    return reader.take("assumption", id=identifier, text=plain(said), settles=plain(who)) is not None


def _journey(reader: Reader, section: MarkdownSection) -> None:
    steps: list[str] = []
    known: dict[str, str] = {}
    for block in blocks_of(section.body):
        fields = fields_of(block) if block.kind == "paragraph" else None
        if fields is not None:
            known |= fields
        elif block.kind in {"item", "number"}:
            steps.append(plain(block.line))
        elif block.kind not in {"fence", "comment", "rule"}:
            reader.leave(block)
    reader.take(
        "journey",
        known.get("source", ""),
        title=plain(section.title),
        actor=plain(known.get(ACTOR.casefold(), "")),
        trouble=plain(known.get(TROUBLE.casefold(), "")),
        steps=tuple(steps),
    )


def _take_id_table(reader: Reader, table: Table, requirement: str) -> bool:
    """A table whose first column holds ids of requirements or criteria."""
    taken = False
    titles, texts = table.column(*_TITLE_COLUMNS), table.column(*_TEXT_COLUMNS)
    priorities, marks = table.column("Priority", "MoSCoW"), table.column("Confidence")
    for row in table.rows:
        identifier = canonical(row.cells[0]) or ""
        words = [plain(row.cells[at]) for at in (titles, texts) if at is not None and at > 0]
        words = [word for word in words if word] or [plain(cell) for cell in row.cells[1:2] if cell]
        if not words:
            continue
        mark = confidence_of_word(row.cells[marks]) if marks is not None else None
        if identifier.startswith("FR-"):
            reader.take("requirement", "", mark, id=identifier, title=words[0], text=words[-1])
            _take_priority(reader, identifier, row.cells[priorities] if priorities is not None else "")
            taken = True
        elif identifier.startswith("AC-"):
            belongs = f"FR-{identifier.split('-')[1]}" if identifier.count("-") == 2 else requirement
            own = identifier if identifier.count("-") == 2 else ""
            if belongs:
                reader.take(
                    "criterion",
                    "",
                    mark,
                    id=own,
                    requirement=belongs,
                    text=words[-1],
                    **parts_of_criterion(words[-1]),
                )
                taken = True
    return taken


def _take_priority(reader: Reader, target: str, text: str) -> None:
    found = _PRIORITY.search(text)
    word = text.strip().strip("*").casefold()
    level = _LEVELS[found[1].casefold()] if found else _RANKS.get(word)
    if level and not any(f.kind == "priority" and getattr(f, "target", "") == target for f in reader.facts):
        reader.take("priority", target=target, level=level)
