"""One item on disk, as a session needs it: journal, analysis.json, meta.json, documents, the backlog marker, a team's inbox.

The caller holds the item's lock. Everything goes through the gate of `paths`, so nothing outside the item folder,
`docs/common/nfr-matrix.md`, `BACKLOG.md` and `.roundtable/` can be written.
"""

import json
import secrets
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from roundtable.analysis.analysis import Analysis
from roundtable.analysis.json_text import as_list, as_object, json_object
from roundtable.documents.catalog import CATALOG, document, path_of
from roundtable.documents.own_files import is_own_file
from roundtable.engine.events import AnyEvent
from roundtable.engine.place import Place
from roundtable.engine.state import Progress
from roundtable.ports import Clock
from roundtable.stores import atomic
from roundtable.stores.analysis_file import ANALYSIS, read_analysis, write_analysis
from roundtable.stores.atomic import read_if_there, replace_file
from roundtable.stores.backlog_file import move_line, update_marker
from roundtable.stores.items import Item, load_item, save_meta
from roundtable.stores.journal import JOURNAL, Events, append_events, mark_now, read_since
from roundtable.stores.paths import Places, private_folder
from roundtable.stores.repo import short_head

_LONGEST_JOURNAL = 4_000_000
"""Bytes; what was saved of more than these is not replayed at a start, only to be able to take something back."""


