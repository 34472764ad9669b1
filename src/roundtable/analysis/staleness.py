"""Has the code moved on since the analysis, and does it matter?

Pure part: comparing hashes, reading the affected files out of an impact analysis, and weighing them against the files
that changed. Asking git is the store's work.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from roundtable.language.markdown import plain_title, read_markdown
from roundtable.language.markdown_blocks import split_row

Level = Literal["current", "none", "info", "warning", "fallback"]
FallbackReason = Literal["no-impact-analysis", "no-parseable-table", "git-diff-failed"]

_SHORTEST_HASH: Final = 4
_MOST_FOR_INFO: Final = 3
_TITLE: Final = "directly affected files"
_FURTHER_OUT: Final = "indirect"


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
    named = [(one, f" {plain_title(one.title)} ") for one in page.sections]
    titled = [one for one, title in named if one.level in (2, 3) and f" {_TITLE} " in title]
    # A heading below it ends nothing, unless it leads to the files further out.
    apart = [range(one.line, one.reach) for one, title in named if f" {_FURTHER_OUT}" in title]
    within = [line for one in titled for line in page.prose_between(one.line + 1, one.reach)]
    near = [line.text for line in within if not any(line.number in lines for lines in apart)]
    cells = [split_row(text)[0] for text in near if text.lstrip().startswith("|") and text.strip("| ")]
    return tuple(dict.fromkeys(_plain(cell[1:].partition("`")[0]) for cell in cells if cell[:1] == "`"))


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
