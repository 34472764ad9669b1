"""Which item somebody means: a slug, its end, a backlog number, `#20`, `KEY-7`, or words of its title.

The first way that finds something wins:

1. a folder of that name;
2. the first folder whose name ends in it;
3. `1.2`: the backlog line of that number, and its folder if it has one;
4. `#20`, `GH-20`, `KEY-7`: the item that records that key, else a folder or a backlog line that bears it;
5. a title: exactly so, else the backlog titles that contain the words.

Folders are looked up among the names that exist, never by joining what was typed to a path.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from roundtable.analysis import backlog
from roundtable.analysis.slugs import bare_slug, slugify
from roundtable.analysis.sources import Tracker, detect_source, is_source_key, same_source
from roundtable.analysis.titles import title_of
from roundtable.errors import UnsafePath, quoted
from roundtable.stores.backlog_file import claim_of, read_backlog
from roundtable.stores.items import Item, item_folders, list_items
from roundtable.stores.paths import Places


@dataclass(frozen=True, slots=True)
class Found:
    """One item. A backlog line that no item was made from yet has no folder."""

    folder: str | None
    title: str
    entry: backlog.Entry | None = None


@dataclass(frozen=True, slots=True)
class Several:
    """More than one fits: ask which."""

    matches: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class NotFound:
    """Nothing fits. `is_text`: words with white space, which become a new item; else a name that does not exist."""

    what: str
    is_text: bool


Resolution = Found | Several | NotFound


def resolve(
    places: Places, what: str, tracker: Tracker | None = None, *, is_draft: bool = False
) -> Resolution:
    """The item that `what` means. A name with path parts is refused (`UnsafePath`); in a sentence they are just words.

    A draft is looked for by its title alone: it is a text, even when it is a single word.
    """
    typed = what.strip()
    is_text = is_draft or len(typed.split()) > 1
    if not is_text and detect_source(typed).url is None and (".." in typed or "/" in typed or "\\" in typed):
        raise UnsafePath(
            f"{quoted(typed)} is not the name of an item; `roundtable list` shows the names there are."
        )
    view = _View(places)
    found = _by_title(view, typed) if is_text else _by_name(view, typed, tracker) or _by_title(view, typed)
    return _answer(found) or NotFound(typed, is_text)


class _View:
    """What is on disk, each part read at most once and only if it is needed."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self._lines: dict[str, backlog.Entry | None] = {}

    @cached_property
    def folders(self) -> list[str]:
        return item_folders(self.places)

    @cached_property
    def items(self) -> list[Item]:
        return list(list_items(self.places))

    @cached_property
    def entries(self) -> tuple[backlog.Entry, ...]:
        return backlog.parse(read_backlog(self.places) or "")

    def line_of(self, item: Item) -> backlog.Entry | None:
        if item.folder not in self._lines:
            claim = claim_of(item, self.entries, lambda: self.items)
            self._lines[item.folder] = backlog.own_line(self.entries, claim)
        return self._lines[item.folder]


def _by_name(view: _View, typed: str, tracker: Tracker | None) -> Sequence[Found]:
    if not typed:
        return ()
    if typed in view.folders:
        return _folders(view, [typed])
    ending = next((folder for folder in view.folders if folder.endswith(f"-{typed}")), None)
    if ending is not None:
        return _folders(view, [ending])
    if lines := [entry for entry in view.entries if entry.number == typed]:
        return [_of_entry(view, lines[0])]
    source = detect_source(typed, tracker)
    if source.url is not None:
        same = [item.folder for item in view.items if item.meta.raw.get("source_url") == source.url]
        return _folders(view, same)
    same = [folder for folder in view.folders if folder.lower() == typed.lower()]
    return _by_key(view, source.id or typed) or _folders(view, same)


def _by_key(view: _View, key: str) -> Sequence[Found]:
    recorded = [item.folder for item in view.items if same_source(item.meta.source_id or "", key)]
    if recorded or not is_source_key(key):
        return _folders(view, recorded)
    begin = f"{key.replace('#', 'gh-')}-".lower()
    if named := [folder for folder in view.folders if f"{folder}-".lower().startswith(begin)]:
        return _folders(view, named)
    return [_of_entry(view, entry) for entry in view.entries if entry.issue and same_source(entry.issue, key)]


def _by_title(view: _View, typed: str) -> Sequence[Found]:
    words = title_of(typed).lower()
    if not words:
        return ()
    same = [_of_entry(view, entry) for entry in view.entries if entry.title.lower() == words]
    titles = {
        item.folder: (item.title.lower(), title_of(item.meta.description).lower()) for item in view.items
    }
    exact = [*same, *_folders(view, [folder for folder, both in titles.items() if words in both])]
    return exact or [_of_entry(view, entry) for entry in view.entries if words in entry.title.lower()]


def _of_entry(view: _View, entry: backlog.Entry) -> Found:
    """A line with its folder: the item it surely belongs to, else one whose name is, or contains, its hyphenated title."""
    title, slug = entry.title.lower(), slugify(entry.title)
    sure = [
        item
        for item in view.items
        if title == item.title.lower()
        or slug in (item.folder.lower(), bare_slug(item.folder.lower()))
        or (entry.issue is not None and same_source(item.meta.source_id or "", entry.issue))
    ]
    owner = next((item for item in sure if view.line_of(item) == entry), None)
    if owner is None:
        close = [item for item in view.items if slug in item.folder.lower()]
        close.sort(key=lambda item: item.folder.lower() != slug)
        owner = next((item for item in close if view.line_of(item) is None), None)
    return Found(owner.folder if owner is not None else None, entry.title, entry)


def _folders(view: _View, folders: Iterable[str]) -> Sequence[Found]:
    titles = {item.folder: item.title for item in view.items}
    return [Found(folder, titles.get(folder, folder)) for folder in folders]


def _answer(found: Sequence[Found]) -> Found | Several | None:
    """One item is one match, however many ways it was found."""
    apart: dict[object, Found] = {}
    for each in found:
        apart.setdefault(each.folder or each.entry, each)
    matches = tuple(apart.values())
    return (matches[0] if len(matches) == 1 else Several(matches)) if matches else None
