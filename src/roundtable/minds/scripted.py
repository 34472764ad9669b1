"""A mind that plays prepared thoughts: for tests, demonstrations and replays.

It ships with the product, so every part that takes a mind can be driven without guessing what a mind would say. Each
briefing it was given is kept, so that one can look at what it was told.
"""

from collections.abc import Iterable

from roundtable.engine.briefing import Briefing, Thought
from roundtable.ports import Mind

__all__ = ["Scripted"]


class Scripted:
    """Plays `thoughts` in order; when they are used up, `then` thinks, or there is nothing to say."""

    name = "scripted"

    def __init__(self, thoughts: Iterable[Thought], then: Mind | None = None) -> None:
        self._left = list(thoughts)
        self._then = then
        self.briefings: list[Briefing] = []

    async def think(self, briefing: Briefing) -> Thought:
        """The next prepared thought."""
        self.briefings.append(briefing)
        if self._left:
            return self._left.pop(0)
        return await self._then.think(briefing) if self._then is not None else Thought()
