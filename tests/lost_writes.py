"""A disk that keeps only what it was told to: what a power failure may leave of everything that was written.

`watching(root)` notes every change below `root` while it is made, but for locks and caches. `left_after` builds what may be
on the disk when the power fails behind any of them: what was synced is there; of the rest some, in any order, a write perhaps
in part. What is written to a file counts once the file was synced, a name (made, renamed, removed) once its folder was; what is
in a folder is gone with the folder's name.
"""

import os
import random
import shutil
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from roundtable.stores.paths import Places

_PASSING = {(".roundtable", "locks"), (".roundtable", "cache")}


@dataclass(frozen=True)
class Change:
    """One call: `what` happened to a file (by number) or to names (by path)."""

    what: str
    file: int = 0
    path: Path = Path()
    other: Path = Path()
    data: bytes = b""
    at: int = 0


@dataclass
class Log:
    root: Path
    changes: list[Change] = field(default_factory=list)
    files: dict[Path, int] = field(default_factory=dict)
    first: dict[Path, bytes] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    count: int = 0

    def __post_init__(self) -> None:
        for path in sorted(self.root.rglob("*")):
            if path.is_file() and self.counts(path):
                self.first[path] = path.read_bytes()
                self.sizes[self.number_of(path)] = len(self.first[path])

    def counts(self, path: Path) -> bool:
        parts = path.relative_to(self.root).parts if path.is_relative_to(self.root) else ()
        return path == self.root or (bool(parts) and parts[:2] not in _PASSING)

    def number_of(self, path: Path) -> int:
        if path not in self.files:
            self.count += 1
            self.files[path] = self.count
        return self.files[path]

    def note(self, what: str, **told: Any) -> None:
        self.changes.append(Change(what, **told))


@contextmanager
def watching(root: Path) -> Generator[Log]:
    """Note every change that is made below `root`."""
    log, opened = Log(root), dict[int, Path]()
    real: dict[str, Callable[..., Any]] = {
        name: getattr(os, name) for name in ("open", "write", "fsync", "close")
    }

    def open_(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        place = Path(os.fsdecode(path)) if not isinstance(path, int) else Path()
        is_new = bool(flags & os.O_CREAT) and not place.exists()
        descriptor: int = real["open"](path, flags, *rest, **named)
        if log.counts(place):
            opened[descriptor] = place
            if is_new:
                log.files.pop(place, None)
                log.sizes[log.number_of(place)] = 0
                log.note("make", path=place, file=log.number_of(place))
        return descriptor

    def write(descriptor: int, data: Any) -> int:
        done: int = real["write"](descriptor, data)
        if (place := opened.get(descriptor)) is not None:
            number = log.number_of(place)
            log.note("write", file=number, data=bytes(data)[:done], at=log.sizes[number])
            log.sizes[number] += done
        return done

    def fsync(descriptor: int) -> None:
        real["fsync"](descriptor)
        if (place := opened.get(descriptor)) is not None:
            is_folder = place.is_dir()
            log.note(
                "sync names" if is_folder else "sync",
                path=place,
                file=0 if is_folder else log.number_of(place),
            )

    def close(descriptor: int) -> None:
        opened.pop(descriptor, None)
        real["close"](descriptor)

    def renamed(call: Callable[..., Any]) -> Callable[..., Any]:
        def around(source: Any, target: Any, **named: Any) -> None:
            call(source, target, **named)
            old, new = Path(os.fsdecode(source)), Path(os.fsdecode(target))
            if log.counts(new):
                for path in [path for path in log.files if path == old or old in path.parents]:
                    log.files[new / path.relative_to(old)] = log.files.pop(path)
                log.note("rename", path=old, other=new, file=log.files.get(new, 0))

        return around

    def named(what: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def around(path: Any, *rest: Any, **told: Any) -> None:
            call(path, *rest, **told)
            if log.counts(place := Path(os.fsdecode(path))):
                log.note(what, path=place)

        return around

    with pytest.MonkeyPatch.context() as patch:
        for name in ("mkdir", "unlink"):
            patch.setattr(os, name, named(name, getattr(os, name)))
        for name, call in (("open", open_), ("write", write), ("fsync", fsync), ("close", close)):
            patch.setattr(os, name, call)
        for name in ("rename", "replace"):
            patch.setattr(os, name, renamed(getattr(os, name)))
        yield log


def left_after(log: Log, count: int, draw: random.Random) -> dict[Path, bytes]:
    """What may be left when the power fails behind the first `count` changes: name -> content."""
    happened = log.changes[:count]
    synced: set[int] = set()
    sure: set[int] = set()
    for at in range(count - 1, -1, -1):
        change = happened[at]
        if change.what == "sync":
            synced.add(change.file)
        elif change.what == "sync names":
            synced.add(-hash(change.path))
        elif (
            (change.what == "write" and change.file in synced)
            or -hash(change.path.parent) in synced
            or (change.what == "rename" and -hash(change.other.parent) in synced)
        ):
            sure.add(at)
    lucky = draw.choice((0.0, 0.5, 1.0))
    names = {path: number for number, path in enumerate(log.first, start=1)}
    missing: set[Path] = set()
    content = {names[path]: bytearray(text) for path, text in log.first.items()}
    for at, change in enumerate(happened):
        if at not in sure and draw.random() >= lucky:
            if change.what == "mkdir":
                missing.add(change.path)
            continue
        if change.what == "make":
            names[change.path] = change.file
        elif change.what == "unlink":
            names.pop(change.path, None)
        elif change.what == "write":
            text = content.setdefault(change.file, bytearray())
            text.extend(b"\0" * (change.at - len(text)))
            data = change.data if at in sure else change.data[: draw.randrange(len(change.data) + 1)]
            text[change.at : change.at + len(data)] = data
        elif change.what == "rename":
            missing.discard(change.path)  # a name that moves was there
            for path in [path for path in names if path == change.path or change.path in path.parents]:
                names[change.other / path.relative_to(change.path)] = names.pop(path)
            if change.file:
                names[change.other] = change.file
    there = {path: number for path, number in names.items() if missing.isdisjoint(path.parents)}
    return {path: bytes(content.get(number, b"")) for path, number in there.items()}


def a_disk(root: Path, left: dict[Path, bytes], to: Path) -> Places:
    shutil.rmtree(to, ignore_errors=True)
    for path, text in left.items():
        home = to / path.relative_to(root)
        home.parent.mkdir(parents=True, exist_ok=True)
        home.write_bytes(text)
    return Places(to.resolve(), to.resolve())
