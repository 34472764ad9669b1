"""Turn import statements into paths of this repository.

`resolve_imports(paths, imports)` is pure: names in, edges out. What cannot be found here belongs to another
package and is dropped. Each language has its own way; all of them end in the same question, "which file's path
ends like this?", which one table of file stems answers.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from posixpath import dirname, normpath
from typing import TYPE_CHECKING

from roundtable.scan.languages import language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["Import", "resolve_imports"]

_MAX_FOLDER = 24
"""An import of a whole folder (Go, Java's `*`) links at most this many of its files."""
_JS_ENDINGS = ("", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".d.ts", ".json", ".dart")
_JS_INDEXES = ("/index.ts", "/index.tsx", "/index.js", "/index.jsx", "/index.mjs")
_JVM_ENDINGS = (".java", ".kt", ".scala", ".groovy", ".kts")


@dataclass(frozen=True, slots=True)
class Import:
    """File `source` imports file `target`; `names` are what it takes, when the language says so."""

    source: int
    target: int
    names: tuple[str, ...] = ()


class _Tree:
    """The paths of the repository, by stem, by folder and by Python module."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.paths = paths
        self.number = {path: number for number, path in enumerate(paths)}
        self.by_stem: dict[str, list[int]] = defaultdict(list)
        self.by_folder: dict[str, list[int]] = defaultdict(list)
        packages = {dirname(path) for path in paths if path.endswith("/__init__.py") or path == "__init__.py"}
        self.modules: dict[str, list[int]] = defaultdict(list)
        self.go_modules: list[tuple[str, str]] = []
        for number, path in enumerate(paths):
            folder, _, name = path.rpartition("/")
            self.by_folder[folder].append(number)
            self.by_stem[name.split(".", 1)[0]].append(number)
            if name.endswith((".py", ".pyi", ".pyx")):
                for module in _module_names(path, packages):
                    self.modules[module].append(number)

    def ending_like(self, parts: Sequence[str], endings: tuple[str, ...], least: int = 1) -> int | None:
        """The file whose path shares the longest tail with `parts`, at least `least` of them."""
        best, best_key = None, (least - 1, 0)
        for number in self.by_stem.get(parts[-1], ())[:400]:
            path = self.paths[number]
            if not path.endswith(endings):
                continue
            have = path.rsplit(".", 1)[0].split("/")
            same = 0
            while same < min(len(have), len(parts)) and have[-1 - same] == parts[-1 - same]:
                same += 1
            key = (same, -len(have))
            if key > best_key:
                best, best_key = number, key
        return best

    def nearest(self, candidates: Sequence[int], source: str) -> int:
        """Of several files of one name, the one closest to the importer."""
        if len(candidates) == 1:
            return candidates[0]
        own = source.split("/")

        def shared(number: int) -> tuple[int, int]:
            same = 0
            for left, right in zip(own, self.paths[number].split("/"), strict=False):
                if left != right:
                    break
                same += 1
            return same, -number

        return max(candidates, key=shared)


def _module_names(path: str, packages: set[str]) -> set[str]:
    """The dotted names a Python file may go by: from its package root, from `src`, from the top."""
    parts = path.rsplit(".", 1)[0].split("/")
    if parts[-1] == "__init__":
        parts.pop()
    if not parts:
        return set()
    names = {".".join(parts)}
    root = dirname(path)
    while root and root in packages:
        root = dirname(root)
    depth = root.count("/") + 1 if root else 0
    if depth < len(parts):
        names.add(".".join(parts[depth:]))
    if parts[0] in {"src", "lib", "python"} and len(parts) > 1:
        names.add(".".join(parts[1:]))
    return names


Found = "Iterator[tuple[int, tuple[str, ...]]]"


def _python(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    module, *names = statement.replace(",", " ").split()
    if module.startswith("."):
        level = len(module) - len(module.lstrip("."))
        folders = source.split("/")[:-level]
        rest = module.lstrip(".")
        module = ".".join([*folders, *([rest] if rest else [])])
    known = tree.modules.get(module)
    plain = [name for name in names if name != "as"]
    taken: list[str] = []
    for name in plain:
        inner = tree.modules.get(f"{module}.{name}") or (tree.modules.get(name) if not known else None)
        if inner:
            yield tree.nearest(inner, source), ()
        else:
            taken.append(name)
    if known and (taken or not plain):
        yield tree.nearest(known, source), tuple(taken)
    elif not known and "." in module and not plain:
        parent = tree.modules.get(module.rpartition(".")[0])
        if parent:
            yield tree.nearest(parent, source), ()


def _javascript(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    if statement.startswith("package:"):  # Dart
        statement = "lib/" + statement.partition("/")[2]
    if statement.startswith("."):
        bases = [normpath(f"{dirname(source)}/{statement}")]
    else:
        bare = statement.lstrip("@~/")
        bases = [statement, f"src/{bare}", bare] if "/" in statement else []
    for base in bases:
        stem = base.removesuffix(".js")
        for candidate in (
            *(base + end for end in _JS_ENDINGS),
            stem + ".ts",
            stem + ".tsx",
            *(base + end for end in _JS_INDEXES),
        ):
            number = tree.number.get(candidate)
            if number is not None:
                yield number, ()
                return
    if "/" in statement and not statement.startswith("."):
        found = tree.ending_like(statement.lstrip("@~/").split("/"), _JS_ENDINGS[1:-2], least=2)
        if found is not None:
            yield found, ()


def _jvm(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    parts = statement.split(".")
    if parts[-1] == "*":
        folder = "/".join(parts[:-1])
        for known in (f"src/main/java/{folder}", f"src/main/kotlin/{folder}", folder):
            for number in tree.by_folder.get(known, ())[:_MAX_FOLDER]:
                yield number, ()
        return
    for end in (len(parts), len(parts) - 1):
        if end >= 2:
            found = tree.ending_like(parts[:end], _JVM_ENDINGS, least=2)
            if found is not None:
                yield found, tuple(parts[end - 1 : end])
                return


def _go(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    for module, root in tree.go_modules:
        if statement == module or statement.startswith(module + "/"):
            folder = "/".join(part for part in (root, statement[len(module) :].strip("/")) if part)
            files = [n for n in tree.by_folder.get(folder, ()) if tree.paths[n].endswith(".go")]
            for number in [n for n in files if not tree.paths[n].endswith("_test.go")][:_MAX_FOLDER]:
                yield number, ()
            return


def _rust(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    if statement.isidentifier():  # mod name;
        stem = source.rsplit("/", 1)[-1][:-3]
        folder = dirname(source) if stem in {"mod", "lib", "main"} else source[:-3]
        for candidate in (f"{folder}/{statement}.rs", f"{folder}/{statement}/mod.rs"):
            number = tree.number.get(candidate.lstrip("/"))
            if number is not None:
                yield number, ()
                return
    for path in _rust_paths(statement):
        parts = [part for part in path.split("::") if part]
        if not parts:
            continue
        head, rest = parts[0], parts[1:]
        if head == "crate":
            root = source.rpartition("/src/")[0]
            bases = [f"{root}/src" if root else "src"]
        elif head in {"self", "super"}:
            bases = [dirname(source), dirname(dirname(source)), source[:-3]]
        else:
            bases = [
                f"{head.replace('_', '-')}/src",
                f"crates/{head.replace('_', '-')}/src",
                f"crates/{head}/src",
                f"{head}/src",
            ]
        for base in bases:
            found = _rust_file(tree, base, rest)
            if found is not None:
                yield found, tuple(parts[-1:])
                break


def _rust_file(tree: _Tree, base: str, rest: list[str]) -> int | None:
    for end in range(len(rest), 0, -1):
        inner = "/".join(rest[:end])
        for candidate in (f"{base}/{inner}.rs", f"{base}/{inner}/mod.rs"):
            number = tree.number.get(candidate.lstrip("/"))
            if number is not None:
                return number
    return tree.number.get(f"{base}/lib.rs".lstrip("/"))


def _rust_paths(statement: str) -> list[str]:
    """Open one level of braces: `a::{b, c::d}` is a::b and a::c::d."""
    head, brace, rest = statement.partition("{")
    if not brace:
        return [statement.split(" as ")[0].strip()]
    return [
        head.strip() + part.split(" as ")[0].strip().replace("{", "") for part in rest.rstrip("} ").split(",")
    ][:40]


def _c(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    near = tree.number.get(normpath(f"{dirname(source)}/{statement}"))
    if near is not None:
        yield near, ()
        return
    parts = statement.replace("\\", "/").split("/")
    ending = "." + parts[-1].rpartition(".")[2]
    stem_parts = [part for part in (*parts[:-1], parts[-1].split(".", 1)[0]) if part not in {".", ".."}]
    if stem_parts:
        found = tree.ending_like(stem_parts, (ending,), least=len(stem_parts))
        if found is not None:
            yield found, ()


def _ruby(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    near = tree.number.get(normpath(f"{dirname(source)}/{statement}.rb".replace(".rb.rb", ".rb")))
    if near is not None:
        yield near, ()
        return
    parts = [part for part in statement.removesuffix(".rb").split("/") if part not in {".", ".."}]
    found = tree.ending_like(parts, (".rb",), least=len(parts)) if parts else None
    if found is not None:
        yield found, ()


def _php(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    if statement.endswith(".php"):
        yield from ((number, ()) for number, _ in _c(tree, source, statement.lstrip("/")))
        return
    parts = [part for part in statement.split("\\") if part]
    found = tree.ending_like(parts, (".php",), least=min(2, len(parts))) if parts else None
    if found is not None:
        yield found, tuple(parts[-1:])


def _csharp(tree: _Tree, source: str, statement: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    parts = statement.split(".")
    for cut in range(len(parts)):
        folder = "/".join(parts[cut:])
        for known in (folder, f"src/{folder}", ".".join(parts), f"src/{'.'.join(parts)}"):
            files = tree.by_folder.get(known)
            if files:
                yield from ((number, ()) for number in files[:_MAX_FOLDER])
                return


_RESOLVERS: dict[str, Callable[[_Tree, str, str], Iterator[tuple[int, tuple[str, ...]]]]] = {
    "Python": _python,
    "JavaScript": _javascript,
    "TypeScript": _javascript,
    "Dart": _javascript,
    "Java": _jvm,
    "Kotlin": _jvm,
    "Scala": _jvm,
    "Groovy": _jvm,
    "Go": _go,
    "Rust": _rust,
    "C": _c,
    "C++": _c,
    "Objective-C": _c,
    "Ruby": _ruby,
    "PHP": _php,
    "C#": _csharp,
}


def _statements(language: str, statement: str) -> list[str]:
    """Python's `import a, b` is several imports in one."""
    if language == "Python" and "," in statement:
        return [part.split()[0] for part in statement.split(",") if part.split()]
    return [statement]


def resolve_imports(paths: Sequence[str], imports: Sequence[Sequence[str]]) -> list[Import]:
    """Every import that leads to a file of this repository, once per pair of files."""
    tree = _Tree(paths)
    for path, statements in zip(paths, imports, strict=True):
        if path.rpartition("/")[2] == "go.mod" and statements:
            tree.go_modules.append((statements[0], dirname(path)))
    tree.go_modules.sort(key=lambda pair: -len(pair[0]))
    found: dict[tuple[int, int], list[str]] = {}
    for source, (path, statements) in enumerate(zip(paths, imports, strict=True)):
        if not statements:
            continue
        language = language_of(path).name
        resolver = _RESOLVERS.get(language)
        if resolver is None:
            continue
        for joined in statements:
            for statement in _statements(language, joined):
                for target, names in resolver(tree, path, statement):
                    if target != source:
                        found.setdefault((source, target), []).extend(names)
    return [
        Import(source, target, tuple(dict.fromkeys(names)) if names else ())
        for (source, target), names in sorted(found.items())
    ]
