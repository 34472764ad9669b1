"""Read the tables of a Markdown text: header cells, rows and where they stand.

Lenient on purpose: ragged rows are filled or cut to the header. Tables inside fenced code are not tables.

Elsewhere: writing a cell that cannot break its table (`escaping`).
"""

import re
from typing import Final

from roundtable.analysis.record import Record
from roundtable.documents.markdown import prose_lines

__all__ = ["Row", "Table", "split_row", "tables_in"]

_DELIMITER: Final = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_PIPE: Final = re.compile(r"(?<!\\)\|")
_LONGEST_ROW: Final = 200_000
"""A longer line is not a row anybody wrote; splitting it would only cost time."""


class Row(Record):
    """One row, as many cells as the header has."""

    cells: tuple[str, ...]
    line: int


class Table(Record):
    """A table with its header cells."""

    headers: tuple[str, ...]
    rows: tuple[Row, ...]
    line: int

    def column(self, *names: str) -> int | None:
        """The position of the first header that is one of these names, whatever its case."""
        wanted = {name.casefold() for name in names}
        return next((at for at, cell in enumerate(self.headers) if cell.casefold() in wanted), None)


def tables_in(text: str) -> tuple[Table, ...]:
    """Every table of the text, in order; line numbers count from 1 within `text`."""
    tables: list[Table] = []
    rows: list[Row] = []
    headers: tuple[str, ...] = ()
    start = 0
    previous: tuple[int, str] | None = None
    for number, line in prose_lines(text):
        follows = previous is not None and previous[0] == number - 1
        if headers:
            if follows and "|" in line and line.strip():
                rows.append(Row(cells=_fitted(split_row(line), len(headers)), line=number))
            else:
                tables.append(Table(headers=headers, rows=tuple(rows), line=start))
                headers, rows = (), []
        if not headers and follows and previous is not None and _opens_table(previous[1], line):
            headers, rows, start = split_row(previous[1]), [], previous[0]
        previous = (number, line)
    if headers:
        tables.append(Table(headers=headers, rows=tuple(rows), line=start))
    return tuple(tables)


def split_row(line: str) -> tuple[str, ...]:
    """The cells of one row. As on GitHub, only `\\|` keeps a pipe in its cell, inside back-quotes too."""
    text = line.strip()
    if len(text) > _LONGEST_ROW:
        return (text,)
    cells = [cell.replace("\\|", "|").strip() for cell in _PIPE.split(text)]
    if text.startswith("|"):
        cells = cells[1:]
    if cells and not cells[-1] and text.endswith("|"):
        cells = cells[:-1]
    return tuple(cells)


def _opens_table(header: str, delimiter: str) -> bool:
    return (
        "|" in header
        and "-" in delimiter
        and len(delimiter) < _LONGEST_ROW
        and _DELIMITER.match(delimiter) is not None
        and len(split_row(header)) == len(split_row(delimiter))
    )


def _fitted(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (*cells[:width], *("" for _ in range(width - len(cells))))
