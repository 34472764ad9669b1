"""An ACP agent: a session in the agent panel of an editor. The first words name an item or are an idea; the rest is talk.

A session of the editor is one item. Stopping pauses it, and the next words go on with it. An editor that was closed opens a
session again by the number it was given, or by the name of the item.

Elsewhere: what is shown (`panel`), which model speaks and what single commands do (handed in by `roundtable.commands`).
"""

import asyncio
import json
import sys
from collections.abc import Callable, Iterable
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast
from uuid import uuid4

from roundtable import __version__
from roundtable.analysis.json_text import json_object
from roundtable.driver.session import Session
from roundtable.engine.events import Heard
from roundtable.errors import CannotDoHere, RoundtableError
from roundtable.hosts.messages import Messages
from roundtable.hosts.tools import Jobs
from roundtable.sessions import Choices, Mode, open_session, remembered_mode, told_before
from roundtable.stores.atomic import bytes_at, replace_file
from roundtable.stores.items import list_items
from roundtable.stores.paths import private_folder
from roundtable.wiring import Workspace

try:
    import acp
    from acp import helpers, schema

    from roundtable.hosts.panel import Panel, Update, as_text
except ImportError as missing:
    raise CannotDoHere(
        "`roundtable acp` needs the extra [acp]: pip install 'roundtable-analyst[acp]'."
    ) from missing

if TYPE_CHECKING:
    from roundtable.minds.llm.options import ModelOptions

_MODES: Final = {"conversation": "one free conversation with all three", "steps": "step by step, with menus"}
_WELCOME: Final = "Say in a sentence what you want to build, or name an item. /items lists them."
_COMMANDS: Final = {
    "items": ("list the items of this repository", None),
    "open": ("go on with an item", "slug or words of the title"),
    "scan": ("the files a change would touch", "a description"),
    "check": ("check the documents of the open item", None),
    "help": ("what can be typed here", None),
    "undo": ("take back the last answer", None),
    "status": ("what is known so far", None),
    "show": ("a document", "its name"),
    "deeper": ("ask more", None),
    "shorter": ("ask less", None),
    "done": ("finish", None),
    "quit": ("pause; everything is kept", None),
}
_IDS: Final = "editor-sessions.json"
_MOST_IDS: Final = 200


_LONGEST: Final = 100_000  # characters of one message


class Place(NamedTuple):
    workspace: Workspace
    jobs: Jobs
    model: "ModelOptions | None"


