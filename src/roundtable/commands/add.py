"""`roundtable add`: make an item. Standard output carries the slug and nothing else."""

from argparse import Namespace

from roundtable.analysis.sources import SourceKind, detect_source
from roundtable.commands.asking import ask
from roundtable.commands.output import can_ask, print_json, remark, say
from roundtable.commands.settings import settings
from roundtable.commands.words import read_words
from roundtable.stores.adding import add_item
from roundtable.stores.paths import REQUIREMENTS
from roundtable.stores.repo import short_head
from roundtable.wiring import open_workspace, tracker_of

__all__ = ["run"]


def run(arguments: Namespace) -> int:
    """Make the item and print its slug."""
    quiet: bool = arguments.quiet
    title: str | None = arguments.title
    text = read_words(arguments.what)
    workspace = open_workspace(arguments.repo)
    tracker = tracker_of(settings(workspace, quiet=quiet))
    if title is None and detect_source(text, tracker).kind is not SourceKind.MANUAL and can_ask():
        title = ask(f"Title for {text.strip()} (Enter leaves it open): ") or None
    added = add_item(
        workspace.places,
        text,
        now=workspace.now(),
        title=title,
        tracker=tracker,
        codebase_hash=short_head(workspace.places.root),
    )
    item = added.item
    folder = f"{REQUIREMENTS}/{item.folder}"
    if arguments.json:
        print_json(
            {
                "slug": item.folder,
                "title": item.title,
                "status": item.status,
                "source": item.meta.source,
                "source_id": item.meta.source_id,
                "path": folder,
                "number": added.entry.number,
            }
        )
        return 0
    say(item.folder)
    remark(
        f"Added to BACKLOG.md as {added.entry.number or added.entry.issue}; what you said is in {folder}/draft.md.",
        quiet=quiet,
    )
    remark(f"Next: roundtable analyze {item.folder}", quiet=quiet)
    return 0
