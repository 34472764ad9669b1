"""analysis.json: the typed facts of an item, as a versioned document.

The file carries `schema_version`. A newer one is refused in one sentence, because writing it back would lose what we do not
understand. The layout (sorted keys, one value per line) lets two branches merge with few conflicts. What the facts are is
`roundtable.analysis`' business.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from roundtable.analysis.json_text import json_object, json_text
from roundtable.errors import CannotDoHere
from roundtable.stores.atomic import bytes_at, keep_copy, read_if_there, replace_file

ANALYSIS: Final = "analysis.json"
SCHEMA_VERSION: Final = 1


def read_analysis(path: Path) -> dict[str, Any] | None:
    """The document at today's version; `None` when there is none, or none that can be read."""
    data = read_if_there(path, path.name)
    found = None if data is None else json_object(data)
    return None if found is None else upgraded(found)


def write_analysis(
    path: Path, document: Mapping[str, Any], now: datetime, *, is_damaged: bool = False
) -> None:
    """Write the document at today's version. A file that was not whole is kept beside it. `path`: from the gate."""
    before = bytes_at(path)
    there = None if before is None else json_object(before)
    if there is not None:
        upgraded(there)  # refuses to overwrite what a newer version wrote
    if before is not None and (there is None or is_damaged):
        keep_copy(path, before, now)
    text = json_text({**document, "schema_version": SCHEMA_VERSION}, indent=2, sort_keys=True) + "\n"
    replace_file(path, text.encode(), path.name)


def upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """`document` at today's version. One without a version is of the first."""
    version: object = document.get("schema_version")
    at = version if isinstance(version, int) and not isinstance(version, bool) and version > 0 else 1
    if at > SCHEMA_VERSION:
        raise CannotDoHere(
            f"{ANALYSIS} was written by a newer roundtable (schema {at}; this one reads up to {SCHEMA_VERSION}). "
            "Upgrade roundtable, then run this again."
        )
    return {**document, "schema_version": SCHEMA_VERSION}
