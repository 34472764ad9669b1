"""A document for a terminal that may be narrow: tables as lists, footnotes only where they say more than their turn.

Elsewhere: `roundtable show`, which prints it.
"""

import re
from typing import Final

from roundtable.language.markdown import read_markdown
from roundtable.language.markdown_blocks import Block

_TABLES_FIT: Final = 100
_MARK: Final = re.compile(r"\[\^([\w-]+)\]")
_ONLY_TURN: Final = re.compile(r"Turn \d+\.")


def for_terminal(text: str, width: int) -> str:
    """The text with what a terminal cannot show said in another way."""
    page = read_markdown(text)
    lines: list[str | None] = [line.rstrip("\r\n") for line in page.lines]
    for table in page.blocks if width < _TABLES_FIT else ():
        if table.kind == "table":
            lines[table.line - 1 : table.end - 1] = [_listed(table), *[None] * (table.end - table.line - 1)]
    telling: dict[str, str] = {}
    for note in page.footnotes:
        lines[note.line - 1] = None
        if not _ONLY_TURN.fullmatch(note.text):
            telling[note.name] = note.text
    kept = "\n".join(line for line in lines if line is not None).rstrip("\n")
    kept = _MARK.sub(lambda mark: f" [{mark[1].lstrip('t')}]" if mark[1] in telling else "", kept)
    notes = "\n".join(f"- [{name.lstrip('t')}] {words}" for name, words in telling.items())
    return "\n\n".join(part for part in (kept, notes) if part) + "\n"


def _listed(table: Block) -> str:
    """One item for each row, its first cell in bold, the others below it with the name of their column."""
    items: list[str] = []
    for row in table.rows:
        first, *others = row.cells
        items.append(f"- {first}" if "`" in first or not first else f"- **{first}**")
        named = zip(table.headers[1:], others, strict=False)
        items += [f"  - {name}: {cell}" for name, cell in named if cell]
    return "\n".join(items)
