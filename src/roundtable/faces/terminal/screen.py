"""Events as a page: who speaks, what is asked and what was written can be told apart at a glance.

Layout and weight do that first (names, bold questions, faint remarks); colour only helps, and `NO_COLOR` takes it away.
Lines are broken between words at a width that is good to read, however wide the window is. Markdown is shown line by line, every
line break kept: a message is a few lines, not a document, so what a line is can be told from the line itself.

Elsewhere: bare lines (`output`).
"""

import locale
import os
import re
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final, TextIO

from rich.console import Console
from rich.status import Status
from rich.style import Style
from rich.text import Text

from roundtable.engine import events
from roundtable.engine.inputs import WrittenDocument
from roundtable.faces.terminal.output import Output, clean
from roundtable.faces.terminal.own_lines import COMMAND, document_words

_COLOURS: Final = {"business-analyst": "magenta", "solutions-architect": "cyan", "system-designer": "green"}
_OTHERS: Final = "blue"  # for personas that somebody added
_WIDEST: Final = 100
_PATIENCE: Final = 0.25  # seconds before a wait is mentioned: a line that only flashes is worse than none


class Screen(Output):
    def __init__(
        self, stream: TextIO, *, root: Path | None = None, quiet: bool = False, console: Console | None = None
    ) -> None:
        super().__init__(stream, quiet=quiet)
        self._console = console or Console(file=stream, highlight=False, soft_wrap=False)
        self._root = root
        self._waiting = _Waiting(self._console)
        self._has_links = os.environ.get("TERM") != "linux"
        self._speaks_unicode = os.name == "nt" or "utf" in locale.getencoding().lower()

    def _opened(self, text: str) -> None:
        self._print(Text(text, style="dim"), apart=False)

    def _refused(self, text: str) -> None:
        self._print(Text(clean(text), style="yellow"))

    def lines(self, texts: Sequence[str]) -> None:
        self._console.print()
        for text in texts:
            whole = clean(text)
            wrapped = wrap(whole, self._width, break_long_words=False, break_on_hyphens=False)
            for line in [whole] if whole.startswith(COMMAND) else wrapped:
                # What is longer than a line is broken by the terminal and not by us: it can still be copied.
                self._console.print(Text(line, style="dim"), soft_wrap=True)

    def busy(self, what: str) -> None:
        """Lines that go away again; of more than the window holds, the end, because that is what comes next."""
        room = max(self._console.height - 2, 1)
        said = [part for line in clean(what).strip().splitlines() for part in wrap(line, self._width - 6)]
        self._waiting.on("\n".join([*said[-room:-1], f"{said[-1]}..."]) if said else "")

    @property
    def _width(self) -> int:
        return max(min(self._console.width, _WIDEST), 20)

    def _said(self, event: events.Said) -> None:
        text = clean(event.text).strip("\n")
        colour = _COLOURS.get(event.persona or "", _OTHERS) if event.persona else ""
        match event.say:
            case "header":
                self._header(text, colour)
            case "notice" | "announcement" if event.persona is None or event.say == "notice":
                self._print(Text(text, style="dim" if text.endswith("...") else "yellow"))
            case _:
                name, words = self._name_and_words(event, text)
                weight = "bold" if event.say == "question" else ""
                self._console.print()
                who = Text(name, f"bold {colour}")
                for line in rendered(words, self._console, self._width, name=who, style=weight):
                    self._console.print(line)

    def _name_and_words(self, event: events.Said, text: str) -> tuple[str, str]:
        """The name that stands before the words. In a step the header gave it, and it is not repeated."""
        for prefix in (f"{event.name} ({event.role}): ", f"{event.name}: "):
            if event.name and text.startswith(prefix):
                return prefix, text.removeprefix(prefix)
        if self._in_conversation and event.name:
            return f"{event.name.split()[0]}: ", text
        return "", text

    def _header(self, text: str, colour: str) -> None:
        line = "─" if self._speaks_unicode else "-"
        self._console.print()
        self._print(Text(line * self._width, style=colour or "dim"), apart=False)
        self._print(Text(text, style=f"bold {colour}"), apart=False)

    def _menu(self, text: str) -> None:
        self._console.print()
        for line in clean(text).splitlines():
            shown = Text(line, style="dim" if line == "---" or not line.startswith("[") else "")
            if line.startswith("["):
                shown.stylize("bold", 0, line.index("]") + 1)
            self._print(shown, apart=False)

    def _documents(self, written: Sequence[WrittenDocument]) -> None:
        """Those that come together share a line; what a discussion added says so in its own words."""
        self._console.print()
        for document in written:
            if document.summary:
                self._print(self._link(document, clean(document.summary)), apart=False)
        for action, documents in document_words([document for document in written if not document.summary]):
            names = [self._link(document, document.path.rsplit("/", 1)[-1]) for document in documents]
            self._print(Text.assemble((f"{action} ", "dim"), Text(", ").join(names)), apart=False)

    def _link(self, document: WrittenDocument, words: str) -> Text:
        is_linked = self._root is not None and self._has_links
        link = (self._root / document.path).as_uri() if self._root is not None and is_linked else None
        return Text(words, style=Style(color="bright_black" if not link else None, dim=True, link=link))

    def _print(self, text: Text, *, apart: bool = True) -> None:
        if apart:
            self._console.print()
        for line in text.wrap(self._console, self._width):
            self._console.print(line)


