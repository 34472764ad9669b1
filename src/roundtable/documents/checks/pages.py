"""One Markdown file as the checks see it: prose lines, headings, tables, list items, each with its line number.

Read once per file. Code, comments and front matter are left out of `lines`; nothing here fails on any text.

Elsewhere: sections byte for byte (`documents.markdown`), what the parts mean (`statements`, `design`).
"""

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final, NamedTuple

from roundtable.documents.checks.ids import has_id
from roundtable.documents.markdown import Fence, fences, lines_of, plain_title, prose_lines, read_header
from roundtable.documents.tables import split_row

__all__ = ["Cells", "Heading", "Line", "Page", "field_of"]

_HEADING: Final = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$")
_UNDERLINE: Final = re.compile(r"^ {0,3}(?:(=)={2,}|(-)-{2,})\s*$")
# One line of words above the rule; fields, lists, tables and quotations are none.
_TITLE: Final = re.compile(r"^ {0,3}(?![-*+>|#]|\d{1,3}[.)]\s)[^\s|][^|]{0,100}$")
_DELIMITER: Final = re.compile(r"^[\s|:-]*-[\s|:-]*$")
_FIELD: Final = re.compile(
    r"^\s*(?:[-*+]\s+)?\*\*(?P<key>[^*:]{1,60}?)\s*(?::\s*\*\*|\*\*\s*:)\s*(?P<value>.*?)\s*$"
)
_SLUG: Final = re.compile(r"[^\w\- ]")
_LINKED: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_BY_HAND: Final = re.compile(r"(?:id|name)=\"([^\"]{1,200})\"|\{#([\w-]{1,200})\}")
LONGEST_LINE: Final = 20_000
DEEPEST: Final = 100
"""Columns of indentation that still mean something; beyond it every line is as deep as the next."""


class Line(NamedTuple):
    """A line of prose."""

    number: int
    text: str


class Heading(NamedTuple):
    """A heading and how far it reaches: up to, not including, `end`."""

    line: int
    level: int
    title: str
    end: int


class Cells(NamedTuple):
    """A row of a table, by its column names in lower case."""

    line: int
    cells: tuple[str, ...]
    headers: tuple[str, ...]
    table: int
    """The line at which its table starts."""

    def get(self, *names: str) -> str:
        """The cell of the first column whose name contains one of these words."""
        for name in names:
            for at, header in enumerate(self.headers):
                if name in header and at < len(self.cells):
                    return self.cells[at]
        return ""


def field_of(text: str) -> tuple[str, str] | None:
    """`**Key**: value` as (`key`, `value`)."""
    found = _FIELD.match(text)
    return (found["key"].strip().lower(), found["value"]) if found else None


def _shortened(text: str) -> str:
    if text[:DEEPEST].isspace() and len(text) > DEEPEST:
        text = text[:DEEPEST] + text.lstrip()
    return text[:LONGEST_LINE]


