"""Markdown in its parts: sections, paragraphs, list items, tables, code and footnotes, each with its lines.

The one reader of documents: import, hand edits, checks and merging see a text through `read_markdown`.

- Any text is read; nothing fails, and the time it takes grows with its length alone.
- `header` and the texts of the sections, put together, are the text again, byte for byte. Lines end with LF, CRLF or CR.
- Code, comments and front matter hold no headings, tables or prose. Line numbers count from 1.

Blocks are found by markdown-it, which is loaded with the first text. Elsewhere: what the parts of a document mean
(`roundtable.documents.reading`), writing words that break nothing (`roundtable.documents.escaping`).
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Kind = Literal["heading", "paragraph", "item", "quote", "table", "footnote", "fence", "code", "comment", "html", "rule"]  # fmt: skip

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_FIELD: Final = re.compile(r"\*\*(?P<key>[^*:]{1,60}?)\s*(?::\s*\*\*|\*\*\s*:)\s*(?P<value>.*)$", re.DOTALL)
_NUMBERING: Final = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)])\s+")
_FOOTNOTE: Final = re.compile(r"^ {0,3}\[\^(?P<name>[^\]\s]{1,60})\]:[ \t]*(?P<text>.*)$")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_NO_SLUG: Final = re.compile(r"[^\w\- ]")
_ANCHOR: Final = re.compile(r"(?:id|name)=\"([^\"]{1,200})\"|\{#([\w-]{1,200})\}")
_CHECKBOXES: Final = ("[ ] ", "[x] ", "[X] ")
_LONGEST: Final = 20_000
"""Characters of a line of prose; nobody writes a longer one, and looking through it would only cost time."""
_LONGEST_ROW: Final = 200_000
"""A longer line is not a row anybody wrote."""
_LONGEST_UNDERLINED: Final = 100
"""Above a rule, longer lines are a paragraph whose author forgot the empty line."""


class Line(NamedTuple):
    """A line without its end."""

    number: int
    text: str


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
    def words(self) -> str:
        """Its words on one line."""
        return " ".join(self.text.split())


class Footnote(NamedTuple):
    """`[^t9]: Turn 9.`"""

    name: str
    line: int
    text: str


class Section(NamedTuple):
    """A heading with the text under it."""

    level: int
    title: str
    line: int
    end: int
    """The line of the next heading."""
    reach: int
    """The line of the next heading that is not below this one."""
    text: str
    """The heading and its own text, as it stands in the file."""
    path: tuple[str, ...]
    """Titles from the second level down to this one; the document's own title is not part of it."""

    @property
    def body(self) -> str:
        """The text without the heading's own line."""
        return "".join(lines_of(self.text)[1:])


