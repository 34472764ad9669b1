"""Where an item comes from: GitHub, Jira, or somebody's head.

`detect_source` looks only at the form of what was typed, the address of an issue included; nothing is fetched. `same_source` compares keys the way
people write them: `#20`, `GH-20`, `gh-20`, and combined ones such as `GH-60+GH-61`.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class SourceKind(StrEnum):
    GITHUB = "github"
    JIRA = "jira"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Source:
    kind: SourceKind
    id: str | None
    description: str
    url: str | None = None
    """The address of the issue, where that was typed: the same number may stand in two repositories."""


@dataclass(frozen=True, slots=True)
class Tracker:
    """The configured issue tracker: what a bare number means. `project` is the Jira key, as in `SHOP`."""

    kind: SourceKind
    project: str = ""


_ADDRESS: Final = re.compile(
    r"(?:https?://[\w.:-]+|[\w-]+\.[\w.:-]+)/(?P<repository>[\w.-]+/[\w./-]+?)/(?:-/)?(?:issues|pull|merge_requests|work_items)"
    r"/(?P<number>[0-9]+)/?(?:[?#]\S*)?"
)
_JIRA_ADDRESS: Final = re.compile(
    r"https?://[\w.:-]+/(?:\S*/)?browse/(?P<key>[A-Z][A-Z0-9]*-[0-9]+)/?(?:[?#]\S*)?"
)
_GITHUB: Final = re.compile(r"(?:#|GH-)(?P<number>[0-9]+)", re.IGNORECASE)
_KEY: Final = re.compile(r"#[0-9]+|[A-Za-z]+-[0-9]+")


def detect_source(text: str, tracker: Tracker | None = None) -> Source:
    """The source of what was typed. Bare digits mean the configured tracker, and nothing without one."""
    typed = text.strip()
    if (issue := _GITHUB.fullmatch(typed)) is not None:
        return Source(SourceKind.GITHUB, f"GH-{issue['number']}", typed)
    if (address := _ADDRESS.fullmatch(typed)) is not None:
        number, url = address["number"], typed.partition("#")[0].partition("?")[0].rstrip("/")
        url = url if "://" in url else f"https://{url}"
        return Source(SourceKind.GITHUB, f"GH-{number}", f"{address['repository']}#{number}", url)
    if (page := _JIRA_ADDRESS.fullmatch(typed)) is not None:
        return Source(SourceKind.JIRA, page["key"], page["key"], typed)
    if is_source_key(typed) and typed.isupper():
        return Source(SourceKind.JIRA, typed, typed)
    if tracker is not None and typed.isascii() and typed.isdigit():
        if tracker.kind is SourceKind.GITHUB:
            return Source(SourceKind.GITHUB, f"GH-{typed}", typed)
        if tracker.kind is SourceKind.JIRA and tracker.project:
            return Source(SourceKind.JIRA, f"{tracker.project}-{typed}", typed)
    return Source(SourceKind.MANUAL, None, typed)


def is_source_key(text: str) -> bool:
    """Whether somebody means a tracker's key: `#20`, `GH-20`, `shop-7`."""
    return _KEY.fullmatch(text.strip()) is not None


def same_source(stored: str, typed: str) -> bool:
    """Whether a stored `source_id` is, or contains, the key that was typed."""
    parts = stored.translate(str.maketrans("+,;", "   ")).split()
    return _plain(typed) in {_plain(part) for part in (stored, *parts)}


def _plain(key: str) -> str:
    lowered = key.strip().lower()
    number = lowered.removeprefix("#")
    return f"gh-{number}" if lowered.startswith("#") or (number.isascii() and number.isdigit()) else lowered
