"""Events as text: coloured and wrapped at a terminal, bare lines on a pipe.

Names and kinds are told apart by words and layout first; colour only helps. On a pipe every message is one paragraph of
plain text, unwrapped, so that exact words can be found.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from roundtable.engine.events import (
    AnyEvent,
    DocumentsWritten,
    Ended,
    InputRefused,
    MenuShown,
    Said,
    SessionOpened,
)

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Output"]

_COLOURS: Final = {
    "business-analyst": "magenta",
    "solutions-architect": "cyan",
    "system-designer": "green",
}
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def clean(text: str) -> str:
    """Text without control characters: nothing that a person or a file says may steer the terminal."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\t", "    "))


class Output:
    """Where a session's words go."""

    def __init__(self, stream: TextIO = sys.stdout, *, root: Path | None = None, quiet: bool = False) -> None:
        self._stream = stream
        self._root = root
        self._quiet = quiet
        self._conversation = False
        self._console = _console_on(stream) if stream.isatty() else None

    @property
    def is_terminal(self) -> bool:
        """Whether a person looks at it."""
        return self._console is not None

    def show(self, events: Sequence[AnyEvent]) -> None:
        """Print what is for show."""
        for event in events:
            match event:
                case SessionOpened():
                    self._opened(event)
                case Said():
                    self._said(event)
                case MenuShown():
                    self._paragraph(event.text, style="bold")
                case DocumentsWritten():
                    for written in event.written:
                        self._document(written.path, written.action, written.summary)
                case InputRefused():
                    self._paragraph(f"({event.reason})", style="yellow")
                case _:
                    pass

    def ended(self, ended: Ended, slug: str, mode: str) -> None:
        """The last line: how to go on."""
        if ended.status == "paused":
            flag = "" if mode == "conversation" else " --steps"
            self.line(f"Paused; everything you said is saved. Resume with: roundtable analyze {slug}{flag}")
        elif ended.status == "declined":
            self.line(f"Closed: {slug} will not be built. The reason is kept with the item.")
        else:
            self.line(f"The documents are in docs/requirements/{slug}/")

    def line(self, text: str, style: str = "") -> None:
        """One line of our own."""
        if self._console is None:
            self._stream.write(clean(text) + "\n")
            self._stream.flush()
        else:
            self._console.print(clean(text), style=style or None, markup=False)

    def busy(self, what: str) -> None:
        """A passing word about work in the background; terminals only."""
        if self._console is not None and what:
            self._console.print(f"{what}...", style="dim", markup=False)

    # -- pieces --------------------------------------------------------------------------------------------------------

    def _opened(self, event: SessionOpened) -> None:
        self._conversation = event.mode == "conversation"
        if self._quiet:
            return
        mind = (
            "offline: no model, nothing leaves this machine"
            if event.mind == "offline"
            else f"model {event.mind}"
        )
        back = "picked up again" if event.resumed else "new"
        self.line(f"Roundtable: {event.slug} ({back}; {mind})", style="dim")

    def _said(self, event: Said) -> None:
        text = clean(event.text)
        colour = _COLOURS.get(event.persona or "", "blue" if event.persona else "")
        if event.say == "header":
            self._header(text, colour)
        elif event.say in {"draft", "synthesis"} or (event.say == "contribution" and _is_markdown(text)):
            self._markdown(self._named(event, text), colour)
        elif event.say == "notice":
            self._paragraph(text, style="yellow" if event.persona is None else colour)
        elif event.say == "question":
            self._paragraph(self._named(event, text), style=f"bold {colour}".strip())
        else:
            self._paragraph(self._named(event, text), style=colour)

    def _named(self, event: Said, text: str) -> str:
        """In conversation every message says who speaks; in a step the header did."""
        if not self._conversation or not event.name or text.startswith(event.name):
            return text
        return f"{event.name.split()[0]}: {text}"

    def _header(self, text: str, colour: str) -> None:
        if self._console is None:
            self._paragraph(text)
            return
        self._console.print()
        self._console.rule(f"[bold {colour}]{_escaped(text)}[/]" if colour else _escaped(text), align="left")

    def _paragraph(self, text: str, style: str = "") -> None:
        if self._console is None:
            self._stream.write(f"{text}\n\n")
            self._stream.flush()
        else:
            self._console.print()
            self._console.print(text, style=style or None, markup=False)

    def _markdown(self, text: str, colour: str) -> None:
        if self._console is None:
            self._paragraph(text)
            return
        from rich.markdown import Markdown

        self._console.print()
        self._console.print(Markdown(text, hyperlinks=True), style=colour or None)

    def _document(self, path: str, action: str, summary: str) -> None:
        text = summary or f"{action.capitalize()} {path}"
        if self._console is None:
            self._stream.write(f"{clean(text)}\n")
            self._stream.flush()
            return
        link = (self._root / path).as_uri() if self._root is not None else ""
        shown = _escaped(clean(text))
        self._console.print(f"[dim][link={link}]{shown}[/link][/dim]" if link else f"[dim]{shown}[/dim]")


def _console_on(stream: TextIO) -> "Console":
    from rich.console import Console  # loaded only where somebody looks

    return Console(file=stream, highlight=False)


def _is_markdown(text: str) -> bool:
    return re.search(r"^(?:[-*] |\d+\. |#{1,6} |\|)", text, re.MULTILINE) is not None or "`" in text


def _escaped(text: str) -> str:
    return text.replace("[", r"\[")
