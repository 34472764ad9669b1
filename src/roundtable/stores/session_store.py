"""One item on disk, as a session needs it: journal, analysis.json, meta.json, documents, the backlog marker.

The caller holds the item's lock. Everything goes through the gate of `paths`, so nothing outside the item folder,
`docs/common/nfr-matrix.md`, `BACKLOG.md` and `.roundtable/` can be written.
"""

from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from roundtable.analysis.analysis import Analysis
from roundtable.documents.catalog import CATALOG, document, path_of
from roundtable.documents.own_files import is_own_file
from roundtable.engine.events import AnyEvent
from roundtable.engine.place import Place
from roundtable.engine.state import Progress
from roundtable.errors import WriteFailed
from roundtable.ports import Clock
from roundtable.stores.analysis_file import ANALYSIS, Stamp, read_analysis, write_analysis
from roundtable.stores.atomic import make_folder, reason_of, replace_file, sync_folder
from roundtable.stores.backlog_file import update_marker
from roundtable.stores.items import Item, load_item, save_meta
from roundtable.stores.journal import JOURNAL, append_events, read_journal
from roundtable.stores.kept import decode_text, keep_copy
from roundtable.stores.paths import Places
from roundtable.stores.repo import short_head

_LONGEST_JOURNAL = 4_000_000


class ItemFolder:
    """The folder of one item, open for one session."""

    def __init__(self, places: Places, item: Item, clock: Clock, *, command: str, mode: str) -> None:
        self._places = places
        self._item = item
        self._clock = clock
        self._command = command
        self._mode = mode
        self._last: Stamp = None

    def append(self, events: Sequence[AnyEvent]) -> None:
        """Add to the journal."""
        path = self._places.in_item(self._item.folder, JOURNAL)
        append_events(path, [as_line(event) for event in events])

    def read_journal(self) -> tuple[dict[str, Any], ...]:
        """Everything that happened, as far as it can be read; nothing for a journal too long to be read at a start."""
        path = self._item.path / JOURNAL
        if not path.is_file() or path.stat().st_size > _LONGEST_JOURNAL:
            return ()
        return read_journal(path).events

    def keep_journal_out_of_git(self) -> None:
        """Let the item folder's own .gitignore name the journal; what else somebody wrote there stays."""
        path = self._places.in_item(self._item.folder, ".gitignore")
        there = (_read(path) or "") if path.is_file() else ""
        if JOURNAL not in there.splitlines():
            gap = "" if not there or there.endswith("\n") else "\n"
            replace_file(path, f"{there}{gap}{JOURNAL}\n".encode(), f"{self._item.folder}/.gitignore")

    def save_analysis(
        self, analysis: Analysis, place: Place, manifest: Mapping[str, Mapping[str, str]]
    ) -> None:
        """Keep the facts (by id, so that two branches merge), where the session is, and what we last wrote."""
        raw: dict[str, Any] = analysis.model_dump(mode="json", exclude_defaults=False)
        raw["facts"] = {fact["id"]: fact for fact in raw["facts"]}
        raw["fact_order"] = list(raw["facts"])
        document_ = {
            "analysis": raw,
            "place": place.model_dump(mode="json"),
            "mode": self._mode,
            "manifest": {name: dict(sections) for name, sections in manifest.items()},
        }
        path = self._places.in_item(self._item.folder, ANALYSIS)
        self._last = write_analysis(path, document_, self._clock.now(), self._last)

    def read_analysis(self) -> dict[str, Any] | None:
        """The saved document with facts as a list again; none when there is none."""
        found = read_analysis(self._item.path / ANALYSIS)
        raw = found.get("analysis") if found else None
        if found is None or not isinstance(raw, dict):
            return None
        saved = cast("dict[str, Any]", raw)
        facts, order = saved.get("facts"), saved.pop("fact_order", None)
        if isinstance(facts, dict):
            saved["facts"] = _in_order(cast("dict[str, Any]", facts), order)
        return found

    def save_progress(self, progress: Progress, *, phase_done: str | None) -> None:
        """Write what the session owns of meta.json; everything else in it stays as it is on disk."""
        now = self._clock.now()
        item = load_item(self._places, self._item.folder, now)
        raw = item.meta.raw
        raw["phases_completed"] = _merged(raw.get("phases_completed"), progress.phases_completed)
        raw["steps_completed"] = _merged(raw.get("steps_completed"), progress.steps_completed)
        raw["depth_overrides"] = dict(progress.depth_overrides)
        raw["elaborations"] = [dict(record) for record in progress.elaborations]
        if progress.steps_skipped or "steps_skipped" in raw:
            raw["steps_skipped"] = list(progress.steps_skipped)
        if progress.topics_covered is not None:
            raw["topics_covered"] = list(progress.topics_covered)
        if phase_done is not None and (head := short_head(self._places.root)) is not None:
            raw["codebase_hash"] = head
        save_meta(self._places, self._item.folder, item.meta, now)
        if phase_done is not None:
            saved = load_item(self._places, self._item.folder, now)
            update_marker(self._places, saved, command=self._command, now=now)

    def close(self, reason: str, evidence: str | None) -> None:
        """Close the item as not to be built; the marker in the backlog stays."""
        now = self._clock.now()
        item = load_item(self._places, self._item.folder, now)
        item.meta.close(reason, now, evidence)
        save_meta(self._places, self._item.folder, item.meta, now)

    def read_documents(self) -> Mapping[str, str | None]:
        """Every document there is, ours or of the same name, as text."""
        found: dict[str, str | None] = {}
        folder = self._item.path
        names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
        for name in names:
            if (document(name) is not None or is_own_file(name)) and (folder / name).is_file():
                found[name] = _read(folder / name)
        for kind in CATALOG:
            if kind.location == "common":
                path = self._places.root / path_of(kind.name, self._item.folder)
                if path.is_file():
                    found[kind.name] = _read(path)
        return found

    def write_documents(self, texts: Mapping[str, str]) -> Mapping[str, str]:
        """Write documents whole, beside and renamed. A file that could not be read as text is kept beside the new one."""
        paths = {name: path_of(name, self._item.folder) for name in texts}
        folders: set[Path] = set()
        try:
            for name, text in texts.items():
                path = self._places.writable(paths[name])
                make_folder(path.parent, paths[name].rsplit("/", 1)[0])
                before = _bytes(path)
                if before and decode_text(before) is None:
                    keep_copy(path, before, self._clock.now())
                # Where a byte order mark was, somebody's spreadsheet needs it.
                mark = BOM_UTF8 if before.startswith(BOM_UTF8) else b""
                folders.add(path.parent)
                replace_file(path, mark + text.encode(), paths[name], sync=False)
        finally:
            # Once for all of them: the disk takes its time for each.
            _sync(folders)
        return paths


