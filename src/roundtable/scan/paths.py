"""The paths of a repository, arranged so that an import finds its file. Pure.

Every language ends in one of three questions: which file has this path, which files have a path that ends like this,
which files say that they belong to this package. What a file defines and which words it uses is asked of `Code`, so
that an import of a whole package leads only to the files it is about.
"""

from __future__ import annotations

from collections import defaultdict
from posixpath import dirname
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

DECLARES = "package "
"""How the statement begins by which a file says where it belongs."""
TYPES = "types "
"""How the statement begins that lists the types which the code of a C# file names."""
_MOST_NAMESAKES = 400


class Lead(NamedTuple):
    """Where an import leads: a file, and the names it takes from there as far as the code says so."""

    target: int
    names: tuple[str, ...] = ()


class Code(Protocol):
    """What is in the files."""

    def defined(self, file: int) -> frozenset[str]:
        """Names that the file defines."""
        ...

    def offered(self, file: int) -> list[int]:
        """Words that others know the file by: the names on its top level, in order."""
        ...

    def words(self, file: int) -> Set[int]:
        """Every word of its code; comments and quotes do not count."""
        ...

    def spelled(self, word: int, /) -> str: ...


class PathTable:
    """Paths by themselves, by stem, by folder and by the package they declare."""

    def __init__(
        self, paths: Sequence[str], code: Code | None, statements: Sequence[Sequence[str]] = ()
    ) -> None:
        self.paths = paths
        self.statements = statements
        """What each file imports and declares."""
        self.code = code
        self.number = {path: number for number, path in enumerate(paths)}
        self.by_stem: dict[str, list[int]] = defaultdict(list)
        self.by_folder: dict[str, list[int]] = defaultdict(list)
        self.packages: dict[str, list[int]] = defaultdict(list)
        self.package_of: dict[int, str] = {}
        self.vendors: set[str] = set()
        """The first parts of all declared packages."""
        self._offered: dict[str, dict[int, list[int]]] = {}
        self._members: dict[str, dict[str, list[int]]] = {}
        for number, path in enumerate(paths):
            folder, _, name = path.rpartition("/")
            self.by_folder[folder].append(number)
            self.by_stem[name.split(".", 1)[0]].append(number)

    def declare(self, number: int, package: str) -> None:
        """Note that a file says it belongs to a package."""
        if number not in self.package_of:
            self.package_of[number] = package
            self.packages[package].append(number)
            self.vendors.add(package.partition(".")[0])

    def members(self, package: str, name: str) -> list[int]:
        """Files of a package that are called like this name or define it."""
        known = self._members.get(package)
        if known is None:
            known = self._members[package] = {}
            for number in self.packages.get(package, ()):
                stem = self.paths[number].rpartition("/")[2].split(".", 1)[0]
                defined = self.code.defined(number) if self.code is not None else frozenset[str]()
                for one in {stem, *defined}:
                    known.setdefault(one, []).append(number)
        return known.get(name, [])

    def ending_like(self, parts: Sequence[str], endings: tuple[str, ...], source: str) -> int | None:
        """The file whose path ends with all of `parts`; of several the one closest to the importer."""
        found: list[int] = []
        for number in self.by_stem.get(parts[-1], ())[:_MOST_NAMESAKES]:
            path = self.paths[number]
            if path.endswith(endings):
                have = path[: len(path) - len(path.rpartition("/")[2])] + parts[-1]
                if f"/{have}".endswith("/" + "/".join(parts)):
                    found.append(number)
        return self.nearest(found, source) if found else None

    def nearest(self, candidates: Sequence[int], source: str) -> int:
        """Of several files of one name, the one that shares most of its folders with the importer."""
        if len(candidates) == 1:
            return candidates[0]
        own = source.split("/")

        def shared(number: int) -> tuple[int, int, int]:
            path = self.paths[number].split("/")
            same = 0
            for left, right in zip(own, path, strict=False):
                if left != right:
                    break
                same += 1
            return same, -len(path), -number

        return max(candidates, key=shared)

    def first(self, candidates: Iterable[str]) -> int | None:
        """The first of some paths that exists."""
        for candidate in candidates:
            number = self.number.get(candidate)
            if number is not None:
                return number
        return None

    def of_package(self, source: int, package: str, files: Sequence[int]) -> list[Lead]:
        """An import of a whole package, narrowed to the files whose names the importer uses."""
        code = self.code
        if code is None:
            return [Lead(number) for number in files]
        offered = self._offered.get(package)
        if offered is None:
            offered = self._offered[package] = {}
            for number in files:
                for word in code.offered(number):
                    offered.setdefault(word, []).append(number)
        taken: dict[int, list[str]] = {}
        for word in sorted(offered.keys() & code.words(source)):
            for number in offered[word]:
                taken.setdefault(number, []).append(code.spelled(word))
        return [Lead(number, tuple(names)) for number, names in taken.items()]


def above(path: str) -> list[str]:
    """The folders around a file, the closest first, the top of the repository as the empty string."""
    folders: list[str] = []
    folder = dirname(path)
    while folder:
        folders.append(folder)
        folder = dirname(folder)
    return [*folders, ""]
