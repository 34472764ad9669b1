"""Split Markdown into its headings' sections, and put it together again, byte for byte.

`split(text)` gives the text before the first heading and one section per heading; joining them gives `text` back, whatever
it was. Headings inside fenced code, HTML comments and YAML front matter are not headings. Line ends may be LF, CRLF or CR.

Only `#` headings count: an underlined one cannot be told from a paragraph above a rule, and we never write it.

Elsewhere: tables (`tables`), which sections a document has (`catalog`), merging (`merge`).
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from roundtable.analysis.record import Record

__all__ = [
    "Fence",
    "Markdown",
    "MarkdownSection",
    "fences",
    "lines_of",
    "newline_of",
    "plain_title",
    "prose_lines",
    "read_header",
    "split",
]

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_HEADING: Final = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_CLOSING_HASHES: Final = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_FENCE: Final = re.compile(r"^( {0,3})(`{3,}|~{3,})(.*)$")
_COMMENT_START: Final = re.compile(r"^ {0,3}<!--")
_FIELD: Final = re.compile(
    r"^\s*(?:[-*]\s+)?\*\*(?P<key>[^*:]{1,60}?)\s*(?::\*\*|\*\*\s*:)\s*(?P<value>.*?)\s*$"
)
_YAML_FIELD: Final = re.compile(r"^(?P<key>[A-Za-z][\w .-]{0,60}?)\s*:\s*(?P<value>.*?)\s*$")
_NUMBERING: Final = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[A-Z][.)])\s+")


class MarkdownSection(Record):
    """One heading with the text under it, up to the next heading of any level."""

    level: int
    title: str
    """The heading's words, without hashes."""
    line: int
    """Where the heading stands; the first line is 1."""
    text: str
    """The heading line and its own text, exactly as it stands in the file."""
    path: tuple[str, ...]
    """Titles from the second level down to this one; the document's own title is not part of it."""

    @property
    def body(self) -> str:
        """The text without the heading line."""
        return "".join(lines_of(self.text)[1:])


class Markdown(Record):
    """A text in its sections; `str()` gives the text back."""

    header: str
    """What stands before the first heading."""
    sections: tuple[MarkdownSection, ...]

    def __str__(self) -> str:
        return self.header + "".join(section.text for section in self.sections)

    def within(self, section: MarkdownSection) -> tuple[MarkdownSection, ...]:
        """The section and those below it, in order."""
        found: list[MarkdownSection] = []
        for candidate in self.sections:
            if candidate.line == section.line or (found and candidate.level > section.level):
                found.append(candidate)
            elif found:
                break
        return tuple(found)

    def whole(self, section: MarkdownSection) -> str:
        """The text of a section together with those below it."""
        return "".join(part.text for part in self.within(section))

    def find(self, title: str) -> MarkdownSection | None:
        """The first section of that title; case and numbering (`1. Scope`) do not matter."""
        wanted = plain_title(title)
        return next((section for section in self.sections if plain_title(section.title) == wanted), None)


class Fence(Record):
    """A fenced block of code."""

    language: str
    body: str
    line: int
    """Where the fence opens."""


class _Line(NamedTuple):
    number: int
    text: str
    """Without its line end."""
    place: str
    """`prose`, `fence` (code with its opening line), `end` (its closing line), `comment` or `front`."""
    opens: str = ""
    """The info string, on the opening line of a fence (a space when it has none)."""


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


def split(text: str) -> Markdown:
    """The sections of a text. `str(split(text)) == text` for every text."""
    raw = lines_of(text)
    starts: list[tuple[int, int, str]] = []
    for line in _walk(raw):
        if line.place == "prose" and (found := _HEADING.match(line.text)):
            title = _CLOSING_HASHES.sub("", found[2] or "").strip()
            starts.append((line.number, len(found[1]), title))
    if not starts:
        return Markdown(header=text, sections=())
    ends = [start[0] - 1 for start in starts[1:]] + [len(raw)]
    sections: list[MarkdownSection] = []
    above: list[tuple[int, str]] = []
    for (number, level, title), end in zip(starts, ends, strict=True):
        above = [entry for entry in above if entry[0] < level]
        above.append((level, title))
        path = tuple(name for depth, name in above if depth > 1) or (title,)
        sections.append(
            MarkdownSection(
                level=level, title=title, line=number, text="".join(raw[number - 1 : end]), path=path
            )
        )
    return Markdown(header="".join(raw[: starts[0][0] - 1]), sections=tuple(sections))


