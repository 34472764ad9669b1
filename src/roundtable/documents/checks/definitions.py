"""Where a Markdown file defines ids: in headings, list items, paragraphs and table rows.

The strongest form wins: a heading `### FR-001: …` defines, and a table row with the same id then only repeats it. What stands
under headings such as "Prioritization" or "Traceability" repeats as well. Two definitions of the same form are a duplicate.

Elsewhere: what a definition says (`statements`), which ids exist (`item`).
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Final, Literal

from roundtable.documents.checks.ids import ID, has_id, key_of, leading_id, prefix_of
from roundtable.documents.checks.pages import Cells, Line, Page
from roundtable.documents.markdown import plain_title

__all__ = ["ITEM", "Definition", "Definitions", "define"]

Form = Literal["heading", "item", "row"]
_STRENGTH: Final[dict[Form, int]] = {"heading": 0, "item": 1, "row": 2}

ITEM: Final = re.compile(r"^(?P<indent>\s*)(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(?P<text>\S.*)$")
# After a defined id comes its separator; "FR-001 depends on FR-002" is a sentence, not a definition.
_DEFINES: Final = re.compile(r"^[*_`\]]*\s*(?:\([^)]{0,60}\)\s*)?(?:[*_`\]]*\s*(?:[:—–|.]|-\s|$)|[*_`\]]+\s)")
# "- AC1.1 A code that …", "**FR1 Open a locker.** The locker …": a name or sentence of its own begins.
_NAMES: Final = re.compile(r"^[*_`\]]*\s+[*_]*[\"“'‘]?[A-ZÄÖÜÉÈÀÇÑ]")
_BOLD: Final = re.compile(r"^(?:\*\*|__)[^*_\n]{3,160}(?:\*\*|__)")
_IN_WORDS: Final = re.compile(r"^#{1,6}\s.*(?:Requirement|Anforderung|Story)\s+\d", re.MULTILINE)
_REPEATS: Final = re.compile(
    r"\b(?:priorit\w*|moscow|traceab\w*|out of scope|coverage|open questions|pending|assumptions|dependenc\w*|summary|"
    r"risks?|change log|history|references|appendix|mapping|discussion|elaboration)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Definition:
    """One place where an id is defined."""

    id: str
    key: str
    name: str
    line: int
    form: Form
    title: str
    body: list[Line] = field(default_factory=list[Line])
    """The lines that belong to it, the defining line itself left out."""
    row: Cells | None = None
    under: str = ""
    """The key of the requirement whose heading or list item it stands under."""
    section: str = ""

    @property
    def end(self) -> int:
        """The last line that belongs to it."""
        return self.body[-1].number if self.body else self.line


@dataclass(slots=True)
class Definitions:
    """What one file defines."""

    by_key: dict[str, Definition] = field(default_factory=dict[str, Definition])
    duplicates: list[Definition] = field(default_factory=list[Definition])
    defining_lines: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    """(line, key): mentions at these places are definitions."""


def define(page: Page) -> Definitions:
    """Every id the file defines, each once, and the duplicates."""
    found: dict[str, list[Definition]] = {}
    if not has_id(page.text) and not _IN_WORDS.search(page.text):
        return Definitions()
    for definition in (*_in_headings(page), *_in_lines(page), *_in_rows(page)):
        found.setdefault(definition.key, []).append(definition)
    result = Definitions()
    # Where such ids have a section of their own, a list of dependencies or priorities defines none.
    settled = {
        prefix_of(key) for key, places in found.items() for p in places if not _REPEATS.search(p.section)
    }
    for key, places in found.items():
        primary = [place for place in places if not _REPEATS.search(place.section)]
        if not primary and prefix_of(key) in settled:
            continue
        primary = primary or places
        strongest = min(primary, key=lambda place: (_STRENGTH[place.form], place.line))
        result.by_key[key] = strongest
        result.defining_lines.add((strongest.line, key))
        for place in primary:
            if place is not strongest and place.form == strongest.form and _is_second(strongest, place):
                result.duplicates.append(place)
                result.defining_lines.add((place.line, key))
    result.duplicates.sort(key=lambda place: place.line)
    return result


def _is_second(first: Definition, second: Definition) -> bool:
    if first.form != "row" or first.row is None or second.row is None:
        return True
    # Two rows of one table define twice; rows of two tables, or of one that maps ids to ids, refer.
    same_table = first.row.table == second.row.table
    cells = [
        text for row in (first.row, second.row) for cell in row.cells[1:] if (text := cell.strip(" *_`"))
    ]
    maps = 2 * sum(ID.fullmatch(cell) is not None for cell in cells) >= len(cells)
    return same_table and not maps


def _in_headings(page: Page) -> list[Definition]:
    found: list[Definition] = []
    parents = _Parents(page)
    starts = [
        (heading, lead)
        for heading in page.headings
        if (lead := leading_id(heading.title, spoken=True)) is not None and not ID.match(lead[1])
    ]
    for at, (heading, (written, title)) in enumerate(starts):
        following = starts[at + 1][0].line if at + 1 < len(starts) else heading.end
        key = key_of(written)
        found.append(
            Definition(
                written,
                key,
                page.name,
                heading.line,
                "heading",
                title,
                body=page.between(heading.line + 1, min(following, heading.end)),
                under=parents.requirement(heading.line),
                section=parents.section(heading.line),
            )
        )
    return found


def _in_lines(page: Page) -> list[Definition]:
    found: list[Definition] = []
    parents = _Parents(page)
    lines = page.lines
    above: list[tuple[int, Definition]] = []  # the list items that this one may stand under, by their indent
    paragraph: Definition | None = None
    places = {line.number: at for at, line in enumerate(lines)} if page.with_ids else {}
    for line in page.with_ids:
        text = line.text
        if text.lstrip().startswith(("#", "|", ">")):
            continue
        item = ITEM.match(text)
        content = item["text"] if item else text.strip()
        lead = leading_id(content)
        if lead is None or not lead[1] or ID.match(lead[1]):
            continue  # "FR-001–FR-012 apply to …" speaks of a range
        written, rest = lead
        after = content[content.index(written) + len(written) :]
        bold = _BOLD.match(content) is not None
        named = (item is not None or bold) and _NAMES.match(after) is not None
        if not (_DEFINES.match(after) or named) or (not item and text[:1] in " \t"):
            continue
        indent = len(item["indent"].expandtabs(4)) if item else -1
        body = _belonging(lines, places[line.number], indent)
        above = [(depth, one) for depth, one in above if depth < indent and one.end >= line.number]
        definition = Definition(
            written,
            key_of(written),
            page.name,
            line.number,
            "item",
            rest,
            body=body,
            under=above[-1][1].key
            if above
            else _under(paragraph, page, line.number) or parents.requirement(line.number),
            section=parents.section(line.number),
        )
        found.append(definition)
        above.append((indent, definition))
        if item is None:
            paragraph = definition
    return found


def _under(paragraph: Definition | None, page: Page, line: int) -> str:
    """The key of the paragraph ("**FR1 Open.** …") under which a list item stands: no heading comes between."""
    if paragraph is None:
        return ""
    at = bisect_left(page.headings, (line,))
    return paragraph.key if not at or page.headings[at - 1].line < paragraph.line else ""


def _belonging(lines: list[Line], at: int, indent: int) -> list[Line]:
    """The lines after a list item (or paragraph) that are part of it."""
    taken: list[Line] = []
    after_blank = False
    for line in lines[at + 1 : at + 200]:
        text = line.text
        if not text.strip():
            after_blank = True
            continue
        depth = len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip())
        is_item = ITEM.match(text) is not None
        if text.lstrip().startswith(("#", "|", ">")) or (
            depth <= max(indent, 0) and (is_item or after_blank)
        ):
            break
        if indent < 0 and (after_blank or is_item):
            break
        taken.append(line)
        after_blank = False
    return taken


def _in_rows(page: Page) -> list[Definition]:
    found: list[Definition] = []
    parents = _Parents(page)
    for row in page.rows:
        first = row.cells[0].strip() if row.cells else ""
        lead = leading_id(first) if first else None
        if lead is None or lead[1]:
            continue
        found.append(
            Definition(
                lead[0],
                key_of(lead[0]),
                page.name,
                row.line,
                "row",
                "",
                row=row,
                under=parents.requirement(row.line),
                section=parents.section(row.line),
            )
        )
    return found


class _Parents:
    """The headings above a line, for lines asked in rising order."""

    def __init__(self, page: Page) -> None:
        self._headings = page.headings
        self._at = 0
        self._open: list[tuple[int, str, str, int]] = []

    def _advance(self, line: int) -> None:
        while self._at < len(self._headings) and self._headings[self._at].line < line:
            heading = self._headings[self._at]
            lead = leading_id(heading.title, spoken=True)
            self._open = [entry for entry in self._open if entry[0] < heading.level]
            self._open.append(
                (heading.level, plain_title(heading.title), key_of(lead[0]) if lead else "", heading.end)
            )
            self._at += 1

    def section(self, line: int) -> str:
        """The titles above, outermost first; the document's own title is not one of them."""
        self._advance(line)
        return " / ".join(title for level, title, _, end in self._open if level > 1 and end > line)

    def requirement(self, line: int) -> str:
        """The key of the nearest heading above that defines an id."""
        self._advance(line)
        return next((key for _, _, key, end in reversed(self._open) if key and end > line), "")
