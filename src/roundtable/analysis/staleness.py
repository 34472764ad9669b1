"""Has the code moved on since the analysis, and does it matter?

Pure part: comparing hashes, reading the affected files out of an impact analysis, and weighing them against the files
that changed. Asking git is the store's work.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["Level", "Staleness", "directly_affected", "is_stale", "judge", "overlap", "same_commit"]

Level = Literal["current", "none", "info", "warning", "fallback"]
FallbackReason = Literal["no-impact-analysis", "no-parseable-table", "git-diff-failed"]

_SHORTEST_HASH: Final = 4
_MOST_FOR_INFO: Final = 3
_HEADING: Final = re.compile(r"^(#{1,6})\s+(.*?)\s*#*\s*$")
_FIRST_CELL: Final = re.compile(r"^\s*\|?\s*`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Staleness:
    """How an analysis stands to the code.

    `current`: nothing changed, or nothing to compare with. `none`: changes, but none that the analysis named.
    `info`: one to three of its files. `warning`: four or more. `fallback`: changed, and we cannot say how much it matters.
    """

    level: Level
    commits: int | None = None
    touched: tuple[str, ...] = ()
    reason: FallbackReason | None = None

    @property
    def is_stale(self) -> bool:
        """Whether the code differs at all from what was analysed."""
        return self.level != "current"


def same_commit(one: str, other: str) -> bool:
    """Whether two abbreviated hashes name the same commit: abbreviations of seven and eight characters both occur."""
    short, long = sorted((one.strip().lower(), other.strip().lower()), key=len)
    return short == long or (len(short) >= _SHORTEST_HASH and long.startswith(short))


def is_stale(stored: str | None, head: str | None) -> bool:
    """Stale only if a stored hash exists and differs from the current one; without git nothing can be said."""
    return bool(stored) and bool(head) and not same_commit(stored or "", head or "")


def directly_affected(impact_analysis: str) -> tuple[str, ...]:
    """The back-quoted first cells of the tables under "Directly Affected Files"; empty when there is no such table."""
    paths: dict[str, None] = {}
    level_of_section = 0
    for line in impact_analysis.splitlines():
        heading = _HEADING.match(line)
        if heading is not None:
            level, words = len(heading.group(1)), heading.group(2).lower()
            if level in (2, 3) and re.search(r"\bdirectly affected files\b", words):
                level_of_section = level
            elif level <= level_of_section:
                level_of_section = 0
            continue
        cell = _FIRST_CELL.match(line) if level_of_section and line.lstrip().startswith("|") else None
        if cell is not None:
            paths[_plain(cell.group(1))] = None
    return tuple(paths)


def overlap(changed: Iterable[str], affected: Iterable[str]) -> tuple[str, ...]:
    """The changed files that the analysis named, sorted."""
    return tuple(sorted({_plain(path) for path in changed} & {_plain(path) for path in affected}))


def judge(
    stored: str | None,
    head: str | None,
    *,
    commits: int | None = None,
    changed: Iterable[str] | None = None,
    impact_analysis: str | None = None,
) -> Staleness:
    """Weigh the changes since `stored`. `changed` is `None` when git could not tell, as `commits` may be."""
    if not is_stale(stored, head):
        return Staleness("current")
    if impact_analysis is None:
        return Staleness("fallback", commits, reason="no-impact-analysis")
    affected = directly_affected(impact_analysis)
    if not affected:
        return Staleness("fallback", commits, reason="no-parseable-table")
    if changed is None:
        return Staleness("fallback", commits, reason="git-diff-failed")
    touched = overlap(changed, affected)
    level: Level = "none" if not touched else "info" if len(touched) <= _MOST_FOR_INFO else "warning"
    return Staleness(level, commits, touched)


def _plain(path: str) -> str:
    return path.strip().removeprefix("./").lstrip("/")
