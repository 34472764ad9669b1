"""What can happen to a session: imperative, each with the time at which it happened.

`decide` answers every one of them. Time, scan results and the outcome of writes arrive here; the engine asks for nothing.
"""

from typing import Literal

from roundtable.analysis.quick_scan import QuickScan
from roundtable.analysis.scanning import ScanResult
from roundtable.engine.briefing import Thought
from roundtable.facts.record import Record


class Begin(Record):
    """Start, or come back to, the session."""

    kind: Literal["begin"] = "begin"
    at: str


class Hear(Record):
    """The person typed this."""

    kind: Literal["hear"] = "hear"
    at: str
    text: str


class TakeThought(Record):
    """The mind answered."""

    kind: Literal["take_thought"] = "take_thought"
    at: str
    thought: Thought


class TakeScan(Record):
    """The scan that ran beside the conversation is done."""

    kind: Literal["take_scan"] = "take_scan"
    at: str
    scan: ScanResult


class WrittenDocument(Record):
    """One document on disk."""

    path: str
    """Relative to the repository."""
    action: Literal["created", "updated", "unchanged"]
    section: str = ""
    summary: str = ""


class NoteDocuments(Record):
    """The documents that were due are on disk, or one of them could not be written."""

    kind: Literal["note_documents"] = "note_documents"
    at: str
    written: tuple[WrittenDocument, ...] = ()
    notices: tuple[str, ...] = ()
    quick_scan: QuickScan | None = None
    """What quick-scan.md says now, when it was among them."""
    failure: str = ""


class NoteProgress(Record):
    """meta.json is on disk, or could not be written."""

    kind: Literal["note_progress"] = "note_progress"
    at: str
    failure: str = ""


class NoteCrossCheck(Record):
    """The documents on disk were checked, each by itself and against the others."""

    kind: Literal["note_cross_check"] = "note_cross_check"
    at: str
    corrected: tuple[str, ...] = ()
    """What the documents said against each other, and no longer will when they are written once more."""
    left: tuple[str, ...] = ()
    """What could not be corrected: known issues."""
    errors: int = 0
    """Findings of severity error over all that is on disk."""
    notices: tuple[str, ...] = ()


class Pause(Record):
    """End of input, or Ctrl-C."""

    kind: Literal["pause"] = "pause"
    at: str


Input = Begin | Hear | TakeThought | TakeScan | NoteDocuments | NoteProgress | NoteCrossCheck | Pause
Outcome = Hear | TakeThought | NoteDocuments | NoteProgress | NoteCrossCheck
"""What the handler of a place can receive."""
