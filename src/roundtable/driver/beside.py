"""Work beside the conversation, in a thread that nobody has to wait for."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


async def beside(work: Callable[[], T]) -> T:
    """In a daemon thread: whoever pauses while the code is being read does not wait until it has been."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()  # whoever no longer waits for it does not stop it

    def run() -> None:
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)  # for the waiting task, which decides what a failure means

    threading.Thread(target=run, daemon=True, name="scan").start()
    return await asyncio.wrap_future(done)
