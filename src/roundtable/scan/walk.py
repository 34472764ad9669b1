"""Which files there are, as they lie on the disk now. I/O only.

Git's list where there is git, the folder with its ignore rules elsewhere. Symbolic links are never followed, so a loop
cannot catch us; what vanishes between listing and looking is simply not there. The papers that Roundtable itself
writes are left out: a draft contains the description word for word and would always win.
"""

import os
import re
import shutil
import stat
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from roundtable.scan.git import Git
from roundtable.scan.worker import read_file


class Entry(NamedTuple):
    """A file and the stamp by which a change is noticed."""

    path: str
    size: int
    changed_ns: int


@dataclass(frozen=True)
class Tree:
    entries: tuple[Entry, ...]
    notes: tuple[str, ...]
    versioned: bool


def walk(root: Path, git: Git) -> Tree:
    """List the tree. Paths are relative to `root`, with `/`, sorted."""
    notes: list[str] = []
    with ThreadPoolExecutor(1) as beside:
        # Git has to look into every folder for new files: meanwhile the others are looked at here.
        listing = beside.submit(git.run, "ls-files", "-z", "--others", "--exclude-standard")
        tracked = git.run("ls-files", "-z", "--stage")
        versioned = tracked is not None
        listed = _tracked(tracked) if tracked is not None else _listed(_folder(str(root)))
        entries, missing = _stamped(root, listed.paths)
        new = _listed(_split(listing.result() or b"")) if versioned else _listed([])
    entries += _stamped(root, new.paths)[0]
    if listed.submodules:
        notes.append(f"Submodules are not scanned: {a_few(listed.submodules)}.")
    if not versioned:
        notes.append(f"{_why_no_git(root)}: ranked without history.")
    if unnameable := listed.unnameable + new.unnameable:
        notes.append(f"{unnameable} file name(s) that are not valid UTF-8 were left out.")
    if versioned and missing and git.run("config", "--bool", "core.sparseCheckout") == b"true\n":
        notes.append(f"Sparse checkout: {missing} tracked file(s) are not on the disk and were left out.")
    if versioned and not entries and git.run("rev-parse", "--is-bare-repository") == b"true\n":
        notes.append("A bare repository has no files to read; scan a clone of it.")
    own = _own_items(entry.path for entry in entries)
    kept = (entry for entry in entries if not entry.path.startswith(own))
    return Tree(tuple(sorted(kept)), tuple(notes), versioned)


class _Listed(NamedTuple):
    """The files that may be read, how many have no name that can be written down, and the submodules."""

    paths: tuple[str, ...]
    unnameable: int
    submodules: list[str]


@lru_cache(maxsize=1)
def _tracked(staged: bytes) -> _Listed:
    """What git knows, symbolic links left out. It is the same most of the time."""
    files: list[str] = []
    submodules: list[str] = []
    for line in _split(staged):
        meta, _, path = line.partition("\t")
        if meta.startswith("160000"):
            submodules.append(path)
        elif not meta.startswith("120000"):
            files.append(path)
    return _listed(files, submodules)


def _split(output: bytes) -> list[str]:
    return [line for line in output.decode("utf-8", "surrogateescape").split("\0") if line]


def _listed(files: Iterable[str], submodules: Sequence[str] = ()) -> _Listed:
    named = dict.fromkeys(files)  # a file in conflict is listed several times
    # A name that cannot be written down cannot be cited either, so it is no use as a result.
    paths = [path for path in named if path.encode("utf-8", "ignore").decode() == path]
    kept = (path for path in paths if path not in _OWN_FILES and not path.endswith((_UNFINISHED, "/")))
    return _Listed(tuple(kept), len(named) - len(paths), list(submodules))


def _stamped(root: Path, paths: Iterable[str]) -> tuple[list[Entry], int]:
    """The regular files with their stamps, and how many are not on the disk."""
    entries: list[Entry] = []
    missing = 0
    for path in paths:
        try:
            found = os.stat(f"{root}/{path}", follow_symlinks=False)  # noqa: PTH116 - thousands of times
        except (OSError, ValueError):
            missing += 1
            continue
        if stat.S_ISREG(found.st_mode):
            entries.append(Entry(path, found.st_size, found.st_mtime_ns))
    return entries, missing


