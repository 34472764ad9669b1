"""The terminal's loop: show, wait, hear; `?` explains, `/edit` opens the editor, Ctrl-C pauses.

The best output for this terminal is a coloured page and line editing, or bare lines where those are better; what only a good
terminal needs (rich, prompt_toolkit) is loaded only there.
"""

import asyncio
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from roundtable.driver.session import Session
from roundtable.engine.events import AnyEvent, Said
from roundtable.engine.place import InConversation, InStep
from roundtable.engine.state import SessionState
from roundtable.faces.lines import is_too_long
from roundtable.faces.terminal.output import Output, is_plain
from roundtable.faces.terminal.own_lines import EDIT_WORDS, HELP_WORDS, closing_lines, help_for
from roundtable.faces.terminal.readers import Lines, Reader, Stopped

_NO_EDITOR: Final = "No editor could be opened. Set EDITOR to one, or answer here."
_NOTHING_WRITTEN: Final = "Nothing was written in the editor, so nothing was said."
_TOO_LONG: Final = "That line is longer than 8 MiB, so it was not read. Say it in smaller pieces."
_UNSENT: Final = "What you had typed and not sent is kept too, and will stand in the prompt."


def output_for(root: Path, *, quiet: bool = False) -> Output:
    if sys.stdout.isatty() and not is_plain():
        from roundtable.faces.terminal.screen import Screen

        return Screen(sys.stdout, root=root, quiet=quiet)
    return Output(sys.stdout, quiet=quiet)


def reader_for(history: Path, unsent: Path) -> Reader:
    if sys.stdin.isatty() and sys.stdout.isatty() and not is_plain():
        from roundtable.faces.terminal.prompting import Prompt

        return Prompt(history, unsent)
    return Lines(sys.stdin, is_person=sys.stdin.isatty())


class Terminal:
    def __init__(
        self,
        output: Output,
        reader: Reader,
        *,
        resume: str,
        folder: str | None = None,
        account: Callable[[SessionState], Sequence[str]] = lambda _state: (),
    ) -> None:
        self._output = output
        self._reader = reader
        self._heard = ""
        self._item = ""
        self._resume = resume
        """The command that goes on with this item: the last line of a session that is not finished."""
        self._folder = folder  # where the documents are, seen from where the person stands
        self._account = account  # what a session cost, one line for each model

    async def run(self, session: Session) -> None:
        session.show = lambda happened: self._output.show([self._from_here(event) for event in happened])
        self._item = f"docs/requirements/{session.state.slug}/"
        session.busy = self._busy
        session.delta = self._piece
        unsent, said = False, False
        try:
            await session.begin()
            while session.ended is None:
                if (text := await self._next(session)) is not None:
                    said = True  # also when Ctrl-C comes while it is being thought about: it is kept by then
                    await session.hear(text)
        except (Stopped, KeyboardInterrupt, asyncio.CancelledError) as stop:
            self._output.busy("")
            unsent = isinstance(stop, Stopped) and stop.unsent
            await session.pause()
        if session.ended is not None:
            kept = (_UNSENT,) if unsent else ()
            slug, said = session.state.slug, said or unsent
            last = closing_lines(session.ended, slug, self._resume, anything_said=said, folder=self._folder)
            self._output.lines((*kept, *self._account(session.state), *last))

    def _from_here(self, event: AnyEvent) -> AnyEvent:
        """A path of the item that is named at the end, as the person can open it from where they stand."""
        if self._folder is None or not isinstance(event, Said) or event.say != "summary":
            return event
        return event.changed(text=event.text.replace(self._item, self._folder))

    def _busy(self, what: str) -> None:
        self._heard = ""
        self._output.busy(what)

    def _piece(self, piece: str) -> None:
        """Words that a mind is still finding stand in the passing line, until they are said for good."""
        self._heard += piece
        self._output.busy(self._heard)

    async def _next(self, session: Session) -> str | None:
        """What the person says; none when it was for us, and not for the table."""
        text = await self._reader.read(session.state)
        word = text.strip().lower()
        if word in HELP_WORDS:
            editing = self._reader.can_edit_lines
            self._output.lines(help_for(session.awaiting, session.state.mode, editing=editing))
        elif word in EDIT_WORDS and self._reader.is_person:
            return await self._edited(session)
        elif is_too_long(text):
            self._output.lines((_TOO_LONG,))
        else:
            return text
        return None

    async def _edited(self, session: Session) -> str | None:
        place = session.state.place
        asked = place.asked if isinstance(place, InStep | InConversation) else None
        text = await asyncio.to_thread(answer_from_editor, asked.text if asked else "")
        if text is None:
            self._output.lines((_NO_EDITOR,))
        elif not text:
            self._output.lines((_NOTHING_WRITTEN,))
        return text or None


_NOTE: Final = "<!-- {question} Write below, save and close; this line is left out. -->\n\n"


def answer_from_editor(question: str) -> str | None:
    """What was written; none when no editor could be opened."""
    wanted = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ("notepad" if os.name == "nt" else "vi")
    note = _NOTE.format(question=" ".join(question.replace("-->", "").split())).replace("  ", " ")
    with tempfile.TemporaryDirectory(prefix="roundtable-") as folder:
        path = Path(folder) / "answer.md"
        path.write_text(note, encoding="utf-8")
        try:
            subprocess.run([*shlex.split(wanted, posix=os.name != "nt"), str(path)], check=True)
        except (OSError, ValueError, subprocess.CalledProcessError):
            return None
        written = path.read_text(encoding="utf-8", errors="replace")
    return written.replace(note.strip(), "").strip()
