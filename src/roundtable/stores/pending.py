"""Renaming an item touches three things: its line, its meta.json and its folder. A crash must not leave some of them done.

So the intention is written down first (`.roundtable/pending/rename.json`), then carried out in steps that may be repeated,
then crossed off. Whoever comes next, even after a power failure, finishes what it finds there (`finish_pending`).
"""

from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from roundtable.analysis import backlog
from roundtable.analysis.json_text import json_object, json_text
from roundtable.analysis.safe_names import name_problem
from roundtable.analysis.slugs import free_name
from roundtable.stores.atomic import replace_file, sync_folder, writing
from roundtable.stores.backlog_file import change_backlog, read_backlog
from roundtable.stores.items import META, load_item, save_meta
from roundtable.stores.locks import lock_item
from roundtable.stores.paths import PRIVATE, REQUIREMENTS, Places, private_folder
from roundtable.stores.staging import taken_names

_NOTE: Final = "rename.json"


@dataclass(frozen=True, slots=True)
class Renaming:
    folder: str
    new_folder: str
    title: str
    line: str
    """The line in BACKLOG.md as it is; empty when the item has none."""
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
    renaming = _read(note)
    if renaming is not None:
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
    try:
        parts = json_object(note.read_bytes()) or {}
    except OSError:
        return None
    texts = [text for field in fields(Renaming) if isinstance(text := parts.get(field.name), str)]
    if len(texts) < len(fields(Renaming)) or any(name_problem(name) for name in texts[:2]):
        return None
    return Renaming(*texts)
