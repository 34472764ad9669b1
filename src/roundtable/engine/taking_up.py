"""A session that was cut off is taken up at the request that was open: the state of that instant, and what was on the screen.

Called by `roundtable.sessions` for programs that hold sessions. They end without a word, and whoever they served has not left:
nobody is greeted, nothing is asked in other words, and a menu, a doubt or a discussion is still there. A person who left comes
back through `opening` instead.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from roundtable.engine import events
from roundtable.engine.fold import fold_all, parsed
from roundtable.engine.state import Progress, SessionState

_ALREADY_SAVED = (
    events.FactsRecorded, events.DocumentsRead, events.DocumentsWritten, events.Undone, events.Spent,
)  # fmt: skip
"""What these change is in the saved analysis."""


class CutOff(NamedTuple):
    state: SessionState
    """As it was, with the open request."""
    shown: Sequence[events.AnyEvent]
    """What happened since the person last had the word."""
    requests: int
    """How often somebody was asked for something."""


def cut_off(saved: SessionState, journal: Iterable[Mapping[str, Any]]) -> CutOff | None:
    """None where the last session ended, and where the journal does not lead to what was saved: it was torn, cut or merged."""
    lines = list(journal)
    opened = [at for at, line in enumerate(lines) if line.get("kind") == "session_opened"]
    told = parsed(lines[opened[-1] :]) if opened else None
    if not told or not isinstance(told[-1], events.Request) or isinstance(told[-1], events.Ended):
        return None
    state = fold_all(saved, (event for event in told if not isinstance(event, _ALREADY_SAVED)))
    is_same = isinstance(told[0], events.SessionOpened) and told[0].mode == saved.mode
    if not is_same or state.place != saved.place:
        return None
    waited = [at for at, event in enumerate(told[:-1]) if isinstance(event, events.Awaited)]
    kept = {"analysis": saved.analysis, "past": saved.past, "progress": _once(state.progress)}
    requests = sum(isinstance(event, events.Awaited | events.ThinkingWanted) for event in told)
    return CutOff(state.changed(**kept), told[waited[-1] + 1 :] if waited else told, requests)


def _once(progress: Progress) -> Progress:
    """Discussions that were in meta.json already are not told twice."""
    records = {record.get("timestamp"): record for record in progress.elaborations}
    return progress.changed(elaborations=tuple(records.values()))
