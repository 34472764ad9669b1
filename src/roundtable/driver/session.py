"""A session, driven: durable, then visible, then shown.

`hear` takes what a person typed and returns when it is their turn again (or the session is over). In between the engine
decides, what happened is in the journal before anybody sees a word, and what the engine asked for is carried out: the mind
thinks, documents are written, meta.json is written.

A turn is one append to the journal. analysis.json is written at the first words of a session, with documents, and at the end;
whoever reads it in between adds what the journal tells since (`roundtable.stores.saved`).

Reading is reading: until the person has said something that changes what is known, nothing is written; what was shown waits
for the first words. Only a session that a program holds is kept at once, because that program may be killed (`engine.fold`).

What follows at once is kept together: a disk takes longer for each write than a turn takes to think. Nothing waits for the
disk to be told while somebody waits for something else, though: before a slow mind or an unfinished scan is waited for, before
documents or meta.json are written, and before a word is shown, everything until then is kept.

Elsewhere: what happens (`roundtable.engine`), how it looks (`roundtable.faces`), documents (`desk`).
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from roundtable.analysis.meta import iso
from roundtable.analysis.scanning import Focus
from roundtable.analysis.secrets import MASK, mask_told
from roundtable.driver.beside import beside
from roundtable.driver.progress import save_progress
from roundtable.engine import events, inputs
from roundtable.engine.briefing import Briefing, Thought
from roundtable.engine.decide import decide
from roundtable.engine.fold import fold_all
from roundtable.engine.hearing import prepare_to_listen
from roundtable.engine.state import SessionState, brief
from roundtable.errors import RoundtableError
from roundtable.facts import DirectChange
from roundtable.interview.focus import focus_of, refuses
from roundtable.ports import Clock, Closing, ItemStore, Mind, Preparing, Proofreading, Repo

if TYPE_CHECKING:
    from roundtable.driver.desk import Desk

# Seconds. The very first question waits so long for the scan; later ones that rest on it wait until it is there.
_SCAN_PATIENCE = 0.35
_QUIET = 1.0  # a scan of a tree that was read before may take as long without a word about it
_TALK_PATIENCE = 8.0  # a conversation, in which nobody mentions the scan, waits for it at most
_MODEL_PATIENCE = 30.0  # the same with a model, which takes its own time and can do little without the code

_SECRET = f"That looks like a password or a key. Shall the journal and the documents show {MASK} in its place? [Y/n]"
Manifest = Mapping[str, Mapping[str, str]]


async def _at_once() -> None:
    """Nothing has to be waited for."""


class Session:
    def __init__(
        self,
        state: SessionState,
        *,
        mind: Mind,
        store: ItemStore,
        desk: "Callable[[], Desk]",
        manifest: Manifest,
        clock: Clock,
        repo: Repo | None = None,
        prepare: Callable[[], None] = lambda: None,
        read_in: Sequence[events.AnyEvent] = (),
        ask_first: bool = False,
        keeps_all: bool = False,
        shown: Sequence[events.AnyEvent] = (),
        requests: int = 0,
    ) -> None:
        """`read_in`: what the state has from documents, for the journal. `ask_first`: nothing is written before a word;
        `keeps_all`: everything is. `shown`: what was on the screen when this session was cut off; its state has the open request.
        """
        self.state = state
        self.show: Callable[[Sequence[events.AnyEvent]], None] = lambda _events: None
        self.busy: Callable[[str], None] = lambda _what: None
        self.delta: Callable[[str], None] = lambda _piece: None
        """A piece of what is about to be said; whichever face is there shows it."""
        self._mind = mind
        self._store = store
        self._open_desk = desk
        self._desk: Desk | None = None
        self._manifest = manifest
        self._clock = clock
        self._repo = repo
        self._scanned: tuple[str, Focus] | None = None  # what the last scan was asked for
        self._offered: tuple[str, ...] = ()  # files that the open question proposes
        self._refused: tuple[str, ...] = ()
        self._prepare = prepare
        self._turn = asyncio.Lock()
        self._scan: asyncio.Task[None] | None = None
        self.before_writing: Callable[[], Awaitable[None]] = _at_once
        self._unshown: list[Sequence[events.AnyEvent]] = []
        self._unkept: tuple[events.AnyEvent, ...] = tuple(read_in)  # what happened before anything was said
        self._opened: SessionState | None = None
        self._asks_first = ask_first
        self.shown_before: Final = tuple(shown)
        self._is_begun = bool(shown) or (keeps_all and not ask_first)
        self._kept = state
        self._is_saved = False  # whether analysis.json was written in this session
        self._scan_began = 0.0
        self._thoughts = self.requests = requests
        """How often somebody was asked for something, in this session."""
        self._is_waiting = False
        self._held = ""
        """What was typed and holds a secret, until it is clear whether it is to be masked; in memory alone."""

    @property
    def awaiting(self) -> str | None:
        """What the person is asked for; none when the session is over."""
        wanted = self.state.wanted
        if self._held:
            return "confirm"
        return wanted.what if isinstance(wanted, events.Awaited) else None

    @property
    def ended(self) -> events.Ended | None:
        wanted = self.state.wanted
        return wanted if isinstance(wanted, events.Ended) else None

    async def begin(self) -> None:
        if self.state.mode == "steps":
            self._start_scan()
            await asyncio.sleep(0)  # so that it runs while the rest is being loaded
        self.show(self.shown_before)
        await self._advance(None if self.shown_before else inputs.Begin(at=self._now()))
        self._opened = self.state
        self._start_scan()
        # While the first question is being read, there is time to load what the answer will need.
        threading.Thread(target=self._get_ready, daemon=True, name="prepare").start()

    def _get_ready(self) -> None:
        prepare_to_listen()
        self._prepare()

    async def hear(self, text: str) -> None:
        """What was typed. What looks like a password or key in it is asked about before anything is kept."""
        answer = text.strip().lower()
        held, self._held = self._held, ""
        if held and answer in {"n", "no"}:
            await self._hear(held)
            return
        if held:  # whoever goes on instead of answering said both
            text = mask_told(held) + ("" if answer in {"", "y", "yes"} else f"\n{text}")
        if mask_told(text) != text:
            self._held = text
            asked = events.Said(at=self._now(), say="notice", text=_SECRET)
            self.requests += 1
            self.show((asked, events.Awaited(at=self._now(), what="confirm")))
        else:
            await self._hear(text)

    async def _hear(self, text: str) -> None:
        if self._offered and refuses(text):
            self._refused += self._offered
        await self._advance(inputs.Hear(at=self._now(), text=text))

    async def pause(self) -> None:
        """End of input, or Ctrl-C: what was said is saved."""
        if self._held:
            await self.hear("yes")
        if self.ended is None:
            await self._advance(inputs.Pause(at=self._now()))

    async def leave(self) -> None:
        """Whoever held this session is gone: what is open stays open, and the next one takes it up."""
        async with self._turn:
            if self._opened is None:
                return  # it never began
            if self._held:
                self._take(inputs.Hear(at=self._now(), text=mask_told(self._held)))
            await self._keep()
            if self._is_begun and self.ended is None:
                self._store.save_analysis(self.state.analysis, self.state.place, self._manifest)

    async def close(self) -> None:
        if self._scan is not None and not self._scan.done():
            self._scan.cancel()
        if isinstance(self._mind, Closing):
            await self._mind.close()

    async def _advance(self, received: inputs.Input | None) -> None:
        """With nothing received, what is wanted already is carried out."""
        async with self._turn:  # one input at a time: two faces may share a session
            if received is None and self.state.wanted is not None:
                received = await self._carry_out((self.state.wanted,))
            while received is not None:
                self._take(received)
                received = await self._carry_out(self._unshown[-1])
            await self._keep()

    def _take(self, received: inputs.Input) -> None:
        happened = decide(self.state, received)
        self.state = fold_all(self.state, happened)
        self.requests += isinstance(happened[-1], events.Awaited | events.ThinkingWanted)
        self._unshown.append(happened)

    async def _keep(self) -> None:
        """Make everything until now durable, then show it. What could not be kept did not happen."""
        await self.before_writing()
        unshown, self._unshown = self._unshown, []
        happened = (*self._unkept, *(event for events_ in unshown for event in events_))
        if self._has_news(happened):
            self._write_down(happened)
        self._unkept = () if self._is_begun else happened
        self._kept = self.state
        for events_ in unshown:
            self.show(events_)

    def _has_news(self, happened: Sequence[events.AnyEvent]) -> bool:
        """Whether there is anything to keep: greetings, help, a look around and a question put in other words are not."""
        if self._opened is not None and not self._is_begun:
            before, known = self._opened.analysis, self.state.analysis
            said = known.changed(answered=before.answered) != before
            spoke = any(isinstance(event, events.DiscussionMoved) and event.is_persons for event in happened)
            self._is_begun = said or spoke or self.state.progress != self._opened.progress
        return self._is_begun

    def _write_down(self, happened: Sequence[events.AnyEvent]) -> None:
        try:
            manifest = self._desk.manifest if self._desk else self._manifest
            if self._desk and (news := self._desk.hashes_since(self._manifest)):
                happened = (*happened, events.TextsHashed(at=self._now(), documents=news))
            self._store.append(happened)
            if not self._is_saved or manifest != self._manifest or self.ended is not None:
                self._store.save_analysis(self.state.analysis, self.state.place, manifest)
                self._is_saved, self._manifest = True, manifest
        except RoundtableError:
            self.state = self._kept
            raise

    async def _carry_out(self, happened: Sequence[events.AnyEvent]) -> inputs.Input | None:
        """Do what was asked for; the outcome is the next input. None when it is the person's turn, or nobody's."""
        match happened[-1] if happened else None:
            case events.DocumentsDue() | events.ProgressDue() if self._asks_first and self._opened is None:
                return inputs.AskFirst(at=self._now())
            case events.ThinkingWanted() as wanted:
                is_first = self._thoughts == 0 and not self.state.headless
                if is_first and isinstance(self._mind, Preparing):
                    self._mind.prepare(wanted.task.kind)  # instead of only waiting for the scan
                # Before anybody was asked anything the question is what is waited for; later it is what was answered.
                patience = _SCAN_PATIENCE if is_first and self._opened is None else None
                await self._take_scan(needed=self._rests_on_scan(wanted), patience=patience)
                return inputs.TakeThought(at=self._now(), thought=await self._think(wanted))
            case events.DocumentsDue() as due:
                # A resumed session may write before it has thought; and what was just understood may name other files.
                await self._take_scan(needed=True, with_words=False)
                return await self._write(due)
            case events.ProgressDue() as due:
                self._is_begun = True
                await self._keep()
                return save_progress(self._store, self.state.progress, due, self._now())
            case events.CrossCheckDue():
                return self._seated_desk().cross_check(self.state, self._clock.now())
            case _:
                return None

    async def _think(self, wanted: events.ThinkingWanted) -> Thought:
        self._thoughts += 1
        thinking = asyncio.ensure_future(self._mind.think(self._briefing(wanted)))
        try:
            await asyncio.sleep(0)  # time enough for a mind that asks nobody else
            if not thinking.done():
                await self._keep()
                self.busy("Thinking")
            thought = await thinking
        finally:
            thinking.cancel()
            self.busy("")
        if thought.question is not None:
            offers = thought.question.offers
            self._offered = tuple(fact.path for fact in offers if isinstance(fact, DirectChange))
        return thought

    def _briefing(self, wanted: events.ThinkingWanted) -> Briefing:
        briefing, mind = brief(self.state, wanted.task, self._now()), self._mind
        if wanted.task.kind != "review" or not isinstance(mind, Proofreading) or not mind.wants_documents:
            return briefing
        documents, findings = self._seated_desk().read_back(self.state)
        return briefing.changed(documents=documents, findings=findings)

    async def _write(self, due: events.DocumentsDue) -> inputs.NoteDocuments:
        desk = self._seated_desk()
        plan = desk.plan(self.state, due, self._clock.now())
        # The manifest tells our text from theirs: it is on disk before the text is, so that no crash makes ours theirs.
        self._is_begun = True
        await self._keep()
        try:
            desk.carry_out(plan)
        except RoundtableError as error:
            return inputs.NoteDocuments(at=self._now(), failure=str(error))
        return inputs.NoteDocuments(
            at=self._now(), written=plan.written, notices=plan.notices, quick_scan=desk.quick_scan
        )

    def _seated_desk(self) -> "Desk":
        """The desk, from the first document on: what it needs takes longer to load than a first question may take."""
        if self._desk is None:
            self._desk = self._open_desk()
        return self._desk

    def _start_scan(self) -> None:
        """The first one. The opening of a conversation does not rest on it, and need not share the processor with it either."""
        if self._repo is not None and self._scan is None and self.state.scan is None:
            self._scan = asyncio.create_task(self._run_scan(self._repo))
            self._scan_began = asyncio.get_running_loop().time()

    def _scan_again(self, *, with_words: bool) -> None:
        """Ask the code again with what was said since. Everything is at hand by now, so this takes no time worth telling.

        A document shows files and names; words that only move the ranking can wait until somebody thinks about them.
        """
        if self._repo is None or self._scan is not None or self.state.scan is None:
            return
        wanted = self._wanted_scan()
        before = self._scanned or ("", Focus())
        if not with_words:
            wanted = before[0], wanted[1].changed(statements=before[1].statements)
        if wanted != before:
            self._scan = asyncio.create_task(self._run_scan(self._repo))

    def _wanted_scan(self) -> tuple[str, Focus]:
        return self.state.analysis.draft or self.state.title, focus_of(self.state.analysis, self._refused)

    async def _run_scan(self, repo: Repo) -> None:
        self._scanned = text, focus = self._wanted_scan()
        self._found = await beside(lambda: repo.scan(text, focus))

    def progressed(self, doing: str, done: int, of: int) -> None:
        """The scan tells how far it is; said only while somebody waits for it. Called from the scan's own thread."""
        if self._is_waiting and of:
            self.busy(f"Reading the code: {done} of {of} files")

    def _rests_on_scan(self, wanted: events.ThinkingWanted) -> bool:
        """In steps everything: what is asked next, and which words of an answer name code.

        In a conversation the opening never waits, and the second response has the scan at hand.
        """
        rests = {"fill_gaps", "converse", "answer_back", "review"}
        return self.state.mode == "steps" or wanted.task.kind in rests or wanted.task.criterion.endswith("?")

    async def _take_scan(
        self, *, needed: bool, patience: float | None = None, with_words: bool = True
    ) -> None:
        """Hand a finished scan to the engine; wait for it where the next words rest on it.

        In a conversation nothing else takes it: what is said first does not depend on how fast this machine is.
        """
        if needed:
            self._start_scan()
            self._scan_again(with_words=with_words)
        if self._scan is None or (self.state.mode == "conversation" and not needed):
            return
        if self.state.scan is not None:
            await asyncio.wait({self._scan}, timeout=_QUIET)
        if needed and not self._scan.done():
            await self._keep()
            if self.state.mode == "conversation":
                patience = _MODEL_PATIENCE if isinstance(self._mind, Proofreading) else _TALK_PATIENCE
                self.busy("One moment")
            else:
                self.busy("Reading the code")
                self._is_waiting = True
                if patience is not None:
                    patience += self._scan_began - asyncio.get_running_loop().time()
            try:
                await asyncio.wait({self._scan}, timeout=None if patience is None else max(patience, 0.0))
            finally:
                self._is_waiting = False
                self.busy("")
        if not self._scan.done():
            return
        task, self._scan = self._scan, None
        if (error := task.exception()) is not None:
            self._repo = None  # it would only fail again
            why = f"({type(error).__name__}: {error})"
            text = f"The code could not be read {why}; the talk goes on without it."
            self.show((events.Said(at=self._now(), say="notice", text=text),))
            return
        self._take(inputs.TakeScan(at=self._now(), scan=self._found))

    def _now(self) -> str:
        return iso(self._clock.now())
