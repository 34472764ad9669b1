"""Lines of a stream, read beside the event loop.

UTF-8 whatever the locale says; what is no UTF-8 is replaced, never fatal. Nothing here can fill the memory: of a line
without end only the first part is kept.
"""

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Final, TextIO

LONGEST_LINE: Final = 8 * 1024 * 1024
"""Bytes. A longer line comes out cut behind this length, so that a face can tell and refuse it."""
_PIECE: Final = 64 * 1024


async def lines_of(stream: TextIO, *, longest: int = LONGEST_LINE) -> AsyncIterator[str]:
    """The lines as they come, without their ends; a last line without an end counts.

    A daemon thread reads them, because nothing can interrupt a blocked read: on Ctrl-C the process must be able to leave.
    """
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[str | None] = asyncio.Queue()

    def hand_over(line: str | None) -> None:
        with suppress(RuntimeError):  # the loop is gone: nobody waits for the line any more
            loop.call_soon_threadsafe(arrived.put_nowait, line)

    def read() -> None:
        with suppress(OSError, ValueError):
            for line in _lines(stream, longest):
                hand_over(line)
        hand_over(None)

    threading.Thread(target=read, daemon=True, name="input").start()
    while (line := await arrived.get()) is not None:
        yield line


def storable(text: str) -> str:
    """The text without halves of characters, which no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def is_too_long(line: str, longest: int = LONGEST_LINE) -> bool:
    """Whether only the beginning of a line was kept."""
    return len(line) > longest // 4 and len(line.encode("utf-8", "replace")) > longest


def _lines(stream: TextIO, longest: int) -> Iterator[str]:
    descriptor = _descriptor(stream)
    if descriptor is None:
        for line in stream:
            yield storable(line.rstrip("\r\n"))
        return
    is_first = True
    for raw in _raw_lines(descriptor, longest):
        line = raw.decode("utf-8", "replace").rstrip("\r")
        yield line.removeprefix("\ufeff") if is_first else line
        is_first = False


def _descriptor(stream: TextIO) -> int | None:
    """Where the bytes come from; none for a stream in memory, and for the console of Windows, which is not made of bytes.

    Reading the descriptor itself keeps Python's lock on the stream free: a thread that is blocked while holding it would
    stop the process from ending.
    """
    with suppress(OSError, ValueError, AttributeError):
        return None if os.name == "nt" and stream.isatty() else stream.fileno()


def _raw_lines(descriptor: int, longest: int) -> Iterator[bytes]:
    kept = bytearray()
    while piece := os.read(descriptor, _PIECE):
        *ended, rest = piece.split(b"\n")
        for end in ended:
            kept += end[: longest + 1 - len(kept)]
            yield bytes(kept)
            kept.clear()
        kept += rest[: longest + 1 - len(kept)]
    if kept:
        yield bytes(kept)
