"""A place where a document defines an id, and what it says: statements, criteria without ids, fields, confidence, priority.

Quotations, tables, code and source notes under a requirement are not its statement; what has an id of its own below it is an
entry of its own.

Used by `fact_maker` (facts) and `checks` (what is wrong). Elsewhere: where ids are defined (`defined_ids`), ids themselves
(`identifiers`), sections that number nothing (`document`).
"""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, NamedTuple

from roundtable.documents.reading.identifiers import family_of, leading
from roundtable.documents.reading.inline_marks import bare_field, label_of, turns_in, words_of
from roundtable.language.markdown import plain_title
from roundtable.language.markdown_blocks import Block, Line, Row, fields_in
from roundtable.language.phrases import any_word, rows

Form = Literal["heading", "item", "row"]
StatementKind = Literal["requirement", "criterion", "story", "quality"]
_CRITERIA: Final = re.compile(
    r"(?i)\b(?:acceptance\s+)?criteria\b|\bacceptance\b|\bfit criterion\b|\bdefinition of done\b|\bdone when\b|"
    r"\b(?:akzeptanz|abnahme)kriteri|\bcrit[eè]res? d['’]acceptation|\bcriterios? de aceptaci[oó]n|\bcrit[eé]rios? de aceita"
)
_STATEMENT_KEYS: Final = rows("description|requirement|statement|text|shall|what|beschreibung|anforderung")
_BARE_KEYS: Final = rows("priority|confidence|status|source|description")
_INLINE_LABEL: Final = re.compile(
    r"(?s)^[*_]{0,2}(?P<key>[^\W\d_][^*_:.]{2,40})[*_]{0,2}\s*:[*_]{0,2}\s*(?P<value>\S.*)$"
)
_LEVEL_IN_BRACKETS: Final = re.compile(
    r"(?i)^[(\[](must|should|could|won['’]?t)(?:[\s-]+have)?[)\]]\s*[:–—-]?\s*|"
    r"\s+[(\[](must|should|could|won['’]?t)(?:[\s-]+have)?[)\]]\s*$"
)
_CONFIDENCE: Final = any_word(r"confidence\b[\s*_:|]{1,8}(high|medium|low)")
_PRIORITY: Final = re.compile(
    r"(?i)\b(?:priority|moscow|priorität|priorité|prioridad)\b[\s*_:|]{1,8}(\w[\w'’]*)"
)
_LEVEL: Final = any_word(r"(must|should|could|won['’]?t|muss|soll(?:te)?|kann|könnte)(?:[\s-]+have)?")
_RANKED: Final = re.compile(rf"(?i)(?:(?<=[.;])|^)\s*priority:\s*{_LEVEL.pattern}\.?")
"""`Priority: Could.` behind a sentence, which is no part of it."""
_LEVELS: Final = {"muss": "Must", "soll": "Should", "sollte": "Should", "kann": "Could", "könnte": "Could"}
_GIVEN: Final = re.compile(r"^[*_]*(?:given|when|scenario)\b", re.IGNORECASE)
_QUIET: Final = re.compile(r"^(?:\*[^*].*[^*]\*|_[^_].*[^_]_)$")
_TEXT_COLUMNS: Final = ("statement", "description", "requirement", "text", "rule", "summary")
_LONGEST: Final = 20_000
"""Characters of a title or statement; nobody writes a longer one."""


class Statement(NamedTuple):
    """One text that promises something."""

    kind: StatementKind
    id: str
    name: str
    line: int
    raw: str
    """As it is written, on one line."""
    is_item: bool = False

    @property
    def text(self) -> str:
        """Its words, without what stands behind them."""
        return words_of(self.raw)


