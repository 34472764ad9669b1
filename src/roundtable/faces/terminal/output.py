"""Where a session's words go, and what may be in them.

Nothing that a person or a file says may steer the terminal: control characters are taken out here, for every output.

`Output` gives them as bare lines: no colour, no wrapping, no spinner; every message is one paragraph, so that exact words can be
found.

Elsewhere: a coloured page (`screen`), which of them it is (`face`).
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from roundtable.engine import events
from roundtable.engine.inputs import WrittenDocument
from roundtable.faces.terminal.own_lines import document_words, opening_line

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_DUMB: Final = frozenset({"", "dumb", "unknown"})


def clean(text: str) -> str:
    """Text without control characters and without marks that turn the direction of reading around."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", "    "))


def is_plain(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a terminal gets bare lines: it can do no more, or somebody has them read aloud (`ROUNDTABLE_PLAIN=1`)."""
    wanted = environment.get("ROUNDTABLE_PLAIN", "") not in {"", "0"}
    is_dumb = os.name != "nt" and environment.get("TERM", "") in _DUMB
    return wanted or is_dumb


def put(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


class Output:
    """As it is, for pipes, dumb terminals and screen readers."""

    def __init__(self, stream: TextIO, *, quiet: bool = False) -> None:
        self._stream = stream
        self._quiet = quiet
        self._in_conversation = False
        self._is_first = True

    def show(self, happened: Sequence[events.AnyEvent]) -> None:
        for event in happened:
            match event:
                case events.SessionOpened():
                    self._in_conversation = event.mode == "conversation"
                    if not self._quiet:
                        self._opened(opening_line(event))
                case events.Said():
                    self._said(event)
                case events.MenuShown():
                    self._menu(event.text)
                case events.DocumentsWritten():
                    self._documents(event.written)
                case events.InputRefused():
                    self._refused(f"({event.reason})")
                case _:
                    pass

    def lines(self, texts: Sequence[str]) -> None:
        """Lines of our own: help, and the last words. One that begins with two blanks is never broken."""
        self._paragraph("\n".join(texts))

    def busy(self, what: str) -> None:
        """A passing word about work in the background; a line that cannot be taken back would only be in the way."""

    def _said(self, event: events.Said) -> None:
        """In conversation every message says who speaks; in a step the header did."""
        is_named = not self._in_conversation or not event.name or event.text.startswith(event.name)
        self._paragraph(event.text if is_named else f"{event.name.split()[0]}: {event.text}")

    def _documents(self, written: Sequence[WrittenDocument]) -> None:
        """What a synthesis added, each in its own line; then the names of the others, by what happened to them."""
        names = [
            f"{action} {', '.join(document.path.rpartition('/')[2] for document in documents)}"
            for action, documents in document_words(
                [document for document in written if not document.summary]
            )
        ]
        self._paragraph("\n".join([*(one.summary for one in written if one.summary), *names]))

    def _paragraph(self, text: str) -> None:
        """One message, and an empty line before it; so the very last line is a line of words."""
        self._stream.write(("" if self._is_first else "\n") + clean(text) + "\n")
        self._stream.flush()
        self._is_first = False

    _opened = _menu = _refused = _paragraph  # which a page tells apart
