"""A table without a disk or a process: engine and mind driven by hand, for tests and benchmarks that hold many talks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from outcomes import outcome_of
from roundtable.analysis.analysis import Analysis, Turn
from roundtable.analysis.content import Library
from roundtable.analysis.phases import Depth
from roundtable.analysis.scanning import ScanResult
from roundtable.engine.briefing import Briefing, Thought
from roundtable.engine.decide import decide
from roundtable.engine.events import AnyEvent, Ended, Said, ThinkingWanted
from roundtable.engine.fold import fold_all
from roundtable.engine.inputs import Begin, Hear, Input, TakeScan
from roundtable.engine.state import SessionState
from roundtable.interview import Interviewer
from roundtable.library.loading import load_library
from roundtable.ports import CodeView, Mind

__all__ = ["AT", "Rehearsal", "shipped_library"]

AT = "2031-04-02T09:00:00.000Z"


@cache
def shipped_library() -> Library:
    """The library as it ships."""
    return load_library(None)


@dataclass
class Rehearsal:
    """One talk; `scan` is handed over after the opening, as the driver does."""

    draft: str
    title: str = ""
    scan: ScanResult | None = None
    view: CodeView | None = None
    depth: Depth | None = None
    mind: Mind | None = None
    watch: Callable[[SessionState, tuple[AnyEvent, ...]], None] = lambda _state, _events: None
    listen: Callable[[Briefing, Thought], None] = lambda _briefing, _thought: None
    state: SessionState = field(init=False)
    events: list[AnyEvent] = field(default_factory=list[AnyEvent])
    heard: list[Said] = field(default_factory=list[Said])
    """What was said since the person last spoke."""

    def __post_init__(self) -> None:
        self.mind = self.mind or Interviewer(self.view)
        title = self.title or self.draft.splitlines()[0][:80] if self.draft else self.title
        analysis = Analysis(slug="item", title=title, turns=(Turn(number=0, text=self.draft),))
        self.state = SessionState(
            slug="item",
            title=title,
            mode="conversation",
            library=shipped_library(),
            analysis=analysis,
            depth_flag=self.depth,
        )

    def begin(self) -> Sequence[Said]:
        """Open the talk; what was said."""
        return self._advance(Begin(at=AT))

    def hear(self, text: str) -> Sequence[Said]:
        """The person says this; what the table says in return."""
        return self._advance(Hear(at=AT, text=text))

    @property
    def question(self) -> str:
        """The open question: the last thing that was said as one."""
        return next((said.text for said in reversed(self.heard) if said.say == "question"), "")

    @property
    def ended(self) -> Ended | None:
        """How it ended, once it has."""
        return self.state.wanted if isinstance(self.state.wanted, Ended) else None

    def _advance(self, first: Input) -> Sequence[Said]:
        self.heard = []
        received: Input | None = first
        while received is not None:
            events = decide(self.state, received)
            self.state = fold_all(self.state, events)
            self.events += events
            self.heard += [event for event in events if isinstance(event, Said)]
            self.watch(self.state, events)
            received = self._outcome(events[-1]) if events else None
        return self.heard

    def _outcome(self, request: AnyEvent) -> Input | None:
        asks_mind = isinstance(request, ThinkingWanted) and request.task.kind == "converse"
        if asks_mind and self.state.scan is None and self.scan is not None:
            self.state = fold_all(self.state, decide(self.state, TakeScan(at=AT, scan=self.scan)))
        return outcome_of(request, self.state, self._think, AT)

    def _think(self, briefing: Briefing) -> Thought:
        """The offline mind never waits, so its coroutine ends at the first step."""
        assert self.mind is not None
        thinking = self.mind.think(briefing)
        try:
            thinking.send(None)
        except StopIteration as done:
            self.listen(briefing, done.value)
            return done.value
        raise AssertionError("the mind waited for something")