@dataclass
class Entry:
    id: str
    key: str
    name: str
    line: int
    form: Form
    title: str
    body: list[Block] = field(default_factory=list[Block])
    """The blocks that belong to it; of a list item also its further lines."""
    row: Row | None = None
    under: str = ""
    """The key of the requirement whose heading or list item it stands under."""
    section: str = ""
    """The titles above it that define no ids, outermost first, in lower case."""
    level: str = ""
    """The priority that stood in brackets before or behind its title."""

    @property
    def kind(self) -> StatementKind:
        known: dict[str, StatementKind] = {"AC": "criterion", "NFR": "quality", "US": "story", "UC": "story"}
        return known.get(family_of(self.key), "requirement")

    @property
    def lines(self) -> list[Line]:
        cells = [Line(self.row.line, cell) for cell in self.row.cells] if self.row else []
        body = (line for block in self.body if block.kind != "fence" for line in block.lines)
        return [Line(self.line, self.title), *cells, *body]

    @cached_property
    def reading(self) -> "EntryReading":
        return EntryReading(self)

    def statement(self, text: str, line: int, kind: StatementKind | None = None) -> Statement:
        return Statement(kind or self.kind, self.id, self.name, line, _RANKED.sub("", text[:_LONGEST]))

    @property
    def numbered_criteria(self) -> dict[str, int]:
        """Key -> line of criteria that only count within their requirement: "1.2" is the second of Requirement 1."""
        found: dict[str, int] = {}
        inside = False
        for block in self.body:
            if block.kind == "heading" or (block.kind == "paragraph" and label_of(block.text)):
                title = (block.text if block.kind == "heading" else label_of(block.text)).lower()
                inside = any(word in title for word in ("criteria", "kriterien", "scenario"))
            elif inside and block.kind == "item" and block.mark.isdigit() and block.level == 1:
                found.setdefault(f"AC-{self.key}-{int(block.mark[:6])}", block.line)
        return found


def level_of(text: str) -> str:
    """The MoSCoW level in a text: `Must`, `Should`, `Could`, `Won't`; empty when there is none."""
    found = _LEVEL.search(text)
    word = found[1].lower() if found else ""
    return _LEVELS.get(word) or ("Won't" if word.startswith("won") else word.capitalize())


def split_level(title: str) -> tuple[str, str]:
    """ "Pay at the desk (Should)" as its words and the level."""
    found = _LEVEL_IN_BRACKETS.search(title)
    return (_LEVEL_IN_BRACKETS.sub("", title, count=1), level_of(found[0])) if found else (title, "")


def is_scenario(text: str) -> bool:
    return _GIVEN.match(text) is not None


def is_about_criteria(title: str) -> bool:
    return _CRITERIA.search(title) is not None


