"""The only gate to the file system for writes.

    docs/requirements/{item}/…      the item folder
    docs/common/nfr-matrix.md       shared between items
    BACKLOG.md
    .roundtable/…                   configuration, overlays, cache, locks

Everything else is refused with `UnsafePath`: other places, `..`, absolute paths, names that some system cannot store,
and symbolic links that lead elsewhere. `Places.writable` answers with the real path, so that what was checked is what is
written. Names that exist already may be odd (an item made elsewhere); names that we make may not.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from roundtable.analysis.slugs import name_problem
from roundtable.errors import UnsafePath
from roundtable.stores.atomic import make_folder, replace_file

REQUIREMENTS: Final = "docs/requirements"
NFR_MATRIX: Final = "docs/common/nfr-matrix.md"
BACKLOG: Final = "BACKLOG.md"
PRIVATE: Final = ".roundtable"


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are in one repository. `root` may be a subfolder of a monorepo; links may not leave `boundary`."""

    root: Path
    boundary: Path

    @property
    def requirements(self) -> Path:
        return self.root / REQUIREMENTS

    def item(self, folder: str) -> Path:
        """The folder of one item; `folder` is one name, never a path."""
        if folder in {"", ".", ".."} or set("/\\\0").intersection(folder):
            raise UnsafePath(
                f"{folder!r} is not the name of an item: it must be one folder in {REQUIREMENTS}/."
            )
        return self.requirements / folder

    def in_item(self, folder: str, name: str) -> Path:
        """The real path of a document that may be written in an item."""
        self.item(folder)
        return self.writable(f"{REQUIREMENTS}/{folder}/{name}")

    def writable(self, relative: str) -> Path:
        """The real path behind `relative` (with `/`), if it may be written; else `UnsafePath`."""
        segments = self._segments(relative)
        area = _area(segments)
        if area is None:
            raise UnsafePath(
                f"{relative} is not a place to write: only item folders in {REQUIREMENTS}/, {NFR_MATRIX}, "
                f"{BACKLOG} and {PRIVATE}/ are."
            )
        real = _real(self.root.joinpath(*segments))
        confines = _real(self.root.joinpath(*segments[:area]))
        if len(segments) == area:  # one file: a link may name it differently, as long as it stays a document
            fits = self._is_inside(real) and real.suffix == Path(segments[-1]).suffix
        else:
            # An item's own folder may not be a link out of the folder of all items, nor a document out of its item.
            home = _real(self.root.joinpath(*segments[: area - 1]))
            is_own = confines.is_relative_to(home) and real.is_relative_to(confines)
            fits = self._is_inside(confines) and is_own
        if not fits:
            raise UnsafePath(
                f"{relative} is a symbolic link that leads elsewhere ({real}); replace it by a real file."
            )
        return real

    def _segments(self, relative: str) -> list[str]:
        if relative.startswith(("/", "\\")) or (len(relative) > 1 and relative[1] == ":"):
            raise UnsafePath(f"{relative!r} is an absolute path; give one that starts in the repository.")
        segments = relative.split("/")
        if not {"", ".", ".."}.isdisjoint(segments) or "\0" in relative:
            raise UnsafePath(f"{relative!r} leads out of its folder; give a plain relative path.")
        for count, name in enumerate(segments, start=1):
            problem, there = name_problem(name), self.root.joinpath(*segments[:count])
            if problem is not None and ("\\" in name or not os.path.lexists(there)):
                raise UnsafePath(f"Cannot use {relative!r}: {problem}.")
        return segments

    def _is_inside(self, real: Path) -> bool:
        boundary = _real(self.boundary)
        return real.is_relative_to(boundary) and ".git" not in real.relative_to(boundary).parts


def private_folder(places: Places, name: Literal["cache", "locks", "pending", "queue"]) -> Path:
    """Where indexes, lock files, the queue and the note of an unfinished change are kept. It ignores itself in git."""
    ignore = places.writable(f"{PRIVATE}/{name}/.gitignore")
    if not ignore.exists():
        make_folder(ignore.parent, f"{PRIVATE}/{name}")
        replace_file(ignore, b"*\n", f"{PRIVATE}/{name}/.gitignore")
    return ignore.parent


def _area(segments: list[str]) -> int | None:
    """How many segments name the area that the path belongs to; none when it belongs to no area."""
    match segments:
        case ["docs", "requirements", _, _, *_] | ["docs", "common", "nfr-matrix.md"]:
            return 3
        case ["BACKLOG.md"] | [".roundtable", _, *_]:
            return 1
        case _:
            return None


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
