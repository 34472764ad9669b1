"""meta.json, when the engine asks for it."""

from roundtable.engine.events import ProgressDue
from roundtable.engine.inputs import NoteProgress
from roundtable.engine.state import Progress
from roundtable.errors import RoundtableError
from roundtable.ports import ItemStore


def save_progress(store: ItemStore, progress: Progress, due: ProgressDue, at: str) -> NoteProgress:
    try:
        store.save_progress(progress, phase_done=due.phase_done)
        if due.closed is not None:
            store.close(due.closed, due.evidence)
    except RoundtableError as error:
        return NoteProgress(at=at, failure=f"Failed to save progress to meta.json: {error}")
    return NoteProgress(at=at)
