"""The desk: documents that are due, rendered from the analysis, merged with what people edited, written.

Elsewhere: what a document says (`roundtable.documents`), when it is due (`roundtable.engine`), the disk (the store).
"""

import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from roundtable.analysis.analysis import Discussion
from roundtable.analysis.quick_scan import QuickScan
from roundtable.documents.catalog import document, documents_for_output, path_of, uses_markdown
from roundtable.documents.checks import CheckContext, check_item
from roundtable.documents.insights import append_insights
from roundtable.documents.merge import Manifest, merge
from roundtable.documents.nfr_matrix import update_nfr_matrix
from roundtable.documents.page import RenderContext, Status
from roundtable.documents.quick_scan import NAME as QUICK_SCAN
from roundtable.documents.quick_scan import read_quick_scan
from roundtable.documents.rendering import document_names, render_document
from roundtable.engine.coverage import cover_all
from roundtable.engine.events import DocumentsDue
from roundtable.engine.inputs import WrittenDocument
from roundtable.engine.state import SessionState
from roundtable.engine.thresholds import OWNED
from roundtable.ports import ItemStore

__all__ = ["Desk"]

NFR_MATRIX = "nfr-matrix.md"
_HEADER = re.compile(r"^\*\*(?:Date|Status|Last Updated|Coverage)\*\*:.*$", re.MULTILINE)
_CONSISTENCY = "RT2"
"""The rules about documents that contradict each other."""


