"""The blocks of a Markdown text, each with its lines: headings, paragraphs, list items, quotes, tables, code, comments, rules.

Found by markdown-it, which is loaded with the first text. Used by `markdown`, through which everybody reads documents.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Kind = Literal["heading", "paragraph", "item", "quote", "table", "footnote", "fence", "code", "comment", "html", "rule"]  # fmt: skip

FOOTNOTE: Final = re.compile(r"^ {0,3}\[\^(?P<name>[^\]\s]{1,60})\]:[ \t]*(?P<text>.*)$")
_FIELD: Final = re.compile(r"\*\*(?P<key>[^*:]{1,60}?)\s*(?::\s*\*\*|\*\*\s*:)\s*(?P<value>.*)$", re.DOTALL)
_CHECKBOXES: Final = ("[ ] ", "[x] ", "[X] ")
_LONGEST_ROW: Final = 200_000
"""A longer line is not a row anybody wrote."""
_LONGEST_UNDERLINED: Final = 100
"""Above a rule, longer lines are a paragraph whose author forgot the empty line."""


class Line(NamedTuple):
    """A line without its end."""

    number: int
    text: str


class Text(NamedTuple):
    """Words on one line without the marks around them: a line of a paragraph, list item or quote, a heading, a cell."""

    line: int
    kind: Kind
    text: str
    column: int = 0
    """Of a cell."""


class Row(NamedTuple):
    """A row of a table: as many cells as were written, and the names of the columns in lower case."""

    line: int
    cells: tuple[str, ...]
    headers: tuple[str, ...]
    table: int
    """The line at which its table starts."""

    def get(self, *names: str) -> str:
        """The cell of the first column that has one of these names, or else has one of them in its name."""
        exact = [at for name in names for at, header in enumerate(self.headers) if header == name]
        close = [at for name in names for at, header in enumerate(self.headers) if name in header]
        return next((self.cells[at] for at in (*exact, *close) if at < len(self.cells)), "")


class Block(NamedTuple):
    """A part of a text that belongs together."""

    kind: Kind
    line: int
    end: int
    """The line behind it; for a list item the line behind everything that hangs on it."""
    text: str
    """Its words without list, quote and code marks; lines kept."""
    level: int = 0
    """Of a heading; of a list item and what hangs on it, how deep the list is nested, from 1."""
    mark: str = ""
    """The number of an item in a numbered list; the language of a fence."""
    rows: tuple[Row, ...] = ()

    @property
    def headers(self) -> tuple[str, ...]:
        """The names of the columns of a table, as they are written."""
        return split_row(self.text.split("\n", 1)[0])

    @property
    def lines(self) -> list[Line]:
        """Its lines one by one."""
        return [Line(self.line + at, text.strip()) for at, text in enumerate(self.text.split("\n"))]

    @property
    def fields(self) -> list[tuple[str, str]]:
        """`**Key**: value` in the lines of a paragraph or list item, as `fields_in` gives them."""
        lines = self.lines if self.kind in ("paragraph", "item") else ()
        return [pair for line in lines for pair in fields_in(line.text)]

    @property
    def words(self) -> str:
        """Its words on one line."""
        return " ".join(self.text.split())


def fields_in(line: str) -> Iterator[tuple[str, str]]:
    """`**Key**: value` as (`key`, `value`), several of them where ` · ` or ` | ` stands between; nothing for other lines."""
    if not line.startswith("**"):
        return
    found: list[tuple[str, str]] = []
    for part in line.replace(" | **", " · **").split(" · "):
        match = _FIELD.match(part)
        if match is not None:
            found.append((match["key"].strip().lower(), match["value"].strip()))
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]} · {part}")
    yield from found


def split_row(line: str) -> tuple[str, ...]:
    """The cells of one row. As on GitHub, only `\\|` keeps a pipe in its cell, inside back-quotes too."""
    text = line.strip()
    if len(text) > _LONGEST_ROW:
        return (text,)
    # What no text holds stands for the escaped pipe while the others are looked for.
    cells = [cell.replace("\0\0", "|").strip() for cell in text.replace("\\|", "\0\0").split("|")]
    cells = cells[1:] if text.startswith("|") else cells
    return tuple(cells[:-1] if cells and not cells[-1] and text.endswith("|") else cells)


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # a fiftieth of a second that most commands need not spend

    return MarkdownIt("commonmark").enable("table").disable("reference")


def read_blocks(lines: list[str]) -> list[Block]:
    """The blocks of these lines, which have no ends, in order."""
    tokens: list[Token] = []
    environment: dict[str, Any] = {}
    parser = _parser()
    parser.block.parse("\n".join(lines), parser, environment, tokens)
    blocks: list[Block] = []
    depth = quotes = 0
    item: Token | None = None
    for at, token in enumerate(tokens):
        kind = token.type
        if kind.endswith(("_list_open", "_list_close")):
            depth += token.nesting
        elif kind.startswith("blockquote"):
            quotes += token.nesting
        elif kind == "list_item_open":
            item = token
        elif kind in ("paragraph_open", "heading_open"):
            blocks += _words(token, tokens[at + 1].content, item, depth, quotes)
            item = None
        elif (block := _other(token, lines, depth)) is not None:
            blocks.append(block)
            item = None
    return blocks


def _words(token: "Token", text: str, item: "Token | None", depth: int, quotes: int) -> Iterator[Block]:
    """A heading, paragraph or list item."""
    start, end = token.map or (0, 0)
    if token.type == "heading_open" and not depth and not quotes and _is_heading(token, text):
        title = text.split("\n")[0].strip()
        yield Block("heading", start + 1, end + 1, title, int(token.tag[1:]), token.markup[:1])
    elif quotes:
        yield Block("quote", start + 1, end + 1, text, depth)
    elif item is not None:
        words = text[4:] if text.startswith(_CHECKBOXES) else text
        yield Block("item", start + 1, (item.map or (0, end))[1] + 1, words.lstrip(), depth, item.info)
    else:
        kind = "footnote" if text.startswith("[^") and FOOTNOTE.match(text.split("\n")[0]) else "paragraph"
        yield Block(kind, start + 1, end + 1, text, depth)


def _is_heading(token: "Token", text: str) -> bool:
    """A field or a long line above a rule is a paragraph whose author forgot the empty line."""
    if token.markup[:1] == "#":
        return True
    return "\n" not in text and "|" not in text and text[:1] not in "*_" and len(text) <= _LONGEST_UNDERLINED


def _other(token: "Token", lines: list[str], depth: int) -> Block | None:
    """A table, a piece of code, a comment, a rule."""
    start, end = token.map or (0, 0)
    match token.type:
        case "fence":
            language = token.info.split()[0] if token.info.split() else ""
            return Block("fence", start + 1, end + 1, token.content, depth, language)
        case "code_block":
            return Block("code", start + 1, end + 1, token.content, depth)
        case "html_block":
            kind = "comment" if token.content.lstrip().startswith("<!--") else "html"
            return Block(kind, start + 1, end + 1, token.content, depth)
        case "table_open":
            headers = tuple(cell.lower() for cell in split_row(lines[start].lstrip("> ")))
            rows = tuple(
                Row(at + 1, split_row(lines[at].lstrip("> ")), headers, start + 1)
                for at in range(start + 2, end)
                if "|" in lines[at]
            )
            return Block("table", start + 1, end + 1, "\n".join(lines[start:end]), depth, rows=rows)
        case "hr":
            return Block("rule", start + 1, end + 1, "", depth)
        case _:
            return None
