"""Making an item from what somebody said, the same way for every command that does."""

from roundtable.analysis.secrets import mask_told
from roundtable.analysis.sources import Source, SourceKind, detect_source
from roundtable.commands.issue import fetch, program_for
from roundtable.commands.output import ask, complain, confirm, remark
from roundtable.stores.adding import Added, add_item
from roundtable.stores.paths import REQUIREMENTS
from roundtable.stores.repo import is_ignored, short_head
from roundtable.wiring import Workspace, tracker_of


def make_item(
    workspace: Workspace,
    text: str,
    *,
    title: str | None = None,
    asking: bool = False,
    quiet: bool = False,
    fetching: bool | None = None,
) -> Added:
    """The new item; with `asking`, somebody is there to say what an issue such as #20 is called.

    Its tracker is asked with `fetching`; without a word on that, when somebody says yes.
    """
    places = workspace.places
    unseen = not (places.boundary / ".git").exists() and not places.requirements.is_dir()
    tracker = tracker_of(workspace.config())
    if mask_told(text) != text:
        complain("warning: there seems to be a password or a key in this text, which draft.md keeps.")
        if asking and not confirm("Keep it as it is?"):
            text = mask_told(text)
    source, draft = detect_source(text, tracker), None
    if source.kind is not SourceKind.MANUAL and (fetching or (asking and title is None)):
        if fetching or (fetching is None and _may_fetch(source)):
            issue = fetch(source, places.root)
            title, draft = title or issue.title, issue.text
        else:
            title = ask(f"Title for {source.description} (Enter leaves it open): ") or None
    now, head = workspace.now(), short_head(places.root)
    added = add_item(places, text, now=now, title=title, tracker=tracker, draft=draft, codebase_hash=head)
    if unseen:
        where = f"{places.root} is not in a git repository"
        remark(f"{where}; the files are written there all the same.", quiet=quiet)
    elif is_ignored(places.root, f"{REQUIREMENTS}/{added.item.folder}/draft.md"):
        remark(
            f"git ignores {REQUIREMENTS}/ here (.gitignore): nobody else will see these documents.",
            quiet=quiet,
        )
    return added


def _may_fetch(source: Source) -> bool:
    program = program_for(source)
    asked = f"Ask `{program}`, over the network, for the title and text of {source.description}?"
    return program is not None and confirm(asked)
