"""`roundtable analyze`: find or make the item, seat the table, and hand over to a face."""

import asyncio
import os
import shlex
import signal
from argparse import Namespace
from collections.abc import Generator
from contextlib import contextmanager, suppress

from roundtable.analysis.phases import Depth
from roundtable.commands.asking import ask, confirm
from roundtable.commands.items import describe
from roundtable.commands.model_choice import chosen_model, describe_account, suggest_model
from roundtable.commands.output import can_ask, columns, complain, remark
from roundtable.commands.settings import settings
from roundtable.commands.words import read_words
from roundtable.engine.spending import account
from roundtable.errors import UnknownItem, WrongUse
from roundtable.sessions import Choices, Mode, history_file, open_session, remembered_mode, unsent_file
from roundtable.stores.adding import add_item
from roundtable.stores.items import list_items
from roundtable.stores.repo import short_head
from roundtable.stores.resolution import Found, NotFound, Several, resolve
from roundtable.stores.tidying import recover, reopen_item
from roundtable.wiring import Workspace, open_workspace, tracker_of

__all__ = ["run"]


def run(arguments: Namespace) -> int:
    """One session, from the first word to the last; 0 when done or paused, 3 when a write failed."""
    workspace = open_workspace(arguments.repo)
    config = settings(workspace, quiet=arguments.quiet)
    recover(workspace.places, now=workspace.now())
    folder = _folder(workspace, arguments)
    mode: Mode = arguments.mode or remembered_mode(workspace, folder) or config.mode or "conversation"
    depth = arguments.depth or config.depth
    choices = Choices(
        mode="steps" if arguments.headless else mode,
        depth=Depth(depth) if depth else None,
        headless=arguments.headless,
        model=chosen_model(arguments, config),
    )
    if choices.model is None and arguments.protocol == "text":
        suggest_model(arguments, os.environ)
    return asyncio.run(_talk(workspace, folder, choices, arguments))


async def _talk(workspace: Workspace, folder: str, choices: Choices, arguments: Namespace) -> int:
    with open_session(workspace, folder, choices) as session, _pausing_on_signals():
        spent = account(session.state.analysis.extra)
        try:
            if arguments.protocol == "jsonl":
                from roundtable.faces.jsonl import JsonLines

                await JsonLines(folder).run(session)
            else:
                from roundtable.faces.terminal.choosing import output_for, reader_for
                from roundtable.faces.terminal.face import Terminal

                output = output_for(workspace.places.root, quiet=arguments.quiet)
                reader = reader_for(history_file(workspace), unsent_file(workspace, folder))
                await Terminal(output, reader, resume=_resume_command(folder, arguments)).run(session)
        finally:
            await session.close()
        for line in describe_account(spent, account(session.state.analysis.extra)):
            remark(line, quiet=arguments.quiet)
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
    return shlex.join(["roundtable", "analyze", folder, *where])


# -- which item --------------------------------------------------------------------------------------------------------


def _folder(workspace: Workspace, arguments: Namespace) -> str:
    if not arguments.what:
        return _offered(workspace)
    if arguments.what == ["-"] and arguments.protocol == "jsonl":
        raise WrongUse(
            "Standard input carries the JSON lines, so `-` cannot be read from it. Give the text in quotes."
        )
    typed = read_words(arguments.what)
    tracker = tracker_of(workspace.config())
    match resolve(workspace.places, typed, tracker):
        case Found(folder=str(folder)):
            return _reopened(workspace, folder)
        case Found() as line:
            return _added(workspace, line.title, arguments)
        case Several(matches):
            return _chosen(workspace, typed, matches, arguments)
        case NotFound():
            return _unknown(workspace, typed, arguments)


def _unknown(workspace: Workspace, typed: str, arguments: Namespace) -> str:
    """Text with white space is an idea and becomes an item; a name that nothing answers to is asked about."""
    if any(letter.isspace() for letter in typed.strip()):
        return _added(workspace, typed, arguments)
    if not can_ask() or arguments.protocol == "jsonl":
        raise UnknownItem(typed, "Put an idea in quotes, with at least two words, to start a new item.")
    if confirm("No matching item found. Would you like to add it to the backlog first?"):
        return _added(workspace, typed, arguments)
    raise UnknownItem(typed)


def _added(workspace: Workspace, text: str, arguments: Namespace) -> str:
    added = add_item(
        workspace.places,
        text,
        now=workspace.now(),
        tracker=tracker_of(workspace.config()),
        codebase_hash=short_head(workspace.places.root),
    )
    folder = added.item.folder
    remark(f"New item {folder}: {added.item.title}", quiet=arguments.quiet)
    return folder


def _reopened(workspace: Workspace, folder: str) -> str:
    """A closed item that is analysed again is open again."""
    for item in list_items(workspace.places):
        if item.folder == folder and item.meta.closed is not None:
            reopen_item(workspace.places, folder, now=workspace.now())
    return folder


def _chosen(workspace: Workspace, typed: str, matches: tuple[Found, ...], arguments: Namespace) -> str:
    names = [match.folder or match.title for match in matches]
    if not can_ask() or arguments.protocol == "jsonl":
        raise WrongUse(f"{typed!r} fits several items: {', '.join(names)}. Name one of them.")
    chosen = matches[_pick(names, [match.title for match in matches])]
    return chosen.folder if chosen.folder is not None else _added(workspace, chosen.title, arguments)


def _offered(workspace: Workspace) -> str:
    """`analyze` alone offers what is unfinished."""
    open_items = [item for item in list_items(workspace.places) if item.status in {"raw", "partial"}]
    if not open_items:
        raise WrongUse(
            'Nothing is unfinished here. Start with an idea: roundtable analyze "Add discount codes"'
        )
    if not can_ask():
        names = ", ".join(str(describe(item)["slug"]) for item in open_items[:10])
        raise WrongUse(f"Say which item to analyze; unfinished: {names}.")
    return open_items[_pick([item.folder for item in open_items], [item.title for item in open_items])].folder


def _pick(names: list[str], titles: list[str]) -> int:
    for line in columns(
        [(str(at), name, title) for at, (name, title) in enumerate(zip(names, titles, strict=True), 1)]
    ):
        complain(f"  {line}")
    answer = ask(f"Which one? [1-{len(names)}] ")
    if answer.isdecimal() and 1 <= int(answer) <= len(names):
        return int(answer) - 1
    if answer in names:
        return names.index(answer)
    raise WrongUse(f"{answer!r} is none of them. Run the command again with one of the names.")
