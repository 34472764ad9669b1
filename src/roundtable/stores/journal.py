"""journal.jsonl: what happened, one event per line, only ever added to.

Each line is a JSON object with sorted keys and `"v"`, the version of its shape. An append is one write and one fsync; when
it fails, the file is cut back to where it was. A last line that a crash tore is tolerated when reading, and
turned into a `torn_line` event by the next append: nothing is lost, and every line stays JSON.

Whatever is saved of the same events keeps a mark (`mark_now`), by which it finds what happened since.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from roundtable.analysis.json_text import json_object, json_text
from roundtable.stores.atomic import read_if_there, replace_file, sync_folder, write_whole, writing

JOURNAL: Final = "journal.jsonl"
JOURNAL_VERSION: Final = 1
_COUNT: Final = re.compile(r"[0-9]{1,9}")

Events = tuple[dict[str, Any], ...]


def append_events(path: Path, events: Iterable[Mapping[str, Any]]) -> None:
    """Add events at the end, durably. `path` comes from the gate."""
    lines = "".join(json_text({"v": JOURNAL_VERSION, **event}, sort_keys=True) + "\n" for event in events)
    if not lines:
        return
    with writing(path.name):
        _append(path, _mend(path) + lines.encode())


def mark_now(path: Path) -> str:
    """How many lines there are and what they say, to be known again when there are more."""
    return _mark(_lines(path)[:-1])


def read_since(path: Path, mark: object, longest: int) -> tuple[Events, Events]:
    """What happened until `mark`, and since; of a journal that is not the marked one, everything and nothing.

    Until the mark nothing is read of what is longer than `longest`.
    """
    lines = _lines(path)
    count = int(found[0]) if isinstance(mark, str) and (found := _COUNT.match(mark)) else 0
    before, since = (lines[:count], lines[count:]) if _mark(lines[:count]) == mark else (lines, [])
    if since and sum(map(len, before)) > longest:
        before = []
    return _events(before), _events(since)


def _lines(path: Path) -> list[bytes]:
    # git may have given the lines other ends
    return (read_if_there(path, path.name) or b"").replace(b"\r\n", b"\n").split(b"\n")


def _mark(lines: list[bytes]) -> str:
    said = hashlib.sha256(b"\n".join(lines)).hexdigest()
    return f"{len(lines)} {said[:16]}"


def _events(lines: list[bytes]) -> Events:
    return tuple(event for line in lines if (event := json_object(line)) is not None)


def _mend(path: Path) -> bytes:
    """Deal with a last line that has no end; what has to go before the next event."""
    last = _unended(path)
    if not last:
        return b""
    if json_object(last) is not None:
        return b"\n"
    torn = {"kind": "torn_line", "text": last.decode("utf-8", "backslashreplace"), "v": JOURNAL_VERSION}
    kept = path.read_bytes()[: -len(last)]
    # A whole new file, because cutting the old one first would lose the torn line in a second crash.
    replace_file(path, kept + json_text(torn, sort_keys=True).encode() + b"\n", path.name)
    return b""


def _unended(path: Path) -> bytes:
    """What stands behind the last line end; reads from the back, because journals grow long."""
    try:
        with path.open("rb") as file:
            at = file.seek(0, os.SEEK_END)
            tail = b""
            while at > 0 and b"\n" not in tail:
                size = min(at, 8192)
                at -= size
                file.seek(at)
                tail = file.read(size) + tail
                if tail.endswith(b"\n"):
                    return b""
    except FileNotFoundError:
        return b""
    return tail.rpartition(b"\n")[2]


def _append(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
    try:
        size = os.fstat(descriptor).st_size
        try:
            write_whole(descriptor, data)
            if size == 0:
                sync_folder(path.parent)
        except OSError:
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)
