"""`roundtable scan`: the files that a description is about, with reasons and blast radius."""

import re
import shutil
from argparse import Namespace
from collections.abc import Sequence

from roundtable.commands.new_item import read_words
from roundtable.commands.output import Progress, at_terminal, faint, print_json, say, strong, styled
from roundtable.errors import UnsafePath
from roundtable.scan.view import render_scan, scan_to_json
from roundtable.stores.items import DRAFT, item_folders, load_item, read_document
from roundtable.stores.resolution import Found, resolve
from roundtable.wiring import Workspace, open_workspace, tracker_of

_WIDTH_IN_PIPES = 100
_HEADINGS = frozenset({"Files, best first", "Blast radius", "Careful here"})
_RANKED = re.compile(r"( *\d+\. )(.*?)((?:  \[\w+\])?)$")


def run(arguments: Namespace) -> int:
    workspace = open_workspace(arguments.repo)
    text = _description(workspace, arguments.what)
    with Progress(quiet=arguments.quiet) as progress:
        result = workspace.scanner(progress).scan(text, top=arguments.top)
    if arguments.json:
        print_json(scan_to_json(result))
        return 0
    width = shutil.get_terminal_size().columns if at_terminal() else _WIDTH_IN_PIPES
    first, *others = render_scan(result, width)
    say(strong(first))
    for line in others:
        say(_look(line))
    return 0


def _look(line: str) -> str:
    """Headings bold, files in colour, reasons faint; told by how a line begins."""
    if line.startswith("Note: "):
        return styled(line, "yellow")
    if line.startswith(("     - ", "       ")):
        return faint(line)
    if (ranked := _RANKED.match(line)) is not None:
        return f"{ranked[1]}{styled(ranked[2], 'cyan')}{ranked[3]}"
    return strong(line) if line in _HEADINGS else line


def _description(workspace: Workspace, typed: Sequence[str]) -> str:
    """A draft in a file, an item by its name, or the words themselves."""
    if len(typed) > 1 or typed[0] not in item_folders(workspace.places):
        text, is_draft = read_words(typed)
        if is_draft or len(text.split()) > 1:
            return text
    return description_of(workspace, typed[0])


def description_of(workspace: Workspace, typed: str) -> str:
    """What an item asks for when one is named in a single word; otherwise the words themselves."""
    words = typed.strip()
    if len(words.split()) != 1:
        return words
    tracker = tracker_of(workspace.config()) if words.isdecimal() else None
    try:
        found = resolve(workspace.places, words, tracker)
    except UnsafePath:  # a path or anything else with separators: it is not an item, but it can be looked for
        return words
    if not isinstance(found, Found):
        return words
    if found.folder is None:
        return found.title
    item = load_item(workspace.places, found.folder)
    return "\n\n".join(dict.fromkeys((item.title, read_document(item, DRAFT) or item.meta.description)))
