"""`roundtable status`: how far the items are, or everything about one of them."""

from argparse import Namespace
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from roundtable.analysis.json_text import as_object
from roundtable.analysis.phases import PHASES
from roundtable.analysis.staleness import Staleness
from roundtable.analysis.status import build_start
from roundtable.commands import output
from roundtable.commands.documents import document_names
from roundtable.commands.item_choice import describe, find_item, progress_of
from roundtable.commands.output import say, strong, tell
from roundtable.stores.analysis_file import ANALYSIS, read_analysis
from roundtable.stores.items import Item, list_items
from roundtable.stores.journal import JOURNAL, read_since
from roundtable.stores.locks import holder_of_item
from roundtable.stores.paths import REQUIREMENTS
from roundtable.stores.repo import check_freshness
from roundtable.stores.tidying import recover
from roundtable.wiring import Workspace, open_workspace

if TYPE_CHECKING:
    from roundtable.engine.briefing import Spending


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    if arguments.item is None:
        return _overview(workspace, arguments)
    item = find_item(workspace, arguments.item)
    freshness = check_freshness(workspace.places, item)
    holder = holder_of_item(workspace.places, item.folder)
    open_in = None if holder is None else str(holder)
    if arguments.json:
        output.print_json(_details(item) | {"staleness": asdict(freshness), "open_in": open_in})
    else:
        _print_details(item, freshness, open_in)
    return 0


def _overview(workspace: Workspace, arguments: Namespace) -> int:
    recover(workspace.places, now=workspace.now())
    items = list(list_items(workspace.places))
    if arguments.json:
        output.print_json([_details(item) for item in items])
        return 0
    counts = Counter(item.status for item in items)
    states = [state for state in ("raw", "partial", "analyzed", "closed") if counts[state]]
    known = ", ".join(f"{counts[state]} {state}" for state in states)
    say(f"{strong(output.counted(len(items), 'item'))}{f': {known}' if known else ''}")
    unfinished = [item for item in items if item.status in ("raw", "partial")]
    rows = [(progress_of(item), item.folder, _next(item)) for item in unfinished]
    output.say_columns(rows, indent="  ", looks=(output.by_state, strong, output.faint))
    if not items:
        output.remark('`roundtable add "an idea"` makes the first one.', quiet=arguments.quiet)
    return 0


def _details(item: Item) -> dict[str, Any]:
    meta = item.meta
    start = build_start(meta.phases_completed, meta.sizing_decision)
    closed = meta.closed
    return describe(item) | {
        "source": meta.source,
        "path": f"{REQUIREMENTS}/{item.folder}",
        "created_at": meta.created_at,
        "codebase_hash": meta.codebase_hash,
        "steps_completed": list(meta.steps_completed),
        "steps_skipped": list(meta.steps_skipped),
        "topics_covered": list(meta.topics_covered),
        "depth_overrides": meta.depth_overrides,
        "documents": document_names(item),
        "build_starts_at": start.phase,
        "closed": None if closed is None else {"reason": closed.reason, "at": closed.at},
        "model_usage": [spent.model_dump(mode="json") for spent in _spent(item)],
        "warnings": [*([item.problem] if item.problem else []), *start.warnings],
    }


def _spent(item: Item) -> "tuple[Spending, ...]":
    """What models were asked for this item, over all sessions."""
    saved = read_analysis(item.path / ANALYSIS) or {}
    extra = as_object(as_object(saved.get("analysis")).get("extra"))
    _, happened = read_since(item.path / JOURNAL, saved.get("journal"), longest=0)
    since = [event.get("spending") for event in happened if event.get("kind") == "spent"]
    if not (extra or since):
        return ()
    from roundtable.engine.spending import account  # most items never paid for a model

    return account(extra, since)


def _print_details(item: Item, freshness: Staleness, open_in: str | None) -> None:
    meta = item.meta
    details = _details(item)
    say(strong(item.title))
    done = set(meta.phases_completed)
    phases = [("done" if phase.key in done else "open", phase.label) for phase in PHASES]
    rows = [
        ("slug", item.folder),
        ("status", item.status),
        ("source", f"{meta.source}{f' {meta.source_id}' if meta.source_id else ''}"),
        ("created", meta.created_at or "unknown"),
        ("folder", details["path"]),
        ("code", _code(meta.codebase_hash, freshness)),
    ]
    if meta.closed is not None:
        rows.append(("closed", meta.closed.reason or "no reason given"))
    if open_in is not None:
        rows.append(("open in", open_in))
    output.say_columns(rows, indent="  ", looks=(output.faint, output.by_state))
    say()
    output.say_columns(phases, indent="  ", looks=(output.by_state,))
    say()
    for spent in _spent(item):
        from roundtable.engine.spending import describe_spending

        tell(f"  model: {describe_spending(spent)}", indent=2)
        if spent.looked_at:
            tell(f"  looked at: {', '.join(spent.looked_at)}", indent=2)
    documents: list[str] = details["documents"]
    tell(f"  documents: {', '.join(documents) if documents else 'none so far'}", indent=2)
    for warning in details["warnings"]:
        tell(f"  warning: {warning}", indent=2, look=lambda text: output.styled(text, "yellow"))
    if item.status in ("raw", "partial"):
        say(f"\n  next: roundtable analyze {item.folder}")


def _code(commit: str | None, freshness: Staleness) -> str:
    if commit is None:
        return "no commit recorded"
    if not freshness.is_stale:
        return f"unchanged since {commit}"
    count = "" if freshness.commits is None else f" ({freshness.commits} commits)"
    touched = f"; affected: {', '.join(freshness.touched)}" if freshness.touched else ""
    return f"changed since {commit}{count}{touched}"


def _next(item: Item) -> str:
    done = set(item.meta.phases_completed)
    waiting = next((phase for phase in PHASES if phase.key not in done), None)
    return f"next: {waiting.label}" if waiting is not None else ""