class Editor:
    def __init__(self, place_at: Callable[[str], Place]) -> None:
        self._place_at = place_at
        self._seats: dict[str, _Seat] = {}

    def on_connect(self, conn: acp.Client) -> None:
        self._editor = conn

    async def initialize(self, protocol_version: int, **more: Any) -> schema.InitializeResponse:
        abilities = schema.SessionCapabilities(
            list=schema.SessionListCapabilities(),
            resume=schema.SessionResumeCapabilities(),
            close=schema.SessionCloseCapabilities(),
        )
        return schema.InitializeResponse(
            protocol_version=min(protocol_version, acp.PROTOCOL_VERSION),
            agent_capabilities=schema.AgentCapabilities(
                load_session=True,
                session_capabilities=abilities,
                prompt_capabilities=schema.PromptCapabilities(embedded_context=True),
            ),
            agent_info=schema.Implementation(name="roundtable", title="Roundtable", version=__version__),
        )

    async def new_session(self, cwd: str, **more: Any) -> schema.NewSessionResponse:
        seat = self._seated(f"rt-{uuid4().hex[:12]}", cwd)
        return schema.NewSessionResponse(session_id=seat.number, modes=seat.modes())

    async def load_session(self, cwd: str, session_id: str, **more: Any) -> schema.LoadSessionResponse:
        seat = self._again(session_id, cwd)
        await seat.run(seat.opened(replay=True))
        return schema.LoadSessionResponse(modes=seat.modes())

    async def resume_session(self, session_id: str, cwd: str, **more: Any) -> schema.ResumeSessionResponse:
        seat = self._again(session_id, cwd)
        await seat.run(seat.opened())
        return schema.ResumeSessionResponse(modes=seat.modes())

    async def list_sessions(self, cwd: str | None = None, **more: Any) -> schema.ListSessionsResponse:
        place = self._place(cwd or ".")
        root = str(place.workspace.places.root)
        return schema.ListSessionsResponse(
            sessions=[
                schema.SessionInfo(session_id=item.folder, cwd=root, title=f"{item.title} ({item.status})")
                for item in list_items(place.workspace.places)
            ]
        )

    async def set_session_mode(self, session_id: str, mode_id: str, **more: Any) -> None:
        if mode_id not in _MODES:
            raise _refused(f"Modes: {', '.join(_MODES)}.")
        await self._seat(session_id).change_mode(mode_id)

    async def prompt(self, session_id: str, prompt: Iterable[object], **more: Any) -> schema.PromptResponse:
        seat, text = self._seat(session_id), as_text(prompt)
        if len(text) > _LONGEST:
            raise _refused(f"{len(text)} characters are too many; {_LONGEST} fit into one message.")
        stopped = await seat.run(seat.hear(text))
        return schema.PromptResponse(stop_reason="cancelled" if stopped else "end_turn")

    async def cancel(self, session_id: str, **more: Any) -> None:
        await self._seat(session_id).stop()

    async def close_session(self, session_id: str, **more: Any) -> schema.CloseSessionResponse:
        await self._seats.pop(session_id, self._seat(session_id)).close()
        return schema.CloseSessionResponse()

    async def close(self) -> None:
        """The editor is gone: everything that was said is kept."""
        for seat in self._seats.values():
            await seat.close()

    def _seat(self, number: str) -> "_Seat":
        seat = self._seats.get(number)
        if seat is None:
            raise _refused(
                f"No session {number[:80]!r} is open here; begin a new one, or load it by its number."
            )
        return seat

    def _seated(self, number: str, cwd: str, folder: str = "") -> "_Seat":
        async def send(update: Update) -> None:
            await self._editor.session_update(session_id=number, update=update)

        seat = self._seats[number] = _Seat(number, self._place(cwd), send, folder)
        asyncio.get_running_loop().call_soon(seat.greet)
        return seat

    def _again(self, number: str, cwd: str) -> "_Seat":
        if (seat := self._seats.get(number)) is not None:
            return seat
        place = self._place(cwd)
        try:
            folder = place.jobs.folder(_known_ids(place.workspace).get(number, number))
        except RoundtableError as error:
            raise _refused(str(error)) from error
        return self._seated(number, cwd, folder)

    def _place(self, cwd: str) -> Place:
        try:
            return self._place_at(cwd)
        except RoundtableError as error:
            raise _refused(str(error)) from error


