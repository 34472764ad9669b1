"""How JavaScript, TypeScript and Dart find a module: relative paths, aliases of tsconfig, packages of a workspace. Pure."""

from collections.abc import Iterator, Sequence
from posixpath import dirname, normpath

from roundtable.scan.paths import Lead, PathTable

_CODE = (".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte", ".dart")
_ENDINGS = (*_CODE[:-1], ".json", ".dart")
_COMPILED = {".js": (".ts", ".tsx"), ".jsx": (".tsx",), ".mjs": (".mts",), ".cjs": (".cts",)}
"""TypeScript is imported by the name it will have once compiled."""


class WebModules:
    """What the configuration of a tree says about its module names."""

    def __init__(self, table: PathTable) -> None:
        self._table = table
        self._aliases: list[tuple[str, str, str]] = []
        """Where an alias holds, its beginning, the folder or file it stands for."""
        self._packages: dict[str, str] = {}

    def configure(self, path: str, statements: Sequence[str]) -> None:
        """Take in a `tsconfig.json` (`alias target`), or a `package.json` (its name)."""
        folder = dirname(path)
        if path.rpartition("/")[2] == "package.json":
            for name in statements[:1]:
                self._packages.setdefault(name, folder)
            return
        base = next((one[len("baseUrl ") :] for one in statements if one.startswith("baseUrl ")), ".")
        root = _joined(folder, base)
        for statement in statements:
            alias, _, target = statement.partition(" ")
            if alias == "baseUrl":
                self._aliases.append((folder, "", root))
            elif target:
                # Without a star an alias is the whole name; the mark at its end lets nothing follow.
                begin = alias.removesuffix("*") if alias.endswith("*") else alias + "\0"
                self._aliases.append((folder, begin, _joined(root, target.removesuffix("*"))))
        # The closest configuration and the longest alias decide.
        self._aliases.sort(key=lambda one: (-len(one[0]), -len(one[1]), one))

    def resolve(self, source: int, statement: str) -> Iterator[Lead]:
        bases = self._bases(self._table.paths[source], statement.partition("?")[0])
        yield Lead(next((file for file in map(self._file, bases) if file is not None), None))

    def _bases(self, path: str, statement: str) -> Iterator[str]:
        folder = dirname(path)
        if statement.startswith("."):
            yield _joined(folder, statement)
            return
        if statement.startswith("package:"):  # Dart
            yield "lib/" + statement.partition("/")[2]
            return
        for where, alias, target in self._aliases:
            fits = statement == alias[:-1] if alias.endswith("\0") else statement.startswith(alias)
            if fits and (not where or path.startswith(where + "/")):
                yield _joined(target, statement[len(alias) :])
        for length in (1, 2):
            head = "/".join(statement.split("/")[:length])
            if head in self._packages:
                inner = statement[len(head) :].strip("/")
                for base in ("src", ""):
                    yield _joined(self._packages[head], f"{base}/{inner}".strip("/"))
        if statement.startswith(("@/", "~/", "/")):
            yield f"src/{statement.lstrip('@~/')}"
            yield statement.lstrip("@~/")

    def _file(self, base: str) -> int | None:
        if base.startswith(".."):
            return None
        stem, dot, ending = base.rpartition(".")
        compiled = [stem + one for one in _COMPILED.get(dot + ending, ())]
        inside = [f"{base}/index{one}" if base else f"index{one}" for one in _ENDINGS]
        return self._table.first([base, *(base + one for one in _ENDINGS), *compiled, *inside])


def _joined(folder: str, inner: str) -> str:
    joined = normpath(f"{folder}/{inner}" if folder else inner)
    return "" if joined == "." else joined
