"""`roundtable show`: read a document; without a name, see which there are.

At a terminal Markdown is set for reading; in a pipe the file comes through as it is.
"""

import os
from argparse import Namespace

from roundtable.commands.documents import document_names, find_document, place_of, shared_documents
from roundtable.commands.items import find_item
from roundtable.commands.output import at_terminal, columns, print_json, remark, say, strong, to_type
from roundtable.errors import CannotDoHere
from roundtable.stores.items import Item
from roundtable.stores.kept import decode_text
from roundtable.stores.paths import Places
from roundtable.wiring import open_workspace

__all__ = ["run"]


def run(arguments: Namespace) -> int:
    """Print the document, or the list of them."""
    workspace = open_workspace(arguments.repo)
    item = find_item(workspace, arguments.item)
    if arguments.document is None:
        return _list(workspace.places, item, arguments)
    name = find_document(workspace.places, item, arguments.document)
    text = _text(workspace.places, item, name)
    if arguments.json:
        print_json({"slug": item.folder, "document": name, "text": text})
    elif at_terminal() and name.endswith(".md"):
        _render(text)
    else:
        say(_harmless(text.rstrip("\n")) if at_terminal() else text.rstrip("\n"))
    return 0


def _text(places: Places, item: Item, name: str) -> str:
    path = place_of(places, item, name)
    shown = path.relative_to(places.root).as_posix()
    try:
        text = decode_text(path.read_bytes())
    except OSError as error:
        raise CannotDoHere(f"Could not read {shown} ({error.strerror}); check its permissions.") from error
    if text is None:
        raise CannotDoHere(f"{shown} is not UTF-8 text; save it as UTF-8.")
    return text


def _list(places: Places, item: Item, arguments: Namespace) -> int:
    names = [*document_names(item), *shared_documents(places)]
    if arguments.json:
        print_json({"slug": item.folder, "documents": names})
        return 0
    remark(strong(item.title), quiet=arguments.quiet)
    for line in columns([(name, _size(places, item, name)) for name in names]):
        say(line)
    if names:
        first = next((name for name in names if name.startswith("requirements-spec")), names[0])
        remark(f"Read one: {to_type('show', item.folder, first)}", quiet=arguments.quiet)
    return 0


def _size(places: Places, item: Item, name: str) -> str:
    size = place_of(places, item, name).stat().st_size
    return f"{size} bytes" if size < 1024 else f"{size / 1024:.0f} kB"


def _render(text: str) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    no_color = bool(os.environ.get("NO_COLOR"))
    Console(no_color=no_color, highlight=False).print(Markdown(_harmless(text)))


def _harmless(text: str) -> str:
    """Without the control characters by which a document could steer the terminal."""
    return "".join(letter for letter in text if letter.isprintable() or letter in "\n\t")
