"""meta.json as a value: what is known about an item, in the family's shape.

`Meta` wraps the object exactly as it was read. Fields that we do not know, and the order of all fields, survive a round
trip; the accessors tolerate whatever type they meet. Reading repairs only what the rules name, writing drops only
`phase_a_completed` and derives `analysis_status`, which nobody may set.

Not here: files (`roundtable.stores.items`), what a status means (`status`).
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, cast

from roundtable.analysis.json_text import as_list, as_object, json_object, json_text
from roundtable.analysis.sources import Source, SourceKind
from roundtable.analysis.status import ANALYSIS_PHASES, Status, derive_status
from roundtable.analysis.titles import title_of

_LISTS: Final = ("phases_completed", "steps_completed", "elaborations")
_OBJECTS: Final = ("depth_overrides", "elaboration_config")


def iso(moment: datetime) -> str:
    """A moment as every date in our files is written: `2026-02-19T08:30:00.000Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Closed:
    reason: str
    at: str
    evidence: str | None = None


@dataclass(slots=True)
class Meta:
    """One item's meta.json. Changes happen in memory; the store writes them."""

    raw: dict[str, Any]

    # What it says about the item

    @property
    def title(self) -> str:
        """One line to call the item by; empty when the file says nothing."""
        return title_of(self._text("title") or self._text("description") or "")

    @property
    def description(self) -> str:
        return self._text("description") or ""

    @property
    def source(self) -> SourceKind:
        """Where the item comes from; anything unknown counts as manual."""
        known = self._text("source")
        return SourceKind(known) if known in set(SourceKind) else SourceKind.MANUAL

    @property
    def source_id(self) -> str | None:
        value: object = self.raw.get("source_id")
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        return value if isinstance(value, str) and value.strip() else None

    @property
    def created_at(self) -> str | None:
        return self._text("created_at")

    @property
    def codebase_hash(self) -> str | None:
        """The commit that the analysis looked at."""
        return self._text("codebase_hash")

    # Progress

    @property
    def phases_completed(self) -> tuple[str, ...]:
        """The phases that are done, in the order in which they were recorded; unknown ones included."""
        return self._texts("phases_completed")

    @property
    def steps_completed(self) -> tuple[str, ...]:
        return self._texts("steps_completed")

    @property
    def steps_skipped(self) -> tuple[str, ...]:
        return self._texts("steps_skipped")

    @property
    def topics_covered(self) -> tuple[str, ...]:
        return self._texts("topics_covered")

    @property
    def depth_overrides(self) -> dict[str, str]:
        value = as_object(self.raw.get("depth_overrides"))
        return {phase: depth for phase, depth in value.items() if isinstance(depth, str)}

    @property
    def elaborations(self) -> tuple[dict[str, Any], ...]:
        items = as_list(self.raw.get("elaborations"))
        return tuple(cast("dict[str, Any]", item) for item in items if isinstance(item, dict))

    @property
    def sizing_decision(self) -> dict[str, Any] | None:
        """Another tool's sizing: honoured, passed on, never computed here."""
        return as_object(self.raw.get("sizing_decision")) or None

    @property
    def closed(self) -> Closed | None:
        value = self.raw.get("closed")
        parts = {key: part for key, part in as_object(value).items() if isinstance(part, str)}
        if isinstance(value, str) and value.strip():
            return Closed(value, "")
        if not isinstance(value, dict):
            return Closed("", "") if value is True else None
        return Closed(parts.get("reason", ""), parts.get("at", ""), parts.get("evidence"))

    @property
    def analysis_status(self) -> Status:
        """Derived from the phases, whatever the file claims."""
        return derive_status(self.phases_completed, self.raw.get("sizing_decision"))

    @property
    def status(self) -> str:
        """What lists show: `closed`, or the derived status."""
        return self.analysis_status if self.closed is None else "closed"

    # Changes

    def close(self, reason: str, at: datetime, evidence: str | None = None) -> None:
        """Close the item: the analysis stays as it is, with the reason beside it."""
        self.raw["closed"] = {"reason": reason, "at": iso(at)} | ({"evidence": evidence} if evidence else {})

    def reopen(self) -> None:
        self.raw.pop("closed", None)

    def to_json(self) -> str:
        """The text of the file: two spaces, `\\n`, no line end at the end."""
        kept = {key: value for key, value in self.raw.items() if key != "phase_a_completed"}
        kept["analysis_status"] = self.analysis_status
        return json_text(kept, indent=2)

    # Reading what may be of any type

    def _text(self, key: str) -> str | None:
        value: object = self.raw.get(key)
        return value if isinstance(value, str) and value.strip() else None

    def _texts(self, key: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item for item in as_list(self.raw.get(key)) if isinstance(item, str)))


def fresh_meta(
    source: Source, slug: str, now: datetime, codebase_hash: str | None, title: str | None = None
) -> Meta:
    """The meta.json of a new item. `title` is kept only where the description does not already say it."""
    raw: dict[str, Any] = {
        "description": source.description,
        "source": source.kind.value,
        "source_id": source.id,
        "slug": slug,
        "created_at": iso(now),
        "analysis_status": "raw",
        "phases_completed": [],
        "codebase_hash": codebase_hash,
    }
    if source.url is not None:
        raw["source_url"] = source.url
    if title is not None and title != title_of(source.description):
        raw["title"] = title
    return Meta(raw)


def parse_meta(text: str | bytes, now: datetime | None = None) -> Meta | None:
    """Read and repair; `None` when the text is not a JSON object. `now` fills in a missing creation date."""
    raw = json_object(text)
    if raw is None:
        return None
    if "phase_a_completed" in raw and "analysis_status" not in raw:
        done = raw["phase_a_completed"] is True
        raw["analysis_status"] = "analyzed" if done else "raw"
        raw["phases_completed"] = list(ANALYSIS_PHASES) if done else []
    for key, default in (("analysis_status", "raw"), ("source", "manual")):
        if not isinstance(raw.get(key), str) or not raw[key]:
            raw[key] = default
    if now is not None and raw.get("created_at") in (None, ""):
        raw["created_at"] = iso(now)
    for keys, shape in ((_LISTS, list), (_OBJECTS, dict)):
        raw |= {key: shape() for key in keys if not isinstance(raw.get(key), shape)}
    return Meta(raw)
