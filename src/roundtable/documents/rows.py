"""Merge user-stories.json and traceability-matrix.csv row by row, so that stories and rows added or edited by hand survive.

Layouts of others are kept: stories inside `{"user_stories": […]}` stay there, extra columns of the matrix stay columns, a row
that we have nothing new to say about keeps its quotes, and a file that we have nothing new to say to stays as it is.
"""

import csv
import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

from roundtable.analysis.json_text import json_text
from roundtable.documents.stories import MATRIX_COLUMNS, csv_line
from roundtable.documents.threeway import Merged, Piece, merge_pieces, unique
from roundtable.language.markdown import lines_of, newline_of

STORY_LISTS: Final = ("user_stories", "userStories", "stories", "items")
_KEYS: Final = 3
"""Requirement, criterion and story together name a row of the matrix."""


def merge_stories(theirs: str, ours: str, known: dict[str, str]) -> tuple[str, Merged] | None:
    """The stories of both; none when theirs is no list of objects."""
    whole = _parsed(theirs)
    there, mine = _stories(whole), _stories(_parsed(ours))
    if there is None or mine is None:
        return None
    merged = merge_pieces(_story_pieces(there), _story_pieces(mine), known)
    entries = [json.loads(piece.text) for _, piece in merged.pieces]
    if _same(entries, mine) and isinstance(whole, list):
        text = ours
    elif _same(entries, there):
        return theirs, merged
    elif isinstance(whole, dict):
        name = next(name for name in STORY_LISTS if isinstance(whole.get(name), list))
        text = json_text({**whole, name: entries}, indent=2) + "\n"
    else:
        text = json_text(entries, indent=2) + "\n"
    return text.replace("\n", newline_of(theirs)), merged


def merge_matrix(theirs: str, ours: str, known: dict[str, str]) -> tuple[str, Merged] | None:
    """The rows of both; none when theirs lacks the columns of a matrix."""
    newline = newline_of(theirs)
    there, mine = _read_matrix(theirs), _read_matrix(ours)
    if there is None or mine is None:
        return None
    columns = there.columns
    order = [columns.index(name) for name in MATRIX_COLUMNS]
    ours_in_theirs = [
        _fitted(
            [row.cells[MATRIX_COLUMNS.index(name)] if name in MATRIX_COLUMNS else "" for name in columns],
            newline,
        )
        for row in mine.rows
    ]
    merged = merge_pieces(_row_pieces(there.rows, order), _row_pieces(ours_in_theirs, order), known)
    return _joined([there.first, *(piece.text for _, piece in merged.pieces)], newline), merged


class _Row(NamedTuple):
    cells: Sequence[str]
    """At least as many as there are columns."""
    text: str
    """As it stands in the file, with the blank lines below it."""


class _Matrix(NamedTuple):
    columns: Sequence[str]
    first: str
    """The line that names the columns."""
    rows: Sequence[_Row]


def _read_matrix(text: str) -> _Matrix | None:
    """Columns and rows of a matrix, ragged rows filled up; none when it is none."""
    lines = lines_of(text)
    reader = csv.reader(lines_of(text.removeprefix("\ufeff")))
    rows: list[_Row] = []
    try:
        before = 0
        for cells in reader:
            raw, before = "".join(lines[before : reader.line_num]), reader.line_num
            if any(cell.strip() for cell in cells):
                rows.append(_Row(cells, raw))
            elif rows:
                rows[-1] = _Row(rows[-1].cells, rows[-1].text + raw)
    except csv.Error:
        return None
    columns = [name.strip() for name in rows[0].cells] if rows else []
    if not set(MATRIX_COLUMNS) <= set(columns):
        return None
    filled = [_Row([*row.cells, *[""] * (len(columns) - len(row.cells))], row.text) for row in rows[1:]]
    return _Matrix(columns, rows[0].text, filled)


def _fitted(cells: list[str], newline: str) -> _Row:
    return _Row(cells, csv_line(cells).removesuffix("\n") + newline)


def _joined(texts: Sequence[str], newline: str) -> str:
    """The lines of a file; whoever wrote the last one may have left its end away."""
    return "".join(text if text.endswith(("\n", "\r")) else text + newline for text in texts)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"), object_pairs_hook=_whole)
    except (ValueError, RecursionError):
        return None


def _whole(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that says something twice would lose one of the two when it is written back."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return json.dumps(some) == json.dumps(others)


def _stories(data: Any) -> list[dict[str, Any]] | None:
    if isinstance(data, dict):
        whole = cast("dict[str, Any]", data)
        data = next((whole[name] for name in STORY_LISTS if isinstance(whole.get(name), list)), None)
    if not isinstance(data, list):
        return None
    entries = cast("list[Any]", data)
    return cast("list[dict[str, Any]]", entries) if all(isinstance(e, dict) for e in entries) else None


def _story_pieces(stories: list[dict[str, Any]]) -> list[Piece]:
    used: dict[str, int] = {}
    pieces: list[Piece] = []
    for story in stories:
        name = str(story.get("id") or story.get("story_id") or story.get("title") or "story")
        text = json.dumps(story, ensure_ascii=False)
        stable = json.dumps(story, ensure_ascii=False, sort_keys=True)
        pieces.append(Piece(key=unique(name, used), name=name, text=text, stable=stable))
    return pieces


def _row_pieces(rows: Sequence[_Row], order: list[int]) -> list[Piece]:
    used: dict[str, int] = {}
    pieces: list[Piece] = []
    for row, text in rows:
        name = " ".join(row[at].strip() for at in order[:_KEYS] if row[at].strip()) or "row"
        # Cells beyond ours count only when somebody filled them.
        stable = csv_line(
            (*(row[at] for at in order), *(c for at, c in enumerate(row) if at not in order and c))
        )
        pieces.append(Piece(key=unique(name, used), name=name, text=text, stable=stable))
    return pieces
