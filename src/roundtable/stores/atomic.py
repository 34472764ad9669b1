"""Writes that a crash cannot tear: beside, fsync, rename, fsync the folder.

Whatever happens, and whenever, the file is the old one or the new one. A failed write is tried once more and is then
one sentence (`WriteFailed`). What a killed process leaves behind is recognisable by name (`is_leftover`) and is swept up
by whoever holds the lock next.

A meta.json or analysis.json that no longer parses (a merge conflict, a disk error, another program) may still hold what
somebody needs: before the first write over it, its bytes go into `{name}.bak-{time}` beside it (`keep_copy`).

Where one may write at all is decided in `paths`, not here.
"""

import os
import re
import stat
from codecs import BOM_UTF8
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import Final

from roundtable.analysis.meta import iso
from roundtable.errors import CannotDoHere, WriteFailed

_ENDING: Final = ".roundtable-tmp"
_LEFTOVER: Final = re.compile(r"\..+\.[0-9]+-[0-9a-f]{8}\.roundtable-tmp")
_NEW_FILE: Final = (
    os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
_LONGEST_STEM: Final = 100


def replace_file(path: Path, data: bytes, shown: str, *, sync: bool = True) -> None:
    """Make `data` the content of `path`, all of it or not at all. `shown` is what people call the file.

    Whoever replaces several files in a folder says `sync=False` and calls `sync_folder` once behind the last one.
    """
    with writing(shown):
        try:
            _replace(path, data, sync=sync)
        except OSError:
            _replace(path, data, sync=sync)


def make_folder(path: Path, shown: str) -> None:
    if path.is_dir():
        return
    missing = [folder for folder in (path, *path.parents) if not folder.exists()]
    with writing(shown):
        path.mkdir(parents=True, exist_ok=True)
        for folder in missing:
            sync_folder(folder.parent)


def sync_folder(path: Path) -> None:
    """Make renames inside a folder survive a power failure, where the system has a way to say so."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_leftover(name: str) -> bool:
    """Whether a file is what a killed write left beside its target."""
    return _LEFTOVER.fullmatch(name) is not None


def sweep(folder: Path) -> tuple[str, ...]:
    """Remove the leftovers in a folder and name them. Only for whoever holds the lock on it."""
    try:
        found = sorted(path for path in folder.iterdir() if is_leftover(path.name))
        for path in found:
            path.unlink(missing_ok=True)
    except OSError:
        return ()  # tidying is a courtesy: where it is not possible, nothing depends on it
    return tuple(path.name for path in found)


@contextmanager
def writing(shown: str) -> Generator[None]:
    """What the system refuses in here is said in one sentence about the file that people call `shown`."""
    try:
        yield
    except OSError as error:
        raise WriteFailed(shown, reason_of(error)) from error


@contextmanager
def reading(shown: str) -> Generator[None]:
    """The same for what cannot be read."""
    try:
        yield
    except OSError as error:
        raise CannotDoHere(f"Could not read {shown} ({reason_of(error)}); check its permissions.") from error


def read_if_there(path: Path, shown: str) -> bytes | None:
    with reading(shown), suppress(FileNotFoundError):
        return path.read_bytes()


def decode_text(data: bytes) -> str | None:
    """UTF-8, with or without a byte order mark; `None` when it is something else."""
    with suppress(UnicodeDecodeError):
        return data.removeprefix(BOM_UTF8).decode("utf-8")


def bytes_at(path: Path) -> bytes | None:
    """What stands there; `None` when there is no file, or none that may be read."""
    with suppress(OSError, ValueError):
        return path.read_bytes()


def read_text(path: Path) -> str | None:
    data = bytes_at(path)
    return None if data is None else decode_text(data)


def keep_copy(path: Path, data: bytes, now: datetime) -> None:
    """Put `data` beside `path` under a name that is free."""
    stamp = iso(now).replace("-", "").replace(":", "").partition(".")[0]
    first = path.with_name(f"{path.name}.bak-{stamp}Z")
    names = chain([first], (first.with_name(f"{first.name}-{number}") for number in count(2)))
    copy = next(one for one in names if not one.exists() or one.read_bytes() == data)
    if not copy.exists():
        replace_file(copy, data, copy.name)


def reason_of(error: OSError) -> str:
    """The system's own words, without numbers and file names."""
    return error.strerror or type(error).__name__


def _replace(path: Path, data: bytes, *, sync: bool) -> None:
    mode = _mode_of(path)
    beside = path.with_name(f".{path.name[:_LONGEST_STEM]}.{os.getpid()}-{os.urandom(4).hex()}{_ENDING}")
    try:
        write_new_file(beside, data)
        if mode is not None:
            beside.chmod(mode)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    if sync:
        sync_folder(path.parent)


def write_new_file(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet, durably. For a folder that is still being staged; raises `OSError`."""
    descriptor = os.open(path, _NEW_FILE, 0o666)
    try:
        write_whole(descriptor, data)
    finally:
        os.close(descriptor)


def write_whole(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def _mode_of(path: Path) -> int | None:
    """The permissions to keep. A file that somebody made read-only stays as it is, although a rename could replace it."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(13, "the file is read-only")
    return stat.S_IMODE(found.st_mode)
