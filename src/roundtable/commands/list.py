"""`roundtable list`: every item on one line."""

from argparse import Namespace

from roundtable.commands.item_choice import describe, progress_of
from roundtable.commands.output import columns, print_json, remark, say
from roundtable.stores.items import list_items
from roundtable.stores.tidying import recover
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    """Print the items, by slug."""
    workspace = open_workspace(arguments.repo)
    recover(workspace.places, now=workspace.now())
    items = list(list_items(workspace.places))
    if arguments.json:
        print_json([describe(item) for item in items])
        return 0
    for line in columns((progress_of(item), item.folder, item.title) for item in items):
        say(line)
    for item in items:
        if item.problem is not None:
            remark(f"warning: {item.problem}", quiet=arguments.quiet)
    if not items:
        remark('No items yet. `roundtable add "an idea"` makes the first one.', quiet=arguments.quiet)
    return 0
