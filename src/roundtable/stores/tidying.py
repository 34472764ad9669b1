"""Close, rename and delete items.

Each takes the item's lock, so that nobody's session loses the ground under its feet. Closing keeps everything and says
why; the backlog line keeps its marker and moves to Completed. Deleting is for good: asking first is the command's part.
"""

import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime

from roundtable.analysis import backlog
from roundtable.analysis.slugs import free_name, renamed_folder
from roundtable.analysis.titles import one_line
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.stores.atomic import sync_folder, writing
from roundtable.stores.backlog_file import move_line, own_line, write_backlog
from roundtable.stores.items import META, Item, load_item, save_meta
from roundtable.stores.locks import lock_backlog, lock_item
from roundtable.stores.paths import REQUIREMENTS, Places
from roundtable.stores.pending import Renaming, carry_out, finish_pending, has_pending
from roundtable.stores.staging import staged_beside, sweep_staged, taken_names


@dataclass(frozen=True, slots=True)
class Deleted:
    folder: str
    files: tuple[str, ...]
    line: str | None
    """Its line in BACKLOG.md, if it had one."""


def close_item(
    places: Places, folder: str, reason: str, *, now: datetime, evidence: str | None = None
) -> Item:
    """Close an item with a reason, and the words or the finding that speak for it."""
    if not reason.strip():
        raise WrongUse(
            'Closing needs a reason, as in `roundtable close SLUG --reason "solved by the new importer"`.'
        )
    with lock_item(places, folder, command="roundtable close", now=now):
        item = load_item(places, folder, now)
        item.meta.close(reason.strip(), now, evidence)
        save_meta(places, folder, item.meta, now)
        move_line(places, item, command="roundtable close", now=now)
    return item


def rename_item(places: Places, folder: str, title: str, *, now: datetime) -> Item:
    """Give an item another title: folder, meta.json and backlog line change together."""
    called = one_line(title)
    if not called:
        raise WrongUse('A title needs at least one word, as in `roundtable rename SLUG "Dark mode"`.')
    with _alone(places, folder, "roundtable rename", now):
        renaming = _plan(places, load_item(places, folder, now), called)
        carry_out(places, renaming, now)
    return load_item(places, renaming.new_folder, now)


def delete_item(places: Places, folder: str, *, now: datetime) -> Deleted:
    """Remove an item's folder and its line. The line goes first: what a crash leaves can be deleted again."""
    with _alone(places, folder, "roundtable delete", now):
        sweep_staged(places)
        item = load_item(places, folder, now)
        home = places.in_item(folder, META).parent
        files = sorted(path.relative_to(home).as_posix() for path in home.rglob("*") if not path.is_dir())
        text, entry = own_line(places, item)
        if entry is not None:
            write_backlog(places, backlog.remove(text, entry))
        gone = staged_beside(home)
        with writing(f"{REQUIREMENTS}/{folder}"):
            home.rename(gone)
            sync_folder(home.parent)
            shutil.rmtree(gone)
    return Deleted(folder, tuple(files), backlog.line_at(text, entry) if entry is not None else None)


def recover(places: Places, *, now: datetime) -> None:
    """Finish what a killed rename began, if it can be done now. Costs one look when there is nothing to do."""
    with suppress(CannotDoHere):
        _finish(places, "roundtable", now)


@contextmanager
def _alone(places: Places, folder: str, command: str, now: datetime) -> Generator[None]:
    """Nobody else changes the item or the backlog, and no rename is half done."""
    _finish(places, command, now)
    with lock_item(places, folder, command=command, now=now), lock_backlog(places, command=command, now=now):
        yield


def _finish(places: Places, command: str, now: datetime) -> None:
    if has_pending(places):
        with lock_backlog(places, command=command, now=now):
            finish_pending(places, command=command, now=now)


def _plan(places: Places, item: Item, title: str) -> Renaming:
    wanted = renamed_folder(item.folder, title, item.meta.source)
    folder = free_name(wanted, taken_names(places, apart_from=item.folder))
    text, entry = own_line(places, item)
    if entry is None:
        return Renaming(item.folder, folder, title, "", "")
    new_line = backlog.line_at(backlog.retitle(text, entry, title), entry)
    return Renaming(item.folder, folder, title, backlog.line_at(text, entry), new_line)
