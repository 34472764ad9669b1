"""How Python finds a module: packages, `src` layouts, namespace packages, scripts beside each other. Pure."""

from __future__ import annotations

import sys
from collections import defaultdict
from posixpath import dirname
from typing import TYPE_CHECKING

from roundtable.scan.paths import Lead, above

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roundtable.scan.paths import PathTable

_ROOTS = frozenset({"src", "lib", "python"})
_ENDINGS = (".py", ".pyi", ".pyx")


class PythonModules:
    """Python files by the dotted names they may go by."""

    def __init__(self, table: PathTable) -> None:
        self._table = table
        self._modules: dict[str, list[int]] = defaultdict(list)
        packages = {dirname(path) for path in table.paths if path.rpartition("/")[2] == "__init__.py"}
        for number, path in enumerate(table.paths):
            if path.endswith(_ENDINGS):
                for name in _module_names(path, packages):
                    self._modules[name].append(number)
        self._own_names = {name.rpartition(".")[2] for name in self._modules}

    def resolve(self, source: int, statement: str) -> Iterator[Lead]:
        """`module name name …`: to the modules among the names, else to the module."""
        module, *names = statement.split()
        path = self._table.paths[source]
        if module.startswith("."):
            level = len(module) - len(module.lstrip("."))
            folders = path.split("/")
            if level >= len(folders) + 1:
                return
            module = ".".join([*folders[:-level], *filter(None, [module.lstrip(".")])])
        known = self._find(module, path)
        taken: list[str] = []
        for name in names:
            inner = self._find(f"{module}.{name}" if module else name, path)
            if inner is not None:
                yield Lead(inner)
            else:
                taken.append(name)
        if known is not None and (taken or not names):
            yield Lead(known, tuple(name for name in taken if name != "*"))

    def _find(self, module: str, source: str) -> int | None:
        candidates: Sequence[int] = self._modules.get(module, ())
        paths = self._table.paths
        if candidates and module.partition(".")[0] in sys.stdlib_module_names:
            # `import json` means our own json.py only where its folder is on the way: beside the importer or above it.
            around = set(above(source))
            candidates = [n for n in candidates if _root_of(paths[n], module) in around]
        if not candidates and "." in module and module.rpartition(".")[2] in self._own_names:
            candidates = self._below_a_common_root(module, source)
        return self._table.nearest(candidates, source) if candidates else None

    def _below_a_common_root(self, module: str, source: str) -> list[int]:
        """Without `__init__.py` anywhere: a folder above the importer that holds the module."""
        inner = module.replace(".", "/")
        for folder in above(source):
            base = f"{folder}/{inner}" if folder else inner
            found = self._table.first((f"{base}.py", f"{base}/__init__.py"))
            if found is not None:
                return [found]
        return []


def _root_of(path: str, module: str) -> str:
    """The folder that must be searched for `module` to mean `path`."""
    parts = path.rsplit(".", 1)[0].removesuffix("/__init__").split("/")
    return "/".join(parts[: len(parts) - module.count(".") - 1])


def _module_names(path: str, packages: set[str]) -> set[str]:
    """The dotted names a file may go by: from its package root, from `src`, from the top."""
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
    for place, part in enumerate(parts[:-1]):
        if part in _ROOTS:
            names.add(".".join(parts[place + 1 :]))
    return names
