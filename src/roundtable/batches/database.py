"""The engine's database: an SQLite file in the repository, or PostgreSQL when one machine is not enough.

Every repository is an application of its own in it, so that several can share one PostgreSQL. What is stored is JSON.
"""

import hashlib
import importlib.util
import re
import sqlite3
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from roundtable.analysis.secrets import mask
from roundtable.errors import CannotDoHere, WrongUse
from roundtable.stores.paths import Places, private_folder
from roundtable.stores.repo import origin_of

if TYPE_CHECKING:
    from dbos import DBOSClient, DBOSConfig
    from sqlalchemy import Connection

_VERSION: Final = "1"
"""Of the workflows. Work that was begun under another one is left to workers of that version."""
_POLL: Final = 0.25
_PATIENCE: Final = 30.0  # seconds to wait while somebody else writes to the file
_URL: Final = re.compile(r"postgres(?:ql)?(?:\+\w+)?://\S+")
_SUBSECONDS_SINCE: Final = (3, 42)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a provider can take from all workers together."""

    at_once: int | None = None
    rate: int | None = None  # requests in a period
    period: float = 60.0


def missing_extra() -> str:
    """How to get the engine; empty when it is there."""
    found = importlib.util.find_spec("dbos") is not None
    return "" if found else 'Batches need an extra: pip install "roundtable-analyst[durable]".'


def database_url(places: Places, given: str | None) -> str:
    """Where the queue is kept: as given, or a file in the repository's own folder."""
    if missing := missing_extra():
        raise WrongUse(missing)
    if given is None:
        return f"sqlite:///{private_folder(places, 'queue') / 'queue.sqlite'}"
    if given.startswith("sqlite:///") or _URL.fullmatch(given):
        return given
    raise WrongUse("--database takes sqlite:///PATH or postgresql://USER@HOST/NAME.")


def application_of(places: Places) -> str:
    """The name of a repository in the database: the same in every clone, and without one its place on this disk."""
    known = origin_of(places.root) or str(places.root)
    return f"roundtable-{hashlib.sha256(known.encode()).hexdigest()[:12]}"


def queue_of(application: str, provider: str) -> str:
    """Items that wait for a provider. Each asks one thing at a time, so its limit is that of requests at the same time."""
    return f"{application}/{provider}"


def permits_of(application: str, provider: str) -> str:
    """Permissions to send one request."""
    return f"{application}/{provider}/requests"


def engine_config(url: str, application: str, executor: str) -> "DBOSConfig":
    from dbos import DBOSPortableJSONSerializer

    mend_sqlite()
    mend_events()
    return {
        "name": application,
        "system_database_url": url,
        "executor_id": executor,
        "application_version": f"{application}/{_VERSION}",  # two applications in a database may not share one
        "serializer": DBOSPortableJSONSerializer(),
        "enable_otlp": False,
        "console_log_level": "CRITICAL",
        "log_level": "CRITICAL",
        "scheduler_polling_interval_sec": 3600.0,
    }


def open_client(url: str, application: str) -> "DBOSClient":
    """What puts items into the queue and looks at them; the tables are made where they are missing."""
    import logging

    import dbos

    mend_sqlite()
    logging.getLogger("dbos").setLevel(logging.CRITICAL)
    try:
        dbos.DBOS.migrate(url)
        return dbos.DBOSClient(
            system_database_url=url,
            serializer=dbos.DBOSPortableJSONSerializer(),
            application_name=application,
        )
    except Exception as error:  # whatever the driver raises: an address, a password, a file system
        raise unusable(error) from error


def unusable(error: Exception) -> CannotDoHere:
    """One sentence about a database, without its password."""
    reason = mask(" ".join(str(error).split()))[:200]
    return CannotDoHere(f"The database of the queue cannot be used ({reason}).")


@contextmanager
def transaction(url: str) -> "Generator[Connection]":
    """Everything that is done with it, or nothing."""
    import sqlalchemy as sa

    mend_sqlite()
    address = sa.make_url(url)
    is_file = address.drivername.startswith("sqlite")
    engine = sa.create_engine(
        address if is_file else address.set(drivername="postgresql+psycopg"),
        connect_args={"timeout": _PATIENCE} if is_file else {},
    )
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def register_queues(client: "DBOSClient", application: str, provider: str, limits: Limits) -> None:
    """Make the queues of a provider, or give them other limits. Workers hear of it by themselves."""
    client.register_queue(
        queue_of(application, provider),
        worker_concurrency=1,
        global_concurrency=limits.at_once,
        polling_interval_sec=_POLL,
        on_conflict="always_update",
    )
    if limits.rate is not None:
        client.register_queue(
            permits_of(application, provider),
            limiter={"limit": limits.rate, "period": limits.period},
            polling_interval_sec=_POLL,
            on_conflict="always_update",
        )


@cache
def mend_events() -> None:
    """An event waits for a database that is away, as everything else of the engine does; from a step, it was forgotten."""
    from dbos._sys_db import SystemDatabase, db_retry

    SystemDatabase.set_event_from_step = db_retry()(SystemDatabase.set_event_from_step)


@cache
def mend_sqlite() -> None:
    """Transactions that begin when they begin; and the time in milliseconds, which the SQLite of Debian 12 does not know."""
    import sqlalchemy as sa
    from sqlalchemy import event

    def now(_subsec: str) -> float:
        return time.time()

    def on_connect(connection: Any, _record: Any) -> None:
        if not isinstance(connection, sqlite3.Connection):
            return
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        if sqlite3.sqlite_version_info < _SUBSECONDS_SINCE:
            connection.create_function("unixepoch", 1, now)

    def on_begin(connection: sa.Connection) -> None:
        # Python begins a transaction with the first write: two workers could count what is running, and both begin one more.
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(sa.Engine, "connect", on_connect)
    event.listen(sa.Engine, "begin", on_begin)
