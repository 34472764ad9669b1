"""The exact texts by which a handler gives work away: a phase to the analyst (`Delegation`), a whole analysis to the lead
(`Dispatch`). Each is rendered and parsed back, so that what a coding agent receives and what a session starts from are the same.
"""

import json
import re
from typing import Any, Final

from pydantic import Field

from roundtable.analysis.json_text import as_list, json_object
from roundtable.analysis.phases import phase_of
from roundtable.analysis.scanning import QuickScan
from roundtable.engine.state import Progress
from roundtable.facts.record import Record

_DELEGATION: Final = """\
Execute Phase {number} - {name} for analysis.

ANALYSIS MODE: Do NOT write to state.json. Do NOT create branches.
Do NOT invoke the orchestrator.

Artifact folder: {slug}
Artifact path: docs/requirements/{slug}/
Phase key: {phase_key}

META CONTEXT:
  steps_completed: {steps}
  depth_overrides: {overrides}
  phases_completed: {phases}

DEPTH CONTEXT:
  quick_scan_scope: {scope}
  quick_scan_file_count: {file_count}
  quick_scan_complexity: {complexity}

Produce artifacts compatible with existing phase agent outputs.
Update meta.json steps_completed after each step.
Present menu at each step boundary."""

_DISPATCH: Final = """\
Analyze '{slug}' using concurrent roundtable analysis.

ARTIFACT_FOLDER: {artifact_folder}
SLUG: {slug}
SOURCE: {source}
SOURCE_ID: {source_id}

META_CONTEXT:
{meta}

DRAFT_CONTENT:
{draft}

SIZING_INFO:
  light_flag: {light}
  sizing_decision: {sizing}

ANALYSIS_MODE: No state.json writes, no branch creation."""
_NO_DRAFT: Final = "(No draft available)"
_SLUG: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


class Delegation(Record):
    phase_key: str
    slug: str
    progress: Progress = Progress()
    quick_scan: QuickScan = QuickScan()


class Dispatch(Record):
    slug: str
    artifact_folder: str
    source: str = "manual"
    source_id: str = "unknown"
    meta: dict[str, Any] = Field(default_factory=dict)
    draft: str = ""
    light_flag: bool = False
    sizing_decision: dict[str, Any] | None = None


def render_delegation(delegation: Delegation) -> str:
    phase, progress = phase_of(delegation.phase_key), delegation.progress
    return _DELEGATION.format(
        number=delegation.phase_key[:2],
        name=phase.name if phase else delegation.phase_key,
        **delegation.model_dump(include={"slug", "phase_key"}),
        steps=_compact(progress.steps_completed),
        overrides=_compact(progress.depth_overrides),
        phases=_compact(progress.phases_completed),
        **delegation.quick_scan.model_dump(),
    )


def parse_delegation(text: str) -> Delegation | None:
    """The delegation in a prompt; none when phase key or folder are missing. Broken lists count as empty."""
    phase_key, slug = _line(text, "Phase key"), _line(text, "Artifact folder")
    if not phase_key or not slug:
        return None
    overrides = json_object(_line(text, "depth_overrides")) or {}
    scope, complexity = _line(text, "quick_scan_scope"), _line(text, "quick_scan_complexity")
    count = _line(text, "quick_scan_file_count")
    quick_scan = {
        "scope": scope if scope in {"small", "medium", "large"} else "unknown",
        "file_count": int(count) if re.fullmatch(r"[0-9]{1,9}", count) else 0,
        "complexity": complexity if complexity in {"low", "medium", "high"} else "unknown",
    }
    progress = Progress(
        steps_completed=_strings(text, "steps_completed"),
        phases_completed=_strings(text, "phases_completed"),
        depth_overrides={key: str(value) for key, value in overrides.items()},
    )
    return Delegation(
        phase_key=phase_key, slug=slug, progress=progress, quick_scan=QuickScan.model_validate(quick_scan)
    )


def render_dispatch(dispatch: Dispatch) -> str:
    return _DISPATCH.format(
        **dispatch.model_dump(include={"slug", "artifact_folder", "source", "source_id"}),
        meta=json.dumps(dispatch.meta, ensure_ascii=False, indent=2),
        draft=dispatch.draft.strip() or _NO_DRAFT,
        light=json.dumps(dispatch.light_flag),
        sizing=json.dumps(dispatch.sizing_decision, ensure_ascii=False),
    )


def parse_dispatch(text: str) -> tuple[Dispatch | None, tuple[str, ...]]:
    """The dispatch and the codes of what was wrong with it (`troubles`); none when slug or folder are missing."""
    slug, folder = _line(text, "SLUG"), _line(text, "ARTIFACT_FOLDER")
    if not _SLUG.fullmatch(slug):
        return None, ("RT-100",)
    if not folder:
        return None, ("RT-101",)
    meta = json_object(_block(text, "META_CONTEXT", "DRAFT_CONTENT"))
    written = _block(text, "DRAFT_CONTENT", "SIZING_INFO")
    draft = "" if written == _NO_DRAFT else written
    source = _line(text, "SOURCE").lower()
    found = Dispatch(
        slug=slug,
        artifact_folder=folder,
        source=source if source in {"github", "jira"} else "manual",
        source_id=_line(text, "SOURCE_ID") or "unknown",
        meta=meta or {},
        draft=draft,
        light_flag=_line(text, "light_flag").lower() == "true",
        sizing_decision=json_object(_line(text, "sizing_decision")),
    )
    return found, (*(("RT-105",) if meta is None else ()), *(() if draft else ("RT-102",)))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _line(text: str, label: str) -> str:
    found = re.search(rf"^[ \t]*{label}:[ \t]*(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def _strings(text: str, label: str) -> tuple[str, ...]:
    found = json_object(f'{{"found": {_line(text, label)}}}') or {}
    return tuple(str(item) for item in as_list(found.get("found")))


def _block(text: str, label: str, until: str) -> str:
    # The draft is anybody's text, so the last occurrence of the next label ends it.
    found = re.search(rf"^{label}:[ \t]*(.*?)(?=^{until}:(?!.*^{until}:)|\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""
