"""Sessions whose mind is the model of a host: each is waiting for a thought, for the person's words, or over.

A host learns with every answer what it must do next, and the number of the turn. A call that does not fit (a thought when
it is the person's turn, an old number, a session that is not open) is refused in a sentence, and nothing has changed.

Elsewhere: the briefing (`minds.host_model`), what happens (`driver`), how calls arrive (`tools`).
"""

import asyncio
import io
import json
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, NamedTuple

from roundtable.analysis.phases import Depth
from roundtable.driver.session import Session
from roundtable.errors import RoundtableError, WrongUse, quoted
from roundtable.faces.terminal.output import Output
from roundtable.minds.host_model import HostModel
from roundtable.minds.llm.fencing import Sending
from roundtable.ports import CodeView
from roundtable.sessions import Choices, Mode, open_session, remembered_mode
from roundtable.stores.items import item_folders
from roundtable.stores.journal import append_events, read_since
from roundtable.stores.paths import private_folder
from roundtable.wiring import Workspace

_MOST: Final = 16
_QUESTION: Final = re.compile(r"[^.!?\n]{20,}\?")
_NAMED: Final = re.compile(r"^\w+: ")
_THINK: Final = (
    "Think for the table, then call think with session {folder!r}, turn {turn} and the fields named last."
)
_SHOW: Final = (
    "Show the person what stands between the rulers, word for word, and nothing else. Then wait: what they type goes to hear with "
    "session {folder!r} and turn {turn}, letter for letter. Never answer for them."
)
_OVER: Final = (
    "The session is over ({status}). Show the person what stands between the rulers, word for word."
)
_ATTEMPTS: Final = 4  # more than one thought may have
_MOST_ERRORS: Final = 10
_RULER: Final = "-" * 8


class Question(NamedTuple):
    turn: int
    text: str


class Seats:
    def __init__(
        self,
        workspace: Workspace,
        sending: Sending,
        host: Callable[[], str],
        errors: Callable[[str], Sequence[str]],
    ) -> None:
        self._workspace = workspace
        self._sending = sending
        self._errors = errors  # what `check` finds wrong with a finished item
        self._host = host  # what the host calls itself
        self._open: dict[str, _Seat] = {}
        self._opening = asyncio.Lock()

    async def begin(
        self, folder: str, *, mode: Mode | None = None, depth: str | None = None, only_cut_off: bool = False
    ) -> str:
        """Open an item; what the host must do first. `only_cut_off`: where a host is in the middle of a session."""
        async with self._opening:
            if folder in self._open:
                raise WrongUse(
                    f"{folder} is open here already. Call resume with item {folder!r} to take it over."
                )
            if len(self._open) >= _MOST:
                raise WrongUse(f"{_MOST} sessions are open here; finish or leave one first (hear: /quit).")
            mode = mode or remembered_mode(self._workspace, folder)
            mode = mode or self._workspace.config().mode or "conversation"
            depth = depth or self._workspace.config().depth
            seat = _Seat(folder, private_folder(self._workspace.places, "cache") / f"host-{folder}.jsonl")

            def host(code: CodeView) -> HostModel:
                seat.model = HostModel(f"host:{self._host()}", code, self._sending)
                return seat.model

            try:
                wrong = await asyncio.to_thread(self._errors, folder)
                choices = Choices(mode=mode, host=host, takes_up=True, open_errors=len(wrong))
                choices.depth = Depth(depth) if depth else None
                seat.open(self._workspace, choices)
                if only_cut_off and not seat.session.shown_before:
                    raise _not_open(folder)
                self._open[folder] = seat
                await seat.rest(seat.session.begin())
                await seat.call_again()
                told = [await self._told(seat)]
                if wrong:
                    found = ("For you, not for the person: check finds", *wrong[:_MOST_ERRORS])
                    told.append("\n".join(found))
                return "\n\n".join(told)
            except BaseException:
                self._open.pop(folder, None)
                await seat.close()
                raise

    async def resume(self, folder: str, *, mode: Mode | None = None) -> str:
        """Go on with an item, wherever its host is: all that is needed is told again."""
        seat = self._open.get(folder)
        if seat is None:
            return await self.begin(folder, mode=mode)
        seat.take_over()
        return seat.told()

    async def think(self, folder: str, turn: int, reply: Mapping[str, Any]) -> str:
        seat = await self._seat(folder)
        seat.expect("think", turn)
        return await self._after(seat, seat.think(reply))

    async def hear(self, folder: str, turn: int, words: str) -> str:
        seat = await self._seat(folder)
        seat.expect("hear", turn)
        seat.refuse_own_words(words)
        return await self._after(seat, seat.rest(seat.session.hear(words)))

    def question(self, folder: str) -> "Question | None":
        """What the person is to be shown now, if it is their turn."""
        seat = self._open.get(folder)
        return seat.question() if seat is not None else None

    async def look(self, folder: str, at: str, how: str, lines: str) -> str:
        return await (await self._seat(folder)).look(at, how, lines)

    async def close(self) -> None:
        """The host is gone: everything that was said is kept."""
        for seat in list(self._open.values()):
            await seat.close()
        self._open.clear()

    async def _after(self, seat: "_Seat", doing: Coroutine[Any, Any, None]) -> str:
        """What the host must do, once the table has come to rest."""
        try:
            await doing
        except RoundtableError:
            self._open.pop(seat.folder, None)
            await seat.close()
            raise
        return await self._told(seat)

    async def _told(self, seat: "_Seat") -> str:
        told = seat.told()
        if seat.session.ended is not None:
            del self._open[seat.folder]
            await seat.close()
        return told

    async def _seat(self, folder: str) -> "_Seat":
        """The open session. One that another server left open is taken up: some hosts start a server for every call."""
        if folder not in self._open and folder in item_folders(self._workspace.places):
            await self.begin(folder, only_cut_off=True)
        if folder not in self._open:
            raise _not_open(folder)
        return self._open[folder]


