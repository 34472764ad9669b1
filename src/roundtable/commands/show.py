"""`roundtable show`: the page that sums an item up, or one of its documents; without such a page, which there are.

At a terminal Markdown is set for reading; in a pipe the file comes through as it is, but for control characters: whatever
reads the pipe may be a terminal in the end. `--json` gives the facts themselves. For a narrow terminal tables become lists, and
footnotes stay only where they say more than their turn.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from argparse import Namespace
from typing import Any, Final

from roundtable.commands.documents import document_names, find_document, place_of, shared_documents
from roundtable.commands.item_choice import find_item
from roundtable.commands.output import at_terminal, print_json, remark, say, say_columns, strong, to_type
from roundtable.documents.catalog import README
from roundtable.errors import CannotDoHere
from roundtable.language.markdown import read_markdown
from roundtable.language.markdown_blocks import Block
from roundtable.stores.atomic import decode_text, reading
from roundtable.stores.items import Item
from roundtable.stores.paths import Places
from roundtable.stores.session_store import ItemFolder
from roundtable.wiring import Workspace, open_workspace

_CONTROL: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)"
)


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    item = find_item(workspace, arguments.item)
    names = [*document_names(item), *shared_documents(workspace.places)]
    if arguments.document is None:
        if arguments.json:
            print_json(_facts(workspace, item, names))
        elif README in names:
            _show(text_of(workspace.places, item, README), README)
            others = ", ".join(name for name in names if name != README)
            remark(f"\nAlso here: {others}", quiet=arguments.quiet or not others)
        else:
            _list(workspace.places, item, names, quiet=arguments.quiet)
        return 0
    name = find_document(workspace.places, item, arguments.document)
    text = text_of(workspace.places, item, name)
    if arguments.json:
        print_json({"slug": item.folder, "document": name, "text": text})
    else:
        _show(text, name)
    return 0


def text_of(places: Places, item: Item, name: str) -> str:
    path = place_of(places, item, name)
    shown = path.relative_to(places.root).as_posix()
    with reading(shown):
        text = decode_text(path.read_bytes())
    if text is None:
        raise CannotDoHere(f"{shown} is not UTF-8 text; save it as UTF-8.")
    return text


def _facts(workspace: Workspace, item: Item, names: list[str]) -> dict[str, Any]:
    """Every fact with its evidence; of an item that was never talked about here, what its documents say."""
    from roundtable.analysis.analysis import Analysis
    from roundtable.analysis.changes import add
    from roundtable.documents.importing import read_back
    from roundtable.documents.page import RenderContext
    from roundtable.documents.rendering import list_facts
    from roundtable.stores.saved import read_saved

    folder = ItemFolder(workspace.places, item, workspace.clock, command="", mode="")
    empty = Analysis(slug=item.folder, title=item.title)
    saved = read_saved(folder, empty)
    if saved:
        analysis = saved.analysis
    else:
        texts = folder.read_documents().items()
        own = {name: text for name, text in texts if text is not None and name in names}
        analysis = add(empty, read_back(own))[0]
    mode = "steps" if saved and saved.mode == "steps" else "conversation"
    context = RenderContext(slug=item.folder, title=item.title, mode=mode, existing=tuple(names))
    return list_facts(analysis, context, tuple(names)).model_dump(mode="json")


def _list(places: Places, item: Item, names: list[str], *, quiet: bool) -> None:
    remark(strong(item.title), quiet=quiet)
    say_columns([(name, _size(places, item, name)) for name in names])
    if names:
        first = next((name for name in names if name.startswith("requirements-spec")), names[0])
        remark(f"Read one: {to_type('show', item.folder, first)}", quiet=quiet)


def _size(places: Places, item: Item, name: str) -> str:
    size = place_of(places, item, name).stat().st_size
    return f"{size} bytes" if size < 1024 else f"{size / 1024:.0f} kB"


def _show(text: str, name: str) -> None:
    if not at_terminal():
        say(_CONTROL.sub("", text.rstrip("\n")))
    elif name.endswith(".md"):
        _render(text)
    else:
        _page(_harmless(text.rstrip("\n")))


def _render(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(no_color=bool(os.environ.get("NO_COLOR")), highlight=False)
    with console.capture() as rendered:
        console.print(Markdown(for_terminal(_harmless(text), console.width)))
    _page(rendered.get().rstrip("\n"))


def _page(text: str) -> None:
    """What is longer than the window goes through the pager: `PAGER`, else `less`; `PAGER=cat` does without."""
    pager = shlex.split(os.environ.get("PAGER", "less"))
    fits = text.count("\n") + 1 < shutil.get_terminal_size().lines
    if fits or not pager or not sys.stdin.isatty() or shutil.which(pager[0]) is None:
        say(text)
        return
    sys.stdout.flush()
    # Leaves when it fits after all, lets colours through, and leaves the page on the screen: as git asks of it.
    settled = {"LESS": "FRX", "LESSCHARSET": "utf-8", **os.environ}
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pager's
    try:
        subprocess.run(pager, input=f"{text}\n".encode(), env=settled, check=False)
    finally:
        signal.signal(signal.SIGINT, before)


def _harmless(text: str) -> str:
    """Without the control characters by which a document could steer the terminal."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")


_TABLES_FIT: Final = 100
_MARK: Final = re.compile(r"\[\^([\w-]+)\]")


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
        is_turn = note.text.startswith("Turn ") and note.text[5:].removesuffix(".").isdecimal()
        telling |= {} if is_turn else {note.name: note.text}
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
