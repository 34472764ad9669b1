"""The delegation prompt: the exact text by which a handler gives a phase (or a whole analysis) to the analyst.

It is a real object, rendered and parsed back, so that what a coding agent receives and what our own session starts from
are the same thing.
"""

import json
import re
from typing import Any, Final, cast

from pydantic import Field

from roundtable.analysis.phases import PHASES
from roundtable.analysis.quick_scan import QuickScan
from roundtable.engine.state import Progress
from roundtable.facts.record import Record

_TEMPLATE: Final = """\
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


class Delegation(Record):
    """What a phase starts from."""

    phase_key: str
    slug: str
    steps_completed: tuple[str, ...] = ()
    depth_overrides: dict[str, str] = Field(default_factory=dict)
    phases_completed: tuple[str, ...] = ()
    quick_scan: QuickScan = QuickScan()

    @classmethod
    def of(cls, phase_key: str, slug: str, progress: Progress, quick_scan: QuickScan) -> "Delegation":
        """The delegation of a phase, from the session's own progress."""
        return cls(
            phase_key=phase_key,
            slug=slug,
            steps_completed=progress.steps_completed,
            depth_overrides=progress.depth_overrides,
            phases_completed=progress.phases_completed,
            quick_scan=quick_scan,
        )


def render_delegation(delegation: Delegation) -> str:
    """The prompt, block for block."""
    phase = next((phase for phase in PHASES if phase.key == delegation.phase_key), None)
    return _TEMPLATE.format(
        number=phase.number if phase else delegation.phase_key[:2],
        name=phase.name if phase else delegation.phase_key,
        slug=delegation.slug,
        phase_key=delegation.phase_key,
        steps=_compact(list(delegation.steps_completed)),
        overrides=_compact(delegation.depth_overrides),
        phases=_compact(list(delegation.phases_completed)),
        scope=delegation.quick_scan.scope,
        file_count=delegation.quick_scan.file_count,
        complexity=delegation.quick_scan.complexity,
    )


def parse_delegation(text: str) -> Delegation | None:
    """The delegation in a prompt; none when phase key or folder are missing. Broken lists count as empty."""
    phase_key, slug = _field(text, "Phase key"), _field(text, "Artifact folder")
    if not phase_key or not slug:
        return None
    overrides = _json(text, "depth_overrides", {})
    scope, complexity = _field(text, "quick_scan_scope"), _field(text, "quick_scan_complexity")
    count = _field(text, "quick_scan_file_count")
    return Delegation(
        phase_key=phase_key,
        slug=slug,
        steps_completed=_strings(_json(text, "steps_completed", [])),
        depth_overrides={str(k): str(v) for k, v in cast("dict[Any, Any]", overrides).items()}
        if isinstance(overrides, dict)
        else {},
        phases_completed=_strings(_json(text, "phases_completed", [])),
        quick_scan=QuickScan.model_validate(
            {
                "scope": scope if scope in {"small", "medium", "large"} else "unknown",
                "file_count": int(count) if re.fullmatch(r"[0-9]{1,9}", count) else 0,
                "complexity": complexity if complexity in {"low", "medium", "high"} else "unknown",
            }
        ),
    )


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _field(text: str, label: str) -> str:
    found = re.search(rf"^[ \t]*{re.escape(label)}:[ \t]*(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def _json(text: str, label: str, default: object) -> object:
    try:
        return json.loads(_field(text, label))
    except (ValueError, RecursionError):
        return default


def _strings(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in cast("list[object]", value)) if isinstance(value, list) else ()
