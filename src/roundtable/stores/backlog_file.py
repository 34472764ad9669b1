"""BACKLOG.md on disk. The rules of its lines are in `roundtable.analysis.backlog`; here are bytes and locks.

Bytes that are not UTF-8 are carried through unchanged: a backlog is somebody else's file, and we change one line of it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from roundtable.analysis import backlog
from roundtable.analysis.slugs import folder_name
from roundtable.analysis.sources import Source
from roundtable.analysis.status import Status, marker_of, says_more_than
from roundtable.stores.atomic import read_if_there, replace_file, sweep
from roundtable.stores.items import Item, list_items
from roundtable.stores.locks import lock_backlog
from roundtable.stores.paths import BACKLOG, Places


def read_backlog(places: Places) -> str | None:
    """The text, with its line ends; `None` when there is no file."""
    data = read_if_there(places.root / BACKLOG, BACKLOG)
    return None if data is None else data.decode("utf-8", "surrogateescape")


def write_backlog(places: Places, text: str) -> None:
    """Replace the text. Only for whoever holds the backlog's lock."""
    replace_file(places.writable(BACKLOG), text.encode("utf-8", "surrogateescape"), BACKLOG)


def change_backlog(places: Places, before: str, after: str) -> None:
    """The same, where there is anything to change."""
    if after != before:
        write_backlog(places, after)


def claim_of(
    item: Item, entries: Sequence[backlog.Entry], all_items: Callable[[], Iterable[Item]]
) -> backlog.Claim:
    """What the item can show for a line being its own. The others are looked at only if several lines bear its title."""
    title = item.title.lower()
    rank = 0
    if sum(entry.title.lower() == title for entry in entries) > 1:
        twins = sorted((other for other in all_items() if other.title.lower() == title), key=_turn)
        rank = next((at for at, twin in enumerate(twins) if twin.folder == item.folder), 0)
    return backlog.Claim(item.folder, item.title, item.meta.source_id, rank)


def update_marker(
    places: Places, item: Item, *, command: str, now: datetime, was: Status | None = None
) -> bool:
    """Show the item's status in its line. False when there is no file or no line for it; nothing is written then.

    A marker that says more than we know is somebody else's word and stays: what is done, and more than the item's status `was`.
    """
    if read_backlog(places) is None:
        return False
    with lock_backlog(places, command=command, now=now):
        sweep(places.writable(BACKLOG).parent)
        text = read_backlog(places) or ""
        entries = backlog.parse(text)
        entry = backlog.likely_line(entries, claim_of(item, entries, lambda: list_items(places)))
        if entry is None:
            return False
        marker = marker_of(item.meta.analysis_status)
        if entry.marker in says_more_than(marker) and (was is None or entry.marker != marker_of(was)):
            return True
        change_backlog(places, text, backlog.set_marker(text, entry, marker))
    return True


def own_line(places: Places, item: Item) -> tuple[str, backlog.Entry | None]:
    """The text, and the line that surely is this item's: a likely one is good enough for a marker, but not to be changed or removed."""
    text = read_backlog(places) or ""
    entries = backlog.parse(text)
    return text, backlog.own_line(entries, claim_of(item, entries, lambda: list_items(places)))


def move_line(places: Places, item: Item, *, command: str, now: datetime) -> None:
    """The line of a closed item stands under Completed, that of an open one under Open; its marker stays."""
    if read_backlog(places) is None:
        return
    with lock_backlog(places, command=command, now=now):
        text, entry = own_line(places, item)
        if entry is not None:
            change_backlog(places, text, backlog.move(text, entry, to_completed=item.meta.closed is not None))


def _turn(item: Item) -> tuple[int, str, str]:
    """Items of the same title in the order in which they were made: `dark-mode`, `dark-mode-2`, …"""
    first = folder_name(item.title, Source(item.meta.source, item.meta.source_id, "")).removesuffix("-")
    count = item.folder.removeprefix(f"{first}-")
    is_counted = len(count) < len(item.folder) and count.isascii() and count.isdigit()
    return int(count[:9]) if is_counted else 1, item.meta.created_at or "", item.folder
