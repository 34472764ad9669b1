"""`roundtable list`: every item on one line, with the number that `analyze 1.2` takes."""

from argparse import Namespace

from roundtable.analysis import backlog
from roundtable.commands.item_choice import describe, progress_of
from roundtable.commands.output import by_state, faint, print_json, remark, say_columns, strong
from roundtable.stores.backlog_file import claim_of, read_backlog
from roundtable.stores.items import Item, list_items
from roundtable.stores.tidying import recover
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    recover(workspace.places, now=workspace.now())
    items = list(list_items(workspace.places))
    if arguments.json:
        print_json([describe(item) for item in items])
        return 0
    entries = backlog.parse(read_backlog(workspace.places) or "")

    def number(item: Item) -> str:
        line = backlog.own_line(entries, claim_of(item, entries, lambda: items))
        return (line.number or line.issue or "") if line is not None else ""

    rows = [(number(item), progress_of(item), item.folder, item.title) for item in items]
    say_columns(rows, looks=(faint, by_state, strong))
    for item in items:
        if item.problem is not None:
            remark(f"warning: {item.problem}", quiet=arguments.quiet)
    if not items:
        remark('No items yet. `roundtable add "an idea"` makes the first one.', quiet=arguments.quiet)
    return 0
