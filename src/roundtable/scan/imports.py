"""Turn import statements into paths of this repository: who imports whom.

`resolve_imports(index)` is pure: statements in, edges out. What cannot be found here belongs to another
package and is dropped: an edge that is shown must be true. Configuration that gives names to folders (go.mod,
Cargo.toml, tsconfig.json, package.json) and packages that files declare arrive as statements of those files.

Elsewhere: how each language looks for a name (`imports_python`, `imports_web`, `imports_native`, `imports_named`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from roundtable.scan.imports_named import CSharpNamespaces, resolve_jvm, resolve_php, resolve_ruby
from roundtable.scan.imports_native import GoModules, RustCrates, resolve_include
from roundtable.scan.imports_python import PythonModules
from roundtable.scan.imports_web import WebModules
from roundtable.scan.index import Floats, Index, Ints
from roundtable.scan.paths import Lead, PathTable
from roundtable.scan.statements import DECLARES, FOR_TYPES


@dataclass(frozen=True, slots=True)
class Import:
    """File `source` imports file `target`; `names` are what it takes, when the language says so."""

    source: int
    target: int
    names: tuple[str, ...] = ()
    is_run: bool = True  # whether the program itself imports it, and not a type checker alone


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
                if target is not None and target != source:
                    found.setdefault((source, target), []).extend(names)
                    if not statement.startswith(FOR_TYPES):
                        run.add((source, target))
    return [
        Import(source, target, tuple(dict.fromkeys(names)), (source, target) in run)
        for (source, target), names in sorted(found.items())
    ]


def _resolvers(table: PathTable) -> dict[str, Callable[[int, str], Iterator[Lead]]]:
    """One way of looking per language, told what the configuration says."""
    go, rust, web, python = GoModules(table), RustCrates(table), WebModules(table), PythonModules(table)
    csharp = CSharpNamespaces(table)
    configured = (("go.mod", go), ("Cargo.toml", rust), (".json", web), (".cs", csharp))
    for number, (path, statements) in enumerate(zip(table.paths, table.index.imports, strict=True)):
        for ending, told in configured if statements else ():
            if path.endswith(ending):
                told.configure(path, statements)
        # Go's package is its folder, whatever it is called.
        if statements and statements[0].startswith(DECLARES) and not path.endswith(".go"):
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


Taken = dict[int, tuple[str, ...]]  # files, and the names that one takes from the other


class Graph:
    """Import arrows between the files of one index."""

    def __init__(self, imports: Sequence[Import], files: int) -> None:
        self._source = np.array([one.source for one in imports], np.int32)
        self._target = np.array([one.target for one in imports], np.int32)
        self._files = files
        self._importers: dict[int, Taken] = {}
        self._imported: dict[int, Taken] = {}
        for one in imports:
            self._importers.setdefault(one.target, {})[one.source] = one.names
            self._imported.setdefault(one.source, {})[one.target] = one.names
        self._unrun = {(one.source, one.target) for one in imports if not one.is_run}

    def importers(self, file: int) -> Taken:
        return self._importers.get(file, {})

    def imported(self, file: int) -> Taken:
        return self._imported.get(file, {})

    def is_run(self, source: int, target: int) -> bool:
        """Whether the import takes place when the program runs, and is not for a type checker alone."""
        return (source, target) not in self._unrun

    def linked(self, file: int) -> set[int]:
        return {*self.importers(file), *self.imported(file)}

    @cached_property
    def in_degree(self) -> Ints:
        return np.bincount(self._target, minlength=self._files).astype(np.int32)

    def spread(self, scores: Floats) -> Floats:
        """One step of diffusion: what a file has is shared by what it imports."""
        share = scores / np.maximum(np.bincount(self._source, minlength=self._files), 1)
        return np.bincount(self._target, share[self._source], self._files).astype(np.float32)
