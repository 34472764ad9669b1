"""What can happen to a session: imperative, each with the time at which it happened.

`decide` answers every one of them. Time, scan results and the outcome of writes arrive here; the engine asks for nothing.
"""

from typing import Literal

from roundtable.analysis.scanning import QuickScan, ScanResult
from roundtable.engine.briefing import Thought
from roundtable.facts.record import Named, Record


class _Input(Named):
    at: str


class Begin(_Input):
    """Start, or come back to, the session."""


class AskFirst(_Input):
    """Something is due on an item of somebody else's before anything was said: the person is asked whether to go on."""


class Hear(_Input):
    text: str


class TakeThought(_Input):
    thought: Thought


class TakeScan(_Input):
    scan: ScanResult


class WrittenDocument(Record):
    path: str  # relative to the repository
    action: Literal["created", "updated", "unchanged"]
    section: str = ""
    summary: str = ""


class NoteDocuments(_Input):
    """The documents that were due are on disk, or one of them could not be written."""

    written: tuple[WrittenDocument, ...] = ()
    notices: tuple[str, ...] = ()
    quick_scan: QuickScan | None = None  # what quick-scan.md says now, when it was among them
    failure: str = ""


class NoteProgress(_Input):
    """meta.json is on disk, or could not be written."""

    failure: str = ""


class NoteCrossCheck(_Input):
    """The documents on disk were checked, each by itself and against the others."""

    corrected: tuple[str, ...] = ()
    """What the documents said against each other, and no longer will when they are written once more."""
    left: tuple[str, ...] = ()  # what could not be corrected: known issues
    errors: int = 0  # findings of severity error over all that is on disk
    notices: tuple[str, ...] = ()


class Pause(_Input):
    """End of input, or Ctrl-C."""


Outcome = Hear | TakeThought | NoteDocuments | NoteProgress | NoteCrossCheck
"""What the handler of a place can receive."""
Input = Begin | AskFirst | TakeScan | Pause | Outcome
