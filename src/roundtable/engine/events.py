"""What happened in a session: past tense, saved to the journal before anybody sees it.

Each `decide` ends with exactly one *request*: `Awaited` (the person), `ThinkingWanted` (the mind), `DocumentsDue` and
`ProgressDue` (the store) or `Ended`. Nothing more happens until it is answered.

Elsewhere: what an event does to the state (`fold`), how faces show it (`roundtable.faces`).
"""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, field_serializer

from roundtable.analysis.analysis import Discussion
from roundtable.analysis.phases import Depth
from roundtable.analysis.quick_scan import QuickScan
from roundtable.analysis.scanning import ScanResult
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
    """What every event has."""

    at: str


# -- shown to the person -----------------------------------------------------------------------------------------------


class SessionOpened(Event):
    """The table is set."""

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
    """One choice of a menu."""

    key: str
    label: str


class MenuShown(Event):
    """A menu is on the screen."""

    place: Literal["step", "phase", "final"]
    options: tuple[MenuOption, ...]
    text: str


class DocumentsWritten(Event):
    """Documents are on disk."""

    written: tuple[WrittenDocument, ...]


class InputRefused(Event):
    """What was typed is not possible here; nothing changed."""

    text: str
    reason: str


# -- what the session knows --------------------------------------------------------------------------------------------


class Heard(Event):
    """The person said this; `keep` makes it a turn of the analysis, from which facts may come."""

    text: str
    question: str = ""
    step_id: str | None = None
    persona: str | None = None
    keep: bool = True
    acts: tuple[Act, ...] = ()
    """What they did with it."""


class FactsRecorded(Event):
    """Facts were taken in, confirmed, taken back or amended."""

    facts: tuple[AnyFact, ...] = ()
    confirmed: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    amended: tuple[Amendment, ...] = ()
    none_of: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    turn: int | None = None
    apart: bool = False
    """They came of no turn of the person's, and can be taken back by themselves."""


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
    """The scan is at hand."""

    scan: ScanResult

    @field_serializer("scan")
    def _what_is_kept(self, scan: ScanResult) -> dict[str, Any]:
        """The code is asked again after every answer: the journal keeps which files it pointed to and why, not every line."""
        return scan.model_dump(mode="json", include=_KEPT_OF_A_SCAN)


class QuickScanRead(Event):
    """quick-scan.md was written and says this about the size of the change."""

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
    """A model was asked, and this is what it cost."""

    spending: Spending


# -- where the session is ----------------------------------------------------------------------------------------------


class PlaceTaken(Event):
    """The session is now at this place."""

    place: Place


class PhaseEntered(Event):
    """A phase began, or was come back to."""

    phase_key: str
    depth: Depth


class DepthChanged(Event):
    """The person asked for more or less depth in this phase."""

    phase_key: str
    depth: Depth


class StepRecorded(Event):
    """A step's documents are written, and it counts as done."""

    step_id: str


class StepsSkipped(Event):
    """The person left these steps out."""

    step_ids: tuple[str, ...]


class StepPassed(Event):
    """A step does not run now: a dependency is missing, or its condition says so."""

    step_id: str
    reason: str


class PhaseRecorded(Event):
    """A phase is complete."""

    phase_key: str


class BoundaryReached(Event):
    """Between two phases."""

    phase_key: str


class Reset(Event):
    """A finished item is analysed anew: progress is cleared, facts stay."""


class TopicsMoved(Event):
    """Topics are covered (and stand for their steps), were declined, or are open again after an undo."""

    covered: tuple[str, ...]
    """All topics that are covered now."""
    steps: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()


class Undone(Event):
    """The latest change was taken back; the words stay in the journal."""


class DiscussionMoved(Event):
    """A discussion went on: somebody spoke, was silent, or the count changed."""

    spoken: Spoken | None = None
    turns: int
    silent_rounds: int = 0


class DiscussionClosed(Event):
    """A discussion was synthesised."""

    discussion: Discussion
    personas: tuple[str, ...]
    again: bool = False
    """The session was cut off while it closed this one, and closes it once more."""


# -- requests ----------------------------------------------------------------------------------------------------------


class ThinkingWanted(Event):
    """The mind's turn. The briefing is made from the state (`engine.brief`), so the journal stays small."""

    task: Task


class DocumentsDue(Event):
    """These documents must be on disk before anything else happens."""

    names: tuple[str, ...]
    """Output names as step files give them."""
    insights: Discussion | None = None
    """Set when only the insights of a discussion are appended."""
    final: bool = False
    """The analysis is finished: status Complete."""
    early: bool = False
    """The conversation ended early: status Draft, gaps named, confidence Low."""


class ProgressDue(Event):
    """meta.json (and, after a phase, the backlog marker) must be on disk before anything else happens."""

    phase_done: str | None = None
    closed: str | None = None
    """The reason, when the item is closed as not to be built."""
    evidence: str | None = None


class Awaited(Event):
    """The person's turn; `before` is what is due as soon as they agree."""

    what: Literal["answer", "menu", "confirm", "message"]
    before: DocumentsDue | ProgressDue | None = None


class CrossCheckDue(Event):
    """What is on disk after the last write must be checked before the analysis is called complete."""


class Ended(Event):
    """The session is over for now."""

    status: Literal["completed", "paused", "declined"]
    reason: str = ""
    failed: bool = False
    """A write failed: the process exits with 3."""


_Shown = SessionOpened | Said | MenuShown | DocumentsWritten | InputRefused
_Known = Heard | FactsRecorded | DocumentsRead | TextsHashed | ScanTaken | QuickScanRead
_Noted = QuestionAsked | QuestionsSettled | Noted | Spent
_Moved = PlaceTaken | PhaseEntered | DepthChanged | StepRecorded | StepsSkipped | StepPassed | PhaseRecorded
_Turned = BoundaryReached | Reset | TopicsMoved | Undone | DiscussionMoved | DiscussionClosed
Request = Awaited | ThinkingWanted | DocumentsDue | ProgressDue | CrossCheckDue | Ended
AnyEvent = Annotated[_Shown | _Known | _Noted | _Moved | _Turned | Request, Field(discriminator="kind")]
