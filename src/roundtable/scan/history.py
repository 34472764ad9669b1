"""What the past says: commits, their words, and which files they touched. Pure; reading git is in `git`.

Only what happened up to the commit being scanned is ever passed in. Merges are kept out by the reader; sweeping commits
(reformatting, renames of everything) are weighed down: a commit that touches two files says more about each of them than
one that touches two hundred. Where commits are counted for a reader, all count, as in `git log --no-merges --full-history`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from roundtable.analysis.scanning import FileKind
from roundtable.scan.index import Field, Floats, Ints
from roundtable.scan.kinds import kind_of
from roundtable.scan.lexicon import split_tokens
from roundtable.scan.vocabulary import Words

WIDEST = 60  # a commit with more files than this is no change that somebody planned
_FADE_YEARS = 4.0
SWEEPING = 40  # commits with more files than this say nothing about which files belong together


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit, newest first in every list of them."""

    time: int
    author: str
    message: str
    files: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class History:
    """Commits as arrays: messages as a field, touched files as offsets into one list."""

    times: npt.NDArray[np.int64]  # seconds since 1970, newest first
    messages: Field
    subjects: tuple[str, ...]
    authors: Ints
    touched: Ints  # file numbers, grouped by commit
    offsets: Ints
    files: int
    names: tuple[tuple[str, ...], ...] = ()  # what each commit touched, also what is gone today
    whole: bool = True  # whether these are all commits, or only the latest

    @property
    def commits(self) -> int:
        return len(self.times)

    @property
    def window(self) -> str:
        """Of which commits a count speaks, when not of all: `" (last 2,000 commits)"`."""
        return "" if self.whole else f" (last {self.commits:,} commits)"

    def day(self, commit: int) -> str:
        """The date of a commit, YYYY-MM-DD."""
        return str(np.datetime64(int(self.times[commit]), "s"))[:10]

    @cached_property
    def widths(self) -> Ints:
        """How many of today's files each commit touched."""
        return np.diff(self.offsets)

    @cached_property
    def owner(self) -> Ints:
        """The commit of each entry of `touched`."""
        return np.repeat(np.arange(self.commits, dtype=np.int32), self.widths)

    @cached_property
    def _by_file(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.touched, kind="stable")
        starts = np.searchsorted(self.touched[order], np.arange(self.files + 1)).astype(np.int32)
        return starts, self.owner[order]

    def files_of(self, commit: int) -> Ints:
        return self.touched[self.offsets[commit] : self.offsets[commit + 1]]

    def commits_of(self, file: int) -> Ints:
        starts, owners = self._by_file
        return owners[starts[file] : starts[file + 1]]

    @cached_property
    def touch_counts(self) -> Ints:
        return np.bincount(self.touched, minlength=self.files).astype(np.int32)

    @cached_property
    def ages(self) -> Floats:
        """Age of each commit in years, seen from the newest."""
        return ((self.times.max(initial=0) - self.times) / 31_557_600.0).astype(np.float32)

    @cached_property
    def trust(self) -> Floats:
        """A narrow commit says more about each of its files, a recent one more about the code as it is."""
        return 1.0 / ((1.0 + self.ages / _FADE_YEARS) * np.sqrt(np.maximum(self.widths, 1)))

    def partners(self, file: int) -> Counter[int]:
        """Files that were changed together with this one, and how often, sweeping commits aside."""
        together: Counter[int] = Counter()
        for commit in self.commits_of(file).tolist():
            if self.widths[commit] <= SWEEPING:
                together.update(self.files_of(commit).tolist())
        together.pop(file, None)
        return together

    def narrow_commits_of(self, file: int) -> int:
        """In how many commits that are not sweeping the file took part."""
        return int((self.widths[self.commits_of(file)] <= SWEEPING).sum())


Size = Counter[FileKind]  # how many files of each kind a change touches


def size_of_change(touched: Sequence[str]) -> Size | None:
    """The size of a commit that may be compared with a planned change: several files, a source among them."""
    if not 2 <= len(touched) <= WIDEST:
        return None
    size = Size(map(kind_of, touched))
    return size if size["source"] else None


def build_history(
    commits: Sequence[Commit], number_of: dict[str, int], words: Words, *, whole: bool = True
) -> History:
    """Join commits to the files that exist now; those that touched none of them still teach words."""
    touched = Field.of([[number_of[one] for one in commit.files if one in number_of] for commit in commits])
    spoken = [split_tokens(commit.message.encode("utf-8", "replace")) for commit in commits]
    authors: dict[str, int] = {}
    return History(
        times=np.array([commit.time for commit in commits], np.int64),
        messages=Field.of([[words[token] for token in tokens] for tokens in spoken]),
        subjects=tuple(commit.message.partition("\n")[0] for commit in commits),
        authors=np.array([authors.setdefault(one.author, len(authors)) for one in commits], np.int32),
        touched=touched.tokens,
        offsets=touched.offsets,
        files=len(number_of),
        names=tuple(commit.files for commit in commits),
        whole=whole,
    )
