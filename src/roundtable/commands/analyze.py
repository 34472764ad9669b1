"""`roundtable analyze`: find or make the item, seat the table, and hand over to a face."""

import asyncio
import os
import signal
from argparse import Namespace
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from roundtable.analysis.phases import Depth
from roundtable.analysis.sources import detect_source
from roundtable.commands.item_choice import choose, nearest
from roundtable.commands.model_choice import chosen_model, describe_account, suggest_model, wants_team
from roundtable.commands.new_item import Words, make_item, read_words
from roundtable.commands.output import (
    can_ask,
    complain,
    confirm,
    counted,
    pick,
    remark,
    seen_from_here,
    to_type,
)
from roundtable.commands.settings import settings
from roundtable.engine.spending import account
from roundtable.engine.state import SessionState
from roundtable.errors import UnknownItem, WrongUse
from roundtable.sessions import Choices, Mode, open_session, remembered_mode
from roundtable.stores.items import item_folders, list_items, load_item
from roundtable.stores.paths import private_folder
from roundtable.stores.resolution import Found, NotFound, Several, resolve
from roundtable.stores.session_store import TeamInbox
from roundtable.stores.tidying import recover
from roundtable.wiring import Workspace, open_workspace, tracker_of

if TYPE_CHECKING:
    from roundtable.documents.checks import Finding


def run(arguments: Namespace) -> int:
    """One session, from the first word to the last; 0 when done or paused, 3 when a write failed."""
    if arguments.offline and arguments.fetch:
        raise WrongUse("`--fetch` uses the network, which `--offline` rules out; leave one of them out.")
    workspace = open_workspace(arguments.repo)
    config = settings(workspace, quiet=arguments.quiet)
    # First: a mistake in it must not leave an item behind.
    model = chosen_model(arguments, config, workspace.places.root)
    recover(workspace.places, now=workspace.now())
    folder = _folder(workspace, arguments)
    mode: Mode = arguments.mode or remembered_mode(workspace, folder) or config.mode or "conversation"
    asking = can_ask() and arguments.protocol != "jsonl" and not arguments.headless
    errors = len(open_errors(workspace, folder))
    if errors and asking and mode == "steps":
        complain(f"{folder} is complete, but `{to_type('check', folder)}` finds {counted(errors, 'error')}.")
        if confirm("Amend it in a conversation?"):
            mode = "conversation"
    depth = arguments.depth or config.depth
    choices = Choices(
        mode="steps" if arguments.headless else mode,
        depth=Depth(depth) if depth else None,
        headless=arguments.headless,
        model=model,
        open_errors=errors,
        team=wants_team(arguments, config, os.environ),
    )
    if choices.team:
        # A team's work is kept beyond this process; without the extra it is not.
        from roundtable.batches.table_rounds import rounds_in

        table = TeamInbox(workspace.places, folder).table
        choices.rounds = rounds_in(workspace.places, table, config.database)
    if arguments.team and model is None:
        remark("--team needs a model; one mind speaks for all three.", quiet=arguments.quiet)
    if choices.model is None and arguments.protocol == "text":
        suggest_model(arguments, os.environ)
    return asyncio.run(_talk(workspace, folder, choices, arguments))


async def _talk(workspace: Workspace, folder: str, choices: Choices, arguments: Namespace) -> int:
    with open_session(workspace, folder, choices) as session, _pausing_on_signals():
        before = account(session.state.analysis.extra)

        def spent(state: SessionState) -> list[str]:
            return [] if arguments.quiet else describe_account(before, account(state.analysis.extra))

        try:
            if arguments.protocol == "jsonl":
                from roundtable.faces.jsonl import JsonLines

                await JsonLines(folder).run(session)
                for line in spent(session.state):
                    complain(line)
            else:
                from roundtable.faces.terminal.face import Terminal, output_for, reader_for

                output = output_for(workspace.places.root, quiet=arguments.quiet)
                cache = private_folder(workspace.places, "cache")
                reader = reader_for(cache / "history", cache / f"unsent-{folder}.txt")
                resume = _resume_command(folder, arguments)
                where = seen_from_here(workspace.places.item(folder))
                await Terminal(output, reader, resume=resume, folder=where, account=spent).run(session)
        finally:
            await session.close()
        return 3 if session.ended is not None and session.ended.failed else 0


