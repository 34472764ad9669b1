"""How Python finds a module: packages, `src` layouts, namespace packages, scripts beside each other. Pure."""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from posixpath import dirname, join

from roundtable.scan.paths import Lead, PathTable, above

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
        self._find = cache(self._look_up)

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
        folder = path[: path.rfind("/") + 1]
        known = [name for name in names if name in self._own_names]
        inner = {name: self._find(f"{module}.{name}" if module else name, folder) for name in known}
        yield from map(Lead, inner.values())
        taken = [name for name in names if inner.get(name) is None]
        if taken or not names:
            yield Lead(self._find(module, folder), tuple(name for name in taken if name != "*"))

    def _look_up(self, module: str, source: str) -> int | None:
        """The file that a module is for whatever lies in the folder `source`: all its files mean the same."""
        candidates: Sequence[int] = self._modules.get(module, ())
        paths = self._table.paths
        if module.partition(".")[0] in sys.stdlib_module_names:
            # `import json` means our own json.py only where its folder is on the way: beside the importer or above it.
            around = set(above(source))
            candidates = [n for n in candidates if _root_of(paths[n], module) in around]
        if not candidates and "." in module and module.rpartition(".")[2] in self._own_names:
            # Without `__init__.py` anywhere: a folder above the importer that holds the module.
            homes = (join(folder, module.replace(".", "/")) for folder in above(source))
            return self._table.first(file for home in homes for file in (f"{home}.py", f"{home}/__init__.py"))
        return self._table.nearest(candidates, source)


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
