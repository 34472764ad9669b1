"""Check one item, or single files: read each file once, run every rule, settle severities, suppressions and ids.

`check_item` looks at an item's folder as a whole; `check_files` at files that somebody named, each by itself. Neither touches a
disk, a clock or the code: what they need from there is in the context. Neither fails on any text: what cannot be read becomes a
report and is left out, and every check works with what is left.

Elsewhere: the rules (`rules.md`), how findings are shown (`reporting`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from roundtable.analysis.json_text import as_object
from roundtable.documents.catalog import MATRIX, SPEC, STORIES, document
from roundtable.documents.checks.agreement import check_agreement
from roundtable.documents.checks.citations import check_code
from roundtable.documents.checks.context import CheckContext, read_suppressions
from roundtable.documents.checks.contradictions import check_contradictions
from roundtable.documents.checks.counts import check_counts
from roundtable.documents.checks.design import check_design
from roundtable.documents.checks.findings import RULES, Finding, Report, Severity, Unreadable, settle
from roundtable.documents.checks.item import Item, wrong
from roundtable.documents.checks.record import check_record
from roundtable.documents.checks.rendered import check_rendered
from roundtable.documents.checks.structure import check_structure
from roundtable.documents.checks.traceability import check_traceability
from roundtable.documents.checks.values import check_values
from roundtable.documents.checks.wording import check_sentences, check_wording
from roundtable.documents.reading.data_files import Story, parse_json, parse_yaml, read_matrix, read_stories
from roundtable.documents.reading.document import Document
from roundtable.documents.reading.entries import Statement
from roundtable.documents.reading.identifiers import family_of, has_id, leading, mentions, spoken_mentions
from roundtable.language.markdown_blocks import fields_in
from roundtable.language.phrases import any_of, rows

Files = Mapping[str, str | Unreadable]
LARGEST: Final = 8_000_000
LARGEST_YAML: Final = 1_000_000
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def read_item(files: Files, meta: dict[str, Any] | None, context: CheckContext) -> Item:
    item = Item(context, files, meta)
    for name in sorted(files):
        text = files[name]
        if isinstance(text, Unreadable):
            item.reports.append(Report("RT101", name, 1, "file", f"{name} cannot be read: {text.reason}."))
            continue
        if (control := _CONTROL.search(text)) is not None:
            line, shown = text.count("\n", 0, control.start()) + 1, f"U+{ord(control[0]):04X}"
            said = f"The text holds the control character {shown}."
            item.reports.append(Report("RT105", name, line, shown, said))
        limit = LARGEST_YAML if name.endswith((".yaml", ".yml")) else LARGEST
        if len(text) > limit:
            said = f"Only the first {limit:,} characters were looked at."
            item.reports.append(Report("RT128", name, 1, "size", said))
            text = text[:limit] if name.endswith(".md") else ""
        if text:
            _read_file(item, name, text)
    if not item.has_stories:
        homes = [name for name in sorted(item.documents) if name == SPEC or name.startswith("user-stor")]
        item.stories = _stories_in([item.documents[name] for name in homes])
    return item


def _read_file(item: Item, name: str, text: str) -> None:
    kind = name.rsplit(".", 1)[-1].lower()
    if kind in ("md", "markdown"):
        item.documents[name] = Document(name, text)
    elif kind == "json":
        _read_json(item, name, text)
    elif kind == "csv":
        matrix, problems = read_matrix(text)
        item.reports += [Report("RT103", name, line, said, f"{name}: {said}.") for line, said in problems]
        item.matrix = matrix if name == MATRIX else item.matrix
    elif kind in ("yaml", "yml"):
        tree, problem, line = parse_yaml(text)
        if tree is None:
            item.reports.append(Report("RT104", name, line, "yaml", f"{name} is not YAML: {problem}."))
        else:
            item.trees[name] = tree


def _read_json(item: Item, name: str, text: str) -> None:
    value, problem, line = parse_json(text)
    if name == "meta.json":
        table = as_object(value)
        if problem or not isinstance(value, dict):
            said = f"meta.json cannot be used: {problem or 'it has to be an object'}."
            item.reports.append(Report("RT107", name, line or 1, "meta", said))
        elif item.meta is None:
            item.meta = table
    elif problem:
        item.reports.append(Report("RT102", name, line, "json", f"{name} is not JSON: {problem}."))
    elif name == STORIES:
        item.has_stories = True
        if (stories := read_stories(text, value)) is None:
            said = "user-stories.json has to be a list of stories."
            item.reports.append(Report("RT108", name, 1, "shape", said))
        item.stories = stories or []


def _stories_in(homes: list[Document]) -> list[Story]:
    """Stories that stand in Markdown, where an item has no user-stories.json: `### US-001: …`, `**User Story:** As a …`."""
    found: list[Story] = []
    for one in homes:
        for entry in one.entries.by_key.values():
            if family_of(entry.key) == "US" and entry.form != "row":
                below = [line.text for line in entry.lines[1:]]
                keys = {m.key for text in below for m in (*mentions(text), *spoken_mentions(text))}
                text = " ".join(statement.text for statement in entry.reading.statements)
                criteria = [statement.text for statement in entry.reading.criteria]
                story = Story(entry.id, entry.key, entry.line, entry.title, text, file=one.name)
                story.criteria, story.priority = criteria, entry.reading.priority
                story.criteria_keys = {key for key in keys if family_of(key) == "AC"}
                story.traces = {key for key in keys if family_of(key) in ("FR", "AC")}
                found.append(story)
            elif family_of(entry.key) == "FR":
                told = [(line.number, *pair) for line in entry.lines for pair in fields_in(line.text)]
                for number, key, value in told:
                    if key in ("story", "user story") and value and leading(value) is None:
                        name = f"The story of {entry.id}"
                        found.append(Story(name, "", number, text=value, traces={entry.key}, file=one.name))
    with_criteria = [story for story in found if story.key and (story.criteria or story.criteria_keys)]
    for story in found if with_criteria else ():
        if story.key and story not in with_criteria:
            story.missing.append("acceptance criteria")
    return found


_CHECKS: Final = (
    check_structure, check_traceability, check_design, check_contradictions, check_counts, check_agreement, check_record,
    check_values, check_code, check_wording,
)  # fmt: skip
_NEED_NEIGHBOURS: Final = rows("RT115|RT124|RT202|RT204|RT205|RT206|RT213|RT222|RT227|RT228|RT230")
_SPEAK_OF_IDS: Final = re.compile(
    r"(?i)^(?:tasks?|plan|implementation-plan|checklist|change-?log|research|quickstart|data-model|design|test-?plan|todo|readme)\."
)
"""Files that list ids of requirements without being the place where they are defined."""
_NORMATIVE: Final = any_of("shall|must")


def check_item(
    files: Files, meta: dict[str, Any] | None = None, context: CheckContext | None = None
) -> tuple[Finding, ...]:
    """Everything that is wrong with an item.

    `files`: its documents by name, meta.json and analysis.json included if there are any, and the shared matrix of quality
    requirements under its path (`docs/common/nfr-matrix.md`). `meta`: meta.json when the caller has already parsed it.
    """
    told = context or CheckContext()
    item = read_item(files, meta, told)
    reports = [*item.reports, *(report for check in _CHECKS for report in check(item))]
    # What another rule names more exactly is told once.
    known = {(report.name, report.line) for report in reports if report.severity != "info"}
    reports += [one for one in check_rendered(item) if (one.name, one.line) not in known]
    return _settled(reports, files, told)


def check_files(files: Files, context: CheckContext | None = None) -> tuple[Finding, ...]:
    """What is wrong with single files (Markdown, JSON, CSV, YAML), each by itself.

    Keys are paths as the findings are to show them. A file of an item is judged by what it alone can show: duplicate ids, broken
    syntax, requirements without criterion, wording. What other documents say is left aside.
    """
    told = context or CheckContext()
    reports: list[Report] = []
    for path, text in files.items():
        name = path.replace("\\", "/").rsplit("/", 1)[-1]
        alone, item = _alone(name, text, told)
        found = [*item.reports, *check_structure(item), *_by_itself(item, alone), *check_code(item)]
        reports += [report._replace(name=path) for report in found if report.rule not in _NEED_NEIGHBOURS]
        if isinstance(text, str) and not text.strip() and document(alone) is None:
            reports.append(Report("RT106", path, 1, "empty", f"{name} is empty."))
    return _settled(reports, files, told)


def _alone(name: str, text: str | Unreadable, context: CheckContext) -> tuple[str, Item]:
    """A single file and the name under which it is read: Markdown of any name that defines requirements is a specification."""
    is_foreign = document(name) is None and name.lower().endswith((".md", ".markdown"))
    if is_foreign and isinstance(text, str) and not _SPEAK_OF_IDS.match(name):
        item = read_item({SPEC: text}, None, context) if has_id(text) or spoken_mentions(text) else None
        if item is not None and item.requirements:
            return SPEC, item
    return name, read_item({name: text}, None, context)


def _by_itself(item: Item, name: str) -> Iterator[Report]:
    if name in (SPEC, STORIES, MATRIX):
        yield from check_traceability(item)
        yield from check_wording(item)
        return
    yield from check_design(item)
    for one in item.documents.values():
        entries = one.entries
        for second in entries.duplicates:
            first = entries.by_key[second.key]
            yield wrong("RT201", second, f"{second.id} is already defined at line {first.line}.")
        if (kind := document(one.name)) is None or kind.location == "common":
            readings = [entry.reading for entry in entries.by_key.values()]
            spoken = [said for reading in readings for said in (*reading.statements, *reading.criteria)]
            # Of a file that numbers nothing, the sentences with shall or must.
            told = [said for said in one.page.texts if said.kind not in ("heading", "quote")]
            promises = [said for said in told if _NORMATIVE.search(said.text) and len(said.text.split()) > 3]
            loose = [Statement("requirement", "", one.name, said.line, said.text) for said in promises]
            yield from check_sentences(spoken or loose, item.context.config)


def _settled(reports: Iterable[Report], files: Files, context: CheckContext) -> tuple[Finding, ...]:
    config, texts = context.config, {name: text for name, text in files.items() if isinstance(text, str)}
    suppressed = {name: read_suppressions(name, text) for name, text in texts.items()}
    bad = [report for entry in suppressed.values() for report in entry.reports]
    kept: list[tuple[Report, str, Severity]] = []
    for report in (*reports, *bad):
        hidden = suppressed.get(report.name)
        if not config.wants(report.rule) or (hidden is not None and hidden.covers(report.rule, report.line)):
            continue
        message = report.message
        for known, real in context.real_names.items():
            message = message.replace(known, real)
        # The project's word first, then the check's, then the rule's.
        severity = config.severity.get(report.rule) or report.severity or RULES[report.rule].severity
        kept.append((report._replace(message=message), context.path_of(report.name), severity))
    found = settle(kept)
    return tuple(finding for finding in found if not any(ignore.covers(finding) for ignore in config.ignore))
