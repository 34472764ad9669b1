"""`roundtable analyze`: find or make the item, seat the table, and hand over to a face."""

import asyncio
import os
import signal
from argparse import Namespace
from collections.abc import Generator
from contextlib import contextmanager, suppress

from roundtable.analysis.phases import Depth
from roundtable.commands.asking import confirm, pick
from roundtable.commands.given_text import read_words
from roundtable.commands.item_choice import choose, nearest
from roundtable.commands.model_choice import chosen_model, describe_account, suggest_model
from roundtable.commands.new_item import make_item
from roundtable.commands.output import can_ask, complain, remark, to_type
from roundtable.commands.settings import settings
from roundtable.engine.spending import account
from roundtable.engine.state import SessionState
from roundtable.errors import UnknownItem, WrongUse
from roundtable.sessions import Choices, Mode, history_file, open_session, remembered_mode, unsent_file
from roundtable.stores.items import item_folders, list_items, load_item
from roundtable.stores.resolution import Found, NotFound, Several, resolve
from roundtable.stores.tidying import recover, reopen_item
from roundtable.wiring import Workspace, open_workspace, tracker_of


def run(arguments: Namespace) -> int:
    """One session, from the first word to the last; 0 when done or paused, 3 when a write failed."""
    workspace = open_workspace(arguments.repo)
    config = settings(workspace, quiet=arguments.quiet)
    model = chosen_model(arguments, config)  # first: a mistake in it must not leave an item behind
    recover(workspace.places, now=workspace.now())
    folder = _folder(workspace, arguments)
    mode: Mode = arguments.mode or remembered_mode(workspace, folder) or config.mode or "conversation"
    depth = arguments.depth or config.depth
    choices = Choices(
        mode="steps" if arguments.headless else mode,
        depth=Depth(depth) if depth else None,
        headless=arguments.headless,
        model=model,
    )
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
                from roundtable.faces.terminal.choosing import output_for, reader_for
                from roundtable.faces.terminal.face import Terminal

                output = output_for(workspace.places.root, quiet=arguments.quiet)
                reader = reader_for(history_file(workspace), unsent_file(workspace, folder))
                resume = _resume_command(folder, arguments)
                await Terminal(output, reader, resume=resume, account=spent).run(session)
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
            with suppress(
                NotImplementedError, RuntimeError, ValueError
            ):  # not on Windows, not outside the main thread
                loop.add_signal_handler(number, task.cancel)
                heard.append(number)
    try:
        yield
    finally:
        for number in heard:
            loop.remove_signal_handler(number)


def _resume_command(folder: str, arguments: Namespace) -> str:
    where = ["--repo", arguments.repo] if arguments.repo else []
    # A run without conversation goes on without one; a session remembers its mode itself.
    how = ["--headless"] if arguments.headless else []
    return to_type("analyze", folder, *how, *where)


# -- which item --------------------------------------------------------------------------------------------------------


def _folder(workspace: Workspace, arguments: Namespace) -> str:
    asking = can_ask() and arguments.protocol != "jsonl"
    if not arguments.what:
        return _offered(workspace, asking=asking)
    if arguments.what == ["-"] and arguments.protocol == "jsonl":
        raise WrongUse(
            "Standard input carries the JSON lines, so `-` cannot be read from it. Give the text in quotes."
        )
    name = " ".join(arguments.what).strip()
    if name in item_folders(workspace.places):  # also when a file happens to be called the same
        return _reopened(workspace, name)
    words = read_words(arguments.what)
    found = resolve(workspace.places, words.text, tracker_of(workspace.config()), is_draft=words.is_draft)
    if isinstance(found, Several):
        found = choose(words.text, found.matches, asking=asking)
    match found:
        case Found(folder=str(folder)):
            return _reopened(workspace, folder)
        case Found() as line:
            return _added(workspace, line.title, arguments)
        case NotFound(is_text=is_text):
            if not is_text:
                _agree(workspace, words.text, asking=asking)
            return _added(workspace, words.text, arguments, asking=asking)


def _agree(workspace: Workspace, name: str, *, asking: bool) -> None:
    """Text with white space is an idea and becomes an item; a name that nothing answers to is asked about."""
    near = nearest(name, item_folders(workspace.places))
    if near is not None:
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


def _added(workspace: Workspace, text: str, arguments: Namespace, *, asking: bool = False) -> str:
    item = make_item(workspace, text, asking=asking).item
    remark(f"New item {item.folder}: {item.title}", quiet=arguments.quiet)
    return item.folder


def _reopened(workspace: Workspace, folder: str) -> str:
    """A closed item that is analysed again is open again."""
    if load_item(workspace.places, folder).meta.closed is not None:
        reopen_item(workspace.places, folder, now=workspace.now())
    return folder


def _offered(workspace: Workspace, *, asking: bool) -> str:
    """`analyze` alone offers what is unfinished."""
    unfinished = [item for item in list_items(workspace.places) if item.status in {"raw", "partial"}]
    if not unfinished:
        raise WrongUse(
            f'Nothing is unfinished here. Start with an idea: {to_type("analyze")} "Add discount codes"'
        )
    if not asking:
        names = ", ".join(item.folder for item in unfinished[:10])
        more = f" and {len(unfinished) - 10} more" if len(unfinished) > 10 else ""
        raise WrongUse(f"Say which item to analyze; unfinished: {names}{more}.")
    return unfinished[pick([(item.folder, item.title) for item in unfinished])].folder