def _not_open(folder: str) -> WrongUse:
    return WrongUse(
        f"No session {quoted(folder)} is open here. Call resume with the item, or begin with a new idea."
    )


class _Seat:
    session: Session
    model: HostModel

    def __init__(self, folder: str, calls: Path) -> None:
        self.folder = folder
        self._taken_over = 0
        self._calls = calls
        """What the host called since the thought was wanted that is wanted now: a killed server does it again."""
        self._shown = io.StringIO()
        self._last = ""  # what the person was shown last
        self._doing: asyncio.Task[None] | None = None
        self._held = ExitStack()

    def open(self, workspace: Workspace, choices: Choices) -> None:
        self.session = self._held.enter_context(open_session(workspace, self.folder, choices))
        self.session.show = Output(self._shown).show

    async def rest(self, doing: Coroutine[Any, Any, None] | None) -> None:
        """Until a thought is wanted, the person has the word, or it is over."""
        if doing is not None:
            self._doing = asyncio.create_task(doing)
        if self._doing is None:
            return
        wanted = asyncio.create_task(self.model.wanted.wait())
        try:
            await asyncio.wait({self._doing, wanted}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            wanted.cancel()
        if self._doing.done():
            done, self._doing = self._doing, None
            done.result()

    @property
    def _turn(self) -> int:
        """Every server counts alike, and only upwards: what was wanted in this session, and the thoughts refused for it."""
        refused = self.model.attempts if self.model.wanted.is_set() else 0
        return self.session.requests * _ATTEMPTS - _ATTEMPTS + 1 + refused + self._taken_over

    async def think(self, reply: Mapping[str, Any]) -> None:
        wanted = self.session.state.wanted
        self._keep_call("think", reply)
        self.model.answer(reply)
        await self.rest(None)
        if self.session.state.wanted is not wanted:
            self._calls.unlink(missing_ok=True)

    async def look(self, at: str, how: str, lines: str) -> str:
        shown = await self.model.look(at, how, lines)
        if self.model.wanted.is_set():
            self._keep_call("look", {"what": at, "how": how, "lines": lines})
        return shown

    async def call_again(self) -> None:
        """What was called for the open request before this server was started: the host goes on behind it."""
        request = self._request()
        for call in read_since(self._calls, None, longest=0)[0]:
            if call.get("for") != request or self._request() != request:
                break
            given = json.loads(call["given"])
            if call["kind"] == "look":
                await self.model.look(**given)
            else:
                self.model.answer(given)
                await self.rest(None)

    def _keep_call(self, name: str, given: Mapping[str, Any]) -> None:
        text = json.dumps(given)  # as it came, and not with its keys sorted
        append_events(self._calls, [{"kind": name, "given": text, "for": self._request()}])

    def _request(self) -> dict[str, Any]:
        wanted = self.session.state.wanted
        return wanted.model_dump(mode="json") if wanted is not None else {}

    @property
    def _expected(self) -> str:
        return "think" if self.model.wanted.is_set() else "hear"

    def take_over(self) -> None:
        """Whoever held this session before has an old number from now on."""
        self._taken_over += 1
        self.model.forget()

    def expect(self, call: str, turn: int) -> None:
        if self._doing is not None and not self.model.wanted.is_set():
            raise WrongUse("The table is still busy with your last call. Wait for its answer.")
        if call != self._expected:
            now = "a thought is wanted first" if self._expected == "think" else "it is the person's turn"
            raise WrongUse(
                f"Not {call}: {now}. Call {self._expected} with turn {self._turn}; nothing was stored."
            )
        if turn != self._turn:
            raise WrongUse(
                f"Turn {turn} is over, or another host has taken over; now it is turn {self._turn}. "
                f"Call resume with item {self.folder!r} to see it; nothing was stored."
            )

    def refuse_own_words(self, words: str) -> None:
        """A question of the table's is nothing that a person types."""
        if any(_NAMED.sub("", asked.strip()) in words for asked in _QUESTION.findall(self._last)):
            raise WrongUse(
                "These are the table's own words. Call hear with what the person typed, and with nothing else."
            )

    def question(self) -> Question | None:
        waits = self.session.ended is None and self._expected == "hear"
        return Question(self._turn, self._last) if waits else None

    def told(self) -> str:
        head = f"[{self.folder}, turn {self._turn}: {'over' if self.session.ended else self._expected}]"
        if self.model.wanted.is_set():
            return "\n\n".join((head, self.model.tell(), _THINK.format(folder=self.folder, turn=self._turn)))
        if shown := self._shown.getvalue().strip():
            self._last = shown
            self._shown.seek(0)
            self._shown.truncate()
        order = _SHOW.format(folder=self.folder, turn=self._turn)
        if self.session.ended is not None:
            order = _OVER.format(status=self.session.ended.status)
        return "\n".join((head, order, _RULER, self._last, _RULER))

    async def close(self) -> None:
        """Let go of the item; what is wanted stays wanted."""
        with self._held:
            if not hasattr(self, "session"):
                return
            if self._doing is not None:
                self._doing.cancel()
                await asyncio.gather(self._doing, return_exceptions=True)
            try:
                await self.session.leave()
            except RoundtableError:
                pass  # what could not be written was never shown either
            finally:
                await self.session.close()
