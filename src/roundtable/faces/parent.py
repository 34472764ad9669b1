"""A session that a program drives ends with that program.

Whoever kills the launcher that started us (`uv run`, a shell, an editor's helper) expects nobody to go on writing behind its
back, least of all into a folder that it is about to remove. Dying at once is safe: every write is whole or not there.
"""

import asyncio
import os
import select
import threading
import time
from typing import Final

_PAUSE: Final = 0.2  # seconds between two looks where the system cannot tell us
_GONE: Final = 0
_BREATH: Final = 0.03
"""Seconds between a line and the first thing written because of it. A program that sends its last line and kills us in the same
breath (a test driver, say) must not find us half-way through a write. Thinking usually takes as long, and then nobody waits."""


def end_with_parent() -> None:
    """Watch the process that started this one, and leave as soon as it is gone."""
    parent = os.getppid()
    if parent > 1:
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


class Breath:
    """The time that a line needs to become an answer that may be written down.

    Whoever sent it may be gone the next moment, and that should be noticed first. Thinking goes on meanwhile.
    """

    def __init__(self) -> None:
        self._until = 0.0

    def begin(self) -> None:
        self._until = time.monotonic() + _BREATH

    async def end(self) -> None:
        """Wait for what is left of the time, if anything is."""
        left = self._until - time.monotonic()
        if left > 0:
            await asyncio.sleep(left)


def _watch(parent: int) -> None:
    opened = getattr(os, "pidfd_open", None)
    try:
        handle = opened(parent) if opened is not None else None
    except OSError:
        handle = None
    if handle is not None and os.getppid() == parent:
        select.select([handle], [], [])
    while os.getppid() == parent:
        time.sleep(_PAUSE)
    os._exit(_GONE)
