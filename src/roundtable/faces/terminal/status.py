"""The status line: item, phase, step, depth, saved; as much of it as fits."""

from typing import Final

from roundtable.analysis.phases import PHASES
from roundtable.engine.place import AtMenu, InDiscussion, InStep
from roundtable.engine.state import SessionState
from roundtable.faces.terminal.width import cut, width_of

__all__ = ["fitted", "status_parts"]

_LEAST: Final = 12
"""Columns of the item's name that are worth showing."""


def status_parts(state: SessionState) -> tuple[str, ...]:
    """Where one is, at a glance; the item first, then what matters most to least."""
    place = state.place
    parts = [state.slug]
    if state.mode == "steps":
        phase = next((phase for phase in PHASES if phase.key == state.phase_key), None)
        if phase is not None:
            parts.append(phase.name)
        if isinstance(place, InStep | AtMenu | InDiscussion):
            parts.append(f"step {place.step_id}")
        if isinstance(place, InDiscussion):
            parts.append(f"discussion {place.turns}/{place.max_turns}")
        parts.append(state.depth.value)
    return (*parts, "saved", "? for help")


def fitted(parts: tuple[str, ...], room: int, separator: str = " · ") -> str:
    """The parts in one line: the item's name is shortened first, then parts are left out from the middle."""
    shown = list(parts)
    while True:
        rest = width_of(separator.join(["", *shown[1:]]))
        left = room - rest
        if left >= min(_LEAST, width_of(shown[0])) or len(shown) == 1:
            return separator.join([cut(shown[0], max(left, 1)), *shown[1:]])
        if len(shown) <= 3:
            return cut(separator.join(shown[1:]), room)
        del shown[-3 if len(shown) > 4 else 1]
