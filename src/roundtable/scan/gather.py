"""From a tree on the disk to extracts, doing only what is new. I/O: reads files, runs a worker, keeps the cache.

A file is read again when its size or time stamp differs from the last look, or when the last look came so soon
after the change that a second change could hide behind the same stamp.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from roundtable.scan.columns import NO_FILES, Columns, join
from roundtable.scan.index import TermTable
from roundtable.scan.packing import BrokenBlock, open_block
from roundtable.scan.vocabulary import Numbering, Words
from roundtable.scan.walk import Entry
from roundtable.scan.worker import PROTOCOL, blocks_in, read_blocks

Progress = Callable[[str, int, int], None] | None

_WORKER_PAYS = 3_000_000  # bytes to read from which starting a second process is worth it
_TURN = 32
"""So many files in turn are read here and by the worker: folders of one kind (tests, translations) are shared fairly."""
_RACY_NS = 20_000_000


@dataclass
class Gathered:
    """Everything read so far, in path order, over one vocabulary."""

    words: Words = field(default_factory=Words)
    entries: dict[str, Entry] = field(default_factory=dict)
    columns: Columns = NO_FILES
    looked_ns: int = 0  # when the entries were last looked at

    def __post_init__(self) -> None:
        self.terms = TermTable(self.words.listed)

    def is_current(self, entry: Entry) -> bool:
        return self.entries.get(entry.path) == entry and entry.changed_ns + _RACY_NS < self.looked_ns


def gather(
    root: str, entries: Sequence[Entry], before: Gathered, progress: Progress = None
) -> tuple[Gathered, int]:
    """The state for these entries, and how many files had to be read."""
    now = time.time_ns()
    stale = [entry for entry in entries if not before.is_current(entry)]
    if not stale and len(entries) == len(before.entries):
        before.looked_ns = now
        return before, 0
    if len(stale) > len(entries) // 2:
        # When most of the tree is new, so is the vocabulary: what old files taught it would never go away otherwise.
        before, stale = Gathered(), list(entries)
    sources = [before.columns, *_read_all(root, stale, before.words, progress)]
    # What was read now comes last, and counts; what vanished meanwhile is in none of them.
    again = {entry.path for entry in stale}
    found = {path: (0, place) for place, path in enumerate(before.columns.paths) if path not in again}
    for source, columns in enumerate(sources[1:], 1):
        found.update({path: (source, place) for place, path in enumerate(columns.paths)})
    kept = {entry.path: entry for entry in entries if entry.path in found}
    gathered = Gathered(before.words, kept, join(sources, [found[path] for path in kept]), now)
    gathered.terms = before.terms
    return gathered, len(stale)


def _read_all(root: str, entries: list[Entry], words: Words, progress: Progress) -> list[Columns]:
    many, size = len(entries), sum(min(entry.size, 2_000_000) for entry in entries)
    shared = size >= _WORKER_PAYS and (os.cpu_count() or 1) > 1
    # All words get their numbers here, so fewer files are read here.
    turns = [(entry.path, shared and n // _TURN % 5 > 1) for n, entry in enumerate(entries)]
    ours, theirs = ([path for path, is_theirs in turns if is_theirs is who] for who in (False, True))
    worker = _start_worker(root, theirs) if theirs else None
    numbering = Numbering(words)
    found: list[Columns] = []
    for paths, parts in read_blocks(root, ours):
        found.append(Columns.of(paths, parts, numbering))
        if progress is not None:
            progress("reading", min(many, sum(len(one.paths) for one in found) * many // len(ours)), many)
    received = _finish_worker(worker) if worker is not None else None
    blocks = read_blocks(root, theirs) if received is None else blocks_in(received)
    return found + [Columns.of(paths, parts, numbering) for paths, parts in blocks]


def _start_worker(root: str, paths: list[str]) -> subprocess.Popen[bytes] | None:
    order = "\0".join([root, *paths]).encode("utf-8", "surrogateescape")
    command = [sys.executable, "-m", "roundtable.scan.worker"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    pipe = subprocess.PIPE
    try:
        worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=env)
        if worker.stdin is not None:
            worker.stdin.write(order)
            worker.stdin.close()
            worker.stdin = None
    except (OSError, ValueError):
        return None
    return worker


def _finish_worker(worker: subprocess.Popen[bytes]) -> dict[str, memoryview] | None:
    with suppress(BrokenBlock, OSError, ValueError):
        output, _ = worker.communicate()
        return open_block(PROTOCOL, output) if worker.returncode == 0 else None