class Markdown:
    """A text, read once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = lines_of(text)
        bare = [line.rstrip("\r\n") for line in self.lines]
        self._front = _end_of_front_matter(bare)
        self.blocks = _read_blocks(["" if at < self._front else line for at, line in enumerate(bare)])
        hidden = {n for b in self.blocks if b.kind in ("fence", "comment") for n in range(b.line, b.end)}
        numbered = enumerate(bare, start=1)
        self.prose = [Line(n, line[:_LONGEST]) for n, line in numbered if n > self._front and n not in hidden]
        """Every line that is not code, comment or front matter."""

    @cached_property
    def sections(self) -> list[Section]:
        """One for each heading, in order."""
        found = [block for block in self.blocks if block.kind == "heading"]
        last = len(self.lines) + 1
        reaches = [last] * len(found)
        above: list[int] = []
        sections: list[Section] = []
        for at, heading in enumerate(found):
            while above and found[above[-1]].level >= heading.level:
                reaches[above.pop()] = heading.line
            above.append(at)
        open_: list[Block] = []
        for at, heading in enumerate(found):
            end = found[at + 1].line if at + 1 < len(found) else last
            open_ = [*(one for one in open_ if one.level < heading.level), heading]
            path = tuple(one.text for one in open_ if one.level > 1) or (heading.text,)
            text = "".join(self.lines[heading.line - 1 : end - 1])
            sections.append(Section(heading.level, heading.text, heading.line, end, reaches[at], text, path))
        return sections

    @property
    def header(self) -> str:
        """What stands before the first heading."""
        return "".join(self.lines[: self.sections[0].line - 1]) if self.sections else self.text

    @cached_property
    def fields(self) -> dict[str, str]:
        """The fields at the top, keys in lower case: front matter, and `**Key**: value` above the first section."""
        found: dict[str, str] = {}
        for line in self.lines[1 : max(self._front - 1, 0)]:
            key, colon, value = line.partition(":")
            if colon and key[:1].isalpha() and len(key) <= 60:
                found.setdefault(key.strip().lower(), value.strip().strip("\"'"))
        first = next((section.line for section in self.sections if section.level > 1), len(self.lines) + 1)
        for block in self.between(1, first):
            if block.kind in ("paragraph", "item"):
                for key, value in (pair for line in block.lines for pair in fields_in(line.text)):
                    found.setdefault(key, value)
        return found

    @cached_property
    def footnotes(self) -> list[Footnote]:
        """The footnotes that are defined anywhere in the text."""
        found = [(line.number, _FOOTNOTE.match(line.text)) for line in self.prose if "[^" in line.text[:5]]
        return [Footnote(match["name"], number, match["text"].strip()) for number, match in found if match]

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of every table, without those that name the columns."""
        return [row for block in self.blocks for row in block.rows]

    @property
    def fences(self) -> list[Block]:
        """The fenced blocks of code; one that is never closed ends with the text."""
        return [block for block in self.blocks if block.kind == "fence"]

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The names under which its headings can be linked to, as code hosts make them; and those set by hand."""
        found: set[str] = set()
        for section in self.sections:
            words = _LINK.sub(r"\1", section.title).replace("`", "").replace("*", "").replace("\\", "")
            slug = _NO_SLUG.sub("", words.lower()).strip().replace(" ", "-")
            found |= {slug, slug.replace("--", "-"), *(f"{slug}-{number}" for number in range(1, 4))}
        return frozenset(found) | {name for pair in _ANCHOR.findall(self.text) for name in pair if name}

    def find(self, *titles: str) -> Section | None:
        """The first section with one of these titles; case and numbering do not matter, the document's own title comes last."""
        wanted = {plain_title(title) for title in titles}
        found = [section for section in self.sections if plain_title(section.title) in wanted]
        return next((section for section in found if section.level > 1), found[0] if found else None)

    def between(self, first: int, end: int) -> Sequence[Block]:
        """The blocks that start from line `first` up to, not including, line `end`."""
        return self.blocks[self._place(first) : self._place(end)]

    def prose_between(self, first: int, end: int) -> Sequence[Line]:
        """The prose lines from `first` up to, not including, `end`."""
        return self.prose[bisect_left(self.prose, (first,)) : bisect_left(self.prose, (end,))]

    def own(self, section: Section) -> Sequence[Block]:
        """The blocks under a heading, those of the headings below it left out."""
        return self.between(section.line + 1, section.end)

    def below(self, section: Section) -> Sequence[Block]:
        """The blocks under a heading, headings below it included."""
        return self.between(section.line + 1, section.reach)

    def within(self, section: Section) -> tuple[Section, ...]:
        """The section and those below it, in order."""
        return tuple(one for one in self.sections if section.line <= one.line < section.reach)

    def children(self, section: Section) -> list[Section]:
        """The sections one step below (whatever their level), not those further down."""
        inside = self.within(section)[1:]
        top = min((one.level for one in inside), default=0)
        return [one for one in inside if one.level == top]

    def whole(self, section: Section) -> str:
        """The text of a section together with those below it."""
        return "".join(self.lines[section.line - 1 : section.reach - 1])

    def _place(self, line: int) -> int:
        return bisect_left(self.blocks, line, key=lambda block: block.line)


def read_markdown(text: str) -> Markdown:
    """The parts of a text."""
    return Markdown(text)


def lines_of(text: str) -> tuple[str, ...]:
    """The lines with their ends; unlike `str.splitlines` it breaks only where Markdown does."""
    return tuple(_LINE.findall(text))


def newline_of(text: str) -> str:
    """The line end that whoever writes into this text should use: the first one there; a lone CR only where no other is."""
    at = text.find("\n")
    if at < 0:
        return "\r" if "\r" in text else "\n"
    return "\r\n" if text[:at].endswith("\r") else "\n"


def plain_title(title: str) -> str:
    """A title for comparing: lower case, one space, no numbering."""
    return " ".join(_NUMBERING.sub("", title).split()).casefold()


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


def _read_blocks(lines: list[str]) -> list[Block]:
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
        kind = "footnote" if text.startswith("[^") and _FOOTNOTE.match(text.split("\n")[0]) else "paragraph"
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


def _end_of_front_matter(lines: Sequence[str]) -> int:
    """How many lines YAML front matter takes; 0 when there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:], start=2):
        if line.rstrip() in ("---", "..."):
            return number
        # A rule at the very top of an ordinary document: front matter has no headings.
        if line.startswith("## "):
            return 0
    return 0
