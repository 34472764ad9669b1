"""Which files there are, as they lie on the disk now. I/O only.

Git's list where there is git, the folder with its ignore rules elsewhere. Symbolic links are never followed, so a loop
cannot catch us; what vanishes between listing and looking is simply not there. The papers that Roundtable itself
writes are left out: a draft contains the description word for word and would always win.
"""

from __future__ import annotations

import os
import shutil
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roundtable.scan.ignore import NEVER, IgnoreRules, parse_rules
from roundtable.scan.worker import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from roundtable.scan.git import Git


@dataclass(frozen=True, slots=True)
class Entry:
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
    listing = git.list_files()
    versioned = listing is not None
    if listing is not None:
        paths, submodules = listing
        if submodules:
            notes.append(f"Submodules are not scanned: {a_few(submodules)}.")
    else:
        notes.append(f"{_why_no_git(root)}: ranked without history.")
        paths = _folder(str(root))
    own = _own_items(paths)
    unnameable = [path for path in paths if not _is_text(path)]
    if unnameable:
        notes.append(f"{len(unnameable)} file name(s) that are not valid UTF-8 were left out.")
    entries: list[Entry] = []
    missing = 0
    base = str(root)
    for path in sorted(paths):
        if path.startswith(own) or path in _OWN_FILES or path.endswith(_UNFINISHED):
            continue
        if unnameable and not _is_text(path):
            continue
        try:
            found = os.stat(f"{base}/{path}", follow_symlinks=False)  # noqa: PTH116 - thousands of times
        except (OSError, ValueError):
            missing += 1
            continue
        if stat.S_ISREG(found.st_mode):
            entries.append(Entry(path, found.st_size, found.st_mtime_ns))
    if versioned and missing and git.run("config", "--bool", "core.sparseCheckout") == b"true\n":
        notes.append(f"Sparse checkout: {missing} tracked file(s) are not on the disk and were left out.")
    if versioned and not entries and git.run("rev-parse", "--is-bare-repository") == b"true\n":
        notes.append("A bare repository has no files to read; scan a clone of it.")
    return Tree(tuple(entries), tuple(notes), versioned)


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
_UNFINISHED = ".roundtable-tmp"
"""How a file of ours ends that a crash left half written."""


def _is_text(path: str) -> bool:
    """Whether the name can be written down; others cannot be cited, so they are no use as results."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _own_items(paths: Iterable[str]) -> tuple[str, ...]:
    """Folders that Roundtable writes: its own, and every item with a meta.json."""
    start, end = "docs/requirements/", "/meta.json"
    items = {path[: -len("meta.json")] for path in paths if path.startswith(start) and path.endswith(end)}
    return (".roundtable/", *sorted(items))


def _folder(base: str) -> list[str]:
    found: list[str] = []
    waiting: list[tuple[str, IgnoreRules]] = [("", IgnoreRules())]
    while waiting:
        folder, rules = waiting.pop()
        try:
            with os.scandir(f"{base}/{folder}" if folder else base) as listed:
                children = sorted(listed, key=lambda child: child.name)
        except OSError:
            continue
        if any(child.name == ".gitignore" for child in children):
            data = read_file(base, f"{folder}/.gitignore".lstrip("/")) or b""
            rules = parse_rules(data.decode("utf-8", "replace"), folder, rules)
        for child in children:
            path = f"{folder}/{child.name}" if folder else child.name
            try:
                if child.is_symlink():
                    continue
                is_folder = child.is_dir(follow_symlinks=False)
            except OSError:
                continue
            if is_folder and child.name in NEVER:
                continue
            if rules.rules and rules.ignores(path, is_folder=is_folder):
                continue
            if is_folder:
                waiting.append((path, rules))
            else:
                found.append(path)
    return found
