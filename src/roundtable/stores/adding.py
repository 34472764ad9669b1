"""Make an item: folder, draft.md, meta.json, and a line in BACKLOG.md.

The folder is staged under a hidden name, then the line is written, then the folder gets its name: a crash leaves nothing,
or a line without a folder, which the same `add` takes up again. Two processes never get the same slug.
"""

import shutil
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from roundtable.analysis import backlog
from roundtable.analysis.meta import fresh_meta
from roundtable.analysis.slugs import folder_name, free_name
from roundtable.analysis.sources import Source, SourceKind, Tracker, detect_source, same_source
from roundtable.analysis.titles import one_line, title_of
from roundtable.errors import ItemLocked, WrongUse
from roundtable.stores.atomic import make_folder, sweep, sync_folder, write_new_file, writing
from roundtable.stores.backlog_file import read_backlog, write_backlog
from roundtable.stores.items import DRAFT, META, Item, list_items, staged_beside, sweep_staged, taken_names
from roundtable.stores.locks import lock_backlog
from roundtable.stores.paths import BACKLOG, REQUIREMENTS, Places
from roundtable.stores.tidying import finish_pending

_COMMAND: Final = "roundtable add"


@dataclass(frozen=True, slots=True)
class Added:
    item: Item
    entry: backlog.Entry  # its line in BACKLOG.md


def add_item(
    places: Places,
    text: str,
    *,
    now: datetime,
    title: str | None = None,
    tracker: Tracker | None = None,
    codebase_hash: str | None = None,
    draft: str | None = None,
) -> Added:
    """Make an item from what somebody typed, piped or pointed at. `codebase_hash` is the short HEAD, if there is one.

    `draft` is the text of an issue, where that was asked for.
    """
    named = one_line(title or "")
    if not text.strip() and not named:
        raise WrongUse(
            'There is nothing to add; say what you want in a few words, as in `roundtable add "Dark mode"`.'
        )
    source = detect_source(text or named, tracker)
    with lock_backlog(places, command=_COMMAND, now=now):
        with suppress(ItemLocked):
            finish_pending(places, command=_COMMAND, now=now)
        sweep_staged(places)
        before = read_backlog(places)
        known = _unclaimed_issue(places, source, before)
        called = named or (known.title if known is not None else _title(source))
        if source.kind is not SourceKind.MANUAL:
            source = replace(source, description=called)
            text = draft or (f"{called}\n\n{source.url}" if source.url else called)
        return _make(places, text, source, called, known, before, now, codebase_hash)


def _title(source: Source) -> str:
    """What was typed, or the whole key where only its number was."""
    return (source.id if source.description.isdigit() else None) or title_of(source.description)


def _make(
    places: Places,
    text: str,
    source: Source,
    title: str,
    known: backlog.Entry | None,
    before: str | None,
    now: datetime,
    codebase_hash: str | None,
) -> Added:
    wanted = folder_name(title, source)
    make_folder(places.writable(f"{REQUIREMENTS}/{wanted}/{META}").parent.parent, f"{REQUIREMENTS}/")
    folder = free_name(wanted, taken_names(places))
    home = places.in_item(folder, META).parent
    meta = fresh_meta(source, folder, now, codebase_hash, title)
    draft = text if text.strip() else title
    staged = staged_beside(home)
    try:
        with writing(f"{REQUIREMENTS}/{folder}"):
            staged.mkdir()
            write_new_file(staged / DRAFT, draft.encode("utf-8", "surrogateescape"))
            write_new_file(staged / META, meta.to_json().encode())
            sync_folder(staged)
            entry = known or (_unclaimed_title(places, title, before) if folder == wanted else None)
            if entry is None:
                after, entry = backlog.append(before, title)
                sweep(places.writable(BACKLOG).parent)
                write_backlog(places, after)
            staged.rename(home)
            sync_folder(home.parent)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return Added(Item(folder, places.item(folder), meta), entry)


def _unclaimed_issue(places: Places, source: Source, text: str | None) -> backlog.Entry | None:
    """A line such as `- #30 [ ] Dark mode` that no item was made from yet."""
    wanted = source.id
    if wanted is None:
        return None
    lines = [entry for entry in backlog.parse(text or "") if entry.issue and same_source(entry.issue, wanted)]
    if not lines or any(same_source(item.meta.source_id or "", wanted) for item in list_items(places)):
        return None
    return lines[0]


def _unclaimed_title(places: Places, title: str, text: str | None) -> backlog.Entry | None:
    """A line with this very title that no item was made from yet: more such lines than such items."""
    same = [entry for entry in backlog.parse(text or "") if entry.title.lower() == title.lower()]
    claimed = sum(item.title.lower() == title.lower() for item in list_items(places)) if same else 0
    return same[claimed] if claimed < len(same) else None
