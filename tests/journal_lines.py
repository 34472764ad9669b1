"""A journal as a test looks at it: the events, and the lines that are none."""

from pathlib import Path
from typing import NamedTuple

from roundtable.analysis.json_text import json_object
from roundtable.stores.journal import Events, read_since


class Journal(NamedTuple):
    events: Events
    unread: tuple[str, ...]
    """The marks of a merge conflict, a last line that a crash cut short."""


def read_journal(path: Path) -> Journal:
    events, _since = read_since(path, None, longest=0)
    lines = path.read_bytes().split(b"\n") if path.exists() else []
    unread = [line for line in lines if line.strip() and json_object(line) is None]
    return Journal(events, tuple(line.decode("utf-8", "backslashreplace") for line in unread))
