"""Close, rename and delete items.

Each takes the item's lock, so that nobody's session loses the ground under its feet. Closing keeps everything and says
why; the backlog line keeps its marker and moves to Completed. Deleting is for good: asking first is the command's part.

Renaming touches three things: the line, meta.json and the folder, and a crash must not leave some of them done. So the intention
is written down first (`.roundtable/pending/rename.json`), then carried out in steps that may be repeated, then crossed off.
Whoever comes next, even after a power failure, finishes what it finds there (`finish_pending`).
"""

import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from roundtable.analysis import backlog
from roundtable.analysis.json_text import json_object, json_text
from roundtable.analysis.slugs import free_name, name_problem, renamed_folder
from roundtable.analysis.titles import one_line
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.stores.atomic import bytes_at, replace_file, sync_folder, writing
from roundtable.stores.backlog_file import change_backlog, move_line, own_line, read_backlog, write_backlog
from roundtable.stores.items import META, Item, load_item, save_meta, staged_beside, sweep_staged, taken_names
from roundtable.stores.locks import lock_backlog, lock_item
from roundtable.stores.paths import PRIVATE, REQUIREMENTS, Places, private_folder

_NOTE: Final = "rename.json"


@dataclass(frozen=True, slots=True)
class Renaming:
    folder: str
    new_folder: str
    title: str
    line: str  # the line in BACKLOG.md as it is; empty when the item has none
    new_line: str


def has_pending(places: Places) -> bool:
    """Whether a rename was interrupted. Cheap: one look."""
    return (places.root / PRIVATE / "pending" / _NOTE).exists()


def carry_out(places: Places, renaming: Renaming, now: datetime) -> None:
    """Rename, with the intention on disk first. Only for whoever holds the backlog's lock."""
    note = private_folder(places, "pending") / _NOTE
    text = json_text({"v": 1, **asdict(renaming)}, indent=2)
    replace_file(note, text.encode(), f"{PRIVATE}/pending/{_NOTE}")
    _do(places, renaming, now)
    _cross_off(note)


def finish_pending(places: Places, *, command: str, now: datetime) -> None:
    """Finish an interrupted rename, if there is one. Only for whoever holds the backlog's lock, and no item's."""
    if not has_pending(places):
        return
    note = private_folder(places, "pending") / _NOTE
    if (renaming := _read(note)) is not None:
        with lock_item(places, renaming.folder, command=command, now=now):
            _do(places, _with_free_name(places, renaming), now)
    _cross_off(note)


def _with_free_name(places: Places, renaming: Renaming) -> Renaming:
    """Somebody may have taken the new name since."""
    if renaming.folder == renaming.new_folder or not places.item(renaming.folder).exists():
        return renaming
    taken = taken_names(places, apart_from=renaming.folder)
    return replace(renaming, new_folder=free_name(renaming.new_folder, taken))


def _do(places: Places, renaming: Renaming, now: datetime) -> None:
    """Each step looks whether it is done already, so that doing all of them twice is harmless."""
    text = read_backlog(places)
    if text is not None and renaming.line:
        change_backlog(places, text, backlog.swap_line(text, renaming.line, renaming.new_line))
    here = places.item(renaming.folder)
    if not here.is_dir():
        return
    meta = load_item(places, renaming.folder, now).meta
    meta.raw.update(title=renaming.title, slug=renaming.new_folder)
    save_meta(places, renaming.folder, meta, now)
    if renaming.new_folder != renaming.folder:
        there = places.in_item(renaming.new_folder, META).parent
        with writing(f"{REQUIREMENTS}/{renaming.new_folder}"):
            here.rename(there)
            sync_folder(there.parent)


def _cross_off(note: Path) -> None:
    with writing(f"{PRIVATE}/pending/{note.name}"):
        note.unlink(missing_ok=True)
        sync_folder(note.parent)


def _read(note: Path) -> Renaming | None:
    """The intention; `None` when the note is not one of ours, which nothing can be made of."""
    parts = json_object(bytes_at(note) or b"") or {}
    texts = [text for field in fields(Renaming) if isinstance(text := parts.get(field.name), str)]
    if len(texts) < len(fields(Renaming)) or any(name_problem(name) for name in texts[:2]):
        return None
    return Renaming(*texts)


@dataclass(frozen=True, slots=True)
class Deleted:
    folder: str
    files: tuple[str, ...]
    line: str | None  # its line in BACKLOG.md, if it had one


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
