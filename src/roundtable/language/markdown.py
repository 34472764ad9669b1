"""Markdown in its parts: sections, paragraphs, list items, tables, code and footnotes, each with its lines.

The one reader of documents: import, hand edits, checks and merging see a text through `read_markdown`.

- Any text is read; nothing fails, and the time it takes grows with its length alone.
- `header` and the texts of the sections, put together, are the text again, byte for byte. Lines end with LF, CRLF or CR.
- Code, comments and front matter hold no headings, tables or prose. Line numbers count from 1.

Elsewhere: how blocks are found (`markdown_blocks`), what the parts of a document mean (`roundtable.documents.reading`), writing words that break nothing (`roundtable.documents.escaping`).
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from roundtable.language.markdown_blocks import FOOTNOTE, Block, Line, Row, Text, read_blocks

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_NUMBERING: Final = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)])\s+")
LINK: Final = re.compile(r"\[([^\]]{0,500})\]\([^)]{0,500}\)")
"""No link is longer; without a bound each bracket that opens one would be looked for until the end."""
_ANCHOR: Final = re.compile(r"(?:id|name)=\"([^\"]{1,200})\"|\{#([\w-]{1,200})\}")
_LONGEST: Final = 20_000
"""Characters of a line of prose; nobody writes a longer one, and looking through it would only cost time."""


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
        self.blocks = read_blocks(["" if at < self._front else line for at, line in enumerate(bare)])
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
    def front_matter(self) -> str:
        """The YAML at the top, without the lines around it."""
        return "".join(self.lines[1 : max(self._front - 1, 1)])

    @property
    def header(self) -> str:
        """What stands before the first heading."""
        return "".join(self.lines[: self.sections[0].line - 1]) if self.sections else self.text

    @cached_property
    def fields(self) -> dict[str, str]:
        """The fields at the top, keys in lower case: front matter, and `**Key**: value` above the first section."""
        found: dict[str, str] = {}
        for line in lines_of(self.front_matter):
            key, colon, value = line.partition(":")
            if colon and key[:1].isalpha() and len(key) <= 60:
                found.setdefault(key.strip().lower(), value.strip().strip("\"'"))
        first = next((section.line for section in self.sections if section.level > 1), len(self.lines) + 1)
        for block in self.between(1, first):
            for key, value in block.fields:
                found.setdefault(key, value)
        return found

    @cached_property
    def footnotes(self) -> list[Footnote]:
        """The footnotes that are defined anywhere in the text."""
        found = [(line.number, FOOTNOTE.match(line.text)) for line in self.prose if "[^" in line.text[:5]]
        return [Footnote(match["name"], number, match["text"].strip()) for number, match in found if match]

    @cached_property
    def texts(self) -> list[Text]:
        """The words of everything that is not code or comment, in order."""
        found: list[Text] = []
        for block in self.blocks:
            if block.kind in ("heading", "paragraph", "item", "quote", "footnote"):
                found += [Text(line.number, block.kind, line.text) for line in block.lines]
            for row in block.rows:
                found += [Text(row.line, "table", cell, at) for at, cell in enumerate(row.cells)]
        return found

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
            words = LINK.sub(r"\1", section.title).replace("`", "").replace("*", "").replace("\\", "")
            # What is left of a last sign keeps its gap: "Cookie: *" ends with a hyphen.
            kept = "".join(sign for sign in words.strip().lower() if sign.isalnum() or sign in "_- ")
            slug = kept.replace(" ", "-")
            found |= {
                slug,
                slug.strip("-"),
                slug.replace("--", "-"),
                *(f"{slug}-{number}" for number in range(1, 4)),
            }
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

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[int, re.Match[str]]]:
        """What a pattern finds in the prose, with the number of the line."""
        lines = self.prose if pattern.search(self.text) else ()
        return ((line.number, found) for line in lines for found in pattern.finditer(line.text))

    def own(self, section: Section) -> Sequence[Block]:
        """The blocks under a heading, those of the headings below it left out."""
        return self.between(section.line + 1, section.end)

    def below(self, section: Section) -> Sequence[Block]:
        """The blocks under a heading, headings below it included."""
        return self.between(section.line + 1, section.reach)

    def children(self, section: Section) -> list[Section]:
        """The sections one step below (whatever their level), not those further down."""
        inside = [one for one in self.sections if section.line < one.line < section.reach]
        top = min((one.level for one in inside), default=0)
        return [one for one in inside if one.level == top]

    def whole(self, section: Section) -> str:
        """The text of a section together with those below it."""
        return "".join(self.lines[section.line - 1 : section.reach - 1])

    def offset(self, line: int) -> int:
        """How many characters stand before a line."""
        return sum(map(len, self.lines[: line - 1]))

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
