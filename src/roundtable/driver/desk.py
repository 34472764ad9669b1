"""The desk: documents that are due, rendered from the analysis and merged with what people edited (`plan`), then written.

Elsewhere: what a document says (`roundtable.documents`), when it is due (`roundtable.engine`), the disk (the store).
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from roundtable.analysis.analysis import Discussion
from roundtable.analysis.phases import PHASES
from roundtable.analysis.quick_scan import QuickScan
from roundtable.documents.catalog import document, documents_for_output, is_output, path_of, uses_markdown
from roundtable.documents.insights import append_insights, insight_block
from roundtable.documents.manifest import WHOLE, Manifest
from roundtable.documents.merge import MergeResult, merge
from roundtable.documents.nfr_matrix import merge_nfr_matrix
from roundtable.documents.own_files import is_own_file, own_name
from roundtable.documents.page import RenderContext, Status
from roundtable.documents.quick_scan import NAME as QUICK_SCAN
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.rendering import document_names, render_document, sole_homes
from roundtable.documents.threeway import fingerprint
from roundtable.engine.coverage import cover_all
from roundtable.engine.events import DocumentsDue
from roundtable.engine.inputs import WrittenDocument
from roundtable.engine.place import AtBoundary, InStep
from roundtable.engine.state import SessionState
from roundtable.engine.thresholds import OWNED
from roundtable.ports import ItemStore

__all__ = ["Desk", "Plan"]

NFR_MATRIX = "nfr-matrix.md"
_HEADER = re.compile(r"^\*\*(?:Date|Status|Last Updated|Coverage)\*\*:.*$", re.MULTILINE)
_CONSISTENCY = "RT2"
"""The rules about documents that contradict each other."""
_BEFORE = " (before)"
"""Marks the hashes of a document as they were before a write that may not have happened."""


@dataclass(frozen=True, slots=True)
class _Draft:
    """A document as it will stand on disk, and the hashes that tell our pieces of it from theirs."""

    name: str
    old: str | None
    ours: str
    """What we would write if nobody else did; not told for a document that several items share."""
    text: str
    hashes: dict[str, str]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is about to be written, and what has to be said about it."""

    slug: str
    drafts: tuple[_Draft, ...] = ()
    touched: frozenset[str] = frozenset()
    """Names of the documents that have something new to say; the others stay as they are."""
    existing: frozenset[str] = frozenset()
    added: tuple[WrittenDocument, ...] = ()
    """What a discussion added, in the words for it."""
    notices: tuple[str, ...] = ()


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
        self.quick_scan: QuickScan | None = None
        """What quick-scan.md says, when the last write included it."""

    @property
    def manifest(self) -> dict[str, dict[str, str]]:
        """Hashes of what we last wrote, to be saved with the analysis."""
        return {**self._known.documents, **self._before}

    def plan(self, state: SessionState, due: DocumentsDue, now: datetime) -> Plan:
        """Render and merge what is due. Nothing is written yet, but the manifest already tells of it."""
        self.quick_scan = None
        existing = self._store.read_documents()
        if due.insights is not None:
            return _with_insights(state.slug, due.insights, due.names, existing)
        context = _context(state, due, existing, now)
        # Where a phase or the analysis ends, the header is news: it says how far the document came.
        closing = due.final or isinstance(state.place, AtBoundary)
        notices: list[str] = []
        drafts: list[_Draft] = []
        for name in _files(due.names, state, context):
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
        for draft in drafts:
            self._said[draft.name] = (_bare(draft.ours), draft.text if draft in touched else draft.old or "")
        self._announce(touched)
        return Plan(
            slug=state.slug,
            drafts=tuple(drafts),
            touched=frozenset(draft.name for draft in touched),
            existing=frozenset(existing),
            notices=tuple(notices),
        )

    def carry_out(self, plan: Plan) -> tuple[WrittenDocument, ...]:
        """Write what was planned, once the manifest is saved."""
        paths = self._store.write_documents(
            {draft.name: draft.text for draft in plan.drafts if draft.name in plan.touched}
        )
        self._before = {}
        if plan.added:
            return plan.added
        return tuple(
            WrittenDocument(
                path=paths.get(draft.name) or path_of(draft.name, plan.slug),
                action="unchanged"
                if draft.name not in plan.touched
                else "updated"
                if draft.name in plan.existing
                else "created",
            )
            for draft in plan.drafts
        )

    def _announce(self, drafts: Iterable[_Draft]) -> None:
        """Note what the files are about to be, and what they were."""
        before: dict[str, dict[str, str]] = {}
        known = self._known
        for draft in drafts:
            whole = fingerprint(draft.text)
            before[draft.name + _BEFORE] = {**known.of(draft.name), WHOLE: whole}
            known = known.remembering(draft.name, {**draft.hashes, WHOLE: whole})
        self._known, self._before = known, before

    def cross_check(self, state: SessionState, now: datetime) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Check the documents against each other: what rendering them anew puts right, and what it cannot."""
        there = {name: text for name, text in self._store.read_documents().items() if document(name)}
        context = _context(state, DocumentsDue(at="", names=(), final=True), there, now)
        fresh = dict(there)
        for name in _files(OWNED, state, context):
            draft = self._merged(name, state, context, there.get(name), [])
            fresh[name] = draft.text if draft else None
        before, after = (_inconsistencies(texts, state.slug) for texts in (there, fresh))
        left = tuple(message for key, message in after.items() if key[0] == "error")
        return tuple(message for key, message in before.items() if key not in after), left

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
        """Our news and their words in one text."""
        if state.mode == "steps" or state.headless:
            context = context.model_copy(update={"default_coverage": _steps_done(name, state)})
        if name == NFR_MATRIX:
            known = self._known.of(name)
            result = merge_nfr_matrix(old, state.slug, state.analysis, context, known)
            return _drafted(name, old, "", result, notices)
        ours = render_document(name, state.analysis, context)
        if ours is not None and context.default_status == "Complete" and _is_unfinished(ours):
            # A document with gaps is not complete, whatever the session thinks of itself; one that nobody was asked
            # about is a draft.
            status: Status = "Draft" if state.headless else "In Progress"
            honest = context.model_copy(update={"default_status": status})
            ours = render_document(name, state.analysis, honest)
        if ours is None:
            return None
        if not closing and old is not None and self._said.get(name) == (_bare(ours), old):
            return _Draft(name, old, ours, old, self._known.of(name))  # merging would find nothing new
        return _drafted(name, old, ours, merge(name, old, ours, self._known), notices)


def _with_insights(
    slug: str, discussion: Discussion, names: Iterable[str], existing: Mapping[str, str | None]
) -> Plan:
    """Only add: no line that is there changes."""
    added: list[WrittenDocument] = []
    drafts: list[_Draft] = []
    notices: list[str] = []
    for name in names:
        old = existing.get(name)
        if not uses_markdown(name):
            continue
        if old is None:
            notices.append(
                f"Could not update {name} (file not found). Elaboration insights are in the synthesis summary above."
            )
            continue
        text, heading = append_insights(old, discussion.step_title, discussion, name)
        if insight_block(discussion) not in old.replace("\r\n", "\n").replace("\r", "\n"):
            drafts.append(_Draft(name, old, "", text, {}))  # else it was there before the session was cut off
        count = len(discussion.insights)
        told = f"{count} insight{'' if count == 1 else 's'} from the discussion"
        added.append(
            WrittenDocument(
                path=path_of(name, slug),
                action="updated",
                section=heading,
                summary=f'Updated {name}, section "{heading}": added {told}.',
            )
        )
    return Plan(
        slug=slug,
        drafts=tuple(drafts),
        touched=frozenset(draft.name for draft in drafts),
        added=tuple(added),
        notices=tuple(notices),
    )


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
    return draft.text != draft.old and (closing or not _says_the_same(draft.old, draft.text))


def _inconsistencies(texts: Mapping[str, str | None], slug: str) -> dict[tuple[str, str], str]:
    """What the documents of an item say against each other, by severity and finding."""
    from roundtable.documents.checks import CheckContext, check_item  # once, at the very end of a session

    files = {name: text for name, text in texts.items() if text is not None}
    findings = check_item(files, None, CheckContext(slug=slug, folder=f"docs/requirements/{slug}"))
    return {
        (finding.severity, finding.id): finding.message
        for finding in findings
        if finding.severity != "info" and finding.rule.startswith(_CONSISTENCY)
    }


def _says_the_same(old: str, new: str) -> bool:
    """Whether two texts differ only in the header: a document is touched when it has something new to say."""
    return _bare(old) == _bare(new)


def _bare(text: str) -> str:
    return _HEADER.sub("", text)


def _is_unfinished(text: str) -> bool:
    return "\n## Pending Sections" in text or "TBD -- " in text


def _files(outputs: Iterable[str], state: SessionState, context: RenderContext) -> tuple[str, ...]:
    """The files that these outputs mean, in reading order."""
    wanted: dict[str, None] = {}
    names = document_names(state.analysis, context)
    if state.mode == "steps":
        # What no step of this library would ever write is written when there is something to say in it.
        planned = [
            *(phase.main_document for phase in PHASES),
            *(o for s in state.library.steps for o in s.outputs),
        ]
        homes = sole_homes(state.analysis, context)
        wanted |= dict.fromkeys(
            name for name in homes if not any(is_output(output, name) for output in planned)
        )
    for output in outputs:
        kinds = documents_for_output(output)
        for name in names:
            kind = document(name)
            if (kind is None and name == own_name(output)) or (
                kind is not None and (name in kinds or kind.name in kinds)
            ):
                wanted[name] = None
        if NFR_MATRIX in kinds:
            wanted[NFR_MATRIX] = None
        if "module-design.md" in kinds:
            wanted |= dict.fromkeys(name for name in names if name.startswith("module-design-"))
        if "architecture-overview.md" in kinds:
            # The overview links to them.
            wanted |= dict.fromkeys(name for name in names if name.startswith("adr-"))
        if "requirements-spec.md" in kinds and "traceability-matrix.csv" in context.existing:
            # Views of the same facts move together, so that they never disagree on disk.
            wanted["traceability-matrix.csv"] = None
    return tuple(name for name in (*names, NFR_MATRIX) if name in wanted)


def _context(
    state: SessionState, due: DocumentsDue, existing: Mapping[str, str | None], now: datetime
) -> RenderContext:
    analysis = state.analysis
    statuses: dict[str, Status] = {
        name: "Draft" if due.early else "In Progress" for name, count in analysis.written.items() if count
    }
    default: Status = "Draft"
    if due.final:
        statuses, default = {}, "Complete"
    return RenderContext(
        date=now.date().isoformat(),
        slug=state.slug,
        title=state.title,
        source=analysis.source_id or analysis.source,
        mode=state.mode,
        status=statuses,
        default_status=default,
        default_coverage=_topics_covered(state) if state.mode == "conversation" else "",
        scan=state.scan,
        gaps=_gaps(state) if due.early else (),
        early_exit=due.early,
        existing=tuple(sorted(existing)),
        own_files=_own_files(state),
    )


def _own_files(state: SessionState) -> dict[str, tuple[tuple[str, str], ...]]:
    """The documents that only steps of this library know, with those steps."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for step in state.library.steps:
        for name in dict.fromkeys(own_name(output) for output in step.outputs):
            if is_own_file(name):
                found[name] = (*found.get(name, ()), (step.step_id, step.title))
    return found


