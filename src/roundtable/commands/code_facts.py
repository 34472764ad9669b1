"""What the code says to a check: whether a place exists, and what changed since an analysis looked at it.

The code is read when the first question is asked, and once. Without git nothing is known to have changed.
"""

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from roundtable.analysis.scanning import Definition
from roundtable.commands.output import Progress
from roundtable.stores.repo import changed_files, read_blobs
from roundtable.wiring import Workspace

if TYPE_CHECKING:
    from roundtable.scan.service import Scanner

_MOST_FILES: Final = 300
"""Beyond that the whole project changed, and naming single symbols tells nobody anything."""
_SHORTEST_NAME: Final = 4


class Changes(NamedTuple):
    """What differs between a commit and HEAD."""

    files: frozenset[str] = frozenset()
    symbols: frozenset[str] = frozenset()


class CodeFacts:
    def __init__(self, workspace: Workspace, *, quiet: bool) -> None:
        self._workspace = workspace
        self._quiet = quiet
        self._scanner: Scanner | None = None
        self.changes_since = cache(self._changes_since)

    def resolves(self, anchor: str) -> bool:
        """Whether `src/tax.py`, `src/tax.py:12` or `tax.compute` leads somewhere."""
        return self._code().resolve(anchor) is not None

    def text_of(self, path: str) -> str | None:
        """The text of a file inside the repository; none when it cannot be read."""
        root = self._workspace.places.root
        with suppress(OSError, ValueError):
            place = (root / path).resolve()
            return place.read_text(encoding="utf-8", errors="replace") if place.is_relative_to(root) else None

    def _changes_since(self, commit: str | None) -> Changes:
        root = self._workspace.places.root
        files = None if commit is None else changed_files(root, commit)
        if commit is None or not files:
            return Changes()
        if len(files) > _MOST_FILES:
            return Changes(frozenset(files))
        before, now = read_blobs(root, commit, files), read_blobs(root, "HEAD", files)
        symbols = {
            name
            for path in files
            for definition in changed_definitions(path, before.get(path, b""), now.get(path, b""))
            if (name := self._cited_as(path, definition)) is not None
        }
        return Changes(frozenset(files), frozenset(symbols))

    def _cited_as(self, path: str, definition: Definition) -> str | None:
        """The shortest name that means this definition alone."""
        name = definition.name
        if definition.parent:
            return f"{definition.parent}.{name}"
        if len(name) < _SHORTEST_NAME or name.startswith("__"):
            return None
        place = self._code().resolve(name)
        return name if place is not None and place.path == path else f"{PurePosixPath(path).stem}.{name}"

    def _code(self) -> "Scanner":
        if self._scanner is None:
            with Progress(quiet=self._quiet) as progress:
                self._scanner = self._workspace.scanner(progress)
                self._scanner.refresh()
        return self._scanner


def changed_definitions(path: str, before: bytes, now: bytes) -> Iterable[Definition]:
    """The definitions of the older text that the newer one words differently or no longer has."""
    old, new = _texts(path, before), _texts(path, now)
    return [definition for key, (definition, text) in old.items() if key not in new or new[key][1] != text]


def _texts(path: str, data: bytes) -> dict[tuple[str, str, int], tuple[Definition, str]]:
    """Each definition with its own text: from its line to the next definition."""
    from roundtable.scan.excerpts import signatures_of

    lines = data.decode("utf-8", "replace").splitlines()
    found = [one for one in signatures_of(path, data) if one.kind != "heading"]
    if not found:
        return {}
    ends = [*(one.line for one in found[1:]), len(lines) + 1]
    texts: dict[tuple[str, str, int], tuple[Definition, str]] = {}
    for definition, end in zip(found, ends, strict=True):
        same = sum((definition.parent or "", definition.name) == key[:2] for key in texts)
        text = "\n".join(line.rstrip() for line in lines[definition.line - 1 : end - 1]).rstrip()
        texts[definition.parent or "", definition.name, same] = definition, text
    return texts
