"""`roundtable show`: read a document; without a name, see which there are.

At a terminal Markdown is set for reading; in a pipe the file comes through as it is.
"""

import os
from argparse import Namespace

from roundtable.commands.documents import document_names, find_document
from roundtable.commands.items import find_item
from roundtable.commands.output import at_terminal, columns, print_json, remark, say, strong
from roundtable.errors import CannotDoHere
from roundtable.stores.items import Item, read_document
from roundtable.stores.paths import REQUIREMENTS
from roundtable.wiring import open_workspace

__all__ = ["run"]


def run(arguments: Namespace) -> int:
    """Print the document, or the list of them."""
    item = find_item(open_workspace(arguments.repo), arguments.item)
    if arguments.document is None:
        return _list(item, arguments)
    name = find_document(item, arguments.document)
    text = read_document(item, name)
    if text is None:
        raise CannotDoHere(f"{REQUIREMENTS}/{item.folder}/{name} could not be read as UTF-8 text.")
    if arguments.json:
        print_json({"slug": item.folder, "document": name, "text": text})
    elif at_terminal() and name.endswith(".md"):
        _render(text)
    else:
        say(_harmless(text.rstrip("\n")) if at_terminal() else text.rstrip("\n"))
    return 0


def _list(item: Item, arguments: Namespace) -> int:
    names = document_names(item)
    if arguments.json:
        print_json({"slug": item.folder, "documents": names})
        return 0
    remark(strong(item.title), quiet=arguments.quiet)
    for line in columns([(name, _size(item, name)) for name in names]):
        say(line)
    remark(
        f"Read one: roundtable show {item.folder} {names[0] if names else 'DOCUMENT'}", quiet=arguments.quiet
    )
    return 0


def _size(item: Item, name: str) -> str:
    size = (item.path / name).stat().st_size
    return f"{size} bytes" if size < 1024 else f"{size / 1024:.0f} kB"


def _render(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    no_color = bool(os.environ.get("NO_COLOR"))
    Console(no_color=no_color, highlight=False).print(Markdown(_harmless(text)))


def _harmless(text: str) -> str:
    """Without the control characters by which a document could steer the terminal."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
