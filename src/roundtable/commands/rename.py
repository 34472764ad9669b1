"""`roundtable rename`: a new title, and with it a new slug, folder and backlog line."""

from argparse import Namespace

from roundtable.commands.item_choice import find_item
from roundtable.commands.output import remark, say
from roundtable.errors import quoted
from roundtable.stores.tidying import rename_item
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    before = find_item(workspace, arguments.item)
    after = rename_item(workspace.places, before.folder, " ".join(arguments.title), now=workspace.now())
    say(after.folder)
    remark(f"Renamed {quoted(before.title)} to {quoted(after.title)}.", quiet=arguments.quiet)
    return 0
