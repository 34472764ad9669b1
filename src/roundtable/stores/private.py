"""`.roundtable/`: the folder with our own things in it. What is not worth keeping ignores itself in git."""

from pathlib import Path
from typing import Final, Literal

from roundtable.stores.atomic import make_folder, replace_file
from roundtable.stores.paths import PRIVATE, Places

_IGNORE_ALL: Final = b"*\n"


def private_folder(places: Places, name: Literal["cache", "locks", "pending", "queue"]) -> Path:
    """Where indexes, lock files, the queue and the note of an unfinished change are kept; the cache can be deleted at any time."""
    ignore = places.writable(f"{PRIVATE}/{name}/.gitignore")
    if not ignore.exists():
        make_folder(ignore.parent, f"{PRIVATE}/{name}")
        replace_file(ignore, _IGNORE_ALL, f"{PRIVATE}/{name}/.gitignore")
    return ignore.parent
