"""Turn import statements into paths of this repository.

`resolve_imports(paths, imports)` is pure: names in, edges out. What cannot be found here belongs to another
package and is dropped: an edge that is shown must be true. Configuration that gives names to folders (go.mod,
Cargo.toml, tsconfig.json, package.json) and packages that files declare arrive as statements of those files.

Elsewhere: how each language looks for a name (`imports_python`, `imports_web`, `imports_native`, `imports_named`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable.scan.imports_named import CSharpNamespaces, resolve_jvm, resolve_php, resolve_ruby
from roundtable.scan.imports_native import GoModules, RustCrates, resolve_include
from roundtable.scan.imports_python import PythonModules
from roundtable.scan.imports_web import WebModules
from roundtable.scan.languages import language_of
from roundtable.scan.paths import DECLARES, PathTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from roundtable.scan.paths import Code, Lead


@dataclass(frozen=True, slots=True)
class Import:
    """File `source` imports file `target`; `names` are what it takes, when the language says so."""

    source: int
    target: int
    names: tuple[str, ...] = ()


def resolve_imports(
    paths: Sequence[str], imports: Sequence[Sequence[str]], code: Code | None = None
) -> list[Import]:
    """Every import that leads to a file of this repository, once per pair of files."""
    table = PathTable(paths, code, imports)
    resolvers = _resolvers(table, imports)
    found: dict[tuple[int, int], list[str]] = {}
    for source, (path, statements) in enumerate(zip(paths, imports, strict=True)):
        resolver = resolvers.get(language_of(path).name) if statements else None
        if resolver is None:
            continue
        for statement in statements:
            for target, names in resolver(source, statement):
                if target != source:
                    found.setdefault((source, target), []).extend(names)
    return [
        Import(source, target, tuple(dict.fromkeys(names)))
        for (source, target), names in sorted(found.items())
    ]


def _resolvers(
    table: PathTable, imports: Sequence[Sequence[str]]
) -> dict[str, Callable[[int, str], Iterator[Lead]]]:
    """One way of looking per language, told what the configuration says."""
    go, rust, web, python = GoModules(table), RustCrates(table), WebModules(table), PythonModules(table)
    csharp = CSharpNamespaces(table)
    for number, (path, statements) in enumerate(zip(table.paths, imports, strict=True)):
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

    def jvm(source: int, statement: str) -> Iterator[Lead]:
        return resolve_jvm(table, source, statement)

    def include(source: int, statement: str) -> Iterator[Lead]:
        return resolve_include(table, source, statement)

    return {
        "Python": python.resolve,
        "Jupyter Notebook": python.resolve,
        "JavaScript": web.resolve,
        "TypeScript": web.resolve,
        "Dart": web.resolve,
        "Java": jvm,
        "Kotlin": jvm,
        "Scala": jvm,
        "Groovy": jvm,
        "Go": go.resolve,
        "Rust": rust.resolve,
        "C": include,
        "C++": include,
        "Objective-C": include,
        "Ruby": lambda source, statement: resolve_ruby(table, source, statement),
        "PHP": lambda source, statement: resolve_php(table, source, statement),
        "C#": csharp.resolve,
    }
