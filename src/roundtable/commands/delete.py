"""`roundtable delete`: remove an item with all its documents, after asking."""

from argparse import Namespace

from roundtable.commands.documents import document_names
from roundtable.commands.item_choice import find_item
from roundtable.commands.output import can_ask, confirm, counted, say, tell
from roundtable.errors import WrongUse, quoted
from roundtable.stores.paths import REQUIREMENTS
from roundtable.stores.tidying import delete_item
from roundtable.wiring import open_workspace


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    item = find_item(workspace, arguments.item)
    if arguments.yes:
        # Nobody is asked, so a guess from half a title must not be enough.
        if arguments.item.strip() != item.folder:
            raise WrongUse(f"`delete --yes` needs the whole slug: `roundtable delete {item.folder} --yes`.")
    elif not can_ask():
        raise WrongUse(
            f"Deleting cannot be undone: say `roundtable delete {item.folder} --yes` to do it unasked."
        )
    elif not confirm(f"Delete {quoted(item.title)} with {counted(len(document_names(item)), 'document')}?"):
        say("Nothing was deleted.")
        return 0
    gone = delete_item(workspace.places, item.folder, now=workspace.now())
    line = " and its line in BACKLOG.md" if gone.line is not None else ""
    tell(f"Deleted {REQUIREMENTS}/{gone.folder}/ ({counted(len(gone.files), 'file')}){line}.")
    return 0