class EntryReading:
    """What an entry says: the cells of its row, or its blocks, sorted into statements, criteria and fields."""

    def __init__(self, entry: Entry) -> None:
        self.statements: list[Statement] = []
        self.criteria: list[Statement] = []
        """Criteria without an id of their own."""
        self.fields: dict[str, str] = {}
        self.levels: tuple[str, ...] = ()
        """Every priority that its own text gives it; two are one too many."""
        self.confidence = self.priority = self.note = ""
        """How sure it is, its level, and where it comes from, from a line of its own."""
        self._entry = entry
        self._mode = "statement"
        self._owned = 0
        """The line up to which words belong to an entry of their own."""
        self._spoken = [entry.title] if entry.form == "item" else []
        if entry.row is not None:
            self._read_row(entry, entry.row)
        if entry.row is None or entry.form == "heading":
            self._read_blocks(entry)

    def _read_row(self, entry: Entry, row: Row) -> None:
        columns = ("criterion", "criteria", *_TEXT_COLUMNS) if entry.kind == "criterion" else _TEXT_COLUMNS
        named = row._replace(headers=("", *row.headers[1:])).get(*columns)
        if (text := named or max(row.cells[1:], key=len, default="")).strip():
            self.statements.append(entry.statement(" ".join(text.split()), row.line))
        said = (*row.get("confidence").strip(" *_`").split(maxsplit=1), "")[0].capitalize()
        self.confidence = said if said in ("High", "Medium", "Low") else ""
        self.priority = level_of(row.get("priority", "moscow", "priorität", "priorité", "prioridad"))
        criteria = row.get("acceptance", "criteria")
        if criteria.strip(" -–—") and entry.kind == "requirement" and criteria != text:
            self.criteria.append(entry.statement(criteria, row.line, "criterion"))

    def _read_blocks(self, entry: Entry) -> None:
        for block in entry.body:
            if block.kind == "heading":
                is_statement = plain_title(block.text).rstrip("s") in _STATEMENT_KEYS
                criteria = _CRITERIA.search(block.text) is not None
                self._mode = "criteria" if criteria else "statement" if is_statement else "skip"
            elif block.line >= self._owned and block.kind == "item":
                self._item(block)
            elif block.line >= self._owned and block.kind == "paragraph":
                self._paragraph(block)
        if entry.form == "item" and (text := " ".join(self._spoken).strip()):
            self.statements.insert(0, entry.statement(text, entry.line))
        elif not self.statements and entry.title:
            # A title alone is the short form of what its footnotes below name.
            turns = next((turns for line in entry.lines if (turns := turns_in(line.text))), "")
            self.statements.append(entry.statement(f"{entry.title}{turns}", entry.line))
        spoken = [line.text[:_LONGEST] for line in entry.lines]
        confidence = next((match[1] for text in spoken if (match := _CONFIDENCE.search(text))), "")
        self.confidence = confidence.capitalize() or self.confidence
        levels = [level for text in spoken for word in _PRIORITY.findall(text) if (level := level_of(word))]
        self.priority = next(iter(levels), "") or entry.level or self.priority
        self.levels = tuple(dict.fromkeys(levels))

    def _item(self, block: Block) -> None:
        if leading(block.text) is not None:
            self._owned = block.end
            return
        named = next(fields_in(block.words), None)
        if named is None and (inline := _INLINE_LABEL.match(block.words)) and _CRITERIA.search(inline["key"]):
            named = inline["key"].lower(), inline["value"]
        text = block.words
        if named is not None or label_of(text):
            key, text = named or (label_of(text).lower(), "")
            if not self._opens_criteria(key):
                self.fields.setdefault(key, text)
                return
        elif _GIVEN.match(text):
            self._mode = "criteria" if self._entry.form == "heading" else self._mode
            self._add(text, block.line, "criteria", is_item=True)
            return
        if text and not text.upper().startswith("TBD") and self._mode != "skip":
            self._add(text, block.line, self._mode, is_item=True)

    def _paragraph(self, block: Block) -> None:
        words: list[str] = []
        start = block.line
        for line in block.lines:
            named = [*fields_in(line.text)]
            if not named and (bare := bare_field(line.text)) and bare[0] in _BARE_KEYS:
                named = [bare]
            label = label_of(line.text)
            if not named and not (label and (line.text.startswith(("**", "__")) or _CRITERIA.search(label))):
                start = start if words else line.number
                words.append(line.text)
                continue
            self._close(words, start)
            for key, value in named or [(label.lower(), "")]:
                if key in _STATEMENT_KEYS:
                    self._mode = "statement"
                    words, start = ([value] if value else []), line.number
                elif self._opens_criteria(key):
                    words, start = ([value] if value else []), line.number
                elif leading(key.upper()):
                    self._owned = block.end
                else:
                    self.fields.setdefault(key, value)
                    self._mode = self._mode if value or named else "skip"
        self._close(words, start)

    def _opens_criteria(self, key: str) -> bool:
        opens = len(key) < 60 and _CRITERIA.search(key) is not None
        self._mode = "criteria" if opens else self._mode
        return opens

    def _close(self, words: list[str], line: int) -> None:
        text = " ".join(word for word in words if word)
        words.clear()
        if _QUIET.match(text):
            self.note = self.note or text[1:-1]
        elif text and self._mode != "skip":
            self._add(text, line, self._mode)

    def _add(self, text: str, line: int, mode: str, *, is_item: bool = False) -> None:
        entry = self._entry
        if mode == "criteria" and entry.kind != "criterion":
            self.criteria.append(entry.statement(text, line, "criterion"))
        elif entry.form == "item":
            self._spoken.append(text)
        else:
            self.statements.append(entry.statement(text, line)._replace(is_item=is_item))
