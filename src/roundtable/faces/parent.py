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

__all__ = ["end_with_parent", "settle"]

_PAUSE: Final = 0.2
"""Seconds between two looks where the system cannot tell us."""
_GONE: Final = 0
_BREATH: Final = 0.05
"""Seconds that a line waits before it is answered. A program that sends its last line and kills us in the same breath (a test
driver, say) must not find us half-way through a write; nobody notices the wait otherwise."""


def end_with_parent() -> None:
    """Watch the process that started this one, and leave as soon as it is gone."""
    parent = os.getppid()
    if parent > 1:
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


async def settle() -> None:
    """Take a breath before answering a line, so that the end of whoever sent it is noticed first."""
    await asyncio.sleep(_BREATH)


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
