"""Who is at work: every worker holds a lock for as long as it lives, and nobody has to send signs of life.

On one machine the lock is the operating system's, in PostgreSQL the server's; both let go by themselves when a process is
killed, its machine is gone, or the connection breaks. Whoever can take the lock of a worker knows that the worker is dead.
"""

import hashlib
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from roundtable.errors import CannotDoHere
from roundtable.stores.locks import try_lock_file

_MOST_WORKERS: Final = 10_000


def presence_in(url: str, application: str) -> "Presence":
    if url.startswith("sqlite:///"):
        return _Files(Path(f"{url.removeprefix('sqlite:///')}-workers"))
    return _Advisory(url, application)


def take_seat(presence: "Presence") -> str:
    """The first free name. Names come again, so that work which a dead worker of that name left is found at once."""
    for number in range(1, _MOST_WORKERS):
        worker = f"worker-{number}"
        if presence.take(worker):
            return worker
    raise CannotDoHere(f"More than {_MOST_WORKERS} workers are at work already.")


@contextmanager
def if_dead(presence: "Presence", worker: str) -> Generator[bool]:
    """Whether a worker is gone; its name stays ours meanwhile, so that nobody else buries it too."""
    is_dead = presence.take(worker)
    try:
        yield is_dead
    finally:
        if is_dead:
            presence.let_go(worker)


class _Files:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[str, Any] = {}

    def take(self, worker: str) -> bool:
        """Hold a worker's lock until this process ends; false when somebody does."""
        self._folder.mkdir(parents=True, exist_ok=True)
        lock = try_lock_file(self._folder / f"{worker}.lock")
        if lock is None:
            return False
        self._held[worker] = lock
        return True

    def is_held(self, worker: str) -> bool:
        """Whether what was taken is still ours."""
        return worker in self._held

    def let_go(self, worker: str) -> None:
        self._held.pop(worker).close()


class _Advisory:
    """PostgreSQL's own locks for programs, on a connection of their own."""

    def __init__(self, url: str, application: str) -> None:
        import psycopg
        import sqlalchemy as sa

        plain = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        # A machine that vanished is noticed after half a minute, on both sides.
        alive = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4}
        self._connect = lambda: psycopg.connect(plain, autocommit=True, **alive)  # pyright: ignore[reportArgumentType]
        self._connection = self._connect()
        with suppress(psycopg.Error):
            self._connection.execute("SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5")
        self._application = application
        self._failures = psycopg.Error

    def take(self, worker: str) -> bool:
        row = self._connection.execute("SELECT pg_try_advisory_lock(%s)", (self._key(worker),)).fetchone()
        return bool(row and row[0])

    def is_held(self, worker: str) -> bool:
        """A connection that broke took the lock with it; it is ours again if nobody was faster."""
        try:
            self._connection.execute("SELECT 1")
        except self._failures:
            try:
                self._connection = self._connect()
                return self.take(worker)
            except self._failures:
                return False
        return True

    def let_go(self, worker: str) -> None:
        self._connection.execute("SELECT pg_advisory_unlock(%s)", (self._key(worker),))

    def _key(self, worker: str) -> int:
        digest = hashlib.sha256(f"{self._application}/{worker}".encode()).digest()
        return int.from_bytes(digest[:8], "big", signed=True)


Presence = _Files | _Advisory
