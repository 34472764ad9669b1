"""Has the code moved on since the analysis, and does it matter?

Pure part: comparing hashes, reading the affected files out of an impact analysis, and weighing them against the files
that changed. Asking git is the store's work.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from roundtable.language.markdown import read_markdown

Level = Literal["current", "none", "info", "warning", "fallback"]
FallbackReason = Literal["no-impact-analysis", "no-parseable-table", "git-diff-failed"]

_SHORTEST_HASH: Final = 4
_MOST_FOR_INFO: Final = 3
_TITLE: Final = re.compile(r"\bdirectly affected files\b", re.IGNORECASE)
_FURTHER_OUT: Final = re.compile(r"\bindirect", re.IGNORECASE)
_FIRST_CELL: Final = re.compile(r"\s*\|\s*`([^`]+)`")


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
    page = read_markdown(impact_analysis)
    titled = [one for one in page.sections if one.level in (2, 3) and _TITLE.search(one.title)]
    # A heading below it ends nothing, unless it leads to the files further out.
    apart = [range(one.line, one.reach) for one in page.sections if _FURTHER_OUT.search(one.title)]
    within = [line for one in titled for line in page.prose_between(one.line + 1, one.reach)]
    lines = [line.text for line in within if not any(line.number in lines for lines in apart)]
    return tuple(dict.fromkeys(_plain(found[1]) for text in lines if (found := _FIRST_CELL.match(text))))


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