class ItemFolder:
    """The folder of one item, open for one session."""

    def __init__(
        self,
        places: Places,
        item: Item,
        clock: Clock,
        *,
        command: str,
        mode: str,
        journal_in_git: bool | None = None,
    ) -> None:
        self._places = places
        self._item = item
        self._clock = clock
        self._command = command
        self._mode = mode
        self._journal_in_git = journal_in_git
        self.is_damaged = False  # whether analysis.json is not whole: it is kept beside the next one
        self._is_begun = False

    def append(self, events: Sequence[AnyEvent]) -> None:
        if not self._is_begun:
            self._begin()
        path = self._places.in_item(self._item.folder, JOURNAL)
        append_events(path, [event.model_dump(mode="json") for event in events])

    def _begin(self) -> None:
        """The first words are about to be kept: whoever works on a closed item opens it again."""
        if self._journal_in_git is False:
            self._keep_journal_out_of_git()
        item = load_item(self._places, self._item.folder, self._clock.now())
        if item.meta.closed is not None:
            item.meta.reopen()
            save_meta(self._places, self._item.folder, item.meta, self._clock.now())
            move_line(self._places, item, command=self._command, now=self._clock.now())
        self._is_begun = True

    def read_journal(self, mark: object = None) -> tuple[Events, Events]:
        """Everything that happened until analysis.json with this mark was saved, and since. Without the mark, everything and nothing."""
        return read_since(self._item.path / JOURNAL, mark, longest=_LONGEST_JOURNAL)

    def _keep_journal_out_of_git(self) -> None:
        """Let the item folder's own .gitignore name the journal; what else somebody wrote there stays."""
        path = self._places.in_item(self._item.folder, ".gitignore")
        there = (atomic.read_text(path) or "") if path.is_file() else ""
        if JOURNAL not in there.splitlines():
            gap = "" if not there or there.endswith("\n") else "\n"
            atomic.replace_file(path, f"{there}{gap}{JOURNAL}\n".encode(), f"{self._item.folder}/.gitignore")

    def save_analysis(
        self, analysis: Analysis, place: Place, manifest: Mapping[str, Mapping[str, str]]
    ) -> None:
        """Keep the facts (by id, so that two branches merge), where the session is, what we last wrote, and where the journal is."""
        raw: dict[str, Any] = analysis.model_dump(mode="json", exclude_defaults=False)
        raw["facts"] = {fact["id"]: fact for fact in raw["facts"]}
        raw["fact_order"] = list(raw["facts"])
        document_ = {
            "analysis": raw,
            "place": place.model_dump(mode="json"),
            "mode": self._mode,
            "manifest": {name: dict(sections) for name, sections in manifest.items()},
            "journal": mark_now(self._item.path / JOURNAL),
        }
        path = self._places.in_item(self._item.folder, ANALYSIS)
        write_analysis(path, document_, self._clock.now(), is_damaged=self.is_damaged)
        self.is_damaged = False

    @property
    def has_analysis(self) -> bool:
        return (self._item.path / ANALYSIS).is_file()

    def read_analysis(self) -> dict[str, Any] | None:
        """The saved document with facts as a list again; none when there is none that can be read."""
        found = read_analysis(self._item.path / ANALYSIS)
        raw = found.get("analysis") if found else None
        saved = as_object(raw)
        if found is None or not isinstance(raw, dict):
            return None
        facts, order = as_object(saved.get("facts")), as_list(saved.pop("fact_order", None))
        if isinstance(saved.get("facts"), dict):
            saved["facts"] = _in_order(facts, order)
        return found

    def save_progress(self, progress: Progress, *, phase_done: str | None) -> None:
        """Write what the session owns of meta.json; everything else in it stays as it is on disk."""
        now = self._clock.now()
        item = load_item(self._places, self._item.folder, now)
        raw, before, was = item.meta.raw, item.meta.phases_completed, item.meta.analysis_status
        for key in ("phases_completed", "steps_completed", "steps_skipped", "topics_covered"):
            entries: Sequence[str] | None = getattr(progress, key)
            if entries is not None and set(entries) != set(getattr(item.meta, key)):
                raw[key] = _merged(raw.get(key), entries)
        if progress.depth_overrides != item.meta.depth_overrides:
            raw["depth_overrides"] = dict(progress.depth_overrides)
        if progress.elaborations != item.meta.elaborations:
            raw["elaborations"] = [dict(record) for record in progress.elaborations]
        # What was analysed at an older commit was not looked at again: its age is told until all of it is gone through anew.
        is_first = not before or item.meta.codebase_hash is None
        if phase_done is not None and is_first and (head := short_head(self._places.root)) is not None:
            raw["codebase_hash"] = head
        save_meta(self._places, self._item.folder, item.meta, now)
        saved = load_item(self._places, self._item.folder, now)
        if phase_done is not None or saved.meta.analysis_status != was:
            update_marker(self._places, saved, command=self._command, now=now, was=was)

    def close(self, reason: str, evidence: str | None) -> None:
        """Close the item as not to be built; its line in the backlog keeps the marker and moves to Completed."""
        now = self._clock.now()
        item = load_item(self._places, self._item.folder, now)
        item.meta.close(reason, now, evidence)
        save_meta(self._places, self._item.folder, item.meta, now)
        move_line(self._places, item, command=self._command, now=now)

    def read_documents(self) -> Mapping[str, str | None]:
        """Every document there is, ours or of the same name, as text."""
        folder, root = self._item.path, self._places.root
        own = sorted(folder.iterdir()) if folder.is_dir() else []
        known = [(one.name, one) for one in own if document(one.name) is not None or is_own_file(one.name)]
        common = [kind.name for kind in CATALOG if kind.location == "common"]
        known += [(name, root / path_of(name, self._item.folder)) for name in common]
        return {name: atomic.read_text(path) for name, path in known if path.is_file()}

    def write_documents(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Write documents whole, beside and renamed. A file that could not be read as text is kept beside the new one."""
        paths = {name: path_of(name, self._item.folder) for name in texts}
        folders: set[Path] = set()
        try:
            for name, text in texts.items():
                path = self._places.writable(paths[name])
                atomic.make_folder(path.parent, paths[name].rsplit("/", 1)[0])
                before = atomic.bytes_at(path) or b""
                if before and atomic.decode_text(before) is None:
                    atomic.keep_copy(path, before, self._clock.now())
                # Where a byte order mark was, somebody's spreadsheet needs it.
                mark = BOM_UTF8 if before.startswith(BOM_UTF8) else b""
                folders.add(path.parent)
                atomic.replace_file(path, mark + text.encode(), paths[name], sync=False)
        finally:
            # Once for all of them: the disk takes its time for each.
            for folder in sorted(folders):
                with atomic.writing(folder.name):
                    atomic.sync_folder(folder)
        return paths


def _in_order(facts: dict[str, Any], order: list[Any]) -> list[Any]:
    """Facts as a list in the order they were recorded; ones that a merge brought in come last."""
    known = [name for name in order if isinstance(name, str) and name in facts]
    return [facts[name] for name in dict.fromkeys((*known, *facts))]


def _merged(before: object, now: Sequence[str]) -> list[object]:
    """What the file holds beyond strings we know of is kept, in its place."""
    kept: list[object] = [entry for entry in as_list(before) if not isinstance(entry, str) or entry in now]
    return [*kept, *(entry for entry in now if entry not in kept)]


class TeamInbox:
    """What a table of teammates has for the next session on the item: a file in `.roundtable/`, whole or not there."""

    def __init__(self, places: Places, folder: str) -> None:
        self._places = places
        self._name = f"team-{folder}.json"

    @property
    def table(self) -> str:
        """A name that no other item has, in no other clone: it is made once and lives as long as the file."""
        found = self.load().get("table")
        if isinstance(found, str) and found:
            return found
        made = f"table-{secrets.token_hex(8)}"
        self._write({**self.load(), "table": made})
        return made

    def load(self) -> Mapping[str, Any]:
        path = private_folder(self._places, "cache") / self._name
        return json_object(read_if_there(path, self._name) or b"{}") or {}

    def save(self, waiting: Mapping[str, Any]) -> None:
        table = self.load().get("table")
        self._write({**waiting, **({"table": table} if table else {})})

    def _write(self, values: Mapping[str, Any]) -> None:
        path = private_folder(self._places, "cache") / self._name
        replace_file(path, json.dumps(values).encode(), self._name)
