"""The paths of a repository, arranged so that an import finds its file. Pure.

Every language ends in one of three questions: which file has this path, which files have a path that ends like this,
which files say that they belong to this package. An import of a whole package leads only to the files whose names the
importer uses.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from posixpath import dirname
from typing import NamedTuple, TypeVar

from roundtable.scan.index import Index

_K = TypeVar("_K")
_V = TypeVar("_V")
_MOST_NAMESAKES = 400


class Lead(NamedTuple):
    """Where an import leads: a file, and the names it takes from there as far as the code says so."""

    target: int | None  # none for what is not in this repository
    names: tuple[str, ...] = ()


class PathTable:
    """Paths by themselves, by stem, by folder and by the package they declare."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.paths = index.paths
        self.number = index.number_of
        self.by_stem: dict[str, list[int]] = defaultdict(list)
        self.by_folder: dict[str, list[int]] = defaultdict(list)
        self.packages: dict[str, list[int]] = defaultdict(list)
        self.package_of: dict[int, str] = {}
        self.vendors: set[str] = set()  # the first parts of all declared packages
        self._offered: dict[str, dict[int, list[int]]] = {}
        self._words = cache(index.code_words)
        self._members = cache(self._members_of)
        for number, path in enumerate(self.paths):
            self.by_folder[dirname(path)].append(number)
            self.by_stem[self.stem(number)].append(number)

    def stem(self, number: int) -> str:
        return self.paths[number].rpartition("/")[2].split(".", 1)[0]

    def declare(self, number: int, package: str) -> None:
        if number not in self.package_of:
            self.package_of[number] = package
            self.packages[package].append(number)
            self.vendors.add(package.partition(".")[0])

    def _members_of(self, package: str) -> dict[str, list[int]]:
        """The files of a package by their own name and by what they define."""
        return grouped(
            (name, number)
            for number in self.packages.get(package, ())
            for name in {self.stem(number), *self.index.defined(number)}
        )

    def member(self, package: str, name: str, source: str) -> int | None:
        """Of the files of a package that define this name the closest; one that is called like it before the others."""
        found = self._members(package).get(name, ())
        own = [number for number in found if self.stem(number) == name]
        return self.nearest(own or found, source)

    def ending_like(self, parts: Sequence[str], endings: tuple[str, ...], source: str) -> int | None:
        """The file whose path ends with all of `parts`; of several the one closest to the importer."""
        found: list[int] = []
        for number in self.by_stem.get(parts[-1], ())[:_MOST_NAMESAKES]:
            path = self.paths[number]
            if path.endswith(endings):
                have = path[: len(path) - len(path.rpartition("/")[2])] + parts[-1]
                if f"/{have}".endswith("/" + "/".join(parts)):
                    found.append(number)
        return self.nearest(found, source)

    def nearest(self, candidates: Sequence[int], source: str) -> int | None:
        """Of several files of one name, the one that shares most of its folders with the importer."""
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        folder = ""
        for part in source.split("/"):
            folder += f"{part}/"
            inside = [number for number in candidates if f"{self.paths[number]}/".startswith(folder)]
            if not inside:
                break
            candidates = inside
        return min(candidates, key=lambda number: (self.paths[number].count("/"), number))

    def first(self, candidates: Iterable[str]) -> int | None:
        return next((self.number[path] for path in candidates if path in self.number), None)

    def of_package(self, source: int, package: str, files: Sequence[int]) -> list[Lead]:
        """An import of a whole package, narrowed to the files whose names the importer uses."""
        known = self._offered.get(package)
        if known is None:
            known = grouped((word, number) for number in files for word in self.index.offered(number))
            self._offered[package] = known
        used = sorted(known.keys() & self._words(source).keys())
        taken = grouped((number, self.index.word(word)) for word in used for number in known[word])
        return [Lead(number, tuple(names)) for number, names in taken.items()]


def grouped(pairs: Iterable[tuple[_K, _V]]) -> dict[_K, list[_V]]:
    """For each first the seconds that came with it, in order."""
    found: dict[_K, list[_V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def above(path: str) -> list[str]:
    """The folders around a file, the closest first, the top of the repository as the empty string."""
    folders = path.split("/")[:-1]
    return ["/".join(folders[:depth]) for depth in range(len(folders), -1, -1)]
