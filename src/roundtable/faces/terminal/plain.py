"""Events as bare lines: no colour, no wrapping, no spinner; every message is one paragraph, so that exact words can be found."""

from collections.abc import Sequence
from typing import TextIO

from roundtable.engine.events import (
    AnyEvent,
    DocumentsWritten,
    InputRefused,
    MenuShown,
    Said,
    SessionOpened,
)
from roundtable.faces.terminal.output import clean
from roundtable.faces.terminal.own_lines import opening_line


class PlainLines:
    """For pipes, dumb terminals and screen readers."""

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self._stream = stream
        self._quiet = quiet
        self._in_conversation = False
        self._is_first = True

    def show(self, events: Sequence[AnyEvent]) -> None:
        """Print what is for show."""
        for event in events:
            match event:
                case SessionOpened():
                    self._in_conversation = event.mode == "conversation"
                    if not self._quiet:
                        self._paragraph(opening_line(event))
                case Said():
                    self._paragraph(self._named(event))
                case MenuShown():
                    self._paragraph(event.text)
                case DocumentsWritten():
                    self._paragraph(
                        "\n".join(d.summary or f"{d.action.capitalize()} {d.path}" for d in event.written)
                    )
                case InputRefused():
                    self._paragraph(f"({event.reason})")
                case _:
                    pass

    def lines(self, texts: Sequence[str]) -> None:
        """Lines of our own."""
        self._paragraph("\n".join(texts))

    def busy(self, what: str) -> None:
        """Nothing: a line that cannot be taken back would only be in the way."""

    def _named(self, event: Said) -> str:
        """In conversation every message says who speaks; in a step the header did."""
        if not self._in_conversation or not event.name or event.text.startswith(event.name):
            return event.text
        return f"{event.name.split()[0]}: {event.text}"

    def _paragraph(self, text: str) -> None:
        """One message, and an empty line before it; so the very last line is a line of words."""
        self._stream.write(("" if self._is_first else "\n") + clean(text) + "\n")
        self._stream.flush()
        self._is_first = False
