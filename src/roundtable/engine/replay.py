"""A journal read again: the state it leads to, with the analysis before each of the latest turns in it.

Lines that cannot be read are passed over. Whoever uses the result compares it with the saved facts first: a journal that was
cut, merged or edited must not bring back anything.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import TypeAdapter

from roundtable.engine.events import AnyEvent
from roundtable.engine.fold import fold
from roundtable.engine.state import SessionState

_EVENT: Final[TypeAdapter[AnyEvent]] = TypeAdapter(AnyEvent)
_PASSED_OVER: Final = frozenset(
    {"scan_taken", "said", "texts_hashed", "noted", "menu_shown", "thinking_wanted"}
)
"""What leaves no trace in what is known, and is most of a journal."""


def replayed(start: SessionState, journal: Iterable[Mapping[str, Any]]) -> SessionState:
    """The state that the journal leads to."""
    for line in journal:
        if line.get("kind") in _PASSED_OVER:
            continue
        try:
            event = _EVENT.validate_python({key: value for key, value in line.items() if key != "v"})
            start = fold(start, event)
        except (ValueError, TypeError, RecursionError):
            continue
    return start
