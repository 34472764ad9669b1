"""Tables of facts, declared once: the same columns write them and read them back.

A `View` says which field of a fact stands in which column, and how. Columns that are empty in every row are left out; an empty
field that somebody has to fill shows as `TBD -- {what is needed}`.

Elsewhere: which views a section has (the module of each document), reading whole documents (`importing`).
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from pydantic import ValidationError

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.evidence import Confidence
from roundtable.analysis.facts import FACT_TYPES, Fact, parse_fact
from roundtable.analysis.record import Record
from roundtable.documents.escaping import cell, code, one_line, plain, spans_in, uncode
from roundtable.documents.identifiers import references
from roundtable.documents.sources import marked_note, read_note, source_note
from roundtable.documents.tables import Row, Table

__all__ = ["ID", "SOURCE", "TBD", "Column", "View", "ids_in", "is_tbd", "read_table", "render_table", "tbd"]

TBD: Final = "TBD"
_ID: Final = re.compile(r"\b[A-Z]{2,5}-\d{1,6}(?:-\d{1,4})?\b")
_PLAIN_NOTE: Final = re.compile(r"Seen in the code|Assumed|Written in [^;]*")

Style = Literal["text", "code", "codes", "ids", "lines", "word", "level", "number", "flag", "id", "source"]


class Column(Record):
    """One column: the header, the field behind it, and how the value is written."""

    header: str
    field: str = ""
    style: Style = "text"
    needs: str = ""
    """Shown as TBD while the field is empty."""
    also: tuple[str, ...] = ()
    """Other headers under which people write the same."""


class View(Record):
    """A table of one kind of fact."""

    kind: str
    columns: tuple[Column, ...]

    def recognizes(self, table: Table) -> bool:
        """Whether the table has what a fact of this kind must have, and little else."""
        known = self.positions(table)
        required = {
            name
            for name, field in FACT_TYPES[self.kind].model_fields.items()
            if field.is_required() and name != "kind"
        }
        return required <= {column.field for column in known} and len(known) * 2 > len(table.headers)

    def positions(self, table: Table) -> dict[Column, int]:
        """Which of our columns the table has, and where."""
        found = {column: table.column(column.header, *column.also) for column in self.columns}
        return {column: at for column, at in found.items() if at is not None}


ID: Final = Column(header="ID", field="id", style="id", also=("#", "Id", "Ref"))
SOURCE: Final = Column(header="Source", style="source", also=("Confidence",))


def tbd(needs: str) -> str:
    """A gap in a table, with what would fill it."""
    return f"{TBD} -- {needs}"


def is_tbd(text: str) -> bool:
    """Whether a cell is such a gap."""
    return text.strip().strip("*").upper().startswith(TBD)


def ids_in(text: str) -> tuple[str, ...]:
    """Every identifier in a text, each once; those of a kind we do not know as they are written."""
    return references(text) or tuple(dict.fromkeys(_ID.findall(text)))


def render_table(view: View, facts: Sequence[Fact], analysis: Analysis) -> str:
    """The facts as a table; empty text when there are none."""
    if not facts:
        return ""
    shown = [column for column in view.columns if _says_something(view, column, facts, analysis)]
    lines = [_row(column.header for column in shown), _row("---" for _ in shown)]
    lines += [
        _row(
            _value(column, fact, analysis) or (tbd(column.needs) if column.needs else "") for column in shown
        )
        for fact in facts
    ]
    return "\n".join(lines)


def read_table(view: View, table: Table, document: str) -> tuple[tuple[Fact, ...], tuple[Row, ...]]:
    """The facts of a table, and the rows that are none."""
    columns = view.positions(table)
    facts: list[Fact] = []
    others: list[Row] = []
    for row in table.rows:
        fact = _read_row(view, columns, row, document)
        if fact is None:
            others.append(row)
        else:
            facts.append(fact)
    return tuple(facts), tuple(others)


def _says_something(view: View, column: Column, facts: Sequence[Fact], analysis: Analysis) -> bool:
    if column.style == "source" and all(analysis.confidence(fact) is Confidence.LOW for fact in facts):
        # The section says Low and why; a column that only repeats it in every row would say nothing.
        notes = {source_note(fact) for fact in facts}
        return len(notes) > 1 or _PLAIN_NOTE.fullmatch(notes.pop()) is None
    values = {_value(column, fact, analysis) for fact in facts}
    return bool(column.needs) or column is view.columns[0] or values != {""}


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _value(column: Column, fact: Fact, analysis: Analysis) -> str:
    if column.style == "source":
        return marked_note(fact, analysis).replace("|", "\\|")
    value: Any = getattr(fact, column.field)
    match column.style:
        case "code":
            return code(str(value)).replace("|", "\\|")
        case "codes":
            return ", ".join(code(entry) for entry in value).replace("|", "\\|")
        case "ids":
            return (
                cell(value or "") if value is None or isinstance(value, str) else ", ".join(map(cell, value))
            )
        case "lines":
            return "; ".join(cell(entry) for entry in value)
        case "level":
            return str(value or "").capitalize()
        case "number":
            return str(value)
        case "flag":
            return "yes" if value else ""
        case "text" | "word" | "id":
            return cell(str(value or ""))


def _read_row(view: View, columns: dict[Column, int], row: Row, document: str) -> Fact | None:
    raw: dict[str, Any] = {"kind": view.kind, "evidence": (read_note(document, ""),)}
    fields = FACT_TYPES[view.kind].model_fields
    for column, at in columns.items():
        text = row.cells[at]
        if column.style == "source":
            raw["evidence"] = (read_note(document, text),)
            continue
        if not one_line(text) or is_tbd(text):
            if fields[column.field].is_required():
                return None
            continue
        raw[column.field] = _read_value(
            column, text, single="tuple" not in str(fields[column.field].annotation)
        )
    try:
        return parse_fact(raw)
    except ValidationError:
        return None


def _read_value(column: Column, text: str, *, single: bool) -> Any:
    match column.style:
        case "code":
            return uncode(text)
        case "codes":
            return spans_in(text) or tuple(part.strip() for part in text.split(","))
        case "ids":
            parts = ids_in(text) or tuple(plain(part.strip()) for part in text.split(","))
            return parts[0] if single else parts
        case "lines":
            return tuple(plain(part) for part in text.split("; "))
        case "level":
            return plain(text).lower()
        case "number":
            digits = re.search(r"\d+", text)
            return int(digits[0][:9]) if digits else 0
        case "flag":
            return plain(text).lower() in {"yes", "y", "true", "new", "x"}
        case "id":
            found = ids_in(text)
            return found[0] if found else ""
        case _:
            return plain(text)
