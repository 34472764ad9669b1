"""`roundtable demo`: a whole session on a small example repository, offline, with prepared answers typed visibly.

The repository, unpacked with its history, and the answers that go with it are text files in `roundtable/example/`, so that nothing
of it can be imported or run by accident.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from argparse import Namespace
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from roundtable.commands.new_item import make_item
from roundtable.commands.output import remark, say, seen_from_here, to_type
from roundtable.engine.briefing import Ask
from roundtable.engine.place import AtBoundary, AtMenu, InConversation, InDiscussion, InStep
from roundtable.engine.state import SessionState
from roundtable.errors import WrongUse
from roundtable.facts.record import Record
from roundtable.sessions import Choices, Mode, open_session
from roundtable.wiring import Workspace, open_workspace

_FILE: Final = re.compile(r"^M 100644 inline (\S+)\ndata <<EOF\n(.*?)^EOF$", re.MULTILINE | re.DOTALL)
_UNKNOWN: Final = "I don't know yet."
_ENOUGH: Final = 4  # the score from which an answer counts as one to the question
_MEANT: Final = 6  # the same for a draft, a recommendation or a follow-up: only what was written for it fits


def unpack_shop(folder: Path) -> None:
    """Write the shop into an empty folder; with its history where git is installed, else the files alone."""
    folder.mkdir(parents=True, exist_ok=True)
    stream = _text("shop.txt")
    has_history = (
        _git(folder, "init", "--quiet", "--initial-branch=main")
        and _git(folder, "fast-import", "--quiet", feed=stream)
        and _git(folder, "reset", "--quiet", "--hard", "main")
    )
    if not has_history:
        for path, text in _FILE.findall(stream):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())


def _git(folder: Path, *words: str, feed: str = "") -> bool:
    # The example is the same for everybody: no settings, hooks or templates of whoever runs it.
    own = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment = {**own, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_TEMPLATE_DIR": ""}
    try:
        command, given = ["git", *words], feed.encode()
        subprocess.run(command, cwd=folder, env=environment, input=given, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _text(name: str) -> str:
    return files("roundtable").joinpath("example", name).read_text(encoding="utf-8")


class _Answer(Record):
    text: str
    kinds: tuple[str, ...]
    words: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    def fits(self, ask: Ask, step_id: str) -> int:
        score = 0
        if ask.kinds and self.kinds:
            score += 4 if ask.kinds[0] == self.kinds[0] else 2 if ask.kinds[0] in self.kinds else 0
            score += 1 if set(ask.kinds[1:]) & set(self.kinds) else 0
        question = ask.text.lower()
        score += 2 * sum(word in question for word in self.words)
        return score + (5 if step_id in self.steps and ask.origin in {"step", "draft"} else 0)


@dataclass
class Answers:
    """Answers by what is asked, so that the example stays in step with whatever questions there are."""

    idea: str
    answer: list[_Answer]
    discuss: str | None
    remarks: list[str]
    review: list[str]

    def choose(self, state: SessionState) -> str:
        match state.place:
            case AtMenu(step_id=step_id):
                if step_id == self.discuss:
                    self.discuss = None
                    return "E"
                return "C"
            case InDiscussion():
                return self.remarks.pop(0) if self.remarks else "done"
            case InStep(asked=Ask() as ask, step_id=step_id):
                return self._best(ask, step_id) or ("yes" if ask.origin == "draft" else _UNKNOWN)
            case InConversation(asked=Ask(about="review")):
                return self.review.pop(0) if self.review else "That is all."
            case InConversation(stage="waiting", asked=Ask() as ask):
                is_offered = ask.options or ask.proposes or ask.offers
                return self._best(ask, "") or ("yes" if is_offered else _UNKNOWN)
            case AtBoundary():
                return "y"
            case _:
                return "yes"

    def _best(self, ask: Ask, step_id: str) -> str | None:
        enough = _ENOUGH if ask.origin in {"step", "topic"} and not ask.options else _MEANT
        best = max(self.answer, key=lambda answer: answer.fits(ask, step_id), default=None)
        if best is None or best.fits(ask, step_id) < enough:
            return None
        self.answer.remove(best)
        return best.text.strip()


def read_answers() -> Answers:
    raw = tomllib.loads(_text("answers.toml"))
    return Answers(answer=[_Answer.model_validate(entry) for entry in raw.pop("answer")], **raw)


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
    from roundtable.faces.terminal.readers import PreparedAnswers

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