class Desk:
    """Writes what is due, and knows which text is ours."""

    def __init__(self, store: ItemStore, manifest: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self._store = store
        self._known = Manifest(documents={name: dict(known) for name, known in (manifest or {}).items()})
        self.changed = False
        self.quick_scan: QuickScan | None = None
        """What quick-scan.md says, when the last write included it."""

    @property
    def manifest(self) -> dict[str, dict[str, str]]:
        """Hashes of what we last wrote, to be saved with the analysis."""
        return self._known.documents

    def write(
        self, state: SessionState, due: DocumentsDue, now: datetime
    ) -> tuple[tuple[WrittenDocument, ...], tuple[str, ...]]:
        """Write the documents that are due; what was written, and what has to be said about it."""
        self.changed, self.quick_scan = False, None
        existing = self._store.read_documents()
        if due.insights is not None:
            return self._append_insights(state, due.insights, due.names, existing)
        context = _context(state, due, existing, now)
        written: list[WrittenDocument] = []
        notices: list[str] = []
        for name in _files(due.names, state, context):
            old = existing.get(name)
            if name in existing and old is None:
                notices.append(f"Could not read existing {name}. Creating a fresh version.")
            new = self._merged(name, state, context, old, notices)
            if new is None or (not new and old is None):
                continue
            if name == QUICK_SCAN:
                read = read_quick_scan(new)
                self.quick_scan = QuickScan(
                    scope=read.scope, file_count=read.file_count, complexity=read.complexity
                )
            if new == old or (old is not None and not due.final and _says_the_same(old, new)):
                written.append(WrittenDocument(path=path_of(name, state.slug), action="unchanged"))
                continue
            path = self._store.write_document(name, new)
            self.changed = True
            written.append(
                WrittenDocument(path=path, action="created" if name not in existing else "updated")
            )
        return tuple(written), tuple(notices)

    def cross_check(self, state: SessionState, now: datetime) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Check the documents against each other: what rendering them anew puts right, and what it cannot."""
        there = self._store.read_documents()
        context = _context(state, DocumentsDue(at="", names=(), final=True), there, now)
        fresh = dict(there)
        for name in _files(OWNED, state, context):
            fresh[name] = self._merged(name, state, context, there.get(name), [])
        before, after = (_inconsistencies(texts, state.slug) for texts in (there, fresh))
        left = tuple(message for key, message in after.items() if key[0] == "error")
        return tuple(message for key, message in before.items() if key not in after), left

    def _merged(
        self, name: str, state: SessionState, context: RenderContext, old: str | None, notices: list[str]
    ) -> str | None:
        """Our news and their words in one text."""
        if name == NFR_MATRIX:
            return update_nfr_matrix(old, state.slug, state.analysis, context)
        ours = render_document(name, state.analysis, context)
        if ours is not None and context.default_status == "Complete" and _is_unfinished(ours):
            # A document with gaps is not complete, whatever the session thinks of itself.
            honest = context.model_copy(update={"default_status": "In Progress"})
            ours = render_document(name, state.analysis, honest)
        if ours is None:
            return None
        result = merge(name, old, ours, self._known)
        if result.conflicts:
            kept = ", ".join(dict.fromkeys(conflict.piece for conflict in result.conflicts))
            notices.append(
                f"{name}: your own words stay in {kept}; what I would have written there is left out."
            )
        if result.hashes != self._known.of(name):
            self._known = self._known.remembering(name, result.hashes)
            self.changed = True
        return result.text

    def _append_insights(
        self,
        state: SessionState,
        discussion: Discussion,
        names: Iterable[str],
        existing: Mapping[str, str | None],
    ) -> tuple[tuple[WrittenDocument, ...], tuple[str, ...]]:
        """Only add: no line that is there changes."""
        written: list[WrittenDocument] = []
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
            path = self._store.write_document(name, text)
            self.changed = True
            count = len(discussion.insights)
            added = f"{count} insight{'' if count == 1 else 's'} from the discussion"
            written.append(
                WrittenDocument(
                    path=path,
                    action="updated",
                    section=heading,
                    summary=f'Updated {name}, section "{heading}": added {added}.',
                )
            )
        return tuple(written), tuple(notices)


def _inconsistencies(texts: Mapping[str, str | None], slug: str) -> dict[tuple[str, str], str]:
    """What the documents of an item say against each other, by severity and finding."""
    files = {name: text for name, text in texts.items() if text is not None}
    findings = check_item(files, None, CheckContext(slug=slug, folder=f"docs/requirements/{slug}"))
    return {
        (finding.severity, finding.id): finding.message
        for finding in findings
        if finding.severity != "info" and finding.rule.startswith(_CONSISTENCY)
    }


def _says_the_same(old: str, new: str) -> bool:
    """Whether two texts differ only in the header: a document is touched when it has something new to say."""
    return _HEADER.sub("", old) == _HEADER.sub("", new)


def _is_unfinished(text: str) -> bool:
    return "\n## Pending Sections" in text or "TBD -- " in text


def _files(outputs: Iterable[str], state: SessionState, context: RenderContext) -> tuple[str, ...]:
    """The files that these outputs mean, in reading order. A name that is no document of ours is left to its owner."""
    wanted: dict[str, None] = {}
    names = document_names(state.analysis, context)
    for output in outputs:
        kinds = documents_for_output(output)
        for name in names:
            kind = document(name)
            if kind is not None and (name in kinds or kind.name in kinds):
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
        default_coverage=_coverage(state),
        scan=state.scan,
        gaps=_gaps(state) if due.early else (),
        early_exit=due.early,
        existing=tuple(sorted(existing)),
    )


def _coverage(state: SessionState) -> str:
    """How far the gathering is, in the words of the mode."""
    if state.mode == "steps":
        steps = state.library.steps_of(state.phase_key)
        done = [step for step in steps if step.step_id in state.progress.steps_completed]
        return f"{len(done)} of {len(steps)} steps" if steps else ""
    covered = [item for item in cover_all(state.library, state.analysis) if item.is_covered]
    return f"{len(covered)} of {len(cover_all(state.library, state.analysis))} topics"


def _gaps(state: SessionState) -> tuple[str, ...]:
    names = {topic.topic_id: topic.topic_name for topic in state.library.topics}
    return tuple(
        f"{names.get(item.topic_id, item.topic_id)}: {criterion}"
        for item in cover_all(state.library, state.analysis)
        for criterion in item.unmet
    )
