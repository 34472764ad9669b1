"""One writer per item, and one at a time for what items share.

The lock is the operating system's, on a small file in `.roundtable/locks/`, so a process that crashes or is killed lets
go of it without anybody's help. The text in the file only names the holder for the sentence that a second process gets.

- `lock_item`: taken for a whole session or a change of one item; a second process is told at once (`ItemLocked`).
- `lock_backlog`: BACKLOG.md and the making of items; held for milliseconds, so others wait.

Whoever needs both takes the item first.
"""

import errno
import hashlib
import json
import os
import platform
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Final

from roundtable.analysis.json_text import json_object
from roundtable.analysis.meta import iso
from roundtable.errors import CannotDoHere, ItemLocked
from roundtable.stores.atomic import bytes_at, reason_of, sweep, writing
from roundtable.stores.paths import BACKLOG, PRIVATE, Places, private_folder

_PATIENCE: Final = 60.0
_LONGEST_NAME: Final = 150
_BUSY: Final = frozenset({errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK})

if sys.platform == "win32":
    import msvcrt

    # Windows locks bytes and keeps others from reading them: lock one far behind the text.
    _FAR: Final = 1 << 30

    def _try_lock(descriptor: int) -> None:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass(frozen=True, slots=True)
class Holder:
    pid: int
    host: str
    command: str
    since: str

    def __str__(self) -> str:
        here = "" if self.host == platform.node() else f" on {self.host}"
        return f"`{self.command}`, process {self.pid}{here}, since {self.since}"


@contextmanager
def lock_item(places: Places, folder: str, *, command: str, now: datetime) -> Generator[None]:
    """Be the only writer of an item, and sweep up what a killed one left in it."""
    places.item(folder)
    with _held(_lock_path(places, folder), folder, _me(command, now), patience=0.0):
        sweep(places.item(folder))
        yield


@contextmanager
def lock_backlog(
    places: Places, *, command: str, now: datetime, patience: float = _PATIENCE
) -> Generator[None]:
    """Be the only one who changes BACKLOG.md or makes, renames and deletes items. Waits its turn."""
    with _held(private_folder(places, "locks") / "backlog.lock", BACKLOG, _me(command, now), patience):
        yield


def holder_of_item(places: Places, folder: str) -> Holder | None:
    """Who writes an item at this moment, if anybody does. Looking changes nothing."""
    path = _lock_path(places, folder, make=False)
    try:
        descriptor = os.open(path, os.O_RDWR)
    except OSError:
        return None
    try:
        _try_lock(descriptor)
    except OSError:
        return _read_holder(path) or Holder(0, platform.node(), "another process", "just now")
    finally:
        os.close(descriptor)
    return None


def try_lock_file(path: Path) -> BinaryIO | None:
    """An open file that is locked until it is closed or this process ends; none when another process has it."""
    file = path.open("ab")
    try:
        _try_lock(file.fileno())
    except OSError:
        file.close()
        return None
    return file


@contextmanager
def _held(path: Path, what: str, me: Holder, patience: float) -> Generator[None]:
    with writing(f"{PRIVATE}/locks/{path.name}"):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _take(descriptor, path, what, patience)
        _note(descriptor, json.dumps(asdict(me), ensure_ascii=False).encode("utf-8", "backslashreplace"))
        try:
            yield
        finally:
            _note(descriptor, b"")
    finally:
        os.close(descriptor)


def _take(descriptor: int, path: Path, what: str, patience: float) -> None:
    deadline = time.monotonic() + patience
    pause = 0.001
    while True:
        try:
            _try_lock(descriptor)
        except OSError as error:
            if error.errno not in _BUSY:
                raise CannotDoHere(
                    f"This file system cannot lock {PRIVATE}/locks/{path.name} ({reason_of(error)}), "
                    "so two processes could overwrite each other; work on a local disk instead."
                ) from error
            if time.monotonic() >= deadline:
                raise ItemLocked(what, str(_read_holder(path) or "another process")) from error
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
        else:
            return


def _note(descriptor: int, text: bytes) -> None:
    """Write who holds the lock. A disk too full for that does not make the lock any weaker."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, text)


def _read_holder(path: Path) -> Holder | None:
    parts = json_object(bytes_at(path) or b"")
    if parts is None:
        return None
    pid = parts.get("pid")
    host, command, since = (str(parts.get(name, "")) for name in ("host", "command", "since"))
    return Holder(pid if isinstance(pid, int) else 0, host, command, since)


def _lock_path(places: Places, folder: str, *, make: bool = True) -> Path:
    data = folder.encode("utf-8", "surrogateescape")
    name = folder if len(data) <= _LONGEST_NAME else hashlib.sha256(data).hexdigest()[:32]
    locks = private_folder(places, "locks") if make else places.root / PRIVATE / "locks"
    return locks / f"item-{name}.lock"


def _me(command: str, now: datetime) -> Holder:
    return Holder(os.getpid(), platform.node(), command, iso(now))
