"""Does this place exist? A path, `path:line`, symbol or qualified name, resolved or refused. Pure.

Documents prove their citations with this, so it refuses rather than guesses: a name that several files define resolves
only when one of them is clearly meant (a source before a test; the qualified part must fit), and a line must
lie inside its file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from roundtable.analysis.scanning import Resolved
from roundtable.scan.definitions import DEFINITION_KINDS
from roundtable.scan.kinds import KINDS

if TYPE_CHECKING:
    from roundtable.scan.corpus import Corpus

__all__ = ["resolve"]

_PLACE = re.compile(r"^(?P<path>.+?)(?:(?::|#L)(?P<line>\d{1,7})(?:(?::\d+)|(?:-L?\d+))?)?$")
_INSIDE = re.compile(r"^(?P<path>[^\s:]+\.\w+)(?:::|#|:)(?P<symbol>[A-Za-z_][\w.:]*)$")
_SEPARATORS = re.compile(r"\.|::|#|->|/")
_MAX_LENGTH = 400
_PARAMETERS = re.compile(r"\(.*\)$", re.DOTALL)
_HEADING = DEFINITION_KINDS.index("heading")


def resolve(corpus: Corpus, text: str) -> Resolved | None:
    """Where an anchor leads, or None."""
    wanted = text.strip().strip("`'\"").strip()
    if not wanted or len(wanted) > _MAX_LENGTH or "\n" in wanted or "\0" in wanted:
        return None
    wanted = wanted.replace("\\", "/")
    place = _PLACE.match(wanted)
    if place is not None:
        file = _find_file(corpus, place["path"])
        if file is not None:
            return _at_line(corpus, file, int(place["line"]) if place["line"] else None)
        if place["path"].removeprefix("./") in corpus.unread and not place["line"]:
            return Resolved(path=place["path"].removeprefix("./"), kind="file")
    inside = _INSIDE.match(wanted)
    if inside is not None:
        file = _find_file(corpus, inside["path"])
        if file is not None:
            return _symbol(corpus, [part for part in _SEPARATORS.split(inside["symbol"]) if part], file)
    if _is_folder(corpus, wanted):
        return Resolved(path=wanted.strip("/"), kind="folder")
    if "/" in wanted or " " in _PARAMETERS.sub("", wanted):
        return None
    return _name(corpus, [part for part in _SEPARATORS.split(_PARAMETERS.sub("", wanted)) if part])


def _find_file(corpus: Corpus, path: str) -> int | None:
    if path.startswith("/") or ".." in path.split("/"):
        return None
    clean = path.removeprefix("./")
    exact = corpus.index.number_of.get(clean)
    if exact is not None:
        return exact
    if "." not in clean.rpartition("/")[2]:
        return None
    same_name = corpus.by_name.get(clean.rpartition("/")[2], ())
    ending = [n for n in same_name if corpus.index.paths[n].endswith("/" + clean)]
    return ending[0] if len(ending) == 1 else None


def _at_line(corpus: Corpus, file: int, line: int | None) -> Resolved | None:
    path = corpus.index.paths[file]
    if line is None:
        return Resolved(path=path, kind="file")
    if not 1 <= line <= int(corpus.index.lines[file]):
        return None
    return Resolved(path=path, line=line, kind="line")


def _is_folder(corpus: Corpus, text: str) -> bool:
    clean = text.strip("/").removeprefix("./")
    return "/" in text and bool(clean) and clean in corpus.folders


def _symbol(corpus: Corpus, parts: list[str], file: int | None) -> Resolved | None:
    index = corpus.index
    word = index.find_word(parts[-1]) if parts else 0
    if not word:
        return None
    rows = corpus.definitions_of(word)
    rows = rows[index.def_kind[rows] != _HEADING]
    if file is not None:
        rows = rows[index.def_file[rows] == file]
    if len(parts) > 1:
        owner = index.find_word(parts[-2])
        parents = index.def_parent[rows]
        owned = (
            rows[(parents >= 0) & (index.def_name[np.maximum(parents, 0)] == owner)] if owner else rows[:0]
        )
        if not len(owned) and file is not None:
            return None
        rows = owned
    if not len(rows):
        return None
    kinds = index.kinds[index.def_file[rows]]
    sources = rows[kinds == KINDS.index("source")]
    best = sources if len(sources) else rows
    if file is None and len(parts) == 1 and len(np.unique(index.def_file[best])) > 1:
        return None
    if file is None and len(parts) > 1 and len(np.unique(index.def_file[best])) > 1:
        return None
    row = int(best[0])
    return Resolved(
        path=index.paths[int(index.def_file[row])],
        line=int(index.def_line[row]),
        symbol=".".join(parts[-2:]),
        kind="symbol",
    )


def _name(corpus: Corpus, parts: list[str]) -> Resolved | None:
    """A bare or qualified name: the longest head that is a module narrows the search for the rest."""
    if not parts or not all(re.fullmatch(r"[^\W\d]\w*[?!]?", part) for part in parts):
        return None
    for end in range(len(parts), 0, -1):
        files = corpus.modules.get("/".join(parts[:end]), ())
        if len(files) == 1 and (end > 1 or len(parts) > 1):
            if end == len(parts):
                return Resolved(path=corpus.index.paths[files[0]], kind="module")
            found = _symbol(corpus, parts[end:], files[0])
            if found is not None:
                return found
    return _symbol(corpus, parts, None)
