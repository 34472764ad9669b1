"""RT1xx: the files, their headers, and meta.json against them."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from roundtable.analysis.phases import PHASES
from roundtable.analysis.status import ANALYSIS_PHASES, build_start, derive_status
from roundtable.documents import catalog
from roundtable.documents.catalog import MATRIX, README, SPEC, document
from roundtable.documents.checks.findings import Report
from roundtable.documents.checks.item import Item, list_of
from roundtable.documents.checks.layout import check_layout
from roundtable.documents.escaping import CODE_SPAN
from roundtable.documents.reading.data_files import parse_yaml
from roundtable.documents.reading.document import Document
from roundtable.language.phrases import rows

_STATUSES: Final = rows(
    "draft|complete|completed|proposed|accepted|superseded|deprecated|rejected|approved|final|review|done|implemented|ready|"
    "active|published|reviewed|obsolete|withdrawn|released|in progress|in-progress|in review"
)
CONFIDENCES: Final = ("high", "medium", "low", "mixed")
_REQUIRED: Final = ("status", "confidence", "last updated", "coverage")
_WORD: Final = re.compile(r"\s*(?:--|—|–|\(|,|\.|;|·)")
_GAP: Final = re.compile(r"\b(?:TBD|TODO|TBC|FIXME)\b")
_KNOWN_STATUSES: Final = ("raw", "partial", "analyzed", "closed", "completed", "declined", "in-progress")
MAIN: Final = {phase.key: phase.main_document for phase in PHASES}
_DESIGN: Final = {*catalog.INTERFACE_SPECS, catalog.FLOWS, catalog.TAXONOMY, catalog.SUMMARY}


def check_structure(item: Item) -> Iterator[Report]:
    for name, text in sorted(item.files.items()):
        lines = text.splitlines() if isinstance(text, str) and "<<<<<<< " in text else []
        conflict = [at for at, line in enumerate(lines, start=1) if line.startswith(("<<<<<<< ", ">>>>>>> "))]
        if conflict:
            yield Report("RT126", name, conflict[0], "conflict", "A merge was left unresolved here.")
        if isinstance(text, str) and not text.strip() and document(name.rsplit("/", 1)[-1]) is not None:
            yield Report("RT106", name, 1, "empty", f"{name} is empty.")
    real = item.context.real_names
    linked = {**item.documents, **{real[name]: one for name, one in item.documents.items() if name in real}}
    for one in item.documents.values():
        if one.name == "draft.md":
            continue
        if any(line.strip() and not line.lstrip().startswith("#") for line in one.page.lines):
            yield from _header(one, is_ours=item.is_ours)
            tree, problem, at = parse_yaml(one.page.front_matter)
            if tree is None:
                said = f"The front matter is not YAML: {problem}."
                yield Report("RT104", one.name, at + 1, "front matter", said)
            yield from check_layout(
                one, linked, frozenset(item.files) | frozenset(real.values()), is_ours=item.is_ours
            )
        elif document(one.name) is not None and one.page.text.strip():
            yield Report("RT106", one.name, 1, "empty", f"{one.name} holds nothing beyond its headings.")
    yield from _stories(item)
    yield from _meta(item)


def _header(one: Document, *, is_ours: bool) -> Iterator[Report]:
    if (kind := document(one.name)) is None:
        return
    header = one.page.fields
    for key, allowed in (("status", _STATUSES), ("confidence", CONFIDENCES)):
        said = header.get(key, "").strip(" *_`").lower()
        word = _WORD.split(said)[0].strip()
        # Others have their own words; among theirs only a misspelt one is a mistake.
        known = not said or word in allowed
        if not known and key == "status" and not is_ours:
            known = not get_close_matches(word, allowed, n=1, cutoff=0.75)
        if not known:
            shown = f"{key.capitalize()} is “{header[key].strip()}”, which is none of the known words."
            yield Report("RT110", one.name, line_with(one, key), key, shown)
    is_headed = kind.location == "item" and not kind.name.startswith("adr") and "*" not in kind.name
    untitled = ["title"] if not one.page.sections or one.page.sections[0].level > 1 else []
    missing = ", ".join((*untitled, *(key.title() for key in _REQUIRED if key not in header)))
    if is_ours and is_headed and missing:
        yield Report("RT111", one.name, 1, "header", f"The header does not say: {missing}.")
    if not one.status.startswith(("complete", "approved", "final")):
        return
    if (pending := one.page.find("Pending Sections")) is not None:
        said = "Status is Complete, yet sections are listed as pending."
        yield Report("RT112", one.name, pending.line, "pending", said)
    for line in one.page.prose if _GAP.search(one.page.text) else ():
        # A search for `TODO` is decided.
        if _GAP.search(CODE_SPAN.sub(" ", line.text)) and "Pending" not in line.text:
            about = " ".join(line.text.split())[:80]
            said = f"Status is {one.status.capitalize()}, yet this is still to be decided."
            yield Report("RT114", one.name, line.number, about, said)


def line_with(one: Document, word: str) -> int:
    """The first of the upper lines that holds a word."""
    lines = enumerate(one.page.lines[:80], start=1)
    return next((number for number, text in lines if word in text.lower()), 1)


def _stories(item: Item) -> Iterator[Report]:
    for at, story in enumerate(item.stories):
        # Our own stories name what the specification has; where it has none, RT207 and the open points speak.
        named = not item.is_ours or any(item.criteria_of.get(key) for key in story.traces)
        if story.missing and (named or story.missing != ["acceptance criteria"]):
            said = f"{story.id or f'Story {at + 1}'} has no {' and no '.join(story.missing)}."
            yield Report("RT108", story.file, story.line, story.id or str(at), said)
    if item.matrix is not None:
        # Others keep other columns, names and separators; what they need is a column of requirements.
        missing = [one for one in item.matrix.missing_columns if item.is_ours or one == "FR_ID"]
        if missing:
            columns = ", ".join(missing)
            yield Report("RT109", MATRIX, 1, columns, f"The matrix has no column {columns}.")


def _meta(item: Item) -> Iterator[Report]:
    if (meta := item.meta) is None:
        return
    for field in ("phases_completed", "steps_completed", "topics_covered"):
        for one, times in Counter(map(str, list_of(meta.get(field)))).items():
            if times > 1:
                yield Report("RT116", "meta.json", 1, f"twice {one}", f"{field} holds {one} twice.")
    # While a conversation is under way any design document counts for the design phase; a finished item needs the main one.
    unfinished = "topics_covered" in meta and set(ANALYSIS_PHASES) - set(item.claimed)
    earned = {"04-design"} if unfinished and _DESIGN & set(item.files) else set[str]()
    for phase in item.claimed:
        name = MAIN.get(phase)
        if name is None and not (phase[:2].isdigit() and phase[:2] >= "05" and phase[2:3] == "-"):
            said = f"phases_completed holds “{phase}”, which is no phase."
            yield Report("RT116", "meta.json", 1, phase, said)
        elif name is not None and name not in item.files and phase not in earned:
            said = f"Phase {phase} counts as complete, but {name} is not there."
            yield Report("RT115", "meta.json", 1, phase, said)
    sizing, status = meta.get("sizing_decision"), meta.get("analysis_status")
    derived = derive_status(item.claimed, sizing)
    known = [phase for phase in item.claimed if phase in ANALYSIS_PHASES]
    told = status.strip() if isinstance(status, str) and "phases_completed" in meta else ""
    if told and status not in _KNOWN_STATUSES:
        said = f"analysis_status is “{status}”, which is none of {', '.join(_KNOWN_STATUSES[:3])}."
        yield Report("RT117", "meta.json", 1, "status", said)
    elif isinstance(status, str) and status in _KNOWN_STATUSES[:3] and status != derived:
        said = f"analysis_status is {status}; {len(known)} completed phases make it {derived}."
        yield Report("RT117", "meta.json", 1, "status", said)
    if unfinished:
        return  # a conversation covers topics in any order, and its documents say how far it came
    for warning in build_start(item.claimed, sizing).warnings:
        yield Report("RT119", "meta.json", 1, "gap", f"{warning}.")
    yield from _skipped(item)
    all_are_drafts = item.is_ours and derived == "analyzed" and item.get(README).status.startswith("draft")
    if all_are_drafts:
        said = f"{README} says Status Draft, but meta.json claims every phase as complete."
        yield Report("RT120", README, line_with(item.get(README), "status"), "all", said)
    if derived == "analyzed" and SPEC in item.documents and not item.spec:
        said = f"The item counts as analyzed, and {SPEC} holds no requirement at all."
        yield Report("RT115", SPEC, 1, "nothing", said)
    for phase, name in MAIN.items() if not all_are_drafts else ():
        one, said = item.get(name), f"Complete, but meta.json does not claim phase {phase}"
        if phase in item.claimed:
            said = f"Draft, but meta.json claims phase {phase} as complete"
        if one.status.startswith(said.partition(",")[0].lower()):
            yield Report("RT120", name, line_with(one, "status"), phase, f"{name} says Status {said}.")
    yield from _names(item, meta)


def _names(item: Item, meta: dict[str, object]) -> Iterator[Report]:
    slug, source, folder = meta.get("slug"), meta.get("source_id"), item.context.slug
    one, other = slug.lower() if isinstance(slug, str) else "", folder.lower()
    if one not in other and other not in one:
        said = f"meta.json says the slug is {slug}; the folder is {folder}."
        yield Report("RT121", "meta.json", 1, "slug", said)
    issue = other.split("-")[1] if other.startswith("gh-") and other.count("-") > 1 else ""
    numbers = re.findall(r"\d+", source) if isinstance(source, str) else []
    if issue.isdigit() and numbers and issue not in numbers:
        said = f"meta.json says the source is {source}; the folder is {folder}."
        yield Report("RT121", "meta.json", 1, "source", said)


def _skipped(item: Item) -> Iterator[Report]:
    done = {step[:3] for step in list_of((item.meta or {}).get("steps_completed")) if isinstance(step, str)}
    steps = [step for step in list_of((item.meta or {}).get("steps_skipped")) if isinstance(step, str)]
    for phase in (one for one in item.claimed if one in ANALYSIS_PHASES):
        if item.is_ours and len(done) > 1 and phase[:3] not in done:
            said = f"Phase {phase} counts as complete, and none of its steps does."
            yield Report("RT118", "meta.json", 1, f"none {phase}", said)
        if skipped := sorted(step for step in steps if step.startswith(phase[:3])):
            count = "1 step" if len(skipped) == 1 else f"{len(skipped)} steps"
            said = f"Phase {phase} counts as complete with {count} skipped: {', '.join(skipped)}."
            yield Report("RT118", "meta.json", 1, phase, said)
