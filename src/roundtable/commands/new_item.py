"""Making an item from what somebody said, the same way for every command that does."""

from roundtable.analysis.sources import SourceKind, detect_source
from roundtable.commands.asking import ask
from roundtable.stores.adding import Added, add_item
from roundtable.stores.repo import short_head
from roundtable.wiring import Workspace, tracker_of


def make_item(workspace: Workspace, text: str, *, title: str | None = None, asking: bool = False) -> Added:
    """The new item; with `asking`, somebody is there to say what an issue such as #20 is called."""
    tracker = tracker_of(workspace.config())
    if asking and title is None and detect_source(text, tracker).kind is not SourceKind.MANUAL:
        title = ask(f"Title for {text.strip()} (Enter leaves it open): ") or None
    return add_item(
        workspace.places,
        text,
        now=workspace.now(),
        title=title,
        tracker=tracker,
        codebase_hash=short_head(workspace.places.root),
    )
