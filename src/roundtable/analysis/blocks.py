"""Markdown cut into blocks: list items, paragraphs, headings and table cells, each with its line.

Only as much Markdown as content files need, and for any text at all: code fences are left out whole, comments and
emphasis are kept for the reader of a block to judge, and nothing ever fails.

Elsewhere: what the blocks mean (`prose`), the sections of a file (`roundtable.library.sections`).
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple

LONGEST_BLOCK: Final = 2000
"""Characters; what is longer was not written to be asked, and would make every reader of blocks slow."""

MOST_BLOCKS: Final = 2000
"""Per text; nobody asks that much, and a file that does must not hold up a session."""


class Block(NamedTuple):
    """One piece of text that belongs together."""

    kind: Literal["item", "paragraph", "heading", "cell"]
    text: str
    line: int
    """Counted from 1 within the text that was read."""
    level: int = 0
    """How deep a list item is nested; 0 for everything at the left edge."""


_FENCE: Final = re.compile(r"\s*(?P<ticks>`{3,}|~{3,})(?P<rest>.*)$")
_QUOTE: Final = re.compile(r" {0,3}(?:> ?)+")
_HEADING: Final = re.compile(r" {0,3}#{1,6}\s+(?P<text>\S.*)$")
_ITEM: Final = re.compile(
    r"(?P<indent>\s*)(?:[-*+•]|[0-9]{1,9}[.)]|[a-zA-Z][.)])\s+(?:\[[ xX]\]\s+)?(?P<text>\S.*)$"
)
_RULE: Final = re.compile(r"\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|[|:\-\s]*\|[|:\-\s]*)$")


def code_lines(lines: Sequence[str]) -> list[bool]:
    """For each line, whether it belongs to a fenced code block (the fences too). An open fence reaches to the end."""
    inside: list[bool] = []
    fence = ""
    for line in lines:
        match = _FENCE.match(line)
        if fence:
            inside.append(True)
            if match and match["ticks"].startswith(fence) and not match["rest"].strip():
                fence = ""
        elif match and not (match["ticks"][0] == "`" and "`" in match["rest"]):
            inside.append(True)
            fence = match["ticks"]
        else:
            inside.append(False)
    return inside


_SECTION: Final = re.compile(r"#{1,2}[ \t]+(?P<name>\S.*)$")


def without_sections(text: str, names: Collection[str]) -> str:
    """The text without its `## ` sections of these names (in lower case)."""
    lines = text.split("\n")
    kept: list[str] = []
    dropping = False
    for line, in_code in zip(lines, code_lines(lines), strict=True):
        heading = None if in_code else _SECTION.match(line.rstrip())
        if heading is not None:
            dropping = " ".join(heading["name"].rstrip(" #:").lower().split()) in names
        if not dropping:
            kept.append(line)
    return "\n".join(kept)


def sections_below(text: str) -> tuple[tuple[str, str], ...]:
    """The text cut at its `### ` headings, each with what stands below it; what comes first has no heading."""
    lines = text.split("\n")
    found: list[tuple[str, list[str]]] = [("", [])]
    for line, in_code in zip(lines, code_lines(lines), strict=True):
        if line.startswith("### ") and not in_code:
            found.append((" ".join(line[4:].split()), []))
        else:
            found[-1][1].append(line)
    return tuple((heading, "\n".join(below)) for heading, below in found)


def read_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order; continuation lines are joined with a space, comments over several lines left out."""
    return tuple(islice(_blocks(_without_long_comments(text).split("\n")), MOST_BLOCKS))


def _without_long_comments(text: str) -> str:
    """The text with every comment over several lines made blank lines. Searched by hand: each character once."""
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        comment = text[start : end + 3]
        kept += [text[at:start], "\n" * comment.count("\n") or comment]
        at = end + 3
    return "".join([*kept, text[at:]])


def _blocks(lines: list[str]) -> Iterator[Block]:
    current: Block | None = None
    indents: list[int] = []
    after_blank = in_quote = False
    for number, (whole, is_code) in enumerate(zip(lines, code_lines(lines), strict=True), start=1):
        raw = whole[:LONGEST_BLOCK]
        quoted = raw.lstrip().startswith(">")
        line = _QUOTE.sub("", raw.expandtabs(4), count=1) if quoted else raw.expandtabs(4)
        after_blank = after_blank or (quoted and not in_quote)
        in_quote = quoted
        fresh = None if is_code else _opening(line, number, indents)
        if is_code or not line.strip() or _RULE.match(line):
            after_blank = True
            if current is not None and current.kind != "item":
                yield current
                current = None
            continue
        if fresh is None and current is not None and _continues(current, line, after_blank=after_blank):
            if len(current.text) < LONGEST_BLOCK:
                current = current._replace(text=f"{current.text} {line.strip()}"[:LONGEST_BLOCK])
        else:
            if current is not None:
                yield current
            current = None
            if line.lstrip().startswith("|"):
                yield from _cells(line, number)
            else:
                if fresh is None or fresh.kind == "heading":
                    indents.clear()
                current = fresh or Block("paragraph", line.strip(), number)
                if current.kind == "heading":
                    yield current
                    current = None
        after_blank = False
    if current is not None:
        yield current


def _continues(current: Block, line: str, *, after_blank: bool) -> bool:
    """A further line of the same block: directly below, or, for a list item, below a blank line and indented."""
    if line.lstrip().startswith("|"):
        return False
    return not after_blank or (current.kind == "item" and line.startswith("  "))


def _opening(line: str, number: int, indents: list[int]) -> Block | None:
    heading = _HEADING.match(line)
    if heading:
        return Block("heading", heading["text"].rstrip("# "), number)
    item = _ITEM.match(line)
    if item is None:
        return None
    indent = len(item["indent"])
    while indents and indents[-1] >= indent:
        indents.pop()
    indents.append(indent)
    return Block("item", item["text"].strip(), number, level=len(indents) - 1)


def _cells(line: str, number: int) -> Iterator[Block]:
    for cell in line.strip().strip("|").split("|"):
        if cell.strip():
            yield Block("cell", cell.strip(), number)
