"""`roundtable close`: an item that will not be built keeps its documents and gets a reason."""

from argparse import Namespace

from roundtable.commands.item_choice import find_item
from roundtable.commands.output import ask, can_ask, tell
from roundtable.errors import WrongUse, quoted
from roundtable.stores.tidying import close_item
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    item = find_item(workspace, arguments.item)
    reason: str = arguments.reason or (ask(f"Why is {quoted(item.title)} closed? ") if can_ask() else "")
    if not reason.strip():
        raise WrongUse(f'Closing needs a reason: `roundtable close {item.folder} --reason "…"`.')
    close_item(workspace.places, item.folder, reason, now=workspace.now())
    tell(f"Closed {item.folder}: {reason.strip()}")
    return 0
