"""Which files a due output means, and what they show beside the facts: status, coverage, gaps."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from roundtable.analysis.phases import PHASES
from roundtable.documents import catalog
from roundtable.documents.own_files import is_own_file
from roundtable.documents.page import RenderContext, Status
from roundtable.documents.rendering import document_names, sole_homes
from roundtable.engine.coverage import cover_all
from roundtable.engine.events import DocumentsDue
from roundtable.engine.place import InStep
from roundtable.engine.state import SessionState

_FOLLOWS: Final = {
    "adr-*.md": catalog.OVERVIEW, "module-design-*.md": catalog.MODULES, catalog.MATRIX: catalog.SPEC
}  # fmt: skip
"""What is written with another document, which links to it or shows the same facts: on disk they never disagree."""


def files_for(outputs: Iterable[str], state: SessionState, context: RenderContext) -> tuple[str, ...]:
    """The files that these outputs mean, in reading order."""
    wanted: dict[str, None] = {}
    names = (*document_names(state.analysis, context), catalog.NFR_MATRIX)
    if state.mode == "steps":
        # What no step of this library would ever write is written when there is something to say in it.
        planned = [phase.main_document for phase in PHASES]
        planned += [output for step in state.library.steps for output in step.outputs]
        for name in sole_homes(state.analysis, context):
            if not any(catalog.is_output(output, name) for output in planned):
                wanted[name] = None
    for output in outputs:
        leaders = catalog.documents_for_output(output)
        for name in names:
            kind = catalog.document(name)
            follows = kind is not None and _FOLLOWS.get(kind.name) in leaders
            is_there = name != catalog.MATRIX or name in context.existing
            if catalog.is_output(output, name) or (follows and is_there):
                wanted[name] = None
    if wanted:
        wanted[catalog.README] = None  # the page that sums up all others
    return tuple(name for name in names if name in wanted)


def context_for(
    state: SessionState, due: DocumentsDue, existing: Mapping[str, str | None], now: datetime
) -> RenderContext:
    """What the documents show that is no fact."""
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
        for name in dict.fromkeys(catalog.own_name(output) for output in step.outputs):
            if is_own_file(name):
                found[name] = (*found.get(name, ()), (step.step_id, step.title))
    return found


def _topics_covered(state: SessionState) -> str:
    covered = cover_all(state.library, state.analysis)
    return f"{sum(item.is_covered for item in covered)} of {len(covered)} topics"


def steps_done(name: str, state: SessionState) -> str:
    """How many steps of a document's phase were held; empty where none was, so that its sections are counted instead.

    The step whose answers are just being written down counts as done.
    """
    steps = state.library.steps if name == catalog.README else state.library.steps_of(_phase_of(name, state))
    now = {state.place.step_id} if isinstance(state.place, InStep) else set[str]()
    done = [step for step in steps if step.step_id in now.union(state.progress.steps_completed)]
    return f"{len(done)} of {len(steps)} steps" if done else ""


def _phase_of(name: str, state: SessionState) -> str:
    """The phase that a document belongs to: the catalogue's word, else the step that names it."""
    if (kind := catalog.document(name)) is not None:
        return kind.phase
    owners = (
        phase.key
        for phase in PHASES
        for step in state.library.steps_of(phase.key)
        if name in {catalog.own_name(output) for output in step.outputs}
    )
    return next(owners, state.phase_key)


def _gaps(state: SessionState) -> tuple[str, ...]:
    names = {topic.topic_id: topic.topic_name for topic in state.library.topics}
    return tuple(
        f"{names.get(item.topic_id, item.topic_id)}: {criterion}"
        for item in cover_all(state.library, state.analysis)
        for criterion in item.unmet
    )
