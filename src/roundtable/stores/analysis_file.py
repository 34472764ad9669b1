"""analysis.json: the typed facts of an item, as a versioned document.

The file carries `schema_version`. An older one is brought up step by step (`UPGRADES`) while it is read; a newer one is
refused in one sentence, because writing it back would lose what we do not understand. The layout (sorted keys, one value
per line) lets two branches merge with few conflicts. What the facts are is `roundtable.analysis`' business.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from roundtable.analysis.json_text import json_object, json_text
from roundtable.errors import CannotDoHere
from roundtable.stores.atomic import bytes_at, decode_text, keep_copy, read_if_there, replace_file

ANALYSIS: Final = "analysis.json"
SCHEMA_VERSION: Final = 1

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: Final[Mapping[int, Upgrade]] = {}
"""From the version in the key to the next one."""


def read_analysis(path: Path) -> dict[str, Any] | None:
    """The document at today's version; `None` when there is none, or none that can be read."""
    data = read_if_there(path, path.name)
    found = None if data is None else _parse(data)
    return None if found is None else upgraded(found)


def write_analysis(
    path: Path, document: Mapping[str, Any], now: datetime, *, is_damaged: bool = False
) -> None:
    """Write the document at today's version. A file that was not whole is kept beside it. `path`: from the gate."""
    _make_room(path, now, is_damaged=is_damaged)
    text = json_text({**document, "schema_version": SCHEMA_VERSION}, indent=2, sort_keys=True) + "\n"
    replace_file(path, text.encode(), path.name)


def _make_room(path: Path, now: datetime, *, is_damaged: bool) -> None:
    """Nothing that is there may be lost by being overwritten."""
    before = bytes_at(path)
    if before is None:
        return
    there = _parse(before)
    if there is not None:
        upgraded(there)  # refuses to overwrite what a newer version wrote
    if there is None or is_damaged:
        keep_copy(path, before, now)


def upgraded(
    document: dict[str, Any], upgrades: Mapping[int, Upgrade] = UPGRADES, to: int = SCHEMA_VERSION
) -> dict[str, Any]:
    """`document` at version `to`. One without a version is of the first."""
    version: object = document.get("schema_version")
    at = version if isinstance(version, int) and not isinstance(version, bool) and version > 0 else 1
    if at > to:
        raise CannotDoHere(
            f"{ANALYSIS} was written by a newer roundtable (schema {at}; this one reads up to {to}). "
            "Upgrade roundtable, then run this again."
        )
    for step in range(at, to):
        document = {**upgrades[step](document), "schema_version": step + 1}
    return {**document, "schema_version": to}


def _parse(data: bytes) -> dict[str, Any] | None:
    text = decode_text(data)
    return None if text is None else json_object(text)
