"""`roundtable demo`: a whole session on a small example repository, offline, with prepared answers typed visibly."""

import asyncio
import sys
import tempfile
from argparse import Namespace
from pathlib import Path

from roundtable.commands.example import Answers, read_answers, unpack_shop
from roundtable.commands.new_item import make_item
from roundtable.commands.output import remark, say, seen_from_here, to_type
from roundtable.errors import WrongUse
from roundtable.sessions import Choices, Mode, open_session
from roundtable.wiring import Workspace, open_workspace


def run(arguments: Namespace) -> int:
    folder = _new_folder(arguments.to)
    unpack_shop(folder)
    shown = folder.as_posix()
    slowly = sys.stdin.isatty() and sys.stdout.isatty() and not arguments.fast
    quiet = arguments.quiet
    remark(f"A small shop to talk about is in {shown}.", quiet=quiet)
    if slowly:
        remark("The answers are prepared. Any key hurries the typing on; Ctrl-C stops.", quiet=quiet)
    workspace = open_workspace(str(folder))
    answers = read_answers()
    item = make_item(workspace, answers.idea, quiet=True).item
    mode: Mode = arguments.mode or "conversation"
    asyncio.run(play(workspace, item.folder, answers, mode, slowly=slowly, shown=shown))
    say()
    for what, command in (
        ("Read them:", to_type("--repo", shown, "show", item.folder, "requirements-spec.md")),
        ("Check them:", to_type("--repo", shown, "check")),
        ("Now with your own idea, in your own repository:", f'{to_type("analyze")} "..."'),
    ):
        say(f"{what}\n  {command}")  # on a line of its own, so that it can be copied whole
    return 0


async def play(
    workspace: Workspace, slug: str, answers: Answers, mode: Mode, *, slowly: bool = False, shown: str = "."
) -> None:
    from roundtable.faces.terminal.face import Terminal, output_for
    from roundtable.faces.terminal.prepared import PreparedAnswers

    reader = PreparedAnswers(answers.choose, sys.stdout, slowly=slowly)
    face = Terminal(
        output_for(workspace.places.root),
        reader,
        resume=to_type("--repo", shown, "analyze", slug),
        folder=seen_from_here(workspace.places.item(slug)),
    )
    with open_session(workspace, slug, Choices(mode=mode)) as session:
        try:
            await face.run(session)
        finally:
            await session.close()


def _new_folder(wanted: str | None) -> Path:
    """A folder with nothing in it; what is there already is never touched."""
    if wanted is not None:
        folder = Path(wanted).expanduser()
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise WrongUse(f"{wanted} is not an empty folder. Give --to a new one.")
        return folder
    return Path(tempfile.mkdtemp(prefix="roundtable-demo-"))
