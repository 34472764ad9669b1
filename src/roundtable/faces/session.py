"""A session as a face sees it: what it can be told, what it asks for, how it ended.

Every face drives the same session and builds none; the real one is `roundtable.driver.session.Session`.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from roundtable.engine.events import AnyEvent, Ended
from roundtable.engine.state import SessionState

__all__ = ["Session"]


class Session(Protocol):
    """What a face is handed. It says where events, remarks about waiting and streamed words go, then talks."""

    show: Callable[[Sequence[AnyEvent]], None]
    busy: Callable[[str], None]
    delta: Callable[[str], None]
    before_writing: Callable[[], Awaitable[None]]
    """Awaited before anything goes to the disk."""
    state: SessionState

    @property
    def awaiting(self) -> str | None:
        """What the person is asked for; none when the session is over."""
        ...

    @property
    def ended(self) -> Ended | None:
        """How it ended, once it has."""
        ...

    async def begin(self) -> None:
        """Open the session, or come back to it."""
        ...

    async def hear(self, text: str) -> None:
        """The person typed this."""
        ...

    async def pause(self) -> None:
        """End of input, or Ctrl-C: what was said is saved."""
        ...
