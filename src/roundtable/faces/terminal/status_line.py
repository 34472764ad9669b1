"""The status line: item, phase, step, depth, saved; as much of it as fits."""

from typing import Final, NamedTuple

from roundtable.analysis.phases import phase_of
from roundtable.engine.place import AtMenu, InDiscussion, InStep
from roundtable.engine.state import SessionState
from roundtable.faces.terminal.width import cut, width_of

_LEAST: Final = 12
"""Columns of the item's name that are worth showing."""


class Part(NamedTuple):
    """One piece of the line. Where room is short, the highest `rank` goes first."""

    text: str
    rank: int


def status_parts(state: SessionState) -> tuple[Part, ...]:
    """Where one is, at a glance; the item comes first."""
    place = state.place
    parts = [Part(state.slug, 0)]
    if state.mode == "steps":
        if (phase := phase_of(state.phase_key)) is not None:
            parts.append(Part(phase.name, 5))
        if isinstance(place, InStep | AtMenu | InDiscussion):
            parts.append(Part(f"step {place.step_id}", 2))
        if isinstance(place, InDiscussion):
            parts.append(Part(f"discussion {place.turns}/{place.max_turns}", 3))
        parts.append(Part(state.depth.value, 4))
    return (*parts, Part("saved", 3), Part("? for help", 1))


def fitted(parts: tuple[Part, ...], room: int, separator: str = " · ") -> str:
    """The parts in one line: the item's name is shortened first, then parts are left out."""
    shown = list(parts)
    while len(shown) > 1:
        left = room - width_of(separator.join(["", *(part.text for part in shown[1:])]))
        if left >= min(_LEAST, width_of(shown[0].text)):
            return separator.join([cut(shown[0].text, left), *(part.text for part in shown[1:])])
        shown.remove(max(shown[1:], key=lambda part: part.rank))
    return cut(shown[0].text, room)
