"""Merge user-stories.json and traceability-matrix.csv row by row, so that stories and rows added or edited by hand survive.

Layouts of others are kept: stories inside `{"user_stories": […]}` stay there, extra columns of the matrix stay columns, a row
that we have nothing new to say about keeps its quotes, and a file that we have nothing new to say to stays as it is.
"""

import csv
import json
from collections.abc import Sequence
from typing import Any, Final, cast

from roundtable.analysis.json_text import json_text
from roundtable.documents.stories import MATRIX_COLUMNS, csv_line
from roundtable.documents.threeway import MergeResult, Piece, merge_pieces, unique
from roundtable.language.markdown import lines_of, newline_of

STORY_LISTS: Final = ("user_stories", "userStories", "stories", "items")
_KEYS: Final = 3
"""Requirement, criterion and story together name a row of the matrix."""


def merge_stories(theirs: str, ours: str, known: dict[str, str]) -> MergeResult | None:
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
        return merged.put_together(theirs)
    elif isinstance(whole, dict):
        name = next(name for name in STORY_LISTS if isinstance(whole.get(name), list))
        text = json_text({**whole, name: entries}, indent=2) + "\n"
    else:
        text = json_text(entries, indent=2) + "\n"
    return merged.put_together(text.replace("\n", newline_of(theirs)))


def merge_matrix(theirs: str, ours: str, known: dict[str, str]) -> MergeResult | None:
    """The rows of both; none when theirs lacks the columns of a matrix."""
    newline = newline_of(theirs)
    there, mine = _read_matrix(theirs), _read_matrix(ours)
    if there is None or mine is None:
        return None
    (columns, first), *rows = there
    order = [columns.index(name) for name in MATRIX_COLUMNS]
    fitted: list[_Row] = []
    for cells, _ in mine[1:]:
        ours_by_name: dict[str, str] = dict(zip(MATRIX_COLUMNS, cells, strict=False))
        row = [ours_by_name.get(name, "") for name in columns]
        fitted.append((row, csv_line(row).removesuffix("\n") + newline))
    merged = merge_pieces(_row_pieces(rows, order), _row_pieces(fitted, order), known)
    texts = [first, *(piece.text for _, piece in merged.pieces)]
    # Whoever wrote the last line may have left its end away.
    return merged.put_together(
        "".join(text if text.endswith(("\n", "\r")) else text + newline for text in texts)
    )


_Row = tuple[list[str], str]
"""Its cells, and how it stands in the file, with the blank lines below it."""


def _read_matrix(text: str) -> list[_Row] | None:
    """The columns and the rows of a matrix, ragged rows filled up; none when it is none."""
    lines = lines_of(text)
    reader = csv.reader(lines_of(text.removeprefix("\ufeff")))
    rows: list[_Row] = []
    before = 0
    try:
        for cells in reader:
            raw, before = "".join(lines[before : reader.line_num]), reader.line_num
            if any(cell.strip() for cell in cells):
                rows.append((cells, raw))
            elif rows:
                rows[-1] = (rows[-1][0], rows[-1][1] + raw)
    except csv.Error:
        return None
    columns = [name.strip() for name in rows[0][0]] if rows else []
    if not set(MATRIX_COLUMNS) <= set(columns):
        return None
    filled = [([*cells, *[""] * (len(columns) - len(cells))], raw) for cells, raw in rows[1:]]
    return [(columns, rows[0][1]), *filled]


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
