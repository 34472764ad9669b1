"""The sentences that promise something: requirements, criteria, quality requirements. Everything else is prose.

From each definition this takes its statement, its criteria (with or without ids) and its fields (confidence, priority).
Fields such as `**Source**: …`, quotations, notes and tables under a requirement are not its statement.

Elsewhere: where ids are defined (`definitions`), stories (`stories`), what is wrong with a sentence (`quality`).
"""

import re
from dataclasses import dataclass, field
from typing import Final

from roundtable.documents.checks.definitions import ITEM, Definition
from roundtable.documents.checks.ids import CRITERIA, QUALITIES, STORY_IDS, leading_id, prefix_of
from roundtable.documents.checks.pages import Page, field_of
from roundtable.documents.checks.quality import Kind, sentences_of

__all__ = ["PRIORITY", "Reading", "Statement", "is_about_criteria", "level_of", "normative", "read"]

_STATEMENT_KEYS: Final = frozenset(
    {"description", "requirement", "statement", "text", "shall", "what", "beschreibung", "anforderung"}
)
_CRITERIA: Final = re.compile(
    r"\b(?:acceptance\s+)?criteria\b|\bacceptance\b|\bfit criterion\b|\bdefinition of done\b|\bdone when\b|"
    r"\b(?:akzeptanz|abnahme)kriteri|\bcrit[eè]res? d['’]acceptation|\bcriterios? de aceptaci[oó]n|\bcrit[eé]rios? de aceita",
    re.IGNORECASE,
)
_SUBTITLE_STATEMENT: Final = re.compile(r"^(?:description|requirement|statement)s?$", re.IGNORECASE)
_LABEL: Final = re.compile(r"^\s*(?:[-*+]\s+)?(?:\*\*|__)(?P<key>[^*_:]{1,60}):?(?:\*\*|__):?\s*$")
_INLINE_LABEL: Final = re.compile(
    r"^[*_]{0,2}(?P<key>[^\W\d_][^*_:.]{2,40})[*_]{0,2}\s*:[*_]{0,2}\s*(?P<value>\S.*)$"
)
_LEVEL_FIRST: Final = re.compile(
    r"^\((?:must|should|could|won['’]?t)(?:[\s-]+have)?\)\s*[:–—-]?\s*", re.IGNORECASE
)
_PLAIN_LABEL: Final = re.compile(r"^\s*(?P<key>[A-ZÄÖÜ][^*_:.]{2,40}):\s*$")
_CONFIDENCE: Final = re.compile(r"\bconfidence\b[\s*_:|]{1,8}(high|medium|low)\b", re.IGNORECASE)
PRIORITY: Final = re.compile(
    r"\b(must|should|could|won['’]?t|muss|soll(?:te)?|kann|könnte)(?:[\s-]+have)?\b", re.IGNORECASE
)
_ELSEWHERE: Final = {
    "muss": "Must",
    "soll": "Should",
    "sollte": "Should",
    "kann": "Could",
    "könnte": "Could",
}
_PRIORITY_FIELD: Final = re.compile(
    r"\b(?:priority|moscow|priorität|priorité|prioridad)\b[\s*_:|]{1,8}(\w[\w'’]*)", re.IGNORECASE
)
_TEXT_COLUMNS: Final = ("statement", "description", "requirement", "text", "rule", "summary")
_CRITERION_COLUMNS: Final = ("criterion", "criteria", *_TEXT_COLUMNS)
_GIVEN: Final = re.compile(r"^(?:[*_]*)(?:given|when|scenario)\b", re.IGNORECASE)
_NORMATIVE: Final = re.compile(r"\b(?:shall|must)\b", re.IGNORECASE)
_SOURCE_NOTE: Final = re.compile(r"\s*(?<!\*)\*\([^*]*\)\*\s*$")
_QUIET: Final = re.compile(r"^(?:\*[^*].*[^*]\*|_[^_].*[^_]_)$")
_GAP: Final = re.compile(r"^TBD\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """One text that promises something."""

    kind: Kind
    id: str
    name: str
    line: int
    text: str

    @property
    def sentences(self) -> list[str]:
        """The text in sentences."""
        return sentences_of(self.text)


@dataclass(slots=True)
class Reading:
    """What one definition says."""

    definition: Definition
    statements: list[Statement] = field(default_factory=list[Statement])
    criteria: list[Statement] = field(default_factory=list[Statement])
    """Criteria without an id of their own."""
    confidence: str = ""
    priority: str = ""


def level_of(text: str) -> str:
    """The MoSCoW level in a text: `Must`, `Should`, `Could`, `Won't`; empty when there is none."""
    found = PRIORITY.search(text)
    if found is None:
        return ""
    word = found[1].lower()
    return _ELSEWHERE.get(word) or ("Won't" if word.startswith("won") else word.capitalize())


def is_about_criteria(title: str) -> bool:
    """Whether a heading or label announces acceptance criteria."""
    return _CRITERIA.search(title) is not None


def read(definition: Definition) -> Reading:
    """What a definition says."""
    reading = Reading(definition)
    kind = _kind(definition.key)
    if definition.row is not None:
        _read_row(reading, kind)
        return reading
    if definition.form == "item":
        _read_item(reading, kind)
    else:
        _read_body(reading, kind)
    spoken = [definition.title, *(line.text for line in definition.body)]
    found = next((match for text in spoken if (match := _CONFIDENCE.search(text))), None)
    reading.confidence = found[1].capitalize() if found else ""
    priority = next((match for text in spoken if (match := _PRIORITY_FIELD.search(text))), None)
    reading.priority = level_of(priority[1]) if priority else ""
    if not reading.priority and (first := _LEVEL_FIRST.match(definition.title)):
        reading.priority = level_of(first[0])
    return reading


def _kind(key: str) -> Kind:
    prefix = prefix_of(key)
    if prefix in CRITERIA:
        return "criterion"
    if prefix in QUALITIES:
        return "quality"
    return "story" if prefix in STORY_IDS or prefix == "UC" else "requirement"


def _read_row(reading: Reading, kind: Kind) -> None:
    definition = reading.definition
    row = definition.row
    if row is None:
        return
    columns = _CRITERION_COLUMNS if kind == "criterion" else _TEXT_COLUMNS
    named = row._replace(headers=("", *row.headers[1:])).get(*columns)
    text = named or max(row.cells[1:], key=len, default="")
    if text.strip():
        reading.statements.append(Statement(kind, definition.id, definition.name, row.line, _plain(text)))
    confidence = re.match(r"\W*(high|medium|low)\b", row.get("confidence"), re.IGNORECASE)
    reading.confidence = confidence[1].capitalize() if confidence else ""
    reading.priority = level_of(row.get("priority", "moscow", "priorität", "priorité", "prioridad"))
    criteria = row.get("acceptance", "criteria")
    if criteria.strip(" -–—") and kind == "requirement" and criteria != text:
        reading.criteria.append(
            Statement("criterion", definition.id, definition.name, row.line, _plain(criteria))
        )


def _read_item(reading: Reading, kind: Kind) -> None:
    """The statement of a list item, and the criteria that are listed below it."""
    definition = reading.definition
    spoken = [_LEVEL_FIRST.sub("", definition.title)]
    in_criteria = False
    owned = False
    for line in definition.body:
        item = ITEM.match(line.text)
        content = item["text"] if item else line.text.strip()
        named = field_of(line.text)
        if named is None and (inline := _INLINE_LABEL.match(content)) and _CRITERIA.search(inline["key"]):
            named = inline["key"].lower(), inline["value"]
        key = named[0] if named is not None else content.rstrip(":*_ ").lstrip("*_ ")
        owned = leading_id(content) is not None or (owned and item is None)
        if owned:
            continue
        if (
            len(key) < 60
            and _CRITERIA.search(key)
            and (named is not None or content.rstrip("*_ ").endswith(":"))
        ):
            in_criteria = True
            content = named[1] if named is not None else ""
        elif named is not None:
            continue
        if not content.strip():
            continue
        if kind != "criterion" and (in_criteria or (item is not None and _GIVEN.match(content))):
            text = _plain(content)
            reading.criteria.append(Statement("criterion", definition.id, definition.name, line.number, text))
        else:
            spoken.append(_plain(content))
    if text := " ".join(spoken).strip():
        reading.statements.append(Statement(kind, definition.id, definition.name, definition.line, text))


def _read_body(reading: Reading, kind: Kind) -> None:
    """The statement and the unnumbered criteria under a heading."""
    definition = reading.definition
    mode = "statement"
    block: list[str] = []
    start = 0

    def close() -> None:
        if block:
            kind_here: Kind = "criterion" if mode == "criteria" else kind
            target = reading.criteria if mode == "criteria" else reading.statements
            target.append(Statement(kind_here, definition.id, definition.name, start, " ".join(block)))
            block.clear()

    in_owned_item = False
    for line in definition.body:
        text = line.text
        stripped = text.strip()
        if not stripped:
            close()
            in_owned_item = False
            continue
        item = ITEM.match(text)
        named = field_of(text)
        label = _LABEL.match(text)
        if label is None and (bare := _PLAIN_LABEL.match(text)) and _CRITERIA.search(bare["key"]):
            label = bare
        if stripped.startswith("#"):
            close()
            title = stripped.lstrip("# ").strip()
            mode = (
                "criteria"
                if _CRITERIA.search(title)
                else "statement"
                if _SUBTITLE_STATEMENT.match(title)
                else "skip"
            )
        elif named is not None or label is not None:
            close()
            key, value = named if named is not None else (label["key"].strip().lower() if label else "", "")
            if leading_id(key.upper()):
                in_owned_item = True
            elif _CRITERIA.search(key):
                mode = "criteria"
                block, start = ([_plain(value)] if value else []), line.number
            elif key in _STATEMENT_KEYS:
                mode = "statement"
                block, start = ([_plain(value)] if value else []), line.number
            elif not value:
                mode = "skip"
        elif stripped.startswith((">", "|")) or mode == "skip" or _QUIET.match(stripped):
            close()
        elif item is not None:
            close()
            content = item["text"]
            in_owned_item = leading_id(content) is not None or (in_owned_item and text[:1] in " \t")
            if not in_owned_item and not _GAP.match(content):
                if _GIVEN.match(content):
                    mode = "criteria"
                block, start = [_plain(content)], line.number
        elif in_owned_item and (text[:1] in " \t"):
            continue
        else:
            if not block:
                start = line.number
            in_owned_item = False
            block.append(_plain(stripped))
    close()
    if not reading.statements and definition.title:
        reading.statements.append(
            Statement(kind, definition.id, definition.name, definition.line, _plain(definition.title))
        )


def _plain(text: str) -> str:
    """Without list marks, emphasis and the source note at the end; code marks stay, so that code can be told from words."""
    item = ITEM.match(text)
    content = _SOURCE_NOTE.sub("", item["text"] if item else text)
    return content.replace("**", "").replace("__", "").strip()


def normative(page: Page) -> list[Statement]:
    """The sentences with shall or must in a file that numbers nothing."""
    found: list[Statement] = []
    for line in page.lines:
        text = line.text.strip()
        if not text or text.startswith(("#", ">")):
            continue
        pieces = (
            [cell for row in [text.strip("|")] for cell in row.split("|")]
            if text.startswith("|")
            else [_plain(text)]
        )
        found += [
            Statement("requirement", "", page.name, line.number, piece.strip())
            for piece in pieces
            if _NORMATIVE.search(piece) and len(piece.split()) > 3
        ]
    return found
