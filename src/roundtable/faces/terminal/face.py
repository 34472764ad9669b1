"""The terminal's loop: show, wait, hear; `?` explains, Ctrl-C pauses, `/edit` opens the editor."""

import asyncio
import os
import shlex
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from roundtable.engine.events import AnyEvent, Ended
from roundtable.engine.place import AtMenu, InDiscussion, InStep
from roundtable.engine.state import SessionState
from roundtable.faces.terminal.output import Output
from roundtable.faces.terminal.reading import Reader, Stopped
from roundtable.faces.terminal.words import HELP_WORDS, help_for

__all__ = ["Terminal", "status_line"]


class _Session(Protocol):
    show: Callable[[Sequence[AnyEvent]], None]
    busy: Callable[[str], None]
    state: SessionState

    @property
    def awaiting(self) -> str | None: ...
    @property
    def ended(self) -> Ended | None: ...
    async def begin(self) -> None: ...
    async def hear(self, text: str) -> None: ...
    async def pause(self) -> None: ...


def status_line(state: SessionState) -> str:
    """Item, phase, step, depth, saved: where one is, at a glance."""
    place = state.place
    parts = [state.slug]
    if state.mode == "steps":
        if state.phase_key:
            parts.append(state.phase_key)
        if isinstance(place, InStep | AtMenu | InDiscussion):
            parts.append(f"step {place.step_id}")
        parts.append(state.depth.value)
    parts.append("saved")
    return " · ".join([*parts, "? for help"])


class Terminal:
    """The face for people."""

    def __init__(self, output: Output, reader: Reader) -> None:
        self._output = output
        self._reader = reader

    async def run(self, session: _Session) -> None:
        """Drive the session until it ends, or the person stops."""
        session.show = self._output.show
        session.busy = self._output.busy
        try:
            await session.begin()
            while session.ended is None:
                text = await self._reader.read(status_line(session.state))
                if text.strip() in HELP_WORDS:
                    self._output.line(help_for(session.awaiting))
                    continue
                if text.strip() == "/edit":
                    text = await asyncio.to_thread(_edited)
                await session.hear(text)
        except (Stopped, KeyboardInterrupt, asyncio.CancelledError):
            await session.pause()
        ended = session.ended
        if ended is not None:
            self._output.ended(ended, session.state.slug, session.state.mode)


def _edited() -> str:
    """A long answer from the person's editor; empty when it could not be opened."""
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answer.md"
        path.write_text("", encoding="utf-8")
        try:
            subprocess.run([*editor, str(path)], check=False)
        except OSError:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
