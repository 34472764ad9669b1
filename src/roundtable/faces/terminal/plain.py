"""Events as bare lines: no colour, no wrapping, no spinner; every message is one paragraph, so that exact words can be found."""

from collections.abc import Sequence
from typing import TextIO

from roundtable.engine import events
from roundtable.engine.inputs import WrittenDocument
from roundtable.faces.terminal.output import clean
from roundtable.faces.terminal.own_lines import document_words, opening_line


class PlainLines:
    """For pipes, dumb terminals and screen readers."""

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
                        self._paragraph(opening_line(event))
                case events.Said():
                    self._paragraph(self._named(event))
                case events.MenuShown():
                    self._paragraph(event.text)
                case events.DocumentsWritten():
                    self._paragraph("\n".join(_documents(event.written)))
                case events.InputRefused():
                    self._paragraph(f"({event.reason})")
                case _:
                    pass

    def lines(self, texts: Sequence[str]) -> None:
        self._paragraph("\n".join(texts))

    def busy(self, what: str) -> None:
        """Nothing: a line that cannot be taken back would only be in the way."""

    def _named(self, event: events.Said) -> str:
        """In conversation every message says who speaks; in a step the header did."""
        if not self._in_conversation or not event.name or event.text.startswith(event.name):
            return event.text
        return f"{event.name.split()[0]}: {event.text}"

    def _paragraph(self, text: str) -> None:
        """One message, and an empty line before it; so the very last line is a line of words."""
        self._stream.write(("" if self._is_first else "\n") + clean(text) + "\n")
        self._stream.flush()
        self._is_first = False


def _documents(written: Sequence[WrittenDocument]) -> list[str]:
    """What a synthesis added, each in its own line; then the names of the others, by what happened to them."""
    names = [
        f"{action} {', '.join(document.path.rpartition('/')[2] for document in documents)}"
        for action, documents in document_words([document for document in written if not document.summary])
    ]
    return [*(document.summary for document in written if document.summary), *names]
