"""What happened in a session: past tense, saved to the journal before anybody sees it.

Each `decide` ends with exactly one *request*: `Awaited` (the person), `ThinkingWanted` (the mind), `DocumentsDue` and
`ProgressDue` (the store) or `Ended`. Nothing more happens until it is answered.

Elsewhere: what an event does to the state (`fold`), how faces show it (`roundtable.faces`).
"""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, field_serializer

from roundtable.analysis.analysis import Discussion
from roundtable.analysis.phases import Depth
from roundtable.analysis.scanning import QuickScan, ScanResult
from roundtable.engine.briefing import Amendment, Ask, Spending, Spoken, Task
from roundtable.engine.inputs import WrittenDocument
from roundtable.engine.place import Place
from roundtable.facts import AnyFact
from roundtable.facts.record import Named, Record
from roundtable.language.acts import Act

SayKind = Literal[
    "greeting", "transition", "announcement", "header", "question", "draft",
    "acknowledgement", "contribution", "notice", "synthesis", "summary",
]  # fmt: skip


class Event(Named):
    at: str


class SessionOpened(Event):
    slug: str
    mode: Literal["steps", "conversation"]
    mind: str
    resumed: bool


class Said(Event):
    """Somebody at the table, or the table itself (no persona), said something."""

    persona: str | None = None
    name: str = ""
    role: str = ""
    say: SayKind
    text: str


class MenuOption(Record):
    key: str
    label: str


class MenuShown(Event):
    place: Literal["step", "phase", "final"]
    options: tuple[MenuOption, ...]
    text: str


class DocumentsWritten(Event):
    written: tuple[WrittenDocument, ...]


class InputRefused(Event):
    """What was typed is not possible here; nothing changed."""

    text: str
    reason: str


class Heard(Event):
    """The person said this; `keep` makes it a turn of the analysis, from which facts may come."""

    text: str
    question: str = ""
    step_id: str | None = None
    persona: str | None = None
    keep: bool = True
    acts: tuple[Act, ...] = ()  # what they did with it


class FactsRecorded(Event):
    facts: tuple[AnyFact, ...] = ()
    confirmed: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    amended: tuple[Amendment, ...] = ()
    none_of: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    turn: int | None = None
    apart: bool = False  # they came of no turn of the person's, and can be taken back by themselves


class DocumentsRead(Event):
    """What people wrote into documents, here or elsewhere, and the topics that count as covered because they say so."""

    facts: tuple[AnyFact, ...] = ()
    covered: tuple[str, ...] = ()


class TextsHashed(Event):
    """What tells our text from theirs: document -> piece -> hash, as far as it changed; empty for a piece that is gone."""

    documents: dict[str, dict[str, str]]


_KEPT_OF_A_SCAN: Final[dict[str, Any]] = {
    **dict.fromkeys(("description", "scope", "file_count", "complexity", "confidence", "total_files"), True),
    "files": {"__all__": {"path", "score", "reasons", "kind"}},
    "impact": {"direct"},
    "suggested": True,
}


class ScanTaken(Event):
    scan: ScanResult

    @field_serializer("scan")
    def _what_is_kept(self, scan: ScanResult) -> dict[str, Any]:
        """The code is asked again after every answer: the journal keeps which files it pointed to and why, not every line."""
        return scan.model_dump(mode="json", include=_KEPT_OF_A_SCAN)


class QuickScanRead(Event):
    quick_scan: QuickScan


class QuestionAsked(Event):
    """A question was put. Only an interruption brings it again."""

    ask: Ask


class QuestionsSettled(Event):
    """These questions need no asking: the answer is known."""

    texts: tuple[str, ...]


class Noted(Event):
    """A line for the journal that is not shown."""

    text: str


class Spent(Event):
    spending: Spending


class Looked(Event):
    """Whoever thinks has looked at these lines of the code, and may cite them from now on."""

    lines: tuple[str, ...]


class PlaceTaken(Event):
    place: Place


class PhaseEntered(Event):
    phase_key: str
    depth: Depth


class DepthChanged(Event):
    phase_key: str
    depth: Depth


class StepRecorded(Event):
    """A step's documents are written, and it counts as done."""

    step_id: str


class StepsSkipped(Event):
    step_ids: tuple[str, ...]


class StepPassed(Event):
    """A step does not run now: a dependency is missing, or its condition says so."""

    step_id: str
    reason: str


class PhaseRecorded(Event):
    phase_key: str


class Reset(Event):
    """A finished item is analysed anew: progress is cleared, facts stay."""


class TopicsMoved(Event):
    """Topics are covered (and stand for their steps), were declined, or are open again after an undo."""

    covered: tuple[str, ...]  # all topics that are covered now
    steps: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()


class Undone(Event):
    """The latest change was taken back; the words stay in the journal."""


class DiscussionMoved(Event):
    """A discussion went on: somebody spoke, was silent, or the count changed."""

    spoken: Spoken | None = None
    turns: int
    silent_rounds: int = 0

    @property
    def is_persons(self) -> bool:
        return self.spoken is not None and self.spoken.persona is None


class DiscussionClosed(Event):
    discussion: Discussion
    personas: tuple[str, ...]
    again: bool = False  # the session was cut off while it closed this one, and closes it once more


class ThinkingWanted(Event):
    """The mind's turn. The briefing is made from the state (`engine.brief`), so the journal stays small."""

    task: Task


class DocumentsDue(Event):
    names: tuple[str, ...]  # output names as step files give them
    insights: Discussion | None = None  # set when only the insights of a discussion are appended
    final: bool = False  # the analysis is finished: status Complete
    early: bool = False  # the conversation ended early: status Draft, gaps named, confidence Low


class ProgressDue(Event):
    """meta.json (and, after a phase, the backlog marker) must be on disk before anything else happens."""

    phase_done: str | None = None
    closed: str | None = None  # the reason, when the item is closed as not to be built
    evidence: str | None = None


class Awaited(Event):
    """The person's turn; `before` is what is due as soon as they agree."""

    what: Literal["answer", "menu", "confirm", "message"]
    before: DocumentsDue | ProgressDue | None = None


class CrossCheckDue(Event):
    """What is on disk after the last write must be checked before the analysis is called complete."""


class Ended(Event):
    status: Literal["completed", "paused", "declined"]
    reason: str = ""
    failed: bool = False  # a write failed: the process exits with 3


_Shown = SessionOpened | Said | MenuShown | DocumentsWritten | InputRefused
_Known = Heard | FactsRecorded | DocumentsRead | TextsHashed | ScanTaken | QuickScanRead
_Noted = QuestionAsked | QuestionsSettled | Noted | Spent | Looked
_Moved = PlaceTaken | PhaseEntered | DepthChanged | StepRecorded | StepsSkipped | StepPassed | PhaseRecorded
_Turned = Reset | TopicsMoved | Undone | DiscussionMoved | DiscussionClosed
Request = Awaited | ThinkingWanted | DocumentsDue | ProgressDue | CrossCheckDue | Ended
AnyEvent = Annotated[_Shown | _Known | _Noted | _Moved | _Turned | Request, Field(discriminator="kind")]
