"""`.roundtable/`: the folder with our own things in it. What is not worth keeping ignores itself in git."""

from pathlib import Path
from typing import Final, Literal

from roundtable.stores.atomic import make_folder, replace_file
from roundtable.stores.paths import PRIVATE, Places

_IGNORE_ALL: Final = b"*\n"


def cache_folder(places: Places) -> Path:
    """Where indexes are kept; can be deleted at any time."""
    return _passing(places, "cache")


def locks_folder(places: Places) -> Path:
    """Where lock files are kept."""
    return _passing(places, "locks")


def pending_folder(places: Places) -> Path:
    """Where an unfinished change of several files is noted."""
    return _passing(places, "pending")


def _passing(places: Places, name: Literal["cache", "locks", "pending"]) -> Path:
    ignore = places.writable(f"{PRIVATE}/{name}/.gitignore")
    if not ignore.exists():
        make_folder(ignore.parent, f"{PRIVATE}/{name}")
        replace_file(ignore, _IGNORE_ALL, f"{PRIVATE}/{name}/.gitignore")
    return ignore.parent