class Page:
    """A Markdown file, read once."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.lines: list[Line] = [Line(n, _shortened(t)) for n, t in prose_lines(text)]

    @cached_property
    def raw(self) -> tuple[str, ...]:
        """Every line with its end, code and comments included."""
        return lines_of(self.text)

    @property
    def last(self) -> int:
        """One more than the number of the last line."""
        return len(self.raw) + 1

    @cached_property
    def header(self) -> dict[str, str]:
        """The fields at the top."""
        return read_header(self.text)

    @cached_property
    def status(self) -> str:
        """The first word of Status, in lower case."""
        return self.header.get("status", "").strip(" *_").lower()

    @cached_property
    def with_ids(self) -> list[Line]:
        """The lines in which an id may stand; most have none, and asking once is enough."""
        return [line for line in self.lines if has_id(line.text)] if has_id(self.text) else []

    @cached_property
    def headings(self) -> list[Heading]:
        """Every heading, in order, underlined ones too."""
        found: list[tuple[int, int, str]] = []
        above = before = Line(0, "")
        for line in self.lines:
            if match := _HEADING.match(line.text):
                found.append((line.number, len(match[1]), match[2].strip()))
            elif (
                (mark := _UNDERLINE.match(line.text))
                and above.number == line.number - 1
                and _TITLE.match(above.text)
                and (before.number != above.number - 1 or not before.text.strip())
            ):
                found.append((above.number, 1 if mark[1] == "=" else 2, above.text.strip()))
            before, above = above, line
        ends = [self.last] * len(found)
        open_ones: list[int] = []
        for at, (number, level, _) in enumerate(found):
            while open_ones and found[open_ones[-1]][1] >= level:
                ends[open_ones.pop()] = number
            open_ones.append(at)
        return [
            Heading(number, level, title, end)
            for (number, level, title), end in zip(found, ends, strict=True)
        ]

    @cached_property
    def rows(self) -> list[Cells]:
        """The rows of every table, without header and delimiter rows; cells exactly as many as were written."""
        rows: list[Cells] = []
        headers: tuple[str, ...] = ()
        start = 0
        previous = Line(-1, "")
        for line in self.lines:
            follows = line.number == previous.number + 1
            if headers and not (follows and "|" in line.text):
                headers = ()
            if headers and not _DELIMITER.match(line.text):
                rows.append(Cells(line.number, split_row(line.text), headers, start))
            elif (
                not headers
                and follows
                and "|" in previous.text
                and "|" in line.text
                and _DELIMITER.match(line.text)
            ):
                headers = tuple(cell.strip(" *_`").lower() for cell in split_row(previous.text))
                start = previous.number
            previous = line
        return rows

    @property
    def paragraphs(self) -> list[str]:
        """The prose between blank lines and headings, each as one line."""
        found: list[str] = []
        block: list[str] = []
        previous = 0
        for line in self.lines:
            if (
                line.number != previous + 1
                or not line.text.strip()
                or line.text.startswith(("#", "|", "-", "*"))
            ):
                found.append(" ".join(block))
                block = []
            block.append(line.text.strip())
            previous = line.number
        return [text for text in (*found, " ".join(block)) if text]

    @cached_property
    def fences(self) -> tuple[Fence, ...]:
        """The fenced blocks, in order."""
        return fences(self.text) if "```" in self.text or "~~~" in self.text else ()

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The names under which its headings can be linked to, as code hosts make them; and those set by hand."""
        found: set[str] = set()
        for heading in self.headings:
            words = _LINKED.sub(r"\1", heading.title)
            slug = _SLUG.sub("", words.replace("`", "").replace("*", "").lower()).strip().replace(" ", "-")
            found |= {slug, slug.replace("--", "-"), *(f"{slug}-{number}" for number in range(1, 4))}
        return frozenset(found) | {one for pair in _BY_HAND.findall(self.text) for one in pair if one}

    def section(self, *titles: str) -> Heading | None:
        """The first heading with one of these titles; numbering and case do not matter. The document's own title comes last."""
        wanted = {plain_title(title) for title in titles}
        found = [heading for title, heading in self._titles if title in wanted]
        return next((heading for heading in found if heading.level > 1), found[0] if found else None)

    @cached_property
    def _titles(self) -> list[tuple[str, Heading]]:
        return [(plain_title(heading.title), heading) for heading in self.headings]

    def within(self, heading: Heading) -> list[Line]:
        """The prose lines under a heading, sub-headings included."""
        return self.between(heading.line + 1, heading.end)

    def between(self, first: int, end: int) -> list[Line]:
        """The prose lines from `first` up to, not including, `end`."""
        return self.lines[bisect_left(self.lines, (first,)) : bisect_left(self.lines, (end,))]

    def children(self, heading: Heading) -> list[Heading]:
        """The headings one step below a heading (whatever their level), not those further down."""
        first = bisect_left(self.headings, (heading.line + 1,))
        inside = self.headings[first : bisect_left(self.headings, (heading.end,))]
        top = min((other.level for other in inside), default=0)
        return [other for other in inside if other.level == top]

    def rows_in(self, heading: Heading) -> list[Cells]:
        """The table rows under a heading."""
        first = bisect_left(self.rows, (heading.line + 1,))
        return self.rows[first : bisect_left(self.rows, (heading.end,))]
