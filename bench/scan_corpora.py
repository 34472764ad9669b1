"""Trees of the past for the scan benchmarks: any commit of a bare or ordinary clone, without checking it out.

Contents come from `git cat-file --batch`, extracts are kept by blob so that neighbouring commits share them, and
history is cut at the commit: only its true ancestors are ever seen.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from roundtable.scan.columns import Columns, join
from roundtable.scan.corpus import Corpus
from roundtable.scan.extract import BINARY, extract
from roundtable.scan.git import parse_log
from roundtable.scan.history import Commit, History
from roundtable.scan.imports import Graph, resolve_imports
from roundtable.scan.index import Field, TermTable, build_index
from roundtable.scan.kinds import kind_of
from roundtable.scan.lexicon import split_tokens
from roundtable.scan.packing import pack
from roundtable.scan.repository import MOST_COMMITS
from roundtable.scan.vocabulary import Numbering, Words

_TRAILERS = re.compile(
    r"(?im)^(?:signed-off-by|co-authored-by|thanks|git-svn-id|reviewed-by|\(cherry picked|backport of)[^\n]*"
)
_TICKET = re.compile(
    r"^(?:\[[^\]]*\]\s*)?(?:fixed|refs|fixes|closes|close|fix|resolves)\s+(?:#\d+[,\s]*(?:and|&)?\s*)+(?:--|:|-)?\s*",
    re.IGNORECASE,
)
_CHORE = re.compile(
    r"(?i)(?:merge|bump|release|version|prepar|update changelog|revert|pep ?8|typo|isort|flake8|black)"
)


@dataclass(frozen=True)
class Task:
    """A description, the commit it is asked at, and the files that the real change touched."""

    name: str
    repo: str
    base: str
    text: str
    changed: tuple[str, ...]


def read_items(path: Path) -> list[Task]:
    """The development items: one JSON object per line."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        Task(one["id"], one["repo"], one["base_commit"], one["text"], tuple(one["changed"])) for one in lines
    ]


