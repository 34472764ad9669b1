"""How commands speak: results on standard output, remarks on standard error, nothing that a pipe would choke on.

Colour and bold only at a terminal that can show them, and never with `NO_COLOR`. Columns are aligned by what a terminal
shows (a Chinese character takes two places) and cut to its width; in a pipe nothing is cut.
"""

import json
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

__all__ = [
    "at_terminal",
    "can_ask",
    "columns",
    "complain",
    "print_json",
    "remark",
    "say",
    "strong",
    "width_of",
]


def say(text: str = "") -> None:
    """One piece of the result."""
    _write(sys.stdout, text)


def complain(text: str) -> None:
    """Something that a person should read, apart from the result."""
    _write(sys.stderr, text)


def remark(text: str, *, quiet: bool) -> None:
    """A friendly word beside the result, which `--quiet` leaves out."""
    if not quiet:
        complain(text)


def print_json(value: Any) -> None:
    """The result for a program."""
    say(json.dumps(value, ensure_ascii=False, indent=2))


def at_terminal() -> bool:
    """Whether a person reads standard output directly."""
    return _is_terminal(sys.stdout)


def can_ask() -> bool:
    """Whether somebody is there to answer a question."""
    return _is_terminal(sys.stdin) and _is_terminal(sys.stderr)


def strong(text: str) -> str:
    """Bold, where that can be shown."""
    plain = not at_terminal() or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    return text if plain else f"\x1b[1m{text}\x1b[0m"


def width_of(text: str) -> int:
    """How many places a terminal needs for `text`."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def columns(rows: Iterable[Sequence[str]], indent: str = "") -> list[str]:
    """The rows as aligned lines; at a terminal the last column is cut to the width that is left."""
    table = [tuple(_printable(cell) for cell in row) for row in rows]
    if not table:
        return []
    widths = [max(width_of(row[at]) for row in table) for at in range(len(table[0]) - 1)]
    room = shutil.get_terminal_size().columns - len(indent) - sum(widths) - 2 * len(widths)
    lines: list[str] = []
    for row in table:
        last = _cut(row[-1], max(room, 16)) if at_terminal() else row[-1]
        cells = [cell + " " * (width - width_of(cell)) for cell, width in zip(row[:-1], widths, strict=True)]
        lines.append(f"{indent}{'  '.join((*cells, last))}".rstrip())
    return lines


def _printable(text: str) -> str:
    """Without control characters: a title from elsewhere must not be able to move the cursor."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _cut(text: str, room: int) -> str:
    if width_of(text) <= room:
        return text
    kept = text
    while kept and width_of(kept) > room - 1:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _write(stream: TextIO | None, text: str) -> None:
    if stream is not None:  # None when the caller closed it: then nobody is listening
        stream.write(f"{text}\n")
