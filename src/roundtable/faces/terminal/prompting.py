"""The editing prompt: history, several lines, pasting, the person's own editor, and the status line below, as much of it as fits.

What was typed but not sent when the session pauses is kept, and stands in the prompt again when it goes on.
"""

import asyncio
import locale
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.styles import Style

from roundtable.analysis.phases import phase_of
from roundtable.analysis.secrets import mask_told
from roundtable.engine.place import AtMenu, InDiscussion, InStep
from roundtable.engine.state import SessionState
from roundtable.faces.lines import storable
from roundtable.faces.terminal.readers import Reader, Stopped
from roundtable.faces.terminal.width import cut, width_of

_STYLE: Final = Style.from_dict({"bottom-toolbar": "noreverse ansibrightblack", "prompt": "bold"})
_LEAST_REMEMBERED: Final = 4  # characters: letters of a menu are not worth bringing back


class Prompt(Reader):
    is_person = True
    can_edit_lines = True

    def __init__(self, history: Path, unsent: Path) -> None:
        self._unsent = unsent
        self._separator = " · " if os.name == "nt" or "utf" in locale.getencoding().lower() else " | "
        self._session: PromptSession[str] = PromptSession(
            history=_History(str(history)),
            key_bindings=_keys(),
            enable_open_in_editor=True,
            enable_suspend=True,
            enable_history_search=True,
            reserve_space_for_menu=0,
            style=_STYLE,
            prompt_continuation="  ",
        )

    async def read(self, state: SessionState) -> str:
        parts = status_parts(state)

        def toolbar() -> FormattedText:
            room = get_app().output.get_size().columns - 2
            return FormattedText([("", f" {fitted(parts, room, self._separator)}")])

        try:
            text = await self._session.prompt_async(
                FormattedText([("class:prompt", "> ")]), bottom_toolbar=toolbar, default=self._take_unsent()
            )
        except (EOFError, KeyboardInterrupt, asyncio.CancelledError) as end:
            raise Stopped(unsent=self._keep_unsent(self._session.default_buffer.text)) from end
        return storable(text)

    def _take_unsent(self) -> str:
        with suppress(OSError):
            text = self._unsent.read_text(encoding="utf-8", errors="replace")
            self._unsent.unlink()
            return text
        return ""

    def _keep_unsent(self, text: str) -> bool:
        if text.strip():
            with suppress(OSError):
                self._unsent.write_text(mask_told(storable(text)), encoding="utf-8")
                return True
        return False


class _History(FileHistory):
    """What was typed in this repository. It is a convenience: a disk that does not take it is no reason to stop."""

    def load_history_strings(self) -> Iterable[str]:
        with suppress(OSError, ValueError):
            return list(super().load_history_strings())
        return []

    def store_string(self, string: str) -> None:
        if len(string.strip()) >= _LEAST_REMEMBERED:
            with suppress(OSError):
                super().store_string(mask_told(storable(string)))


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("escape", "enter")
    def new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    @keys.add("c-x", "c-e")
    def edit(event: KeyPressEvent) -> None:
        event.current_buffer.open_in_editor()

    return keys


_LEAST: Final = 12  # columns of the item's name that are worth showing


class Part(NamedTuple):
    """One piece of the line. Where room is short, the highest `rank` goes first."""

    text: str
    rank: int


def status_parts(state: SessionState) -> tuple[Part, ...]:
    """Where one is, at a glance; the item comes first."""
    place = state.place
    parts = [Part(state.slug, 0)]
    if state.mode == "steps":
        if (phase := phase_of(state.phase_key)) is not None:
            parts.append(Part(phase.name, 5))
        if isinstance(place, InStep | AtMenu | InDiscussion):
            parts.append(Part(f"step {place.step_id}", 2))
        if isinstance(place, InDiscussion):
            parts.append(Part(f"discussion {place.turns}/{place.max_turns}", 3))
        parts.append(Part(state.depth.value, 4))
    return (*parts, Part("saved", 3), Part("? for help", 1))


def fitted(parts: tuple[Part, ...], room: int, separator: str = " · ") -> str:
    """The parts in one line: the item's name is shortened first, then parts are left out."""
    shown = list(parts)
    while len(shown) > 1:
        left = room - width_of(separator.join(["", *(part.text for part in shown[1:])]))
        if left >= min(_LEAST, width_of(shown[0].text)):
            return separator.join([cut(shown[0].text, left), *(part.text for part in shown[1:])])
        shown.remove(max(shown[1:], key=lambda part: part.rank))
    return cut(shown[0].text, room)