def _topics_covered(state: SessionState) -> str:
    covered = cover_all(state.library, state.analysis)
    return f"{sum(item.is_covered for item in covered)} of {len(covered)} topics"


def _steps_done(name: str, state: SessionState) -> str:
    """How many steps of a document's phase were held; empty where none was, so that its sections are counted instead.

    The step whose answers are just being written down counts as done.
    """
    steps = state.library.steps_of(_phase_of(name, state))
    now = {state.place.step_id} if isinstance(state.place, InStep) else set[str]()
    done = [step for step in steps if step.step_id in now.union(state.progress.steps_completed)]
    return f"{len(done)} of {len(steps)} steps" if done else ""


def _phase_of(name: str, state: SessionState) -> str:
    """The phase that a document belongs to: the catalogue's word, else the step that names it."""
    kind = document(name)
    if kind is not None:
        return kind.phase
    owners = (
        phase.key
        for phase in PHASES
        for step in state.library.steps_of(phase.key)
        if name in {own_name(output) for output in step.outputs}
    )
    return next(owners, state.phase_key)


def _gaps(state: SessionState) -> tuple[str, ...]:
    names = {topic.topic_id: topic.topic_name for topic in state.library.topics}
    return tuple(
        f"{names.get(item.topic_id, item.topic_id)}: {criterion}"
        for item in cover_all(state.library, state.analysis)
        for criterion in item.unmet
    )