class _Seat:
    """One session of the editor, and the item in it once it is known."""

    def __init__(self, number: str, place: Place, send: Callable[[Update], Any], folder: str) -> None:
        self.number = number
        self._place = place
        self._send = send
        self._folder = folder
        self._mode: Mode | None = None
        self._session: Session | None = None
        self._held = ExitStack()
        self._updates: asyncio.Queue[Update] = asyncio.Queue()
        self._doing: asyncio.Task[None] | None = None

    def modes(self) -> schema.SessionModeState:
        modes = [schema.SessionMode(id=name, name=name, description=words) for name, words in _MODES.items()]
        return schema.SessionModeState(current_mode_id=self._chosen_mode(), available_modes=modes)

    def greet(self) -> None:
        """What can be typed, as soon as the editor knows the session."""
        commands = [
            schema.AvailableCommand(name=name, description=words, input=_hint(hint) if hint else None)
            for name, (words, hint) in _COMMANDS.items()
        ]
        self._updates.put_nowait(helpers.update_available_commands(commands))
        self._sending = asyncio.create_task(self._send_all())

    async def run(self, doing: Any) -> bool:
        """Do it, and send what it brings; whether it was stopped. A mistake is a sentence, and the session goes on."""
        if self._doing is not None:
            doing.close()
            busy = "The table is still busy with your last words."
            raise acp.RequestError.invalid_request({"reason": busy})
        self._doing = asyncio.create_task(doing)
        try:
            await asyncio.gather(self._doing)
        except asyncio.CancelledError:
            await self._leave()
            return True
        except RoundtableError as error:
            self._say(str(error))
        finally:
            self._doing = None
            await self._updates.join()
        return False

    async def stop(self) -> None:
        if self._doing is not None:
            self._doing.cancel()

    async def hear(self, text: str) -> None:
        """Words of the person: for the table, or one of our own commands."""
        command, _, rest = text.strip().partition(" ")
        jobs = self._place.jobs
        match command.lower():
            case "/items":
                self._say(await asyncio.to_thread(jobs.run, "list"))
            case "/scan" if rest:
                self._say(await asyncio.to_thread(jobs.scan, rest, 10))
            case "/check" if self._folder:
                self._say(await asyncio.to_thread(jobs.run, "check", self._folder))
            case "/open" if rest:
                await self._leave()
                self._take(jobs.folder(rest))
                await self.opened()
            case _ if self._folder:
                await self.opened()
                if self._session is not None:
                    await self._session.hear(text)
                    await self._leave_if_over()
            case _ if not text.strip() or command.startswith("/"):
                self._say(_WELCOME)
            case _:
                self._take(jobs.folder_or_new(text))
                await self.opened()

    async def opened(self, *, replay: bool = False) -> None:
        if self._session is not None or not self._folder:
            return
        place, folder = self._place, self._folder
        choices = Choices(mode=self._chosen_mode(), model=place.model, takes_up=True)
        self._session = session = self._held.enter_context(open_session(place.workspace, folder, choices))
        panel = Panel(place.workspace.places.root, place.workspace.places.item(folder))
        if replay:
            history, last = told_before(place.workspace, folder), session.shown_before
            # What answers the person's latest words comes again by itself.
            before = (*history[: len(history) - len(last)], *(one for one in last if isinstance(one, Heard)))
            self._queue(panel.replayed(session.state.analysis, before))
        session.show = lambda happened: self._queue(panel.show(happened))
        session.delta = lambda piece: self._queue(panel.piece(session, piece))
        await session.begin()
        await self._leave_if_over()

    async def change_mode(self, mode: str) -> None:
        self._mode = "steps" if mode == "steps" else "conversation"
        if self._folder:
            await self._leave()
            await self.run(self.opened())

    async def close(self) -> None:
        await self.stop()
        await self._leave()
        self._sending.cancel()

    def _take(self, folder: str) -> None:
        self._folder = folder
        known = {**_known_ids(self._place.workspace), self.number: folder}
        kept = dict(list(known.items())[-_MOST_IDS:])
        replace_file(_ids_file(self._place.workspace), json.dumps(kept, indent=1).encode(), _IDS)

    def _chosen_mode(self) -> Mode:
        workspace = self._place.workspace
        known = remembered_mode(workspace, self._folder) if self._folder else None
        return self._mode or known or workspace.config().mode or "conversation"

    async def _leave(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with self._held:
                session.show = lambda _happened: None
                try:
                    await session.leave()
                finally:
                    await session.close()

    async def _leave_if_over(self) -> None:
        if self._session is not None and self._session.ended is not None:
            await self._leave()

    def _say(self, text: str) -> None:
        self._queue([helpers.update_agent_message_text(f"{text}\n\n")])

    def _queue(self, updates: Iterable[Update]) -> None:
        for update in updates:
            self._updates.put_nowait(update)

    async def _send_all(self) -> None:
        """In the order in which they came."""
        while True:
            update = await self._updates.get()
            try:
                await self._send(update)
            finally:
                self._updates.task_done()


def _refused(reason: str) -> acp.RequestError:
    return acp.RequestError.invalid_params({"reason": reason})


def _hint(words: str) -> schema.AvailableCommandInput:
    return schema.AvailableCommandInput(schema.UnstructuredCommandInput(hint=words))


def _ids_file(workspace: Workspace) -> Path:
    return private_folder(workspace.places, "cache") / _IDS


def _known_ids(workspace: Workspace) -> dict[str, str]:
    """Which item a session of an editor was about."""
    known = json_object(bytes_at(_ids_file(workspace)) or b"") or {}
    return {number: folder for number, folder in known.items() if isinstance(folder, str)}


async def serve(place_at: Callable[[str], Place]) -> None:
    editor, messages = Editor(place_at), Messages()
    try:
        with redirect_stdout(sys.stderr):
            await acp.run_agent(cast("acp.Agent", editor), messages, use_unstable_protocol=True)
    finally:
        await editor.close()
