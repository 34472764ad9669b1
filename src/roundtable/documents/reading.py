"""The small parts of reading a document back: its blocks, its `**Key**: value` lines, its source notes.

Elsewhere: what the sections of each document mean (`read_requirements`, `read_design`, `read_stories`), all of it (`importing`).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal

from pydantic import ValidationError

from roundtable.analysis.evidence import Confidence, HandEdit
from roundtable.analysis.facts import Fact, parse_fact
from roundtable.analysis.record import Record
from roundtable.documents.escaping import plain
from roundtable.documents.markdown import lines_of
from roundtable.documents.sources import confidence_of_word, read_note
from roundtable.documents.tables import Table, tables_in
from roundtable.documents.views import View, is_tbd, read_table

__all__ = ["Block", "Reader", "blocks_of", "fields_of", "label_of", "take_note"]

Kind = Literal["paragraph", "item", "number", "quote", "table", "fence", "comment", "rule"]

_ITEM: Final = re.compile(r"^(?P<indent>\s{0,8})(?:[-*+]|(?P<number>\d{1,4})[.)])\s+(?P<text>.*)$")
_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_FIELD: Final = re.compile(r"^\*\*(?P<key>[^*:]{1,40}?)\s*(?:\*\*\s*:|:\s*\*\*)\s*(?P<value>.*?)\s*$")
_LABEL: Final = re.compile(r"^(?:\*\*|__)?(?P<label>[^*:]{1,60}?)\s*:?\s*(?:\*\*|__)?\s*:?\s*$")
_NOTE: Final = re.compile(r"^(?P<text>.*?)\s*\*\((?P<note>[^()]*(?:\([^()]*\)[^()]*)*)\)\*\s*$", re.DOTALL)
_CHECKBOX: Final = re.compile(r"^\[[ xX]\]\s+")


class Block(Record):
    """A paragraph, list item, table, quote or fence, with the lines it is made of."""

    kind: Kind
    text: str
    """For an item without its bullet; lines kept."""
    raw: str
    depth: int = 0
    table: Table | None = None

    @property
    def line(self) -> str:
        """The words on one line."""
        return " ".join(part.strip() for part in self.text.splitlines() if part.strip())


class Reader:
    """Collects what one document says. A section that is Low as a whole lends its mark to facts without one."""

    def __init__(self, document: str) -> None:
        self.document = document
        self.facts: list[Fact] = []
        self.section = ""
        self.section_mark: Confidence | None = None
        self.section_source = ""
        """What the reason behind a section's mark says about where its facts come from."""
        self.step_id: str | None = None
        self._unread: list[tuple[str, list[Block]]] = []

    def evidence(self, note: str = "", mark: Confidence | None = None) -> HandEdit:
        """Evidence that the document says so."""
        return self._with_section(read_note(self.document, note, mark))

    def open_section(self, title: str) -> None:
        """A new section begins: nothing is known about its confidence yet."""
        self.section, self.section_mark, self.section_source = title, None, ""

    def mark_section(self, confidence: str) -> None:
        """`Low -- read from the code alone; …`: the mark of a whole section, and its reason."""
        word, _, reason = confidence.partition(" -- ")
        self.section_mark = confidence_of_word(word)
        known = (("read from the code", "Seen in the code"), ("assumed;", "Assumed"))
        self.section_source = next((source for start, source in known if reason.startswith(start)), "")

    def take(
        self, kind: str, note: str = "", mark: Confidence | None = None, /, **values: Any
    ) -> Fact | None:
        """Record a fact of that kind; none when the values do not make one."""
        known = {key: value for key, value in values.items() if value not in ("", (), None)}
        if kind == "open_question" and self.step_id:
            known["step_id"] = self.step_id
        try:
            fact = parse_fact({"kind": kind, "evidence": (self.evidence(note, mark),), **known})
        except ValidationError:
            return None
        self.facts.append(fact)
        return fact

    def take_table(self, view: View, table: Table) -> bool:
        """Record the rows of a table, if it is one of these."""
        if not view.recognizes(table):
            return False
        facts, others = read_table(view, table, self.document)
        self.facts += [self._with_mark(fact) for fact in facts]
        for row in others:
            self.leave(Block(kind="paragraph", text=" | ".join(row.cells), raw=" | ".join(row.cells)))
        return True

    def leave(self, block: Block) -> None:
        """Keep a block that was not understood as text of its section."""
        if not self._unread or self._unread[-1][0] != self.section:
            self._unread.append((self.section, []))
        self._unread[-1][1].append(block)

    def finish(self) -> list[Fact]:
        """Everything that was read; the rest as notes."""
        for section, blocks in self._unread:
            self.open_section(section)
            for text, source in _noted(blocks):
                self.take("note", source, text=text, document=self.document, section=section)
        self._unread = []
        return self.facts

    def _with_mark(self, fact: Fact) -> Fact:
        evidence = tuple(
            self._with_section(item) if isinstance(item, HandEdit) else item for item in fact.evidence
        )
        updates: dict[str, Any] = {"evidence": evidence}
        if fact.kind == "open_question" and self.step_id:
            updates["step_id"] = self.step_id
        return fact.model_copy(update=updates)

    def _with_section(self, found: HandEdit) -> HandEdit:
        if found.marked is not None or self.section_mark is None:
            return found
        return found.model_copy(
            update={"marked": self.section_mark, "source": found.source or self.section_source}
        )