class _Waiting:
    """A spinner that shows itself only when a wait gets noticeable, and leaves nothing behind."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._lock = threading.Lock()
        self._status: Status | None = None
        self._timer: threading.Timer | None = None
        self._words = ""

    def on(self, words: str) -> None:
        with self._lock:
            self._words = words
            if not words:
                self._stop()
            elif self._status is not None:
                self._status.update(Text(words, style="dim"))
            elif self._timer is None:
                self._timer = threading.Timer(_PATIENCE, self._appear)
                self._timer.daemon = True
                self._timer.start()

    def _appear(self) -> None:
        with self._lock:
            if self._words and self._status is None:
                self._status = Status(Text(self._words, style="dim"), console=self._console, spinner="line")
                self._status.start()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._status is not None:
            self._status.stop()
            self._status = None


_HEADING: Final = re.compile(r"^#{1,6}\s+(?P<words>.*?)\s*#*$")
_ITEM: Final = re.compile(r"^(?P<mark>\s*(?:[-*+]|\d{1,3}[.)]|>)\s+)(?P<words>.*)$")
_INLINE: Final = re.compile(
    r"`(?P<code>[^`\n]+)`|\*\*(?P<strong>[^*\n]+)\*\*|\[(?P<link>[^\]\n]+)\]\((?P<url>[^)\s]+)\)"
)


def rendered(text: str, console: Console, width: int, *, name: Text, style: str = "") -> Iterator[Text]:
    """The lines of a message, with the speaker's name before the first."""
    in_code = False
    for number, line in enumerate(text.split("\n")):
        lead = name if number == 0 else Text()
        if line.lstrip().startswith(("```", "~~~")):
            in_code = not in_code
            # The language, or words of somebody who forgot a line.
            marked = Text.assemble(lead, line.strip().strip("`~").strip())
            if marked.plain:
                yield marked
        elif in_code or line.startswith("|"):
            yield Text.assemble(lead, (line, "" if in_code else style), no_wrap=in_code, overflow="fold")
        else:
            yield from _wrapped(line, console, width, lead, style)


def _wrapped(line: str, console: Console, width: int, lead: Text, style: str) -> Iterator[Text]:
    """One line of Markdown as one or more on the screen; those of a list item stand under its words."""
    mark, words = "", line
    if heading := _HEADING.match(line):
        words, style = heading["words"], "bold"
    elif item := _ITEM.match(line):
        mark, words = item["mark"], item["words"]
    bare = console.color_system is None or console.no_color
    whole = Text.assemble(lead, mark, _inline(words, style, bare=bare))
    indent = len(mark) if len(mark) < width // 2 else 0
    if not indent:
        yield from whole.wrap(console, width) or [Text()]
        return
    body = whole[len(lead.plain) + len(mark) :]
    first = Text.assemble(lead, mark)
    for place, part in enumerate(body.wrap(console, width - indent)):
        yield Text.assemble(first if place == 0 else " " * indent, part)


def _inline(words: str, style: str, *, bare: bool) -> Text:
    """Emphasis and code in a line. Without colours the back-quotes stay: they are all that marks a name as code."""
    shown, at = Text(style=style), 0
    for found in _INLINE.finditer(words):
        shown.append(words[at : found.start()])
        if found["code"] is not None:
            shown.append(found[0] if bare else found["code"], style="" if bare else "yellow")
        elif found["strong"] is not None:
            shown.append(found["strong"], style="bold")
        else:
            shown.append(found["link"], style="underline")
            shown.append(f" ({found['url']})")
        at = found.end()
    shown.append(words[at:])
    return shown
