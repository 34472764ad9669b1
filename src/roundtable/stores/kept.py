"""What cannot be read is kept before it is overwritten.

A meta.json or analysis.json that no longer parses (a merge conflict, a disk error, another program) may still hold what
somebody needs. Before the first write over it, its bytes go into `{name}.bak-{time}` beside it.
"""

from codecs import BOM_UTF8
from datetime import datetime
from pathlib import Path

from roundtable.analysis.meta import iso
from roundtable.stores.atomic import replace_file


def decode_text(data: bytes) -> str | None:
    """UTF-8, with or without a byte order mark; `None` when it is something else."""
    try:
        return data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError:
        return None


def read_text(path: Path) -> str | None:
    """The text of a file; `None` when it is missing or not text."""
    try:
        return decode_text(path.read_bytes())
    except (OSError, ValueError):
        return None


def keep_copy(path: Path, data: bytes, now: datetime) -> Path:
    """Put `data` beside `path` under a name that is free."""
    stamp = iso(now).replace("-", "").replace(":", "").partition(".")[0]
    copy = path.with_name(f"{path.name}.bak-{stamp}Z")
    count = 2
    while copy.exists():
        if copy.read_bytes() == data:
            return copy
        copy = path.with_name(f"{path.name}.bak-{stamp}Z-{count}")
        count += 1
    replace_file(copy, data, copy.name)
    return copy