def prose_lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and text of every line that is not code, comment or front matter."""
    return ((line.number, line.text) for line in _walk(lines_of(text)) if line.place == "prose")


def fences(text: str) -> tuple[Fence, ...]:
    """The fenced blocks, in order; one that is never closed ends with the text."""
    found: list[Fence] = []
    opened: _Line | None = None
    body: list[str] = []
    raw = lines_of(text)
    for line in _walk(raw):
        if line.opens:
            opened, body = line, []
        elif opened is not None and line.place == "fence":
            body.append(raw[line.number - 1])
        elif opened is not None:
            found.append(_fence(opened, body))
            opened = None
    if opened is not None:
        found.append(_fence(opened, body))
    return tuple(found)


def read_header(text: str) -> dict[str, str]:
    """The fields at the top of a document, keys in lower case.

    Reads `**Status**: Draft`, `**Status:** Draft` and YAML front matter; stops at the first second-level heading.
    """
    fields: dict[str, str] = {}
    for line in _walk(lines_of(text)):
        if line.place == "front" and (found := _YAML_FIELD.match(line.text)):
            fields.setdefault(found["key"].strip().lower(), found["value"].strip("\"'"))
        elif line.place == "prose":
            heading = _HEADING.match(line.text)
            if heading and len(heading[1]) > 1:
                break
            for piece in line.text.split(" | "):
                if found := _FIELD.match(piece):
                    fields.setdefault(found["key"].strip().lower(), found["value"])
    return fields


def _fence(opened: _Line, body: list[str]) -> Fence:
    language = opened.opens.split()[0] if opened.opens.split() else ""
    return Fence(language=language, body="".join(body), line=opened.number)


def _walk(raw: tuple[str, ...]) -> Iterator[_Line]:
    """Every line with the place it stands in."""
    fence = ""
    in_comment = False
    front_until = _end_of_front_matter(raw)
    for number, line in enumerate(raw, start=1):
        text = line.rstrip("\r\n")
        if number <= front_until:
            yield _Line(number=number, text=text, place="front", opens="")
        elif fence:
            found = _FENCE.match(text)
            closes = (
                found is not None
                and found[2][0] == fence[0]
                and len(found[2]) >= len(fence)
                and not found[3].strip()
            )
            fence = "" if closes else fence
            place = "end" if closes else "fence"
            yield _Line(number=number, text=text, place=place, opens="")
        elif in_comment:
            in_comment = "-->" not in text
            yield _Line(number=number, text=text, place="comment", opens="")
        elif (found := _FENCE.match(text)) and not (found[2][0] == "`" and "`" in found[3]):
            fence = found[2]
            yield _Line(number=number, text=text, place="fence", opens=found[3].strip() or " ")
        elif _COMMENT_START.match(text):
            in_comment = "-->" not in text
            yield _Line(number=number, text=text, place="comment", opens="")
        else:
            yield _Line(number=number, text=text, place="prose", opens="")


def _end_of_front_matter(raw: tuple[str, ...]) -> int:
    """The number of the line that closes YAML front matter; 0 when there is none."""
    if not raw or raw[0].rstrip() != "---":
        return 0
    for number, line in enumerate(raw[1:], start=2):
        if line.rstrip() in {"---", "..."}:
            return number
        # A rule at the very top of an ordinary document: front matter has no headings or blank-led prose.
        if _HEADING.match(line.rstrip("\r\n")) and line.startswith("## "):
            return 0
    return 0
