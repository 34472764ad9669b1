"""Does this place exist? A path, `path:line`, symbol or qualified name, resolved or refused. Pure.

Documents prove their citations with this, so it refuses rather than guesses, and says why: a name that several files
define resolves only when one of them is clearly meant (a source before a test; every qualifying part must fit), a line
must lie inside its file, and upper and lower case are what the file system says.

A member that is defined away from its owner (`Cart::total` in another file than `class Cart`) is proven by its own
line, which is read through the function the caller gives.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from roundtable.analysis.scanning import Resolved
from roundtable.scan.corpus import Corpus, Read
from roundtable.scan.definitions import CALLABLE, HEADING, TYPES
from roundtable.scan.index import Ints
from roundtable.scan.kinds import KINDS
from roundtable.scan.paths import above
from roundtable.scan.statements import DECLARES

_PLACE = re.compile(r"^(?P<path>.+?)(?:(?::|#L)(?P<line>\d{1,7})(?::\d+|-L?(?P<end>\d{1,7}))?)?$")
_INSIDE = re.compile(r"^(?P<path>[^\s:]+\.\w+)(?:::|#|:)(?P<symbol>[A-Za-z_~][\w.:~?!]*)$")
_SEPARATORS = re.compile(r"\.|::|#|->|/")
_NAME = re.compile(r"~?[^\W\d]\w*[?!]?")
_MAX_LENGTH = 400
_SOURCE = KINDS.index("source")
_MOST_CANDIDATES = 8
_MOST_READ = 40
_HERE = frozenset({"crate", "self", "super", "global"})


@dataclass(frozen=True)
class Anchor:
    """Where an anchor leads; else which places it may mean, and one sentence about the trouble."""

    found: Resolved | None = None
    candidates: tuple[Resolved, ...] = ()
    problem: str = ""


def look_up(corpus: Corpus, text: str, read: Read) -> Anchor:
    wanted = text.strip().strip("`'\"").strip()
    if not wanted or len(wanted) > _MAX_LENGTH or "\n" in wanted or "\0" in wanted:
        return Anchor(problem="This is no place in the code.")
    namespaced = "\\" in wanted and "/" not in wanted  # Windows, or PHP
    wanted = wanted.replace("\\", "/")
    place = _PLACE.match(wanted)
    path, line, end = place.group("path", "line", "end") if place is not None else (wanted, None, None)
    files = _files_at(corpus, path)
    if len(files) == 1:
        return _at_line(corpus, files[0], line, end)
    if len(files) > 1:
        return _several(path, [Resolved(path=corpus.index.paths[n], kind="file") for n in files])
    if path.removeprefix("./") in corpus.unread and not line:
        return Anchor(Resolved(path=path.removeprefix("./"), kind="file"))
    inside = _INSIDE.match(wanted)
    files = _files_at(corpus, inside["path"]) if inside is not None else []
    if inside is not None and len(files) == 1:
        return _symbol(corpus, _parts(inside["symbol"]), files[0], read)
    if "/" in wanted and wanted.strip("/").removeprefix("./") in corpus.folders:
        return Anchor(Resolved(path=wanted.strip("/"), kind="folder"))
    bare = wanted.partition("(")[0] if wanted.endswith(")") else wanted
    if ("/" in wanted and not namespaced) or " " in bare:
        return _missing(corpus, wanted, path)
    named = _name(corpus, _parts(bare), wanted, read)
    if named.found is None and not named.candidates and "." in wanted:
        other = _missing(corpus, wanted, path)
        return other if other.candidates else named
    return named


def _parts(name: str) -> list[str]:
    return [part for part in _SEPARATORS.split(name) if part]


def _several(name: str, candidates: Sequence[Resolved]) -> Anchor:
    shown = tuple(candidates[:_MOST_CANDIDATES])
    listed = ", ".join(f"{one.path}:{one.line}" if one.line else one.path for one in shown)
    more = f" and {len(candidates) - len(shown)} more" if len(candidates) > len(shown) else ""
    problem = f"`{name}` may mean {len(candidates)} places: {listed}{more}. Say which."
    return Anchor(candidates=shown, problem=problem)


def _missing(corpus: Corpus, wanted: str, path: str) -> Anchor:
    """Nothing of this name; maybe something that differs in upper and lower case only."""
    clean = "/" + path.removeprefix("./").lower()
    namesakes = corpus.by_name.get(clean.rpartition("/")[2], ())
    paths = (corpus.index.paths[number] for number in namesakes)
    alike = [one for one in paths if f"/{one.lower()}".endswith(clean)]
    if not alike or path.startswith("/") or ".." in path.split("/"):
        return Anchor(problem=f"There is no `{wanted}` here.")
    candidates = tuple(Resolved(path=one, kind="file") for one in alike[:_MOST_CANDIDATES])
    return Anchor(candidates=candidates, problem=f"There is no `{wanted}` here; there is `{alike[0]}`.")


def _files_at(corpus: Corpus, path: str) -> list[int]:
    """The file of this path, else those whose path ends with it."""
    if path.startswith("/") or ".." in path.split("/"):
        return []
    clean = path.removeprefix("./")
    if (exact := corpus.index.number_of.get(clean)) is not None:
        return [exact]
    name = clean.rpartition("/")[2]
    namesakes = corpus.by_name.get(name.lower(), ()) if "." in name else ()
    return [number for number in namesakes if corpus.index.paths[number].endswith("/" + clean)]


def _at_line(corpus: Corpus, file: int, line: str | None, end: str | None) -> Anchor:
    path = corpus.index.paths[file]
    if line is None:
        return Anchor(Resolved(path=path, kind="file"))
    first, last, lines = int(line), int(end or line), int(corpus.index.lines[file])
    if first < 1 or last < first:
        return Anchor(problem=f"`{line}-{end}` is no range of lines." if end else "Lines count from 1.")
    if last > lines:
        problem = f"`{path}` has {lines} line{'s' if lines != 1 else ''}, so there is no line {last}."
        return Anchor(candidates=(Resolved(path=path, kind="file"),), problem=problem)
    return Anchor(Resolved(path=path, line=first, kind="line"))


def _name(corpus: Corpus, parts: list[str], wanted: str, read: Read) -> Anchor:
    """A bare or qualified name: the longest head that is a module narrows the search for the rest."""
    parts = [part.lstrip("$@") for part in parts]
    if not parts or not all(_NAME.fullmatch(part) for part in parts):
        return Anchor(problem=f"There is no `{wanted}` here.")
    modules: list[Resolved] = []
    for end in range(len(parts), 0, -1):
        files = corpus.modules.get("/".join(parts[:end]), ())
        if end == 1 and len(parts) == 1:
            break
        if end == len(parts) and len(files) > 1:
            modules = [Resolved(path=corpus.index.paths[file], kind="module") for file in files]
        if len(files) == 1:
            if end == len(parts):
                return Anchor(Resolved(path=corpus.index.paths[files[0]], kind="module"))
            found = _symbol(corpus, parts[end:], files[0], read)
            if found.found is not None:
                return found
    symbol = _symbol(corpus, parts, None, read)
    return _several(wanted, modules) if modules and symbol.found is None and not symbol.candidates else symbol


def _symbol(corpus: Corpus, parts: list[str], file: int | None, read: Read) -> Anchor:
    """A definition by its name and the names before it; in one file, when that is known."""
    index = corpus.index
    name = ".".join(parts)
    word = index.find_word(parts[-1]) if parts else 0
    rows = corpus.definitions_of(word) if word else np.zeros(0, np.int32)
    rows = rows[index.def_kind[rows] != HEADING]
    if file is not None:
        rows = rows[index.def_file[rows] == file]
    every = rows
    if len(parts) > 1:
        members = _members(corpus, rows, parts, read)
        # No owner of that name: then it is the package, a folder or a namespace, and the name stands on its own there.
        qualifiers = parts[:-2] if len(members) else parts[:-1]
        rows = members if len(members) else rows[index.def_parent[rows] < 0]
        rows = np.array([row for row in rows.tolist() if _fits(corpus, row, qualifiers)], np.int32)
    if not len(rows):
        return _no_symbol(corpus, parts, file, every)
    places = [_place(corpus, row, parts) for row in _preferred(corpus, rows).tolist()]
    by_file = {place.path: place for place in reversed(places)}
    if file is None and len(by_file) > 1:
        return _several(name, [by_file[path] for path in sorted(by_file)])
    return Anchor(places[0])


def _preferred(corpus: Corpus, rows: Ints) -> Ints:
    """Sources before tests; types before the functions that make them."""
    index = corpus.index
    sources = rows[index.kinds[index.def_file[rows]] == _SOURCE]
    best = sources if len(sources) else rows
    types = best[np.isin(index.def_kind[best], list(TYPES))]
    return types if len(types) else best


def _no_symbol(corpus: Corpus, parts: list[str], file: int | None, rows: Ints) -> Anchor:
    """Nobody defines this; for a member, who does define one of that name."""
    where = f"in `{corpus.index.paths[file]}`" if file is not None else "here"
    problem = f"There is no `{'.'.join(parts)}` {where}."
    others = [_place(corpus, row, parts[-1:]) for row in _preferred(corpus, rows).tolist()[:_MOST_CANDIDATES]]
    if others and len(parts) > 1:
        problem += f" `{parts[-1]}` is defined in {others[0].path}:{others[0].line}."
    return Anchor(candidates=tuple(others) if len(parts) > 1 else (), problem=problem)


def _place(corpus: Corpus, row: int, parts: list[str]) -> Resolved:
    path, line = corpus.index.paths[int(corpus.index.def_file[row])], int(corpus.index.def_line[row])
    return Resolved(path=path, line=line, symbol=".".join(parts[-2:]), kind="symbol")


def _members(corpus: Corpus, rows: Ints, parts: list[str], read: Read) -> Ints:
    """Of some definitions those whose owner is the part before the name."""
    index = corpus.index
    owner = index.find_word(parts[-2])
    if not owner:
        return rows[:0]
    parents = index.def_parent[rows]
    owned = rows[(parents >= 0) & (index.def_name[np.maximum(parents, 0)] == owner)]
    if len(owned) or not len(corpus.definitions_of(owner)):
        return owned
    loose = rows[(parents < 0) & np.isin(index.def_kind[rows], list(CALLABLE))][:_MOST_READ]
    proven = [row for row in loose.tolist() if _says_owner(corpus, row, parts[-2], parts[-1], read)]
    return np.array(proven, np.int32)


def _says_owner(corpus: Corpus, row: int, owner: str, name: str, read: Read) -> bool:
    """Whether the line of a definition names its owner, or lies in an `impl` of it."""
    index = corpus.index
    data = read(index.paths[int(index.def_file[row])])
    if data is None:
        return False
    lines = data.decode("utf-8", "replace").split("\n")
    at = int(index.def_line[row]) - 1
    if at >= len(lines):
        return False
    own, called = lines[at], rf"\b{re.escape(owner)}\b"
    if re.search(rf"{called}(?=[^(]*(?:::|\.|\)\s*){re.escape(name)}\b)", own):
        return True
    indent = len(own) - len(own.lstrip())
    above = (line for line in reversed(lines[:at]) if line.strip())
    around = next((line for line in above if len(line) - len(line.lstrip()) < indent), "")
    return around.lstrip().startswith(("impl", "unsafe impl")) and re.search(called, around) is not None


def _fits(corpus: Corpus, row: int, qualifiers: list[str]) -> bool:
    """Whether the names before owner and member are folders, files or definitions around this one."""
    if not qualifiers:
        return True
    index = corpus.index
    file = int(index.def_file[row])
    around = set(index.paths[file].lower().replace("-", "_").replace(".", "/").split("/"))
    around |= {index.word(word).lower() for word in set[int](index.def_name[index.def_rows(file)].tolist())}
    declared = next((one for one in index.imports[file] if one.startswith(DECLARES)), "")
    around |= set(declared.lower().replace(".", " ").replace("\\", " ").split())
    around |= _package_names(corpus, index.paths[file])
    return all(part.lower() in around or part in _HERE for part in qualifiers)


def _package_names(corpus: Corpus, path: str) -> set[str]:
    """What the nearest `go.mod` or `Cargo.toml` calls the package."""
    index = corpus.index
    name = {"go": "go.mod", "rs": "Cargo.toml"}.get(path.rpartition(".")[2])
    for folder in above(path) if name else ():
        if (number := index.number_of.get(f"{folder}/{name}" if folder else str(name))) is not None:
            return {one.rpartition("/")[2].replace("-", "_").lower() for one in index.imports[number]}
    return set()
