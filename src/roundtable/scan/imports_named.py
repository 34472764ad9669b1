"""How languages with declared packages find a name: Java, Kotlin, Scala, C#, PHP; and Ruby by its load path. Pure.

A file says to which package it belongs, so an import leads to the file of that package that is called like the name or
defines it, wherever it lies. Trees that declare nothing are searched by path.
"""

from __future__ import annotations

from posixpath import dirname, normpath
from typing import TYPE_CHECKING

from roundtable.scan.paths import DECLARES, Lead, above

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable.scan.paths import PathTable

__all__ = ["CSharpNamespaces", "resolve_jvm", "resolve_php", "resolve_ruby"]

_JVM = (".java", ".kt", ".scala", ".groovy", ".kts")
_MOST_BY_PATH = 24


def resolve_jvm(table: PathTable, source: int, statement: str) -> Iterator[Lead]:
    """`a.b.Name`, `a.b.Name.member`, `a.b.*`."""
    if statement.startswith(DECLARES):
        return
    parts = statement.split(".")
    path = table.paths[source]
    if parts[-1] in {"*", "_"}:
        package = ".".join(parts[:-1])
        if package in table.packages:
            yield from table.of_package(source, package, table.packages[package])
            return
        yield from _by_folder(table, source, parts[:-1])
        parts.pop()
    for end in range(len(parts) - 1, 0, -1):
        package = ".".join(parts[:end])
        if package in table.packages:
            found = table.members(package, parts[end])
            if found:
                own = [number for number in found if _stem(table, number) == parts[end]]
                yield Lead(table.nearest(own or found, path), (parts[-1],))
            return
    for end in (len(parts), len(parts) - 1):
        if end >= 2:
            found_by_path = table.ending_like(parts[:end], _JVM, path)
            if found_by_path is not None:
                yield Lead(found_by_path, (parts[end - 1],))
                return


class CSharpNamespaces:
    """C#'s `using`, in a file or for the whole project below the file that says `global using`."""

    def __init__(self, table: PathTable) -> None:
        self._table = table
        self._everywhere: dict[str, list[str]] = {}

    def configure(self, path: str, statements: Sequence[str]) -> None:
        names = [one.split()[-1] for one in statements if one.startswith("global ")]
        if names:
            self._everywhere.setdefault(dirname(path), []).extend(names)

    def resolve(self, source: int, statement: str) -> Iterator[Lead]:
        """The files of a namespace whose types are used; a type itself for `using static`."""
        if statement.startswith(DECLARES):
            for folder in above(self._table.paths[source]) if self._everywhere else ():
                for name in self._everywhere.get(folder, ()):
                    if name in self._table.packages:  # a type for everybody is used by hardly anybody
                        yield from self._find(source, name)
        elif not statement.startswith("global "):
            yield from self._find(source, statement.split()[-1])

    def _find(self, source: int, name: str) -> Iterator[Lead]:
        table = self._table
        if name in table.packages:
            yield from table.of_package(source, name, table.packages[name])
            return
        package, _, inner = name.rpartition(".")
        found = table.members(package, inner) if package in table.packages else []
        if found:
            yield Lead(table.nearest(found, table.paths[source]), (inner,))
        elif not table.packages:
            yield from _by_folder(table, source, name.split("."))


def _by_folder(table: PathTable, source: int, parts: list[str]) -> Iterator[Lead]:
    """A package by the folder that is called like it."""
    for cut in range(len(parts)):
        folder = "/".join(parts[cut:])
        for known in (folder, f"src/{folder}", f"src/main/java/{folder}", f"src/main/kotlin/{folder}"):
            files = table.by_folder.get(known)
            if files:
                yield from table.of_package(source, known, files[:_MOST_BY_PATH])
                return


def resolve_php(table: PathTable, source: int, statement: str) -> Iterator[Lead]:
    """`A\\B\\Name`, `A\\B\\{Name, Other}`, or the path of a required file."""
    if statement.startswith(DECLARES):
        return
    path = table.paths[source]
    if statement.endswith((".php", ".inc", ".phtml")):
        near = normpath(f"{dirname(path)}/{statement.lstrip('/')}")
        found = table.first((near, normpath(statement.lstrip("/"))))
        if found is not None:
            yield Lead(found)
        return
    head, brace, inner = statement.partition("{")
    for name in inner.rstrip("} ").split(",") if brace else ("",):
        parts = [part for part in (head + name.partition(" as ")[0].strip()).split("\\") if part]
        if not parts:
            continue
        package = ".".join(parts[:-1]) or table.package_of.get(source, "")
        members = table.members(package, parts[-1]) if package in table.packages else []
        if members:
            own = [number for number in members if _stem(table, number) == parts[-1]]
            yield Lead(table.nearest(own or members, path), (parts[-1],))
        elif len(parts) > 1 and parts[0] not in table.vendors:
            # Nothing declares this vendor: by path, as PSR-4 lays it out below some folder.
            for start in range(min(2, len(parts) - 1)):
                found = table.ending_like(parts[start:], (".php",), path)
                if found is not None and len(parts) - start >= 2:
                    yield Lead(found, (parts[-1],))
                    break


_RUBY_ROOTS = frozenset({"lib", "app", "test", "spec", "ext"})


def resolve_ruby(table: PathTable, source: int, statement: str) -> Iterator[Lead]:
    """A path beside the file (`require_relative`) or below a folder of the load path."""
    path = table.paths[source]
    relative, name = statement.startswith("./"), statement.removesuffix(".rb")
    near = table.number.get(normpath(f"{dirname(path)}/{name}.rb")) if relative else None
    if relative:
        if near is not None:
            yield Lead(near)
        return
    parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
    if not parts:
        return
    tail = "/".join(parts) + ".rb"
    roots = [
        number
        for number in table.by_stem.get(parts[-1].split(".", 1)[0], ())
        if table.paths[number] == tail or _is_below_root(table.paths[number], tail)
    ]
    if roots:
        yield Lead(table.nearest(roots, path))


def _is_below_root(path: str, tail: str) -> bool:
    """Whether `path` is `tail` in a folder that Ruby searches: `lib`, `test`, or a folder of `app`."""
    if not path.endswith("/" + tail):
        return False
    folders = path[: -len(tail) - 1].split("/")
    return folders[-1] in _RUBY_ROOTS or (len(folders) > 1 and folders[-2] == "app")


def _stem(table: PathTable, number: int) -> str:
    return table.paths[number].rpartition("/")[2].split(".", 1)[0]
