"""Lines of a stream, read beside the event loop."""

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import TextIO

__all__ = ["lines_of"]


async def lines_of(stream: TextIO) -> AsyncIterator[str]:
    """The lines as they come; a last line without an end counts.

    A daemon thread reads them, because nothing can interrupt a blocked read: on Ctrl-C the process must be able to leave.
    """
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[str | None] = asyncio.Queue()

    def hand_over(line: str | None) -> None:
        # The loop may be gone already: then nobody waits for the line any more.
        if not loop.is_closed():
            loop.call_soon_threadsafe(arrived.put_nowait, line)

    def read() -> None:
        try:
            for line in stream:
                hand_over(line)
        except (OSError, ValueError):
            pass
        hand_over(None)

    threading.Thread(target=read, daemon=True, name="input").start()
    while (line := await arrived.get()) is not None:
        yield line