class Clone:
    """One repository of the benchmark."""

    def __init__(self, repo: str, folder: Path) -> None:
        self.repo = repo
        self.git_dir = _git_dir(folder, repo)
        self._words = Words()
        self._terms = TermTable(self._words.listed)
        self._read: list[Columns] = []
        self._places: dict[tuple[str, str], tuple[int, int]] = {}
        """Where in what was read each path with its blob is."""
        self._batch = subprocess.Popen(
            ["git", "--git-dir", self.git_dir, "cat-file", "--batch"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.log = self._read_log()
        self._spoken: dict[str, np.ndarray] = {}

    def git(self, *arguments: str) -> bytes:
        return subprocess.run(
            ["git", "--git-dir", self.git_dir, *arguments], capture_output=True, check=True
        ).stdout

    def _read_log(self) -> list[tuple[str, str, Commit]]:
        """Every commit but merges, newest first: id, parents, content."""
        form = "--format=%x01%H %P%x02%ct%x02%aN%x02%B%x03"
        output = self.git("log", "--all", "--no-merges", "--no-renames", "--name-only", "-z", form)
        heads = re.findall(rb"\x01([0-9a-f]+) ?([0-9a-f ]*)\x02", output)
        return [
            (own.decode(), parents.decode(), commit)
            for (own, parents), commit in zip(heads, parse_log(output), strict=True)
        ]

    def ancestors(self, commit: str) -> list[tuple[str, str, Commit]]:
        known = set(self.git("rev-list", commit).decode().split())
        return [entry for entry in self.log if entry[0] in known]

    def time(self, commit: str) -> int:
        return int(self.git("show", "-s", "--format=%ct", commit))

    def _blob(self, name: str) -> bytes:
        assert self._batch.stdin is not None
        assert self._batch.stdout is not None
        self._batch.stdin.write(name.encode() + b"\n")
        self._batch.stdin.flush()
        head = self._batch.stdout.readline().split()
        if head[-1] == b"missing":  # a partial clone
            return b"\0"
        size = int(head[2])
        data = self._batch.stdout.read(size)
        self._batch.stdout.read(1)
        return data

    def tree(self, commit: str) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for line in self.git("ls-tree", "-r", "-z", commit).split(b"\0"):
            meta, _, path = line.partition(b"\t")
            if path and meta.split()[1] == b"blob" and not meta.startswith(b"120000"):
                found.append((path.decode("utf-8", "replace"), meta.split()[2].decode()))
        return sorted(found)

    def corpus_at(self, commit: str, past: list[tuple[str, str, Commit]] | None = None) -> Corpus:
        """The tree of a commit with the history before it."""
        tree = self.tree(commit)
        new = [one for one in tree if one not in self._places]
        if new:
            packed = pack([extract(path, self._blob(blob)) for path, blob in new])
            self._places.update((one, (len(self._read), place)) for place, one in enumerate(new))
            self._read.append(Columns.of([path for path, _ in new], packed, Numbering(self._words)))
        columns = join(self._read, [self._places[one] for one in tree])
        texts = [path for path, note in zip(columns.paths, columns.notes, strict=True) if note != BINARY]
        number_of = {path: number for number, path in enumerate(texts)}
        history = self._history(
            (past if past is not None else self.ancestors(commit))[:MOST_COMMITS], number_of
        )
        index = build_index(columns, self._words, self._terms)
        return Corpus(index, Graph(resolve_imports(index), index.size), history)

    def _history(self, past: list[tuple[str, str, Commit]], number_of: dict[str, int]) -> History:
        """The same as `build_history`, with each message read once over all commits."""
        spoken: list[np.ndarray] = []
        for name, _, commit in past:
            tokens = self._spoken.get(name)
            if tokens is None:
                words = map(self._words.__getitem__, split_tokens(commit.message.encode("utf-8", "replace")))
                tokens = self._spoken[name] = np.fromiter(words, np.int32)
            spoken.append(tokens)
        touched = [[number_of[path] for path in commit.files if path in number_of] for _, _, commit in past]
        authors: dict[str, int] = {}
        return History(
            times=np.array([commit.time for _, _, commit in past], np.int64),
            messages=Field(np.concatenate([*spoken, np.empty(0, np.int32)]), _offsets(spoken)),
            subjects=tuple(commit.message.partition("\n")[0] for _, _, commit in past),
            authors=np.array([authors.setdefault(c.author, len(authors)) for _, _, c in past], np.int32),
            touched=np.array(list(chain.from_iterable(touched)), np.int32),
            offsets=_offsets(touched),
            files=len(number_of),
            names=tuple(commit.files for _, _, commit in past),
            whole=len(past) < MOST_COMMITS,
        )

    def commits_as_tasks(
        self, before: str, most: int, fewest: int = 1, largest: int = 4
    ) -> list[tuple[Task, int]]:
        """Commits that change so many source files, their messages as queries; with their place in `ancestors(before)`."""
        found: list[tuple[Task, int]] = []
        past = self.ancestors(before)
        for place, (name, parents, commit) in enumerate(past[: max(len(past) // 2, 8000)]):
            sources = tuple(path for path in commit.files if kind_of(path) == "source")
            text = _TICKET.sub("", _TRAILERS.sub("", commit.message)).strip()
            if not fewest <= len(sources) <= largest or len(commit.files) > 15 or len(parents.split()) != 1:
                continue
            if len(text.split()) >= 4 and not _CHORE.match(text):
                found.append((Task(name, self.repo, parents, re.sub(r"#\d+", "", text), sources), place))
        return found[:: max(1, len(found) // most)][:most]


def _offsets(rows: list) -> np.ndarray:
    return np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int32)


def _git_dir(folder: Path, repo: str) -> str:
    """`owner/name` as a clone called name, owner+name or owner/name, bare or not."""
    owner, _, name = repo.partition("/")
    for candidate in (name, f"{name}.git", f"{owner}+{name}", f"{owner}__{name}", repo):
        for inside in ("", ".git", "repo", "repo/.git"):
            path = folder / candidate / inside
            if (path / "HEAD").is_file() and (path / "objects").is_dir():
                return str(path)
    sys.exit(f"No clone of {repo} in {folder}: expected {folder}/{name}.")
