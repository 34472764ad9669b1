"""Folders that are on their way in or out: hidden names in `docs/requirements/`, never taken for items.

An item is complete before it gets its name, and is out of sight before its files go. What a killed process leaves is
swept up under the backlog's lock, when nobody else is staging.
"""

import os
import re
import shutil
from pathlib import Path
from typing import Final

from roundtable.stores.paths import Places

_STAGED: Final = re.compile(r"\.staged-[0-9]+-[0-9a-f]{8}")


def staged_beside(home: Path) -> Path:
    return home.with_name(f".staged-{os.getpid()}-{os.urandom(4).hex()}")


def sweep_staged(places: Places) -> None:
    """Remove what a killed `add` or `delete` left. Only for whoever holds the backlog's lock."""
    try:
        with os.scandir(places.requirements) as entries:
            left = [
                entry.path for entry in entries if _STAGED.fullmatch(entry.name) and not entry.is_symlink()
            ]
    except OSError:
        return  # tidying is a courtesy
    for folder in left:
        shutil.rmtree(folder, ignore_errors=True)


def taken_names(places: Places, apart_from: str | None = None) -> frozenset[str]:
    """The names in `docs/requirements/` that a new folder cannot have, in lower case."""
    with os.scandir(places.requirements) as entries:
        return frozenset(entry.name.lower() for entry in entries if entry.name != apart_from)