@contextmanager
def _pausing_on_signals() -> Generator[None]:
    """A closed window, or a polite request to end, pauses as Ctrl-C does."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    heard: list[signal.Signals] = []
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and task is not None:
            # Not on Windows, not outside the main thread.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, task.cancel)
                heard.append(number)
    try:
        yield
    finally:
        for number in heard:
            loop.remove_signal_handler(number)


def open_errors(workspace: Workspace, folder: str) -> "list[Finding]":
    """What `check` finds wrong with an item that counts as finished; there is nothing to amend in another."""
    if load_item(workspace.places, folder).status != "analyzed":
        return []
    from roundtable.commands.checking import find_problems, find_targets

    found = find_problems(workspace, find_targets(workspace, [folder]), quiet=True)
    return [finding for finding in found if finding.severity == "error"]


def _resume_command(folder: str, arguments: Namespace) -> str:
    where = ["--repo", arguments.repo] if arguments.repo else []
    # A run without conversation goes on without one; a session remembers its mode itself.
    how = ["--headless"] if arguments.headless else []
    return to_type("analyze", folder, *how, *where)


def _folder(workspace: Workspace, arguments: Namespace) -> str:
    asking = can_ask() and arguments.protocol != "jsonl"
    if not arguments.what:
        return _offered(workspace, asking=asking, quiet=arguments.quiet)
    if arguments.what == ["-"] and arguments.protocol == "jsonl":
        raise WrongUse(
            "Standard input carries the JSON lines, so `-` cannot be read from it. Give the text in quotes."
        )
    name = " ".join(arguments.what).strip()
    if name in item_folders(workspace.places):  # also when a file happens to be called the same
        return _reopened(workspace, name, quiet=arguments.quiet)
    fetching = False if arguments.offline else arguments.fetch or None
    words = read_words(arguments.what)
    return item_for(workspace, words, asking=asking, quiet=arguments.quiet, fetching=fetching)


def item_for(
    workspace: Workspace, words: Words, *, asking: bool, quiet: bool, fetching: bool | None = False
) -> str:
    """The folder of the item that is meant; an idea becomes one."""
    found = resolve(workspace.places, words.text, tracker_of(workspace.config()), is_draft=words.is_draft)
    if isinstance(found, Several):
        found = choose(words.text, found.matches, asking=asking)
    match found:
        case Found(folder=str(folder)):
            return _reopened(workspace, folder, quiet=quiet)
        case Found() as line:
            return _added(workspace, line.title, asking=False, quiet=quiet, fetching=fetching)
        case NotFound(is_text=is_text):
            if not is_text and detect_source(words.text).url is None:
                _agree(workspace, words.text, asking=asking)
            return _added(workspace, words.text, asking=asking, quiet=quiet, fetching=fetching)


def _agree(workspace: Workspace, name: str, *, asking: bool) -> None:
    """Text with white space is an idea and becomes an item; a name that nothing answers to is asked about."""
    if (near := nearest(name, item_folders(workspace.places))) is not None:
        meant = f"Did you mean `{to_type('analyze', near)}`?"
        if not asking:
            raise UnknownItem(name, meant)
        complain(meant)
    elif not asking and name.replace(".", "", 1).isdecimal():
        raise UnknownItem(name)  # a number in BACKLOG.md; nobody wants an item of that name
    elif not asking:
        raise UnknownItem(
            name,
            f"`{to_type('add', name)}` makes a new item of it; an idea of two words or more, in quotes, starts at once.",
        )
    if not confirm("No matching item found. Would you like to add it to the backlog first?"):
        raise UnknownItem(name)


def _added(workspace: Workspace, text: str, *, asking: bool, quiet: bool, fetching: bool | None) -> str:
    item = make_item(workspace, text, asking=asking, quiet=quiet, fetching=fetching).item
    remark(f"New item {item.folder}: {item.title} (listed in BACKLOG.md)", quiet=quiet)
    return item.folder


def _reopened(workspace: Workspace, folder: str, *, quiet: bool) -> str:
    """A closed item is open again with the first words, and that is said."""
    if (closed := load_item(workspace.places, folder).meta.closed) is not None:
        why = f" ({closed.reason})" if closed.reason else ""
        remark(f"{folder} was closed{why}; it is open again as soon as you say something.", quiet=quiet)
    return folder


def _offered(workspace: Workspace, *, asking: bool, quiet: bool) -> str:
    """`analyze` alone offers what is unfinished, and takes it when it is one."""
    unfinished = [item for item in list_items(workspace.places) if item.status in {"raw", "partial"}]
    if not unfinished:
        raise WrongUse(
            f'Nothing is unfinished here. Start with an idea: {to_type("analyze")} "Add discount codes"'
        )
    if not asking:
        names = ", ".join(item.folder for item in unfinished[:10])
        more = f" and {len(unfinished) - 10} more" if len(unfinished) > 10 else ""
        raise WrongUse(f"Say which item to analyze; unfinished: {names}{more}.")
    if len(unfinished) == 1:
        remark(f"Going on with {unfinished[0].folder}, the only unfinished item.", quiet=quiet)
        return unfinished[0].folder
    return unfinished[pick([(item.folder, item.title) for item in unfinished])].folder
