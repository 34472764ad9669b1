"""Markdown for a terminal, line by line: headings, lists, quotes, code and emphasis; every line break stays.

A message is a few lines, not a document, so what a line is can be told from the line itself.
"""

import re
from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

_HEADING: Final = re.compile(r"^#{1,6}\s+(?P<words>.*?)\s*#*$")
_ITEM: Final = re.compile(r"^(?P<mark>\s*(?:[-*+]|\d{1,3}[.)]|>)\s+)(?P<words>.*)$")
_FENCE: Final = re.compile(r"^\s*(?:```|~~~)")
_INLINE: Final = re.compile(
    r"`(?P<code>[^`\n]+)`|\*\*(?P<strong>[^*\n]+)\*\*|\[(?P<link>[^\]\n]+)\]\((?P<url>[^)\s]+)\)"
)


def rendered(text: str, console: Console, width: int, *, name: Text, style: str = "") -> Iterator[Text]:
    """The lines of a message, with the speaker's name before the first."""
    in_code = False
    for number, line in enumerate(text.split("\n")):
        lead = name if number == 0 else Text()
        if _FENCE.match(line):
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
