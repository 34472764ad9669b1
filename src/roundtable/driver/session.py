"""A session, driven: durable, then visible, then shown.

`hear` takes what a person typed and returns when it is their turn again (or the session is over). In between the engine
decides, the journal and analysis.json are on disk before anybody sees a word, and what the engine asked for is carried out:
the mind thinks, documents are written, meta.json is written.

Elsewhere: what happens (`roundtable.engine`), how it looks (`roundtable.faces`), documents (`desk`).
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from roundtable.analysis.scanning import ScanResult
from roundtable.driver.desk import Desk
from roundtable.engine.brief import brief
from roundtable.engine.briefing import Thought
from roundtable.engine.decide import decide
from roundtable.engine.events import (
    AnyEvent,
    Awaited,
    CrossCheckDue,
    DocumentsDue,
    Ended,
    ProgressDue,
    ThinkingWanted,
)
from roundtable.engine.fold import fold_all
from roundtable.engine.inputs import (
    Begin,
    Hear,
    Input,
    NoteCrossCheck,
    NoteDocuments,
    NoteProgress,
    Pause,
    TakeScan,
    TakeThought,
)
from roundtable.engine.state import SessionState
from roundtable.errors import RoundtableError
from roundtable.ports import Clock, Closing, ItemStore, Mind, Repo

__all__ = ["Session"]

_SCAN_PATIENCE = 0.35
"""Seconds that the very first question waits for the scan; later ones that rest on it wait until it is there."""

_TALK_PATIENCE = 8.0
"""Seconds that a conversation, in which nobody mentions the scan, waits for it at most."""

Show = Callable[[Sequence[AnyEvent]], None]


class Session:
    """One person, one item, one table."""

    def __init__(
        self,
        state: SessionState,
        *,
        mind: Mind,
        store: ItemStore,
        desk: Desk,
        clock: Clock,
        repo: Repo | None = None,
        show: Show = lambda _events: None,
        busy: Callable[[str], None] = lambda _what: None,
        delta: Callable[[str], None] = lambda _piece: None,
    ) -> None:
        self.state = state
        self.show = show
        self.busy = busy
        self.delta = delta
        self._mind = mind
        self._store = store
        self._desk = desk
        self._clock = clock
        self._repo = repo
        self._turn = asyncio.Lock()
        self._scan: asyncio.Task[None] | None = None
        self._saved = (state.analysis, state.place)
        self._thoughts = 0
        self._is_waiting = False

    # -- what a face uses ----------------------------------------------------------------------------------------------

    @property
    def awaiting(self) -> str | None:
        """What the person is asked for; none when the session is over."""
        wanted = self.state.wanted
        return wanted.what if isinstance(wanted, Awaited) else None

    @property
    def ended(self) -> Ended | None:
        """How it ended, once it has."""
        wanted = self.state.wanted
        return wanted if isinstance(wanted, Ended) else None

    def streamed(self, piece: str) -> None:
        """A piece of what is about to be said arrived; whichever face is there now shows it."""
        self.delta(piece)

    async def begin(self) -> None:
        """Open the session, or come back to it."""
        if self._repo is not None and self.state.scan is None:
            self._scan = asyncio.create_task(self._run_scan(self._repo))
        await self._advance(Begin(at=self._now()))

    async def hear(self, text: str) -> None:
        """The person typed this."""
        await self._advance(Hear(at=self._now(), text=text))

    async def pause(self) -> None:
        """End of input, or Ctrl-C: what was said is saved."""
        if self.ended is None:
            await self._advance(Pause(at=self._now()))

    async def close(self) -> None:
        """Let go of work in the background."""
        if self._scan is not None and not self._scan.done():
            self._scan.cancel()
        if isinstance(self._mind, Closing):
            await self._mind.close()

    # -- the loop ------------------------------------------------------------------------------------------------------

    async def _advance(self, received: Input | None) -> None:
        async with self._turn:  # one input at a time: two faces may share a session
            while received is not None:
                events = decide(self.state, received)
                after = fold_all(self.state, events)
                self._keep(after, events)
                self.state = after
                self.show(events)
                received = await self._carry_out(events)

    def _keep(self, after: SessionState, events: Sequence[AnyEvent]) -> None:
        self._store.append(events)
        if (after.analysis, after.place) != self._saved:
            self._store.save_analysis(after.analysis, after.place, self._desk.manifest)
            self._saved = (after.analysis, after.place)

    async def _carry_out(self, events: Sequence[AnyEvent]) -> Input | None:
        """Do what was asked for; the outcome is the next input. None when it is the person's turn, or nobody's."""
        match events[-1] if events else None:
            case ThinkingWanted() as wanted:
                is_first = self._thoughts == 0 and not self.state.headless
                await self._take_scan(
                    needed=self._rests_on_scan(wanted), patience=_SCAN_PATIENCE if is_first else None
                )
                thought = await self._think(wanted)
                return TakeThought(at=self._now(), thought=thought)
            case DocumentsDue() as due:
                await self._take_scan(needed=True)  # a resumed session may write before it has thought
                return self._write(due)
            case ProgressDue() as due:
                return self._save_progress(due)
            case CrossCheckDue():
                corrected, left = self._desk.cross_check(self.state, self._clock.now())
                return NoteCrossCheck(at=self._now(), corrected=corrected, left=left)
            case _:
                return None

    async def _think(self, wanted: ThinkingWanted) -> Thought:
        self._thoughts += 1
        self.busy("Thinking")
        try:
            return await self._mind.think(brief(self.state, wanted.task, self._now()))
        finally:
            self.busy("")

    def _write(self, due: DocumentsDue) -> NoteDocuments:
        try:
            written, notices = self._desk.write(self.state, due, self._clock.now(), self._keep_manifest)
        except RoundtableError as error:
            return NoteDocuments(at=self._now(), failure=str(error))
        return NoteDocuments(
            at=self._now(), written=written, notices=notices, quick_scan=self._desk.quick_scan
        )

    def _keep_manifest(self) -> None:
        """The manifest tells our text from theirs: it is on disk before the text is, so that no crash makes ours theirs."""
        self._store.save_analysis(self.state.analysis, self.state.place, self._desk.manifest)

    def _save_progress(self, due: ProgressDue) -> NoteProgress:
        try:
            self._store.save_progress(self.state.progress, phase_done=due.phase_done)
            if due.closed is not None:
                self._store.close(due.closed, due.evidence)
        except RoundtableError as error:
            return NoteProgress(at=self._now(), failure=f"Failed to save progress to meta.json: {error}")
        return NoteProgress(at=self._now())

    # -- the scan beside the conversation ------------------------------------------------------------------------------

    async def _run_scan(self, repo: Repo) -> None:
        """Scan in a daemon thread: whoever pauses while the code is being read does not wait until it has been."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[ScanResult] = loop.create_future()
        text = self.state.analysis.draft or self.state.title

        def hand_over(found: ScanResult | None, problem: Exception | None) -> None:
            if done.done():
                return
            if found is not None:
                done.set_result(found)
            else:
                done.set_exception(problem or RuntimeError("the scan brought nothing"))

        def scan() -> None:
            found: ScanResult | None = None
            problem: Exception | None = None
            try:
                found = repo.scan(text)
            except Exception as error:
                problem = error  # for the waiting task, which decides what a failed scan means
            with suppress(RuntimeError):  # the loop is gone: nobody waits any more
                loop.call_soon_threadsafe(hand_over, found, problem)

        threading.Thread(target=scan, daemon=True, name="scan").start()
        self._found = await done

    def progressed(self, doing: str, done: int, of: int) -> None:
        """The scan tells how far it is; said only while somebody waits for it. Called from the scan's own thread."""
        del doing
        if self._is_waiting and of:
            self.busy(f"Reading the code: {done} of {of} files")

    def _rests_on_scan(self, wanted: ThinkingWanted) -> bool:
        """Phases 00 and 02 are led by the scan, and so is everything that is written without asking.

        In a conversation the opening never waits, and the second response has the scan at hand.
        """
        if wanted.task.kind in {"fill_gaps", "frame", "contribute", "synthesise", "converse", "review"}:
            return True
        return self.state.phase_key.startswith(("00-", "02-"))

    async def _take_scan(self, *, needed: bool, patience: float | None = None) -> None:
        """Hand a finished scan to the engine; wait for it where the next words rest on it.

        In a conversation nothing else takes it: what is said first does not depend on how fast this machine is.
        """
        if self._scan is None or (self.state.mode == "conversation" and not needed):
            return
        if needed and not self._scan.done():
            if self.state.mode == "conversation":
                patience = _TALK_PATIENCE
                self.busy("One moment")
            else:
                self.busy("Reading the code")
                self._is_waiting = True
            try:
                await asyncio.wait({self._scan}, timeout=patience)
            finally:
                self._is_waiting = False
                self.busy("")
        if not self._scan.done():
            return
        task, self._scan = self._scan, None
        if task.exception() is not None:
            return
        events = decide(self.state, TakeScan(at=self._now(), scan=self._found))
        after = fold_all(self.state, events)
        self._keep(after, events)
        self.state = after

    def _now(self) -> str:
        return self._clock.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