def _in_order(facts: dict[str, Any], order: object) -> list[Any]:
    """Facts as a list in the order they were recorded; ones that a merge brought in come last."""
    names = [key for key in cast("list[object]", order) if key in facts] if isinstance(order, list) else []
    rest = [key for key in facts if key not in set(names)]
    return [facts[str(key)] for key in [*names, *rest]]


def _read(path: Path) -> str | None:
    try:
        return decode_text(path.read_bytes())
    except OSError:
        return None


def _sync(folders: Iterable[Path]) -> None:
    for folder in sorted(folders):
        try:
            sync_folder(folder)
        except OSError as error:
            raise WriteFailed(folder.name, reason_of(error)) from error


def _bytes(path: Path) -> bytes:
    """What stands there; nothing when there is no file, or none that may be read."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def as_line(event: AnyEvent) -> dict[str, Any]:
    """An event as a line of the journal: whole, so that a replay needs nothing else."""
    return event.model_dump(mode="json")


def _merged(before: object, now: Sequence[str]) -> list[object]:
    """What the file holds beyond strings we know of is kept, in its place."""
    if not isinstance(before, list):
        return list(now)
    entries = cast("list[object]", before)
    kept: list[object] = [entry for entry in entries if not isinstance(entry, str) or entry in now]
    return [*kept, *(entry for entry in now if entry not in kept)]
