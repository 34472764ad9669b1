"""The desk: documents that are due, rendered from the analysis and merged with what people edited (`plan`), then written.

Elsewhere: what a document says (`roundtable.documents`), when it is due (`roundtable.engine`), the disk (the store).
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from roundtable.analysis.analysis import Discussion
from roundtable.analysis.meta import iso
from roundtable.analysis.scanning import QuickScan
from roundtable.documents.catalog import NFR_MATRIX, QUICK_SCAN, README, document, path_of
from roundtable.documents.insights import append_insights, insight_block
from roundtable.documents.merge import merge
from roundtable.documents.nfr_matrix import merge_nfr_matrix
from roundtable.documents.page import GAPS, RenderContext, Status
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.rendering import render_document
from roundtable.documents.threeway import WHOLE, Manifest, MergeResult, fingerprint
from roundtable.driver.due import context_for, files_for, steps_done
from roundtable.engine.counts import plural
from roundtable.engine.events import DocumentsDue
from roundtable.engine.finishing import keeps_from_building
from roundtable.engine.inputs import NoteCrossCheck, WrittenDocument
from roundtable.engine.place import AtBoundary, Finishing
from roundtable.engine.state import SessionState
from roundtable.ports import ItemStore

if TYPE_CHECKING:
    from roundtable.documents.checks import Finding

_HEADER = re.compile(r"^\*\*Status\*\*: .* · \*\*Coverage\*\*: .*$", re.MULTILINE)
_CONSISTENCY = "RT2"  # the rules about documents that contradict each other
_READ_FIRST = (README, "requirements-spec.md")
_UNREAD = "Warning: {name} could not be read. Impact: it is left out of the last check. Recovery: repair or delete the file."
_BEFORE = " (before)"  # marks the hashes of a document as they were before a write that may not have happened


@dataclass(frozen=True, slots=True)
class _Draft:
    """A document as it will stand on disk, and the hashes that tell our pieces of it from theirs."""

    name: str
    old: str | None
    ours: str  # what we would write if nobody else did; not told for a document that several items share
    text: str
    hashes: dict[str, str]


class Plan(NamedTuple):
    """What is about to be written, and what has to be said about it."""

    texts: dict[str, str]  # the documents that have something new to say; the others stay as they are
    written: tuple[WrittenDocument, ...]
    notices: tuple[str, ...]


class Desk:
    """Writes what is due, and knows which text is ours.

    The hashes of new text are saved before the text is: whoever carries out a plan saves the manifest first. Until the text is
    on disk the old hashes are in it beside the new ones, so that whoever comes after a crash can tell which of the two describe
    the file (`_settled`).
    """

    def __init__(self, store: ItemStore, manifest: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self._store = store
        self._known = Manifest(documents=_settled(manifest, store) if manifest else {})
        self._before: dict[str, dict[str, str]] = {}
        self._said: dict[str, tuple[str, str]] = {}
        """What we had to say last in each document, and the text that came of it."""
        self.quick_scan: QuickScan | None = None  # what quick-scan.md says, when the last write included it

    @property
    def manifest(self) -> dict[str, dict[str, str]]:
        """Hashes of what we last wrote, to be saved with the analysis."""
        return {**self._known.documents, **self._before}

    def hashes_since(self, before: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
        """What is new in the hashes; empty for a piece that is gone."""
        news: dict[str, dict[str, str]] = {}
        for name, hashes in self._known.documents.items():
            known = before.get(name, {})
            gone = dict.fromkeys(known.keys() - hashes.keys(), "")
            news[name] = gone | {key: value for key, value in hashes.items() if known.get(key) != value}
        return {name: pieces for name, pieces in news.items() if pieces}

    def plan(self, state: SessionState, due: DocumentsDue, now: datetime) -> Plan:
        """Render and merge what is due. Nothing is written yet, but the manifest already tells of it."""
        self.quick_scan = None
        existing = self._store.read_documents()
        if due.insights is not None:
            return _with_insights(state.slug, due.insights, due.names, existing)
        context = context_for(state, due, existing, now)
        # Where a phase or the analysis ends, the header is news: it says how far the document came.
        closing = due.final or due.early or isinstance(state.place, AtBoundary)
        notices: list[str] = []
        drafts: list[_Draft] = []
        wanted = files_for(due.names, state, context)
        context = context.changed(there=(*existing, *wanted))
        for name in wanted:
            old = existing.get(name)
            if name in existing and old is None:
                notices.append(f"Could not read existing {name}. Creating a fresh version.")
            draft = self._merged(name, state, context, old, notices, closing=closing)
            if draft is None or (not draft.text and old is None):
                continue
            if name == QUICK_SCAN:
                self.quick_scan = read_quick_scan(draft.text)
            drafts.append(draft)
        touched = [draft for draft in drafts if _has_news(draft, closing=closing)]
        written: list[WrittenDocument] = []
        for draft in drafts:
            self._said[draft.name] = (_bare(draft.ours), draft.text if draft in touched else draft.old or "")
            action = "updated" if draft.name in existing else "created"
            path = path_of(draft.name, state.slug)
            written.append(WrittenDocument(path=path, action=action if draft in touched else "unchanged"))
        self._announce(touched)
        return Plan({draft.name: draft.text for draft in touched}, tuple(written), tuple(notices))

    def carry_out(self, plan: Plan) -> None:
        """Write what was planned, once the manifest is saved."""
        self._store.write_documents(plan.texts)
        self._before = {}

    def _announce(self, drafts: Iterable[_Draft]) -> None:
        """Note what the files are about to be, and what they were."""
        before: dict[str, dict[str, str]] = {}
        known = self._known
        for draft in drafts:
            whole = fingerprint(draft.text)
            before[draft.name + _BEFORE] = {**known.of(draft.name), WHOLE: whole}
            known = known.remembering(draft.name, {**draft.hashes, WHOLE: whole})
        self._known, self._before = known, before

    def cross_check(self, state: SessionState, now: datetime) -> NoteCrossCheck:
        """Check what is on disk: what writing it anew puts right, and what it cannot."""
        found = self._store.read_documents()
        there = {name: text for name, text in found.items() if document(name)}
        early = isinstance(state.place, Finishing) and state.place.early
        due = DocumentsDue(at="", names=tuple(there), final=not early, early=early)
        context = context_for(state, due, there, now)
        fresh: dict[str, str | None] = dict(there)
        known = {name: self._known.of(name) for name in there}
        written = dict(known)
        for name in files_for(there, state, context):
            draft = self._merged(name, state, context, there.get(name), [])
            fresh[name] = draft.text if draft else there.get(name)
            written |= {name: draft.hashes} if draft else {}
        before, after = _findings(there, state, known), _findings(fresh, state, written)
        remaining = {finding.id for finding in after}
        return NoteCrossCheck(
            at=iso(now),
            corrected=tuple(f.message for f in before if _is_contradiction(f) and f.id not in remaining),
            left=tuple(f.message for f in after if _is_contradiction(f) and f.severity == "error"),
            errors=sum(f.severity == "error" for f in after),
            notices=tuple(_UNREAD.format(name=name) for name, text in there.items() if text is None),
        )

    def read_back(self, state: SessionState) -> tuple[dict[str, str], tuple[str, ...]]:
        """The pages that a builder reads first, as they are on disk, and what the check says about all of them."""
        found = self._store.read_documents()
        there = {name: text for name, text in found.items() if document(name)}
        pages = {name: text for name in _READ_FIRST if (text := there.get(name))}
        known = {name: self._known.of(name) for name in there}
        told = [
            f"{one.path}: {one.message}" for one in _findings(there, state, known) if one.severity != "info"
        ]
        return pages, tuple(told)

    def _merged(
        self,
        name: str,
        state: SessionState,
        context: RenderContext,
        old: str | None,
        notices: list[str],
        *,
        closing: bool = True,
    ) -> _Draft | None:
        if state.mode == "steps" or state.headless:
            context = context.changed(default_coverage=steps_done(name, state))
        if name == NFR_MATRIX:
            known = self._known.of(name)
            result = merge_nfr_matrix(old, state.slug, state.analysis, context, known)
            return _drafted(name, old, "", result, notices)
        ours = render_document(name, state.analysis, context)
        if ours is None:
            return None
        has_gaps = "\n> **Needs review**" in ours or f"\n## {GAPS}" in ours or any(keeps_from_building(state))
        if context.default_status == "Complete" and (state.headless or has_gaps):
            # A document with gaps or errors is not complete, whatever the session thinks of itself; one that nobody was
            # asked about is a draft.
            status: Status = "Draft" if state.headless else "In Progress"
            ours = render_document(name, state.analysis, context.changed(default_status=status)) or ours
        if not closing and old is not None and self._said.get(name) == (_bare(ours), old):
            return _Draft(name, old, ours, old, self._known.of(name))  # merging would find nothing new
        return _drafted(name, old, ours, merge(name, old, ours, self._known), notices)


def _with_insights(
    slug: str, discussion: Discussion, names: Iterable[str], existing: Mapping[str, str | None]
) -> Plan:
    """Only add: no line that is there changes."""
    added: list[WrittenDocument] = []
    texts: dict[str, str] = {}
    notices: list[str] = []
    for name in names:
        old = existing.get(name)
        if not name.casefold().endswith((".md", ".markdown")):
            continue
        if old is None:
            notices.append(
                f"Could not update {name} (file not found). Elaboration insights are in the synthesis summary above."
            )
            continue
        text, heading = append_insights(old, discussion.step_title, discussion, name)
        if insight_block(discussion) not in old.replace("\r\n", "\n").replace("\r", "\n"):
            texts[name] = text  # else it was there before the session was cut off
        told = f"{plural(len(discussion.insights), 'insight')} from the discussion"
        added.append(
            WrittenDocument(
                path=path_of(name, slug),
                action="updated",
                section=heading,
                summary=f'Updated {name}, section "{heading}": added {told}.',
            )
        )
    return Plan(texts, tuple(added), tuple(notices))


def _settled(manifest: Mapping[str, Mapping[str, str]], store: ItemStore) -> dict[str, dict[str, str]]:
    """The hashes that describe what is on disk: where a crash came before the new text, the old ones."""
    known = {name: dict(hashes) for name, hashes in manifest.items() if not name.endswith(_BEFORE)}
    unsettled = {name: dict(hashes) for name, hashes in manifest.items() if name.endswith(_BEFORE)}
    there: Mapping[str, str | None] = store.read_documents() if unsettled else {}
    for marked, before in unsettled.items():
        name, whole = marked.removesuffix(_BEFORE), before.pop(WHOLE, "")
        if fingerprint(there.get(name) or "") == whole:
            continue
        if before:
            known[name] = before
        else:
            known.pop(name, None)
    return known


def _drafted(name: str, old: str | None, ours: str, result: MergeResult, notices: list[str]) -> _Draft:
    """The merged text; where their words stayed instead of ours, they are told so."""
    if result.conflicts:
        kept = ", ".join(dict.fromkeys(conflict.piece for conflict in result.conflicts))
        notices.append(f"{name}: your own words stay in {kept}; what I would have written there is left out.")
    return _Draft(name, old, ours, result.text, result.hashes)


def _has_news(draft: _Draft, *, closing: bool) -> bool:
    """A document is touched when it has something new to say; at the end also for its header."""
    if draft.old is None:
        return True
    return draft.text != draft.old and (closing or _bare(draft.old) != _bare(draft.text))


def _findings(
    texts: Mapping[str, str | None], state: SessionState, manifest: Mapping[str, Mapping[str, str]]
) -> "tuple[Finding, ...]":
    """What the check says about these texts, with the record beside them: the same that it says once the session has ended."""
    from roundtable.documents.checks import CheckContext, check_item  # once, at the very end of a session

    slug, there = state.slug, {name: text for name, text in texts.items() if text is not None}
    files = {path_of(name, slug) if name == NFR_MATRIX else name: text for name, text in there.items()}
    record = {"analysis": state.analysis.model_dump(mode="json"), "mode": state.mode}
    record["manifest"] = {name: dict(hashes) for name, hashes in manifest.items() if name in there}
    files["analysis.json"] = json.dumps(record)
    return check_item(files, None, CheckContext(slug=slug, folder=f"docs/requirements/{slug}"))


def _is_contradiction(finding: "Finding") -> bool:
    return finding.severity != "info" and finding.rule.startswith(_CONSISTENCY)


def _bare(text: str) -> str:
    return _HEADER.sub("", text)
