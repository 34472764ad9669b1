"""A journal read again: what the analysis was before each of the latest turns, so that undo outlives a session.

Only events that touch the facts are replayed; lines that cannot be read are passed over. Whoever uses the result compares
it with the saved facts first: a journal that was cut, merged or edited must not bring back anything.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from roundtable.analysis.analysis import Analysis
from roundtable.engine.events import AnyEvent
from roundtable.engine.fold import fold
from roundtable.engine.state import SessionState

_EVENT: Final[TypeAdapter[AnyEvent]] = TypeAdapter(AnyEvent)
_ABOUT_FACTS: Final = frozenset(
    {
        "heard",
        "facts_recorded",
        "question_asked",
        "questions_settled",
        "documents_written",
        "discussion_closed",
    }
    | {"topics_moved", "undone"}
)


def before_each_turn(start: SessionState, journal: Iterable[Mapping[str, Any]]) -> tuple[Analysis, ...]:
    """The analysis before each of the latest turns, oldest first; nothing when the journal does not lead to `start`'s facts."""
    draft = tuple(turn for turn in start.analysis.turns if turn.number == 0)
    blank = Analysis(
        slug=start.analysis.slug,
        title=start.analysis.title,
        source=start.analysis.source,
        source_id=start.analysis.source_id,
        turns=draft,
    )
    state = start.model_copy(update={"analysis": blank, "past": ()})
    for line in journal:
        if line.get("kind") not in _ABOUT_FACTS:
            continue
        try:
            event = _EVENT.validate_python({key: value for key, value in line.items() if key != "v"})
        except ValidationError:
            continue
        state = fold(state, event)
    same = [fact.id for fact in state.analysis.facts] == [fact.id for fact in start.analysis.facts]
    return state.past if same else ()
