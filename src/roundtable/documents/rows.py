"""Merge user-stories.json and traceability-matrix.csv row by row, so that stories and rows added or edited by hand survive.

Layouts of others are kept: stories inside `{"user_stories": […]}` stay there, extra columns of the matrix stay columns.
"""

import csv
import json
from typing import Any, Final, cast

from roundtable.documents.stories import MATRIX_COLUMNS, csv_line
from roundtable.documents.threeway import Merged, Piece, merge_pieces

__all__ = ["STORY_LISTS", "merge_matrix", "merge_stories", "read_matrix"]

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
    if entries == mine and isinstance(whole, list):
        return ours, merged
    if isinstance(whole, dict):
        name = next(name for name in STORY_LISTS if isinstance(whole.get(name), list))
        return json.dumps({**whole, name: entries}, indent=2, ensure_ascii=False) + "\n", merged
    return json.dumps(entries, indent=2, ensure_ascii=False) + "\n", merged


def merge_matrix(theirs: str, ours: str, known: dict[str, str]) -> tuple[str, Merged] | None:
    """The rows of both; none when theirs lacks the columns of a matrix."""
    there, mine = read_matrix(theirs), read_matrix(ours)
    if there is None or mine is None:
        return None
    columns, rows = there
    order = [columns.index(name) for name in MATRIX_COLUMNS]
    ours_in_theirs = [
        tuple(row[MATRIX_COLUMNS.index(name)] if name in MATRIX_COLUMNS else "" for name in columns)
        for row in mine[1]
    ]
    merged = merge_pieces(_row_pieces(rows, order), _row_pieces(ours_in_theirs, order), known)
    return "".join([csv_line(columns), *(piece.text for _, piece in merged.pieces)]), merged


def read_matrix(text: str) -> tuple[tuple[str, ...], list[tuple[str, ...]]] | None:
    """Columns and rows of a matrix, ragged rows filled up; none when it is none."""
    try:
        rows = list(csv.reader(text.lstrip("\ufeff").splitlines(keepends=True)))
    except csv.Error:
        return None
    if not rows or not set(MATRIX_COLUMNS) <= {name.strip() for name in rows[0]}:
        return None
    columns = tuple(name.strip() for name in rows[0])
    width = len(columns)
    filled = [tuple((row + [""] * width)[:width]) for row in rows[1:] if any(cell.strip() for cell in row)]
    return columns, filled


def _parsed(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


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
        used[name] = used.get(name, 0) + 1
        key = name if used[name] == 1 else f"{name}#{used[name]}"
        text = json.dumps(story, ensure_ascii=False)
        stable = json.dumps(story, ensure_ascii=False, sort_keys=True)
        pieces.append(Piece(key=key, name=name, text=text, stable=stable))
    return pieces


def _row_pieces(rows: list[tuple[str, ...]], order: list[int]) -> list[Piece]:
    used: dict[str, int] = {}
    pieces: list[Piece] = []
    for row in rows:
        name = " ".join(row[at].strip() for at in order[:_KEYS] if row[at].strip()) or "row"
        used[name] = used.get(name, 0) + 1
        key = name if used[name] == 1 else f"{name}#{used[name]}"
        # Cells beyond ours count only when somebody filled them.
        stable = csv_line(
            (*(row[at] for at in order), *(c for at, c in enumerate(row) if at not in order and c))
        )
        pieces.append(Piece(key=key, name=name, text=csv_line(row), stable=stable))
    return pieces
