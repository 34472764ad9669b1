"""Files that we wrote for a coding agent, and how to tell them from what a person made of them.

A list beside them holds the hash of each file as it was written. A file that still has this hash is a copy of ours: it must
never stand in front of newer content, and may be replaced or removed. One with another hash is somebody's own.

Line ends do not count, because version control may change them on the way to another machine.

Elsewhere: writing them (`roundtable.commands.agents`), what they say (`agent_files`).
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from roundtable.analysis.json_text import json_object

LIST: Final = "roundtable-export.json"
"""The name of the list, in the folder that the coding agent reads."""


def read_list(path: Path) -> dict[str, str]:
    """Path from the folder worked in -> hash; nothing when the list is missing or not ours."""
    try:
        found = json_object(path.read_bytes()) or {}
    except OSError:
        return {}
    return {name: value for name, value in found.items() if isinstance(value, str)}


def fingerprint(data: bytes) -> str:
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def is_untouched(path: Path, name: str, listed: Mapping[str, str]) -> bool:
    known = listed.get(name)
    if known is None:
        return False
    try:
        return fingerprint(path.read_bytes()) == known
    except OSError:
        return False
