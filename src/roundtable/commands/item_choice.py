"""Which item a command is about, and how an item is described to people and programs.

Elsewhere: the rules of what a name means (`stores.resolution`).
"""

import shlex
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from roundtable.analysis.sources import is_source_key
from roundtable.commands.output import can_ask, complain, pick
from roundtable.errors import UnknownItem, WrongUse, quoted
from roundtable.stores.items import Item, item_folders, load_item
from roundtable.stores.resolution import Found, NotFound, Several, resolve
from roundtable.stores.tidying import recover
from roundtable.wiring import Workspace, tracker_of


def find_item(workspace: Workspace, typed: str) -> Item:
    """The one item that was meant; asks at a terminal when several fit."""
    places = workspace.places
    recover(places, now=workspace.now())
    # A bare number means the configured tracker's; nothing else that is typed here depends on the settings.
    tracker = tracker_of(workspace.config()) if typed.strip().isdecimal() else None
    match resolve(places, typed, tracker):
        case Found() as found:
            return _load(workspace, found)
        case Several(matches):
            return _load(workspace, choose(typed, matches, asking=can_ask()))
        case NotFound(what):
            near = nearest(what, item_folders(places))
            raise UnknownItem(what, f"Did you mean `{near}`?") if near else UnknownItem(what)


def choose(typed: str, matches: Sequence[Found], *, asking: bool) -> Found:
    """Which of several was meant; with nobody there to ask, the sentence that names them."""
    names = [match.folder or match.title for match in matches]
    if not asking:
        raise WrongUse(f"{quoted(typed)} fits several items: {', '.join(names)}. Name one of them.")
    complain(f"{quoted(typed)} fits several items:")
    return matches[pick([(name, match.title) for name, match in zip(names, matches, strict=True)])]


def describe(item: Item) -> dict[str, Any]:
    """What every list for programs says about an item."""
    return {
        "slug": item.folder,
        "title": item.title,
        "status": item.status,
        "phases_completed": list(item.meta.phases_completed),
        "source_id": item.meta.source_id,
    }


def progress_of(item: Item) -> str:
    if item.problem is not None:
        return "unreadable"
    return f"partial {len(item.meta.phases_completed)}/5" if item.status == "partial" else item.status


def _load(workspace: Workspace, found: Found) -> Item:
    if found.folder is None:
        number = found.entry.number if found.entry is not None and found.entry.number else found.title
        raise WrongUse(
            f"{quoted(found.title)} is a line in BACKLOG.md without an item so far. "
            f"`roundtable analyze {shlex.quote(number)}` starts it."
        )
    return load_item(workspace.places, found.folder, workspace.now())


def nearest(what: str, folders: Sequence[str]) -> str | None:
    """The item whose name is most like this, if any is. A number or a key is right or wrong, never nearly right."""
    if is_source_key(what) or what.strip().removeprefix("#").replace(".", "", 1).isdecimal():
        return None
    part = [folder for folder in folders if what and what.lower() in folder.lower()]
    return next(iter(part or get_close_matches(what.lower(), folders, n=1, cutoff=0.5)), None)
