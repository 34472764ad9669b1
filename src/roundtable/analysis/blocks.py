"""The blocks of a content file as questions are read from them: list items, paragraphs, headings and table cells.

Any text is read as far as makes sense. Code is left out whole; comments and emphasis are kept for the reader of a block to judge.

Elsewhere: Markdown itself (`roundtable.language.markdown`), what the blocks mean (`prose`).
"""

import re
from collections.abc import Collection
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from roundtable.language import markdown_blocks
from roundtable.language.markdown import plain_title, read_markdown

LONGEST_BLOCK: Final = 2000
"""Characters; what is longer was not written to be asked, and would make every reader of blocks slow."""
MOST_BLOCKS: Final = 2000  # per text; nobody asks that much, and a file that does must not hold up a session
_QUOTED: Final = re.compile(r"^ {0,3}(?:> ?)+")
_MARK: Final = re.compile(r"^(\s*)(?:•|[a-zA-Z][.)])(?=\s)")
"""What people begin list items with that Markdown does not know."""


class Block(NamedTuple):
    kind: Literal["item", "paragraph", "heading", "cell"]
    text: str
    line: int  # counted from 1 within the text that was read
    level: int = 0  # how deep a list item is nested; 0 for everything at the left edge


def code_lines(lines: list[str]) -> list[bool]:
    """For each line, whether it belongs to a fenced code block (the fences too). An open fence reaches to the end."""
    if not any("```" in line or "~~~" in line for line in lines):
        return [False] * len(lines)  # every file of every session is asked
    fences = [block for block in markdown_blocks.read_blocks(lines) if block.kind == "fence"]
    inside = {number for block in fences for number in range(block.line, block.end)}
    return [number in inside for number in range(1, len(lines) + 1)]


def without_sections(text: str, names: Collection[str]) -> str:
    """The text without its `## ` sections of these names (in lower case)."""
    parts = _cut(text, 1, 2)
    return "".join(part for title, part in parts if plain_title(title.rstrip(" #:")) not in names)


def sections_below(text: str) -> list[tuple[str, str]]:
    """The text cut at its `### ` headings, each with what stands below it; what comes first has no heading."""
    return [(title, part.partition("\n")[2] if title else part) for title, part in _cut(text, 3)]


def _cut(text: str, *levels: int) -> list[tuple[str, str]]:
    page = read_markdown(text)
    heads = [section for section in page.sections if section.level in levels]
    bounds = [1, *(head.line for head in heads), len(page.lines) + 1]
    parts = ["".join(page.lines[start - 1 : end - 1]) for start, end in pairwise(bounds)]
    return list(zip(["", *(head.title for head in heads)], parts, strict=True))


def read_blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order; what hangs on a list item, and a comment right below a block, go on with its words."""
    written = text.split("\n")[: 2 * MOST_BLOCKS]
    lines = [_MARK.sub(r"\1-", _QUOTED.sub("", line[:LONGEST_BLOCK].expandtabs(4))) for line in written]
    found: list[Block] = []
    indents: list[int] = []
    end = 0
    for one in markdown_blocks.read_blocks(lines):
        is_below = one.kind == "comment" and one.line == end
        end = one.end if one.kind != "item" else one.line + one.text.count("\n") + 1
        if one.kind == "table":
            rows = [(one.line, one.headers), *((row.line, row.cells) for row in one.rows)]
            found += [Block("cell", cell, line) for line, cells in rows for cell in cells if cell]
        elif one.kind == "item":
            # By their place in the line: under a number people indent by two, which is not enough for Markdown.
            indent = len(lines[one.line - 1]) - len(lines[one.line - 1].lstrip())
            indents = [known for known in indents if known < indent]
            found.append(Block("item", one.words[:LONGEST_BLOCK], one.line, len(indents)))
            indents.append(indent)
        elif found and (one.level or is_below) and one.kind in ("paragraph", "comment", "code", "html"):
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {one.words}"[:LONGEST_BLOCK])
        elif one.kind not in ("fence", "rule") and not (one.kind == "comment" and "\n" in one.text.strip()):
            kind = "heading" if one.kind == "heading" else "paragraph"
            found.append(Block(kind, one.words[:LONGEST_BLOCK], one.line))
            indents = []
    return tuple(found[:MOST_BLOCKS])
