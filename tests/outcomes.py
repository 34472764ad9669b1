"""What becomes of the engine's requests where there is no disk: everything that is due is done at once."""

from collections.abc import Callable

from roundtable.engine.briefing import Briefing, Thought
from roundtable.engine.events import AnyEvent, CrossCheckDue, DocumentsDue, ProgressDue, ThinkingWanted
from roundtable.engine.inputs import (
    Input,
    NoteCrossCheck,
    NoteDocuments,
    NoteProgress,
    TakeThought,
    WrittenDocument,
)
from roundtable.engine.state import SessionState, brief

__all__ = ["outcome_of"]


def outcome_of(
    request: AnyEvent,
    state: SessionState,
    think: Callable[[Briefing], Thought],
    at: str,
    failure: str = "",
    found: NoteCrossCheck | None = None,
) -> Input | None:
    """The next input; none when it is the person's turn, or nobody's.

    `failure`: why meta.json cannot be written; `found`: what the check of the documents brings, nothing unless given.
    """
    match request:
        case ThinkingWanted():
            return TakeThought(at=at, thought=think(brief(state, request.task, at)))
        case DocumentsDue():
            written = tuple(
                WrittenDocument(
                    path=f"docs/requirements/{state.slug}/{name}",
                    action="updated" if name in state.analysis.written else "created",
                )
                for name in request.names
            )
            return NoteDocuments(at=at, written=written)
        case ProgressDue():
            return NoteProgress(at=at, failure=failure)
        case CrossCheckDue():
            return found or NoteCrossCheck(at=at)
        case _:
            return None
