"""The items of a repository: list, load, save.

An item is a folder in `docs/requirements/` with a meta.json. Items made elsewhere open without complaint, whatever is in
that file: what cannot be read is a fresh default with a `problem`, and its bytes are kept before they are overwritten.
Listing is quick: one small file per item, no other library loaded.

A folder on its way in or out has a hidden name (`staged_beside`) and is never taken for an item: an item is complete before it gets
its name, and out of sight before its files go. What a killed process leaves is swept up under the backlog's lock.

Elsewhere: making (`adding`), finding by name (`resolution`), close, rename and delete (`tidying`).
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from roundtable.analysis.meta import Meta, parse_meta
from roundtable.errors import UnknownItem
from roundtable.stores import atomic
from roundtable.stores.paths import REQUIREMENTS, Places

META: Final = "meta.json"
DRAFT: Final = "draft.md"


@dataclass(frozen=True, slots=True)
class Item:
    """One item: its folder's name, which is its slug, and what its meta.json says."""

    folder: str
    path: Path
    meta: Meta
    problem: str | None = None  # why meta.json could not be read; the item then stands as if it were new

    @property
    def title(self) -> str:
        """One line to call it by; the folder's words when the file has none."""
        return self.meta.title or self.folder.replace("-", " ").strip() or self.folder

    @property
    def status(self) -> str:
        return self.meta.status


def item_folders(places: Places) -> list[str]:
    """The names of all item folders, sorted. A missing requirements folder is an empty one."""
    nothing = suppress(FileNotFoundError, NotADirectoryError)
    with atomic.reading(f"{REQUIREMENTS}/"), nothing, os.scandir(places.requirements) as entries:
        return sorted(entry.name for entry in entries if _is_item(places, entry))
    return []


def list_items(places: Places) -> Iterator[Item]:
    return (_load(places, folder, None) for folder in item_folders(places))


def load_item(places: Places, folder: str, now: datetime | None = None) -> Item:
    """The item in that folder. `now` fills in a creation date that is missing."""
    if not os.path.lexists(places.item(folder) / META):
        raise UnknownItem(folder)
    return _load(places, folder, now)


def save_meta(places: Places, folder: str, meta: Meta, now: datetime) -> None:
    """Write meta.json, whole or not at all. For whoever holds the item's lock."""
    path = places.in_item(folder, META)
    before = atomic.bytes_at(path)
    if before is not None and parse_meta(before) is None:
        atomic.keep_copy(path, before, now)
    atomic.replace_file(path, meta.to_json().encode(), f"{REQUIREMENTS}/{folder}/{META}")


def read_document(item: Item, name: str) -> str | None:
    return atomic.read_text(item.path / name)


def _load(places: Places, folder: str, now: datetime | None) -> Item:
    path = places.item(folder)
    try:
        with open(path / META, "rb") as file:  # noqa: PTH123 - half the time of Path.open, five hundred times
            data = file.read()
    except OSError as error:
        meta, problem = None, f"{META} of {folder} cannot be read ({atomic.reason_of(error)})."
    else:
        meta = parse_meta(data, now)
        problem = f"{META} of {folder} is not a JSON object; it is kept as it is."
    if meta is None:
        return Item(folder, path, parse_meta("{}", now) or Meta({}), problem)
    return Item(folder, path, meta)


def _is_item(places: Places, entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or not entry.is_dir():
        return False
    if entry.is_symlink() and not Path(os.path.realpath(entry.path)).is_relative_to(places.boundary):
        return False  # a link out of the repository is nobody's item
    return os.path.lexists(os.path.join(entry.path, META))  # noqa: PTH118 - as above


_STAGED: Final = re.compile(r"\.staged-[0-9]+-[0-9a-f]{8}")


def staged_beside(home: Path) -> Path:
    return home.with_name(f".staged-{os.getpid()}-{os.urandom(4).hex()}")


def sweep_staged(places: Places) -> None:
    """Remove what a killed `add` or `delete` left. Only for whoever holds the backlog's lock."""
    with suppress(OSError):  # tidying is a courtesy
        with os.scandir(places.requirements) as entries:
            left = [
                entry.path for entry in entries if _STAGED.fullmatch(entry.name) and not entry.is_symlink()
            ]
        for folder in left:
            shutil.rmtree(folder, ignore_errors=True)


def taken_names(places: Places, apart_from: str | None = None) -> frozenset[str]:
    """The names in `docs/requirements/` that a new folder cannot have, in lower case."""
    with os.scandir(places.requirements) as entries:
        return frozenset(entry.name.lower() for entry in entries if entry.name != apart_from)
