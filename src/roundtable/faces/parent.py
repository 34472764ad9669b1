"""A session that a program drives ends with that program.

Whoever kills the launcher that started us (`uv run`, a shell, an editor's helper) expects nobody to go on writing behind its
back, least of all into a folder that it is about to remove. Dying at once is safe: every write is whole or not there.
"""

import os
import select
import threading
import time
from typing import Final

__all__ = ["end_with_parent"]

_PAUSE: Final = 0.2
"""Seconds between two looks where the system cannot tell us."""
_GONE: Final = 0


def end_with_parent() -> None:
    """Watch the process that started this one, and leave as soon as it is gone."""
    parent = os.getppid()
    if parent > 1:
        threading.Thread(target=_watch, args=(parent,), name="parent", daemon=True).start()


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
