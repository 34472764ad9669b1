"""From a tree on the disk to extracts, doing only what is new. I/O: reads files, runs a worker, keeps the cache.

A file is read again when its size or time stamp differs from the last look, or when the last look came so soon
after the change that a second change could hide behind the same stamp.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from roundtable.scan.extract import Extract, Words, extract
from roundtable.scan.index import TermTable
from roundtable.scan.packing import WORD_COLUMNS, BrokenBlock, open_block, unpack
from roundtable.scan.worker import PROTOCOL, read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roundtable.scan.walk import Entry

    Progress = Callable[[str, int, int], None] | None
    Read = dict[str, Extract | None]
    """What each file gave; nothing for one that vanished."""

_WORKER_PAYS = 3_000_000
"""Bytes to read from which starting a second process is worth it."""
_RACY_NS = 20_000_000
_REPORT_EVERY = 200


@dataclass
class Gathered:
    """Everything read so far, in path order, over one vocabulary."""

    words: Words = field(default_factory=Words)
    terms: TermTable = field(default_factory=TermTable)
    entries: dict[str, Entry] = field(default_factory=dict)
    extracts: dict[str, Extract] = field(default_factory=dict)
    looked_ns: int = 0
    """When the entries were last looked at."""

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
    fresh = len(stale) > len(entries) // 2
    # When most of the tree is new, so is the vocabulary: what old files taught it would never go away otherwise.
    words, terms = (Words(), TermTable()) if fresh else (before.words, before.terms)
    if fresh:
        stale = list(entries)
    read = _read_all(root, stale, words, terms, progress)
    found = {entry: (read if entry.path in read else before.extracts).get(entry.path) for entry in entries}
    extracts = {entry.path: one for entry, one in found.items() if one is not None}
    kept = {entry.path: entry for entry in entries if entry.path in extracts}
    return Gathered(words, terms, kept, extracts, now), len(stale)


def _read_all(root: str, entries: list[Entry], words: Words, terms: TermTable, progress: Progress) -> Read:
    total = sum(min(entry.size, 2_000_000) for entry in entries)
    if total < _WORKER_PAYS or (os.cpu_count() or 1) < 2:
        return _read_here(root, entries, words, progress, len(entries))
    # Every other file: folders of one kind (tests, translations) are shared fairly.
    theirs, ours = entries[::2], entries[1::2]
    worker = _start_worker(root, theirs)
    found = _read_here(root, ours, words, progress, len(entries))
    terms.grow(words.listed)
    received = _finish_worker(worker, theirs, words, terms) if worker is not None else None
    if received is None:
        received = _read_here(root, theirs, words, progress, len(entries))
    found.update(received)
    return found


def _read_here(root: str, entries: list[Entry], words: Words, progress: Progress, total: int) -> Read:
    found: Read = {}
    for place, entry in enumerate(entries):
        data = read_file(root, entry.path)
        found[entry.path] = None if data is None else extract(entry.path, data, words)
        if progress is not None and place % _REPORT_EVERY == 0:
            progress("reading", min(total, place * total // max(len(entries), 1)), total)
    return found


def _start_worker(root: str, entries: list[Entry]) -> subprocess.Popen[bytes] | None:
    order = "\0".join([root, *(entry.path for entry in entries)]).encode("utf-8", "surrogateescape")
    try:
        worker = subprocess.Popen(
            [sys.executable, "-m", "roundtable.scan.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        if worker.stdin is not None:
            worker.stdin.write(order)
            worker.stdin.close()
            worker.stdin = None
    except (OSError, ValueError):
        return None
    return worker


def _finish_worker(
    worker: subprocess.Popen[bytes], entries: list[Entry], words: Words, terms: TermTable
) -> Read | None:
    try:
        output, _ = worker.communicate()
        if worker.returncode != 0:
            return None
        parts = open_block(PROTOCOL, output)
        listed = bytes(parts["words"]).split(b"\n")
        known = len(words.listed)
        renumber = np.array([words[word] for word in listed], np.int32)
        terms.adopt(
            bytes(parts["terms"]).decode("utf-8", "replace").split("\n"),
            np.frombuffer(parts["term_sizes"], np.int32),
            np.frombuffer(parts["term_numbers"], np.int32),
            np.flatnonzero(renumber >= known).astype(np.int32),
        )
        for name in WORD_COLUMNS:
            parts[name] = memoryview(renumber[np.frombuffer(parts[name], np.int32)].tobytes())
        vanished = {int(place) for place in bytes(parts["vanished"]).split(b",") if place}
        extracts = unpack(parts, len(entries))
    except (BrokenBlock, OSError, KeyError, ValueError, IndexError):
        return None
    return {
        entry.path: None if place in vanished else one
        for place, (entry, one) in enumerate(zip(entries, extracts, strict=True))
    }