def blocks_of(text: str) -> Iterator[Block]:
    """The blocks of a section's body."""
    tables = {table.line: table for table in tables_in(text)}
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    at = 0
    while at < len(lines):
        start = at
        line = lines[at]
        if not line.strip():
            at += 1
            continue
        if table := tables.get(at + 1):
            at += 2 + len(table.rows)
            kind: Kind = "table"
        elif found := _FENCE.match(line):
            at += 1
            while at < len(lines) and not lines[at].lstrip().startswith(found[1]):
                at += 1
            at += 1
            kind = "fence"
        elif line.lstrip().startswith("<!--"):
            while at < len(lines) and "-->" not in lines[at]:
                at += 1
            at += 1
            kind = "comment"
        elif line.startswith(">"):
            at = _while(lines, at, lambda later: later.startswith(">"))
            kind = "quote"
        elif re.match(r"^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$", line):
            at += 1
            kind = "rule"
        elif item := _ITEM.match(line):
            at = _while(
                lines,
                at + 1,
                lambda later: bool(later.strip()) and not _ITEM.match(later) and later[:1] in " \t",
            )
            text_of = [item["text"], *lines[start + 1 : at]]
            kind = "number" if item["number"] else "item"
            yield Block(
                kind=kind,
                text=_CHECKBOX.sub("", "\n".join(text_of)),
                raw="\n".join(lines[start:at]),
                depth=len(item["indent"]),
            )
            continue
        else:
            at = _while(lines, at + 1, _continues)
            kind = "paragraph"
        raw = "\n".join(lines[start:at])
        stripped = re.sub(r"^> ?", "", raw, flags=re.MULTILINE) if kind == "quote" else raw
        yield Block(
            kind=kind, text=stripped, raw=raw, table=tables.get(start + 1) if kind == "table" else None
        )


def fields_of(block: Block) -> dict[str, str] | None:
    """The `**Key**: value` lines of a paragraph, keys in lower case; none when it is something else."""
    fields: dict[str, str] = {}
    for line in block.text.splitlines():
        found = _FIELD.match(line.strip())
        if found is None:
            return None
        value = found["value"]
        if not value and "\n" not in block.text.strip():
            return None  # `**For:**` opens a list
        fields[found["key"].casefold()] = "" if is_tbd(value) else value
    return fields or None


def label_of(block: Block) -> str | None:
    """`**Success is measured by:**` as its words, in lower case; none when the paragraph is something else."""
    text = block.text.strip()
    if block.kind != "paragraph" or "\n" in text or not (text.startswith(("**", "__")) or text.endswith(":")):
        return None
    found = _LABEL.match(text)
    return plain(found["label"]).casefold() if found else None


def take_note(text: str) -> tuple[str, str]:
    """Words and the source note behind them; for `… *(Said in turn 3)*`."""
    found = _NOTE.match(text)
    if found is None:
        return text.strip(), ""
    note = found["note"]
    looks_like_one = note[:1].isupper() and (" " in note or confidence_of_word(note) or note == "Assumed")
    return (found["text"].strip(), note) if looks_like_one or "; " in note else (text.strip(), "")


def _continues(line: str) -> bool:
    return bool(line.strip()) and not (
        _ITEM.match(line) or _FENCE.match(line) or line.startswith(">") or line.lstrip().startswith("<!--")
    )


def _while(lines: list[str], at: int, holds: Callable[[str], bool]) -> int:
    while at < len(lines) and holds(lines[at]):
        at += 1
    return at


_SOURCE_ALONE: Final = re.compile(r"^\*\((?P<note>[^*\n]+)\)\*$")
_BOLD_ALONE: Final = re.compile(r"^\*\*(?P<text>[^*\n]+)\*\*$")


def _noted(blocks: list[Block]) -> Iterator[tuple[str, str]]:
    """Unread blocks as notes, each with its source where one stands behind or below it."""
    open_blocks: list[Block] = []
    for block in blocks:
        alone = _SOURCE_ALONE.match(block.text.strip()) if block.kind == "paragraph" else None
        words, source = take_note(block.text) if block.kind == "paragraph" else ("", "")
        if alone is not None and open_blocks:
            yield _joined([_unbold(one) for one in open_blocks]), alone["note"]
            open_blocks = []
        elif words and source:
            if open_blocks:
                yield _joined(open_blocks), ""
            yield plain(words), source
            open_blocks = []
        else:
            open_blocks.append(block)
    if open_blocks:
        yield _joined(open_blocks), ""


def _unbold(block: Block) -> Block:
    """A question above an answer, without its dress."""
    found = _BOLD_ALONE.match(block.raw.strip())
    return block if found is None else block.model_copy(update={"raw": found["text"]})


def _joined(blocks: list[Block]) -> str:
    """Unread blocks as text again: list items stay together, everything else is set apart."""
    text = ""
    listed = False
    for block in blocks:
        is_item = block.kind in {"item", "number"}
        text += ("\n" if listed and is_item else "\n\n") if text else ""
        text += "\n".join(plain(line.strip()) for line in block.raw.splitlines())
        listed = is_item
    return text
