"""Where content comes from: layers of folders, and which file of which layer counts.

Highest first: `.roundtable/` in the repository, `src/claude/`, `.claude/`, then what is built in. A file of the same name
in a higher layer replaces the lower one, a new name adds; upgrades touch only the lowest layer, so nothing of a
repository's own is ever lost.

- The folders of other tools hold other people's files too: there, only names of ours count among the agents. What was
  exported there and never edited is a copy, and does not count: it would hide what an upgrade brings. A list beside the files
  holds the hash of each as it was written; line ends do not count, because version control may change them.
- A symbolic link that leaves the repository is not followed. A folder that cannot be listed is a problem, and the rest
  goes on.
- Discovery is fresh each time; nothing is remembered between calls.

Elsewhere: reading a file (`content_files`), making records of them (`loading`).
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, NamedTuple

from roundtable.analysis.json_text import json_object
from roundtable.library.problems import Problem, problem

LIST: Final = "roundtable-export.json"  # the name of the list, in the folder that the coding agent reads


def read_list(path: Path) -> dict[str, str]:
    """Path from the folder worked in -> hash; nothing when the list is missing or not ours."""
    with suppress(OSError):
        found = json_object(path.read_bytes()) or {}
        return {name: value for name, value in found.items() if isinstance(value, str)}
    return {}


def fingerprint(data: bytes) -> str:
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def is_untouched(path: Path, name: str, listed: Mapping[str, str]) -> bool:
    with suppress(OSError):
        return name in listed and fingerprint(path.read_bytes()) == listed[name]
    return False


Kind = Literal["steps", "topics", "personas", "agents"]

BUILT_IN: Final = "built-in"
OWN: Final = ".roundtable"
_DEPTHS: Final[dict[Kind, int]] = {"steps": 1, "topics": 8, "personas": 0, "agents": 0}
"""How many folders deep files of each kind may lie."""

_OUR_NAMES: Final[dict[Kind, str]] = {"personas": "persona-", "agents": "roundtable-"}  # how they begin


class Layer(NamedTuple):
    """One set of folders, one per kind of content."""

    origin: str  # as shown to people: `built-in`, or the folder's name in the repository
    folders: dict[Kind, Path]
    confined_to: Path | None  # the repository, resolved, that nothing here may leave
    ours_alone: bool = True  # whether every file here is meant for us
    exported: Mapping[str, str] = {}  # what we wrote there for a coding agent: path in the repository -> hash


class Found(NamedTuple):
    """The file that counts for one name, and the lower one it replaces."""

    name: str
    """Relative to the folder of its kind, with `/`: `01-requirements/05-quality-risk.md`, `security.md`."""
    path: Path
    origin: str
    shown: str  # the path as people should read it
    below: "Found | None" = None

    @property
    def filename(self) -> str:
        return self.path.name


def layers_of(repo: Path | None) -> tuple[Layer, ...]:
    """The layers for a repository, highest first; without one, the built-in set alone."""
    content = Path(str(files("roundtable.library").joinpath("content")))
    built_in = Layer(BUILT_IN, _folders(content), None)
    if repo is None:
        return (built_in,)
    root = Path(os.path.abspath(repo))  # noqa: PTH100 - unlike Path.resolve, keeps the repository's own name in messages
    confined_to = _resolved(root) or root
    own = Layer(OWN, _folders(root / OWN), confined_to)
    others = (_foreign(root, name, confined_to) for name in ("src/claude", ".claude"))
    return (own, *others, built_in)


def _folders(root: Path) -> dict[Kind, Path]:
    return {kind: root / kind for kind in _DEPTHS}


def _foreign(root: Path, name: str, confined_to: Path) -> Layer:
    agents, skills = root / name / "agents", root / name / "skills"
    steps, topics = skills / "analysis-steps", skills / "analysis-topics"
    folders: dict[Kind, Path] = {"steps": steps, "topics": topics, "personas": agents, "agents": agents}
    return Layer(name, folders, confined_to, ours_alone=False, exported=read_list(root / name / LIST))


def discover(kind: Kind, layers: tuple[Layer, ...]) -> tuple[list[Found], list[Problem]]:
    """The files that count, ordered by name, and what could not be looked at."""
    problems: list[Problem] = []
    found: dict[str, Found] = {}
    for layer in reversed(layers):
        for name, path in _files(kind, layer, problems):
            shown = shown_path(path, layer.confined_to)
            found[name] = Found(name, path, layer.origin, shown, found.get(name))
    return sorted(found.values(), key=lambda one: one.name.rpartition("/")[::2]), problems


def shown_path(path: Path, repo: Path | None) -> str:
    """Relative to the repository where that is possible, always with `/`."""
    if repo is not None:
        for candidate in (path, _resolved(path.parent, path.name)):
            if candidate is not None and candidate.is_relative_to(repo):
                return path_text(candidate.relative_to(repo))
    return path_text(path)


def path_text(path: Path) -> str:
    """A path as text that can be shown and stored, with `/`; bytes in a name that are no text are written out."""
    return path.as_posix().encode("utf-8", "backslashreplace").decode("utf-8")


def _files(kind: Kind, layer: Layer, problems: list[Problem]) -> Iterator[tuple[str, Path]]:
    folder = layer.folders[kind]
    begin = "" if layer.ours_alone else _OUR_NAMES.get(kind, "")
    for path in _markdown_below(folder, _DEPTHS[kind], layer, problems):
        # What an export wrote, word for word, is a copy.
        shown = shown_path(path, layer.confined_to) if layer.exported else ""
        if path.name.startswith(begin) and not is_untouched(path, shown, layer.exported):
            yield path.relative_to(folder).as_posix(), path


def _markdown_below(folder: Path, depth: int, layer: Layer, problems: list[Problem]) -> Iterator[Path]:
    if not os.path.lexists(folder) or not _stays_inside(folder, layer, problems):
        return
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names alone; entries are looked at one by one below
    except OSError as error:
        shown = shown_path(folder, layer.confined_to)
        reason = error.strerror or str(error)
        problems.append(problem("unreadable-folder", shown, folder=shown, reason=reason))
        return
    for name in names:
        path = folder / name
        # Dot files are editors' and file systems' own; a shell's `*.md` leaves them out as well.
        if name.startswith("."):
            continue
        if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises where this folder may not be entered
            if depth > 0:
                yield from _markdown_below(path, depth - 1, layer, problems)
        elif name.endswith(".md") and _stays_inside(path, layer, problems):
            yield path


def _stays_inside(path: Path, layer: Layer, problems: list[Problem]) -> bool:
    """Whether a path, links followed, is still in the repository."""
    if layer.confined_to is None:
        return True
    target = _resolved(path)
    if target is not None and target.is_relative_to(layer.confined_to):
        return True
    shown = shown_path(path, layer.confined_to)
    reason = f"is a symbolic link that {'leads nowhere' if target is None else 'leaves the repository'}"
    problems.append(problem("link-outside", shown, name=path.name, shown=shown, reason=reason))
    return False


def _resolved(path: Path, *more: str) -> Path | None:
    with suppress(OSError, RuntimeError):  # a loop of links: RuntimeError before Python 3.13
        return path.resolve().joinpath(*more)