def a_few(paths: list[str]) -> str:
    """The first three, for a note."""
    return ", ".join(paths[:3]) + (" …" if len(paths) > 3 else "")


def _why_no_git(root: Path) -> str:
    """Why git told nothing: it is not there, it refuses, or there is nothing for it."""
    if not any((folder / ".git").exists() for folder in (root, *root.parents)):
        return "Not a git repository"
    if shutil.which("git") is None:
        return "Git is not installed"
    return "Git cannot read this repository (damaged, or owned by somebody else)"


_OWN_FILES = frozenset({"BACKLOG.md", "docs/common/nfr-matrix.md"})
_UNFINISHED = ".roundtable-tmp"  # how a file of ours ends that a crash left half written


def _own_items(paths: Iterable[str]) -> tuple[str, ...]:
    """Folders that Roundtable writes: its own, and every item with a meta.json."""
    start, end = "docs/requirements/", "/meta.json"
    items = {path[: -len("meta.json")] for path in paths if path.startswith(start) and path.endswith(end)}
    return (".roundtable/", *sorted(items))


_NEVER = frozenset([
    ".git", ".hg", ".svn", ".roundtable", "node_modules", "bower_components", "__pycache__", ".venv", "venv", ".tox",
    ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".idea", ".vscode", ".terraform", ".next", ".nuxt",
    ".cache", ".eggs", "target", "dist", "build", "out", "coverage"
])  # fmt: skip
"""Folders that are left out of an unversioned tree even without a rule."""


_GLOBS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _pattern(glob: str) -> str:
    """One gitignore glob as a regular expression over a path relative to the rule's folder."""
    return re.sub(r"\*\*/|\*\*|\*|\?|[^*?]+", lambda part: _GLOBS.get(part[0]) or re.escape(part[0]), glob)


@dataclass(frozen=True)
class _Rule:
    """A line of a `.gitignore`; it speaks of paths relative to its folder."""

    folder: str
    matcher: re.Pattern[str]
    negated: bool
    folders_only: bool

    def fits(self, path: str, *, is_folder: bool) -> bool:
        inside = path[len(self.folder) + 1 :] if self.folder else path
        return (is_folder or not self.folders_only) and self.matcher.fullmatch(inside) is not None


def _rules_in(text: str, folder: str) -> list[_Rule]:
    rules: list[_Rule] = []
    for line in text.splitlines():
        glob = line.strip()
        if not glob or glob.startswith("#"):
            continue
        bare = glob.lstrip("!").removeprefix("\\")
        anchored = "/" in bare.rstrip("/")
        matcher = re.compile(("" if anchored else "(?:.*/)?") + _pattern(bare.strip("/")))
        rules.append(_Rule(folder, matcher, glob.startswith("!"), bare.endswith("/")))
    return rules


def _folder(base: str) -> list[str]:
    found: list[str] = []
    waiting: list[tuple[str, list[_Rule]]] = [("", [])]
    while waiting:
        folder, rules = waiting.pop()
        try:
            with os.scandir(f"{base}/{folder}" if folder else base) as listed:
                children = sorted(listed, key=lambda child: child.name)
        except OSError:
            continue
        if any(child.name == ".gitignore" for child in children):
            data = read_file(base, f"{folder}/.gitignore".lstrip("/")) or b""
            rules = [*rules, *_rules_in(data.decode("utf-8", "replace"), folder)]
        for child in children:
            path = f"{folder}/{child.name}" if folder else child.name
            try:
                if child.is_symlink():
                    continue
                is_folder = child.is_dir(follow_symlinks=False)
            except OSError:
                continue
            # The last rule that fits decides.
            decided = next((one for one in reversed(rules) if one.fits(path, is_folder=is_folder)), None)
            if (is_folder and child.name in _NEVER) or (decided is not None and not decided.negated):
                continue
            if is_folder:
                waiting.append((path, rules))
            else:
                found.append(path)
    return found
