"""The commands as a program of another maker calls them: text in, text out, and nothing read but the repository.

What a command prints is what is answered. A path is never taken for a draft here, and every item is found by its name alone.
"""

import asyncio
import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from typing import TYPE_CHECKING, Final

from roundtable.commands.documents import document_names, find_document
from roundtable.commands.grammar import parse
from roundtable.commands.item_choice import find_item
from roundtable.commands.new_item import Words, make_item
from roundtable.errors import WrongUse
from roundtable.stores.items import list_items, load_item
from roundtable.stores.tidying import recover
from roundtable.wiring import Workspace

if TYPE_CHECKING:
    from roundtable.hosts.seats import Seats
    from roundtable.minds.llm.fencing import Sending
    from roundtable.minds.llm.reading import Reading

_WIDTH: Final = 100
_MOST_SHOWN: Final = 60_000


class CommandJobs:
    """Single jobs on one repository, and the sessions that are held in it."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._reading: Reading | None = None

    def seats(self, host: Callable[[], str]) -> "Seats":
        from roundtable.commands.analyze import open_errors
        from roundtable.hosts.seats import Seats

        def errors(folder: str) -> list[str]:
            return [f"{one.path}:{one.line}: {one.message}" for one in open_errors(self._workspace, folder)]

        return Seats(self._workspace, self._sending(), host, errors)

    def folder(self, item: str) -> str:
        return find_item(self._workspace, item).folder

    def folder_or_new(self, what: str) -> str:
        """The item of that name; an idea of two words or more becomes one."""
        from roundtable.commands.analyze import item_for

        if not what.strip():
            raise WrongUse("Say in `what` which item it is about, or what the idea is.")
        recover(self._workspace.places, now=self._workspace.now())
        words = Words(what.strip(), is_draft=False)
        return item_for(self._workspace, words, asking=False, quiet=True)

    def run(self, command: str, *words: str) -> str:
        """What a command prints: standard output belongs to the protocol, so it is caught."""
        *task, root = *command.split(), str(self._workspace.places.root)
        arguments = parse([*task, "--repo", root, "--", *words])
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            import_module(f"roundtable.commands.{arguments.module}").run(arguments)
        return self._as_data(task[0], printed.getvalue().strip() or "Nothing.")

    def add(self, idea: str, title: str | None) -> str:
        added = make_item(self._workspace, idea, title=title, quiet=True, fetching=False)
        return f"Added {added.item.folder}. Call begin with what {added.item.folder!r} to talk it through."

    def scan(self, text: str, top: int) -> str:
        from roundtable.commands.scan import description_of
        from roundtable.scan.view import render_scan

        result = self._workspace.scanner().scan(description_of(self._workspace, text), top=top)
        return self._as_data("scan", "\n".join(render_scan(result, _WIDTH)))

    async def look(self, at: str, how: str, lines: str) -> str:
        from roundtable.minds.llm.reading import Reading
        from roundtable.sessions import code_of

        if self._reading is None:
            code = code_of(self._workspace)
            await asyncio.to_thread(code.open)
            self._reading = Reading(code, self._sending())
        self._reading.begin(None)
        return await self._reading.at(at, how, lines)

    def documents(self) -> Sequence[tuple[str, str]]:
        items = list_items(self._workspace.places)
        return [(item.folder, name) for item in items for name in document_names(item)]

    def document(self, folder: str, name: str) -> str:
        """A document as it is, but for secrets."""
        from roundtable.commands.show import text_of

        places = self._workspace.places
        item = load_item(places, folder)
        return self._sending().clean(text_of(places, item, find_document(places, item, name)))

    def _sending(self) -> "Sending":
        from roundtable.commands.model_choice import allowed_to_send

        return allowed_to_send(self._workspace.config())

    def _as_data(self, name: str, text: str) -> str:
        from roundtable.minds.llm.fencing import fence

        return fence(name, text, self._sending(), _MOST_SHOWN)
