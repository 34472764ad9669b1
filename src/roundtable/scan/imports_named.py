"""How languages with declared packages find a name: Java, Kotlin, Scala, C#, PHP; and Ruby by its load path. Pure.

A file says to which package it belongs, so an import leads to the file of that package that is called like the name or
defines it, wherever it lies. Trees that declare nothing are searched by path.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from posixpath import dirname, normpath

from roundtable.scan.paths import Lead, PathTable, above, grouped
from roundtable.scan.statements import DECLARES, TYPES

_JVM = (".java", ".kt", ".scala", ".groovy", ".kts")


def resolve_jvm(table: PathTable, source: int, statement: str) -> Iterator[Lead]:
    """`a.b.Name`, `a.b.Name.member`, `a.b.*`."""
    if statement.startswith(DECLARES):
        return
    parts, path = statement.split("."), table.paths[source]
    if parts[-1] in {"*", "_"}:
        package = ".".join(parts[:-1])
        if package in table.packages:
            yield from table.of_package(source, package, table.packages[package])
            return
        parts.pop()
    for end in range(len(parts) - 1, 0, -1):
        package = ".".join(parts[:end])
        if package in table.packages:
            yield Lead(table.member(package, parts[end], path), (parts[-1],))
            return
    for end in (len(parts), len(parts) - 1):
        found = table.ending_like(parts[:end], _JVM, path) if end >= 2 else None
        if found is not None:
            yield Lead(found, (parts[end - 1],))
            return


class CSharpNamespaces:
    """C#'s namespaces: a file sees the types of its own, of those around it, and of those it is `using`.

    `using` may stand in the file or, as `global using`, anywhere in the project; inside a namespace it may leave out what
    is around. A file leads to another one when its code names a type from there.
    """

    def __init__(self, table: PathTable) -> None:
        self._table = table
        self._everywhere: dict[str, list[str]] = {}
        self._types_of = cache(self._find_types)

    def configure(self, path: str, statements: Sequence[str]) -> None:
        if names := [one.split()[-1] for one in statements if one.startswith("global ")]:
            self._everywhere.setdefault(dirname(path), []).extend(names)

    def resolve(self, source: int, statement: str) -> Iterator[Lead]:
        """`types A B …` is what the code names; it is looked for in every namespace in sight."""
        if not statement.startswith(TYPES):
            return
        named = statement[len(TYPES) :].split()
        for namespace in self._in_sight(source):
            types = self._types_of(namespace)
            found = grouped((number, name) for name in named for number in types.get(name, ()))
            yield from (Lead(number, tuple(names)) for number, names in found.items())

    def _in_sight(self, source: int) -> list[str]:
        table = self._table
        parts = table.package_of.get(source, "").split(".")
        around = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
        used = [one.split()[-1] for one in table.index.imports[source] if one.startswith("using ")]
        for folder in above(table.paths[source]) if self._everywhere else ():
            used += self._everywhere.get(folder, ())
        seen = list(around)
        for name in used:
            whole = [name, *(f"{prefix}.{name}" for prefix in around)]
            # `using static A.B` and `using X = A.B` name a type: its namespace is what is in sight.
            seen += [one for one in (*whole, name.rpartition(".")[0]) if one in table.packages][:1]
        return [one for one in dict.fromkeys(seen) if one in table.packages]

    def _find_types(self, namespace: str) -> dict[str, list[int]]:
        """The types of a namespace and their files: of a partial type the file that bears its name."""
        index, files = self._table.index, self._table.packages[namespace]
        known = grouped((index.word(word), number) for number in files for word in index.offered(number))
        return {
            name: [one for one in files if index.paths[one].endswith(f"/{name}.cs")] or files
            for name, files in known.items()
        }


def resolve_php(table: PathTable, source: int, statement: str) -> Iterator[Lead]:
    """`A\\B\\Name`, `A\\B\\{Name, Other}`, or the path of a required file."""
    if statement.startswith(DECLARES):
        return
    path = table.paths[source]
    if statement.endswith((".php", ".inc", ".phtml")):
        near = normpath(f"{dirname(path)}/{statement.lstrip('/')}")
        yield Lead(table.first((near, normpath(statement.lstrip("/")))))
        return
    head, brace, inner = statement.partition("{")
    for name in inner.rstrip("} ").split(",") if brace else ("",):
        parts = [part for part in (head + name.partition(" as ")[0].strip()).split("\\") if part]
        if not parts:
            continue
        package = ".".join(parts[:-1]) or table.package_of.get(source, "")
        if (member := table.member(package, parts[-1], path)) is not None:
            yield Lead(member, (parts[-1],))
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
    path, name = table.paths[source], statement.removesuffix(".rb")
    if statement.startswith("./"):
        yield Lead(table.number.get(normpath(f"{dirname(path)}/{name}.rb")))
        return
    parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
    if not parts:
        return
    tail = "/".join(parts) + ".rb"
    namesakes = table.by_stem.get(parts[-1].split(".", 1)[0], ())
    roots = [number for number in namesakes if _is_below_root(table.paths[number], tail)]
    yield Lead(table.nearest(roots, path))


def _is_below_root(path: str, tail: str) -> bool:
    """Whether `path` is `tail` at the top or in a folder that Ruby searches: `lib`, `test`, or a folder of `app`."""
    if path == tail or not path.endswith("/" + tail):
        return path == tail
    folders = path[: -len(tail) - 1].split("/")
    return folders[-1] in _RUBY_ROOTS or (len(folders) > 1 and folders[-2] == "app")
