"""Where a document defines ids: in headings, list items, paragraphs and table rows.

The strongest form wins: a heading `### FR-001: …` defines, and a table row with the same id then only repeats it. What stands
under headings such as "Prioritization" or "Traceability" repeats as well. Two definitions of the same form are a duplicate.

Elsewhere: what a definition says (`entries`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from roundtable.documents.reading.entries import Entry, Form, split_level
from roundtable.documents.reading.identifiers import ID, has_id, key_of, leading, prefix_of
from roundtable.language.markdown import Markdown, Section, plain_title
from roundtable.language.markdown_blocks import Block

_STRENGTH: Final[dict[Form, int]] = {"heading": 0, "item": 1, "row": 2}
_REPEATING: Final = (
    " priorit", " moscow", " traceab", " out of scope", " coverage", " open questions", " open points", " pending", " assumptions",
    " dependenc", " summary", " risk", " change log", " history", " references", " appendix", " mapping", " discussion", " elaboration",
)  # fmt: skip
_LONGEST: Final = 20_000
"""Characters of a line that may define something; nobody writes a longer one."""


@dataclass(slots=True)
class Entries:
    by_key: dict[str, Entry] = field(default_factory=dict[str, Entry])
    duplicates: list[Entry] = field(default_factory=list[Entry])
    places: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    """(line, key): mentions at these places are definitions."""


def find_entries(name: str, page: Markdown) -> Entries:
    """Every id the file defines, each once, and the duplicates."""
    found: dict[str, list[Entry]] = {}
    spoken = any(leading(section.title, spoken=True) for section in page.sections)
    for entry in _Finder(name, page).find() if spoken or has_id(page.text) else ():
        found.setdefault(entry.key, []).append(entry)
    result = Entries()
    # Where such ids have a section of their own, a list of dependencies or priorities defines none.
    settled = {prefix_of(key) for key, places in found.items() if not all(map(_repeats, places))}
    for key, places in found.items():
        primary = [place for place in places if not _repeats(place)]
        if not primary and prefix_of(key) in settled:
            continue
        primary = primary or places
        strongest = min(primary, key=lambda place: (_STRENGTH[place.form], place.line))
        if strongest.form == "heading" and not strongest.title:
            # `#### FR-001` above its criteria: what it says stands in the table of requirements.
            strongest.row = next((place.row for place in primary if place.row), None)
        result.by_key[key] = strongest
        seconds = [place for place in primary if place is not strongest and _is_second(strongest, place)]
        result.duplicates += seconds
        result.places |= {(place.line, key) for place in (strongest, *seconds)}
    result.duplicates.sort(key=lambda place: place.line)
    return result


def _repeats(entry: Entry) -> bool:
    return any(word in f" {entry.section}" for word in _REPEATING)


def _is_second(first: Entry, second: Entry) -> bool:
    if first.form != second.form:
        return False
    if first.row is None or second.row is None:
        return True
    # Two rows of one table define twice; rows of two tables, or of one that maps ids to ids, refer.
    both = (*first.row.cells[1:], *second.row.cells[1:])
    cells = [text for cell in both if (text := cell.strip(" *_`"))]
    maps = 2 * sum(ID.fullmatch(cell) is not None for cell in cells) >= len(cells)
    return first.row.table == second.row.table and not maps


class _Finder:
    def __init__(self, name: str, page: Markdown) -> None:
        self._name = name
        self._page = page
        leads = [(section.line, leading(section.title, spoken=True)) for section in page.sections]
        self._headings = {line: lead for line, lead in leads if lead is not None and not ID.match(lead[1])}
        self._above: list[Section] = []
        self._items: list[tuple[Block, str]] = []
        self._paragraph = ""
        """The key of the paragraph ("**FR1 Open.** …") under which list items may stand; a heading ends it."""

    def find(self) -> Iterator[Entry]:
        sections = {section.line: section for section in self._page.sections}
        starts = sorted(self._headings)
        following = dict(zip(starts, [*starts[1:], len(self._page.lines) + 1], strict=False))
        for block in self._page.blocks:
            section = sections.get(block.line) if block.kind == "heading" else None
            if section is not None:
                self._above = [one for one in self._above if one.level < section.level]
                if lead := self._headings.get(section.line):
                    end = min(section.reach, following[section.line])
                    body = list(self._page.between(section.line + 1, end))
                    yield self._entry(lead, section.line, "heading", body)
                self._above.append(section)
                self._items, self._paragraph = [], ""
            elif block.kind == "item":
                yield from self._item(block)
            elif block.kind == "paragraph" and not block.level:
                yield from self._lines(block)
            for row in block.rows:
                lead = leading(row.cells[0]) if row.cells and row.cells[0] else None
                if lead is not None and not lead[1]:
                    yield replace(self._entry(lead, row.line, "row"), row=row)

    def _item(self, block: Block) -> Iterator[Entry]:
        first, *more = block.text.split("\n")
        lead = _defined(first, listed=True)
        self._items = [(item, key) for item, key in self._items if block.line < item.end]
        body = [*_further(block, more, 1), *self._page.between(block.line + 1, block.end)]
        if lead is None and body and first.rstrip().endswith(":"):
            lead = leading(first)  # what it says stands below it: "**AC-001-01**:", and then what was pasted
        if lead is None:
            return
        yield self._entry(lead, block.line, "item", body, self._items[-1][1] if self._items else "")
        self._items.append((block, key_of(lead[0])))

    def _lines(self, block: Block) -> Iterator[Entry]:
        """Definitions in a paragraph, where every line may be one."""
        lines = block.text.split("\n")
        leads = [_defined(line, listed=False) if has_id(line) else None for line in lines]
        starts = [(at, lead) for at, lead in enumerate(leads) if lead is not None]
        for (at, lead), following in zip(starts, [*(at for at, _ in starts[1:]), len(lines)], strict=False):
            self._paragraph = key_of(lead[0])
            body = _further(block, lines[at + 1 : following], at + 1)
            yield self._entry(lead, block.line + at, "item", body)

    def _entry(
        self, lead: tuple[str, str], line: int, form: Form, body: Sequence[Block] = (), under: str = ""
    ) -> Entry:
        (written, words), key = lead, key_of(lead[0])
        title, level = split_level(words)
        leads = [self._headings[one.line][0] for one in self._above if one.line in self._headings]
        paragraph = self._paragraph if self._paragraph != key else ""
        inside = under or paragraph or (key_of(leads[-1]) if leads else "")
        plain = [one for one in self._above if one.level > 1 and one.line not in self._headings]
        section = " / ".join(plain_title(one.title) for one in plain)
        return Entry(written, key, self._name, line, form, title, list(body), None, inside, section, level)


def _further(block: Block, lines: list[str], after: int) -> list[Block]:
    """The lines of a block behind the one that defines."""
    if not lines:
        return []
    start = block.line + after
    return [Block("paragraph", start, start + len(lines), "\n".join(lines), block.level)]


def _defined(content: str, *, listed: bool) -> tuple[str, str] | None:
    """The id that a line defines and its words; "FR-001 depends on FR-002" is a sentence, "FR-001–FR-012 apply" a range."""
    content = content[:_LONGEST]
    if (lead := leading(content)) is None or not lead[1] or ID.match(lead[1]):
        return None
    after = content[content.index(lead[0]) + len(lead[0]) :]
    tail = after.lstrip("*_`])")
    closed, bare = tail != after, tail.lstrip()
    if bare.startswith("(") and 0 < bare.find(")") < 62:
        bare = bare[bare.find(")") + 1 :].lstrip("*_`] ")
    bare = bare.lstrip("*_`] ")
    if not bare or bare[0] in ":：—–|." or bare.startswith("- ") or (closed and tail[:1].isspace()):
        return lead
    # "- AC1.1 A code that …", "**FR1 Open a locker.** The locker …": a name or sentence of its own begins.
    is_named = tail[:1].isspace() and tail.lstrip(" \t*_\"“'‘")[:1].isupper()
    bold = content.startswith(("**", "__")) and content.find("**", 2) + content.find("__", 2) > -2
    return lead if is_named and (listed or bold) else None
