"""Builds the real objects: where we are, what is configured, what time it is.

Commands ask here and build nothing themselves. What costs time to load is loaded when it is asked for.

Elsewhere: finding the repository and its items (`stores`), reading settings (`config`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from roundtable.analysis.sources import SourceKind, Tracker
from roundtable.config import Config, load_config
from roundtable.errors import CannotDoHere
from roundtable.stores.paths import Places
from roundtable.stores.repo import find_places

if TYPE_CHECKING:
    from roundtable.scan.service import Scanner


class SystemClock:
    """The time of this machine; the only place that asks for it."""

    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 - this is the clock


@dataclass(frozen=True, slots=True)
class Workspace:
    places: Places
    clock: SystemClock

    def now(self) -> datetime:
        return self.clock.now()

    def config(self) -> Config:
        """The settings that hold here; raises `WrongUse` when a file cannot be understood."""
        return load_config(self.places.root)

    def scanner(self, progress: Callable[[str, int, int], None] | None = None) -> "Scanner":
        """What knows the code here. `progress` hears what it is doing, how far it is, and of how much."""
        from roundtable.scan.service import Scanner

        return Scanner(self.places.root, progress=progress)


def open_workspace(repo: str | None) -> Workspace:
    try:
        here = Path.cwd()
    except FileNotFoundError as error:
        raise CannotDoHere("This folder is gone; change to one that exists, then run it again.") from error
    return Workspace(find_places(here, None if repo is None else Path(repo)), SystemClock())


def tracker_of(config: Config) -> Tracker | None:
    """What a bare number means, if anything."""
    if config.tracker is None:
        return None
    return Tracker(SourceKind(config.tracker), config.jira_project or "")
