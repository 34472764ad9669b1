"""`roundtable add`: make an item. Standard output carries the slug and nothing else."""

from argparse import Namespace
from typing import Final

from roundtable.commands.item_choice import describe
from roundtable.commands.new_item import make_item, read_words
from roundtable.commands.output import can_ask, print_json, remark, say, to_type
from roundtable.commands.settings import settings
from roundtable.errors import WrongUse
from roundtable.stores.items import list_items
from roundtable.stores.paths import REQUIREMENTS
from roundtable.wiring import open_workspace

_FOLDERS: Final = frozenset({".", "..", "/", "~", "./", "../", "~/"})


def run(arguments: Namespace) -> int:
    quiet: bool = arguments.quiet
    words = read_words(arguments.what)
    if words.text.strip() in _FOLDERS:  # `git add .` comes easily to the fingers
        raise WrongUse(
            f"`{words.text.strip()}` is a folder; name a file with a draft, or say the idea in a few words."
        )
    workspace = open_workspace(arguments.repo)
    settings(workspace, quiet=quiet)
    title, fetching = arguments.title, arguments.fetch or None
    added = make_item(workspace, words.text, title=title, asking=can_ask(), quiet=quiet, fetching=fetching)
    item = added.item
    folder = f"{REQUIREMENTS}/{item.folder}"
    if arguments.json:
        print_json(
            describe(item) | {"source": item.meta.source, "path": folder, "number": added.entry.number}
        )
        return 0
    say(item.folder)
    remark(
        f"Added to BACKLOG.md as {added.entry.number or added.entry.issue}; what you said is in {folder}/draft.md.",
        quiet=quiet,
    )
    same = [other for other in list_items(workspace.places) if other.title.lower() == item.title.lower()]
    twin = next((other.folder for other in same if other.folder != item.folder), None)
    if twin is not None:
        undo = f"`{to_type('delete', item.folder)}` removes it again"
        remark(f"{twin} has the same title, so this is a second item; {undo}.", quiet=quiet)
    remark(f"Next: {to_type('analyze', item.folder)}", quiet=quiet)
    return 0
