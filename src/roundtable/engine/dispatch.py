"""The dispatch: the text by which a handler gives a whole analysis to the lead, rendered and parsed back."""

import json
import re
from typing import Any, Final, cast

from pydantic import Field

from roundtable.facts.record import Record

NO_DRAFT: Final = "(No draft available)"
_SOURCES: Final = ("github", "jira", "manual")
_SLUG: Final = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
_MODE: Final = "ANALYSIS_MODE: No state.json writes, no branch creation."


class Dispatch(Record):
    """What the lead starts from."""

    slug: str
    artifact_folder: str
    source: str = "manual"
    source_id: str = "unknown"
    meta: dict[str, Any] = Field(default_factory=dict)
    draft: str = ""
    light_flag: bool = False
    sizing_decision: dict[str, Any] | None = None


def render_dispatch(dispatch: Dispatch) -> str:
    """The text, field by field."""
    sizing = json.dumps(dispatch.sizing_decision, ensure_ascii=False)
    return "\n".join(
        [
            f"Analyze '{dispatch.slug}' using concurrent roundtable analysis.",
            "",
            f"ARTIFACT_FOLDER: {dispatch.artifact_folder}",
            f"SLUG: {dispatch.slug}",
            f"SOURCE: {dispatch.source}",
            f"SOURCE_ID: {dispatch.source_id}",
            "",
            "META_CONTEXT:",
            json.dumps(dispatch.meta, ensure_ascii=False, indent=2),
            "",
            "DRAFT_CONTENT:",
            dispatch.draft.strip() or NO_DRAFT,
            "",
            "SIZING_INFO:",
            f"  light_flag: {'true' if dispatch.light_flag else 'false'}",
            f"  sizing_decision: {sizing}",
            "",
            _MODE,
        ]
    )


def parse_dispatch(text: str) -> tuple[Dispatch | None, tuple[str, ...]]:
    """The dispatch and the codes of what was wrong with it (`troubles`); none when slug or folder are missing."""
    slug, folder = _line(text, "SLUG"), _line(text, "ARTIFACT_FOLDER")
    if not _SLUG.match(slug):
        return None, ("RT-100",)
    if not folder:
        return None, ("RT-101",)
    codes: list[str] = []
    meta = _json(_block(text, "META_CONTEXT", "DRAFT_CONTENT"))
    if meta is None:
        codes.append("RT-105")
    draft = _block(text, "DRAFT_CONTENT", "SIZING_INFO")
    if not draft or draft == NO_DRAFT:
        codes.append("RT-102")
        draft = ""
    source = _line(text, "SOURCE").lower()
    found = Dispatch(
        slug=slug,
        artifact_folder=folder,
        source=source if source in _SOURCES else "manual",
        source_id=_line(text, "SOURCE_ID") or "unknown",
        meta=meta or {},
        draft=draft,
        light_flag=_line(text, "light_flag").lower() == "true",
        sizing_decision=_json(_line(text, "sizing_decision")),
    )
    return found, tuple(codes)


def _line(text: str, label: str) -> str:
    found = re.search(rf"^[ \t]*{label}:[ \t]*(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def _block(text: str, label: str, until: str) -> str:
    # The draft is anybody's text, so the last occurrence of the next label ends it.
    start = re.search(rf"^{label}:[ \t]*", text, re.MULTILINE)
    if start is None:
        return ""
    ends = [
        found.start()
        for found in re.finditer(rf"^{until}:", text, re.MULTILINE)
        if found.start() > start.end()
    ]
    return text[start.end() : ends[-1] if ends else len(text)].strip()


def _json(text: str) -> dict[str, Any] | None:
    try:
        value: object = json.loads(text)
    except ValueError:
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None
