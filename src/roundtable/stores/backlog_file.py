"""BACKLOG.md on disk. The rules of its lines are in `roundtable.analysis.backlog`; here are bytes and locks.

Bytes that are not UTF-8 are carried through unchanged: a backlog is somebody else's file, and we change one line of it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from roundtable.analysis import backlog
from roundtable.analysis.slugs import folder_name
from roundtable.analysis.sources import Source
from roundtable.analysis.status import marker_of
from roundtable.errors import CannotDoHere
from roundtable.stores.atomic import reason_of, replace_file, sweep
from roundtable.stores.items import Item, list_items
from roundtable.stores.locks import lock_backlog
from roundtable.stores.paths import BACKLOG, Places


def read_backlog(places: Places) -> str | None:
    """The text, with its line ends; `None` when there is no file."""
    try:
        return (places.root / BACKLOG).read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotDoHere(
            f"Could not read {BACKLOG} ({reason_of(error)}); check its permissions."
        ) from error


def write_backlog(places: Places, text: str) -> None:
    """Replace the text. Only for whoever holds the backlog's lock."""
    path = places.writable(BACKLOG)
    replace_file(path, text.encode("utf-8", "surrogateescape"), BACKLOG)


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


def update_marker(places: Places, item: Item, *, command: str, now: datetime) -> bool:
    """Show the item's status in its line. False when there is no file or no line for it; nothing is written then."""
    if read_backlog(places) is None:
        return False
    with lock_backlog(places, command=command, now=now):
        sweep(places.writable(BACKLOG).parent)
        text = read_backlog(places)
        if text is None:
            return False
        entries = backlog.parse(text)
        entry = backlog.likely_line(entries, claim_of(item, entries, lambda: list_items(places)))
        if entry is None:
            return False
        changed = backlog.set_marker(text, entry, marker_of(item.meta.analysis_status))
        if changed != text:
            write_backlog(places, changed)
    return True


def _turn(item: Item) -> tuple[int, str, str]:
    """Items of the same title in the order in which they were made: `dark-mode`, `dark-mode-2`, …"""
    first = folder_name(item.title, Source(item.meta.source, item.meta.source_id, "")).removesuffix("-")
    count = item.folder.removeprefix(f"{first}-")
    is_counted = len(count) < len(item.folder) and count.isascii() and count.isdigit()
    return int(count[:9]) if is_counted else 1, item.meta.created_at or "", item.folder
