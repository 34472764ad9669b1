"""Turn import statements into paths of this repository.

`resolve_imports(index)` is pure: statements in, edges out. What cannot be found here belongs to another
package and is dropped: an edge that is shown must be true. Configuration that gives names to folders (go.mod,
Cargo.toml, tsconfig.json, package.json) and packages that files declare arrive as statements of those files.

Elsewhere: how each language looks for a name (`imports_python`, `imports_web`, `imports_native`, `imports_named`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from roundtable.scan.imports_named import CSharpNamespaces, resolve_jvm, resolve_php, resolve_ruby
from roundtable.scan.imports_native import GoModules, RustCrates, resolve_include
from roundtable.scan.imports_python import PythonModules
from roundtable.scan.imports_web import WebModules
from roundtable.scan.paths import PathTable
from roundtable.scan.statements import DECLARES, FOR_TYPES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roundtable.scan.index import Index
    from roundtable.scan.paths import Lead


@dataclass(frozen=True, slots=True)
class Import:
    """File `source` imports file `target`; `names` are what it takes, when the language says so."""

    source: int
    target: int
    names: tuple[str, ...] = ()
    is_run: bool = True
    """Whether the program itself imports it, and not a type checker alone."""


def resolve_imports(index: Index) -> list[Import]:
    """Every import that leads to a file of this repository, once per pair of files."""
    resolvers = _resolvers(PathTable(index))
    found: dict[tuple[int, int], list[str]] = {}
    run = set[tuple[int, int]]()
    for source, (language, statements) in enumerate(zip(index.languages, index.imports, strict=True)):
        resolver = resolvers.get(language)
        if resolver is None:
            continue
        for statement in statements:
            for target, names in resolver(source, statement.removeprefix(FOR_TYPES)):
                if target != source:
                    found.setdefault((source, target), []).extend(names)
                    run |= set() if statement.startswith(FOR_TYPES) else {(source, target)}
    return [
        Import(source, target, tuple(dict.fromkeys(names)), (source, target) in run)
        for (source, target), names in sorted(found.items())
    ]


def _resolvers(table: PathTable) -> dict[str, Callable[[int, str], Iterator[Lead]]]:
    """One way of looking per language, told what the configuration says."""
    go, rust, web, python = GoModules(table), RustCrates(table), WebModules(table), PythonModules(table)
    csharp = CSharpNamespaces(table)
    for number, (path, statements) in enumerate(zip(table.paths, table.index.imports, strict=True)):
        if not statements:
            continue
        name = path.rpartition("/")[2]
        if name == "go.mod":
            go.configure(path, statements)
        elif name == "Cargo.toml":
            rust.configure(path, statements)
        elif name.endswith(".json"):
            web.configure(path, statements)
        elif name.endswith(".cs"):
            csharp.configure(path, statements)
        # Go's package is its folder, whatever it is called.
        if statements[0].startswith(DECLARES) and not name.endswith(".go"):
            table.declare(number, statements[0][len(DECLARES) :].replace("\\", "."))

    return {
        **dict.fromkeys(("Python", "Jupyter Notebook"), python.resolve),
        **dict.fromkeys(("JavaScript", "TypeScript", "Dart"), web.resolve),
        **dict.fromkeys(("Java", "Kotlin", "Scala", "Groovy"), partial(resolve_jvm, table)),
        **dict.fromkeys(("C", "C++", "Objective-C"), partial(resolve_include, table)),
        "Go": go.resolve,
        "Rust": rust.resolve,
        "Ruby": partial(resolve_ruby, table),
        "PHP": partial(resolve_php, table),
        "C#": csharp.resolve,
    }
