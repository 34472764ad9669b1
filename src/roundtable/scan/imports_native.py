"""How Go, Rust and C find what they import: modules of go.mod, crates and their modules, include paths. Pure."""

from collections.abc import Iterator, Sequence
from posixpath import dirname, join, normpath

from roundtable.scan.paths import Lead, PathTable, above

_MOST_PATHS = 60
_NO_NAMES = frozenset({"*", "self", "super", "crate"})


class GoModules:
    """The modules of a tree, by the names their `go.mod` gives them."""

    def __init__(self, table: PathTable) -> None:
        self._table = table
        self._modules: list[tuple[str, str]] = []

    def configure(self, path: str, statements: Sequence[str]) -> None:
        self._modules.append((statements[0], dirname(path)))
        self._modules.sort(key=lambda pair: (-len(pair[0]), pair))

    def resolve(self, source: int, statement: str) -> Iterator[Lead]:
        """The files of a package that hold what the importer takes from it."""
        path, *names = statement.split()
        for module, root in self._modules:
            if path == module or path.startswith(module + "/"):
                yield from self._takes(source, join(root, path[len(module) :].strip("/")).strip("/"), names)
                return

    def _takes(self, source: int, folder: str, names: list[str]) -> Iterator[Lead]:
        table, index = self._table, self._table.index
        go = [number for number in table.by_folder.get(folder, ()) if table.paths[number].endswith(".go")]
        files = [number for number in go if not table.paths[number].endswith("_test.go")]
        if names == ["*"]:
            yield from table.of_package(source, folder, files)
            return
        for number in files:
            known = {index.word(word) for word in index.offered(number)}
            if taken := tuple(name for name in names if name in known):
                yield Lead(number, taken)


class RustCrates:
    """The crates of a tree: where each begins, and which folder holds the modules of a file."""

    def __init__(self, table: PathTable) -> None:
        self._table = table
        self._roots: dict[str, str] = {}

    def configure(self, path: str, statements: Sequence[str]) -> None:
        """Take in a `Cargo.toml`: the names its package, library and programs go by."""
        folder = dirname(path)
        for name in statements:
            self._roots.setdefault(name.replace("-", "_"), f"{folder}/src" if folder else "src")

    def resolve(self, source: int, statement: str) -> Iterator[Lead]:
        path = self._table.paths[source]
        if statement.startswith("mod "):
            yield Lead(self._module(_inner_folder(path), [statement[4:]], whole=True))
            return
        for used in _opened(statement)[:_MOST_PATHS]:
            parts = [part for part in used.split("::") if part]
            found = self._follow(path, parts) if parts else None
            if found is not None:
                own = self._table.paths[found].removesuffix("/mod.rs").removesuffix(".rs").rpartition("/")[2]
                yield Lead(found, (parts[-1],) if parts[-1] not in {own, *_NO_NAMES} else ())

    def _follow(self, path: str, parts: list[str]) -> int | None:
        head, rest = parts[0], parts[1:]
        if head == "crate":
            return self._module(self._crate_of(path), rest)
        if head == "self":
            return self._module(_inner_folder(path), rest)
        if head == "super":
            folder = dirname(_inner_folder(path))
            while rest and rest[0] == "super":
                folder, rest = dirname(folder), rest[1:]
            return self._module(folder, rest)
        if head in self._roots:
            return self._module(self._roots[head], rest)
        # A module beside or below; names of other crates lead nowhere.
        return self._module(_inner_folder(path), parts, whole=True)

    def _crate_of(self, path: str) -> str:
        known = self._table.number
        begun = (at for at in above(path) if join(at, "lib.rs") in known or join(at, "main.rs") in known)
        return next(begun, dirname(path))

    def _module(self, folder: str, parts: list[str], *, whole: bool = False) -> int | None:
        """The file of the innermost module on the way; what is left are names inside it."""
        inner = [join(folder, *parts[:end]) for end in range(len(parts), 0, -1)]
        files = [file for one in inner for file in (f"{one}.rs", f"{one}/mod.rs")]
        if not whole:
            files += [*(join(folder, name) for name in ("lib.rs", "mod.rs", "main.rs")), f"{folder}.rs"]
        return self._table.first(files)


def _inner_folder(path: str) -> str:
    """Where the modules lie that a file declares."""
    stem = path.rpartition("/")[2][:-3]
    return dirname(path) if stem in {"mod", "lib", "main"} else path[:-3]


def _opened(statement: str) -> list[str]:
    """Open the braces: `a::{b, c::{d, e}}` is a::b, a::c::d and a::c::e."""
    done: list[str] = []
    heads = [""]
    word = ""
    for sign in statement + ",":
        if sign not in "{},":
            word += sign
            continue
        if sign == "{":
            heads.append(heads[-1] + word.strip())
        elif word.strip():
            done.append((heads[-1] + word.partition(" as ")[0].strip()).strip())
        if sign == "}" and len(heads) > 1:
            heads.pop()
        word = ""
    return done


_C_LIBRARY = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic "
    "stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd fcntl "
    "pthread dirent memory"
)
_C_HEADERS = frozenset(f"{name}.h" for name in _C_LIBRARY.split())


def resolve_include(table: PathTable, source: int, statement: str) -> Iterator[Lead]:
    """`"name` beside the file or on a search path, `<name` on a search path."""
    kind, name = statement[0], statement[1:].replace("\\", "/")
    path = table.paths[source]
    near = table.number.get(normpath(f"{dirname(path)}/{name}")) if kind == '"' else None
    if near is not None:
        yield Lead(near)
        return
    parts = [part for part in name.split("/") if part not in {"", ".", ".."}]
    if not parts or (kind == "<" and len(parts) == 1 and parts[0] in _C_HEADERS):
        return
    if ending := parts[-1][len(parts[-1].split(".", 1)[0]) :]:
        parts[-1] = parts[-1].split(".", 1)[0]
        found = table.ending_like(parts, (ending,), path)
        if found is not None and table.paths[found].endswith(parts[-1] + ending):
            yield Lead(found)
