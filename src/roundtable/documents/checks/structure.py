"""RT1xx: the files, their headers, their sections, and meta.json against them."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final, cast

from roundtable.analysis.phase_keys import ANALYSIS_PHASES
from roundtable.analysis.phases import PHASES
from roundtable.analysis.status import build_start, derive_status
from roundtable.documents.catalog import document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import MATRIX, STORIES, Item
from roundtable.documents.checks.layout import check_layout
from roundtable.documents.checks.pages import Page
from roundtable.documents.checks.yaml_tree import parse_yaml
from roundtable.documents.markdown import lines_of

__all__ = ["check_meta", "check_page", "check_structure"]

_STATUSES: Final = ("draft", "in progress", "in-progress", "complete", "completed", "proposed", "accepted", "superseded",
                    "deprecated", "rejected", "approved", "final", "review", "in review", "done", "implemented", "ready", "active",
                    "published", "reviewed", "obsolete", "withdrawn", "released")  # fmt: skip
_CONFIDENCES: Final = ("high", "medium", "low", "mixed")
_REQUIRED: Final = ("status", "confidence", "last updated", "coverage")
_GAP: Final = re.compile(r"\b(?:TBD|TODO|TBC|FIXME)\b")
_CONFLICT: Final = re.compile(r"^(?:<{7} |>{7} )", re.MULTILINE)
_KNOWN_STATUSES: Final = ("raw", "partial", "analyzed", "closed", "completed", "declined", "in-progress")
_MAIN: Final = {phase.key: phase.main_document for phase in PHASES}


def check_structure(item: Item) -> Iterator[Report]:
    """Everything about single files, and meta.json."""
    for name, text in sorted(item.files.items()):
        if isinstance(text, str) and "<<<<<<< " in text and (conflict := _CONFLICT.search(text)):
            line = text.count("\n", 0, conflict.start()) + 1
            yield Report("RT126", name, line, "conflict", "A merge was left unresolved here.")
        if isinstance(text, str) and not text.strip() and document(name.rsplit("/", 1)[-1]) is not None:
            yield Report("RT106", name, 1, "empty", f"{name} is empty.")
    real = item.context.real_names
    linked = {**item.pages, **{real[name]: page for name, page in item.pages.items() if name in real}}
    for page in item.pages.values():
        if page.name != "draft.md":
            yield from check_page(page, is_ours=item.is_ours)
            if _says_anything(page):
                yield from check_layout(page, linked, frozenset(item.files) | frozenset(real.values()))
    yield from _stories(item)
    yield from check_meta(item)


def check_page(page: Page, *, is_ours: bool) -> Iterator[Report]:
    """One Markdown file by itself."""
    if document(page.name) is not None and page.text.strip() and not _says_anything(page):
        yield Report("RT106", page.name, 1, "empty", f"{page.name} holds nothing beyond its headings.")
        return
    yield from _header(page, is_ours=is_ours)
    if page.text.startswith("---") and (problem := _front_matter(page.text)):
        yield Report(
            "RT104", page.name, problem[1], "front matter", f"The front matter is not YAML: {problem[0]}."
        )


def _says_anything(page: Page) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in page.raw)


def _header(page: Page, *, is_ours: bool) -> Iterator[Report]:
    kind = document(page.name)
    if kind is None:
        return
    header = page.header
    for key, allowed in (("status", _STATUSES), ("confidence", _CONFIDENCES)):
        said = header.get(key, "").strip(" *_`").lower()
        word = re.split(r"\s*(?:--|—|–|\(|,|\.|;)", said)[0].strip()
        # Others have their own words; among theirs only a misspelt one is a mistake.
        known = not said or word in allowed
        if not known and key == "status" and not is_ours:
            known = not get_close_matches(word, allowed, n=1, cutoff=0.75)
        if not known:
            shown = header[key].strip()
            line = _line_of(page, key)
            yield Report(
                "RT110",
                page.name,
                line,
                key,
                f"{key.capitalize()} is “{shown}”, which is none of the known words.",
            )
    if is_ours and kind.location == "item" and not kind.name.startswith("adr") and "*" not in kind.name:
        missing = [key for key in _REQUIRED if key not in header]
        if missing:
            names = ", ".join(key.title() for key in missing)
            yield Report("RT111", page.name, 1, "header", f"The header does not say: {names}.")
    if page.status.startswith("complete"):
        pending = page.section("Pending Sections")
        if pending is not None:
            yield Report(
                "RT112",
                page.name,
                pending.line,
                "pending",
                "Status is Complete, yet sections are listed as pending.",
            )
        for line in page.lines if _GAP.search(page.text) else ():
            if _GAP.search(line.text) and "Pending" not in line.text:
                about = " ".join(line.text.split())[:80]
                yield Report(
                    "RT114",
                    page.name,
                    line.number,
                    about,
                    "Status is Complete, yet this is still to be decided.",
                )


def _line_of(page: Page, key: str) -> int:
    for number, text in enumerate(page.raw[:60], start=1):
        if key in text.lower():
            return number
    return 1


def _front_matter(text: str) -> tuple[str, int] | None:
    lines = lines_of(text)
    if not lines or lines[0].rstrip() != "---":
        return None
    for number, line in enumerate(lines[1:200], start=2):
        if line.rstrip() in ("---", "..."):
            tree, problem, at = parse_yaml("".join(lines[1 : number - 1]))
            return (problem, at + 1) if tree is None else None
        if line.startswith("#") or not line.strip():
            return None
    return None


def _stories(item: Item) -> Iterator[Report]:
    if item.has_stories and not item.stories and item.requirements and _is_empty_list(item):
        yield Report(
            "RT108",
            STORIES,
            1,
            "none",
            "user-stories.json holds no story, though there are requirements.",
            severity="info",
        )
    for at, story in enumerate(item.stories):
        if story.missing:
            name = story.id or f"Story {at + 1}"
            yield Report(
                "RT108",
                story.file,
                story.line,
                story.id or str(at),
                f"{name} has no {' and no '.join(story.missing)}.",
            )
    # Others keep other columns; what they need is a column of requirements.
    missing = item.matrix.missing_columns if item.matrix is not None else ()
    if missing and (item.is_ours or "FR_ID" in missing):
        columns = ", ".join(missing if item.is_ours else ("FR_ID",))
        yield Report("RT109", MATRIX, 1, columns, f"The matrix has no column {columns}.")


_DESIGN: Final = frozenset(
    ["interface-spec.md", "interface-spec.yaml", "data-flow.md", "error-taxonomy.md", "design-summary.md"]
)


def _earned_otherwise(item: Item, phase: str) -> bool:
    """While a conversation is under way any design document counts for the design phase; a finished item needs the main one."""
    unfinished = (
        item.meta is not None and "topics_covered" in item.meta and set(ANALYSIS_PHASES) - set(item.claimed)
    )
    return phase == "04-design" and bool(unfinished) and bool(_DESIGN & set(item.files))


def check_meta(item: Item) -> Iterator[Report]:
    """meta.json against the documents and against itself."""
    meta = item.meta
    if meta is None:
        return
    known = [phase for phase in item.claimed if phase in ANALYSIS_PHASES]
    for phase in item.claimed:
        name = _MAIN.get(phase)
        if name is None:
            if not re.match(r"(?:0[5-9]|[1-9]\d)-", phase):
                yield Report(
                    "RT116", "meta.json", 1, phase, f"phases_completed holds “{phase}”, which is no phase."
                )
        elif name not in item.files and not _earned_otherwise(item, phase):
            said = f"Phase {phase} counts as complete, but {name} is not there."
            yield Report("RT115", "meta.json", 1, phase, said)
    sizing: object = meta.get("sizing_decision")
    status: object = meta.get("analysis_status")
    derived = derive_status(item.claimed, sizing)
    if (
        isinstance(status, str)
        and status.strip()
        and status not in _KNOWN_STATUSES
        and "phases_completed" in meta
    ):
        said = f"analysis_status is “{status}”, which is none of {', '.join(_KNOWN_STATUSES[:3])}."
        yield Report("RT117", "meta.json", 1, "status", said)
    if isinstance(status, str) and status in _KNOWN_STATUSES[:3] and status != derived:
        said = f"analysis_status is {status}; {len(known)} completed phases make it {derived}."
        yield Report("RT117", "meta.json", 1, "status", said)
    for warning in build_start(item.claimed, sizing).warnings:
        yield Report("RT119", "meta.json", 1, "gap", f"{warning}.")
    yield from _skipped(item)
    for phase, name in _MAIN.items():
        page = item.page(name)
        if page is not None and page.status.startswith("complete") and phase not in item.claimed:
            said = f"{name} says Status Complete, but meta.json does not claim phase {phase}."
            yield Report("RT120", name, _line_of(page, "status"), phase, said)
        elif page is not None and page.status.startswith("draft") and phase in item.claimed:
            said = f"{name} says Status Draft, but meta.json claims phase {phase} as complete."
            yield Report("RT120", name, _line_of(page, "status"), phase, said)
    slug: object = meta.get("slug")
    folder = item.context.slug
    if (
        isinstance(slug, str)
        and slug
        and folder
        and slug.lower() not in folder.lower()
        and folder.lower() not in slug.lower()
    ):
        yield Report(
            "RT121", "meta.json", 1, "slug", f"meta.json says the slug is {slug}; the folder is {folder}."
        )
    source: object = meta.get("source_id")
    issue = re.match(r"gh-(\d+)-", folder.lower())
    numbers = re.findall(r"\d+", source) if isinstance(source, str) else []
    if issue is not None and numbers and issue[1] not in numbers:
        said = f"meta.json says the source is {source}; the folder is {folder}."
        yield Report("RT121", "meta.json", 1, "source", said)


def _skipped(item: Item) -> Iterator[Report]:
    value: object = (item.meta or {}).get("steps_skipped")
    entries = cast("list[object]", value) if isinstance(value, list) else []
    steps = [step for step in entries if isinstance(step, str)]
    for phase in item.claimed:
        skipped = sorted(step for step in steps if step.startswith(phase[:3]))
        if skipped and phase in ANALYSIS_PHASES:
            count = "1 step" if len(skipped) == 1 else f"{len(skipped)} steps"
            said = f"Phase {phase} counts as complete with {count} skipped: {', '.join(skipped)}."
            yield Report("RT118", "meta.json", 1, phase, said)


def _is_empty_list(item: Item) -> bool:
    text = item.files.get(STORIES)
    return isinstance(text, str) and "{" not in text.strip().strip("{}")
