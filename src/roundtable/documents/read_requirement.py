"""Read single requirements back, in the shapes people write them: under a heading, in a list, in a table.

Criteria belong to the requirement whose number they carry, else to the one they stand under. Given, when and then are told
apart; confidence marks and priorities are taken where they stand.

Elsewhere: the sections around them (`read_requirements`).
"""

import re
from typing import Any, Final

from roundtable.analysis.evidence import Assumed
from roundtable.documents.escaping import plain
from roundtable.documents.identifiers import canonical, leading
from roundtable.documents.reading import Block, Reader, label_of, take_note
from roundtable.documents.sources import confidence_of_word
from roundtable.documents.tables import Table
from roundtable.documents.views import is_tbd

__all__ = ["RequirementReader", "parts_of_criterion", "take_assumption", "take_id_table", "take_identified"]

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


def parts_of_criterion(text: str) -> dict[str, str]:
    """Given, when and then of a criterion; empty when it is not in that form."""
    found = _GIVEN.match(text)
    if found is None:
        return {}
    return {name: found[name].strip(" *_").rstrip(",;") for name in ("given", "when", "then")}


class RequirementReader:
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
        elif block.table is not None and not take_id_table(self.reader, block.table, self.id):
            self.reader.leave(block)


def take_identified(reader: Reader, words: str, note: str) -> bool:
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


def take_assumption(reader: Reader, words: str) -> bool:
    opened = _ASSUMPTION.match(words)
    body = opened["text"] if opened else words
    flagged = _FLAGGED.match(body)
    text, who = (flagged["text"], flagged["who"] or "") if flagged else (body, "")
    found = leading(text)
    identifier, said = (found[0], found[1]) if found and found[0].startswith("AS-") else ("", text)
    return reader.take("assumption", id=identifier, text=plain(said), settles=plain(who)) is not None


def take_id_table(reader: Reader, table: Table, requirement: str) -> bool:
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
